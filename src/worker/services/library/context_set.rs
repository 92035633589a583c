//! Builds the context graph of good pages from the links of saved crawls.

use super::LibraryService;
use crate::protocol::trails::SourcedTrail;
use crate::worker::browser::clock::Yielder;
use crate::worker::storage::database::StorageError;
use engine::learning::trails::KnownLinks;
use types::limits::CONTEXT_DISTANCE;
use types::trails::TrailPage;

impl LibraryService {
    /// Returns the set of the given good pages with the pages that lead to them in these crawls, which are treated as one link graph.
    ///
    /// # Errors
    /// The reason, as the end of a sentence.
    pub(super) async fn context_set(&self, crawls: &[String], good: &[TrailPage]) -> Result<Box<SourcedTrail>, String> {
        let grown = self.grown(crawls, good).await;
        grown.map(Box::new).map_err(|error| error.to_string())
    }

    async fn grown(&self, crawls: &[String], good: &[TrailPage]) -> Result<SourcedTrail, StorageError> {
        let store = self.context.store().await?;
        let yielder = Yielder::new();
        let (mut names, mut known) = (Vec::new(), KnownLinks::default());
        let mut sources = Vec::new();
        for id in crawls {
            let kept = store.read(id).await?;
            self.rebuilt(&kept).await?.add_links_to(&mut known);
            names.push(kept.card.name);
            sources.push(kept.card.source);
            yielder.yield_now().await;
        }
        let graph = known.backlinks();
        yielder.yield_now().await;
        sources.dedup();
        // A set of crawls with several sources has no common source.
        let source = sources.pop().filter(|_| sources.is_empty());
        let trail = graph.set(&names.join(", "), good, CONTEXT_DISTANCE);
        Ok(SourcedTrail { trail, source })
    }
}
