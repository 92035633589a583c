//! Crawls in rounds on several machines: the plans whose links each machine can score, and the crawl of the pages that
//! they fetched.
//!
//! The frontier of such a crawl is a table outside of the engine, and each machine knows its own pages only. Afterward
//! the pages are put together as an ended crawl, which opens as any other and can continue with its best waiting URLs.
//! Other plans run in [`super::batch`].

use super::Crawl;
use super::state::{InFlight, State, UrlState};
use crate::count;
use crate::frontier::{FrontierEntry, Score};
use crate::graph::UrlId;
use crate::strategy;
use std::collections::BTreeMap;
use types::limits;
use types::plan::{IdfSource, Plan};
use types::report::{EndReason, Millis, Neighbors, PageRecord, Phase};
use types::url::CanonicalUrl;

/// Returns whether machines that each know their own pages only can score the links of a plan. The links of other plans
/// are scored in one crawl that knows all pages ([`Crawl::in_batches`]).
pub fn scores_pages_independently(plan: &Plan) -> bool {
    let entry = strategy::find(&plan.strategy.id);
    let is_independent = entry.is_none_or(|entry| entry.scores_pages_independently);
    is_independent && plan.idf != IdfSource::Crawl && !plan.main_content
}

/// A page that a crawl in rounds has fetched.
#[derive(Clone, Debug)]
pub struct RoundPage {
    /// Its record. The number, the records that it refers to, and the measures are computed again.
    pub record: PageRecord,
    /// The page whose link led there; `None` for a seed.
    pub parent: Option<CanonicalUrl>,
    /// An earlier page whose words it nearly repeats.
    pub near_duplicate_of: Option<CanonicalUrl>,
}

/// A URL that waits in a crawl in rounds.
#[derive(Clone, Debug)]
pub struct RoundEntry {
    /// The URL.
    pub url: CanonicalUrl,
    /// The page whose link was scored; `None` for a seed.
    pub parent: Option<CanonicalUrl>,
    /// The score of the link.
    pub score: Score,
    /// The factor of trap rules on the priority, in 0..=1.
    pub factor: f64,
    /// The text of the link.
    pub anchor: String,
    /// The number of links from a seed.
    pub depth: u32,
    /// The number of read pages that link to it.
    pub pages: u32,
    /// The number of redirects followed.
    pub hops: u32,
}

/// The time that a site took for its requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteTime {
    /// The number of requests.
    pub requests: u32,
    /// The number of requests to which the host sent nothing, or a server error.
    pub failures: u32,
    /// Their durations with the delays after them, in milliseconds.
    pub total_ms: u64,
    /// The end of the last pause that the site asked for (429 or 503), in milliseconds since 1970; 0 without one.
    pub pause_ends: Millis,
}

impl SiteTime {
    /// Counts a request.
    pub(super) fn count(&mut self, ms: u64) {
        self.requests = self.requests.saturating_add(1);
        self.total_ms = self.total_ms.saturating_add(ms);
    }
}

impl Crawl {
    /// Returns the time of the site of a request.
    pub(super) fn site_time(&mut self, fetch: &InFlight) -> &mut SiteTime {
        let site = fetch.request.url.site();
        // A round has few sites, and the code of a map would be in every worker.
        let known = self.site_times.iter().position(|(known, _)| **known == *site);
        let at = known.unwrap_or_else(|| {
            self.site_times.push((site.into(), SiteTime::default()));
            self.site_times.len() - 1
        });
        &mut self.site_times[at].1
    }

    /// Returns the times of the sites that this crawl has requested, if it fetches only its seeds
    /// ([`Self::without_following`]). Requests in flight count until `now`.
    pub fn site_times(&self, now: Millis) -> BTreeMap<String, SiteTime> {
        let known = self.site_times.iter().map(|(site, time)| (site.to_string(), *time));
        let mut times: BTreeMap<String, SiteTime> = known.collect();
        for fetch in self.state.in_flight.values() {
            let time = times.entry(fetch.request.url.site().to_owned()).or_default();
            time.count(now.saturating_sub(fetch.since));
        }
        times
    }

    /// Returns this new crawl as it ended with pages that were fetched in rounds, in their order, the links between
    /// them, and the URLs that wait, best first.
    ///
    /// A page that is repeated or beyond [`limits::KNOWN_URL_BYTES`], a link of or to another page, and a waiting URL
    /// that was found on another page are left out. The crawl has no robots.txt rules and no words of pages: it
    /// requests the first again when it continues.
    #[must_use]
    pub fn with_rounds(
        mut self,
        pages: impl IntoIterator<Item = RoundPage>,
        links: impl IntoIterator<Item = (CanonicalUrl, CanonicalUrl)>,
        waiting: impl IntoIterator<Item = RoundEntry>,
    ) -> Self {
        let ids = self.state.add_pages(pages);
        self.state.add_links(&ids, links);
        for entry in waiting {
            self.state.add_waiting(entry);
        }
        let results = &self.state.results;
        self.state.requests = results.pages.len() as u64;
        self.state.phase = Phase::Ended(match () {
            () if results.pages_read == 0 => EndReason::EverythingBlocked,
            () if self.state.frontier.is_empty() => EndReason::FrontierEmpty,
            () => EndReason::BudgetSpent,
        });
        self
    }
}

impl State {
    /// Adds the pages without their links; returns the ids of their URLs.
    fn add_pages(&mut self, pages: impl IntoIterator<Item = RoundPage>) -> Vec<UrlId> {
        let mut ids = Vec::new();
        for page in pages {
            let known = self.urls.learn(&page.record.url);
            let new = known.filter(|id| self.record_of(*id).is_none());
            if let Some(id) = new {
                self.add_page(id, page);
                ids.push(id);
            }
        }
        ids
    }

    fn add_page(&mut self, id: UrlId, page: RoundPage) {
        let RoundPage { mut record, parent, near_duplicate_of } = page;
        let done = self.results.done();
        let number = |url: Option<CanonicalUrl>| self.record_of(self.urls.find(&url?)?);
        (record.discovery.parent, record.discovery.pages) = (number(parent), 0);
        record.near_duplicate_of = number(near_duplicate_of);
        record.n = done + 1;
        record.url.host_key().clone_into(&mut record.host);
        (record.spider, record.population) = (None, None);
        record.neighbors = Neighbors::default();
        record.measures = self.results.measures.count(record.relevance);
        self.now = self.now.max(record.fetch.at.min(limits::LAST_MS));
        self.traps.count_page(&record.url);
        if record.outcome.is_read() {
            let repeats = record.near_duplicate_of.is_some();
            self.traps.count_read(&record.url, repeats);
            self.results.pages_read += 1;
        } else {
            self.results.unreadable += u32::from(record.outcome.has_no_content());
            self.results.count_failure(&record);
        }
        self.set_url_state(id, UrlState::Done(done));
        self.results.add(record);
    }

    /// Adds the links between pages, and to each page its links from and to earlier ones.
    fn add_links(&mut self, ids: &[UrlId], links: impl IntoIterator<Item = (CanonicalUrl, CanonicalUrl)>) {
        let mut targets: BTreeMap<UrlId, Vec<UrlId>> = BTreeMap::new();
        for (from, to) in links {
            let id = |url| self.urls.find(url);
            if let (Some(from), Some(to)) = (id(&from), id(&to)) {
                targets.entry(from).or_default().push(to);
            }
        }
        for (number, id) in (1..).zip(ids) {
            if !self.results.pages[number - 1].outcome.is_read() {
                continue;
            }
            let linked = targets.remove(id).unwrap_or_default();
            self.graph.record(*id, linked);
            for target in self.graph.links_of(*id) {
                let Some(to) = self.record_of(*target).map(|to| to as usize) else {
                    continue;
                };
                let pages = &mut self.results.pages;
                if to < number {
                    pages[number - 1].neighbors.links_to.push(count(to));
                } else if pages[to - 1].discovery.parent.is_some() {
                    pages[to - 1].discovery.pages += 1;
                    pages[to - 1].neighbors.linked_from.push(count(number));
                }
            }
        }
        for page in &mut self.results.pages {
            page.neighbors.links_to.sort_unstable();
            page.neighbors.links_to.truncate(limits::LINKED_SHOWN);
            page.neighbors.linked_from.truncate(limits::LINKED_SHOWN);
        }
    }

    /// Adds a URL to the frontier, unless it is a page, or was found on a page that the crawl does not have.
    fn add_waiting(&mut self, entry: RoundEntry) {
        let RoundEntry { url, parent, score, factor, anchor, depth, pages, hops } = entry;
        let found_on = parent.as_ref().and_then(|parent| self.urls.find(parent));
        if found_on.is_none() && parent.is_some() {
            return;
        }
        let Some(id) = self.urls.learn(&url).filter(|id| self.url_state(*id).is_open()) else {
            return;
        };
        self.set_url_state(id, UrlState::Queued);
        let entry = FrontierEntry {
            factor,
            parent: found_on,
            anchor: anchor.into(),
            depth,
            pages,
            linkers: found_on.into_iter().collect(),
            since: self.results.done(),
            hops,
            ..FrontierEntry::new(self.urls.site_of(id), score)
        };
        if let Some(dropped) = self.frontier.push(id, entry) {
            self.set_url_state(dropped, UrlState::Met);
        }
    }
}
