//! Runs the app in the test's page, with a worker that sends messages as the test tells it, and inspects what the
//! page shows.
#![allow(dead_code, reason = "not every test looks at everything")]

use salticid::protocol::{Hello, ToPage};
use serde::Serialize;
use std::cell::RefCell;
use types::strategy::{Family, Needs, StrategyInfo};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement};

/// The number of redraws within which the page must reach the expected state.
pub(crate) const REDRAWS: u32 = 600;

pub(crate) fn document() -> Document {
    web_sys::window()
        .and_then(|window| window.document())
        .expect("a test runs in a page")
}

pub(crate) fn find(selector: &str) -> Option<Element> {
    document()
        .query_selector(selector)
        .expect("the selector is valid")
}

pub(crate) fn count(selector: &str) -> u32 {
    document()
        .query_selector_all(selector)
        .expect("the selector is valid")
        .length()
}

pub(crate) fn text(selector: &str) -> String {
    find(selector)
        .and_then(|element| element.text_content())
        .unwrap_or_default()
}

/// Waits, redraw by redraw, until an element exists.
pub(crate) async fn shown(selector: &str) -> HtmlElement {
    for _ in 0..REDRAWS {
        if let Some(element) = find(selector) {
            return element.dyn_into().expect("it is HTML");
        }
        redraw().await;
    }
    panic!("{selector} did not come; there is: {}", text("#app"));
}

/// Waits, redraw by redraw, until no element matches.
pub(crate) async fn gone(selector: &str) {
    for _ in 0..REDRAWS {
        if find(selector).is_none() {
            return;
        }
        redraw().await;
    }
    panic!("{selector} did not go away; there is: {}", text("#app"));
}

/// Waits, redraw by redraw, until the element of an id has the focus.
pub(crate) async fn focused(id: &str) {
    for _ in 0..REDRAWS {
        if document()
            .active_element()
            .is_some_and(|one| one.id() == id)
        {
            return;
        }
        redraw().await;
    }
    panic!("the focus did not come to {id}; there is: {}", text("#app"));
}

/// Waits, redraw by redraw, until the browser's tab has this title, which the page sets after drawing.
pub(crate) async fn titled(wanted: &str) {
    for _ in 0..REDRAWS {
        if document().title() == wanted {
            return;
        }
        redraw().await;
    }
    panic!("the title is not {wanted}, but: {}", document().title());
}

/// Waits, redraw by redraw, until an element has this text.
pub(crate) async fn wait_for_text(selector: &str, wanted: &str) {
    for _ in 0..REDRAWS {
        if text(selector).contains(wanted) {
            return;
        }
        redraw().await;
    }
    panic!(
        "{selector} does not say “{wanted}”, but: {}",
        text(selector)
    );
}

/// Waits until the window's address is this one.
pub(crate) async fn addressed(wanted: &str) {
    let location = web_sys::window().expect("is a page").location();
    let address = || location.hash().expect("it has an address");
    for _ in 0..REDRAWS {
        if address() == wanted {
            return;
        }
        redraw().await;
    }
    panic!("the address is {}", address());
}

/// Clicks an element once it exists and the effects of its drawing have run, since they may move the focus.
pub(crate) async fn press(selector: &str) {
    shown(selector).await;
    redraw().await;
    redraw().await;
    shown(selector).await.click();
}

/// Presses a key on an existing element.
pub(crate) fn press_key(selector: &str, key: &str) {
    let script = "element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))";
    #[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
    let press = js_sys::Function::new_with_args("element, key", script);
    let element = find(selector).expect("it is there");
    press
        .call2(&JsValue::NULL, &element, &key.into())
        .expect("a key can be pressed");
}

pub(crate) async fn redraw() {
    let next = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::window().expect("a test runs in a page");
        window
            .request_animation_frame(&resolve)
            .expect("a page can be redrawn");
    });
    JsFuture::from(next).await.expect("it is never refused");
}

/// The text of a message, for a worker's script. Maps become objects, which can be read back.
pub(crate) fn json(message: &ToPage) -> String {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_maps_as_objects(true)
        .serialize_bytes_as_arrays(true);
    let value = message
        .serialize(&serializer)
        .expect("messages are plain data");
    js_sys::JSON::stringify(&value)
        .expect("messages are plain data")
        .into()
}

/// A strategy of this name with these needs.
pub(crate) fn strategy(id: &str, needs: Needs) -> StrategyInfo {
    StrategyInfo {
        id: id.into(),
        title: id.into(),
        description: String::new(),
        family: Family::Classics,
        source: String::new(),
        params: Vec::new(),
        needs,
        presets: Vec::new(),
        has_spiders: false,
        parts: Vec::new(),
    }
}

/// The hello of a worker with these strategies, and nothing else.
pub(crate) fn hello(strategies: Vec<StrategyInfo>) -> ToPage {
    ToPage::Hello {
        hello: Hello::own(),
        strategies,
        providers: Vec::new(),
        examples: Vec::new(),
    }
}

/// Opens the app at an address, with a worker that sends `first` at once and `then` when a crawl is
/// started.
pub(crate) fn open(hash: &str, first: &ToPage, then: &[ToPage]) {
    let then: Vec<String> = then.iter().map(json).collect();
    open_with(
        hash,
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Start) for (const m of [{}]) postMessage(m); }}; postMessage({});",
            then.join(","),
            json(first)
        ),
    );
}

thread_local! {
    /// Removes the latest app from the page: an older one would continue to draw beside the next.
    static UNMOUNT: RefCell<Option<Box<dyn FnOnce()>>> = RefCell::default();
}

pub(crate) fn open_with(hash: &str, script: &str) {
    if let Some(unmount) = UNMOUNT.take() {
        assert!(
            find("#app *").is_some(),
            "the app before this one was not drawn yet: it would live on, and start crawls with its own worker"
        );
        unmount();
    }
    let document = document();
    for old in ["#app", "meta[name=worker]"] {
        if let Some(old) = find(old) {
            old.remove();
        }
    }
    let script = String::from(js_sys::encode_uri_component(script));
    let meta = document.create_element("meta").expect("meta can be made");
    meta.set_attribute("name", "worker").expect("is a name");
    meta.set_attribute("content", &format!("data:text/javascript,{script}"))
        .expect("is a name");
    let root = document.create_element("div").expect("div can be made");
    root.set_id("app");
    let body = document.body().expect("a page has a body");
    body.append_child(&meta).expect("body takes it");
    body.append_child(&root).expect("body takes it");
    web_sys::window()
        .expect("is a page")
        .location()
        .set_hash(hash)
        .expect("is a fragment");
    UNMOUNT.set(Some(Box::new(salticid::page::run())));
}
