//! Lists, renames, deletes, searches, exports and imports saved crawls and their topics, also during a crawl.
//!
//! A crawl that this worker has open is changed through its journal writer, so that the next step saves the change
//! again. A crawl that no worker has open is changed under its lock. A crawl that another tab has open is not changed.
//! Deleted crawls are erased later ([`contents`]). The crawl service opens crawls.

mod bundle;
mod export;
mod import;
mod judged;
mod past;
mod search;
mod subjects;
mod update;

use crate::browser::clock::{self, LatestTask, Yielder};
use crate::context::Context;
use crate::services::contents;
use crate::services::training_set::CrawledPages;
use crate::storage::database::{CrawlCard, SavedItem, StorageError, discarded};
use engine::event::EventKind;
pub(crate) use judged::judged_pages;
pub(crate) use past::past_pages;
use protocol::library::{LibraryEvent, LibraryRequest};
use protocol::trails::SourcedTrail;
use protocol::{Source, ToPage};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::report::{FetchOutcome, Millis, PageRecord};
use types::text::{clean, cut};
use types::trails::TrailPage;
pub(crate) use update::known_pages;
use wasm_bindgen_futures::spawn_local;

/// The most bytes of a crawl's name.
const NAME_BYTES: usize = 200;

/// Handles messages about saved crawls.
pub(crate) struct LibraryService {
    context: Rc<Context>,
    search: LatestTask,
    /// The number of imports started or canceled so far. A new import cancels the previous one.
    imports: Cell<u32>,
}

impl LibraryService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self { context: Rc::clone(context), search: LatestTask::default(), imports: Cell::new(0) })
    }

    /// Performs a request and sends the result.
    pub(crate) fn on_message(self: &Rc<Self>, message: LibraryRequest) {
        let library = Rc::clone(self);
        if let LibraryRequest::Search(search) = message {
            return self.search.run(async move {
                let results = library.search(search).await;
                library.send(LibraryEvent::SearchResults(results));
            });
        }
        spawn_local(async move {
            if let Some(event) = library.handle(message).await {
                library.send(event);
            }
        });
    }

    fn send(&self, event: LibraryEvent) {
        self.context.send(&ToPage::Library(Box::new(event)));
    }

    async fn handle(&self, message: LibraryRequest) -> Option<LibraryEvent> {
        let changed = match message {
            LibraryRequest::List | LibraryRequest::Search(_) => Ok(()),
            LibraryRequest::Rename { id, name } => self.rename(&id, &name).await,
            LibraryRequest::Delete(id) => self.delete(&id, clock::now()).await,
            LibraryRequest::Restore(id) => self.change(&id, |card| card.deleted = None, false).await,
            LibraryRequest::Erase(id) => self.erase_unreadable(&id).await,
            LibraryRequest::DropBodies(id) => self.change(&id, CrawlCard::drop_bodies, true).await,
            LibraryRequest::DeleteReaderPages => async { self.context.store().await?.delete_readings().await }.await,
            LibraryRequest::Export(request) => {
                return Some(LibraryEvent::Exported(self.export(&request).await.map_err(String::from)));
            }
            LibraryRequest::Copy { id, scope, url, text } => {
                return Some(LibraryEvent::Copy(self.copy(id, scope, url, text).await.map_err(String::from)));
            }
            LibraryRequest::Documents(id) => {
                let documents = self.documents(&id).await.map_err(String::from);
                return Some(LibraryEvent::Documents { crawl: id, documents });
            }
            LibraryRequest::Spark(id) => {
                let files = self.spark_files(&id).await.map_err(String::from);
                return Some(LibraryEvent::Spark { crawl: id, files });
            }
            LibraryRequest::ContextSet { crawls, pages } => {
                let set = self.context_set(&crawls, &pages).await;
                return Some(LibraryEvent::ContextSet(set.map(Box::new).map_err(String::from)));
            }
            LibraryRequest::OpenSubject(id) => {
                let pages = self.subject_pages(&id).await.map(Box::new).map_err(String::from);
                return Some(LibraryEvent::Subject(id, pages));
            }
            LibraryRequest::BeginUpdate { id, pages } => {
                let revisits = self.begin_update(&id, pages).await;
                return Some(LibraryEvent::Revisits(id, revisits));
            }
            LibraryRequest::CrawlOfUpdate { id, pages } => {
                let crawl = self.crawl_of_update(&id, pages).await.map_err(String::from);
                return Some(LibraryEvent::UpdateCrawl(id, crawl));
            }
            LibraryRequest::ChangeSubject(id, change) => self.change_subject(&id, change).await,
            LibraryRequest::Import { name, file } => return Some(self.import(name, &file).await),
            LibraryRequest::CancelImport => {
                self.imports.set(self.imports.get() + 1);
                return None;
            }
        };
        Some(match changed {
            Ok(()) => {
                let contents = contents::library_contents(&self.context).await;
                LibraryEvent::Contents(contents.map_err(String::from))
            }
            Err(error) => LibraryEvent::Unchanged(error.to_string()),
        })
    }

    async fn rename(&self, id: &str, name: &str) -> Result<(), StorageError> {
        let Some(name) = checked_name(name) else {
            return Ok(());
        };
        self.change(id, |card| card.name.clone_from(&name), false).await
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
            Err(StorageError::Unreadable(_)) => store.erase(SavedItem::Crawl, id).await,
            Err(error) => Err(error),
            Ok(_) => Err(StorageError::Unreadable(
                "this crawl is readable again: delete it in the list, where you can undo it".to_owned(),
            )),
        }
    }

    /// Marks a crawl as deleted at a time. A crawl that runs here is paused first. Without room for the records of its
    /// judged pages, they are given up, which is reported.
    async fn delete(&self, id: &str, at: Millis) -> Result<(), StorageError> {
        self.pause(id);
        let has_room = match self.keep_judged_records(id).await {
            Err(StorageError::Full) => false,
            kept => kept.map(|()| true)?,
        };
        self.change(id, |card| card.deleted = Some(at), false).await?;
        if !has_room {
            self.send(LibraryEvent::RecordsGivenUp);
        }
        Ok(())
    }

    /// Pauses a crawl that runs here.
    fn pause(&self, id: &str) {
        if let Some(driver) = self.context.driver_of(id) {
            driver.step(EventKind::Paused);
        }
    }

    /// Keeps the records of a crawl's judged pages with their judgments, which outlive it.
    async fn keep_judged_records(&self, id: &str) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let (subject, judgments) = store.judgments_of(&store.card(id).await?, clock::now()).await?;
        if judgments.is_empty() {
            return Ok(());
        }
        let mut records = Vec::new();
        let take = |record: PageRecord| {
            if record.outcome == FetchOutcome::Read && judgments.contains_key(&record.url) {
                records.push(record);
            }
        };
        store.each_page(id, take).await?;
        store.keep_records(&subject, records).await
    }

    async fn change(&self, id: &str, how: impl Fn(&mut CrawlCard), bodies: bool) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let driver = self.context.driver_of(id);
        let _lock = match driver.as_ref().and_then(|driver| driver.writer_of(id)) {
            Some(writer) => {
                writer.change(&how);
                None
            }
            None => Some(self.context.lock(id).await?),
        };
        store.change(id, how, bodies).await
    }

    /// Returns the set of the given good pages with the pages that lead to them in these crawls, and of the pages of
    /// the crawls that were discarded in their topics.
    async fn context_set(&self, crawls: &[String], good: &[TrailPage]) -> Result<SourcedTrail, StorageError> {
        let store = self.context.store().await?;
        let yielder = Yielder::new();
        let (mut names, mut crawled, mut discards) = (Vec::new(), CrawledPages::default(), BTreeSet::new());
        let mut sources = Vec::new();
        for id in crawls {
            let card = store.card(id).await?;
            crawled.add(&self.context, &card).await?;
            discards.extend(discarded(store.judgments_of(&card, clock::now()).await?.1));
            names.push(card.name);
            sources.push(card.source);
            yielder.yield_now().await;
        }
        discards.retain(|url| crawled.has(url));
        let trail = crawled.set(&names.join(", "), good, &discards);
        Ok(SourcedTrail { trail, source: Source::common(sources) })
    }
}

/// Returns a typed name without control characters; `None` if it has no letter or digit.
fn checked_name(name: &str) -> Option<String> {
    let name = clean(name.trim());
    let name = cut(&name, NAME_BYTES).to_owned();
    name.chars().any(char::is_alphanumeric).then_some(name)
}
