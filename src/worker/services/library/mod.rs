//! Lists, renames, deletes, searches, exports and imports saved crawls, also during a crawl.
//!
//! A crawl that this worker has open is changed through its journal writer, so that the next step saves the change again. A crawl that
//! no worker has open is changed under its lock. A crawl that another tab has open is not changed. Deleted crawls
//! are erased later ([`super::expiry`]). The crawl service opens crawls.

mod bundle;
mod context_set;
mod export;
mod import;
mod past;
mod progress;
mod recording;
mod search;
mod spark;

pub(crate) use past::past_pages;

use crate::protocol::ToPage;
use crate::protocol::library::{LibraryEvent, LibraryRequest};
use crate::worker::browser::clock;
use crate::worker::context::Context;
use crate::worker::crawl::restore::restore;
use crate::worker::services::contents;
use crate::worker::storage::database::{CrawlCard, SavedCrawl, StorageError};
use engine::crawl::Crawl;
use engine::event::EventKind;
use std::cell::Cell;
use std::rc::Rc;
use types::text::{clean, cut};
use wasm_bindgen_futures::spawn_local;

/// The most bytes of a crawl's name.
const NAME_BYTES: usize = 200;

/// Handles messages about saved crawls.
pub(crate) struct LibraryService {
    context: Rc<Context>,
    /// The number of searches so far. A new search cancels the previous one.
    searches: Cell<u32>,
    /// The number of imports started or canceled so far. A new import cancels the previous one.
    imports: Cell<u32>,
}

impl LibraryService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self { context: Rc::clone(context), searches: Cell::new(0), imports: Cell::new(0) })
    }

    /// Performs a request and sends the result.
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
            LibraryRequest::Search(search) => {
                return self.search(search).await.map(LibraryEvent::SearchResults);
            }
            LibraryRequest::Export { id, format } => {
                return Some(LibraryEvent::Exported(self.export(&id, format).await));
            }
            LibraryRequest::Spark(id) => {
                let files = self.spark_files(&id).await;
                return Some(LibraryEvent::Spark { crawl: id, files });
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
                LibraryEvent::Contents(contents::of_library(&self.context).await.map_err(|error| error.to_string()))
            }
            Err(error) => LibraryEvent::Unchanged(error.to_string()),
        })
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

    /// Erases a crawl whose card cannot be read. Any other crawl is deleted with an undo.
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
                "this crawl is readable again: delete it in the list, where you can undo it".to_owned(),
            )),
        }
    }

    /// Marks a crawl as deleted. A crawl that runs here is paused first.
    async fn delete(&self, id: &str) -> Result<(), StorageError> {
        if let Some(driver) = self.context.driver_of(id) {
            driver.step(EventKind::Paused);
        }
        let now = clock::now();
        let deleted = move |card: &mut CrawlCard| card.deleted = Some(now);
        self.change(id, deleted, false).await
    }

    async fn change(&self, id: &str, how: impl Fn(&mut CrawlCard), bodies: bool) -> Result<(), StorageError> {
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

    /// Rebuilds a saved crawl after its last event, without locking it.
    async fn rebuilt(&self, kept: &SavedCrawl) -> Result<Crawl, StorageError> {
        let assets = self.context.load_plan_assets(&kept.card.plan).await;
        let assets = assets.map_err(StorageError::Unreadable)?;
        restore(kept, &assets, &*self.context.post()).await
    }
}
