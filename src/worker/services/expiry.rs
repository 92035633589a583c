//! Erases deleted crawls when a worker starts, once their deletion can no longer be undone.

use crate::worker::browser::clock;
use crate::worker::context::Context;
use crate::worker::storage::database::{CrawlCard, StorageError};
use crate::worker::storage::lock;
use std::rc::Rc;
use types::report::Millis;
use wasm_bindgen_futures::spawn_local;

/// Least milliseconds for which a deletion can be undone.
const GRACE_MS: Millis = 60_000;

/// Erases crawls whose deletion can no longer be undone. A crawl that another worker has open is skipped until the next time.
pub(crate) fn erase_expired(context: &Rc<Context>) {
    let context = Rc::clone(context);
    spawn_local(async move {
        // A database that cannot be opened is reported when something is to be saved.
        let _ = erase_deleted(&context).await;
    });
}

async fn erase_deleted(context: &Context) -> Result<(), StorageError> {
    let store = context.store().await?;
    let (cards, _) = store.cards().await?;
    let now = clock::now();
    let is_over = |card: &CrawlCard| card.deleted.is_some_and(|at| at + GRACE_MS <= now);
    for card in cards.iter().filter(|card| is_over(card)) {
        if let Some(_lock) = lock::take(&card.id, false).await {
            store.erase(&card.id).await?;
        }
    }
    Ok(())
}
