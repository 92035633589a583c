//! Calls the browser extension around the app: access to sites, bookmarks, and pages visited in other tabs.
//!
//! `extension/page.js` defines these functions in the extension; an ordinary web page lacks them.

use gloo_events::EventListener;
use js_sys::{Function, Promise, Reflect};
use page_state::train::browsing::{BrowsingFile, Record, Recording};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The global object that `extension/page.js` defines.
const OBJECT: &str = "salticidExtension";
/// The event that `extension/access.js` dispatches on the window.
const ACCESS_EVENT: &str = "salticid-access";

/// Returns whether the app runs as a browser extension.
pub(crate) fn is_extension() -> bool {
    let location = web_sys::window().map(|window| window.location());
    location.is_some_and(|location| (location.protocol()).is_ok_and(|protocol| protocol.ends_with("-extension:")))
}

/// Returns whether the extension may read the pages of all sites.
pub(crate) fn has_access() -> impl Future<Output = bool> {
    call_if("hasAccess")
}

/// Returns whether pages are rendered apart from the person's cookies.
pub(crate) fn renders_apart() -> impl Future<Output = bool> {
    call_if("rendersApart")
}

/// Requests access to all sites with the browser's prompt. It must be called while a click is handled. Returns whether
/// the person granted it.
pub(crate) fn request_access() -> impl Future<Output = bool> {
    call_if("requestAccess")
}

/// Calls a function whenever the access to sites was granted or withdrawn, including in another tab or in the browser's
/// settings.
pub(crate) fn on_access_change(changed: impl Fn() + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    Some(EventListener::new(&window, ACCESS_EVENT, move |_| {
        changed();
    }))
}

/// Performs a request, and returns the state of the recording.
pub(crate) fn record(request: Record) -> impl Future<Output = Recording> {
    let name = match request {
        Record::Status => "status",
        Record::Start => "start",
        Record::Stop => "stop",
        Record::Forget => "forget",
    };
    let status = call("record", &name.into());
    async { read(&status.await.unwrap_or_default()) }
}

/// Returns the recorded pages as a trails file (JSON), or the bookmarks as a Netscape bookmark file. Bookmarks need
/// access, so it must be called while a click is handled; `None` if the person declined.
pub(crate) fn browsing_file(file: BrowsingFile) -> impl Future<Output = Option<String>> {
    let name = match file {
        BrowsingFile::Recorded => "recordedTrails",
        BrowsingFile::Bookmarks => "bookmarks",
    };
    let text = call(name, &JsValue::UNDEFINED);
    async { text.await.ok()?.as_string() }
}

/// Calls a function, and returns whether it resolves to true.
fn call_if(name: &str) -> impl Future<Output = bool> + use<> {
    let answer = call(name, &JsValue::UNDEFINED);
    async { answer.await == Ok(JsValue::TRUE) }
}

/// Calls one of the functions, which return promises. The call is made at once, because the browser only accepts it
/// while a click is handled.
fn call(name: &str, argument: &JsValue) -> impl Future<Output = Result<JsValue, JsValue>> + use<> {
    let promise = begin(name, argument);
    async { JsFuture::from(promise?).await }
}

fn begin(name: &str, argument: &JsValue) -> Result<Promise, JsValue> {
    let object = Reflect::get(&js_sys::global(), &OBJECT.into())?;
    Reflect::get(&object, &name.into())?.dyn_into::<Function>()?.call1(&object, argument)?.dyn_into()
}

fn read(status: &JsValue) -> Recording {
    let field = |name: &str| Reflect::get(status, &name.into()).unwrap_or_default();
    let number = |name| types::to_u32(field(name).as_f64().unwrap_or_default());
    Recording {
        is_on: field("isOn").is_truthy(),
        pages: number("pages"),
        relevant: number("relevant"),
        is_on_toolbar: field("isOnToolbar").is_truthy(),
    }
}
