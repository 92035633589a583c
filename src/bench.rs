//! Runs a benchmark in a worker: a page posts tasks as JSON, and gets the figures as objects, or the reason for none as
//! a text.

use gloo_net::http::Request;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Posts that the worker is ready, then measures each task that is posted.
pub(crate) fn listen<T, M, F>(measure: fn(T) -> F)
where
    T: DeserializeOwned + 'static,
    M: Serialize,
    F: Future<Output = Result<M, JsValue>> + 'static,
{
    console_error_panic_hook::set_once();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        spawn_local(async move {
            let task = message.data().as_string().unwrap_or_default();
            post(&figures(&task, measure).await.unwrap_or_else(|error| error));
        });
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&JsValue::from_str("ready"));
}

/// Returns the figures of a task, or why there are none.
async fn figures<T, M, F>(task: &str, measure: fn(T) -> F) -> Result<JsValue, JsValue>
where
    T: DeserializeOwned,
    M: Serialize,
    F: Future<Output = Result<M, JsValue>>,
{
    let measured = measure(serde_json::from_str(task).map_err(exception)?).await?;
    js_sys::JSON::parse(&serde_json::to_string(&measured).map_err(exception)?)
}

/// Returns the bytes at an address.
///
/// # Errors
/// The reason, as a text.
pub(crate) async fn fetched(address: &str) -> Result<Vec<u8>, JsValue> {
    let response = Request::get(address).send().await.map_err(exception)?;
    response.binary().await.map_err(exception)
}

/// Returns an error as a text of JavaScript.
pub(crate) fn exception(error: impl Display) -> JsValue {
    error.to_string().into()
}

/// Returns the global object of the worker.
pub(crate) fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &JsValue) {
    if let Err(error) = scope().post_message(message) {
        wasm_bindgen::throw_val(error);
    }
}
