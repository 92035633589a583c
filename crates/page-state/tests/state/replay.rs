//! Tests the replay of a crawl in the page: every view shows a past moment, and then the latest
//! again.

use crate::fakes::replay::{crawl, page, tell};
use page_state::crawl::replay::{EventKind, events};
use protocol::{Batch, ToPage};
use types::report::Notification;
use types::steering::Steering;

#[test]
fn events_are_births_deaths_changes_and_the_best_finds() {
    let mut state = crawl(40);
    let change = Steering::Word { word: "fox".into(), weight: 2.0 };
    tell(
        &mut state,
        vec![ToPage::Batch(Box::new(Batch {
            notifications: vec![Notification::Steered(40, Box::new(change))],
            ..Batch::default()
        }))],
    );
    let all = events(&state.crawl.live, state.crawl.ranking.pages.records());
    let of = |kind: EventKind| {
        let events = all.iter().filter(|(_, event)| *event == kind);
        events.map(|(n, _)| *n).collect::<Vec<_>>()
    };
    assert_eq!(of(EventKind::Birth), [3, 7, 8, 13, 18, 23, 28, 33, 38]);
    assert_eq!(of(EventKind::Death), [5, 7, 10, 15, 20, 25, 30, 35, 40]);
    assert_eq!(of(EventKind::Change), [40]);
    let best = of(EventKind::Find);
    assert_eq!(best.len(), 10);
    let least = best.iter().map(|n| page(*n).relevance).fold(1.0, f64::min);
    let missed = (1..=40_u32).filter(|n| !n.is_multiple_of(11) && !best.contains(n));
    assert!(missed.map(|n| page(n).relevance).all(|relevance| relevance <= least));
    assert!(all.is_sorted_by_key(|(n, _)| *n));
}
