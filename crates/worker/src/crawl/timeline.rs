//! Records the spiders and the top of the frontier after each page, for a replay of the crawl.
//!
//! A moment is saved as its difference from the previous one. Whole moments are kept in memory at intervals, so that
//! few differences must be applied to reach any moment. Pages, charts and the map need no moments, because the page has
//! their records.

use crate::storage::database::Sequenced;
use engine::crawl::Crawl;
use engine::journal;
use protocol::watch::NEXT_UP;
use serde::{Deserialize, Serialize};
use types::report::{Candidate, HostState, Progress, Spider};

/// The most moments that are kept whole. Beyond that, every second one is dropped and the interval doubles.
const KEYFRAMES: usize = 64;

/// The state of a crawl after a number of pages, except for data in its records.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Moment {
    /// The progress, without the active fetches.
    pub(crate) progress: Progress,
    /// The spiders, ordered by number, including dead ones.
    pub(crate) spiders: Vec<Spider>,
    /// The best URLs of the frontier, the best first, without the states of their hosts, which change with time.
    pub(crate) next_up: Vec<Candidate>,
}

impl Moment {
    fn new(crawl: &Crawl) -> Self {
        let next_up = crawl.next_up(NEXT_UP as usize).into_iter();
        let stateless = |candidate| Candidate { state: HostState::default(), ..candidate };
        Self {
            progress: Progress { in_flight: Vec::new(), ..crawl.progress() },
            spiders: crawl.spiders(),
            next_up: next_up.map(stateless).collect(),
        }
    }

    fn apply(&mut self, change: MomentChange) {
        let before = std::mem::take(&mut self.next_up);
        self.next_up = change
            .next_up
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Same(place) => before.get(usize::from(place)).cloned(),
                Entry::New(candidate) => Some(*candidate),
            })
            .collect();
        if change.reset {
            self.spiders.clear();
        }
        for spider in change.spiders {
            match index_of(&self.spiders, spider.id) {
                Ok(place) => self.spiders[place] = spider,
                Err(place) => self.spiders.insert(place, spider),
            }
        }
        self.progress = change.progress;
    }
}

/// The difference between two moments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct MomentChange {
    /// No moment precedes it.
    is_first: bool,
    progress: Progress,
    /// The spiders of the previous moment are gone.
    reset: bool,
    spiders: Vec<Spider>,
    next_up: Vec<Entry>,
}

/// A URL among the best of the frontier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Entry {
    /// The unchanged URL at this index of the previous moment.
    Same(u8),
    /// A new or changed URL.
    New(Box<Candidate>),
}

impl MomentChange {
    fn between(before: &Moment, after: &Moment, is_first: bool) -> Self {
        let (reset, spiders) = spider_changes(&before.spiders, &after.spiders);
        let entry = |candidate: &Candidate| {
            let mut places = (0_u8..).zip(&before.next_up);
            let same = places.find(|(_, known)| *known == candidate);
            same.map_or_else(|| Entry::New(Box::new(candidate.clone())), |(place, _)| Entry::Same(place))
        };
        Self {
            is_first,
            progress: after.progress.clone(),
            reset,
            spiders,
            next_up: after.next_up.iter().map(entry).collect(),
        }
    }
}

/// The moments of a crawl, in order.
#[derive(Debug)]
pub(crate) struct Timeline {
    /// The number of pages at each moment, and its sealed difference from the previous one.
    changes: Vec<(u32, Vec<u8>)>,
    /// Whole moments, with their indices.
    keyframes: Vec<(usize, Moment)>,
    interval: usize,
    latest: Moment,
    /// The number of the latest saved moment.
    last: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self { changes: Vec::new(), keyframes: Vec::new(), interval: 1, latest: Moment::default(), last: 0 }
    }
}

impl Timeline {
    /// Reads saved moments. A damaged moment, or one with fewer pages than the previous one, invalidates all moments
    /// before it.
    pub(crate) fn read(saved: Vec<Sequenced>) -> Self {
        let mut timeline = Self::default();
        for Sequenced { number, bytes } in saved {
            let change = journal::unseal::<MomentChange>(&bytes).ok();
            let change = change.filter(|change| {
                let is_next = change.progress.pages >= timeline.latest.progress.pages;
                is_next && (change.is_first || !timeline.changes.is_empty())
            });
            match change {
                Some(change) => {
                    let mut moment = timeline.latest.clone();
                    moment.apply(change);
                    timeline.push(moment, bytes);
                }
                None => timeline = Self::default(),
            }
            timeline.last = number;
        }
        timeline
    }

    /// Returns the number of saved moments that cannot be shown: the unreadable ones, and those before and after them
    /// that need them.
    pub(crate) fn lost(&self) -> u64 {
        // Moments are numbered from 1 without gaps, and an unreadable pack has the number of its last one.
        self.last.saturating_sub(self.changes.len() as u64)
    }

    /// Records the current moment of the crawl, and returns its difference from the previous one; `None` if it cannot
    /// be serialized.
    pub(crate) fn record(&mut self, crawl: &Crawl) -> Option<Sequenced> {
        let moment = Moment::new(crawl);
        let change = MomentChange::between(&self.latest, &moment, self.changes.is_empty());
        let bytes = journal::seal(&change).ok()?;
        self.push(moment, bytes.clone());
        self.last += 1;
        Some(Sequenced { number: self.last, bytes })
    }

    fn push(&mut self, moment: Moment, bytes: Vec<u8>) {
        self.latest = moment;
        let place = self.changes.len();
        self.changes.push((self.latest.progress.pages, bytes));
        if !place.is_multiple_of(self.interval) {
            return;
        }
        if self.keyframes.len() == KEYFRAMES {
            self.interval *= 2;
            let interval = self.interval;
            self.keyframes.retain(|(place, _)| place.is_multiple_of(interval));
        }
        if place.is_multiple_of(self.interval) {
            self.keyframes.push((place, self.latest.clone()));
        }
    }

    /// Returns the latest moment with at most this number of pages; `None` if there is none.
    pub(crate) fn at(&self, pages: u32) -> Option<Moment> {
        let place = self.changes.partition_point(|(done, _)| *done <= pages).checked_sub(1)?;
        let key = self.keyframes.partition_point(|(key, _)| *key <= place);
        let (key, moment) = self.keyframes.get(key.checked_sub(1)?)?;
        let mut moment = moment.clone();
        for (_, bytes) in self.changes.get(key + 1..=place)? {
            moment.apply(journal::unseal(bytes).ok()?);
        }
        Some(moment)
    }
}

/// Returns whether the population was replaced, and the changed spiders: all if it was replaced.
pub(crate) fn spider_changes(before: &[Spider], after: &[Spider]) -> (bool, Vec<Spider>) {
    let reset = !continues(before, after);
    let before = if reset { &[] } else { before };
    let known = |spider: &Spider| before.get(index_of(before, spider.id).ok()?);
    let changed = after.iter().filter(|spider| known(spider) != Some(spider));
    (reset, changed.cloned().collect())
}

/// Returns whether `after` can be a later state of the same population: no spider is missing, because dead ones are
/// included.
fn continues(before: &[Spider], after: &[Spider]) -> bool {
    before.iter().all(|spider| {
        let now = index_of(after, spider.id).ok().map(|place| &after[place]);
        now.is_some_and(|now| is_later(spider, now))
    })
}

/// Returns whether `after` can be a later state of the same spider.
fn is_later(before: &Spider, after: &Spider) -> bool {
    let came = |spider: &Spider| (spider.parent, spider.born);
    let stays_dead = before.died.is_none() || before.died == after.died;
    came(before) == came(after) && stays_dead && before.pages <= after.pages
}

fn index_of(spiders: &[Spider], id: u32) -> Result<usize, usize> {
    spiders.binary_search_by_key(&id, |spider| spider.id)
}

/// Holds the moments that were checked so far.
#[derive(Debug, Default)]
pub(crate) struct MomentCheck {
    latest: Moment,
    has_begun: bool,
}

impl MomentCheck {
    /// Checks the next saved moment. Returns false if it is unreadable or cannot follow.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> bool {
        let Ok(change) = journal::unseal::<MomentChange>(bytes) else {
            return false;
        };
        let can_follow = change.is_first != self.has_begun && change.follows(&self.latest);
        if can_follow {
            self.has_begun = true;
            self.latest.apply(change);
        }
        can_follow && self.latest.is_consistent()
    }

    /// Returns the number of pages at the last moment.
    pub(crate) fn pages(&self) -> u32 {
        self.latest.progress.pages
    }
}

impl MomentChange {
    /// Returns whether it has at least as many pages as the previous moment, and refers only to existing positions of
    /// it.
    fn follows(&self, before: &Moment) -> bool {
        let is_there = |entry: &Entry| match entry {
            Entry::Same(place) => usize::from(*place) < before.next_up.len(),
            Entry::New(_) => true,
        };
        self.progress.pages >= before.progress.pages && self.next_up.iter().all(is_there)
    }
}

impl Moment {
    /// Returns whether its counts are within bounds, and its pages and spiders exist.
    fn is_consistent(&self) -> bool {
        let progress = &self.progress;
        progress.measures.good <= progress.pages
            && progress.in_flight.is_empty()
            && self.next_up.len() <= NEXT_UP as usize
            && self.spiders.iter().all(|spider| self.has_spider(spider))
            && self.next_up.iter().all(|candidate| self.has_link(candidate))
    }

    fn has_spider(&self, spider: &Spider) -> bool {
        let energy = spider.energy.map(|energy| [energy.current, energy.cloning_threshold]);
        let relevance = spider.best.map(|(_, relevance)| relevance);
        let mut numbers = energy.into_iter().flatten().chain(relevance);
        let pages = [spider.last, spider.best.map(|(n, _)| n)];
        let counts = [Some(spider.born), spider.died, Some(spider.pages)];
        spider.id > 0
            && spider.parent.is_none_or(|id| id < spider.id && self.knows(id))
            && counts.iter().flatten().all(|count| *count <= self.progress.pages)
            && pages.iter().flatten().all(|n| self.has_page(*n))
            && numbers.all(f64::is_finite)
    }

    fn has_link(&self, candidate: &Candidate) -> bool {
        let mut numbers = candidate.parts.iter();
        candidate.host == candidate.url.host_key()
            && candidate.since <= self.progress.pages
            && candidate.parent.is_none_or(|n| self.has_page(n))
            && candidate.spider.is_none_or(|id| self.knows(id))
            && candidate.priority.is_finite()
            && candidate.factor.is_finite()
            && numbers.all(|part| part.is_finite())
    }

    fn has_page(&self, n: u32) -> bool {
        (1..=self.progress.pages).contains(&n)
    }

    fn knows(&self, id: u32) -> bool {
        index_of(&self.spiders, id).is_ok()
    }
}
