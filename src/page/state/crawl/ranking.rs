//! Holds the list of results: ranked by relevance, by the probability of a trained model, or by another key; filtered by words, host,
//! origin and status; with near-duplicates folded into the page that they repeat.
//!
//! New results are inserted at once, unless the list is on hold because someone reads it (pointer, focus, scroll position or open details).
//! Held results are counted and inserted when the hold ends.

pub use super::ranking_key::RankingKey;
pub use super::result_filter::{Origin, PageStatus, ResultFilter};
use crate::page::state::{Shared, State};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::report::{FetchOutcome, Measures, PageRecord, RunningMeasures};

/// The reason that the list is on hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The pointer is over it.
    Pointer = 1,
    /// The keyboard focus is in it.
    Focus = 2,
    /// It is scrolled past its head.
    Scrolled = 4,
    /// A result is open.
    Open = 8,
    /// A result is open in the reader.
    Reader = 16,
}

/// The number of pages that count as the best of a crawl.
const BEST: usize = 10;

/// Holds every page of a crawl, and the order of the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    records: Vec<Rc<PageRecord>>,
    /// The seed from which each page was reached, by index in `records`.
    seeds: Vec<u32>,
    /// The shown results as indices in `records`, best first.
    shown: Vec<u32>,
    /// The held results as indices in `records`, in order of arrival.
    waiting: Vec<u32>,
    holds: u8,
    key: RankingKey,
    /// The order is reversed.
    is_reversed: bool,
    filter: ResultFilter,
    /// The words of the filter, in lower case.
    words: Vec<String>,
    has_probabilities: bool,
    /// The number of pages that were read, and of those that ask not to be shown.
    read: (u32, u32),
    is_past: bool,
    /// The number of pages that spiders fetched.
    by_spiders: u32,
    /// The number of pages that have next to no text without JavaScript.
    unrendered: u32,
    /// The number of near-duplicates of each page.
    copies: BTreeMap<u32, u32>,
    /// The pages whose copies are shown below them.
    unfolded: BTreeSet<u32>,
}

impl Ranking {
    /// Adds the next page of the crawl. Pages that were not read, or ask not to be shown, are kept but not listed.
    pub fn take(&mut self, record: PageRecord) {
        let Ok(at) = u32::try_from(self.records.len()) else {
            return;
        };
        let parent = record
            .discovery
            .parent
            .and_then(|parent| self.seed_of(parent));
        self.seeds.push(parent.unwrap_or(record.n));
        self.count(&record);
        self.has_probabilities |= record.probability().is_some();
        self.records.push(Rc::new(record));
        if !self.shows(at) {
            return;
        }
        // An empty list can be filled at any time, because nothing in it can move.
        if self.is_live() || self.shown.is_empty() {
            self.insert(at);
        } else {
            self.waiting.push(at);
        }
    }

    fn count(&mut self, record: &PageRecord) {
        self.read.0 += u32::from(record.outcome.is_read());
        self.read.1 += u32::from(record.outcome == FetchOutcome::NoIndex);
        self.unrendered += u32::from(record.outcome == FetchOutcome::NeedsScript);
        self.by_spiders += u32::from(record.spider.is_some());
        if let Some(original) = record
            .near_duplicate_of
            .filter(|_| record.outcome.is_listed())
        {
            *self.copies.entry(original).or_default() += 1;
        }
    }

    /// Begins or ends a hold. When the last hold ends, the held results are inserted.
    pub fn hold(&mut self, why: Hold, on: bool) {
        if on {
            self.holds |= why as u8;
        } else {
            self.holds &= !(why as u8);
            if self.is_live() {
                self.settle();
            }
        }
    }

    /// Inserts all held results, even during a hold.
    pub fn settle(&mut self) {
        for at in std::mem::take(&mut self.waiting) {
            self.insert(at);
        }
    }

    /// Ranks the results by a key.
    pub fn rank_by(&mut self, key: RankingKey) {
        (self.key, self.is_reversed) = (key, false);
        self.list();
    }

    /// Ranks the results by a key, or reverses the order if they are ranked by it already.
    pub fn sort_by(&mut self, key: RankingKey) {
        self.is_reversed = self.key == key && !self.is_reversed;
        self.key = key;
        self.list();
    }

    /// Returns whether the order is reversed.
    pub fn is_reversed(&self) -> bool {
        self.is_reversed
    }

    /// Shows the pages that pass a filter.
    pub fn filter_by(&mut self, filter: ResultFilter) {
        self.words = filter.words();
        self.filter = filter;
        self.list();
    }

    /// Lists all pages again, including the held ones.
    fn list(&mut self) {
        self.waiting.clear();
        let all = 0..u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        let mut shown: Vec<u32> = all.filter(|at| self.shows(*at)).collect();
        shown.sort_by(|a, b| self.compare(&self.records[*a as usize], &self.records[*b as usize]));
        self.shown = shown;
    }

    /// Returns the results after the first `pages` pages, with the same order and filter.
    #[must_use]
    pub fn until(&self, pages: usize) -> Self {
        let pages = pages.min(self.records.len());
        let mut past = Self {
            records: self.records[..pages].to_vec(),
            seeds: self.seeds[..pages].to_vec(),
            holds: self.holds,
            key: self.key,
            is_reversed: self.is_reversed,
            unfolded: self.unfolded.clone(),
            filter: self.filter.clone(),
            words: self.words.clone(),
            has_probabilities: self.has_probabilities,
            is_past: true,
            ..Self::default()
        };
        for record in &self.records[..pages] {
            past.count(record);
        }
        past.list();
        past
    }

    /// Adds pages of the whole crawl to a past moment, up to the first `pages` of them.
    pub fn go_on(&mut self, all: &Self, pages: usize) {
        let pages = pages.min(all.records.len());
        for at in self.records.len()..pages {
            let record = Rc::clone(&all.records[at]);
            self.count(&record);
            self.records.push(record);
            self.seeds.push(all.seeds[at]);
            let at = types::count(at);
            if self.shows(at) {
                self.insert(at);
            }
        }
    }

    /// Returns whether a spider fetched one of the pages.
    pub fn has_spiders(&self) -> bool {
        self.by_spiders > 0
    }

    /// Returns whether these are the results of a past moment.
    pub fn is_past(&self) -> bool {
        self.is_past
    }

    /// Compares two shown pages. Copies follow the page that they repeat.
    fn compare(&self, one: &PageRecord, other: &PageRecord) -> Ordering {
        let place = |record| self.original(record).map_or(record, |original| &**original);
        let (above, below) = (place(one), place(other));
        if above.n == below.n {
            return one.n.cmp(&other.n);
        }
        let origins = match self.key {
            RankingKey::Origin => self.origin(above).cmp(&self.origin(below)),
            _ => Ordering::Equal,
        };
        let order = origins.then_with(|| self.key.compare(above, below));
        if self.is_reversed {
            order.reverse()
        } else {
            order
        }
    }

    /// Returns the page that a page nearly duplicates, if it passes the filter.
    fn original(&self, record: &PageRecord) -> Option<&Rc<PageRecord>> {
        let original = self.page(record.near_duplicate_of?)?;
        self.passes(original).then_some(original)
    }

    /// Returns whether a page is listed: it passes the filter and is not folded into another page.
    fn shows(&self, at: u32) -> bool {
        let Some(record) = self.records.get(at as usize) else {
            return false;
        };
        let is_open = |original: &Rc<PageRecord>| self.unfolded.contains(&original.n);
        self.passes(record) && self.original(record).is_none_or(is_open)
    }

    /// Returns the pages that pass the filter, each with the measures of those pages up to it. A page is good from the relevance `good`.
    pub fn measured(&self, good: f64) -> impl Iterator<Item = (&Rc<PageRecord>, Measures)> {
        let mut running = RunningMeasures::new(good);
        let passing = self.records.iter().filter(|record| self.passes(record));
        passing.map(move |record| (record, running.count(record.relevance)))
    }

    /// Returns whether a page passes the filter.
    pub fn passes(&self, record: &PageRecord) -> bool {
        let origin = |wanted| self.origin(record) == wanted;
        self.filter.origin.is_none_or(origin) && self.filter.passes(record, &self.words)
    }

    /// Shows the copies of page `n` below it, or folds them.
    pub fn toggle_copies(&mut self, n: u32) {
        if !self.unfolded.remove(&n) {
            self.unfolded.insert(n);
        }
        self.list();
    }

    /// Returns the number of copies of page `n`, and whether they are shown.
    pub fn copies(&self, n: u32) -> (u32, bool) {
        let copies = self.copies.get(&n).copied().unwrap_or_default();
        (copies, self.unfolded.contains(&n))
    }

    /// Returns the number of folded copies in the whole list.
    pub fn folded(&self) -> u32 {
        let folded = self.copies.iter();
        let folded = folded.filter(|(n, _)| !self.unfolded.contains(n));
        folded.map(|(_, copies)| copies).sum()
    }

    /// Returns whether a page is shown below the page that it repeats.
    pub fn is_copy(&self, record: &PageRecord) -> bool {
        self.original(record).is_some()
    }

    /// Returns the filter.
    pub fn filter(&self) -> &ResultFilter {
        &self.filter
    }

    /// Returns the origin of a page of this crawl.
    pub fn origin(&self, record: &PageRecord) -> Origin {
        let seed = || self.seed_of(record.n).unwrap_or(record.n);
        record
            .spider
            .map_or_else(|| Origin::Seed(seed()), Origin::Spider)
    }

    /// Returns the record of the seed from which page `n` was reached.
    pub fn seed_of(&self, n: u32) -> Option<u32> {
        let found = self.records.binary_search_by_key(&n, |record| record.n);
        found.ok().and_then(|at| self.seeds.get(at).copied())
    }

    /// Returns the key by which the results are ranked.
    pub fn key(&self) -> RankingKey {
        self.key
    }

    /// Returns true if the strategy predicted a probability for any page.
    pub fn has_probabilities(&self) -> bool {
        self.has_probabilities
    }

    /// Returns whether this hold is on.
    pub fn is_held(&self, why: Hold) -> bool {
        self.holds & why as u8 != 0
    }

    /// Returns whether new results are inserted at once, because nothing holds the list.
    pub fn is_live(&self) -> bool {
        self.holds == 0
    }

    /// Returns the number of held results.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the number of pages that were read.
    pub fn read(&self) -> u32 {
        self.read.0
    }

    /// Returns the number of pages with almost no text without JavaScript.
    pub fn unrendered(&self) -> u32 {
        self.unrendered
    }

    /// Returns the number of pages that were read but ask not to be shown.
    pub fn unlisted(&self) -> u32 {
        self.read.1
    }

    /// Returns the number of shown results.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Returns whether no result is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Returns the result at an index of the list, from 0.
    pub fn at(&self, place: usize) -> Option<&Rc<PageRecord>> {
        self.shown
            .get(place)
            .and_then(|at| self.records.get(*at as usize))
    }

    /// Returns the index of page `n` in the list, from 0.
    pub fn index_of(&self, n: u32) -> Option<usize> {
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
            // A parent has a smaller number than its child, so the loop ends even if a message is wrong.
            next = record.discovery.parent.filter(|parent| *parent < record.n);
        }
        path.reverse();
        path
    }

    /// Returns all pages in crawl order.
    pub fn records(&self) -> &[Rc<PageRecord>] {
        &self.records
    }

    fn insert(&mut self, at: u32) {
        let Some(new) = self.records.get(at as usize) else {
            return;
        };
        let goes_before = |other: &u32| {
            let old = self.records.get(*other as usize);
            old.is_some_and(|old| self.compare(old, new).is_lt())
        };
        let place = self.shown.partition_point(goes_before);
        self.shown.insert(place, at);
    }
}

/// Returns the paced results, or the latest ones if their filter differs.
pub(crate) fn unless_filtered(paced: Shared<Ranking>, latest: &Shared<Ranking>) -> Shared<Ranking> {
    if paced.filter() == latest.filter() {
        paced
    } else {
        latest.clone()
    }
}

/// Returns the ten most relevant pages of a crawl without copies, the best first.
pub fn most_relevant(pages: &[Rc<PageRecord>]) -> Vec<&Rc<PageRecord>> {
    let is_own =
        |page: &&Rc<PageRecord>| page.outcome.is_listed() && page.near_duplicate_of.is_none();
    let mut best: Vec<_> = pages.iter().filter(is_own).collect();
    best.sort_by(|one, other| other.relevance.total_cmp(&one.relevance));
    best.truncate(BEST);
    best
}

/// An action on the list of results.
#[derive(Clone)]
pub enum ResultsAction {
    /// Begins or ends a hold on the list.
    Hold(Hold, bool),
    /// Inserts the held results.
    Settle,
    /// Ranks the results by this key.
    RankBy(RankingKey),
    /// Ranks the results by this key, or reverses the order if they are ranked by it already.
    SortBy(RankingKey),
    /// Filters the results.
    Filter(ResultFilter),
    /// Filters the results by this origin, or removes that filter.
    ToggleOrigin(Origin),
    /// Shows or folds the copies of this page.
    ToggleCopies(u32),
}

impl State {
    /// Holds the list while a result is open in it.
    pub(in crate::page::state) fn hold_open(&mut self) {
        let open = self.screen.open;
        self.ranking.change(|ranking| {
            let is_listed = open.is_some_and(|n| ranking.index_of(n).is_some());
            ranking.hold(Hold::Open, is_listed);
        });
    }

    pub(in crate::page::state) fn apply_results(&mut self, action: ResultsAction) {
        match action {
            ResultsAction::Hold(why, on) => return self.hold_results(why, on),
            ResultsAction::Settle => self.ranking.change(Ranking::settle),
            ResultsAction::Filter(filter) => {
                self.ranking.change(|ranking| ranking.filter_by(filter));
                self.hold_open();
            }
            ResultsAction::ToggleOrigin(origin) => {
                let filter = self.ranking.filter();
                let filter = ResultFilter {
                    origin: (filter.origin != Some(origin)).then_some(origin),
                    ..filter.clone()
                };
                return self.apply_results(ResultsAction::Filter(filter));
            }
            ResultsAction::ToggleCopies(n) => {
                self.ranking.change(|ranking| ranking.toggle_copies(n));
                self.hold_open();
            }
            ResultsAction::SortBy(key) => self.ranking.change(|ranking| ranking.sort_by(key)),
            ResultsAction::RankBy(key) => self.ranking.change(|ranking| ranking.rank_by(key)),
        }
        if let Some(replay) = &mut self.replay {
            replay.ranking = Rc::new(self.ranking.until(replay.at as usize)).into();
        }
    }

    /// Begins or ends a hold on the list, and on that of the replay.
    fn hold_results(&mut self, why: Hold, on: bool) {
        let past = self.replay.as_mut().map(|replay| &mut replay.ranking);
        for ranking in [Some(&mut self.ranking), past].into_iter().flatten() {
            if ranking.is_held(why) != on {
                ranking.change(|ranking| ranking.hold(why, on));
            }
        }
    }
}
