//! Holds the changes that the person made to a running crawl, and which of them are in effect.

use protocol::steer::Change;
use types::spec::StrategySpec;
use types::steering::{Steering, is_same_word, is_usual};

/// Holds the changes of a crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    list: Vec<(u32, Steering)>,
    /// The weighted words, in order of the changes.
    words: Vec<(String, f64)>,
    left_out: Vec<String>,
    /// The strategy before the first switch, if it is known.
    first: Option<StrategySpec>,
}

impl Changes {
    /// Creates the empty list of a resumed crawl; `first` is its first strategy, if it was replaced.
    pub fn since(first: Option<StrategySpec>) -> Self {
        Self { first, ..Self::default() }
    }

    /// Returns the changes that were made when at most `pages` pages were done.
    #[must_use]
    pub fn until(&self, pages: u32) -> Self {
        let mut until = Self::since(self.first.clone());
        for (done, steering) in self.list.iter().filter(|(done, _)| *done <= pages) {
            until.record(*done, steering.clone(), None);
        }
        until
    }

    /// Records a change; `done` is the number of pages done before it, `before` the previous strategy, if that is
    /// known.
    pub fn record(&mut self, done: u32, steering: Steering, before: Option<StrategySpec>) {
        match &steering {
            Steering::Word { word, weight } => self.weigh(word, *weight),
            Steering::Drop(rule) | Steering::Unreadable(rule, _) => {
                self.left_out.push(rule.to_string());
            }
            Steering::Admit(rule) => {
                let rule = rule.to_string();
                self.left_out.retain(|known| *known != rule);
            }
            Steering::Strategy(_) if self.switches().next().is_none() => {
                self.first = self.first.take().or(before);
            }
            Steering::Judged { .. }
            | Steering::Strategy(_)
            | Steering::Seeds(_)
            | Steering::FoundSeeds { .. }
            | Steering::SpareSeed(_)
            | Steering::Budget(_)
            | Steering::Speed(_) => {}
        }
        self.list.push((done, steering));
    }

    fn weigh(&mut self, word: &str, weight: f64) {
        match self.words.iter_mut().find(|(known, _)| is_same_word(known, word)) {
            Some((_, known)) => *known = weight,
            None => self.words.push((word.to_owned(), weight)),
        }
        self.words.retain(|(_, weight)| !is_usual(*weight));
    }

    /// Returns all changes, each with the number of pages done before it.
    pub fn list(&self) -> &[(u32, Steering)] {
        &self.list
    }

    /// Returns the factor of a word's weight.
    pub fn weight(&self, word: &str) -> f64 {
        self.words.iter().find(|(known, _)| is_same_word(known, word)).map_or(1.0, |(_, weight)| *weight)
    }

    /// Returns the words whose weight was changed.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|(word, _)| word.as_str())
    }

    /// Returns whether a host or a path was excluded.
    pub fn is_left_out(&self, rule: &str) -> bool {
        self.left_out.iter().any(|known| known == rule)
    }

    /// Returns the strategy that selected page `n`: that of the last switch before it, or `now` if there was no switch.
    /// Returns none if it is unknown.
    pub fn spec_at(&self, n: u32, now: StrategySpec) -> Option<StrategySpec> {
        let before = self.switches().filter(|(done, _)| *done < n).last();
        match before {
            Some((_, spec)) => Some(spec),
            // In a replay, the list lacks the switches after the visible moment, so `now` would be wrong.
            None if self.first.is_some() || self.switches().next().is_some() => self.first.clone(),
            None => Some(now),
        }
    }

    fn switches(&self) -> impl Iterator<Item = (u32, StrategySpec)> {
        self.list.iter().filter_map(|(done, steering)| match steering {
            Steering::Strategy(spec) => Some((*done, spec.clone())),
            _ => None,
        })
    }

    /// Returns the change that reverts the change at an index, if that is in effect and can be reverted.
    pub fn undo_of(&self, at: usize) -> Option<Change> {
        let (_, steering) = self.list.get(at)?;
        let mut later = self.list.get(at + 1..)?.iter();
        let is_in_effect = !later.any(|(_, one)| one.replaces(steering));
        let inverse = is_in_effect.then(|| steering.inverse(self.before_last()))?;
        Some(inverse?.to_texts())
    }

    /// Returns the strategy before the last switch, if it is known.
    fn before_last(&self) -> Option<StrategySpec> {
        let switches: Vec<_> = self.switches().collect();
        match switches.as_slice() {
            [.., (_, before), _] => Some(before.clone()),
            _ => self.first.clone(),
        }
    }
}
