//! Saves a crawl: queues its steps for the next transaction, after which the page is notified of them.
//!
//! All steps during a transaction are part of the next one, in which they are packed. A snapshot is written when the
//! events since the last one take as much space. So a long crawl writes each byte only a few times, and can be reopened
//! quickly. The driver handles a full database.

use crate::storage::crawl_store::WriteLock;
use crate::storage::database::{
    Batch, Body, CrawlCard, Database, PACK_BYTES, PACK_VALUES, Sequenced, StorageError, pack_of_bodies,
};
use crate::storage::lock::Lock;
use engine::crawl::Crawl;
use engine::journal;
use futures_channel::oneshot;
use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Millis, Notification, Progress};
use types::steering::Steering;
use wasm_bindgen_futures::spawn_local;

/// The bytes of events below which no snapshot is written.
const SNAPSHOT_BYTES: u64 = 4 * 1024 * 1024;

/// Saves one crawl.
pub(crate) struct JournalWriter {
    store: Rc<Database>,
    card: RefCell<CrawlCard>,
    pending: RefCell<PendingSteps>,
    last: Cell<u64>,
    /// The lock that allows writing the crawl.
    lock: RefCell<Option<Lock>>,
}

/// The steps for the next transaction.
#[derive(Default)]
pub(crate) struct PendingSteps {
    batch: Batch,
    /// The bodies of the next pack, with the numbers of their pages, and their bytes.
    bodies: Vec<(u32, Body)>,
    bodies_bytes: usize,
    /// The packs of bodies that are being compressed.
    packs: Vec<oneshot::Receiver<Option<Sequenced>>>,
    /// The plan at the snapshot and the bytes of the snapshot before its compression, if there is one.
    snapshot: Option<(Plan, u64)>,
    /// The notifications for the observer, once all of this is saved.
    pub(crate) notifications: Vec<Notification>,
}

/// Returns the plan of a crawl that has a snapshot, without the pages of earlier crawls and the judged and known
/// ones, which are in the snapshot: the card is written often.
pub(crate) fn plan_for_card(crawl: &Crawl) -> Plan {
    Plan { past: Vec::new(), judged: Vec::new(), known: Vec::new(), ..crawl.plan().clone() }
}

impl PendingSteps {
    /// Adds the crawl's state after these steps, unless it cannot be serialized.
    pub(crate) fn add_snapshot(&mut self, crawl: &Crawl) {
        if let Ok(snapshot) = journal::write(crawl) {
            self.snapshot = Some((plan_for_card(crawl), snapshot.len() as u64));
            self.batch.snapshot = Some(snapshot);
        }
    }

    /// Adds the body of a page. Enough bodies for a pack are compressed at once, so that few are in memory
    /// uncompressed, however long the transaction before this one takes.
    fn add_body(&mut self, n: u32, body: Body) {
        let bytes = body.packed.len();
        if self.bodies_bytes + bytes > PACK_BYTES || self.bodies.len() >= PACK_VALUES {
            self.pack_bodies();
        }
        self.bodies_bytes += bytes;
        self.bodies.push((n, body));
        if self.bodies_bytes >= PACK_BYTES {
            self.pack_bodies();
        }
    }

    fn pack_bodies(&mut self) {
        self.bodies_bytes = 0;
        let bodies = mem::take(&mut self.bodies);
        if bodies.is_empty() {
            return;
        }
        let (send, pack) = oneshot::channel();
        spawn_local(async move {
            let _ = send.send(pack_of_bodies(bodies).await);
        });
        self.packs.push(pack);
    }

    /// Packs the values for the database. What the crawl does in the meantime belongs to the next transaction.
    pub(crate) async fn pack(&mut self) {
        self.pack_bodies();
        self.batch.pack();
        self.batch.compress().await;
        for pack in self.packs.drain(..) {
            self.batch.bodies.extend(pack.await.ok().flatten());
        }
    }

    /// Returns whether a step changes the plan, even if a later step reverts that. A replay needs the plan before the
    /// first change.
    fn changes_plan(&self) -> bool {
        let mut notifications = self.notifications.iter();
        notifications.any(|notification| match notification {
            Notification::Steered(_, steering) => !matches!(**steering, Steering::Judged { .. }),
            _ => false,
        })
    }
}

impl JournalWriter {
    /// Creates the writer of a new crawl.
    pub(crate) fn new(write_lock: WriteLock) -> Self {
        let WriteLock { store, card, lock } = write_lock;
        Self {
            last: Cell::new(card.last),
            store,
            card: RefCell::new(card),
            pending: RefCell::default(),
            lock: RefCell::new(Some(lock)),
        }
    }

    /// Continues writing a saved crawl after it was rebuilt.
    pub(crate) fn resume(mut write_lock: WriteLock, crawl: &Crawl) -> Self {
        // A damaged journal may lack changes that the card lists.
        write_lock.card.steered.list = crawl.steered().to_vec();
        Self::new(write_lock)
    }

    /// Adds a step: its event as a separate log, its notifications, the response body of its page, and the moment after
    /// it.
    pub(crate) fn add(
        &self,
        event: Vec<u8>,
        notifications: Vec<Notification>,
        mut body: Option<Body>,
        moment: Option<Sequenced>,
    ) {
        let mut pending = self.pending.borrow_mut();
        self.last.set(self.last.get() + 1);
        pending.batch.events.push(Sequenced { number: self.last.get(), bytes: event });
        pending.batch.moments.extend(moment);
        for notification in &notifications {
            if let Notification::Page(page) = notification {
                if let Some(body) = body.take() {
                    pending.add_body(page.n, body);
                }
                let record = journal::seal(page).ok();
                pending.batch.pages.extend(record.map(|bytes| Sequenced { number: page.n.into(), bytes }));
            }
        }
        pending.notifications.extend(notifications);
    }

    /// Takes all pending steps; `None` if there are none.
    pub(crate) fn take(&self) -> Option<PendingSteps> {
        let pending = self.pending.take();
        (!pending.batch.events.is_empty()).then_some(pending)
    }

    /// Returns whether the next transaction should include a snapshot.
    ///
    /// A snapshot belongs to the first transaction of a trained crawl, whose model is in no event, and to the first of
    /// a crawl with pages of earlier crawls, judged or known ones, which the card should not contain. It also belongs
    /// to the last transaction, and to any with a change of the plan, because later events are replayed with the plan
    /// on the card.
    pub(crate) fn wants_snapshot(&self, pending: &PendingSteps, crawl: &Crawl) -> bool {
        let (weight, is_first) = {
            let card = self.card.borrow();
            (card.weight, card.snapshot == 0)
        };
        let journal = weight.journal + Sequenced::total_bytes(&pending.batch.events);
        let plan = crawl.plan();
        let brings_pages = !plan.past.is_empty() || !plan.judged.is_empty() || !plan.known.is_empty();
        let brings_much = crawl.is_from_model() || brings_pages;
        pending.changes_plan()
            || crawl.is_over()
            || (brings_much && is_first)
            || journal > SNAPSHOT_BYTES.max(weight.plain_snapshot)
    }

    /// Writes the packed steps with the crawl's state after them. Returns true if nothing was saved before. The call
    /// can be repeated after an error.
    pub(crate) async fn write(
        &self,
        pending: &PendingSteps,
        progress: &Progress,
        now: Millis,
    ) -> Result<bool, StorageError> {
        if self.lock.borrow().as_ref().is_none_or(Lock::is_stolen) {
            return Err(StorageError::Elsewhere);
        }
        let before = self.card.borrow().weight.bodies;
        let mut card = self.card_after(pending, progress, now);
        self.store.write(&card, &pending.batch).await?;
        // The database already has changes that the person made in the meantime; they stay.
        let mut current = self.card.borrow_mut();
        let is_first = current.last == 0;
        card.weight.bodies = current.weight.bodies + card.weight.bodies.saturating_sub(before);
        card.texts = current.texts;
        card.name.clone_from(&current.name);
        card.deleted = current.deleted;
        card.lacking.clone_from(&current.lacking);
        *current = card;
        Ok(is_first)
    }

    /// Returns whether any part of the crawl is saved.
    pub(crate) fn has_saved(&self) -> bool {
        self.card.borrow().last > 0
    }

    /// Releases the lock, after which nothing is written.
    pub(crate) fn release(&self) {
        self.lock.take();
    }

    /// Returns the crawl's id.
    pub(crate) fn id(&self) -> String {
        self.card.borrow().id.clone()
    }

    /// Applies a change to the card, so that later writes keep it.
    pub(crate) fn change(&self, how: impl Fn(&mut CrawlCard)) {
        how(&mut self.card.borrow_mut());
    }

    fn card_after(&self, pending: &PendingSteps, progress: &Progress, now: Millis) -> CrawlCard {
        let mut card = self.card.borrow().clone();
        card.follow(progress, now);
        let events = &pending.batch.events;
        card.last = events.last().map_or(card.last, |event| event.number);
        card.weight.journal += Sequenced::total_bytes(events);
        card.weight.pages += Sequenced::total_bytes(&pending.batch.pages);
        card.weight.pages += Sequenced::total_bytes(&pending.batch.moments);
        card.weight.bodies += Sequenced::total_bytes(&pending.batch.bodies);
        let CrawlCard { steered, plan, .. } = &mut card;
        for notification in &pending.notifications {
            if let Notification::Steered(done, steering) = notification {
                steered.take(*done, steering, plan);
            }
        }
        if let Some((plan, plain_bytes)) = &pending.snapshot {
            card.snapshot = card.last;
            card.weight.journal = 0;
            card.weight.snapshot = pending.batch.snapshot.as_ref().map_or(0, |snapshot| snapshot.len() as u64);
            card.weight.plain_snapshot = *plain_bytes;
            card.plan.clone_from(plan);
        }
        card
    }
}
