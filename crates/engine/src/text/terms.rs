//! Interns terms: all other modules represent a term by its number.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of an interned term: terms are numbered from 0 in the order of their first occurrence.
pub type TermId = u32;

/// A look-up table with a fixed hasher, which is several times faster on words than the standard one.
#[allow(clippy::disallowed_types, reason = "looked up by word only, never iterated, so its order decides nothing")]
pub(crate) type WordMap<K, V> = std::collections::HashMap<K, V, rustc_hash::FxBuildHasher>;

/// All terms so far. It is saved as the list of their texts, in the order of their numbers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Terms {
    names: Vec<Arc<str>>,
    ids: WordMap<Arc<str>, TermId>,
}

impl Terms {
    /// Returns an empty interner.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of a term, which is added if it is new.
    ///
    /// A crawl has far fewer than 2³² terms; above that the last number is shared.
    pub fn intern(&mut self, name: &str) -> TermId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = TermId::try_from(self.names.len()).unwrap_or(TermId::MAX);
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.ids.insert(name, id);
        id
    }

    /// Forgets all terms but the first `n`.
    pub(crate) fn truncate(&mut self, n: usize) {
        for name in self.names.drain(n.min(self.names.len())..) {
            self.ids.remove(&name);
        }
    }

    /// Returns the number of this term if it is known.
    pub fn get(&self, name: &str) -> Option<TermId> {
        self.ids.get(name).copied()
    }

    /// Returns the text of a term; empty for an unknown number.
    pub fn name(&self, id: TermId) -> &str {
        self.names.get(id as usize).map_or("", |name| name)
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl From<Vec<String>> for Terms {
    fn from(names: Vec<String>) -> Self {
        let mut terms = Self::new();
        for name in names {
            terms.intern(&name);
        }
        terms
    }
}

impl From<Terms> for Vec<String> {
    fn from(terms: Terms) -> Self {
        terms.names.iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_keeps_its_number() {
        let mut terms = Terms::new();
        assert_eq!(terms.intern("spider"), 0);
        assert_eq!(terms.intern("web"), 1);
        assert_eq!(terms.intern("spider"), 0);
        assert_eq!(terms.len(), 2);
        assert_eq!(terms.name(1), "web");
        assert_eq!(terms.get("fly"), None);
        assert_eq!(terms.name(7), "");
    }

    #[test]
    fn terms_after_the_first_are_forgotten_and_numbered_again() {
        let mut terms = Terms::new();
        for name in ["spider", "web", "fly"] {
            terms.intern(name);
        }
        terms.truncate(1);
        assert_eq!(terms.get("web"), None);
        assert_eq!(terms.intern("fly"), 1);
        assert_eq!(terms.intern("spider"), 0);
        terms.truncate(9);
        assert_eq!(terms.len(), 2);
    }

    #[test]
    fn stored_terms_are_restored_with_their_numbers() {
        let mut terms = Terms::new();
        for name in ["b", "a", "c"] {
            terms.intern(name);
        }
        let bytes = postcard::to_stdvec(&terms).unwrap();
        let back: Terms = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(back.get("c"), Some(2));
        assert_eq!(Vec::from(back), ["b", "a", "c"]);
    }
}
