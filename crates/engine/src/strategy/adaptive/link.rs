//! The features of a link in the frontier.

use super::cues::Predictions;
use crate::text::TermId;
use serde::{Deserialize, Serialize};

/// Maximum number of linking pages stored for a link; more add no information.
const LINKING_PAGES: usize = 32;

/// A link in the frontier.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FrontierLink {
    /// The pages with the link, and its position among their links.
    pub(super) linking_pages: Vec<(u32, u32)>,
    /// The group of links on each of these pages to which it belongs ([`LinkShape::group`]).
    pub(super) groups: Vec<u32>,
    pub(super) anchor: Vec<TermId>,
    pub(super) context: Vec<TermId>,
    pub(super) heading: Vec<TermId>,
    pub(super) address: Vec<TermId>,
    /// The similarity of its own text to the query by `WordNet`; `None` before a text had words of the lexicon.
    pub(super) related: Option<f64>,
    /// The factors of the terms of its anchor and its context in its word vector, which has length 1: 0 without
    /// vectors, `None` if a page with the link is in a language without vectors.
    pub(super) vector_factors: Option<[f32; 2]>,
    /// The predictions of the trail models: the means over the linking pages.
    pub(super) predicted: Predictions,
    pub(super) depth: u32,
    pub(super) host: u32,
    pub(super) folder: u64,
}

impl FrontierLink {
    /// Adds a linking page with the predictions of the trail models there.
    pub(super) fn add_linking_page(&mut self, page: u32, place: u32, group: u32, predicted: Predictions) {
        let is_known = self.linking_pages.last().is_some_and(|(last, _)| *last == page);
        if !is_known && self.linking_pages.len() < LINKING_PAGES {
            self.linking_pages.push((page, place));
            self.groups.push(group);
            let pages = self.linking_pages.len() as f64;
            for (mean, new) in self.predicted.iter_mut().zip(predicted) {
                *mean += (new - *mean) / pages;
            }
        }
    }

    /// Returns the terms of its anchor and context.
    pub(super) fn words(&self) -> impl Iterator<Item = &TermId> {
        self.anchor.iter().chain(&self.context)
    }
}

/// Adds missing terms, up to `most` terms in all.
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
