//! Tests the speed of a crawl in a browser: the slider, the saved setting, and the keys.

use protocol::{Example, ToPage};
use types::report::Phase;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, Storage};

use crate::fakes::record as fake;
use crate::fakes::recovery;

use crate::fakes::app::{document, forget, go_to, json, open_with, press_key, redraw, shown, type_into, wait_for_text};

/// The address of a crawl of the demo web that starts by itself.
const DEMO: &str = "#/crawl?q=fox&source=demo&seed=http://a.test/&start=1";

fn hello() -> ToPage {
    ToPage::Catalog {
        strategies: Vec::new(),
        providers: Vec::new(),
        examples: vec![Example {
            title: "Foxes".into(),
            query: "red fox".into(),
            seeds: vec!["http://a.test/".into()],
            examples: Vec::new(),
        }],
    }
}

fn batch(phase: Phase) -> String {
    json(&recovery::batch(phase, vec![fake::record(1, 0.5)]))
}

/// A worker that crawls, and sends every pace that it gets back as an error message.
fn worker() -> String {
    let (running, paused) = (batch(Phase::Running), batch(Phase::Paused));
    format!(
        "const told = (batch, standstill) => {{ batch.Batch.standstill = standstill; batch.Batch.notifications = []; \
        postMessage(batch); }};
        onmessage = ({{data}}) => {{
            if (data.Start) {{ postMessage('Started'); postMessage({running}); }}
            if (data.Pace) told({running}, 'Told ' + JSON.stringify(data.Pace.local));
            if (data === 'Pause') told({paused}, 'Told to pause');
            if (data === 'Resume') told({running}, 'Told to resume');
            if (data === 'Step') told({paused}, 'Told to step');
        }};
        postMessage({});",
        json(&hello())
    )
}

fn storage() -> Storage {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok()?);
    storage.expect("a browser stores")
}

/// The key in local storage of the shortcuts.
const SHORTCUTS: &str = "salticid-shortcuts";

async fn shortcuts() -> HtmlInputElement {
    shown(".shortcuts input").await.unchecked_into()
}

async fn slider() -> HtmlInputElement {
    let slider = shown(".pace input").await;
    slider.dyn_into().expect("it is a field")
}

#[wasm_bindgen_test]
async fn a_first_crawl_is_slow_and_the_chosen_speed_is_remembered() {
    forget("salticid-pace");
    open_with(DEMO, &worker());
    let field = slider().await;
    wait_for_text(".pace-text", "8/s").await;
    assert_eq!(field.get_attribute("aria-valuetext").as_deref(), Some("8 pages a second"));
    type_into(".pace input", "7").await;
    wait_for_text(".pace-text", "max").await;
    wait_for_text("#app", "Told \"Max\"").await;
    assert_eq!(storage().get_item("salticid-pace"), Ok(Some("max".to_owned())));
    let _ = storage().set_item(SHORTCUTS, "off");
    open_with(DEMO, &worker());
    slider().await;
    wait_for_text(".pace-text", "max").await;
    assert!(!shortcuts().await.checked(), "that is remembered as well");
    forget(SHORTCUTS);
    forget("salticid-pace");
}

#[wasm_bindgen_test]
async fn space_pauses_and_resumes_and_a_period_steps_unless_a_control_uses_the_key() {
    open_with(DEMO, &worker());
    slider().await;
    wait_for_text("#app", "Told {").await;
    // The page listens for keys once it is drawn.
    redraw().await;
    redraw().await;
    press_key("body", " ");
    wait_for_text("#app", "Told to pause").await;
    redraw().await;
    redraw().await;
    press_key("body", ".");
    wait_for_text("#app", "Told to step").await;
    redraw().await;
    redraw().await;
    // Space presses a focused button.
    press_key(".controls button", " ");
    for _ in 0..30 {
        redraw().await;
    }
    wait_for_text("#app", "Told to step").await;
    press_key("body", " ");
    wait_for_text("#app", "Told to resume").await;
    let text = document().body().and_then(|body| body.text_content());
    assert!(!text.unwrap_or_default().contains("Told to pause"));
    // Switched off, the keys do nothing.
    let switch = shortcuts().await;
    assert!(switch.checked());
    switch.click();
    assert_eq!(storage().get_item(SHORTCUTS), Ok(Some("off".to_owned())));
    redraw().await;
    redraw().await;
    press_key("body", " ");
    press_key("body", ".");
    for _ in 0..30 {
        redraw().await;
    }
    wait_for_text("#app", "Told to resume").await;
    switch.click();
    assert_eq!(storage().get_item(SHORTCUTS), Ok(Some("on".to_owned())));
    redraw().await;
    redraw().await;
    press_key("body", " ");
    wait_for_text("#app", "Told to pause").await;
    // Other screens show that a crawl is paused.
    go_to("#/library");
    wait_for_text(".going", "Paused 1 page").await;
    forget(SHORTCUTS);
}
