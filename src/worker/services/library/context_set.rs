//! Grows the context graph of good pages from the links of saved crawls.

use super::LibraryService;
use crate::worker::browser::clock::Yielder;
use crate::worker::storage::database::StorageError;
use engine::learning::trails::KnownLinks;
use types::limits::CONTEXT_DISTANCE;
use types::trails::{Trail, TrailPage};

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
        let (mut names, mut known) = (Vec::new(), KnownLinks::default());
        for id in crawls {
            let kept = store.read(id).await?;
            self.rebuilt(&kept).await?.add_links_to(&mut known);
            names.push(kept.card.name);
            yielder.yield_now().await;
        }
        let graph = known.backlinks();
        yielder.yield_now().await;
        Ok(graph.set(&names.join(", "), good, CONTEXT_DISTANCE))
    }
}
