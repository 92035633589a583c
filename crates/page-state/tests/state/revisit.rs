//! Tests the revisit of a crawl in the Library: its result, and texts of malicious pages, which
//! stay text.

use crate::fakes::revisit::{result, revisited};
use page_state::library::revisits::{RevisitProgress, Revisits, every};
use protocol::revisit::RevisitEvent;
use types::revisit::{ChangePeriod, VisitOutcome};

#[test]
fn progress_and_results_of_other_crawls_change_nothing() {
    let mut revisits = Revisits::new("a".to_owned());
    let progress =
        |id: &str| RevisitEvent::Progress { id: id.to_owned(), done: 2, of: 5, standstill: None, waiting: Vec::new() };
    revisits.on_message(progress("b"));
    assert_eq!(revisits.progress, None);
    revisits.on_message(progress("a"));
    let expected = RevisitProgress { done: 2, of: 5, ..RevisitProgress::default() };
    assert_eq!(revisits.progress, Some(expected));
    revisits.on_message(RevisitEvent::Result { id: "a".into(), result: Ok(result()) });
    assert_eq!((revisits.progress.clone(), revisits.pages(&[VisitOutcome::Unchanged]).len()), (None, 2));
}

#[test]
fn visits_are_shown_as_they_come_in_place_of_an_earlier_result() {
    let mut revisits = Revisits::new("a".to_owned());
    revisits.on_message(RevisitEvent::Result { id: "a".into(), result: Ok(result()) });
    let [one, two] = [1, 2].map(|n| revisited(n, VisitOutcome::Gone));
    for page in [one.clone(), two.clone()] {
        revisits.on_message(RevisitEvent::Visited { id: "a".into(), at: 9, page, new: Vec::new() });
    }
    assert_eq!(revisits.pages(&[VisitOutcome::Gone]), [&one, &two]);
    assert!(revisits.pages(&[VisitOutcome::Changed]).is_empty());
}

#[test]
fn times_between_changes_are_formatted_in_words() {
    for (period, expected) in [
        (ChangePeriod::About(0.04), "about every hour"),
        (ChangePeriod::About(0.5), "about every 12 hours"),
        (ChangePeriod::About(12.2), "about every 12 days"),
        (ChangePeriod::AtMost(30.0), "more often than every 30 days"),
        (ChangePeriod::About(1_826.0), "about every 5 years"),
    ] {
        assert_eq!(every(period), expected);
    }
}
