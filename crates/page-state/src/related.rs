//! Holds the related words of the query: the request and its answer.
//!
//! The excluded words are part of the form.

use super::State;
use protocol::{RelatedTo, ToWorker};
use std::collections::BTreeSet;
use types::report::RelatedWord;

/// The number of terms of a sense that are shown at first.
pub const TERMS: usize = 8;
/// The number of senses of a word that are shown at first.
pub const SENSES: usize = 6;

/// Holds the related words of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Related {
    /// The latest request; none if nothing is shown.
    pub to: Option<RelatedTo>,
    /// The latest answer or error. Until a new answer arrives, it belongs to an earlier request.
    pub words: Option<Result<Vec<RelatedWord>, String>>,
    /// The latest request is unanswered.
    pub waits: bool,
    /// The open disclosures. Only their content is drawn, because a query may have thousands of terms.
    pub unfolded: BTreeSet<String>,
}

impl Related {
    /// Replaces the request; `None` if there are no words.
    pub fn request(&mut self, to: Option<RelatedTo>) {
        self.waits = to.is_some();
        if to.is_none() || matches!(self.words, Some(Err(_))) {
            self.words = None;
            self.unfolded.clear();
        }
        self.to = to;
    }

    /// Stores an answer; ignores one to an earlier request.
    pub fn store(&mut self, to: &RelatedTo, words: Result<Vec<RelatedWord>, String>) {
        if self.to.as_ref() == Some(to) {
            self.words = Some(words);
            self.waits = false;
        }
    }

    /// Opens or closes a disclosure.
    pub fn unfold(&mut self, fold: String) {
        if !self.unfolded.remove(&fold) {
            self.unfolded.insert(fold);
        }
    }

    /// Returns the excluded words that are not among the shown ones.
    pub fn elsewhere<'a>(&self, excluded: &'a [String]) -> Vec<&'a String> {
        let words = match &self.words {
            Some(Ok(words)) => words.as_slice(),
            _ => &[],
        };
        let senses = || words.iter().flat_map(|word| &word.senses);
        let similar = || words.iter().flat_map(|word| &word.similar);
        let is_shown = |entry: &str| {
            similar().any(|term| term.word == entry)
                || senses().any(|sense| sense.notation == entry || sense.related.iter().any(|term| term.word == entry))
        };
        excluded.iter().filter(|entry| !is_shown(entry)).collect()
    }
}

/// An action on related words.
pub enum RelatedAction {
    /// Requests related words, or clears them.
    Request(Option<RelatedTo>),
    /// Opens or closes a disclosure.
    Toggle(String),
}

impl State {
    pub(super) fn apply_related(&mut self, action: RelatedAction) {
        match action {
            RelatedAction::Request(to) => self.send_related(to),
            RelatedAction::Toggle(fold) => {
                self.setup.related.change(|related| related.unfold(fold));
            }
        }
    }

    /// Requests related words; `None` clears them.
    pub(super) fn send_related(&mut self, to: Option<RelatedTo>) {
        if to.is_none() && self.setup.related.to.is_none() {
            return;
        }
        self.setup.related.change(|related| related.request(to.clone()));
        if let Some(to) = to {
            self.send(ToWorker::Related(to));
        }
    }
}

/// Returns the label of an excluded word or sense, such as “spider (noun, sense 3)” for `spider#n#3`.
pub fn excluded_title(entry: &str) -> String {
    match sense_parts(entry) {
        Some((word, pos, rank)) => format!("{word} ({pos}, sense {rank})"),
        None => entry.to_owned(),
    }
}

/// Splits the notation of a sense into word, name of the part of speech, and rank; `None` for a word.
pub fn sense_parts(entry: &str) -> Option<(&str, &'static str, &str)> {
    let (word, rank) = entry.rsplit_once('#')?;
    let (word, pos) = word.rsplit_once('#')?;
    let pos = match pos {
        "n" => "noun",
        "v" => "verb",
        "a" | "s" => "adjective",
        "r" => "adverb",
        _ => return None,
    };
    Some((word, pos, rank))
}
