//! The list of results: ranked by relevance, by the probability that a trained model gives each page, or otherwise; filtered by words, host and
//! origin.
//!
//! New results take their places at once, unless the list is held because someone reads it (pointer, focus, scroll
//! position or open details). Held results are counted and inserted when the hold ends.

use crate::page::state::State;
use std::cmp::Ordering;
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
    /// A result is read in the reader.
    Reader = 16,
}

/// The order of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankingKey {
    /// The similarity to the topic.
    #[default]
    Relevance,
    /// The strategy's probability that the page is relevant (Tsay §4). Pages without one come last.
    Probability,
    /// The time of the fetch, the latest first.
    Latest,
    /// The host in alphabetical order, within it by relevance.
    Host,
}

impl RankingKey {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Relevance, Self::Probability, Self::Latest, Self::Host];

    /// Compares two pages: the one that stands first is less.
    fn compare(self, one: &PageRecord, other: &PageRecord) -> Ordering {
        let by_relevance = || other.relevance.total_cmp(&one.relevance);
        let probability = |page: &PageRecord| page.probability().unwrap_or(-1.0);
        let order = match self {
            Self::Relevance => by_relevance(),
            Self::Probability => probability(other).total_cmp(&probability(one)),
            Self::Latest => other.n.cmp(&one.n),
            Self::Host => {
                let hosts = one.url.host().cmp(other.url.host());
                hosts.then_with(by_relevance)
            }
        };
        order.then(one.n.cmp(&other.n))
    }
}

/// The spider that fetched a page, or the seed from which it was reached where the strategy has no spiders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The spider of this number.
    Spider(u32),
    /// The seed with this record.
    Seed(u32),
}

/// The pages that the list shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultFilter {
    /// Words that all occur in title, URL or snippet, in any case.
    pub text: String,
    /// The only host.
    pub host: Option<String>,
    /// The only origin.
    pub origin: Option<Origin>,
}

impl ResultFilter {
    /// Returns whether it shows every page.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.host.is_none() && self.origin.is_none()
    }

    /// Returns its words in lower case.
    fn words(&self) -> Vec<String> {
        let words = self.text.split_whitespace();
        words.map(str::to_lowercase).collect()
    }
}

/// Returns whether all words occur in title, URL or snippet.
fn has_words(record: &PageRecord, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let texts = [
        &*record.text.title,
        record.url.as_str(),
        &*record.text.snippet,
    ];
    let text = texts.join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// Every page of a crawl, and the order in which those that were read are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    records: Vec<Rc<PageRecord>>,
    /// The record of the seed from which each page was reached, by place in `records`.
    seeds: Vec<u32>,
    /// Places in `records`, best first.
    shown: Vec<u32>,
    /// Places in `records` that wait for the end of a hold, in order of arrival.
    waiting: Vec<u32>,
    holds: u8,
    key: RankingKey,
    filter: ResultFilter,
    /// The words of the filter, in lower case.
    words: Vec<String>,
    has_probabilities: bool,
    /// Pages that were read, and those of them that ask not to be shown.
    read: (u32, u32),
    is_past: bool,
}

impl Ranking {
    /// Takes in the next page of the crawl. A page that was not read, or asks not to be shown, is kept but has no place.
    pub fn take(&mut self, record: PageRecord) {
        let Ok(at) = u32::try_from(self.records.len()) else {
            return;
        };
        let parent = record
            .discovery
            .parent
            .and_then(|parent| self.seed_of(parent));
        self.seeds.push(parent.unwrap_or(record.n));
        self.read.0 += u32::from(record.outcome.is_read());
        self.read.1 += u32::from(record.outcome == FetchOutcome::NoIndex);
        self.has_probabilities |= record.probability().is_some();
        self.records.push(Rc::new(record));
        if !self.shows(at) {
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
        self.list();
    }

    /// Shows the pages that pass a filter.
    pub fn filter_by(&mut self, filter: ResultFilter) {
        self.words = filter.words();
        self.filter = filter;
        self.list();
    }

    /// Lists all pages anew, those that waited among them.
    fn list(&mut self) {
        self.waiting.clear();
        let all = 0..u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        let mut shown: Vec<u32> = all.filter(|at| self.shows(*at)).collect();
        let (records, key) = (&self.records, self.key);
        shown.sort_by(|a, b| key.compare(&records[*a as usize], &records[*b as usize]));
        self.shown = shown;
    }

    /// Returns the results as they were after the first `pages` pages, in the same order and through the same filter.
    #[must_use]
    pub fn until(&self, pages: usize) -> Self {
        let pages = pages.min(self.records.len());
        let records = self.records[..pages].to_vec();
        let are = |is: fn(&PageRecord) -> bool| {
            types::count(records.iter().filter(|record| is(record)).count())
        };
        let mut past = Self {
            read: (
                are(|record| record.outcome.is_read()),
                are(|record| record.outcome == FetchOutcome::NoIndex),
            ),
            seeds: self.seeds[..pages].to_vec(),
            records,
            shown: Vec::new(),
            waiting: Vec::new(),
            holds: 0,
            key: self.key,
            filter: self.filter.clone(),
            words: self.words.clone(),
            has_probabilities: self.has_probabilities,
            is_past: true,
        };
        past.list();
        past
    }

    /// Returns whether these are the results of a past moment.
    pub fn is_past(&self) -> bool {
        self.is_past
    }

    /// Returns whether a page was read, may be shown and passes the filter.
    fn shows(&self, at: u32) -> bool {
        let Some(record) = self.records.get(at as usize) else {
            return false;
        };
        record.outcome.is_listed() && self.passes(record)
    }

    fn passes(&self, record: &PageRecord) -> bool {
        let ResultFilter { host, origin, .. } = &self.filter;
        let is_host = |host: &String| record.url.host() == host;
        origin.is_none_or(|origin| origin == self.origin(record))
            && host.as_ref().is_none_or(is_host)
            && has_words(record, &self.words)
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
    fn seed_of(&self, n: u32) -> Option<u32> {
        let found = self.records.binary_search_by_key(&n, |record| record.n);
        found.ok().and_then(|at| self.seeds.get(at).copied())
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
        let goes_before = |other: &u32| {
            let old = self.records.get(*other as usize);
            old.is_some_and(|old| self.key.compare(old, new).is_lt())
        };
        let place = self.shown.partition_point(goes_before);
        self.shown.insert(place, at);
    }
}

/// An action on the list of results.
#[derive(Clone)]
pub enum ResultsAction {
    /// A hold on the list begins or ends.
    Hold(Hold, bool),
    /// Pages that wait take their places.
    Settle,
    /// The results are ranked by this value.
    RankBy(RankingKey),
    /// The results are filtered.
    Filter(ResultFilter),
}

impl State {
    /// Holds the list while a page is unfolded in it.
    pub(in crate::page::state) fn hold_open(&mut self) {
        let open = self.screen.open;
        self.ranking.change(|ranking| {
            let is_listed = open.is_some_and(|n| ranking.place_of(n).is_some());
            ranking.hold(Hold::Open, is_listed);
        });
    }

    pub(in crate::page::state) fn apply_results(&mut self, action: ResultsAction) {
        self.change_results(action);
        if let Some(replay) = &mut self.replay {
            let past = self.ranking.until(replay.at as usize);
            replay.ranking = Rc::new(past).into();
        }
    }

    fn change_results(&mut self, action: ResultsAction) {
        match action {
            ResultsAction::Hold(why, on) if self.ranking.is_held(why) == on => {}
            ResultsAction::Hold(why, on) => self.ranking.change(|ranking| ranking.hold(why, on)),
            ResultsAction::Settle => self.ranking.change(Ranking::settle),
            ResultsAction::Filter(filter) => {
                self.ranking.change(|ranking| ranking.filter_by(filter));
                self.hold_open();
            }
            ResultsAction::RankBy(key) => self.ranking.change(|ranking| ranking.rank_by(key)),
        }
    }
}
