//! Finds the events that the map marks with a pulse: births and deaths of spiders, and new relevant pages.

use super::living::LivingSpiders;
use super::web::Web;
use crate::views::crawl::spiders::families::is_dead;
use page_state::crawl::replay::EventKind;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::report::Spider;

/// The most simultaneous pulses of a kind.
const MOST: usize = 6;
/// The number of pages above which a step is treated as a jump: a replay advances by at most 51 pages.
const JUMP: u32 = 256;

/// A pulse at a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    /// The page.
    pub page: usize,
    /// The kind.
    pub kind: EventKind,
}

/// The state of the map at a drawing, which is compared with the next one.
#[derive(Clone, Debug, Default)]
pub struct PulseState {
    /// The number of the last page.
    last: u32,
    /// The page of each living spider.
    living: BTreeMap<u32, usize>,
    /// The highest id of a spider; none before the spiders are known.
    newest: Option<u32>,
}

impl PulseState {
    /// Returns the state after page `until`, or after the last one.
    pub fn new(web: &Web, living: &LivingSpiders, all: &[Rc<Spider>], until: Option<u32>) -> Self {
        let latest = web.pages().last().map_or(0, |page| page.record.n);
        let places = living.spiders.iter();
        Self {
            last: latest.min(until.unwrap_or(u32::MAX)),
            living: places.filter_map(|spider| Some((spider.id, *spider.trail.first()?))).collect(),
            newest: all.last().map(|spider| spider.id),
        }
    }

    /// Returns whether this state is at most [`JUMP`] pages after another.
    fn follows(&self, before: &Self) -> bool {
        (before.last..=before.last.saturating_add(JUMP)).contains(&self.last)
    }

    /// Returns the state to compare with the next one. After a step back or a jump it has no spiders, because those of
    /// the new moment arrive later.
    #[must_use]
    pub fn after(self, before: Option<&Self>) -> Self {
        if before.is_none_or(|before| self.follows(before)) {
            return self;
        }
        Self { last: self.last, ..Self::default() }
    }

    /// Returns the events since an earlier state: at most six of a kind, the most relevant finds first. A step back or
    /// a jump has none.
    pub fn since(&self, before: &Self, web: &Web, all: &[Rc<Spider>], good: f64) -> Vec<Pulse> {
        if !self.follows(before) {
            return Vec::new();
        }
        let pulse = |kind| move |page| Pulse { page, kind };
        let mut finds = web.found_between(before.last, self.last);
        finds.retain(|page| web.pages()[*page].record.relevance >= good);
        let relevance = |page: &usize| web.pages()[*page].record.relevance;
        finds.sort_by(|one, other| relevance(other).total_cmp(&relevance(one)));
        let is_new = |id: &u32| before.newest.is_some_and(|newest| *id > newest);
        let births = self.living.iter().filter(|(id, _)| is_new(id));
        let dead = all.iter().filter(|spider| is_dead(spider));
        let deaths = dead.filter_map(|spider| before.living.get(&spider.id).copied());
        let finds = finds.into_iter().take(MOST).map(pulse(EventKind::Find));
        let births = births.map(|(_, page)| *page).take(MOST);
        finds.chain(births.map(pulse(EventKind::Birth))).chain(deaths.take(MOST).map(pulse(EventKind::Death))).collect()
    }
}
