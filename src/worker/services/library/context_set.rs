//! Grows the context graph of good pages from the links of saved crawls.

use super::LibraryService;
use crate::worker::browser::clock::Yielder;
use crate::worker::storage::database::StorageError;
use engine::trails::Backlinks;
use types::limits::CONTEXT_DISTANCE;
use types::trails::{Trail, TrailPage};
use types::url::CanonicalUrl;

impl LibraryService {
    /// Returns the set of some good pages with the pages that lead to them in these crawls, which count as one link graph.
    ///
    /// # Errors
    /// The reason, as the end of a sentence.
    pub(super) async fn context_set(
        &self,
        crawls: &[String],
        good: &[TrailPage],
    ) -> Result<Box<Trail>, String> {
        let grown = self.grown(crawls, good).await;
        grown.map(Box::new).map_err(|error| error.to_string())
    }

    async fn grown(&self, crawls: &[String], good: &[TrailPage]) -> Result<Trail, StorageError> {
        let store = self.context.store().await?;
        let yielder = Yielder::new();
        let (mut names, mut pages, mut links) = (Vec::new(), Vec::new(), Vec::new());
        for id in crawls {
            let kept = store.read(id).await?;
            let crawl = self.rebuilt(&kept).await?;
            names.push(kept.card.name);
            let read = crawl.pages().iter().filter(|page| page.outcome.is_read());
            pages.extend(read.map(|page| page.url.clone()));
            let found = crawl.links();
            links.extend(found.map(|(from, to)| (from.clone(), to.clone())));
            yielder.yield_now().await;
        }
        let links = links
            .iter()
            .map(|(from, to): &(CanonicalUrl, CanonicalUrl)| (from, to));
        let graph = Backlinks::of(&pages, links);
        yielder.yield_now().await;
        Ok(graph.set(&names.join(", "), good, CONTEXT_DISTANCE))
    }
}
