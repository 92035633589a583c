//! Lists saved crawls and models, which the page shows from the start, and erases deleted crawls: this needs no chunk.

use crate::browser::clock;
use crate::context::Context;
use crate::storage::database::{CrawlCard, SavedItem, StorageError};
use crate::storage::{lock, quota};
use protocol::ToPage;
use protocol::library::{CrawlSummary, LibraryContents, LibraryEvent};
use protocol::models::ModelsEvent;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::report::Millis;
use wasm_bindgen_futures::spawn_local;

/// Least milliseconds for which a deletion can be undone.
const GRACE_MS: Millis = 60_000;

/// Sends the contents of the Library.
pub(crate) fn send_library(context: &Rc<Context>) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let contents = library_contents(&context).await.map_err(String::from);
        context.send(&ToPage::Library(Box::new(LibraryEvent::Contents(contents))));
    });
}

/// Sends the list of models.
pub(crate) fn send_models(context: &Rc<Context>) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let cards = async { context.store().await?.model_cards().await }.await;
        let cards = cards.map_err(String::from);
        context.send(&ToPage::Models(Box::new(ModelsEvent::Models(cards))));
    });
}

/// Returns the contents of the Library, the latest changed crawl first.
pub(crate) async fn library_contents(context: &Context) -> Result<LibraryContents, StorageError> {
    let store = context.store().await?;
    let (cards, unreadable) = store.cards().await?;
    let readings = store.readings_weight().await?;
    let mut held = lock::held().await;
    held.retain(|id| !context.is_revisiting(id));
    let quota = quota().await;
    let mut crawls: Vec<CrawlSummary> = cards.into_iter().map(|card| summary(card, &held)).collect();
    crawls.sort_by(|a, b| b.changed.cmp(&a.changed).then(a.id.cmp(&b.id)));
    let unreadable = unreadable.into_iter();
    Ok(LibraryContents {
        crawls,
        unreadable: unreadable.map(|(id, error)| (id, error.to_string())).collect(),
        used: quota.used,
        quota: quota.allowed,
        is_persistent: quota.is_persistent,
        readings: (readings.pages, readings.bytes),
    })
}

fn summary(card: CrawlCard, held: &BTreeSet<String>) -> CrawlSummary {
    CrawlSummary {
        is_held: held.contains(&card.id),
        id: card.id,
        name: card.name,
        created: card.created,
        changed: card.changed,
        stay: !card.plan.scope.allow.is_empty(),
        plan: card.plan,
        source: card.source,
        phase: card.phase,
        pages: card.pages,
        good: card.good,
        bytes: card.weight.total() + card.texts,
        body_bytes: card.weight.bodies,
        is_deleted: card.deleted.is_some(),
    }
}

/// Erases what was deleted and can no longer be restored. What another worker has open is skipped until the next time.
pub(crate) fn erase_expired(context: &Rc<Context>) {
    let context = Rc::clone(context);
    let erase = async move || -> Result<(), StorageError> {
        let store = context.store().await?;
        let expiry = clock::now() - GRACE_MS;
        for item in [SavedItem::Crawl, SavedItem::Model, SavedItem::Comparison, SavedItem::Subject] {
            for id in store.deleted_until(item, expiry).await? {
                if let Some(_lock) = lock::take_item(item, &id).await {
                    store.erase(item, &id).await?;
                }
            }
        }
        Ok(())
    };
    // A database that cannot be opened is reported when something is to be saved.
    spawn_local(async move { drop(erase().await) });
}
