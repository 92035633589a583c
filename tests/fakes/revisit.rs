//! Provides the result of a revisit.

use protocol::revisit::{NewPage, Revisit, RevisitedPage};
use types::revisit::{ChangePeriod, VisitOutcome};
use types::url::CanonicalUrl;

pub(crate) const HOSTILE: &str = "<img src=x onerror=\"document.title='ran'\"><b>bold</b>";

pub(crate) fn url(path: &str) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("a URL")
}

pub(crate) fn revisited(n: u32, outcome: VisitOutcome) -> RevisitedPage {
    RevisitedPage {
        n,
        url: url(&n.to_string()),
        title: format!("{HOSTILE} {n}"),
        outcome,
        period: Some(ChangePeriod::About(12.2)),
    }
}

pub(crate) fn result() -> Revisit {
    Revisit {
        at: Some(1_767_225_600_000),
        pages: vec![
            revisited(1, VisitOutcome::Changed),
            revisited(2, VisitOutcome::Gone),
            revisited(3, VisitOutcome::Unchanged),
            revisited(4, VisitOutcome::Unchanged),
            revisited(5, VisitOutcome::Failed),
        ],
        new: vec![NewPage { url: url("new"), anchor: HOSTILE.to_owned(), from: 1 }],
    }
}
