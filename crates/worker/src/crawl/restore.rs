//! Rebuilds a saved crawl from its snapshot, or its beginning, and the events after it, in a chunk of code.

use crate::browser::clock::Yielder;
use crate::storage::database::{SavedCrawl, StorageError};
use engine::crawl::{CheckedPlan, Crawl};
use engine::journal;
use engine::strategy::Assets;
use protocol::chunk;
use std::pin::Pin;
use types::text::joined;

/// The number of events after which other tasks of the worker run: a fraction of a second of work.
const EVENTS_PER_TURN: usize = 100;
/// The message for a crawl whose snapshot or events are missing, or whose events are damaged.
const GONE: &str = "Parts of this saved crawl are missing or damaged. Export what is left, or run it again.";

/// The function of the chunk.
type Rebuild = for<'a> fn(&'a SavedCrawl, &'a Assets, &'a dyn Fn()) -> Rebuilding<'a>;
type Rebuilding<'a> = Pin<Box<dyn Future<Output = Result<Crawl, StorageError>> + 'a>>;

chunk!(restore: fn rebuild_code() -> Rebuild {
    let code: Rebuild = |kept, assets, on_turn| Box::pin(rebuild(kept, assets, on_turn));
    code
});

/// Rebuilds a crawl after its last saved event.
///
/// Other tasks run in between; `on_turn` is called each time. Fails with [`StorageError::Unreadable`] if the code
/// cannot be loaded, or if the snapshot or some of the events are missing or damaged.
pub(crate) async fn restore(kept: &SavedCrawl, assets: &Assets, on_turn: &dyn Fn()) -> Result<Crawl, StorageError> {
    let rebuild = rebuild_code().await.map_err(|error| StorageError::Unreadable(error.sentence()))?;
    rebuild(kept, assets, on_turn).await
}

async fn rebuild(kept: &SavedCrawl, assets: &Assets, on_turn: &dyn Fn()) -> Result<Crawl, StorageError> {
    let gone = || StorageError::Unreadable(GONE.to_owned());
    let after = kept.card.last.saturating_sub(kept.card.snapshot);
    if kept.events.len() as u64 != after {
        return Err(gone());
    }
    let mut crawl = match &kept.snapshot {
        Some(snapshot) => journal::open(snapshot, assets)?,
        None if kept.card.snapshot > 0 => return Err(gone()),
        None => {
            let checked = CheckedPlan::new(kept.card.plan.clone(), assets);
            Crawl::new(checked.map_err(|errors| StorageError::Unreadable(joined(&errors)))?)
        }
    };
    let (yielder, mut replayed) = (Yielder::new(), 0);
    for log in &kept.events {
        let (events, damage) = journal::read(log);
        if damage.is_some() {
            return Err(gone());
        }
        for event in events {
            journal::replay(&mut crawl, [event]);
            replayed += 1;
            if replayed % EVENTS_PER_TURN == 0 {
                on_turn();
                yielder.yield_now().await;
            }
        }
    }
    Ok(crawl)
}
