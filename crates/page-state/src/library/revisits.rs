//! Holds the revisit of a crawl: its progress, its result, and the requested differences.

use crate::digits::counted;
use protocol::revisit::{Revisit, RevisitEvent, RevisitedPage, TextPiece, WaitingHost};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::revisit::{ChangePeriod, VisitOutcome};

/// The pieces of a changed text, or the reason that they are unknown.
type Difference = Result<Rc<Vec<TextPiece>>, String>;

/// The progress of a revisit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RevisitProgress {
    /// The number of visited pages.
    pub done: u32,
    /// The number of selected pages.
    pub of: u32,
    /// The cause of a standstill.
    pub standstill: Option<String>,
    /// The hosts with the most pages that were not visited yet.
    pub waiting: Vec<WaitingHost>,
}

/// Holds the open revisit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Revisits {
    /// The id of the crawl.
    pub id: String,
    /// The progress, while a revisit is running.
    pub progress: Option<RevisitProgress>,
    /// The latest result; while a revisit is running, its visits so far.
    pub result: Option<Rc<Revisit>>,
    /// The reason that nothing was revisited, as the end of a sentence.
    pub problem: Option<String>,
    /// The differences by the number of the page's record.
    pub differences: BTreeMap<u32, Difference>,
}

impl Revisits {
    /// Creates the view of a crawl without any data.
    pub fn new(id: String) -> Self {
        Self { id, ..Self::default() }
    }

    /// Records that a revisit was requested.
    pub fn begin(&mut self) {
        self.progress = Some(RevisitProgress::default());
        self.problem = None;
    }

    /// Handles a message of the worker; ignores messages about another crawl.
    pub fn on_message(&mut self, event: RevisitEvent) {
        match event {
            RevisitEvent::Progress { id, done, of, standstill, waiting } if id == self.id => {
                self.progress = Some(RevisitProgress { done, of, standstill, waiting });
            }
            RevisitEvent::Visited { id, at, page, new } if id == self.id => {
                let result = self.result.get_or_insert_default();
                if result.at != Some(at) {
                    *result = Rc::new(Revisit { at: Some(at), ..Revisit::default() });
                    self.differences.clear();
                }
                let result = Rc::make_mut(result);
                result.pages.push(page);
                result.new.extend(new);
            }
            RevisitEvent::Result { id, result } if id == self.id => {
                self.progress = None;
                match result {
                    Ok(result) => {
                        self.result = Some(Rc::new(result));
                        self.differences.clear();
                    }
                    Err(reason) => self.problem = Some(reason),
                }
            }
            RevisitEvent::Difference { id, n, difference } if id == self.id => {
                self.differences.insert(n, difference.map(Rc::new));
            }
            _ => {}
        }
    }

    /// Returns the pages with one of these outcomes.
    pub fn pages(&self, outcomes: &[VisitOutcome]) -> Vec<&RevisitedPage> {
        self.result.iter().flat_map(|result| &result.pages).filter(|page| outcomes.contains(&page.outcome)).collect()
    }
}

/// Returns the time between two changes as a text: `about every 12 days`.
pub fn every(period: ChangePeriod) -> String {
    let (prefix, days) = match period {
        ChangePeriod::About(days) => ("about every", days),
        ChangePeriod::AtMost(days) => ("more often than every", days),
    };
    let (count, unit) = match days {
        _ if days < 2.0 => (days * 24.0, "hour"),
        _ if days < 730.0 => (days, "day"),
        _ => (days / 365.25, "year"),
    };
    match types::to_u32(count.round()) {
        0 | 1 => format!("{prefix} {unit}"),
        count => format!("{prefix} {}", counted(count, unit)),
    }
}
