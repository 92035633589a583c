//! Determines the status of a saved crawl, and names sources.

use crate::text::shown;
use protocol::Source;
use protocol::library::CrawlSummary;
use types::report::{EndReason, Phase};

/// The status of a saved crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrawlStatus {
    /// It runs in this tab.
    Here,
    /// Another tab has it open.
    Elsewhere,
    /// It was interrupted and can be resumed.
    Interrupted,
    /// It is paused, or waits for the person to start it.
    Waiting,
    /// It has ended.
    Ended(EndReason),
}

impl CrawlStatus {
    /// Returns the status of a crawl; `is_here` if it is open in this tab.
    pub fn new(crawl: &CrawlSummary, is_here: bool) -> Self {
        match crawl.phase {
            Phase::Ended(reason) => Self::Ended(reason),
            Phase::Paused | Phase::Prepared if is_here || !crawl.is_held => Self::Waiting,
            _ if is_here => Self::Here,
            _ if crawl.is_held => Self::Elsewhere,
            _ => Self::Interrupted,
        }
    }

    /// Returns the label.
    pub fn word(self) -> &'static str {
        match self {
            Self::Here => "Running",
            Self::Elsewhere => "Open in another tab",
            Self::Interrupted => "Interrupted",
            Self::Waiting => "Paused",
            Self::Ended(EndReason::BudgetSpent) => "Finished",
            Self::Ended(EndReason::FrontierEmpty) => "No links left",
            Self::Ended(EndReason::Stopped) => "Stopped",
            Self::Ended(EndReason::EverythingBlocked) => "No readable pages",
            Self::Ended(EndReason::NothingLearned) => "Training failed",
        }
    }

    /// Returns the label of the link to it.
    pub fn action(self) -> &'static str {
        match self {
            Self::Interrupted | Self::Waiting => "Resume",
            Self::Ended(EndReason::Stopped) => "Continue",
            Self::Here | Self::Elsewhere | Self::Ended(_) => "Open",
        }
    }
}

/// Returns the label of a source of pages.
pub fn source(source: &Source) -> String {
    match source {
        Source::Demo => "demo web".to_owned(),
        Source::Proxy => "through the proxy".to_owned(),
        Source::ProxyAt(address) => format!("through the proxy at {}", shown(address.place())),
        Source::Direct | Source::DirectWith(_) => "directly".to_owned(),
        Source::Recorded => "recorded web".to_owned(),
        Source::RecordedIn(name) => format!("recorded web “{}”", shown(name)),
    }
}

/// Returns the address of a saved crawl.
pub fn address(id: &str) -> String {
    format!("#/crawl?id={id}")
}
