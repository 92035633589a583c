//! Implements the frontier: URLs to fetch, ordered by score, delayed by site, bounded in size (Pant §2.1, Evolving
//! §3.1).
//!
//! Not covered: scores, which strategies compute; robots.txt, scope and traps, which the crawl checks; site delays
//! ([`politeness`]).

mod admission;
mod diversity;
pub mod politeness;
mod priority;
mod returns;
mod sites;

use crate::graph::{SiteId, UrlId};
use admission::Admission;
pub use admission::Slots;
use diversity::SiteWindow;
use priority::Key;
pub use priority::Score;
use serde::{Deserialize, Serialize, Serializer};
use sites::Sites;
use std::collections::BTreeMap;
use types::limits;
use types::report::{HostState, PriorityReason};
use types::url::CanonicalUrl;

/// A URL in the frontier, with the data that the crawl needs to fetch it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontierEntry {
    /// The site that serves it.
    pub site: SiteId,
    /// The strategy's score.
    pub score: Score,
    /// The factor of trap rules on the priority, in 0..=1; 1 if none applies.
    pub factor: f64,
    /// The page whose link was scored; none for a seed.
    pub parent: Option<UrlId>,
    /// The text of that link.
    pub anchor: Box<str>,
    /// The number of links from a seed.
    pub depth: u32,
    /// The number of read pages that link to it.
    pub pages: u32,
    /// The first of these pages, at most [`types::limits::LINKED_SHOWN`].
    pub linkers: Vec<UrlId>,
    /// The number of finished pages when it was queued.
    pub since: u32,
    /// The number of redirects followed.
    pub hops: u32,
    /// The number of earlier attempts.
    pub tries: u32,
    /// The address to request if it is not the canonical URL: a redirect target, or the default document that a link
    /// names.
    pub exact: Option<Box<str>>,
    /// The arrival number, which [`Frontier::push`] sets: equal scores are first in, first out.
    pub arrival: u64,
}

impl FrontierEntry {
    /// Creates the entry of a seed.
    pub fn new(site: SiteId, score: Score) -> Self {
        Self {
            site,
            score,
            factor: 1.0,
            parent: None,
            anchor: "".into(),
            depth: 0,
            pages: 0,
            linkers: Vec::new(),
            since: 0,
            hops: 0,
            tries: 0,
            exact: None,
            arrival: 0,
        }
    }

    /// Counts a linking page.
    pub(crate) fn count(&mut self, page: UrlId) {
        self.pages += 1;
        if self.linkers.len() < limits::LINKED_SHOWN {
            self.linkers.push(page);
        }
    }

    /// Returns the reason why it precedes all links, whatever their scores; `None` for an ordinary link.
    pub fn priority_reason(&self) -> Option<PriorityReason> {
        match self {
            Self { tries: 1.., .. } => Some(PriorityReason::Retry),
            Self { hops: 1.., .. } => Some(PriorityReason::Redirect),
            Self { parent: None, .. } => Some(PriorityReason::Seed),
            _ => None,
        }
    }

    /// Returns true for a link, including one that is requested again: its score can change. Seeds and redirect targets
    /// have a fixed position.
    pub(crate) fn is_scored(&self) -> bool {
        self.parent.is_some() && self.hops == 0
    }

    /// Returns the address to request for the entry's URL.
    pub fn address<'a>(&'a self, url: &'a CanonicalUrl) -> &'a str {
        self.exact.as_deref().unwrap_or(url.as_str())
    }

    /// Returns the priority: the score reduced by trap rules.
    pub fn priority(&self) -> f64 {
        priority::reduced(self.score.first, self.factor)
    }
}

/// The queues of all sites.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Saved")]
pub struct Frontier {
    entries: BTreeMap<UrlId, (Key, FrontierEntry)>,
    sites: Sites,
    window: SiteWindow,
    capacity: usize,
    arrivals: u64,
    admission: Admission,
}

/// The snapshot of a frontier; the orders are rebuilt from it.
#[derive(Deserialize)]
struct Saved {
    waiting: Vec<(UrlId, FrontierEntry)>,
    sites: sites::Saved,
    window: SiteWindow,
    capacity: usize,
    arrivals: u64,
    admission: Admission,
}

impl From<Saved> for Frontier {
    fn from(saved: Saved) -> Self {
        let mut frontier = Self {
            sites: saved.sites.into(),
            window: saved.window,
            arrivals: saved.arrivals,
            admission: saved.admission,
            ..Self::new(saved.capacity, 0)
        };
        for (id, waiting) in saved.waiting {
            frontier.remove(id);
            frontier.insert(Key::new(id, &waiting), waiting);
        }
        frontier
    }
}

/// Writes the fields of `Saved` in their order.
impl Serialize for Frontier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let waiting: Vec<_> = self.all().collect();
        let sites = sites::Saved::from(&self.sites);
        (waiting, sites, &self.window, self.capacity, self.arrivals, &self.admission).serialize(serializer)
    }
}

impl Frontier {
    /// Creates an empty frontier of at most `capacity` URLs. While other sites are ready, a site is picked at most once
    /// in `site_window` consecutive picks; from [`limits::SITE_SHARE_PAGES`] pages on, its links count less with each
    /// page (0: neither rule).
    pub fn new(capacity: usize, site_window: usize) -> Self {
        Self {
            entries: BTreeMap::new(),
            sites: Sites::new(site_window > 1),
            window: SiteWindow::new(site_window),
            capacity: capacity.max(1),
            arrivals: 0,
            admission: Admission::default(),
        }
    }

    /// Returns the number of queued URLs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if the frontier is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry of this id.
    pub fn get(&self, id: UrlId) -> Option<&FrontierEntry> {
        self.entries.get(&id).map(|(_, waiting)| waiting)
    }

    /// Returns all entries, ordered by URL id.
    pub(crate) fn all(&self) -> impl Iterator<Item = (UrlId, &FrontierEntry)> {
        self.entries.iter().map(|(id, (_, waiting))| (*id, waiting))
    }

    /// Queues a URL, ahead of all links if it has a [`FrontierEntry::priority_reason`]. If the frontier is full, drops
    /// and returns the worst URL, which may be the queued one.
    pub fn push(&mut self, id: UrlId, mut waiting: FrontierEntry) -> Option<UrlId> {
        self.arrivals = self.arrivals.saturating_add(1);
        waiting.arrival = self.arrivals;
        self.put_back(id, waiting)
    }

    /// Queues a URL as [`Frontier::push`] does, but at its earlier position among equal scores.
    pub fn put_back(&mut self, id: UrlId, waiting: FrontierEntry) -> Option<UrlId> {
        self.remove(id);
        self.insert(Key::new(id, &waiting), waiting);
        let worst = self.sites.worst().filter(|_| self.entries.len() > self.capacity)?;
        self.remove(worst.id);
        Some(worst.id)
    }

    /// Changes an entry. It keeps its site and its arrival number; only a new score changes its priority. Does nothing
    /// if the URL is not queued.
    pub fn change(&mut self, id: UrlId, change: impl FnOnce(&mut FrontierEntry)) {
        let Some((key, waiting)) = self.entries.get_mut(&id) else {
            return;
        };
        change(waiting);
        let old = *key;
        *key = Key { first: waiting.priority(), second: waiting.score.second, ..old };
        if *key != old {
            self.sites.remove(waiting.site, &old);
            self.sites.insert(waiting.site, *key);
        }
    }

    /// Returns the best URL whose site is ready, subject to site diversity; `None` if it is not worth a page of the
    /// budget now.
    pub fn best(&self) -> Option<UrlId> {
        let best = self.best_key().filter(|key| self.is_worth_a_page(key));
        best.map(|key| key.id)
    }

    /// Returns the best URL whose site is ready, subject to site diversity, even if it is not worth a page.
    pub fn best_ready(&self) -> Option<UrlId> {
        self.best_key().map(|key| key.id)
    }

    fn best_key(&self) -> Option<Key> {
        let pick = self.sites.ready().find(|(_, site)| self.is_site_due(*site));
        let pick = pick.or_else(|| self.sites.ready().next());
        pick.map(|(key, _)| key)
    }

    /// Returns the ready URL with the largest second number, the first of equals, among those whose priorities are less
    /// than `width` below that of [`Frontier::best`]. Links are tied only with links, not with seeds (Batsakis §3.4:
    /// "the difference of probabilities is below a predefined threshold ε"). Closeness is not transitive, so the rule
    /// applies to each pick.
    pub fn best_of_ties(&self, width: f64) -> Option<UrlId> {
        let id = self.best()?;
        let (key, waiting) = self.entries.get(&id)?;
        let best = key.reduced(self.sites.factor(waiting.site));
        if best.tier == 0 {
            return Some(id);
        }
        let is_within = |width: f64| move |key: &Key| best.first - key.first < width;
        let any_site = !self.is_site_due(waiting.site);
        let sites = self.sites.ready();
        let sites = sites.take_while(|(front, _)| front.tier < best.tier || is_within(width)(front));
        let sites = sites.filter(|(_, site)| any_site || self.is_site_due(*site));
        // Site diversity brings the links of a site closer to each other.
        let tied = sites.flat_map(|(_, site)| {
            let width = width * self.sites.factor(site);
            self.sites.distinct(site).take_while(is_within(width))
        });
        let first = tied.min_by(|a, b| b.second.total_cmp(&a.second).then(a.cmp(b)));
        Some(first.map_or(id, |key| key.id))
    }

    /// Returns the oldest URL whose site is ready, subject to site diversity, whatever its score (breadth-first order).
    pub fn oldest(&self) -> Option<UrlId> {
        let keys = self.entries.values().map(|(key, _)| key);
        let ready = keys.filter(|key| self.is_ready(key.id));
        let due = |key: &Key| {
            let waiting = self.get(key.id);
            !waiting.is_some_and(|waiting| self.is_site_due(waiting.site))
        };
        ready.min_by_key(|key| (due(key), key.tier, key.arrival)).map(|key| key.id)
    }

    /// Returns true if the URL is queued and its site is ready.
    pub fn is_ready(&self, id: UrlId) -> bool {
        self.get(id).is_some_and(|waiting| self.sites.is_ready(waiting.site))
    }

    /// Returns true if the site is ready and site diversity allows it.
    pub fn is_site_due(&self, site: SiteId) -> bool {
        self.is_site_ready(site) && !self.window.holds(site)
    }

    /// Returns true if site diversity currently excludes any site.
    pub fn is_any_site_recent(&self) -> bool {
        self.window.is_any()
    }

    /// Returns true if a fetch of the site may begin: it has none in flight, or may have another, and no delay.
    pub fn is_site_ready(&self, site: SiteId) -> bool {
        self.sites.is_ready(site)
    }

    /// Returns the factor of site diversity on the links of a site, in 0..=1: 1 up to [`limits::SITE_SHARE_PAGES`]
    /// pages.
    pub(crate) fn site_factor(&self, site: SiteId) -> f64 {
        self.sites.factor(site)
    }

    /// Counts a finished page that was a link: site diversity applies while sites within their share bring relevant
    /// pages.
    pub(crate) fn count_outcome(&mut self, site: SiteId, is_relevant: bool) {
        self.sites.count_outcome(site, is_relevant);
    }

    /// Returns the state of a site, for display.
    pub(crate) fn site_state(&self, site: SiteId) -> HostState {
        self.sites.state(site)
    }

    /// Returns true if the site has a fetch in flight.
    pub fn is_site_busy(&self, site: SiteId) -> bool {
        self.site_in_flight(site) > 0
    }

    /// Returns the number of fetches of the site in flight.
    pub(crate) fn site_in_flight(&self, site: SiteId) -> u32 {
        self.sites.in_flight(site)
    }

    /// Returns the best `n` URLs, best first, whether or not their sites are ready.
    pub fn top(&self, n: usize) -> impl Iterator<Item = (UrlId, &FrontierEntry)> {
        self.sites.merged().take(n).filter_map(|key| Some((key.id, self.get(key.id)?)))
    }

    /// Returns all entries in the order of their arrival.
    pub(crate) fn by_arrival(&self) -> Vec<(UrlId, &FrontierEntry)> {
        let mut entries: Vec<_> = self.all().collect();
        entries.sort_by_key(|(_, entry)| entry.arrival);
        entries
    }

    /// Removes a URL for fetching and marks its site busy.
    pub fn take(&mut self, id: UrlId) -> Option<FrontierEntry> {
        let (_, waiting) = self.remove(id)?;
        self.window.note(waiting.site);
        self.sites.hold(waiting.site);
        self.sites.count_page(waiting.site);
        Some(waiting)
    }

    /// Takes back the count of a page of a site that was taken but not requested.
    pub(crate) fn uncount_page(&mut self, site: SiteId) {
        self.sites.uncount_page(site);
    }

    /// Returns the sites with queued URLs, each with its best URL.
    pub(crate) fn sites(&self) -> impl Iterator<Item = (SiteId, UrlId)> {
        self.sites.fronts().map(|(key, site)| (site, key.id))
    }

    /// Counts a fetch in flight of a saved crawl.
    pub(crate) fn count_in_flight(&mut self, site: SiteId) {
        self.sites.count_in_flight(site);
    }

    /// Begins a fetch of a site, which is busy: none of its URLs is picked until it is released or delayed.
    pub fn hold(&mut self, site: SiteId) {
        self.sites.hold(site);
    }

    /// Ends a site's fetch; it is ready again at `until` (milliseconds), or at the end of an earlier, longer delay.
    pub fn release(&mut self, site: SiteId, until: u64) {
        self.sites.release(site, until);
    }

    /// Makes a site with fetches in flight busy until one of them is released.
    pub(crate) fn wait_for_fetches(&mut self, site: SiteId) {
        self.sites.wait_for_fetches(site);
    }

    /// Makes a site ready at `until` (milliseconds), whether or not it has fetches in flight.
    pub fn delay(&mut self, site: SiteId, until: u64) {
        self.sites.delay(site, until);
    }

    /// Makes the sites ready whose delay is over.
    pub fn wake(&mut self, now: u64) {
        self.sites.wake(now);
    }

    /// Returns the next time at which a delayed site with queued URLs becomes ready.
    pub fn next_ready_time(&self) -> Option<u64> {
        self.sites.next_ready_time()
    }

    /// Returns the next time at which a site or a slot becomes ready.
    pub(crate) fn next_wake(&self) -> Option<u64> {
        let times = [self.next_ready_time(), self.slot_due_time()];
        times.into_iter().flatten().min()
    }

    /// Returns the number of sites with queued URLs.
    pub fn site_count(&self) -> usize {
        self.sites.with_work()
    }

    /// Removes a URL that will not be fetched.
    pub fn drop(&mut self, id: UrlId) -> Option<FrontierEntry> {
        self.remove(id).map(|(_, waiting)| waiting)
    }

    fn insert(&mut self, key: Key, waiting: FrontierEntry) {
        self.sites.insert(waiting.site, key);
        self.entries.insert(key.id, (key, waiting));
    }

    fn remove(&mut self, id: UrlId) -> Option<(Key, FrontierEntry)> {
        let (key, waiting) = self.entries.remove(&id)?;
        self.sites.remove(waiting.site, &key);
        Some((key, waiting))
    }
}

#[cfg(test)]
mod tests;
