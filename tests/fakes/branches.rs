//! Provides a crawl from two seeds.

use super::record::record;
use super::recovery::batch;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::ToPage;
use types::report::{EndReason, FetchOutcome, PageRecord, Phase};
use types::url::CanonicalUrl;

/// Page `n`, reached from page `parent` (0 for a seed) at this distance from its seed.
pub(crate) fn page(n: u32, parent: u32, depth: u32, relevance: f64) -> PageRecord {
    let mut page = record(n, relevance);
    page.url = CanonicalUrl::parse(&format!("http://{}.test/{n}", if n < 3 { "a" } else { "b" })).expect("is a URL");
    page.discovery.parent = Some(parent).filter(|parent| *parent > 0);
    page.discovery.depth = depth;
    page
}

/// Two seeds. Page 3 led to one relevant page; page 4 to two pages, of which one is relevant and one failed; pages 5
/// and 9 led to no page.
pub(crate) fn pages() -> Vec<PageRecord> {
    let mut pages = vec![
        page(1, 0, 0, 0.01),
        page(2, 0, 0, 0.02),
        page(3, 1, 1, 0.03),
        page(4, 1, 1, 0.0),
        page(5, 1, 1, 0.04),
        page(6, 3, 2, 0.9),
        page(7, 4, 2, 0.6),
        page(8, 4, 2, 0.0),
        page(9, 4, 2, 0.01),
        page(10, 2, 1, 0.9),
    ];
    pages[7].outcome = FetchOutcome::Status(404);
    // The link on page 4 determined its score; page 3 had linked to it before.
    pages[6].neighbors.linked_from = vec![3, 4];
    pages
}

/// The end of the crawl with all of its pages.
pub(crate) fn crawl() -> ToPage {
    batch(Phase::Ended(EndReason::BudgetSpent), pages())
}

/// The state of a page that shows the crawl.
pub(crate) fn state() -> State {
    let mut state = State::new("", None);
    state.apply(Action::Worker(WorkerAction::Messages(vec![crawl()])));
    state
}
