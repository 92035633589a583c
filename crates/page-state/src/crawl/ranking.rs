//! Holds the list of results: ranked by relevance, by the probability of a trained model, or by another key; filtered
//! by words, host, origin, status and judgment; with near-duplicates folded into the page that they repeat.
//!
//! New results are inserted at once, unless the list is on hold because someone reads it (pointer, focus, scroll
//! position or open details). Held results are counted and inserted when the hold ends.

use super::CrawlState;
use super::copies::Copies;
use super::crawled_pages::CrawledPages;
use super::judgments::Judgments;
pub use super::ranking_key::{Column, RankingKey, RankingOrder};
pub use super::result_filter::{JudgmentFilter, Origin, PageStatus, ResultFilter};
use crate::library::ExportPages;
use crate::{Shared, State};
use protocol::ToWorker;
use protocol::why::WhyRequest;
use std::cmp::Ordering;
use std::rc::Rc;
use types::report::{Measures, PageRecord, RunningMeasures};
use types::url::CanonicalUrl;

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

/// Holds every page of a crawl, and the order of the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// All pages.
    pub pages: CrawledPages,
    copies: Copies,
    /// The order of the results.
    pub order: RankingOrder,
    /// The shown results as indices in the records, best first.
    shown: Vec<u32>,
    /// The held results as indices in the records, in order of arrival.
    waiting: Vec<u32>,
    holds: u8,
    filter: ResultFilter,
    /// The words of the filter, in lower case.
    words: Vec<String>,
    /// The judgments, as of the latest change that a filter by judgment needs.
    judgments: Shared<Judgments>,
    is_past: bool,
}

impl Ranking {
    /// Adds the next page of the crawl. Pages that were not read, or ask not to be shown, are kept but not listed.
    pub fn push(&mut self, record: PageRecord) {
        let at = self.add(Rc::new(record));
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

    /// Begins or ends a hold. When the last hold ends, the held results are inserted.
    pub fn hold(&mut self, why: Hold, on: bool) {
        if on {
            self.holds |= why as u8;
        } else {
            self.holds &= !(why as u8);
            if self.is_live() {
                self.insert_held();
            }
        }
    }

    /// Inserts all held results, even during a hold.
    pub fn insert_held(&mut self) {
        for at in std::mem::take(&mut self.waiting) {
            self.insert(at);
        }
    }

    /// Ranks the results by a key.
    pub fn rank_by(&mut self, key: RankingKey) {
        self.order = RankingOrder { key, is_reversed: false };
        self.list();
    }

    /// Ranks the results by a key, or reverses the order if they are ranked by it already.
    pub fn sort_by(&mut self, key: RankingKey) {
        self.order = RankingOrder { key, is_reversed: self.order.key == key && !self.order.is_reversed };
        self.list();
    }

    /// Shows the pages that pass a filter.
    pub fn filter_by(&mut self, filter: ResultFilter) {
        self.words = filter.words();
        self.filter = filter;
        self.list();
    }

    /// Shows the pages of an origin, or removes that filter.
    pub fn toggle_origin(&mut self, origin: Origin) {
        let origin = (self.filter.origin != Some(origin)).then_some(origin);
        self.filter_by(ResultFilter { origin, ..self.filter.clone() });
    }

    /// Takes new judgments, and updates the list at the changed page, or all of it if no single page has changed.
    pub(super) fn renew_judged(&mut self, judgments: Shared<Judgments>, changed: Option<&CanonicalUrl>) {
        self.judgments = judgments;
        let Some(url) = changed else {
            return self.list();
        };
        let records = self.pages.records().iter();
        let places: Vec<u32> = records.zip(0..).filter(|(record, _)| record.url == *url).map(|(_, at)| at).collect();
        for at in places {
            self.shown.retain(|shown| *shown != at);
            self.waiting.retain(|waiting| *waiting != at);
            if self.shows(at) {
                self.insert(at);
            }
        }
    }

    /// Lists all pages again, including the held ones.
    fn list(&mut self) {
        self.waiting.clear();
        let records = self.pages.records();
        let mut shown: Vec<u32> = (0..types::count(records.len())).collect();
        shown.retain(|at| self.shows(*at));
        shown.sort_by(|a, b| self.compare(&records[*a as usize], &records[*b as usize]));
        self.shown = shown;
    }

    /// Returns the results after the first `pages` pages, with the same order and filter.
    #[must_use]
    pub fn until(&self, pages: usize) -> Self {
        let pages = self.pages.until(pages);
        let mut past = Self {
            copies: self.copies.until(pages.records()),
            pages,
            holds: self.holds,
            order: self.order,
            filter: self.filter.clone(),
            words: self.words.clone(),
            judgments: self.judgments.clone(),
            is_past: true,
            ..Self::default()
        };
        past.list();
        past
    }

    /// Adds pages of the whole crawl to a past moment, up to the first `pages` of them.
    pub fn go_on(&mut self, all: &Self, pages: usize) {
        let known = self.pages.records().len();
        for record in all.pages.records().iter().take(pages).skip(known) {
            let at = self.add(Rc::clone(record));
            if self.shows(at) {
                self.insert(at);
            }
        }
    }

    /// Adds a page, and returns its index in the records.
    fn add(&mut self, record: Rc<PageRecord>) -> u32 {
        let at = types::count(self.pages.records().len());
        self.copies.count(&record);
        self.pages.push(record);
        at
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
        self.order.compare(above, below, |page| self.pages.origin(page))
    }

    /// Returns the page that a page nearly duplicates, if it passes the filter.
    fn original(&self, record: &PageRecord) -> Option<&Rc<PageRecord>> {
        let original = self.pages.get(record.near_duplicate_of?)?;
        self.passes(original).then_some(original)
    }

    /// Returns whether a page is listed: it passes the filter and is not folded into another page.
    fn shows(&self, at: u32) -> bool {
        let Some(record) = self.pages.records().get(at as usize) else {
            return false;
        };
        let is_open = |original: &Rc<PageRecord>| self.copies.is_unfolded(original.n);
        self.passes(record) && self.original(record).is_none_or(is_open)
    }

    /// Returns the pages that pass the filter, each with the measures of those pages up to it. A page is good from the
    /// relevance `good`.
    pub fn measured(&self, good: f64) -> impl Iterator<Item = (&Rc<PageRecord>, Measures)> {
        let mut running = RunningMeasures::new(good);
        let passing = self.pages.records().iter().filter(|record| self.passes(record));
        passing.map(move |record| (record, running.count(record.relevance)))
    }

    /// Returns whether a page passes the filter.
    pub fn passes(&self, record: &PageRecord) -> bool {
        let origin = |wanted| self.pages.origin(record) == wanted;
        self.filter.origin.is_none_or(origin) && self.filter.passes(record, &self.words, &self.judgments)
    }

    /// Shows the copies of page `n` below it, or folds them.
    pub fn toggle_copies(&mut self, n: u32) {
        self.copies.toggle(n);
        self.list();
    }

    /// Returns the number of copies of page `n`, and whether they are shown.
    pub fn copies_of(&self, n: u32) -> (u32, bool) {
        self.copies.count_of(n)
    }

    /// Returns the number of folded copies that pass the filter.
    pub fn folded_copies(&self) -> u32 {
        let is_folded = |copy: &&Rc<PageRecord>| {
            let original = self.original(copy);
            original.is_some_and(|original| !self.copies.is_unfolded(original.n)) && self.passes(copy)
        };
        types::count(self.pages.records().iter().filter(is_folded).count())
    }

    /// Returns whether a page is shown below the page that it repeats.
    pub fn is_copy(&self, record: &PageRecord) -> bool {
        self.original(record).is_some()
    }

    /// Returns the filter.
    pub fn filter(&self) -> &ResultFilter {
        &self.filter
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
        self.shown.get(place).and_then(|at| self.pages.records().get(*at as usize))
    }

    /// Returns the index of page `n` in the list, from 0.
    pub fn index_of(&self, n: u32) -> Option<usize> {
        (0..self.shown.len()).find(|place| self.at(*place).is_some_and(|record| record.n == n))
    }

    fn insert(&mut self, at: u32) {
        let Some(new) = self.pages.records().get(at as usize) else {
            return;
        };
        let goes_before = |other: &u32| {
            let old = self.pages.records().get(*other as usize);
            old.is_some_and(|old| self.compare(old, new).is_lt())
        };
        let place = self.shown.partition_point(goes_before);
        self.shown.insert(place, at);
    }
}

/// Returns the paced results, or the latest ones if their filter differs.
pub fn unless_filtered(paced: Shared<Ranking>, latest: &Shared<Ranking>) -> Shared<Ranking> {
    if paced.filter() == latest.filter() { paced } else { latest.clone() }
}

/// An action on the list of results.
#[derive(Clone)]
pub enum ResultsAction {
    /// Begins or ends a hold on the list.
    Hold(Hold, bool),
    /// Inserts the held results.
    InsertHeld,
    /// Ranks the results by this key.
    RankBy(RankingKey),
    /// Ranks the results by this key, or reverses the order if they are ranked by it already.
    SortBy(RankingKey),
    /// Filters the results.
    Filter(ResultFilter),
    /// Changes the filter of the results.
    EditFilter(Rc<dyn Fn(&mut ResultFilter)>),
    /// Filters the results by this origin, or removes that filter.
    ToggleOrigin(Origin),
    /// Shows or folds the copies of this page.
    ToggleCopies(u32),
    /// Fetches a page again whose text was not saved.
    FetchText(Box<WhyRequest>),
}

impl State {
    /// Holds the list while a result is open in it.
    pub(crate) fn hold_open(&mut self) {
        let open = self.screen.open;
        self.crawl.ranking.change(|ranking| {
            let is_listed = open.is_some_and(|n| ranking.index_of(n).is_some());
            ranking.hold(Hold::Open, is_listed);
        });
    }

    /// Preselects the pages of an export after a change of the filter: those that it lists, or all without one.
    fn export_listed(&mut self) {
        let is_filtered = !self.crawl.ranking.filter().is_empty();
        let pages = if is_filtered { ExportPages::Listed } else { ExportPages::Crawl };
        // A filter changes with each key, and the library is large.
        if self.library.exports.pages != pages {
            self.library.change(|library| library.exports.pages = pages);
        }
    }

    pub(crate) fn apply_results(&mut self, action: ResultsAction) {
        match action {
            ResultsAction::Hold(why, on) => return self.crawl.hold_results(why, on),
            ResultsAction::FetchText(request) => {
                return self.send(ToWorker::Why(Box::new(WhyRequest { again: true, ..*request })));
            }
            ResultsAction::InsertHeld => self.crawl.ranking.change(Ranking::insert_held),
            ResultsAction::EditFilter(change) => {
                let mut filter = self.crawl.ranking.filter().clone();
                change(&mut filter);
                return self.apply_results(ResultsAction::Filter(filter));
            }
            ResultsAction::Filter(filter) => {
                self.end_toast();
                let judgments = self.crawl.judgments.clone();
                self.crawl.ranking.change(|ranking| {
                    ranking.judgments = judgments;
                    ranking.filter_by(filter);
                });
                self.export_listed();
                self.hold_open();
            }
            ResultsAction::ToggleOrigin(origin) => {
                self.crawl.ranking.change(|ranking| ranking.toggle_origin(origin));
                self.export_listed();
                self.hold_open();
            }
            ResultsAction::ToggleCopies(n) => {
                self.crawl.ranking.change(|ranking| ranking.toggle_copies(n));
                self.hold_open();
            }
            ResultsAction::SortBy(key) => self.crawl.ranking.change(|ranking| ranking.sort_by(key)),
            ResultsAction::RankBy(key) => self.crawl.ranking.change(|ranking| ranking.rank_by(key)),
        }
        if let Some(replay) = &mut self.crawl.replay {
            replay.ranking = Rc::new(self.crawl.ranking.until(replay.at as usize)).into();
        }
    }
}

impl CrawlState {
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
