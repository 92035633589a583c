//! Tests the replay of a crawl in the page: every view shows a past moment, and then the latest
//! again.

use page_state::crawl::replay::{EventKind, events};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::{Batch, Opened, Source, ToPage};
use types::plan::Plan;
use types::report::{FetchOutcome, Notification, PageRecord, Phase, PopulationStats, Progress};
use types::steering::Steering;

use crate::fakes::record as fake;

/// Page `n` of a crawl whose relevance, failures and population vary.
fn page(n: u32) -> PageRecord {
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

fn batch(pages: std::ops::RangeInclusive<u32>, phase: Phase) -> ToPage {
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

fn opened() -> ToPage {
    ToPage::Opened(Box::new(Opened {
        id: "0123456789abcdef".into(),
        name: "foxes".into(),
        plan: Plan { query: "fox".into(), ..Plan::default() },
        stay: false,
        source: Source::Demo,
        first: None,
        lacking: None,
        elsewhere: false,
    }))
}

fn crawl(pages: u32) -> State {
    let mut state = State::new("", None);
    tell(&mut state, vec![opened(), batch(1..=pages, Phase::Running)]);
    state
}

fn tell(state: &mut State, messages: Vec<ToPage>) {
    state.apply(Action::Worker(WorkerAction::Messages(messages)));
}

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
