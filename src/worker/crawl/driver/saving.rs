//! Saves the crawl of a driver: one transaction at a time, retried while the database is full.

use super::Driver;
use crate::protocol::ToPage;
use crate::worker::browser::clock;
use crate::worker::crawl::journal_writer::{JournalWriter, PendingSteps, Snapshot};
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::Progress;
use wasm_bindgen_futures::spawn_local;

/// The milliseconds after which a write is retried when the database was full.
const ROOM_MS: u32 = 5_000;

/// The state of saving a crawl.
pub(super) struct Saving {
    /// `None` if the crawl cannot be saved.
    pub(super) writer: Option<JournalWriter>,
    is_running: Cell<bool>,
    /// The crawl's progress after the last saved step.
    pub(super) progress: RefCell<Progress>,
    /// The reason that the database cannot save, in a sentence.
    pub(super) trouble: RefCell<Option<String>>,
}

impl Saving {
    /// Creates the state of a crawl with this progress.
    pub(super) fn new(writer: Option<JournalWriter>, progress: Progress) -> Self {
        Self { writer, is_running: Cell::new(false), progress: RefCell::new(progress), trouble: RefCell::default() }
    }
}

impl Driver {
    /// Starts saving unless it is running.
    pub(super) fn save(self: &Rc<Self>) {
        if !self.saving.is_running.replace(true) {
            let driver = Rc::clone(self);
            spawn_local(async move { driver.save_all().await });
        }
    }

    async fn save_all(self: &Rc<Self>) {
        while let Some((writer, mut pending)) = self.next_step() {
            let progress = self.crawl.borrow().progress();
            let snapshot = writer
                .wants_snapshot(&pending, &self.crawl.borrow())
                .then(|| Snapshot::of(&self.crawl.borrow()))
                .flatten();
            pending.pack().await;
            self.write(writer, &mut pending, snapshot.as_ref(), &progress).await;
            self.report(pending.notifications, progress);
        }
        self.saving.is_running.set(false);
        self.release();
    }

    fn next_step(&self) -> Option<(&JournalWriter, PendingSteps)> {
        let writer = self.saving.writer.as_ref()?;
        Some((writer, writer.take()?))
    }

    /// Writes the pending steps. If the database is full, pauses the crawl and retries until there is space.
    async fn write(
        self: &Rc<Self>,
        writer: &JournalWriter,
        pending: &mut PendingSteps,
        snapshot: Option<&Snapshot>,
        progress: &Progress,
    ) {
        loop {
            let error = match writer.write(pending, snapshot, progress, clock::now()).await {
                Ok(is_first) => break self.report_saved(writer, is_first),
                Err(error) => error,
            };
            *self.saving.trouble.borrow_mut() = Some(error.to_string());
            self.pause_for_room();
            self.saving.progress.borrow_mut().phase = self.phase();
            if self.is_abandoned.get() {
                return;
            }
            self.send_batch();
            TimeoutFuture::new(ROOM_MS).await;
        }
        *self.saving.trouble.borrow_mut() = None;
        self.resume_with_room();
    }

    /// Reports the crawl's id once its first step is saved, because only then can it be reopened.
    fn report_saved(self: &Rc<Self>, writer: &JournalWriter, is_first: bool) {
        if is_first && !self.is_abandoned.get() {
            (self.output.post)(&ToPage::Kept(Ok(writer.id())));
            self.process_inbox();
        }
    }

    /// Releases an abandoned crawl once all of it is saved. Fetches may keep this driver alive for long.
    pub(super) fn release(&self) {
        if let Some(writer) =
            self.saving.writer.as_ref().filter(|_| self.is_abandoned.get() && !self.saving.is_running.get())
        {
            writer.release();
        }
    }
}
