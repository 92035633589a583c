//! Tests the views of steering: the drawer, and frontier rows that do not move.

use crate::fakes::app::{find, focused, hello, json, open_with, press, redraw, text, wait_for_text};
use crate::fakes::steering::batch;
use crate::fakes::{app, record};
use page::views::crawl::frontier::places::{Move, Places};
use page::views::crawl::steering::toast::effect_text;
use protocol::steer::{Change, SteeringRejected};
use protocol::{Problem, ToPage};
use std::rc::Rc;
use types::report::{Candidate, HostState, Notification, Phase};
use types::steering::{FrontierChange, Steering};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn word(weight: f64) -> Steering {
    let word = "fox".to_owned();
    Steering::Word { word, weight }
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
            "onmessage = ({{data}}) => {{ if (data.Start) for (const m of ['Started', {}]) postMessage(m); \
            if (data.Steer) postMessage({}); }}; postMessage({});",
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
