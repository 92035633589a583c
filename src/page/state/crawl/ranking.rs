//! The list of results, by relevance or by the probability that a trained model gives each page.
//!
//! New results take their places at once, unless the list is held because someone reads it (pointer, focus, scroll
//! position or open details). Held results are counted and inserted when the hold ends.

use crate::page::state::State;
use std::rc::Rc;
use types::report::{FetchOutcome, PageRecord};

/// The reason that the list must not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The pointer is over it.
    Pointer = 1,
    /// The keyboard focus is in it.
    Focus = 2,
    /// It is scrolled past its head.
    Scrolled = 4,
    /// A result is unfolded.
    Open = 8,
}

/// The value by which results are ranked, largest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankingKey {
    /// The similarity to the topic.
    #[default]
    Relevance,
    /// The strategy's probability that the page is relevant (Tsay §4). Pages without one come last.
    Probability,
}

impl RankingKey {
    fn value(self, record: &PageRecord) -> f64 {
        match self {
            Self::Relevance => record.relevance,
            Self::Probability => record.probability().unwrap_or(-1.0),
        }
    }
}

/// Every page of a crawl, and the order in which those that were read are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    records: Vec<Rc<PageRecord>>,
    /// Places in `records`, best first.
    shown: Vec<u32>,
    /// Places in `records` that wait for the end of a hold, in order of arrival.
    waiting: Vec<u32>,
    holds: u8,
    key: RankingKey,
    has_probabilities: bool,
    /// Pages that were read, and those of them that ask not to be shown.
    read: (u32, u32),
}

impl Ranking {
    /// Takes in the next page of the crawl. A page that was not read, or asks not to be shown, is kept but has no place.
    pub fn take(&mut self, record: PageRecord) {
        let Ok(at) = u32::try_from(self.records.len()) else {
            return;
        };
        let place = record.outcome == FetchOutcome::Read;
        self.read.0 += u32::from(record.outcome.is_read());
        self.read.1 += u32::from(record.outcome == FetchOutcome::NoIndex);
        self.has_probabilities |= record.probability().is_some();
        self.records.push(Rc::new(record));
        if !place {
            return;
        }
        // An empty list has nothing that could jump.
        if self.holds == 0 || self.shown.is_empty() {
            self.insert(at);
        } else {
            self.waiting.push(at);
        }
    }

    /// Begins or ends a hold; when the last one ends, what waited takes its place.
    pub fn hold(&mut self, why: Hold, on: bool) {
        if on {
            self.holds |= why as u8;
        } else {
            self.holds &= !(why as u8);
            if self.holds == 0 {
                self.settle();
            }
        }
    }

    /// Gives everything that waits its place, whatever holds.
    pub fn settle(&mut self) {
        for at in std::mem::take(&mut self.waiting) {
            self.insert(at);
        }
    }

    /// Ranks the results by another value.
    pub fn rank_by(&mut self, key: RankingKey) {
        self.key = key;
        self.shown.append(&mut self.waiting);
        let value = |at: &u32| self.records.get(*at as usize).map(|of| key.value(of));
        let value = |at: &u32| value(at).unwrap_or_default();
        self.shown
            .sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)));
    }

    /// Returns the value by which the results are ranked.
    pub fn key(&self) -> RankingKey {
        self.key
    }

    /// Returns true if the strategy predicts a probability for any page.
    pub fn has_probabilities(&self) -> bool {
        self.has_probabilities
    }

    /// Returns whether this hold is on.
    pub fn is_held(&self, why: Hold) -> bool {
        self.holds & why as u8 != 0
    }

    /// Returns how many results wait for their places.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns how many pages were read.
    pub fn read(&self) -> u32 {
        self.read.0
    }

    /// Returns how many pages were read that ask not to be shown.
    pub fn unlisted(&self) -> u32 {
        self.read.1
    }

    /// Returns how many results are shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Returns whether no result is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Returns the result at a place of the list, from 0.
    pub fn at(&self, place: usize) -> Option<&Rc<PageRecord>> {
        self.shown
            .get(place)
            .and_then(|at| self.records.get(*at as usize))
    }

    /// Returns the place in the list of page `n`, from 0.
    pub fn place_of(&self, n: u32) -> Option<usize> {
        (0..self.shown.len()).find(|place| self.at(*place).is_some_and(|record| record.n == n))
    }

    /// Returns page `n` of the crawl.
    pub fn page(&self, n: u32) -> Option<&Rc<PageRecord>> {
        let found = self.records.binary_search_by_key(&n, |record| record.n);
        found.ok().and_then(|at| self.records.get(at))
    }

    /// Returns the pages from the seed to this one, the seed first, this one last.
    pub fn path(&self, n: u32) -> Vec<Rc<PageRecord>> {
        let mut path = Vec::new();
        let mut next = Some(n);
        while let Some(record) = next.and_then(|n| self.page(n)) {
            path.push(Rc::clone(record));
            // A parent came before its child: whatever a message says, this ends.
            next = record.discovery.parent.filter(|parent| *parent < record.n);
        }
        path.reverse();
        path
    }

    /// Returns all pages in the order of the crawl.
    pub fn records(&self) -> &[Rc<PageRecord>] {
        &self.records
    }

    fn insert(&mut self, at: u32) {
        let Some(new) = self.records.get(at as usize) else {
            return;
        };
        let value = self.key.value(new);
        let goes_before = |other: &u32| {
            self.records
                .get(*other as usize)
                .is_some_and(|old| self.key.value(old) >= value)
        };
        let place = self.shown.partition_point(goes_before);
        self.shown.insert(place, at);
    }
}

/// An action on the list of results.
#[derive(Clone, Copy)]
pub enum ResultsAction {
    /// A hold on the list begins or ends.
    Hold(Hold, bool),
    /// Pages that wait take their places.
    Settle,
    /// The results are ranked by this value.
    RankBy(RankingKey),
}

impl State {
    pub(in crate::page::state) fn apply_results(&mut self, action: ResultsAction) {
        match action {
            ResultsAction::Hold(why, on) if self.ranking.is_held(why) == on => {}
            ResultsAction::Hold(why, on) => self.ranking.change(|ranking| ranking.hold(why, on)),
            ResultsAction::Settle => self.ranking.change(Ranking::settle),
            ResultsAction::RankBy(key) => self.ranking.change(|ranking| ranking.rank_by(key)),
        }
    }
}
