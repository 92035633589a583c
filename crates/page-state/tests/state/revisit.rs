//! Tests the revisit of a crawl in the Library: its result, and texts of malicious pages, which
//! stay text.

use page_state::library::revisits::{Revisits, every};
use protocol::revisit::{NewPage, Revisit, RevisitEvent, RevisitedPage};
use types::revisit::VisitOutcome;
use types::url::CanonicalUrl;

const HOSTILE: &str = "<img src=x onerror=\"document.title='ran'\"><b>bold</b>";

fn url(path: &str) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("a URL")
}

fn revisited(n: u32, outcome: VisitOutcome) -> RevisitedPage {
    RevisitedPage { n, url: url(&n.to_string()), title: format!("{HOSTILE} {n}"), outcome, days: 12.2 }
}

fn result() -> Revisit {
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

#[test]
fn progress_and_results_of_other_crawls_change_nothing() {
    let mut revisits = Revisits::new("a".to_owned());
    let progress = |id: &str| RevisitEvent::Progress { id: id.to_owned(), done: 2, of: 5, standstill: None };
    revisits.on_message(progress("b"));
    assert_eq!(revisits.progress, None);
    revisits.on_message(progress("a"));
    assert_eq!(revisits.progress, Some((2, 5, None)));
    revisits.on_message(RevisitEvent::Result { id: "a".into(), result: Ok(result()) });
    assert_eq!((revisits.progress.clone(), revisits.pages(&[VisitOutcome::Unchanged]).len()), (None, 2));
}

#[test]
fn times_between_changes_are_formatted_in_words() {
    for (days, expected) in [
        (0.04, "about every hour"),
        (0.5, "about every 12 hours"),
        (12.2, "about every 12 days"),
        (1_826.0, "about every 5 years"),
    ] {
        assert_eq!(every(days), expected);
    }
}
