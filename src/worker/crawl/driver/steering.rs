//! Changes the crawl, and previews changes. A crawl that has ended runs again for a change, or because the person
//! continues it.

use super::Driver;
use crate::worker::sources::Fetcher;
use engine::crawl::Crawl;
use engine::event::{Event, EventKind};
use engine::strategy::Assets;
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Candidate, EndReason, Notification, Phase};
use types::steering::{Steering, SteeringError};

/// Returns the notifications of the changes so far, for a page that opens the crawl.
pub(super) fn changes_of(crawl: &Crawl) -> impl Iterator<Item = Notification> + '_ {
    let steered = crawl.steered().iter().cloned();
    let steered = steered.map(|(done, steering)| Notification::Steered(done, Box::new(steering)));
    let excluded = crawl.excluded_spellings();
    let excluded = (!excluded.is_empty()).then_some(Notification::Excluded(excluded));
    steered.chain(excluded)
}

impl Driver {
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

    /// Returns the crawl's plan.
    pub(crate) fn with_plan<T>(&self, look: impl FnOnce(&Plan) -> T) -> T {
        look(self.crawl.borrow().plan())
    }

    /// Sets the assets of a strategy to which the person may switch.
    pub(crate) fn set_assets(&self, assets: Assets) {
        self.crawl.borrow_mut().set_assets(assets);
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

    /// Changes the crawl. A crawl that has ended gets a new fetcher, because its own was aborted. If the change gives it no work, it ends
    /// again.
    ///
    /// # Errors
    /// The reason that the change is impossible. The crawl is unchanged.
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
        self.fetching.fetcher.replace(Rc::new(fetcher));
    }
}
