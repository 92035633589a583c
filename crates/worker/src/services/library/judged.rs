//! Finds the judged pages of a topic for its next crawl, which begins with them.
//!
//! They come with the words of their text if the response is saved, and otherwise with those of the record.

use super::past::{text_of, words_of};
use crate::context::Context;
use crate::storage::database::{StorageError, kept_record};
use protocol::chunk;
use protocol::chunk::LocalFuture;
use protocol::subjects::Subject;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::judgment::Judgment;
use types::limits::JUDGED_PAGES;
use types::plan::{JudgedPage, PastPage};
use types::report::PageRecord;
use types::sorting;
use types::url::CanonicalUrl;

/// The judgments of rated pages by URL.
type Rated = BTreeMap<CanonicalUrl, Judgment>;

type Found = Result<Vec<JudgedPage>, StorageError>;

chunk!(library: fn find_judged(context: Rc<Context>, subject: Subject, rated: Rated) -> LocalFuture<Found> {
    Box::pin(async move { pages(&context, &subject, rated).await })
});

/// Returns the latest rated pages of the topic that a crawl updates, or else of that to which its query belongs; none
/// without a database. The error is the reason that they could not be read, as the end of a sentence.
pub(crate) async fn judged_pages(
    context: &Rc<Context>,
    topic: Option<&str>,
    query: &str,
) -> Result<Vec<JudgedPage>, String> {
    let rated = match rated(context, topic, query).await {
        Ok(rated) => rated,
        Err(StorageError::Unavailable(_)) => None,
        Err(error) => return Err(error.to_string()),
    };
    let Some((subject, rated)) = rated else {
        return Ok(Vec::new());
    };
    match find_judged(Rc::clone(context), subject, rated).await {
        Ok(pages) => pages.await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the topic with its latest rated pages; `None` if there are none.
async fn rated(context: &Context, topic: Option<&str>, query: &str) -> Result<Option<(Subject, Rated)>, StorageError> {
    let store = context.store().await?;
    let Some(subject) = store.subject_of_start(topic, query).await? else {
        return Ok(None);
    };
    let mut judgments: Vec<_> = store.judgments(&subject.id).await?.into_iter().collect();
    sorting::sort_by_key(&mut judgments, |(_, judgment)| Reverse(judgment.at));
    let rated = judgments.into_iter().filter(|(_, judgment)| judgment.rating().is_some());
    let rated: Rated = rated.take(JUDGED_PAGES).collect();
    Ok((!rated.is_empty()).then_some((subject, rated)))
}

async fn pages(context: &Context, subject: &Subject, mut rated: Rated) -> Result<Vec<JudgedPage>, StorageError> {
    let store = context.store().await?;
    let mut pages = Vec::new();
    for crawl in &subject.crawls {
        let mut records: Vec<(PageRecord, bool)> = Vec::new();
        let take = |page: PageRecord| {
            if page.outcome.is_read()
                && let Some(good) = rated.remove(&page.url).and_then(|judgment| judgment.rating())
            {
                records.push((page, good));
            }
        };
        store.each_page(crawl, take).await?;
        for (record, good) in records {
            let text = text_of(&store, crawl, record.n, &record.url).await;
            pages.push(judged_page(record, text, good));
        }
    }
    let of_deleted =
        rated.values().filter_map(|judgment| Some(judged_page(kept_record(judgment)?, None, judgment.rating()?)));
    pages.extend(of_deleted);
    Ok(pages)
}

/// Returns a judged page with its text, or else the words of its record.
fn judged_page(record: PageRecord, text: Option<String>, good: bool) -> JudgedPage {
    let text = text.unwrap_or_else(|| words_of(&record));
    JudgedPage { page: PastPage { url: record.url.to_string(), text, language: record.text.language }, good }
}
