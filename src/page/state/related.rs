//! The related words of the query: the request, its answer, and the progress of loading the lexicon.
//!
//! Not here: excluded words, which belong to the form.

use super::State;
use crate::protocol::RelatedTo;
use std::collections::BTreeSet;
use types::report::RelatedWord;

/// Terms of a sense that are shown before the rest is unfolded.
pub const TERMS: usize = 8;
/// Senses of a word that are shown before the rest is unfolded.
pub const SENSES: usize = 6;

/// The related words of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Related {
    /// The latest request; none if nothing is shown.
    pub to: Option<RelatedTo>,
    /// The latest answer, or why there is none: until another comes, it is that to an earlier question.
    pub words: Option<Result<Vec<RelatedWord>, String>>,
    /// The last question was not answered yet.
    pub waits: bool,
    /// Bytes of the lexicon that have come and, where known, bytes in all, while it is on its way.
    pub loading: Option<(u32, Option<u32>)>,
    /// The folds that are open: only what is open is drawn, for a rich query has thousands of terms.
    pub unfolded: BTreeSet<String>,
}

impl Related {
    /// Replaces the request; `None` for no words.
    pub fn ask(&mut self, to: Option<RelatedTo>) {
        self.waits = to.is_some();
        if to.is_none() || matches!(self.words, Some(Err(_))) {
            self.words = None;
            self.unfolded.clear();
        }
        self.to = to;
    }

    /// Takes an answer in; one to an earlier question is dropped.
    pub fn take(&mut self, to: &RelatedTo, words: Result<Vec<RelatedWord>, String>) {
        self.loading = None;
        if self.to.as_ref() == Some(to) {
            self.words = Some(words);
            self.waits = false;
        }
    }

    /// Opens a fold, or closes it.
    pub fn unfold(&mut self, fold: String) {
        if !self.unfolded.remove(&fold) {
            self.unfolded.insert(fold);
        }
    }

    /// Returns how far the lexicon has come, in a sentence.
    pub fn progress(&self) -> Option<String> {
        let kilobytes = |bytes: u32| bytes.div_ceil(1000);
        let (got, all) = self.loading?;
        Some(match all {
            Some(all) if got >= all => "Unpacking WordNet…".to_owned(),
            Some(all) => format!(
                "Loading WordNet: {} of {} KB…",
                kilobytes(got),
                kilobytes(all)
            ),
            None if got == 0 => "Loading WordNet…".to_owned(),
            None => format!("Loading WordNet: {} KB…", kilobytes(got)),
        })
    }

    /// Returns the excluded words that are not among the shown ones.
    pub fn elsewhere<'a>(&self, excluded: &'a [String]) -> Vec<&'a String> {
        let words = match &self.words {
            Some(Ok(words)) => words.as_slice(),
            _ => &[],
        };
        let senses = || words.iter().flat_map(|word| &word.senses);
        let is_shown = |entry: &str| {
            senses().any(|sense| {
                sense.notation == entry || sense.related.iter().any(|term| term.word == entry)
            })
        };
        excluded.iter().filter(|entry| !is_shown(entry)).collect()
    }
}

/// An action on related words.
pub enum RelatedAction {
    /// Asks for related words, or shows none.
    Ask(Option<RelatedTo>),
    /// Opens a fold, or closes it.
    Toggle(String),
}

impl State {
    pub(super) fn apply_related(&mut self, action: RelatedAction) {
        match action {
            RelatedAction::Ask(None) if self.related.to.is_none() => {}
            RelatedAction::Ask(to) => self.related.change(|related| related.ask(to)),
            RelatedAction::Toggle(fold) => self.related.change(|related| related.unfold(fold)),
        }
    }
}

/// Returns what people read for an excluded word or sense: of `spider#n#3`, “spider (noun, sense 3)”.
pub fn excluded_title(entry: &str) -> String {
    match sense_parts(entry) {
        Some((word, "n", rank)) => format!("{word} (noun, sense {rank})"),
        Some((word, "v", rank)) => format!("{word} (verb, sense {rank})"),
        _ => entry.to_owned(),
    }
}

/// Splits the notation of a sense into word, part of speech and rank; `None` for a word.
pub fn sense_parts(entry: &str) -> Option<(&str, &str, &str)> {
    let (word, rank) = entry.rsplit_once('#')?;
    let (word, pos) = word.rsplit_once('#')?;
    Some((word, pos, rank))
}
