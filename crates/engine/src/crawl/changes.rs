//! The changes that a person makes to a crawl, and their effect on the frontier and on the words that are marked in
//! texts.

use crate::count;
use crate::frontier::{Frontier, FrontierEntry};
use crate::graph::UrlId;
use crate::text::{Analyzer, Language, TextOptions};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits::STEERED_TOP;
use types::report::PageRecord;
use types::steering::{FrontierChange, Steering};
use types::url::ScopeRule;

/// The changes that the person made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Changes {
    /// Frontier entries that a rule of the person excluded.
    pub(super) left_out: Vec<(ScopeRule, UrlId, FrontierEntry)>,
    /// The changes, each with the number of pages finished before it.
    pub(super) steered: Vec<(u32, Steering)>,
}

impl Changes {
    /// Removes and returns the entries that a rule excluded.
    pub(super) fn take_left_out(&mut self, rule: &ScopeRule) -> Vec<(UrlId, FrontierEntry)> {
        let of_rule = self.left_out.extract_if(.., |(of, ..)| *of == *rule);
        of_rule.map(|(_, id, entry)| (id, entry)).collect()
    }

    /// Returns the spellings in which excluded words are marked in the snippets of these pages, in lower case.
    pub(super) fn excluded_spellings(&self, pages: &[PageRecord], stemming: bool) -> Vec<String> {
        let mut weights = BTreeMap::new();
        for (_, steering) in &self.steered {
            if let Steering::Word { word, weight } = steering {
                weights.insert(word.as_str(), *weight);
            }
        }
        weights.retain(|_, weight| *weight <= 0.0);
        if weights.is_empty() {
            return Vec::new();
        }
        let mut marked: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
        for page in pages {
            let spellings = marked.entry(page.text.language.as_deref()).or_default();
            let range = |(from, to): &(u32, u32)| *from as usize..*to as usize;
            let texts = page.text.marks.iter().filter_map(|mark| page.text.snippet.get(range(mark)));
            spellings.extend(texts.map(str::to_lowercase));
        }
        let mut analyzer = Analyzer::new(TextOptions { stemming, ..TextOptions::default() });
        let mut found = BTreeSet::new();
        for (language, spellings) in marked {
            let language = language.and_then(Language::from_code);
            let mut terms = |text: &str| {
                let mut terms = BTreeSet::new();
                analyzer.tokens(text, language, |token| {
                    terms.insert(token.term.to_owned());
                });
                terms
            };
            let excluded: BTreeSet<String> = weights.keys().flat_map(|word| terms(word)).collect();
            let is_excluded = |spelling: &String| !terms(spelling).is_disjoint(&excluded);
            found.extend(spellings.into_iter().filter(is_excluded));
        }
        found.into_iter().collect()
    }
}

/// The frontier before a change, and the change so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FrontierBefore {
    /// The URLs with the highest priorities.
    pub(super) top: BTreeSet<UrlId>,
    /// The number of URLs.
    len: u32,
    change: FrontierChange,
}

impl From<&Frontier> for FrontierBefore {
    fn from(frontier: &Frontier) -> Self {
        Self { top: top(frontier), len: count(frontier.len()), change: FrontierChange::default() }
    }
}

impl FrontierBefore {
    /// Counts the URLs that a change added to the frontier or removed, before anything is scored again.
    pub(super) fn count_change(&mut self, frontier: &Frontier) {
        let len = count(frontier.len());
        self.change.added = len.saturating_sub(self.len);
        self.change.removed = self.len.saturating_sub(len);
    }

    /// Returns the effect of a complete change, with the number of links that were scored again.
    pub(super) fn change(&self, frontier: &Frontier, rescored: usize) -> FrontierChange {
        let new_in_top = count(top(frontier).difference(&self.top).count());
        FrontierChange { rescored: count(rescored), new_in_top, ..self.change }
    }
}

fn top(frontier: &Frontier) -> BTreeSet<UrlId> {
    frontier.top(STEERED_TOP).map(|(id, _)| id).collect()
}
