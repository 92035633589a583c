//! Provides messages of a worker that crashes and opens its crawl again.

use super::record::record;
use protocol::{Batch, Opened, ToPage};
use types::report::{Notification, PageRecord, Phase, Progress};

/// A batch of pages with the phase of their crawl.
pub(crate) fn batch(phase: Phase, pages: Vec<PageRecord>) -> ToPage {
    let progress = Progress {
        phase,
        pages: u32::try_from(pages.len()).unwrap_or(u32::MAX),
        budget: 20_000,
        ..Progress::default()
    };
    let notifications = pages.into_iter().map(|page| Notification::Page(Box::new(page))).collect();
    ToPage::Batch(Box::new(Batch { progress, notifications, ..Batch::default() }))
}

/// A crawl that was opened again, with its first pages.
pub(crate) fn reopened(phase: Phase) -> [ToPage; 2] {
    let opened = Opened { id: "0123456789abcdef".into(), name: "foxes".into(), ..Opened::default() };
    let pages = vec![record(1, 0.2)];
    [ToPage::Opened(Box::new(opened)), batch(phase, pages)]
}

/// A crash of the worker at a page.
pub(crate) fn crash(url: &str) -> [ToPage; 2] {
    let message = "poisoned".into();
    [ToPage::Parsing(url.into()), ToPage::Panicked { message }]
}
