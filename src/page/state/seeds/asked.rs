//! The providers that a start without seeds asks: those that the person switched on, and those asked by default that were not switched off.
//! This browser remembers the choices.

use crate::page::dom::storage;
use crate::page::state::State;
use crate::page::state::catalog::Catalog;
use std::collections::BTreeMap;
use types::seeds::ProviderInfo;

/// The key of the choices: `id=1` for on and `id=0` for off, with commas between them.
const KEY: &str = "salticid-seed-providers";

impl State {
    /// Reads the remembered choices, which another tab may have changed.
    pub(in crate::page::state) fn read_provider_choices(&mut self) {
        let mut choices = self.catalog.choices.clone();
        // Where the browser stores nothing, those of this tab remain.
        choices.extend(remembered());
        if choices != self.catalog.choices {
            self.catalog.change(|catalog| catalog.choices = choices);
        }
    }

    /// Switches a provider on or off, and remembers it.
    pub(super) fn switch_provider(&mut self, id: String, on: bool) {
        self.read_provider_choices();
        self.catalog.change(|catalog| {
            catalog.choices.insert(id, on);
        });
        let choices = self.catalog.choices.iter();
        let choices: Vec<String> = choices
            .map(|(id, on)| format!("{id}={}", u8::from(*on)))
            .collect();
        storage::write(KEY, Some(&choices.join(",")));
    }
}

/// Returns the remembered choices; unknown text is ignored.
fn remembered() -> BTreeMap<String, bool> {
    let text = storage::read(KEY).unwrap_or_default();
    let choices = text.split(',').filter_map(|choice| {
        let (id, on) = choice.split_once('=')?;
        let on = match on {
            "1" => true,
            "0" => false,
            _ => return None,
        };
        Some((id.to_owned(), on))
    });
    choices.collect()
}

impl Catalog {
    /// Returns whether a start asks a provider: the person's choice, or else the default.
    pub fn is_asked(&self, info: &ProviderInfo) -> bool {
        let choice = self.choices.get(&info.id).copied();
        choice.unwrap_or(info.asked_by_default)
    }
}
