//! Changes to the crawl under way, and previews of them. A crawl that has ended is resumed for a change.

use super::Driver;
use crate::worker::sources::Fetcher;
use engine::event::EventKind;
use engine::strategy::Assets;
use std::rc::Rc;
use types::plan::Plan;
use types::report::Candidate;
use types::steering::{Steering, SteeringError};

impl Driver {
    /// True where the crawl has ended, or only waits for a change.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Gives access to the crawl's plan.
    pub(crate) fn with_plan<T>(&self, look: impl FnOnce(&Plan) -> T) -> T {
        look(self.crawl.borrow().plan())
    }

    /// Provides what a strategy may need to which the person switches.
    pub(crate) fn equip(&self, assets: Assets) {
        self.crawl.borrow_mut().equip(assets);
    }

    /// Checks whether a change is possible now.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn consider(&self, steering: &Steering) -> Result<(), SteeringError> {
        self.crawl.borrow().consider(steering)
    }

    /// Returns the best `n` waiting URLs, as they are ranked now and as they would be after a change.
    pub(crate) fn preview(
        &self,
        steering: &Steering,
        n: usize,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), SteeringError> {
        let mut crawl = self.crawl.borrow_mut();
        let then = crawl.preview(steering, n)?;
        Ok((crawl.next_up(n), then))
    }

    /// Changes the crawl. One that has ended is resumed with a new fetcher, since its own was aborted. If there is nothing to do
    /// after the change, it ends again.
    pub(crate) fn steer(self: &Rc<Self>, steering: Steering, fetcher: impl FnOnce() -> Fetcher) {
        if self.has_ended.get() && !self.is_abandoned.get() {
            self.fetcher.replace(Rc::new(fetcher()));
            self.has_ended.set(false);
        }
        self.step(EventKind::Steered(Box::new(steering)));
    }
}
