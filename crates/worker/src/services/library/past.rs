//! Finds pages of earlier crawls for a crawl that starts with the best of them.
//!
//! Only crawls with the same kind of source count, because the pages are fetched again. Pages that were discarded in
//! the topic that the crawl updates, or else in that of its query, are omitted. Title, anchor text and snippet of every
//! record are compared with the query. The selected pages ([`engine::past`]) come with the words of their text if the
//! response is saved, and otherwise with those of the record. Reading the text of every page would take minutes.

use crate::context::Context;
use crate::services::why;
use crate::storage::database::{CrawlCard, Database, SavedPart};
use engine::journal;
use engine::past::{self, QuerySimilarity};
use protocol::SourceKind;
use protocol::chunk;
use protocol::chunk::LocalFuture;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::PastPage;
use types::report::{FetchOutcome, Millis, PageRecord};
use types::url::CanonicalUrl;

/// A page and its similarity to the query.
struct Candidate {
    similarity: f64,
    crawl: String,
    n: u32,
}

/// The times at which a page was last read and last found gone.
#[derive(Default)]
pub(super) struct Times {
    read: Millis,
    gone: Millis,
}

impl Times {
    /// Adds a record of the page, which was read, and the time at which a revisit found it gone.
    pub(super) fn add(&mut self, record: &PageRecord, gone: Option<Millis>) {
        self.read = self.read.max(record.fetch.at);
        self.add_gone(gone.unwrap_or_default());
    }

    /// Adds a time at which the page was found gone.
    pub(super) fn add_gone(&mut self, at: Millis) {
        self.gone = self.gone.max(at);
    }

    /// Returns true if a revisit or a crawl found the page gone, and no later crawl read it.
    pub(super) fn is_gone(&self) -> bool {
        self.gone > self.read
    }
}

/// All candidates by address.
struct Past {
    query: QuerySimilarity,
    candidates: BTreeMap<CanonicalUrl, Candidate>,
    times: BTreeMap<CanonicalUrl, Times>,
}

impl Past {
    /// Adds a page, with the time at which it was found gone. Of several records of a page, the most similar one
    /// counts.
    fn add(&mut self, page: &PageRecord, gone: Option<Millis>, crawl: &str) {
        self.times.entry(page.url.clone()).or_default().add(page, gone);
        let similarity = self.query.similarity(&words_of(page), page.text.language.as_deref());
        let known = self.candidates.get(&page.url);
        if known.is_none_or(|known| similarity > known.similarity) {
            let candidate = Candidate { similarity, crawl: crawl.to_owned(), n: page.n };
            self.candidates.insert(page.url.clone(), candidate);
        }
    }

    /// Returns the selected pages, the most similar first, without those that are gone.
    fn chosen(mut self) -> Vec<Candidate> {
        let times = &self.times;
        self.candidates.retain(|url, _| times.get(url).is_none_or(|times| !times.is_gone()));
        let mut candidates: Vec<Option<Candidate>> = self.candidates.into_values().map(Some).collect();
        let similarity = candidates.iter().flatten().map(|candidate| candidate.similarity);
        let chosen = past::select_indices(&similarity.collect::<Vec<f64>>()).into_iter();
        chosen.filter_map(|at| candidates.get_mut(at).and_then(Option::take)).collect()
    }
}

type Topic = Option<String>;

chunk!(library: fn find(context: Rc<Context>, topic: Topic, query: String, kind: SourceKind)
    -> LocalFuture<Vec<PastPage>> {
    Box::pin(async move { pages(&context, topic.as_deref(), &query, kind).await })
});

/// Returns pages of earlier crawls that fit the query of a crawl, which updates a topic or none. The error is the
/// reason that they could not be looked up, in a sentence.
pub(crate) async fn past_pages(
    context: Rc<Context>,
    topic: Option<String>,
    query: String,
    kind: SourceKind,
) -> Result<Vec<PastPage>, String> {
    match find(context, topic, query, kind).await {
        Ok(pages) => Ok(pages.await),
        Err(error) => Err(error.sentence()),
    }
}

/// Returns the pages, the most similar first. Crawls that cannot be read are skipped.
async fn pages(context: &Context, topic: Option<&str>, query: &str, kind: SourceKind) -> Vec<PastPage> {
    let Ok(store) = context.store().await else {
        return Vec::new();
    };
    let mut past = Past { query: QuerySimilarity::to(query), candidates: BTreeMap::new(), times: BTreeMap::new() };
    let discarded = store.discarded_pages(topic, query).await.unwrap_or_default();
    let (cards, _) = store.cards().await.unwrap_or_default();
    let same = |card: &&CrawlCard| card.deleted.is_none() && card.source.kind() == kind;
    for card in cards.iter().filter(same) {
        let gone = store.gone_pages(&card.id).await;
        let add = |page: PageRecord| {
            // Pages with `noindex` are not shown among results.
            if card.has_found_gone(&page) {
                past.times.entry(page.url).or_default().add_gone(page.fetch.at);
            } else if page.outcome == FetchOutcome::Read && !discarded.contains(&page.url) {
                past.add(&page, gone.get(&page.n).copied(), &card.id);
            }
        };
        // Pages that were read before an error count as well.
        let _ = store.each_page(&card.id, add).await;
    }
    let mut pages = Vec::new();
    for candidate in past.chosen() {
        pages.extend(page(&store, &candidate).await);
    }
    pages
}

/// Returns a selected page; `None` if it was deleted in the meantime.
async fn page(store: &Database, candidate: &Candidate) -> Option<PastPage> {
    let piece = store.piece(SavedPart::Pages, &candidate.crawl, candidate.n.into(), 1).await.ok()?;
    let record: PageRecord = journal::unseal(&piece.first()?.bytes).ok()?;
    let text = text_of(store, &candidate.crawl, candidate.n, &record.url).await;
    Some(PastPage {
        url: record.url.to_string(),
        text: text.unwrap_or_else(|| words_of(&record)),
        language: record.text.language,
    })
}

/// Returns the words of the text of page `n` of a crawl if its response is saved.
pub(super) async fn text_of(store: &Database, crawl: &str, n: u32, url: &CanonicalUrl) -> Option<String> {
    let body = store.body(crawl, n).await.ok()??;
    why::answered(url, body).await.document().map(past::words_of)
}

/// Returns the words of a record.
pub(super) fn words_of(page: &PageRecord) -> String {
    format!("{}\n{}\n{}", page.text.title, page.discovery.anchor, page.text.snippet)
}
