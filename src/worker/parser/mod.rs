//! Parses responses in workers of their own, when a crawl is faster than one core.
//!
//! The workers run the crawler's program under another name ([`NAME`]), so they add nothing to the download. Each posts one message when it is
//! ready, because tasks posted before that are lost, and then answers its tasks in order, each with a [`FetchResponse`].

mod pool;

pub(crate) use pool::{ParseResult, ParserPool};

use super::browser::{clock, decoder::BrowserDecoder, scope};
use super::sources::SourceResponse;
use crate::protocol::message::{self, attachment};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use types::report::Millis;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// The name of a worker that parses.
pub(crate) const NAME: &str = "parser";

/// A response that is to be parsed.
#[derive(Serialize, Deserialize)]
struct Task<'a> {
    request: Cow<'a, FetchRequest>,
    status: u16,
    headers: Cow<'a, [(String, String)]>,
    #[serde(with = "attachment")]
    body: Uint8Array,
    elapsed_ms: u32,
    /// The time of the response in milliseconds since 1970.
    now: Millis,
}

impl<'a> Task<'a> {
    fn new(request: &'a FetchRequest, reply: &'a SourceResponse) -> Self {
        Self {
            request: Cow::Borrowed(request),
            status: reply.status,
            headers: Cow::Borrowed(&reply.headers),
            body: Uint8Array::from(reply.body.as_slice()),
            elapsed_ms: reply.elapsed_ms,
            now: clock::now(),
        }
    }

    fn parse(&self) -> FetchResponse {
        let raw = RawResponse {
            status: self.status,
            headers: &self.headers,
            body: &self.body.to_vec(),
            elapsed_ms: self.elapsed_ms,
        };
        FetchResponse::read(&self.request, raw, self.now, &BrowserDecoder)
    }
}

/// Runs a worker that parses.
pub(crate) fn listen() {
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|message: MessageEvent| {
        // An unreadable task has no response.
        let task = message::read::<Task<'_>>(&message.data());
        message::post_to_owner(&task.ok().map(|task| task.parse()));
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    message::post_to_owner(&None::<FetchResponse>);
}
