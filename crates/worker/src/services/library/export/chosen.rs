//! Chooses the pages of an export of a crawl or a topic.

use super::LibraryService;
use crate::browser::clock;
use crate::storage::database::{CrawlCard, Database, Judgments, StorageError, kept_record};
use archive::export::is_exported;
use archive::page::PageLine;
use protocol::Source;
use protocol::library::{ExportRequest, ExportScope};
use std::collections::{BTreeMap, BTreeSet};
use types::export::ExportFormat;
use types::report::{Millis, PageRecord};
use types::sorting;
use types::url::CanonicalUrl;

/// The pages of a crawl or a topic to export.
pub(super) struct ChosenPages {
    /// The name of the crawl or the topic.
    pub(super) title: String,
    /// The time of its creation.
    pub(super) created: Millis,
    pub(super) crawls: Vec<CrawlPages>,
    pub(super) judgments: Judgments,
    /// The number of records that cannot be read.
    pub(super) unreadable: usize,
}

/// The pages of a crawl to export, or those of which only the records were kept with their judgments.
pub(super) struct CrawlPages {
    /// The card; `None` for kept records.
    pub(super) card: Option<CrawlCard>,
    /// The URLs of all pages of the crawl by their record numbers.
    pub(super) urls: BTreeMap<u32, CanonicalUrl>,
    /// The pages to export, in the order of the crawl.
    pub(super) pages: Vec<PageRecord>,
}

impl CrawlPages {
    /// Returns the lines of the pages to export.
    pub(super) fn lines(&self) -> impl Iterator<Item = PageLine<'_>> {
        self.pages.iter().map(|page| PageLine::new(page, |n| self.urls.get(&n)))
    }
}

/// The order of records of the same URL: whether the page was read, whether its body may be saved, its relevance.
type Rank = (bool, bool, f64);

/// Collects the best record of each page to export.
struct Choice<'a> {
    format: ExportFormat,
    /// The pages of the request; `None` for those that the format lists.
    requested: Option<BTreeSet<&'a CanonicalUrl>>,
    judgments: &'a Judgments,
    /// The records by URL, each with the index of its crawl.
    best: BTreeMap<CanonicalUrl, (Rank, usize, PageRecord)>,
}

impl Choice<'_> {
    /// Adds a record of the crawl at an index. Pages of this crawl are relevant from `good` on.
    fn add(&mut self, page: PageRecord, at: usize, has_body: bool, good: f64) {
        let is_chosen = match &self.requested {
            Some(requested) => requested.contains(&page.url),
            None => is_exported(self.format, &page, self.judgments.get(&page.url), good),
        };
        let rank = (page.outcome.is_read(), has_body, page.relevance);
        if is_chosen && self.best.get(&page.url).is_none_or(|(known, ..)| *known < rank) {
            self.best.insert(page.url.clone(), (rank, at, page));
        }
    }
}

impl LibraryService {
    /// Returns the name and the time of creation of a crawl or a topic, and its crawls.
    pub(super) async fn exported_crawls(
        &self,
        store: &Database,
        request: &ExportRequest,
    ) -> Result<(String, Millis, Vec<CrawlCard>), StorageError> {
        if request.scope == ExportScope::Topic {
            let subject = store.subject(&request.id).await?;
            let cards = self.cards_of(&subject).await?;
            return Ok((subject.name, subject.created, cards));
        }
        let card = store.card(&request.id).await?;
        Ok((card.name.clone(), card.created, vec![card]))
    }

    /// Reads the pages to export, each URL once: of several records one that was read, of these one whose body may be
    /// saved if the format needs it, and of these the most relevant one.
    pub(super) async fn chosen_pages(
        &self,
        store: &Database,
        request: &ExportRequest,
    ) -> Result<ChosenPages, StorageError> {
        let ExportRequest { id, format, scope, pages, .. } = request;
        let (title, created, cards) = self.exported_crawls(store, request).await?;
        let judgments = match (scope, cards.first()) {
            (ExportScope::Topic, _) => store.judgments(id).await?,
            (ExportScope::Crawl, Some(card)) if format.has_judgments() => {
                store.judgments_of(card, clock::now()).await?.1
            }
            _ => Judgments::new(),
        };
        let requested = pages.as_ref().map(BTreeSet::from_iter);
        let mut choice = Choice { format: *format, requested, judgments: &judgments, best: BTreeMap::new() };
        let needs_body = format.reads_bodies() || format.is_recording();
        let (mut crawls, mut unreadable) = (Vec::new(), 0);
        for (at, card) in cards.into_iter().enumerate() {
            let has_body = !needs_body || card.source == Source::Demo || card.weight.bodies > 0;
            let mut urls = BTreeMap::new();
            let take = |page: PageRecord| {
                urls.insert(page.n, page.url.clone());
                choice.add(page, at, has_body, card.plan.good);
            };
            unreadable += store.each_page(&card.id, take).await?;
            crawls.push(CrawlPages { card: Some(card), urls, pages: Vec::new() });
        }
        if *scope == ExportScope::Topic {
            // Of deleted crawls, the records of judged pages are left.
            for page in judgments.values().filter_map(kept_record) {
                choice.add(page, crawls.len(), false, 1.0);
            }
            crawls.push(CrawlPages { card: None, urls: BTreeMap::new(), pages: Vec::new() });
        }
        for (_, at, page) in choice.best.into_values() {
            crawls[at].pages.push(page);
        }
        for crawl in &mut crawls {
            sorting::sort_by_key(&mut crawl.pages, |page| page.n);
        }
        Ok(ChosenPages { title, created, crawls, judgments, unreadable })
    }
}
