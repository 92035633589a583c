//! Saves the steps of a crawl: one transaction at a time, repeated while the database is full.

use super::Driver;
use crate::browser::clock;
use crate::crawl::journal_writer::{JournalWriter, PendingSteps};
use crate::storage::database::repeat_until_saved;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::Progress;
use wasm_bindgen_futures::spawn_local;

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

    /// Returns whether the crawl can continue after a crash of the worker, which a page may cause.
    pub(super) fn has_saved(&self) -> bool {
        self.writer.as_ref().is_none_or(JournalWriter::has_saved)
    }

    /// Starts saving the pending steps of a driver unless that is running.
    pub(super) fn start(driver: &Rc<Driver>) {
        if !driver.saving.is_running.replace(true) {
            let driver = Rc::clone(driver);
            spawn_local(async move { driver.saving.save_all(&driver).await });
        }
    }

    async fn save_all(&self, driver: &Rc<Driver>) {
        while let Some((writer, mut pending)) = self.writer.as_ref().and_then(|writer| Some((writer, writer.take()?))) {
            let progress = driver.crawl.borrow().progress();
            if writer.wants_snapshot(&pending, &driver.crawl.borrow()) {
                pending.add_snapshot(&driver.crawl.borrow());
            }
            pending.pack().await;
            self.write(driver, writer, &pending, &progress).await;
            driver.report(pending.notifications, progress);
        }
        self.is_running.set(false);
        self.release(driver.is_abandoned.get());
    }

    /// Writes the pending steps. If the database is full, pauses the crawl until there is space.
    async fn write(&self, driver: &Rc<Driver>, writer: &JournalWriter, pending: &PendingSteps, progress: &Progress) {
        let write = async || Ok(writer.write(pending, progress, clock::now()).await);
        let saved = repeat_until_saved(write, |error| {
            self.trouble.replace(Some(error.to_string()));
            driver.pause_for_room();
            self.progress.borrow_mut().phase = driver.phase();
            if driver.is_abandoned.get() {
                return Err(());
            }
            driver.send_batch();
            Ok(())
        });
        let Ok(is_first) = saved.await else {
            return;
        };
        if is_first && !driver.is_abandoned.get() {
            // Only now can the crawl be reopened.
            driver.observer.on_saved(writer.id());
            driver.process_inbox();
        }
        self.trouble.take();
        driver.resume_with_room();
    }

    /// Releases an abandoned crawl once all of it is saved. Fetches may keep its driver alive for long.
    pub(super) fn release(&self, is_abandoned: bool) {
        if let Some(writer) = self.writer.as_ref().filter(|_| is_abandoned && !self.is_running.get()) {
            writer.release();
        }
    }
}
