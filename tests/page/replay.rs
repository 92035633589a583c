//! Tests the replay of a crawl in the page: every view shows a past moment, and then the latest
//! again.

use crate::fakes::replay::{batch, crawl, opened, tell};
use page_state::crawl::curves::Curves;
use page_state::crawl::ranking::{RankingKey, ResultFilter, ResultsAction};
use page_state::crawl::replay::ReplayAction;
use page_state::{Action, State};
use protocol::watch::ViewsUpdate;
use protocol::{Batch, DamagedRecords, ToPage};
use types::report::{EndReason, PageRecord, Phase, Progress, Spider};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, InputEvent};

use crate::fakes::app::{addressed, count, gone, hello, json, open, open_with, press, shown, text, wait_for_text};

#[wasm_bindgen_test]
async fn records_that_cannot_be_read_are_reported_with_their_numbers() {
    let damaged = |id: &str, pages, moments| {
        let id = id.into();
        json(&ToPage::Damaged(DamagedRecords { id, pages, moments }))
    };
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Open) for (const m of [{}, {}, {}, {}]) postMessage(m); }}; postMessage({});",
        json(&opened()),
        json(&batch(1..=9, Phase::Paused)),
        damaged("0123456789abcdef", 2, 1),
        damaged("another", 5, 5),
        json(&hello(Vec::new()))
    );
    open_with("#/crawl?id=0123456789abcdef", &script);
    for sentence in [
        "Could not read 2 page records of this saved crawl: exports and the search of the Library are incomplete.",
        "Could not read 1 replay record of this saved crawl: the replay lacks spiders and frontier there.",
    ] {
        wait_for_text(".news", sentence).await;
    }
    shown("ol[aria-label=Results] > li").await;
}

fn order(state: &State) -> Vec<u32> {
    let ranking = state.crawl.replay.as_ref().map_or(&state.crawl.ranking, |replay| &replay.ranking);
    (0..ranking.len()).filter_map(|place| Some(ranking.at(place)?.n)).collect()
}

#[wasm_bindgen_test]
fn ten_random_moments_equal_the_state_at_that_time() {
    let mut state = crawl(400);
    state.apply(Action::Results(ResultsAction::RankBy(RankingKey::Latest)));
    state.apply(Action::Results(ResultsAction::RankBy(RankingKey::Relevance)));
    for _ in 0..10 {
        let at = 1 + types::to_u32(js_sys::Math::random() * 398.0);
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

#[wasm_bindgen_test]
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

#[wasm_bindgen_test]
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

#[wasm_bindgen_test]
async fn the_slider_and_the_buttons_move_all_views_and_the_latest_moment_comes_back() {
    let ended = Phase::Ended(EndReason::BudgetSpent);
    open(
        "#/crawl?q=fox&seed=http%3A%2F%2Fa.test%2F&source=demo&start=1",
        &hello(Vec::new()),
        &[ToPage::Started, batch(1..=60, ended)],
    );
    wait_for_text(".timeline-at", "After 60 of 60 pages").await;
    assert_eq!(count(".timeline-kinds"), 0);
    let slider: HtmlInputElement = shown(".timeline input").await.unchecked_into();
    slider.set_value("7");
    let event = InputEvent::new("input").expect("it can be made");
    slider.dispatch_event(&event).expect("it is not refused");
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    wait_for_text(".figures", "7 / 500").await;
    assert!(text("#view").contains("Page 7"));
    assert!(!text("#view").contains("Page 8"), "it is still to come");
    assert_eq!(count(".timeline.past"), 1);
    press(".timeline-kinds .event-birth").await;
    press("[aria-label='Next event']").await;
    wait_for_text(".timeline-at", "After 8 of 60 pages").await;
    press("[aria-label='Previous event']").await;
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    press(".timeline-play").await;
    wait_for_text(".timeline-at", "After 9 of 60 pages").await;
    press(".timeline-play").await;
    press(".timeline > button").await;
    wait_for_text(".timeline-at", "After 60 of 60 pages").await;
    wait_for_text(".figures", "60 / 500").await;
    gone(".timeline.past").await;
}

#[wasm_bindgen_test]
async fn the_address_names_the_moment_and_a_reload_shows_it_again() {
    let hello = json(&hello(Vec::new()));
    let (crawl, pages) = (opened(), batch(1..=60, Phase::Ended(EndReason::BudgetSpent)));
    let (crawl, pages) = (json(&crawl), json(&pages));
    open_with(
        "#/crawl?id=0123456789abcdef&show.at=7",
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Open) for (const m of [{crawl}, {pages}]) postMessage(m); }}; postMessage({hello});"
        ),
    );
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    wait_for_text(".status-what", "Ended · replay, 7 pages").await;
    press("[aria-label='Next event']").await;
    wait_for_text(".timeline-at", "After 8 of 60 pages").await;
    addressed("#/crawl?id=0123456789abcdef&show.at=8").await;
    press(".timeline > button").await;
    addressed("#/crawl?id=0123456789abcdef").await;
    assert!(!text(".status-what").contains("replay"));
}
