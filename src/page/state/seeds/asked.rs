//! The providers that a start without seeds asks; this browser remembers which of them the person switched on or off.

use crate::page::dom::storage;
use crate::page::state::catalog::Catalog;
use std::collections::BTreeSet;

/// The key of the ids, with commas between them.
const KEY: &str = "salticid-seed-providers";

/// Returns the ids of the providers that the person switched.
pub fn remembered() -> BTreeSet<String> {
    let ids = storage::read(KEY).unwrap_or_default();
    let ids = ids.split(',').filter(|id| !id.is_empty());
    ids.map(str::to_owned).collect()
}

impl Catalog {
    /// Has starts ask a provider or not, and remembers it.
    pub(super) fn switch(&mut self, id: String, on: bool) {
        let info = self.providers.iter().find(|info| info.id == id);
        if info.is_some_and(|info| info.is_asked == on) {
            self.switched.remove(&id);
        } else {
            self.switched.insert(id);
        }
        let ids: Vec<&str> = self.switched.iter().map(String::as_str).collect();
        storage::write(KEY, Some(&ids.join(",")));
    }
}
