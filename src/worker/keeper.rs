//! What has happened and is not kept yet: steps of a crawl wait here for their transaction, and the page is told of them after it.
//!
//! All steps that came while one transaction was under way go into the next. A snapshot is written when the events since the last one
//! take as much room as it does, so that a long crawl writes each byte a few times at most, and taking it up again is quick.
//! Left out on purpose: what to do when there is no room, which is the driver's.

use super::lock::Lock;
use super::pack;
use super::store::{Batch, Body, Card, Numbered, Store, StoreError};
use engine::crawl::Crawl;
use engine::event::Millis;
use engine::journal;
use engine::plan::Plan;
use engine::report::{Note, Progress};
use engine::steering::Steering;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Bytes of events below which no snapshot is written.
const SNAPSHOT_BYTES: u64 = 4 * 1024 * 1024;

/// Keeps one crawl.
pub(super) struct Keeper {
    store: Rc<Store>,
    card: RefCell<Card>,
    waiting: RefCell<Waiting>,
    last: Cell<u64>,
    /// The crawl is ours as long as this is held.
    lock: RefCell<Option<Lock>>,
}

/// Steps that wait for their transaction.
#[derive(Default)]
pub(super) struct Waiting {
    batch: Batch,
    /// Bodies before they are packed, by the number of their page.
    bodies: Vec<(u32, Body)>,
    /// What the page is told when all this is kept.
    pub(super) notes: Vec<Note>,
}

/// A crawl at some moment.
pub(super) struct Snapshot {
    bytes: Vec<u8>,
    /// Its plan, as the person changed it, without the pages of earlier crawls: those are in the snapshot, and a card is written often.
    plan: Plan,
}

impl Snapshot {
    /// The crawl now; `None` where it cannot be written down.
    pub(super) fn of(crawl: &Crawl) -> Option<Self> {
        let bytes = journal::write(crawl).ok()?;
        let plan = Plan {
            past: Vec::new(),
            ..crawl.plan().clone()
        };
        Some(Self { bytes, plan })
    }
}

impl Waiting {
    /// True where the person changed something that a plan may have, even where it was changed back since: its replay needs the plan
    /// at the beginning, and what each of the plans between needs.
    fn changes_plan(&self) -> bool {
        let mut notes = self.notes.iter();
        notes.any(|note| match note {
            Note::Steered(_, steering) => !matches!(**steering, Steering::Judged { .. }),
            _ => false,
        })
    }
}

impl Keeper {
    pub(super) fn new(store: Rc<Store>, card: Card, lock: Lock) -> Self {
        Self {
            last: Cell::new(card.last),
            store,
            card: RefCell::new(card),
            waiting: RefCell::default(),
            lock: RefCell::new(Some(lock)),
        }
    }

    /// Takes a step in: its event as a log of its own, what it led to, and what a server sent for the page that it is about.
    pub(super) fn add(&self, event: Vec<u8>, notes: Vec<Note>, body: Option<Body>) {
        let mut waiting = self.waiting.borrow_mut();
        self.last.set(self.last.get() + 1);
        waiting.batch.events.push(Numbered {
            number: self.last.get(),
            bytes: event,
        });
        let mut body = body;
        for note in &notes {
            if let Note::Page(page) = note {
                waiting
                    .bodies
                    .extend(body.take().map(|body| (page.n, body)));
                waiting.batch.pages.extend(sealed(page.n, page));
            }
        }
        waiting.notes.extend(notes);
    }

    /// All that waits; `None` where nothing does.
    pub(super) fn take(&self) -> Option<Waiting> {
        let waiting = self.waiting.take();
        (!waiting.batch.events.is_empty()).then_some(waiting)
    }

    /// True where a snapshot should go with the next transaction: the first one of a crawl that was taught, since no event has what it
    /// knows, and of one with pages of earlier crawls, which the card should not carry along; when it ends; and whenever the person
    /// changed the plan, so that the card has the plan with which the events after it are replayed.
    pub(super) fn wants_snapshot(&self, waiting: &Waiting, crawl: &Crawl) -> bool {
        let (weight, is_first) = {
            let card = self.card.borrow();
            (card.weight, card.snapshot == 0)
        };
        let journal = weight.journal + bytes(&waiting.batch.events);
        let brings_much = crawl.was_taught() || !crawl.plan().past.is_empty();
        waiting.changes_plan()
            || crawl.is_over()
            || (brings_much && is_first)
            || journal > SNAPSHOT_BYTES.max(weight.snapshot)
    }

    /// Writes what waited, with the crawl's state after it; true where nothing was kept of the crawl before. It can be tried again where it
    /// fails.
    pub(super) async fn write(
        &self,
        waiting: &mut Waiting,
        snapshot: Option<&Snapshot>,
        progress: &Progress,
        now: Millis,
    ) -> Result<bool, StoreError> {
        for (n, body) in waiting.bodies.drain(..) {
            let packed = pack::gzip(&body.packed).await;
            waiting
                .batch
                .bodies
                .extend(sealed(n, &Body { packed, ..body }));
        }
        let before = self.card.borrow().weight.bodies;
        let mut card = self.card_after(waiting, snapshot, progress, now);
        waiting.batch.snapshot = snapshot.map(|snapshot| snapshot.bytes.clone());
        self.store.write(&card, &waiting.batch).await?;
        // What the person changed meanwhile was written after this, and stays.
        let mut own = self.card.borrow_mut();
        let is_first = own.last == 0;
        card.weight.bodies = own.weight.bodies + card.weight.bodies.saturating_sub(before);
        card.name.clone_from(&own.name);
        card.deleted = own.deleted;
        *own = card;
        Ok(is_first)
    }

    /// True where something of the crawl is kept.
    pub(super) fn has_kept(&self) -> bool {
        self.card.borrow().last > 0
    }

    /// Lets go of the crawl: nothing more is written.
    pub(super) fn release(&self) {
        self.lock.take();
    }

    /// The crawl's id.
    pub(super) fn id(&self) -> String {
        self.card.borrow().id.clone()
    }

    /// Takes over what the person changes: everything that is written from now on has it.
    pub(super) fn change(&self, how: impl Fn(&mut Card)) {
        how(&mut self.card.borrow_mut());
    }

    fn card_after(
        &self,
        waiting: &Waiting,
        snapshot: Option<&Snapshot>,
        progress: &Progress,
        now: Millis,
    ) -> Card {
        let mut card = self.card.borrow().clone();
        card.follow(progress, now);
        let events = &waiting.batch.events;
        card.last = events.last().map_or(card.last, |event| event.number);
        card.weight.journal += bytes(events);
        card.weight.pages += bytes(&waiting.batch.pages);
        card.weight.bodies += bytes(&waiting.batch.bodies);
        let Card { steered, plan, .. } = &mut card;
        for note in &waiting.notes {
            if let Note::Steered(done, steering) = note {
                steered.take(*done, steering, plan);
            }
        }
        if let Some(snapshot) = snapshot {
            card.snapshot = card.last;
            card.weight.journal = 0;
            card.weight.snapshot = snapshot.bytes.len() as u64;
            card.plan.clone_from(&snapshot.plan);
        }
        card
    }
}

fn sealed<T: serde::Serialize>(n: u32, value: &T) -> Option<Numbered> {
    let bytes = journal::seal(value).ok()?;
    Some(Numbered {
        number: u64::from(n),
        bytes,
    })
}

fn bytes(values: &[Numbered]) -> u64 {
    values.iter().map(|value| value.bytes.len() as u64).sum()
}
