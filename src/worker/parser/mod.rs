//! Parses responses in workers of their own, when a crawl is faster than one core.
//!
//! The workers run the crawler's program under another name ([`NAME`]), so they add nothing to the download. Each posts one message when it is
//! ready, because earlier tasks would be lost, and then answers its tasks in order. Both messages are transferred buffers: a task is its head
//! and its body, and a result is the parsed response.

mod pool;

pub(crate) use pool::{ParseResult, ParserPool};

use super::browser::{clock, decoder::BrowserDecoder, scope};
use super::sources::SourceResponse;
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use js_sys::{Array, Uint8Array};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use types::report::Millis;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// The name of a worker that parses.
pub(crate) const NAME: &str = "parser";

/// A response without its body.
#[derive(Serialize, Deserialize)]
struct TaskHead<'a> {
    request: Cow<'a, FetchRequest>,
    status: u16,
    headers: Cow<'a, [(String, String)]>,
    elapsed_ms: u32,
    /// The time of the response in milliseconds since 1970.
    now: Millis,
}

/// Runs a worker that parses.
pub(crate) fn listen() {
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|message: MessageEvent| {
        let parsed = parse(&message.data().unchecked_into()).unwrap_or_default();
        let parsed = Uint8Array::from(parsed.as_slice());
        let transfer = Array::of1(&parsed.buffer());
        // Posting a buffer that was just created cannot fail.
        let _ = scope().post_message_with_transfer(&parsed, &transfer);
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let _ = scope().post_message(&JsValue::NULL);
}

/// Returns the bytes of the parsed response; `None` if the task cannot be read.
fn parse(task: &Array) -> Option<Vec<u8>> {
    let [head, body] = [0, 1].map(|part| task.get(part).unchecked_into::<Uint8Array>().to_vec());
    let head: TaskHead<'_> = postcard::from_bytes(&head).ok()?;
    let raw = RawResponse {
        status: head.status,
        headers: &head.headers,
        body: &body,
        elapsed_ms: head.elapsed_ms,
    };
    let response = FetchResponse::read(&head.request, raw, head.now, &BrowserDecoder);
    postcard::to_stdvec(&response).ok()
}

/// Returns the message of a task, and what it transfers; `None` if the request cannot be serialized.
fn task(request: &FetchRequest, reply: &SourceResponse) -> Option<(Array, Array)> {
    let head = TaskHead {
        request: Cow::Borrowed(request),
        status: reply.status,
        headers: Cow::Borrowed(&reply.headers),
        elapsed_ms: reply.elapsed_ms,
        now: clock::now(),
    };
    let head = postcard::to_stdvec(&head).ok()?;
    let parts = [head.as_slice(), reply.body.as_slice()].map(Uint8Array::from);
    let transfer = parts.iter().map(Uint8Array::buffer).collect();
    Some((parts.into_iter().collect(), transfer))
}
