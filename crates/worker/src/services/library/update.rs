//! Chooses what an update of a topic requests: pages to revisit, then a crawl.
//!
//! Half of the budget is for pages that are due. The rest is for the newest unfinished crawl of the topic, or else for
//! a new crawl from the best pages, which follows no link to a page of the topic. An update that was interrupted goes
//! on: what it has requested since its start counts.

use super::LibraryService;
use crate::browser::clock;
use crate::context::Context;
use crate::storage::database::{CrawlCard, StorageError};
use crate::storage::lock;
use protocol::chunk;
use protocol::chunk::LocalFuture;
use protocol::library::{NewCrawl, UpdateCrawl, UpdateRevisit};
use protocol::subjects::{Subject, SubjectPage, SubjectPages};
use protocol::{Source, SourceKind};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::limits::KNOWN_PAGES;
use types::plan::Plan;
use types::report::{FetchOutcome, Millis, Phase};
use types::revisit::Visit;
use types::sorting;
use types::url::CanonicalUrl;

/// The milliseconds after which a page is due again. In the demo web, time passes at a revisit.
const DUE_MS: Millis = 86_400_000;
/// The most seeds of a crawl; they are requested again for their links.
const SEEDS: u32 = 20;
/// The pages of a crawl for each seed, at least.
const PAGES_OF_SEED: u32 = 4;

chunk!(library: fn find_known(context: Rc<Context>, id: String) -> LocalFuture<Result<Vec<u128>, StorageError>> {
    Box::pin(async move { known(&context, &id).await })
});

/// Returns the fingerprints of the pages that crawls of the topic with this id have read. The error is the cause, in a
/// sentence.
pub(crate) async fn known_pages(context: &Rc<Context>, id: String) -> Result<Vec<u128>, String> {
    match find_known(Rc::clone(context), id).await {
        Ok(known) => known.await.map_err(|error| error.to_string()),
        Err(error) => Err(error.sentence()),
    }
}

async fn known(context: &Context, id: &str) -> Result<Vec<u128>, StorageError> {
    let (store, mut known) = (context.store().await?, Vec::new());
    let subject = store.subject(id).await?;
    if subject.deleted.is_some() {
        return Err(StorageError::NoSuchSubject);
    }
    // The latest crawls first, if not all fit.
    for crawl in subject.crawls.into_iter().rev() {
        store
            .each_page(&crawl, |record| known.extend(record.outcome.is_read().then(|| record.url.fingerprint())))
            .await?;
    }
    known.truncate(KNOWN_PAGES);
    Ok(known)
}

impl LibraryService {
    /// Begins an update of a topic, or continues it. Returns the revisits of its crawls. The error is the end of a
    /// sentence.
    pub(super) async fn begin_update(&self, id: &str, pages: u32) -> Result<Vec<UpdateRevisit>, String> {
        self.context.check_idle()?;
        let (store, now) = (self.context.store().await?, clock::now());
        let mut began = now;
        store.change_subject(id, |subject| began = subject.begin_update(now)).await?;
        let subject = store.subject(id).await?;
        let (mut latest, mut spent) = (BTreeMap::<CanonicalUrl, Latest>::new(), 0);
        self.each_page_of(&subject, |card, record, visits| {
            let is_gone = card.has_found_gone(&record);
            if !is_gone && record.outcome != FetchOutcome::Read {
                return;
            }
            let page = SubjectPage::new(&record, visits);
            spent += visits_since(began, visits);
            let visited = visits.last().map_or(page.visited, |visit| visit.found);
            let is_due = match card.source.kind() {
                _ if is_gone || page.gone.is_some() || visited >= began => false,
                SourceKind::Demo => true,
                SourceKind::Recorded => false,
                SourceKind::Proxy | SourceKind::Direct => visited.saturating_add(DUE_MS) <= now,
            };
            let page = Latest { visited, crawl: card.id.clone(), n: record.n, is_due };
            let known = latest.entry(record.url).or_insert_with(|| page.clone());
            if page.visited > known.visited {
                *known = page;
            }
        })
        .await?;
        let mut due: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for page in latest.into_values().filter(|page| page.is_due) {
            due.entry(page.crawl).or_default().push(page.n);
        }
        Ok(shares(due, (pages / 2).saturating_sub(spent)))
    }

    /// Returns the crawl of the update that is running; `None` if no page is left for it, or if there is no page to
    /// begin at.
    pub(super) async fn crawl_of_update(&self, id: &str, pages: u32) -> Result<Option<UpdateCrawl>, StorageError> {
        let store = self.context.store().await?;
        let subject = store.subject(id).await?;
        let Some(update) = subject.updates.last().filter(|update| update.ended.is_none()) else {
            return Ok(None);
        };
        let mut left = pages;
        self.each_page_of(&subject, |_, record, visits| {
            let requests = visits_since(update.began, visits) + u32::from(record.fetch.at >= update.began);
            left = left.saturating_sub(requests);
        })
        .await?;
        if left == 0 {
            return Ok(None);
        }
        let (cards, held) = (self.cards_of(&subject).await?, lock::held().await);
        // What another tab has open, waits for the person or needs a file is not continued.
        let can_resume = |card: &&CrawlCard| {
            let is_elsewhere = held.contains(&card.id) && self.context.driver_of(&card.id).is_none();
            card.is_open()
                && card.phase != Phase::Prepared
                && !is_elsewhere
                && self.context.recording.check(&card.plan, &card.source).is_ok()
        };
        if let Some(card) = cards.iter().filter(can_resume).max_by_key(|card| card.created) {
            return Ok(Some(UpdateCrawl::Resume(card.id.clone(), card.pages + left)));
        }
        // A crawl of another web, as in class, says little about the topic.
        let sources: Vec<(Source, u32)> = cards.iter().map(|card| (card.source.clone(), card.pages)).collect();
        let widest = Source::widest(&sources);
        let is_of_topic = |card: &CrawlCard| widest.as_ref().is_none_or(|widest| card.source.is_same_web(widest));
        let Some(card) = cards.into_iter().filter(is_of_topic).max_by_key(|card| card.created) else {
            return Ok(None);
        };
        let seeds = self.best_pages(id, &card.source, (left / PAGES_OF_SEED).clamp(1, SEEDS)).await?;
        if seeds.is_empty() {
            return Ok(None);
        }
        let stay = !card.plan.scope.allow.is_empty();
        let mut plan = Plan { seeds, spare_seeds: Vec::new(), pages: left, ..card.plan };
        if plan.query.trim().is_empty() {
            plan.query = subject.queries.into_iter().next().unwrap_or_default();
        }
        let models = store.model_cards().await?;
        let is_own = |id: &String| models.iter().find(|model| model.id == *id && model.stale.is_none());
        let model = subject.model.as_ref().and_then(is_own);
        if let Some(model) = model {
            plan.strategy.clone_from(&model.strategy);
        }
        let crawl = NewCrawl { plan, source: card.source, stay, model: model.map(|model| model.id.clone()) };
        Ok(Some(UpdateCrawl::Start(Box::new(crawl))))
    }

    /// Returns the best pages of a topic in a source.
    async fn best_pages(&self, id: &str, source: &Source, most: u32) -> Result<Vec<String>, StorageError> {
        let is_demo = *source == Source::Demo;
        let pages = self.good_pages(id).await?.into_iter().map(|(page, _)| page.url);
        let here = pages.filter(|url| demo_web::is_host(url.host()) == is_demo);
        Ok(here.take(most as usize).map(|url| url.to_string()).collect())
    }

    /// Returns the pages of a topic that were not discarded and are not gone, and whether they were kept: kept ones
    /// first, then the most relevant ones.
    async fn good_pages(&self, id: &str) -> Result<Vec<(SubjectPage, bool)>, StorageError> {
        let SubjectPages { pages, judgments, .. } = self.subject_pages(id).await?;
        let ratings: BTreeMap<_, _> = judgments.into_iter().map(|(url, judgment)| (url, judgment.rating())).collect();
        let good = |page: SubjectPage| {
            let rating = ratings.get(&page.url).copied().flatten();
            (page.gone.is_none() && rating != Some(false)).then_some((page, rating.is_some()))
        };
        let mut pages: Vec<_> = pages.into_iter().filter_map(good).collect();
        sorting::sort_by_key(&mut pages, |(_, is_kept)| !is_kept);
        Ok(pages)
    }

    /// Returns the kept pages of the topic to which a crawl with this query belongs, the most relevant first, without
    /// those that are gone.
    pub(crate) async fn kept_pages(&self, query: &str) -> Result<Vec<SubjectPage>, StorageError> {
        let Some(subject) = self.context.store().await?.subject_of(query).await? else {
            return Ok(Vec::new());
        };
        let pages = self.good_pages(&subject.id).await?.into_iter();
        Ok(pages.filter_map(|(page, is_kept)| is_kept.then_some(page)).collect())
    }

    /// Returns the cards of a topic's crawls that are not deleted.
    pub(super) async fn cards_of(&self, subject: &Subject) -> Result<Vec<CrawlCard>, StorageError> {
        let store = self.context.store().await?;
        let mut cards = Vec::new();
        for crawl in &subject.crawls {
            match store.card(crawl).await {
                Ok(card) if card.deleted.is_none() => cards.push(card),
                Ok(_) | Err(StorageError::NoSuchCrawl | StorageError::Unreadable(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(cards)
    }
}

/// The latest visit of a page, in one of the crawls that have it.
#[derive(Clone)]
struct Latest {
    visited: Millis,
    crawl: String,
    n: u32,
    is_due: bool,
}

/// Returns the number of visits since the start of an update.
fn visits_since(began: Millis, visits: &[Visit]) -> u32 {
    engine::count(visits.iter().filter(|visit| visit.found >= began).count())
}

/// Returns the revisits of crawls with pages that are due: each gets a share of the requests by the number of these.
fn shares(due: BTreeMap<String, Vec<u32>>, requests: u32) -> Vec<UpdateRevisit> {
    let all: u64 = due.values().map(|pages| pages.len() as u64).sum();
    let requests = u64::from(requests).min(all);
    let mut before = 0;
    let share = |(crawl, due): (String, Vec<u32>)| {
        let after = before + due.len() as u64;
        let share = requests * after / all - requests * before / all;
        before = after;
        UpdateRevisit { crawl, requests: u32::try_from(share).unwrap_or(u32::MAX), due }
    };
    due.into_iter().map(share).filter(|revisit| revisit.requests > 0).collect()
}
