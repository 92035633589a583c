//! Controls a crawl for services: pauses, resumes and changes it, and tells its state. A crawl that has ended runs
//! again for a change, or because the person continues it.

use super::Driver;
use crate::crawl::journal_writer::JournalWriter;
use crate::crawl::timeline::Timeline;
use crate::sources::Fetcher;
use engine::crawl::{Crawl, Model};
use engine::event::{Event, EventKind};
use engine::strategy::Assets;
use protocol::Suspect;
use protocol::pace::Pace;
use protocol::watch::WatchedViews;
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Candidate, EndReason, Notification, Phase};
use types::spec::StrategySpec;
use types::steering::{Steering, SteeringError};

impl Driver {
    /// Returns the phase of the crawl.
    pub(crate) fn phase(&self) -> Phase {
        self.crawl.borrow().progress().phase
    }

    /// Returns true if the crawl has ended and sends no requests unless it is continued.
    pub(crate) fn crawl_has_ended(&self) -> bool {
        matches!(self.phase(), Phase::Ended(_))
    }

    /// Returns true if the crawl has ended otherwise than by a stop.
    pub(crate) fn has_finished(&self) -> bool {
        self.crawl_has_ended() && !self.is_stopped()
    }

    /// Returns true if the person stopped the crawl.
    pub(crate) fn is_stopped(&self) -> bool {
        self.phase() == Phase::Ended(EndReason::Stopped)
    }

    /// Returns the writer of the crawl if it has this id.
    pub(crate) fn writer_of(&self, id: &str) -> Option<&JournalWriter> {
        self.saving.writer.as_ref().filter(|writer| writer.id() == id)
    }

    /// Sets the strategy to which the crawl switches when it is opened again.
    pub(crate) fn set_lacking(&self, spec: Option<&StrategySpec>) {
        if let Some(writer) = &self.saving.writer {
            writer.change(|card| card.lacking = spec.cloned());
        }
    }

    /// Returns the trained model with this name.
    pub(crate) fn model(&self, name: &str) -> Option<Model> {
        self.crawl.borrow().model(name)
    }

    /// Calls a function with the crawl's plan.
    pub(crate) fn with_plan<T>(&self, look: impl FnOnce(&Plan) -> T) -> T {
        look(self.crawl.borrow().plan())
    }

    /// Sets the assets of a strategy to which the person may switch.
    pub(crate) fn set_assets(&self, assets: Assets) {
        self.crawl.borrow_mut().set_assets(assets);
    }

    /// Excludes pages: they are not fetched and fail with this reason.
    pub(crate) fn leave_out(&self, suspects: Vec<Suspect>) {
        self.fetching.exclude(suspects);
    }

    /// Starts to record moments for a replay, after the saved ones.
    pub(crate) fn record_from(&self, timeline: Timeline) {
        self.output.borrow_mut().record_from(timeline);
    }

    /// Sets the views that the page shows besides the crawl's pages.
    pub(crate) fn set_watched(&self, watching: WatchedViews) {
        self.output.borrow_mut().set_watched(watching);
    }

    /// Sets the watched views, and sends them at once, even after the crawl has ended.
    pub(crate) fn watch(self: &Rc<Self>, watching: WatchedViews) {
        self.set_watched(watching);
        if !self.is_abandoned.get() {
            self.send_batch();
        }
    }

    /// Pauses a saved crawl before it is continued, if it was running.
    pub(crate) fn pause_saved(self: &Rc<Self>) {
        if self.phase().is_fetching() {
            self.pause();
            // A batch that is sent before this step is saved must not tell that the crawl runs.
            self.saving.progress.replace(self.crawl.borrow().progress());
        }
    }

    /// Sends all pages so far and continues a saved crawl. Fetches that were in flight are repeated; those of a paused
    /// crawl once the person resumes it.
    pub(crate) fn continue_saved(self: &Rc<Self>) {
        let crawl = self.crawl.borrow();
        self.output.borrow_mut().add(history_of(&crawl));
        let (in_flight, is_over) = (crawl.in_flight(), crawl.is_over());
        drop(crawl);
        if is_over {
            self.end();
            return self.send_batch();
        }
        self.fetching.held.replace(in_flight);
        self.repeat_held();
        self.step(EventKind::Tick);
    }

    /// Ends the crawl without further messages, because another crawl replaces it.
    pub(crate) fn abandon(&self) {
        self.is_abandoned.set(true);
        self.end();
        self.saving.release(true);
    }

    /// Sets the pace, from the next page on.
    pub(crate) fn set_pace(self: &Rc<Self>, pace: Pace) {
        self.pace.set(pace);
        self.process_inbox();
    }

    /// Pauses the crawl. Responses that arrive during a pause wait.
    pub(crate) fn pause(self: &Rc<Self>) {
        self.pace.reset();
        self.step(EventKind::Paused);
    }

    /// Resumes the crawl after a pause.
    pub(crate) fn resume(self: &Rc<Self>) {
        self.pace.reset();
        self.step(EventKind::Resumed);
    }

    /// Processes one page, and pauses the crawl after it.
    pub(crate) fn step_page(self: &Rc<Self>) {
        self.pace.reset();
        self.pace.is_step.set(true);
        if self.phase() == Phase::Paused {
            self.step(EventKind::Resumed);
        }
        self.process_inbox();
    }

    /// Pauses the crawl once it has so many pages.
    pub(crate) fn pause_at(&self, pages: u32) {
        self.pace.pause_at.set(Some(pages));
    }

    /// Pauses a running crawl, because the database is full.
    pub(super) fn pause_for_room(self: &Rc<Self>) {
        if self.phase().is_fetching() {
            self.pause();
            self.pace.lacks_room.set(true);
        }
    }

    /// Resumes the crawl if it was paused because the database was full, and the person has not decided otherwise
    /// since.
    pub(super) fn resume_with_room(self: &Rc<Self>) {
        if self.pace.lacks_room.get() {
            self.resume();
        }
    }

    /// Returns the best `n` queued URLs in their present order and in the order after a change.
    pub(crate) fn preview(
        &self,
        steering: &Steering,
        n: usize,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), SteeringError> {
        let mut crawl = self.crawl.borrow_mut();
        let then = crawl.preview(steering, n)?;
        Ok((crawl.next_up(n), then))
    }

    /// Changes the crawl. A crawl that has ended gets a new fetcher, because its own was aborted. If the change gives
    /// it no work, it ends again. The error is the reason that the change is impossible. The crawl is unchanged.
    pub(crate) fn steer(
        self: &Rc<Self>,
        steering: Steering,
        fetcher: impl FnOnce() -> Fetcher,
    ) -> Result<(), SteeringError> {
        if self.is_abandoned.get() {
            return Ok(());
        }
        let (now, had_ended) = (self.now(), self.crawl_has_ended());
        let step = self.crawl.borrow_mut().steer(now, &steering)?;
        if had_ended {
            self.reopen(fetcher());
        }
        let event = Event::at(now, EventKind::Steered(Box::new(steering)));
        self.follow(self.record(&event), step, None);
        Ok(())
    }

    /// Continues a crawl that the person stopped, with a new fetcher. If its budget is spent, it stays stopped.
    pub(crate) fn continue_stopped(self: &Rc<Self>, fetcher: Fetcher) {
        if self.is_stopped() && !self.is_abandoned.get() {
            self.reopen(fetcher);
            self.step(EventKind::Resumed);
        }
    }

    /// Accepts events again after the end.
    fn reopen(&self, fetcher: Fetcher) {
        self.has_ended.set(false);
        self.fetching.set_fetcher(fetcher);
    }
}

/// Returns the pages and changes so far, for a page that opens the crawl.
fn history_of(crawl: &Crawl) -> Vec<Notification> {
    let pages = crawl.pages().iter().map(|page| Notification::Page(Box::new(page.clone())));
    let steered = crawl.steered().iter().cloned();
    let steered = steered.map(|(done, steering)| Notification::Steered(done, Box::new(steering)));
    let excluded = crawl.excluded_spellings();
    let excluded = (!excluded.is_empty()).then_some(Notification::Excluded(excluded));
    let tables = [Notification::ModelTables(crawl.model_tables())];
    pages.chain(steered).chain(excluded).chain(tables).collect()
}
