//! Follows a crawl of another worker read-only: sends its pages as that worker saves them, until that worker releases
//! the crawl.
//!
//! The page shows results as in the tab that crawls, with a short delay. The regular batches also show that this worker
//! is alive. Unsaved data, such as queued links, are not shown.

use crate::storage::database::{CrawlCard, Database, SavedPart, Sequenced, StorageError};
use engine::journal;
use gloo_timers::future::TimeoutFuture;
use protocol::Batch;
use types::report::{Measures, Notification, PageRecord, Progress};

/// The milliseconds between two reads: often enough to look live without slowing the tab that crawls.
const LOOK_MS: u32 = 1_000;
/// The most pages in a batch.
const PIECE: u32 = 500;

/// The notice that another tab has the crawl.
const STANDSTILL: &str = "This crawl is open in another tab. Close that tab to continue here.";

/// Follows one crawl.
pub(crate) struct ReadOnlyFollower<'a> {
    store: &'a Database,
    id: &'a str,
    /// The number of the first page that was not sent.
    next: u64,
    /// The measures of the last page that was sent.
    measures: Measures,
    /// The number of changes that were sent.
    changes: usize,
}

impl<'a> ReadOnlyFollower<'a> {
    /// Creates a follower that has sent nothing yet.
    pub(crate) fn new(store: &'a Database, id: &'a str) -> Self {
        let measures = Measures::default();
        Self { store, id, next: 0, measures, changes: 0 }
    }

    /// Sends new data repeatedly, while the crawl exists.
    pub(crate) async fn watch(mut self, send: impl Fn(Batch)) {
        while let Ok((card, piece)) = self.poll().await {
            // A record that cannot be read is skipped, because the count of such records is reported when the crawl is
            // opened.
            let pages = piece.iter().map(|page| journal::unseal(&page.bytes)).filter_map(Result::ok).collect();
            send(self.batch(card, pages));
            if piece.len() < PIECE as usize {
                TimeoutFuture::new(LOOK_MS).await;
            }
        }
    }

    /// Reads the crawl's card and its next page records.
    async fn poll(&mut self) -> Result<(CrawlCard, Vec<Sequenced>), StorageError> {
        let card = self.store.card(self.id).await?;
        let piece = self.store.piece(SavedPart::Pages, self.id, self.next, PIECE).await?;
        self.next = piece.last().map_or(self.next, |last| last.number + 1);
        Ok((card, piece))
    }

    fn batch(&mut self, card: CrawlCard, pages: Vec<PageRecord>) -> Batch {
        self.measures = pages.last().map_or(self.measures, |page| page.measures);
        let pages = pages.into_iter().map(|page| Notification::Page(Box::new(page)));
        let sent = std::mem::replace(&mut self.changes, card.steered.list.len());
        let changes = card.steered.list.into_iter().skip(sent);
        let changes = changes.map(|(done, steering)| Notification::Steered(done, Box::new(steering)));
        Batch {
            progress: Progress {
                phase: card.phase,
                pages: card.pages,
                budget: card.plan.pages,
                measures: self.measures,
                ..Progress::default()
            },
            notifications: pages.chain(changes).collect(),
            standstill: Some(STANDSTILL.to_owned()),
            ..Batch::default()
        }
    }
}
