//! The worker's shelf of kept crawls: the store, opened when it is first needed, and the locks of the crawls that are taken from it.

use super::clock;
use super::keeper::Keeper;
use super::lock::{self, Lock};
use super::store::{Card, Kept, Store, StoreError};
use crate::protocol::Source;
use engine::crawl::Crawl;
use engine::journal;
use engine::plan::Plan;
use engine::strategy::Assets;
use std::cell::RefCell;
use std::rc::Rc;

/// The name of the database.
const NAME: &str = "salticid";
/// What to do where some of a crawl is gone.
const GONE: &str = "Some of what was kept of this crawl is gone: export what there is, or run it again from its plan.";

/// The store, once it is open.
#[derive(Default)]
pub(super) struct Shelf {
    open: RefCell<Option<Rc<Store>>>,
}

/// A crawl that was taken from the store, which no other worker can take while this lives.
pub(super) struct Taken {
    pub(super) kept: Kept,
    store: Rc<Store>,
    lock: Lock,
}

impl Shelf {
    /// The store. One that could not be opened is tried again.
    pub(super) async fn store(&self) -> Result<Rc<Store>, StoreError> {
        let open = self.open.borrow().clone();
        if let Some(store) = open {
            return Ok(store);
        }
        let store = Rc::new(Store::open(NAME).await?);
        *self.open.borrow_mut() = Some(Rc::clone(&store));
        Ok(store)
    }

    /// A place for a new crawl. Nothing is written before its first step.
    pub(super) async fn place(&self, plan: Plan, source: Source) -> Result<Keeper, StoreError> {
        let (store, id) = (self.store().await?, drawn());
        let lock = lock::take(&id, true).await.ok_or(StoreError::NoSuchCrawl)?;
        let card = Card::new(id, plan, source, clock::now());
        Ok(Keeper::new(store, card, lock))
    }

    /// Takes a crawl; `None` where another worker has it and `wait` is not wanted.
    pub(super) async fn take(&self, id: &str, wait: bool) -> Result<Option<Taken>, StoreError> {
        let store = self.store().await?;
        // A lock on what is not there would be held for nothing.
        store.card(id).await?;
        let Some(lock) = lock::take(id, wait).await else {
            return Ok(None);
        };
        let kept = store.read(id).await?;
        Ok(Some(Taken { kept, store, lock }))
    }
}

impl Kept {
    /// The crawl where it was: its snapshot, or its beginning, and the events after it.
    pub(super) fn crawl(&self, assets: &Assets) -> Result<Crawl, StoreError> {
        let gone = || StoreError::Unreadable(GONE.to_owned());
        let after = self.card.last.saturating_sub(self.card.snapshot);
        if self.events.len() as u64 != after {
            return Err(gone());
        }
        let mut crawl = match &self.snapshot {
            Some(snapshot) => journal::open(snapshot, assets)?,
            None if self.card.snapshot > 0 => return Err(gone()),
            None => begun(&self.card.plan, assets)?,
        };
        for log in &self.events {
            let (events, complaint) = journal::read(log);
            if let Some(error) = complaint {
                return Err(error.into());
            }
            journal::replay(&mut crawl, events);
        }
        Ok(crawl)
    }
}

impl Taken {
    /// Goes on keeping it.
    pub(super) fn keeper(self, crawl: &Crawl) -> Keeper {
        let mut card = self.kept.card;
        // A card of an earlier version has no changes.
        card.steered.list = crawl.steered().to_vec();
        Keeper::new(self.store, card, self.lock)
    }
}

fn begun(plan: &Plan, assets: &Assets) -> Result<Crawl, StoreError> {
    let checked = plan.clone().check(assets).map_err(|errors| {
        let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
        StoreError::Unreadable(sentences.join("; "))
    })?;
    Ok(Crawl::new(checked))
}

/// Sixteen hexadecimal digits at random: enough to tell crawls apart, no secret.
pub(super) fn drawn() -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number from 0 to 2^32"
    )]
    let part = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
    format!("{:08x}{:08x}", part(), part())
}
