//! Changes of the crawl that is driven, and what they would do. A crawl that is over is taken up for a change.

use super::Driver;
use crate::worker::fetch::Fetcher;
use engine::event::EventKind;
use engine::plan::Plan;
use engine::report::Candidate;
use engine::steering::{Steering, SteeringError};
use engine::strategy::Assets;
use std::rc::Rc;

impl Driver {
    /// True where the crawl is over, or has no more to do than to wait for a change.
    pub(in crate::worker) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Looks at the crawl's plan.
    pub(in crate::worker) fn with_plan<T>(&self, look: impl FnOnce(&Plan) -> T) -> T {
        look(self.crawl.borrow().plan())
    }

    /// Brings along what strategies may need to which the person switches.
    pub(in crate::worker) fn equip(&self, assets: Assets) {
        self.crawl.borrow_mut().equip(assets);
    }

    /// Whether a change can be made now, and if not, why.
    pub(in crate::worker) fn consider(&self, steering: &Steering) -> Result<(), SteeringError> {
        self.crawl.borrow().consider(steering)
    }

    /// The best `n` URLs that wait, as they are and as they would be after a change of the strategy.
    pub(in crate::worker) fn preview(
        &self,
        steering: &Steering,
        n: usize,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), SteeringError> {
        let mut crawl = self.crawl.borrow_mut();
        let then = crawl.preview(steering, n)?;
        Ok((crawl.next_up(n), then))
    }

    /// Changes the crawl. One that is over is taken up for that, by a fetcher of its own, since the one before it has ended with the
    /// crawl; where nothing is to be done after all it ends again.
    pub(in crate::worker) fn steer(
        self: &Rc<Self>,
        steering: Steering,
        fetcher: impl FnOnce() -> Fetcher,
    ) {
        if self.has_ended.get() && !self.is_silent.get() {
            self.fetcher.replace(Rc::new(fetcher()));
            self.has_ended.set(false);
        }
        self.step(EventKind::Steered(Box::new(steering)));
    }
}
