//! Lists, renames, deletes, searches, exports and imports saved crawls, beside the one that runs.
//!
//! A crawl that this worker has open is changed through its journal writer, so that the next step saves the change again. A crawl that
//! no worker has open is changed under its lock. A crawl of another tab is not changed. Deleted crawls stay for [`GRACE_MS`],
//! and are erased when a worker starts after that. The crawl service opens crawls.

mod bundle;
mod context_set;
mod export;
mod import;
mod past;
mod progress;
mod recording;
mod search;

use crate::protocol::ToPage;
use crate::protocol::library::{self, CrawlSummary, LibraryEvent, LibraryRequest};
use crate::worker::browser::clock;
use crate::worker::context::Context;
use crate::worker::crawl::restore::restore;
use crate::worker::storage::database::{CrawlCard, SavedCrawl, StorageError};
use crate::worker::storage::{lock, quota};
use engine::crawl::Crawl;
use engine::event::EventKind;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::report::Millis;
use types::text::{clean, cut};
use wasm_bindgen_futures::spawn_local;

/// Least milliseconds for which a deletion can be undone.
const GRACE_MS: Millis = 60_000;
/// Most bytes of a crawl's name.
const NAME_BYTES: usize = 200;

/// Answers messages about saved crawls.
pub(crate) struct LibraryService {
    context: Rc<Context>,
    /// Searches so far: an earlier one ends when a later one begins.
    searches: Cell<u32>,
    /// Imports begun or cancelled so far: an earlier one ends when a later one begins.
    imports: Cell<u32>,
}

impl LibraryService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            searches: Cell::new(0),
            imports: Cell::new(0),
        })
    }

    /// Carries out a message and sends the result.
    pub(crate) fn on_message(self: &Rc<Self>, message: LibraryRequest) {
        let library = Rc::clone(self);
        spawn_local(async move {
            if let Some(news) = library.handle(message).await {
                library.context.send(&ToPage::Library(Box::new(news)));
            }
        });
    }

    async fn handle(&self, message: LibraryRequest) -> Option<LibraryEvent> {
        let changed = match message {
            LibraryRequest::List => Ok(()),
            LibraryRequest::Rename { id, name } => self.rename(&id, &name).await,
            LibraryRequest::Delete(id) => self.delete(&id).await,
            LibraryRequest::Restore(id) => {
                let restored = |card: &mut CrawlCard| card.deleted = None;
                self.change(&id, restored, false).await
            }
            LibraryRequest::Erase(id) => self.erase_unreadable(&id).await,
            LibraryRequest::DropBodies(id) => {
                let dropped = CrawlCard::drop_bodies;
                self.change(&id, dropped, true).await
            }
            LibraryRequest::DeleteReaderPages => self.delete_readings().await,
            LibraryRequest::Search(words) => {
                return self.search(words).await.map(LibraryEvent::SearchResults);
            }
            LibraryRequest::Export { id, format } => {
                return Some(LibraryEvent::Exported(self.export(&id, format).await));
            }
            LibraryRequest::ContextSet { crawls, pages } => {
                let set = self.context_set(&crawls, &pages).await;
                return Some(LibraryEvent::ContextSet(set));
            }
            LibraryRequest::Import { name, file } => return Some(self.import(name, &file).await),
            LibraryRequest::CancelImport => {
                self.imports.set(self.imports.get() + 1);
                return None;
            }
        };
        Some(match changed {
            Ok(()) => {
                LibraryEvent::Contents(self.contents().await.map_err(|error| error.to_string()))
            }
            Err(error) => LibraryEvent::Unchanged(error.to_string()),
        })
    }

    /// Erases crawls whose deletion can no longer be undone. A crawl that another worker has open is skipped
    /// until the next time.
    pub(crate) fn erase_expired(self: &Rc<Self>) {
        let library = Rc::clone(self);
        spawn_local(async move {
            // A database that cannot be opened is reported when something is to be saved.
            let _ = library.erase_deleted().await;
        });
    }

    async fn erase_deleted(&self) -> Result<(), StorageError> {
        let store = self.context.store().await?;
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

    async fn rename(&self, id: &str, name: &str) -> Result<(), StorageError> {
        let name = clean(name.trim());
        let name = cut(&name, NAME_BYTES).to_owned();
        if !name.chars().any(char::is_alphanumeric) {
            return Ok(());
        }
        let renamed = move |card: &mut CrawlCard| card.name.clone_from(&name);
        self.change(id, renamed, false).await
    }

    /// Erases a crawl whose card cannot be read. Any other crawl is deleted, which can be undone.
    async fn erase_unreadable(&self, id: &str) -> Result<(), StorageError> {
        if self.context.driver_of(id).is_some() {
            return Err(StorageError::Unreadable(
                "this crawl is open in this tab: reload the page, then delete it".to_owned(),
            ));
        }
        let store = self.context.store().await?;
        let _lock = self.context.lock(id).await?;
        match store.card(id).await {
            Err(StorageError::Unreadable(_)) => store.erase(id).await,
            Err(error) => Err(error),
            Ok(_) => Err(StorageError::Unreadable(
                "this crawl is readable again: delete it in the list, where you can undo it"
                    .to_owned(),
            )),
        }
    }

    /// Marks a crawl as deleted. One that runs here is paused first.
    async fn delete(&self, id: &str) -> Result<(), StorageError> {
        if let Some(driver) = self.context.driver_of(id) {
            driver.step(EventKind::Paused);
        }
        let now = clock::now();
        let deleted = move |card: &mut CrawlCard| card.deleted = Some(now);
        self.change(id, deleted, false).await
    }

    async fn change(
        &self,
        id: &str,
        how: impl Fn(&mut CrawlCard),
        bodies: bool,
    ) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let own = self.context.driver_of(id);
        let _lock = match own.as_ref().and_then(|driver| driver.writer_of(id)) {
            Some(writer) => {
                writer.change(&how);
                None
            }
            None => Some(self.context.lock(id).await?),
        };
        store.change(id, how, bodies).await
    }

    async fn delete_readings(&self) -> Result<(), StorageError> {
        self.context.store().await?.delete_readings().await
    }

    async fn contents(&self) -> Result<library::LibraryContents, StorageError> {
        let store = self.context.store().await?;
        let (cards, unreadable) = store.cards().await?;
        let readings = store.readings_weight().await?;
        let mut held = lock::held().await;
        held.retain(|id| !self.context.is_revisiting(id));
        let quota = quota::read().await;
        let mut crawls: Vec<CrawlSummary> =
            cards.into_iter().map(|card| summary(card, &held)).collect();
        crawls.sort_by(|a, b| b.changed.cmp(&a.changed).then(a.id.cmp(&b.id)));
        let unreadable = unreadable.into_iter();
        Ok(library::LibraryContents {
            crawls,
            unreadable: unreadable
                .map(|(id, error)| (id, error.to_string()))
                .collect(),
            used: quota.used,
            quota: quota.allowed,
            is_persistent: quota.is_persistent,
            readings: (readings.pages, readings.bytes),
        })
    }

    /// Rebuilds a saved crawl as it was at its last event, without claiming it.
    async fn rebuilt(&self, kept: &SavedCrawl) -> Result<Crawl, StorageError> {
        let assets = self
            .context
            .lexicon
            .assets([&*kept.card.plan.strategy.id])
            .await;
        let assets = assets.map_err(StorageError::Unreadable)?;
        restore(kept, &assets, &*self.context.post()).await
    }
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
