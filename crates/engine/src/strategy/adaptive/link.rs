//! Defines the known features of a link in the frontier.

use crate::lexicon::Synset;
use crate::text::TermId;
use serde::{Deserialize, Serialize};

/// Pages kept that carry a link: more say nothing new.
const CARRIERS: usize = 32;

/// A link that waits.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Found {
    /// The pages that carry it, and its place among their links.
    pub(super) carriers: Vec<(u32, u32)>,
    pub(super) anchor: Vec<TermId>,
    pub(super) context: Vec<TermId>,
    pub(super) heading: Vec<TermId>,
    pub(super) address: Vec<TermId>,
    /// The concepts that its own text names.
    pub(super) senses: Vec<Synset>,
    /// The semantic similarity of its own text to the query.
    pub(super) related: f64,
    /// The expectation of the trail model, in 0..=1: the mean over the pages that carry the link.
    pub(super) expected: f64,
    pub(super) depth: u32,
    pub(super) host: u32,
    pub(super) folder: u64,
}

impl Found {
    /// Notes that a page carries it, on which a model of trails expects so much behind it.
    pub(super) fn carried_by(&mut self, page: u32, place: u32, expected: f64) {
        let is_known = self.carriers.last().is_some_and(|(last, _)| *last == page);
        if !is_known && self.carriers.len() < CARRIERS {
            self.carriers.push((page, place));
            self.expected += (expected - self.expected) / self.carriers.len() as f64;
        }
    }

    /// Returns the words that stand at it.
    pub(super) fn words(&self) -> impl Iterator<Item = &TermId> {
        self.anchor.iter().chain(&self.context)
    }
}

/// Adds terms that are not there yet, up to so many.
pub(super) fn add(words: &mut Vec<TermId>, new: impl IntoIterator<Item = TermId>, most: usize) {
    for term in new {
        if words.len() >= most {
            return;
        }
        if !words.contains(&term) {
            words.push(term);
        }
    }
}
