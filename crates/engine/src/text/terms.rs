//! Interns terms: a term is a number everywhere but here.

use super::hash::WordMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of an interned term: terms are numbered from 0 in the order in which they were first seen.
pub type TermId = u32;

/// All terms so far. It is stored as the list of its names, whose order is that of the numbers.
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

    /// Returns the number of this term, a new one if it was unknown.
    ///
    /// A crawl holds far fewer than 2³² terms; past that the last number is shared.
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

    /// Returns the number of this term if it is known.
    pub fn get(&self, name: &str) -> Option<TermId> {
        self.ids.get(name).copied()
    }

    /// Returns the term of this number; the empty text for an unknown number.
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
    fn stored_terms_come_back_with_their_numbers() {
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
