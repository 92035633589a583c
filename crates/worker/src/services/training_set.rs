//! Builds training sets from saved crawls: good pages with the pages that lead to them, and discarded pages.
//!
//! The crawls are treated as one link graph. Relevant pages in it that the person has not chosen are unlabeled.

use crate::context::Context;
use crate::storage::database::{CrawlCard, StorageError};
use engine::learning::trails::KnownLinks;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::CONTEXT_DISTANCE;
use types::report::PageRecord;
use types::trails::{Trail, TrailPage};
use types::url::CanonicalUrl;

/// The pages of saved crawls with their links.
#[derive(Default)]
pub(crate) struct CrawledPages {
    links: KnownLinks,
    titles: BTreeMap<CanonicalUrl, String>,
    relevant: BTreeSet<CanonicalUrl>,
}

impl CrawledPages {
    /// Creates the pages of deleted crawls from their records, which have no links.
    pub(crate) fn of_deleted(records: impl Iterator<Item = PageRecord>) -> Self {
        let titles = records.map(|record| (record.url, record.text.title)).collect();
        Self { titles, ..Self::default() }
    }

    /// Adds the pages of a crawl.
    pub(crate) async fn add(&mut self, context: &Context, card: &CrawlCard) -> Result<(), StorageError> {
        let store = context.store().await?;
        context.rebuild(&store.read(&card.id).await?).await?.add_links_to(&mut self.links);
        let take = |record: PageRecord| {
            if record.is_on_topic(card.plan.good) {
                self.relevant.insert(record.url.clone());
            }
            self.titles.insert(record.url, record.text.title);
        };
        store.each_page(&card.id, take).await?;
        Ok(())
    }

    /// Returns whether the crawls have a page.
    pub(crate) fn has(&self, url: &CanonicalUrl) -> bool {
        self.titles.contains_key(url)
    }

    /// Returns a page as an example.
    pub(crate) fn example(&self, url: &CanonicalUrl, relevant: bool) -> TrailPage {
        let title = self.titles.get(url).cloned().unwrap_or_default();
        TrailPage { url: url.to_string(), title, relevant, visited_at: None }
    }

    /// Returns the set of these good pages, with the pages that lead to them, and of the discarded ones that are not
    /// among them.
    pub(crate) fn set(&self, name: &str, good: &[TrailPage], discarded: &BTreeSet<CanonicalUrl>) -> Trail {
        let mut set = self.links.backlinks().set(name, good, CONTEXT_DISTANCE);
        let good: BTreeSet<CanonicalUrl> = good.iter().filter_map(|page| CanonicalUrl::parse(&page.url).ok()).collect();
        let is_unlabeled = |url: &str| {
            let url = CanonicalUrl::parse(url);
            url.is_ok_and(|url| self.relevant.contains(&url) && !good.contains(&url) && !discarded.contains(&url))
        };
        for graph in &mut set.graphs {
            let places = graph.pages.iter().zip(0..);
            graph.unlabeled = places.filter(|(page, _)| is_unlabeled(&page.url)).map(|(_, at)| at).collect();
        }
        set.pages.extend(discarded.difference(&good).map(|url| self.example(url, false)));
        set
    }
}
