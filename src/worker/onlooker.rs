//! The onlooker: tells the page of a crawl that another worker has, as far as that one has kept it, until it lets go.
//!
//! The page sees pages come in as in the tab that crawls, some moments later, and hears its worker, which would count as dead
//! otherwise. Left out on purpose: what is not kept, such as links that wait, and everything that would change the crawl.

use super::store::{Card, Numbered, Part, Store, StoreError};
use crate::protocol::{Batch, ToPage};
use engine::eval::Measures;
use engine::journal;
use engine::report::{Note, PageRecord, Progress};
use gloo_timers::future::TimeoutFuture;

/// Milliseconds between two looks: often enough to see it move, seldom enough to cost the tab that crawls nothing.
const LOOK_MS: u32 = 1_000;
/// Pages that are told at once, at most.
const PIECE: u32 = 500;

/// What is said of a crawl that another worker has.
const TROUBLE: &str = "Another tab is at this crawl. Close it, and this one goes on.";

/// Looks at one crawl.
pub(super) struct Onlooker<'a> {
    store: &'a Store,
    id: &'a str,
    /// Number of the first page that was not told.
    next: u64,
    /// As the last page that was told has them.
    measures: Measures,
    /// How many changes were told.
    changes: usize,
}

impl<'a> Onlooker<'a> {
    /// One that has told nothing yet.
    pub(super) fn new(store: &'a Store, id: &'a str) -> Self {
        let measures = Measures::default();
        Self {
            store,
            id,
            next: 0,
            measures,
            changes: 0,
        }
    }

    /// Tells what is new, time and again, for as long as that is wanted and the crawl is there.
    pub(super) async fn watch(mut self, is_wanted: impl Fn() -> bool, post: impl Fn(&ToPage)) {
        while let Ok((card, piece)) = self.look().await {
            if !is_wanted() {
                return;
            }
            // What cannot be read is passed over: the tab that has the crawl shows it.
            let pages = piece.iter().map(|page| journal::unseal(&page.bytes));
            let pages = pages.filter_map(Result::ok).collect();
            post(&ToPage::Batch(Box::new(self.batch(card, pages))));
            if piece.len() < PIECE as usize {
                TimeoutFuture::new(LOOK_MS).await;
            }
        }
    }

    /// The crawl's card, and the records of its next pages.
    async fn look(&mut self) -> Result<(Card, Vec<Numbered>), StoreError> {
        let card = self.store.card(self.id).await?;
        let piece = self.store.piece(Part::Pages, self.id, self.next, PIECE);
        let piece = piece.await?;
        self.next = piece.last().map_or(self.next, |last| last.number + 1);
        Ok((card, piece))
    }

    fn batch(&mut self, card: Card, pages: Vec<PageRecord>) -> Batch {
        self.measures = pages.last().map_or(self.measures, |page| page.measures);
        let pages = pages.into_iter().map(|page| Note::Page(Box::new(page)));
        let told = std::mem::replace(&mut self.changes, card.steered.list.len());
        let changes = card.steered.list.into_iter().skip(told);
        let changes = changes.map(|(done, steering)| Note::Steered(done, Box::new(steering)));
        Batch {
            progress: Progress {
                phase: card.phase,
                pages: card.pages,
                budget: card.plan.pages,
                measures: self.measures,
                ..Progress::default()
            },
            notes: pages.chain(changes).collect(),
            trouble: Some(TROUBLE.to_owned()),
            ..Batch::default()
        }
    }
}
