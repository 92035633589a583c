//! Doubts: what is asked of the worker, and which pages are shown of those whose label is in doubt.

use super::Train;
use crate::protocol::doubts::{Doubt, DoubtsNews, DoubtsOrder, Weighed};
use std::rc::Rc;

/// Labeled pages of either side that are weighed.
const LABELS: usize = 300;
/// Pages that are shown at most: what a person looks through at one sitting.
const SHOWN: usize = 8;

/// Which labels are in doubt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doubting {
    /// What the worker is asked; none where nothing is wanted.
    pub order: Option<Rc<DoubtsOrder>>,
    /// How far it is, in 0..=1, while it weighs.
    pub part: Option<f64>,
    /// What came out last.
    pub weighed: Option<Result<Rc<Weighed>, String>>,
    numbers: u32,
}

impl Doubting {
    /// The worker died: what it weighed is not weighed again by itself.
    pub(super) fn broke(&mut self) {
        if self.order.take().is_some() {
            self.part = None;
            let reason = "The crawler broke down while it weighed the pages.".to_owned();
            self.weighed = Some(Err(reason));
        }
    }
}

impl Train {
    /// Asks for the pages whose label is in doubt, or gives them up.
    pub(super) fn doubt(&mut self, on: bool) {
        let doubting = &mut self.doubting;
        doubting.order = None;
        doubting.part = None;
        if on {
            doubting.numbers += 1;
            doubting.part = Some(0.0);
            doubting.order = Some(Rc::new(DoubtsOrder::Weigh {
                number: doubting.numbers,
                labels: self.book.labels(LABELS),
                others: self.outlook.met.clone(),
            }));
        }
    }

    /// Takes in what the worker says; of an order that was given up, nothing.
    pub fn hear_doubts(&mut self, news: DoubtsNews) {
        let doubting = &mut self.doubting;
        match news {
            DoubtsNews::Weighing { number, part } if doubting.awaits(number) => {
                doubting.part = Some(part);
            }
            DoubtsNews::Weighed { number, weighed } if doubting.awaits(number) => {
                doubting.order = None;
                doubting.part = None;
                doubting.weighed = Some(weighed.map(Rc::new));
            }
            _ => {}
        }
    }

    /// The pages to look at: those that nobody judged since, the least sure first.
    pub fn doubts(&self) -> Vec<&Doubt> {
        let Some(Ok(weighed)) = &self.doubting.weighed else {
            return Vec::new();
        };
        let left = weighed.doubts.iter();
        let left = left.filter(|doubt| !self.book.is_judged(&doubt.url));
        left.take(SHOWN).collect()
    }
}

impl Doubting {
    fn awaits(&self, order: u32) -> bool {
        matches!(self.order.as_deref(), Some(DoubtsOrder::Weigh { number, .. }) if *number == order)
    }
}
