//! Finds the judged pages of a topic for its next crawl, which begins with them.
//!
//! They come with the words of their text if the response is saved, and otherwise with those of the record.

use super::past::{text_of, words_of};
use crate::context::Context;
use crate::storage::database::StorageError;
use protocol::chunk;
use protocol::chunk::LocalFuture;
use protocol::subjects::Subject;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::limits::JUDGED_PAGES;
use types::plan::{JudgedPage, PastPage};
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// Rated pages by URL.
type Rated = BTreeMap<CanonicalUrl, bool>;

type Found = Result<Vec<JudgedPage>, StorageError>;

chunk!(library: fn find_judged(context: Rc<Context>, subject: Subject, rated: Rated) -> LocalFuture<Found> {
    Box::pin(async move { pages(&context, &subject, rated).await })
});

/// Returns the latest rated pages of the topic with this id, or else of that to which a crawl with this query belongs;
/// none without a database. The error is the reason that they could not be read, as the end of a sentence.
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
    let subject = match topic {
        Some(id) => Some(store.subject(id).await?),
        None => store.subject_of(query).await?,
    };
    let Some(subject) = subject else {
        return Ok(None);
    };
    let mut judgments: Vec<_> = store.judgments(&subject.id).await?.into_iter().collect();
    judgments.sort_by_key(|(_, judgment)| Reverse(judgment.at));
    let rated = judgments.into_iter().filter_map(|(url, judgment)| Some((url, judgment.rating()?)));
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
                && let Some(good) = rated.remove(&page.url)
            {
                records.push((page, good));
            }
        };
        store.each_page(crawl, take).await?;
        for (record, good) in records {
            let text = text_of(&store, crawl, record.n, &record.url).await;
            let page = PastPage {
                url: record.url.to_string(),
                text: text.unwrap_or_else(|| words_of(&record)),
                language: record.text.language,
            };
            pages.push(JudgedPage { page, good });
        }
    }
    Ok(pages)
}
