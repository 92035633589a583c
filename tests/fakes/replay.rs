//! Provides batches of a crawl that is replayed.

use super::record as fake;
use protocol::{Batch, Opened, ToPage};
use types::plan::Plan;
use types::report::{FetchOutcome, Notification, PageRecord, Phase, PopulationStats, Progress};

/// Page `n` of a crawl whose relevance, failures and population vary.
pub(crate) fn page(n: u32) -> PageRecord {
    let mut page = fake::record(n, f64::from(n * 37 % 100) / 100.0);
    page.queue = n * 3;
    page.population = Some(PopulationStats {
        living: 4 + n % 5 / 3,
        // After page 7 one spider is born and one dies.
        born: 4 + (n + 2) / 5 + u32::from(n >= 7),
        energy: f64::from(n),
    });
    if n.is_multiple_of(11) {
        page.outcome = FetchOutcome::Status(404);
    }
    page
}

pub(crate) fn batch(pages: std::ops::RangeInclusive<u32>, phase: Phase) -> ToPage {
    let done = *pages.end();
    ToPage::Batch(Box::new(Batch {
        progress: Progress {
            phase,
            pages: done,
            budget: 500,
            queue: done * 3,
            measures: page(done).measures,
            ..Progress::default()
        },
        notifications: pages.map(|n| Notification::Page(Box::new(page(n)))).collect(),
        ..Batch::default()
    }))
}

pub(crate) fn opened() -> ToPage {
    ToPage::Opened(Box::new(Opened {
        id: "0123456789abcdef".into(),
        name: "foxes".into(),
        plan: Plan { query: "fox".into(), ..Plan::default() },
        ..Opened::default()
    }))
}
