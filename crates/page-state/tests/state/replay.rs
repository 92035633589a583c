//! Tests the replay of a crawl in the page: every view shows a past moment, and then the latest
//! again.

use crate::fakes::replay::{batch, opened, page};
use page_state::crawl::curves::Curves;
use page_state::crawl::ranking::{RankingKey, ResultFilter, ResultsAction};
use page_state::crawl::replay::{EventKind, ReplayAction, events};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::watch::ViewsUpdate;
use protocol::{Batch, ToPage};
use types::report::{EndReason, Notification, PageRecord, Phase, Progress, Spider};
use types::steering::Steering;

fn crawl(pages: u32) -> State {
    let mut state = State::new("", None);
    tell(&mut state, vec![opened(), batch(1..=pages, Phase::Running)]);
    state
}

fn tell(state: &mut State, messages: Vec<ToPage>) {
    state.apply(Action::Worker(WorkerAction::Messages(messages)));
}

fn order(state: &State) -> Vec<u32> {
    let ranking = state.crawl.replay.as_ref().map_or(&state.crawl.ranking, |replay| &replay.ranking);
    (0..ranking.len()).filter_map(|place| Some(ranking.at(place)?.n)).collect()
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

#[test]
fn ten_moments_equal_the_state_at_that_time() {
    let mut state = crawl(400);
    state.apply(Action::Results(ResultsAction::RankBy(RankingKey::Latest)));
    state.apply(Action::Results(ResultsAction::RankBy(RankingKey::Relevance)));
    for at in [1, 2, 7, 11, 60, 123, 250, 301, 397, 398] {
        let then = crawl(at);
        state.apply(Action::Replay(ReplayAction::To(at)));
        assert_eq!(order(&state), order(&then), "at {at}");
        let replay = state.crawl.replay.as_ref().expect("it is past");
        assert_eq!(replay.live.failures.log, then.crawl.live.failures.log);
        assert_eq!(replay.live.progress.measures, then.crawl.live.progress.measures);
        assert_eq!(replay.live.progress.queue, then.crawl.live.progress.queue);
        assert_eq!(replay.live.failures.lost_seeds, then.crawl.live.failures.lost_seeds);
        let (past, before) = (&replay.ranking, &then.crawl.ranking);
        assert_eq!(
            (past.pages.counts().read, past.pages.counts().unlisted, past.len()),
            (before.pages.counts().read, before.pages.counts().unlisted, before.len())
        );
        if at < 399 {
            state.apply(Action::Replay(ReplayAction::Forward(1)));
            assert_eq!(order(&state), order(&crawl(at + 1)), "one page after {at}");
            state.apply(Action::Replay(ReplayAction::To(at)));
        }
        let replay = state.crawl.replay.as_ref().expect("it is past");
        let (past, before) = (&replay.ranking, &then.crawl.ranking);
        let points = |records: &[std::rc::Rc<PageRecord>]| {
            let mut curves = Curves::default();
            curves.follow(records);
            curves.points().copied().collect::<Vec<_>>()
        };
        assert_eq!(points(past.pages.records()), points(before.pages.records()));
        assert!(!replay.live.can_be_steered(), "the past stays as it was");
    }
    state.apply(Action::Replay(ReplayAction::End));
    assert_eq!(order(&state), order(&crawl(400)));
    assert!(state.crawl.live.can_be_steered());
}

#[test]
fn filters_hold_for_past_moments_and_the_end_of_the_replay_is_the_latest_moment() {
    let mut state = crawl(100);
    state.apply(Action::Replay(ReplayAction::To(20)));
    let filter = ResultFilter { text: "page 1".into(), ..ResultFilter::default() };
    state.apply(Action::Results(ResultsAction::Filter(filter)));
    assert!(order(&state).iter().all(|n| *n == 1 || (10..20).contains(n)));
    tell(&mut state, vec![batch(101..=120, Phase::Running)]);
    assert_eq!(state.crawl.replay.as_ref().map(|replay| replay.at), Some(20));
    state.apply(Action::Replay(ReplayAction::Forward(99)));
    assert_eq!(state.crawl.replay.as_ref().map(|replay| replay.at), Some(119));
    state.apply(Action::Replay(ReplayAction::Forward(1)));
    assert!(state.crawl.replay.is_none());
    state.apply(Action::Replay(ReplayAction::To(0)));
    assert_eq!(state.crawl.replay.as_ref().map(|replay| replay.at), Some(1));
    tell(&mut state, vec![opened()]);
    assert!(state.crawl.replay.is_none(), "another crawl begins at its latest moment");
}

#[test]
fn messages_about_another_moment_are_ignored() {
    let mut state = crawl(100);
    let told = |at: u32, living: u32| {
        let spiders = (1..=living).map(|id| Spider { id, ..Spider::default() });
        ToPage::Batch(Box::new(Batch {
            progress: Progress { phase: Phase::Ended(EndReason::BudgetSpent), pages: 100, ..Progress::default() },
            views: ViewsUpdate {
                at: Some(at),
                progress: Some(Progress { pages: at, requests: at * 2, ..Progress::default() }),
                reset: true,
                spiders: spiders.collect(),
                next_up: Some(Vec::new()),
                story: None,
            },
            ..Batch::default()
        }))
    };
    let latest = Batch {
        progress: Progress {
            pages: 100,
            requests: 210,
            hosts: 9,
            failures: [("404".to_owned(), 9)].into(),
            ..Progress::default()
        },
        ..Batch::default()
    };
    tell(&mut state, vec![ToPage::Batch(Box::new(latest))]);
    let figures = |state: &State| {
        let progress = &state.crawl.replay.as_ref().expect("it is past").live.progress;
        let failures: u32 = progress.failures.values().sum();
        (progress.pages, progress.requests, progress.hosts, failures)
    };
    state.apply(Action::Replay(ReplayAction::To(30)));
    assert_eq!(figures(&state), (30, 210, 9, 9), "those shown before");
    tell(&mut state, vec![told(40, 9), told(30, 5), told(29, 2)]);
    assert_eq!(figures(&state), (30, 60, 0, 0));
    state.apply(Action::Replay(ReplayAction::Forward(0)));
    let replay = state.crawl.replay.as_ref().expect("it is past");
    assert_eq!(replay.watched.spiders.len(), 5);
    assert_eq!(replay.live.progress.requests, 60);
    assert!(replay.is_recorded);
    assert!(state.crawl.watched.spiders.is_empty(), "those of the latest moment are others");
    let unknown = ViewsUpdate { at: Some(30), reset: true, ..ViewsUpdate::default() };
    let unknown = Batch { views: unknown, ..Batch::default() };
    tell(&mut state, vec![ToPage::Batch(Box::new(unknown))]);
    assert!(!state.crawl.replay.as_ref().expect("it is past").is_recorded);
    assert_eq!(figures(&state), (30, 0, 0, 0), "nobody knows them");
}
