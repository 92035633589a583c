//! Holds the search for uncertain labels: the request to the worker, and the pages to rate.

use super::Train;
use protocol::uncertainty::{UncertainPage, UncertaintyEvent, UncertaintyRanking, UncertaintyRequest};
use std::rc::Rc;

/// The most labeled pages per label that are ranked.
const LABELS: usize = 300;
/// The most pages that are shown, about as many as a person rates at a time.
const SHOWN: usize = 8;

/// Holds the search for uncertain labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UncertaintyState {
    /// The request to the worker; none if no ranking is wanted.
    pub request: Option<Rc<UncertaintyRequest>>,
    /// The progress in 0..=1, while the worker ranks.
    pub part: Option<f64>,
    /// The latest result.
    pub ranked: Option<Result<Rc<UncertaintyRanking>, String>>,
    numbers: u32,
}

impl UncertaintyState {
    /// Reports the crash. The ranking is not repeated automatically.
    pub fn on_worker_crash(&mut self) {
        if self.request.take().is_some() {
            self.part = None;
            let reason = "The crawler crashed while checking the pages. Try again.".to_owned();
            self.ranked = Some(Err(reason));
        }
    }
}

impl Train {
    /// Requests the pages with uncertain labels, or cancels the request.
    pub fn rank_uncertain(&mut self, on: bool) {
        let uncertainty = &mut self.uncertainty;
        uncertainty.request = None;
        uncertainty.part = None;
        if on {
            uncertainty.numbers += 1;
            uncertainty.part = Some(0.0);
            uncertainty.request = Some(Rc::new(UncertaintyRequest::Rank {
                number: uncertainty.numbers,
                labels: self.editor.labels(LABELS),
                others: self.reader.look_ahead.met.clone(),
            }));
        }
    }

    /// Stores a message of the worker; ignores messages about a canceled request.
    pub fn on_uncertainty_message(&mut self, event: UncertaintyEvent) {
        let uncertainty = &mut self.uncertainty;
        match event {
            UncertaintyEvent::Progress { number, part } if uncertainty.awaits(number) => {
                uncertainty.part = Some(part);
            }
            UncertaintyEvent::Ranked { number, ranked } if uncertainty.awaits(number) => {
                uncertainty.request = None;
                uncertainty.part = None;
                uncertainty.ranked = Some(ranked.map(Rc::new));
            }
            _ => {}
        }
    }

    /// Returns the pages to rate: those without a later rating, the least certain first.
    pub fn doubts(&self) -> Vec<&UncertainPage> {
        let Some(Ok(ranked)) = &self.uncertainty.ranked else {
            return Vec::new();
        };
        ranked.uncertain.iter().filter(|doubt| !self.editor.is_judged(&doubt.url)).take(SHOWN).collect()
    }
}

impl UncertaintyState {
    fn awaits(&self, answered: u32) -> bool {
        matches!(self.request.as_deref(), Some(UncertaintyRequest::Rank { number, .. }) if *number == answered)
    }
}
