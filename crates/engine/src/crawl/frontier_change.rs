//! Reports the effect of a person's change on the frontier and on the words that are marked in texts.

use super::Crawl;
use crate::count;
use crate::graph::UrlId;
use crate::text::{Analyzer, Language, TextOptions};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits::STEERED_TOP;
use types::report::Notification;
use types::steering::{FrontierChange, Steering};

/// The frontier before a change, and the change so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FrontierBefore {
    /// The URLs with the highest priorities.
    pub(super) top: BTreeSet<UrlId>,
    /// The number of URLs.
    len: u32,
    change: FrontierChange,
}

impl Crawl {
    fn top_ids(&self) -> BTreeSet<UrlId> {
        let top = self.state.frontier.top(STEERED_TOP);
        top.map(|(id, _)| id).collect()
    }

    /// Returns the state of the frontier before a change.
    pub(super) fn frontier_before(&self) -> FrontierBefore {
        FrontierBefore { top: self.top_ids(), len: count(self.state.frontier.len()), change: FrontierChange::default() }
    }

    /// Counts the URLs that a change added to the frontier or removed, before anything is scored again.
    pub(super) fn count_change(&self, before: &mut FrontierBefore) {
        let len = count(self.state.frontier.len());
        before.change.added = len.saturating_sub(before.len);
        before.change.removed = before.len.saturating_sub(len);
    }

    /// Reports the effect of a change once it is complete, with the number of links that were scored again.
    pub(super) fn report_change(&mut self, before: &FrontierBefore, rescored: usize) {
        let new_in_top = self.top_ids().difference(&before.top).count();
        let change = FrontierChange { rescored: count(rescored), new_in_top: count(new_in_top), ..before.change };
        let notifications = &mut self.step.notifications;
        notifications.push(Notification::FrontierChanged(change));
    }

    /// Returns the spellings in which the excluded words are marked in the snippets of all pages so far, in lower case.
    pub fn excluded_spellings(&self) -> Vec<String> {
        let mut weights = BTreeMap::new();
        for (_, steering) in self.steered() {
            if let Steering::Word { word, weight } = steering {
                weights.insert(word.as_str(), *weight);
            }
        }
        let excluded = weights.into_iter().filter(|(_, weight)| *weight <= 0.0);
        let excluded: Vec<&str> = excluded.map(|(word, _)| word).collect();
        if excluded.is_empty() {
            return Vec::new();
        }
        let mut marked: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
        for page in self.pages() {
            let spellings = marked.entry(page.text.language.as_deref()).or_default();
            let range = |(from, to): &(u32, u32)| *from as usize..*to as usize;
            let marks = page.text.marks.iter().map(range);
            let texts = marks.filter_map(|range| page.text.snippet.get(range));
            spellings.extend(texts.map(str::to_lowercase));
        }
        let mut analyzer = Analyzer::new(TextOptions { stemming: self.plan.plan.stemming, ..TextOptions::default() });
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
            let wanted: BTreeSet<String> = excluded.iter().flat_map(|word| terms(word)).collect();
            let is_excluded = |spelling: &String| !terms(spelling).is_disjoint(&wanted);
            found.extend(spellings.into_iter().filter(is_excluded));
        }
        found.into_iter().collect()
    }
}
