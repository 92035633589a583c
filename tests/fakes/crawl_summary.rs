//! Provides a crawl of the Library.

use protocol::Source;
use protocol::library::CrawlSummary;
use types::plan::Plan;
use types::report::{EndReason, Phase};

/// Returns a crawl of five pages of this source, whose bodies take this much space.
pub(crate) fn crawl(source: Source, body_bytes: u64) -> CrawlSummary {
    CrawlSummary {
        id: "a".into(),
        name: "Foxes".into(),
        created: 0,
        changed: 0,
        plan: Plan::default(),
        stay: false,
        source,
        phase: Phase::Ended(EndReason::BudgetSpent),
        pages: 5,
        good: 1,
        bytes: 1 + body_bytes,
        body_bytes,
        is_held: false,
        is_deleted: false,
    }
}
