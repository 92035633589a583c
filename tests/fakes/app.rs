//! Runs the app in the test's page, with a worker that sends messages as the test tells it, and inspects what the
//! page shows.

use js_sys::{Array, Function, JSON};
use protocol::message::{read, with_attachments, written};
use protocol::{Hello, ToPage, ToWorker};
use std::cell::RefCell;
use types::strategy::{Needs, StrategyInfo};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement, InputEvent, InputEventInit};

/// The number of redraws within which the page must reach the expected state.
const REDRAWS: u32 = 600;

pub(crate) fn document() -> Document {
    web_sys::window().and_then(|window| window.document()).expect("a test runs in a page")
}

pub(crate) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).expect("the selector is valid")
}

pub(crate) fn count(selector: &str) -> u32 {
    document().query_selector_all(selector).expect("the selector is valid").length()
}

pub(crate) fn text(selector: &str) -> String {
    find(selector).and_then(|element| element.text_content()).unwrap_or_default()
}

/// Waits, redraw by redraw, until a condition holds; `problem` says that it does not.
pub(crate) async fn until(condition: impl Fn() -> bool, problem: impl Fn() -> String) {
    for _ in 0..REDRAWS {
        if condition() {
            return;
        }
        redraw().await;
    }
    panic!("{}; at {} there is: {}", problem(), address(), text("#app"));
}

/// Waits until an element exists.
pub(crate) async fn shown(selector: &str) -> HtmlElement {
    until(|| find(selector).is_some(), || format!("{selector} did not come")).await;
    find(selector).and_then(|element| element.dyn_into().ok()).expect("it is HTML")
}

/// Waits until no element matches.
pub(crate) async fn gone(selector: &str) {
    until(|| find(selector).is_none(), || format!("{selector} did not go away")).await;
}

/// Waits until as many elements match.
pub(crate) async fn counted(selector: &str, wanted: u32) {
    until(|| count(selector) == wanted, || format!("{} {selector}, not {wanted}", count(selector))).await;
}

/// Waits until the element of an id has the focus.
pub(crate) async fn focused(id: &str) {
    let has_focus = || document().active_element().is_some_and(|one| one.id() == id);
    until(has_focus, || format!("the focus did not come to {id}")).await;
}

/// Waits until the browser's tab has this title, which the page sets after drawing.
pub(crate) async fn titled(wanted: &str) {
    until(|| document().title() == wanted, || format!("the title is {}", document().title())).await;
}

/// Waits until an element has this text.
pub(crate) async fn wait_for_text(selector: &str, wanted: &str) {
    until(|| text(selector).contains(wanted), || format!("{selector} does not say “{wanted}”: {}", text(selector)))
        .await;
}

/// Returns the fragment of the window's address.
pub(crate) fn address() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).expect("a page has an address")
}

/// Opens an address in the running app.
pub(crate) fn go_to(hash: &str) {
    web_sys::window().expect("a test runs in a page").location().set_hash(hash).expect("is a fragment");
}

/// Waits until the window's address is this one.
pub(crate) async fn addressed(wanted: &str) {
    until(|| address() == wanted, || format!("the address is {}", address())).await;
}

/// Types a text into a field once it exists.
pub(crate) async fn type_into(selector: &str, value: &str) {
    let field = shown(selector).await;
    match field.dyn_ref::<HtmlInputElement>() {
        Some(field) => field.set_value(value),
        None => field.unchecked_ref::<HtmlTextAreaElement>().set_value(value),
    }
    let bubbles = InputEventInit::new();
    bubbles.set_bubbles(true);
    let event = InputEvent::new_with_event_init_dict("input", &bubbles).expect("it is an event");
    field.dispatch_event(&event).expect("it is dispatched");
}

/// Removes a text that the app stores in local storage.
pub(crate) fn forget(key: &str) {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    storage.expect("a browser stores").remove_item(key).expect("it can forget");
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
    press.call2(&JsValue::NULL, &element, &key.into()).expect("a key can be pressed");
}

pub(crate) async fn redraw() {
    let next = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::window().expect("a test runs in a page");
        window.request_animation_frame(&resolve).expect("a page can be redrawn");
    });
    JsFuture::from(next).await.expect("it is never refused");
}

/// The text of a message, for a worker's script.
pub(crate) fn json(message: &ToPage) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}

/// A worker of the page whose script reads and posts messages as JSON objects.
const SCRIPTED: &str = "
    const Worker = window.Worker;
    if (Worker.isScripted) return;
    window.Worker = class extends EventTarget {
        static isScripted = true;
        constructor(address, options) {
            super();
            this.worker = new Worker(address, options);
            this.worker.onmessage = ({ data }) => {
                const parts = [null];
                const text = JSON.stringify(data, (_, value) => value instanceof Blob ? parts.push(value) - 1 : value);
                this.dispatchEvent(new MessageEvent('message', { data: toPage(text, parts) ?? data }));
            };
            this.worker.onerror = ({ message }) => this.dispatchEvent(new ErrorEvent('error', { message }));
        }
        postMessage(message) {
            this.worker.postMessage(toScript(message));
        }
        terminate() {
            this.worker.terminate();
        }
    };";

/// Makes the page's workers scripted ones.
fn script_workers() {
    let to_script = |message: JsValue| match read::<ToWorker>(&message) {
        Ok(message) => {
            with_attachments(Array::new(), || {
                let text = serde_json::to_string(&message).expect("messages are plain data");
                JSON::parse(&text).expect("it is JSON")
            })
            .0
        }
        Err(_) => message,
    };
    let to_page = |text: String, parts: Array| {
        let message = with_attachments(parts, || serde_json::from_str::<ToPage>(&text)).0;
        message.map_or(JsValue::NULL, |message| written(&message).expect("it can be written").into())
    };
    #[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
    let install = Function::new_with_args("toScript, toPage", SCRIPTED);
    let to_script = Closure::<dyn Fn(JsValue) -> JsValue>::new(to_script).into_js_value();
    let to_page = Closure::<dyn Fn(String, Array) -> JsValue>::new(to_page).into_js_value();
    install.call2(&JsValue::NULL, &to_script, &to_page).expect("a page has workers");
}

/// A strategy of this name with these needs.
pub(crate) fn strategy(id: &str, needs: Needs) -> StrategyInfo {
    StrategyInfo { id: id.into(), title: id.into(), needs, ..StrategyInfo::default() }
}

/// The catalog of a worker with these strategies, and nothing else.
pub(crate) fn hello(strategies: Vec<StrategyInfo>) -> ToPage {
    ToPage::Catalog { strategies, providers: Vec::new(), examples: Vec::new() }
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

/// Opens the app at an address, with a worker that runs a script after its handshake.
pub(crate) fn open_with(hash: &str, script: &str) {
    let hello = JSON::stringify(&Hello::of_this_build().written()).expect("it is plain data");
    open_without_handshake(hash, &format!("postMessage({hello}); {script}"));
}

/// Opens the app at an address, with a worker that only runs a script.
pub(crate) fn open_without_handshake(hash: &str, script: &str) {
    script_workers();
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
    meta.set_attribute("content", &format!("data:text/javascript,{script}")).expect("is a name");
    let root = document.create_element("div").expect("div can be made");
    root.set_id("app");
    let body = document.body().expect("a page has a body");
    body.append_child(&meta).expect("body takes it");
    body.append_child(&root).expect("body takes it");
    // No event: the app before this one ends a moment later, and would write its view to the new address.
    let history = web_sys::window().and_then(|window| window.history().ok()).expect("a page has a history");
    let fragment = format!("#{}", hash.trim_start_matches('#'));
    history.replace_state_with_url(&JsValue::NULL, "", Some(&fragment)).expect("is a fragment");
    UNMOUNT.set(Some(Box::new(page::run())));
}
