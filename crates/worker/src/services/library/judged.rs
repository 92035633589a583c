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

chunk!(library: fn find_judged(context: Rc<Context>, subject: Subject, rated: Rated) -> LocalFuture<Vec<JudgedPage>> {
    Box::pin(async move { pages(&context, &subject, rated).await.unwrap_or_default() })
});

/// Returns the latest rated pages of the topic to which a crawl with this query belongs. Without the database or the
/// chunk there are none.
pub(crate) async fn judged_pages(context: &Rc<Context>, query: &str) -> Vec<JudgedPage> {
    match rated(context, query).await {
        Ok(Some((subject, rated))) => match find_judged(Rc::clone(context), subject, rated).await {
            Ok(pages) => pages.await,
            Err(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns the topic with its latest rated pages; `None` if there are none.
async fn rated(context: &Context, query: &str) -> Result<Option<(Subject, Rated)>, StorageError> {
    let store = context.store().await?;
    let Some(subject) = store.subjects().await?.into_iter().find(|subject| subject.covers(query, "")) else {
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
