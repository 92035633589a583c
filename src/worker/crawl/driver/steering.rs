//! Changes the running crawl, and previews changes. A crawl that has ended is resumed for a change.

use super::Driver;
use crate::worker::sources::Fetcher;
use engine::crawl::Crawl;
use engine::event::{Event, EventKind};
use engine::strategy::Assets;
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Candidate, Notification};
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
    /// Returns whether the crawl has ended or only waits for a change.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.get()
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

    /// Changes the crawl. A crawl that has ended is resumed with a new fetcher, because its own was aborted. If the change gives it no
    /// work, it ends again.
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
        let now = self.now();
        let step = self.crawl.borrow_mut().steer(now, &steering)?;
        if self.has_ended.replace(false) {
            self.fetching.fetcher.replace(Rc::new(fetcher()));
        }
        let event = Event::at(now, EventKind::Steered(Box::new(steering)));
        self.follow(self.record(&event), step, None);
        Ok(())
    }
}
