//! What the proxy says and is asked, as JSON: read by the browser's own parser.

use super::frames::Frame;
use super::ledger::{Call, Outcome};
use super::{Reply, failure};
use gloo_net::http::Response;
use js_sys::JSON;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// What one frame says.
pub(super) enum Told {
    /// A URL, and what its fetch came to.
    Answer(String, Outcome),
    /// A URL, and the ticket under which its answer can be had later.
    Wait(String, String),
    /// A ticket that is not known.
    NoTicket(String),
}

#[derive(Serialize)]
struct Batch<'a> {
    urls: &'a [String],
    tickets: Vec<&'a str>,
    patience_ms: u32,
}

/// The head of a frame: of an answer, with a status, or of a refusal, with a code.
#[derive(Deserialize)]
struct Head {
    url: String,
    status: Option<u16>,
    headers: Option<BTreeMap<String, String>>,
    location: Option<String>,
    elapsed_ms: Option<u32>,
    code: Option<String>,
    message: Option<String>,
    ticket: Option<String>,
}

/// The body of a call.
pub(super) fn request(call: &Call, patience_ms: u32) -> JsValue {
    let batch = Batch {
        urls: &call.urls,
        tickets: call.tickets.keys().map(String::as_str).collect(),
        patience_ms,
    };
    let batch = serde_wasm_bindgen::to_value(&batch).unwrap_or_default();
    JSON::stringify(&batch).map_or(JsValue::NULL, JsValue::from)
}

/// Reads a frame; `None` where its head is not what the proxy writes.
pub(super) fn read(frame: Frame) -> Option<Told> {
    let head: Head = parse(std::str::from_utf8(&frame.head).ok()?)?;
    if let Some(status) = head.status {
        let mut headers: Vec<(String, String)> = head.headers.into_iter().flatten().collect();
        headers.extend(
            head.location
                .map(|location| ("location".to_owned(), location)),
        );
        let reply = Reply {
            status,
            headers,
            body: frame.body,
            elapsed_ms: head.elapsed_ms.unwrap_or_default(),
        };
        return Some(Told::Answer(head.url, Ok(reply)));
    }
    let code = head.code?;
    match (code.as_str(), head.ticket) {
        ("still-waiting", Some(ticket)) => Some(Told::Wait(head.url, ticket)),
        ("no-ticket", Some(ticket)) => Some(Told::NoTicket(ticket)),
        _ => {
            let message = head.message.unwrap_or_default();
            Some(Told::Answer(head.url, Err(failure(&code, &message))))
        }
    }
}

/// Why a call was turned away, in the proxy's own words where it has any.
pub(super) async fn complaint(response: &Response) -> String {
    #[derive(Deserialize)]
    struct Refusal {
        message: String,
    }
    let text = response.text().await.unwrap_or_default();
    parse(&text).map_or_else(
        || {
            format!(
                "There is no proxy here (status {}). Open the app from the proxy, or choose another source.",
                response.status()
            )
        },
        |refusal: Refusal| refusal.message,
    )
}

/// Whether an answer to `healthz` is the proxy's own: a file server may answer anything with its start page.
pub(super) async fn is_proxy(response: &Response) -> bool {
    #[derive(Deserialize)]
    struct Health {
        name: String,
    }
    let text = response.text().await.unwrap_or_default();
    parse(&text).is_some_and(|health: Health| health.name == "salticid-proxy")
}

fn parse<T: serde::de::DeserializeOwned>(json: &str) -> Option<T> {
    serde_wasm_bindgen::from_value(JSON::parse(json).ok()?).ok()
}
