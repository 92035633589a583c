//! Tests steering on the page: the changes in force, their undo, the drawer and its fields, which keep their input, and
//! frontier rows that do not move.

use crate::fakes::steering::{batch, live, to};
use page::views::crawl::frontier::places::{Move, Places};
use page::views::crawl::steering::toast::effect_text;
use page_state::crawl::changes::Changes;
use page_state::crawl::steer::{Steer, SteerAction};
use protocol::steer::{Change, SteeringRejected};
use protocol::{Problem, ToPage};
use std::rc::Rc;
use types::report::{Candidate, HostState, Notification, Phase};
use types::spec::StrategySpec;
use types::steering::{FrontierChange, Steering};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::record;

use crate::fakes::app;
use crate::fakes::app::{find, focused, hello, json, open_with, press, redraw, text, wait_for_text};

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn judged(good: Option<bool>) -> Steering {
    let url = url("http://a.test/1");
    Steering::Judged { url, good }
}

fn word(weight: f64) -> Steering {
    let word = "fox".to_owned();
    Steering::Word { word, weight }
}

fn rule() -> types::url::ScopeRule {
    "a.test".parse().expect("is a rule")
}

fn changes(all: &[Steering]) -> Changes {
    let mut changes = Changes::default();
    for (steering, done) in all.iter().zip(10..) {
        changes.record(done, steering.clone(), None);
    }
    changes
}

#[wasm_bindgen_test]
fn the_latest_change_is_in_effect() {
    let page = url("http://a.test/1");
    let all = [judged(Some(true)), judged(Some(false)), word(2.0), word(0.0), Steering::Drop(rule())];
    let changes_so_far = changes(&all);
    assert_eq!(changes_so_far.judgment(&page), Some(false));
    assert!(changes_so_far.weight("Fox").abs() < f64::EPSILON);
    assert!(changes_so_far.is_left_out("a.test") && !changes_so_far.is_left_out("b.test"));
    let back = [judged(None), word(1.0), Steering::Admit(rule())];
    let nothing = changes(&[&all[..], &back[..]].concat());
    assert_eq!(nothing.judgment(&page), None);
    assert!((nothing.weight("fox") - 1.0).abs() < f64::EPSILON);
    assert_eq!(nothing.words().count(), 0);
    assert!(!nothing.is_left_out("a.test"));
    assert_eq!(nothing.list().len(), 8, "and all of it is told");
}

#[wasm_bindgen_test]
fn only_changes_in_effect_can_be_undone_each_by_its_inverse() {
    let all = changes(&[
        judged(Some(true)),
        judged(Some(false)),
        word(2.0),
        Steering::Drop(rule()),
        Steering::Budget(70),
        Steering::Seeds(vec![url("http://b.test/")]),
        to("breadth-first"),
    ]);
    assert_eq!(all.undo_of(0), None, "something else was said since");
    let page = url("http://a.test/1");
    let nothing = Change::Judged { url: page, good: None };
    assert_eq!(all.undo_of(1), Some(nothing));
    let usual = Change::Word { word: "fox".into(), weight: 1.0 };
    assert_eq!(all.undo_of(2), Some(usual));
    assert_eq!(all.undo_of(3), Some(Change::Admit("a.test".into())));
    for at in 4..8 {
        assert_eq!(all.undo_of(at), None, "{at}");
    }
}

#[wasm_bindgen_test]
fn the_last_switch_leads_back_to_the_strategy_before_it_where_that_is_known() {
    let spec = StrategySpec::from;
    let mut known = Changes::default();
    known.record(10, to("breadth-first"), Some(spec("best-first")));
    let back = |changes: &Changes, at| match changes.undo_of(at) {
        Some(Change::Strategy(spec)) => Some(spec.id),
        _ => None,
    };
    assert_eq!(back(&known, 0).as_deref(), Some("best-first"));
    known.record(20, to("fish-search"), Some(spec("breadth-first")));
    assert_eq!(back(&known, 0), None);
    assert_eq!(back(&known, 1).as_deref(), Some("breadth-first"));
}

#[wasm_bindgen_test]
fn a_field_is_cleared_only_by_its_own_change() {
    let live = live();
    let mut steer = Steer::new(&live);
    steer.apply(SteerAction::Type("word", "fox".into()));
    steer.apply(SteerAction::Type("rule", "b.te".into()));
    steer.made(&word(2.0), &live);
    steer.made(&Steering::Drop(rule()), &live);
    assert_eq!((steer.text("word"), steer.text("rule")), ("fox", "b.te"), "nothing was sent");
    steer.apply(SteerAction::Submit(Box::new(Change::Word { word: "fox".into(), weight: 2.0 })));
    steer.apply(SteerAction::Submit(Box::new(Change::Drop("b.te".into()))));
    steer.apply(SteerAction::Type("rule", "b.test".into()));
    steer.made(&word(2.0), &live);
    steer.made(&Steering::Drop(rule()), &live);
    assert_eq!((steer.text("word"), steer.text("rule")), ("", "b.test"), "it was typed since");
}

fn waits(name: &str) -> Rc<Candidate> {
    Rc::new(Candidate {
        url: url(&format!("http://a.test/{name}")),
        host: "http://a.test".into(),
        priority: 0.5,
        factor: 1.0,
        parts: Vec::new(),
        priority_reason: None,
        parent: Some(1),
        anchor: String::new(),
        pages: 1,
        depth: 1,
        since: 0,
        spider: None,
        state: HostState::Ready,
    })
}

fn shown(places: &Places) -> Vec<(String, Move)> {
    let rows = places.rows();
    rows.map(|(one, moved)| (one.url.path().trim_start_matches('/').to_owned(), moved)).collect()
}

fn all(names: &[&str]) -> Vec<Rc<Candidate>> {
    names.iter().map(|name| waits(name)).collect()
}

#[wasm_bindgen_test]
fn rows_show_their_movement_since_the_last_update() {
    let mut places = Places::default();
    places.update(&all(&["a", "b", "c"]));
    let still = |name: &str| (name.to_owned(), Move::Stays);
    assert_eq!(shown(&places), [still("a"), still("b"), still("c")]);
    places.update(&all(&["c", "b", "d", "a"]));
    let row = |name: &str, moved| (name.to_owned(), moved);
    let moved = [row("c", Move::Up(2)), row("b", Move::Stays), row("d", Move::New), row("a", Move::Down(3))];
    assert_eq!(shown(&places), moved);
    places.update(&all(&["c", "b", "d", "a"]));
    assert_eq!(shown(&places), moved, "the same order is no new look");
}

#[wasm_bindgen_test]
fn held_rows_do_not_move_until_released_or_requested() {
    let mut places = Places::default();
    places.hold(true);
    places.update(&all(&["a", "b"]));
    assert_eq!(shown(&places).len(), 2, "an empty table has nothing that could jump");
    assert!(!places.update(&all(&["b", "a"])));
    assert!(places.is_behind());
    assert_eq!(shown(&places)[0].0, "a");
    assert!(places.hold(false));
    assert_eq!(shown(&places)[0], ("b".to_owned(), Move::Up(1)));
    places.hold(true);
    places.update(&all(&["a", "b"]));
    assert!(places.show_latest());
    assert_eq!(shown(&places)[0].0, "a");
    assert!(!places.is_behind());
}

#[wasm_bindgen_test]
fn the_effect_of_a_change_is_shown_in_numbers() {
    let change = FrontierChange { rescored: 3_288, new_in_top: 41, ..FrontierChange::default() };
    assert_eq!(effect_text(change), "3,288 links re-ranked, 41 new in the top 100");
    let removed = FrontierChange { removed: 1, ..FrontierChange::default() };
    assert_eq!(effect_text(removed), "1 link removed");
    assert_eq!(effect_text(FrontierChange::default()), "no link in the frontier was affected");
}

/// Opens a crawl that runs; its worker says `answer` to each change.
async fn open_crawl(answer: &ToPage) {
    let page = Notification::Page(Box::new(record::record(1, 0.5)));
    let running = ToPage::Batch(Box::new(batch(Phase::Running, vec![page])));
    open_with(
        "#/crawl?q=fox&seed=http%3A%2F%2Fa.test%2F&source=demo&start=1",
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Start) for (const m of ['Started', {}]) postMessage(m); if (data.Steer) postMessage({}); }}; postMessage({});",
            json(&running),
            json(answer),
            json(&hello(Vec::new())),
        ),
    );
    app::shown("[popovertarget=steering]").await;
}

fn is_drawer_open() -> bool {
    find("#steering:popover-open").is_some()
}

#[wasm_bindgen_test]
async fn the_drawer_opens_on_demand_and_its_button_counts_the_changes() {
    let made = Notification::Steered(1, Box::new(word(0.0)));
    open_crawl(&ToPage::Batch(Box::new(batch(Phase::Running, vec![made])))).await;
    redraw().await;
    assert!(!is_drawer_open());
    assert_eq!(text("[popovertarget=steering]"), "Steer");
    press("[popovertarget=steering]").await;
    assert!(is_drawer_open());
    press("[aria-label='Exclude: fox']").await;
    wait_for_text("[popovertarget=steering]", "Steer 1 change").await;
    wait_for_text(".steered", "excluded").await;
    press("#steering .drawer-head button").await;
    assert!(!is_drawer_open());
}

#[wasm_bindgen_test]
async fn a_change_that_is_rejected_opens_the_drawer_at_its_field() {
    open_crawl(&ToPage::SteeringRejected(Box::new(SteeringRejected {
        change: Change::Word { word: "fox".into(), weight: 0.0 },
        problems: vec![Problem { field: "word".into(), message: "Too common.".into() }],
    })))
    .await;
    app::shown("[aria-label='Exclude: fox']").await;
    assert!(!is_drawer_open());
    // As if the drawer had been closed before the worker answered.
    press("[aria-label='Exclude: fox']").await;
    focused("steer-word").await;
    assert!(is_drawer_open());
}
