//! The librarian: what is done to crawls that are kept, beside the one that runs.
//!
//! A crawl that this worker has open is changed through its keeper, so that the next step writes the change again; one that no worker has
//! is changed under its lock; one of another tab is left to that tab. Deleted crawls stay for [`GRACE_MS`], and are erased when a worker
//! starts after that. Left out on purpose: taking a crawl up, which is the session's.

mod course;
mod export;
mod import;
mod past;
mod recording;
mod room;
mod search;
mod whole;

pub(super) use export::file_stem;

use super::clock;
use super::driver::Driver;
use super::lexicon::Library;
use super::lock;
use super::shelf::Shelf;
use super::store::{Card, Kept, StoreError};
use crate::protocol::ToPage;
use crate::protocol::library::{self, LibraryNews, LibraryOrder, Shelved};
use archive::warc::Recording;
use demo_web::DemoWeb;
use engine::crawl::Crawl;
use engine::event::{EventKind, Millis};
use engine::text::{clean, cut};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds for which a deleted crawl can be taken back, at least.
const GRACE_MS: Millis = 60_000;
/// Most bytes of a crawl's name.
const NAME_BYTES: usize = 200;

/// What looks after the crawls that are kept.
pub(super) struct Librarian {
    shelf: Rc<Shelf>,
    lexicon: Rc<Library>,
    demo: Rc<DemoWeb>,
    post: Rc<dyn Fn(&ToPage)>,
    /// Searches so far: an earlier one ends when a later one begins.
    searches: Cell<u32>,
    /// Files that were brought in or left so far: an earlier one is left when a later one comes.
    imports: Cell<u32>,
    /// The recorded web that was brought in last, with the name of its file.
    recording: RefCell<Option<(String, Rc<Recording>)>>,
}

/// The crawl that the worker has open.
type Open = Option<Rc<Driver>>;

impl Librarian {
    pub(super) fn new(
        shelf: &Rc<Shelf>,
        lexicon: &Rc<Library>,
        demo: &Rc<DemoWeb>,
        post: &Rc<dyn Fn(&ToPage)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            lexicon: Rc::clone(lexicon),
            demo: Rc::clone(demo),
            post: Rc::clone(post),
            searches: Cell::new(0),
            imports: Cell::new(0),
            recording: RefCell::default(),
        })
    }

    /// Carries out an order beside whatever else the worker does, and tells what came of it.
    pub(super) fn obey(self: Rc<Self>, order: LibraryOrder, open: Open) {
        spawn_local(async move {
            if let Some(news) = self.news(order, open).await {
                (self.post)(&ToPage::Library(Box::new(news)));
            }
        });
    }

    async fn news(&self, order: LibraryOrder, open: Open) -> Option<LibraryNews> {
        let changed = match order {
            LibraryOrder::List => Ok(()),
            LibraryOrder::Rename { id, name } => self.rename(&id, &name, open).await,
            LibraryOrder::Delete(id) => self.delete(&id, open).await,
            LibraryOrder::Restore(id) => {
                let restored = |card: &mut Card| card.deleted = None;
                self.change(&id, open, restored, false).await
            }
            LibraryOrder::Erase(id) => self.erase_unreadable(&id, open).await,
            LibraryOrder::DropBodies(id) => {
                let dropped = |card: &mut Card| card.weight.bodies = 0;
                self.change(&id, open, dropped, true).await
            }
            LibraryOrder::ForgetReadings => self.forget_readings().await,
            LibraryOrder::Search(words) => return self.search(words).await.map(LibraryNews::Found),
            LibraryOrder::Export { id, format } => {
                return Some(LibraryNews::Exported(self.export(&id, format).await));
            }
            LibraryOrder::Import { name, file } => return Some(self.import(name, &file).await),
            LibraryOrder::StopImport => {
                self.imports.set(self.imports.get() + 1);
                return None;
            }
        };
        Some(match changed {
            Ok(()) => LibraryNews::Shelf(self.shelved().await.map_err(|error| error.to_string())),
            Err(error) => LibraryNews::Unchanged(error.to_string()),
        })
    }

    /// Erases what was deleted long enough ago. What another worker has open waits for the next time.
    pub(super) fn sweep(self: Rc<Self>) {
        spawn_local(async move {
            // A store that cannot be opened is told of when something is to be kept.
            let _ = self.erase_deleted().await;
        });
    }

    async fn erase_deleted(&self) -> Result<(), StoreError> {
        let store = self.shelf.store().await?;
        let (cards, _) = store.cards().await?;
        let now = clock::now();
        let is_over = |card: &Card| card.deleted.is_some_and(|at| at + GRACE_MS <= now);
        for card in cards.iter().filter(|card| is_over(card)) {
            if let Some(_lock) = lock::take(&card.id, false).await {
                store.erase(&card.id).await?;
            }
        }
        Ok(())
    }

    async fn rename(&self, id: &str, name: &str, open: Open) -> Result<(), StoreError> {
        let name = clean(name.trim());
        let name = cut(&name, NAME_BYTES).to_owned();
        if !name.chars().any(char::is_alphanumeric) {
            return Ok(());
        }
        let renamed = move |card: &mut Card| card.name.clone_from(&name);
        self.change(id, open, renamed, false).await
    }

    /// Only where the card cannot be read: any other crawl is deleted, and can be taken back.
    async fn erase_unreadable(&self, id: &str, open: Open) -> Result<(), StoreError> {
        if open.is_some_and(|driver| driver.keeper_of(id).is_some()) {
            return Err(StoreError::Unreadable(
                "this crawl is open in this tab, and would write itself anew: reload the page, then delete it".to_owned(),
            ));
        }
        let store = self.shelf.store().await?;
        let _lock = lock::take(id, false).await.ok_or(StoreError::Elsewhere)?;
        match store.card(id).await {
            Err(StoreError::Unreadable(_)) => store.erase(id).await,
            Err(error) => Err(error),
            Ok(_) => Err(StoreError::Unreadable(
                "this crawl can be read again: delete it in the list, where it can be taken back"
                    .to_owned(),
            )),
        }
    }

    /// A crawl that runs here is paused first.
    async fn delete(&self, id: &str, open: Open) -> Result<(), StoreError> {
        if let Some(driver) = open.as_ref().filter(|open| open.keeper_of(id).is_some()) {
            driver.step(EventKind::Paused);
        }
        let now = clock::now();
        let deleted = move |card: &mut Card| card.deleted = Some(now);
        self.change(id, open, deleted, false).await
    }

    async fn change(
        &self,
        id: &str,
        open: Open,
        how: impl Fn(&mut Card),
        bodies: bool,
    ) -> Result<(), StoreError> {
        let store = self.shelf.store().await?;
        let own = open.as_ref().and_then(|driver| driver.keeper_of(id));
        let _lock = match own {
            Some(keeper) => {
                keeper.change(&how);
                None
            }
            None => Some(lock::take(id, false).await.ok_or(StoreError::Elsewhere)?),
        };
        store.change(id, how, bodies).await
    }

    async fn forget_readings(&self) -> Result<(), StoreError> {
        self.shelf.store().await?.forget_readings().await
    }

    async fn shelved(&self) -> Result<library::Shelf, StoreError> {
        let store = self.shelf.store().await?;
        let (cards, unreadable) = store.cards().await?;
        let readings = store.readings_weight().await?;
        let held = lock::held().await;
        let room = room::room().await;
        let mut crawls: Vec<Shelved> = cards.into_iter().map(|card| shelved(card, &held)).collect();
        crawls.sort_by(|a, b| b.changed.cmp(&a.changed).then(a.id.cmp(&b.id)));
        let unreadable = unreadable.into_iter();
        Ok(library::Shelf {
            crawls,
            unreadable: unreadable
                .map(|(id, error)| (id, error.to_string()))
                .collect(),
            used: room.used,
            quota: room.quota,
            is_persistent: room.is_persistent,
            readings: (readings.pages, readings.bytes),
        })
    }

    /// A crawl that is kept, as it was at its last event, without taking it from whoever has it open.
    async fn rebuilt(&self, kept: &Kept) -> Result<Crawl, StoreError> {
        let assets = self.lexicon.assets([&*kept.card.plan.strategy]).await;
        kept.crawl(&assets.map_err(StoreError::Unreadable)?)
    }
}

fn shelved(card: Card, held: &BTreeSet<String>) -> Shelved {
    Shelved {
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
        bytes: card.weight.total(),
        body_bytes: card.weight.bodies,
        is_deleted: card.deleted.is_some(),
    }
}
