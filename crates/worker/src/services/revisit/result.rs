//! Reads the pages of a saved crawl with their histories: selects the next visits, and computes the result of the
//! latest revisit.

use crate::storage::database::{CrawlCard, Database, PageHistory, StorageError};
use engine::revisit::{RefreshPolicy, VisitedPage, change_period, change_rates, order};
use protocol::Source;
use protocol::revisit::{NewPage, Revisit, RevisitedPage};
use std::collections::{BTreeMap, BTreeSet};
use types::report::{FetchOutcome, Millis, PageRecord, Validators};
use types::revisit::{Visit, VisitOutcome};
use types::url::CanonicalUrl;

/// The weight of a page without relevance, which is visited last, but is not excluded.
const LEAST_RELEVANCE: f64 = 0.01;

/// Holds the pages of a saved crawl that were read, with their histories.
pub(super) struct SavedPages {
    pub(super) card: CrawlCard,
    /// The start of the latest revisit.
    pub(super) began: Option<Millis>,
    pub(super) records: BTreeMap<u32, PageRecord>,
    pub(super) histories: BTreeMap<u32, PageHistory>,
}

impl SavedPages {
    /// Reads a crawl's pages from the database.
    pub(super) async fn read(store: &Database, card: &CrawlCard) -> Result<Self, StorageError> {
        let (records, _) = store.pages(&card.id).await?;
        let (began, histories) = store.histories(&card.id).await?;
        let records = records.into_iter().filter(|page| page.outcome == FetchOutcome::Read);
        Ok(Self {
            card: card.clone(),
            began,
            records: records.map(|page| (page.n, page)).collect(),
            histories: histories.into_iter().collect(),
        })
    }

    /// Returns the time of the latest visit after the crawl.
    pub(super) fn last_visit(&self) -> Option<Millis> {
        self.histories.values().flat_map(|of| &of.visits).map(|visit| visit.at).max().max(self.began)
    }

    pub(super) fn url(&self, n: u32) -> &str {
        self.records.get(&n).map_or("", |page| page.url.as_str())
    }

    /// Returns the URLs of all known pages, crawled or found as links.
    pub(super) fn known(&self) -> BTreeSet<CanonicalUrl> {
        let crawled = self.records.values().map(|page| page.url.clone());
        let new = self.histories.values().flat_map(|of| &of.new);
        crawled.chain(new.map(|(url, _)| url.clone())).collect()
    }

    /// Returns the version of the latest text of a page. The version of an error page does not refer to that text.
    pub(super) fn validators(&self, n: u32) -> Validators {
        let has_text = |visit: &&Visit| !matches!(visit.outcome, VisitOutcome::Gone | VisitOutcome::Failed);
        let visits = self.histories.get(&n).map(|of| of.visits.as_slice());
        let latest = visits.unwrap_or_default().iter().rev().find(has_text);
        let crawled = || Some(&self.records.get(&n)?.fetch.validators);
        latest.map(|visit| &visit.validators).or_else(crawled).cloned().unwrap_or_default()
    }

    /// Returns at most `requests` pages to visit now, the most urgent first: of those that are due, or of all.
    pub(super) fn choose(&self, now: Millis, requests: usize, due: Option<Vec<u32>>) -> Vec<u32> {
        let visits = self.visits();
        let pages = self.visited(&visits);
        let ordered = order(RefreshPolicy::Optimal, &pages, &change_rates(&pages), now, usize::MAX);
        let numbers: Vec<u32> = self.records.keys().copied().collect();
        let due: Option<BTreeSet<u32>> = due.map(BTreeSet::from_iter);
        let is_due = |n: &u32| due.as_ref().is_none_or(|due| due.contains(n));
        ordered.into_iter().map(|at| numbers[at]).filter(is_due).take(requests).collect()
    }

    /// Returns the result of the latest revisit.
    pub(super) fn result(&self) -> Revisit {
        let Some(began) = self.began else {
            return Revisit::default();
        };
        let visits = self.visits();
        let rates = change_rates(&self.visited(&visits));
        let (mut pages, mut new) = (Vec::new(), Vec::new());
        let mut listed = BTreeSet::new();
        for (((n, record), visits), rate) in self.records.iter().zip(&visits).zip(rates) {
            let Some(history) = self.histories.get(n) else {
                continue;
            };
            let Some(last) = history.visits.last().filter(|last| last.at >= began) else {
                continue;
            };
            let period = change_period(visits, rate);
            pages.push(RevisitedPage { period, ..visited_page(record, last.outcome) });
            new.extend(new_pages(*n, history, last).filter(|page| listed.insert(page.url.clone())));
        }
        Revisit { at: Some(began), pages, new }
    }

    /// Returns the latest visit of a page and the new links that it found; `None` without a visit.
    pub(super) fn latest(&self, n: u32) -> Option<(RevisitedPage, Vec<NewPage>)> {
        let (record, history) = (self.records.get(&n)?, self.histories.get(&n)?);
        let last = history.visits.last()?;
        Some((visited_page(record, last.outcome), new_pages(n, history, last).collect()))
    }

    /// Returns the visits of each page, starting with that of the crawl.
    fn visits(&self) -> Vec<Vec<Visit>> {
        // The dates of the demo web are years before its start and contain no information about its changes.
        let is_demo = self.card.source == Source::Demo;
        let visits = |(n, page): (&u32, &PageRecord)| {
            let first = Visit {
                at: page.fetch.at,
                found: page.fetch.at,
                outcome: VisitOutcome::Read,
                validators: if is_demo { Validators::default() } else { page.fetch.validators.clone() },
            };
            let later = self.histories.get(n).map(|of| of.visits.clone());
            std::iter::once(first).chain(later.unwrap_or_default()).collect()
        };
        self.records.iter().map(visits).collect()
    }

    fn visited<'a>(&'a self, visits: &'a [Vec<Visit>]) -> Vec<VisitedPage<'a>> {
        let page = |(page, visits): (&'a PageRecord, &'a Vec<Visit>)| VisitedPage {
            host: page.url.host_key(),
            relevance: page.relevance.max(LEAST_RELEVANCE),
            visits,
        };
        self.records.values().zip(visits).map(page).collect()
    }
}

/// Returns a visited page without its period.
fn visited_page(record: &PageRecord, outcome: VisitOutcome) -> RevisitedPage {
    let (url, title) = (record.url.clone(), record.text.title.clone());
    RevisitedPage { n: record.n, url, title, outcome, period: None }
}

/// Returns the links to unknown pages that the latest visit of a page found.
fn new_pages(n: u32, history: &PageHistory, last: &Visit) -> impl Iterator<Item = NewPage> {
    let links = history.new.iter().filter(move |_| last.at == history.new_at);
    links.cloned().map(move |(url, anchor)| NewPage { url, anchor, from: n })
}
