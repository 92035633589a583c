//! Parses the proxy's JSON and serializes requests to it.

use super::frames::Frame;
use super::ledger::{Call, Conditions, FetchResult};
use super::{SourceResponse, failure};
use gloo_net::http::Response;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::failure::{Failure, FailureKind};

/// The content of one frame.
pub(super) enum ProxyEvent {
    /// A URL and the result of its fetch.
    Response(String, FetchResult),
    /// A URL and the ticket for its result, to be collected later.
    Wait(String, String),
    /// A ticket that the proxy does not know.
    NoTicket(String),
}

#[derive(Serialize)]
struct Batch<'a> {
    urls: &'a [String],
    conditions: &'a BTreeMap<String, Conditions>,
    tickets: Vec<&'a str>,
    patience_ms: u32,
}

/// The head of a frame: with a status for a response, with a code for a refusal.
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

/// Returns the body of a call.
pub(super) fn request(call: &Call, patience_ms: u32) -> String {
    let batch = Batch {
        urls: &call.urls,
        conditions: &call.conditions,
        tickets: call.tickets.keys().map(String::as_str).collect(),
        patience_ms,
    };
    serde_json::to_string(&batch).unwrap_or_default()
}

/// Parses a frame; `None` if its head is not one of the proxy's.
pub(super) fn read(frame: Frame) -> Option<ProxyEvent> {
    let head: Head = serde_json::from_slice(&frame.head).ok()?;
    if let Some(status) = head.status {
        let mut headers: Vec<(String, String)> = head.headers.into_iter().flatten().collect();
        headers.extend(head.location.map(|location| ("location".to_owned(), location)));
        let reply =
            SourceResponse { status, headers, body: frame.body, elapsed_ms: head.elapsed_ms.unwrap_or_default() };
        return Some(ProxyEvent::Response(head.url, Ok(reply)));
    }
    let code = head.code?;
    match (code.as_str(), head.ticket) {
        ("still-waiting", Some(ticket)) => Some(ProxyEvent::Wait(head.url, ticket)),
        ("no-ticket", Some(ticket)) => Some(ProxyEvent::NoTicket(ticket)),
        _ => {
            let message = head.message.unwrap_or_default();
            Some(ProxyEvent::Response(head.url, Err(refusal(&code, &message))))
        }
    }
}

/// Converts a refusal of the proxy. A refused content type gets the engine's code for such a page: it counts as "not a page" and is not
/// retried.
fn refusal(code: &str, message: &str) -> Failure {
    let failed = failure(code, message);
    match code {
        "content-type" => Failure { code: "type".to_owned(), kind: FailureKind::Permanent, ..failed },
        _ => failed,
    }
}

/// Returns the reason that a call was rejected, in the proxy's words if there are any.
pub(super) async fn error_message(response: &Response) -> String {
    #[derive(Deserialize)]
    struct Refusal {
        message: String,
    }
    let text = response.text().await.unwrap_or_default();
    serde_json::from_str(&text).map_or_else(
        |_| {
            format!(
                "There is no proxy here (status {}). Open the app from the proxy, or choose another source.",
                response.status()
            )
        },
        |refusal: Refusal| refusal.message,
    )
}

/// The proxy's response to `healthz`.
#[derive(Deserialize)]
pub(super) struct Health {
    name: String,
    /// The proxy serves every host of the demo web itself.
    #[serde(default)]
    pub(super) demo_web: bool,
}

/// Returns the proxy's answer to `healthz`; `None` for another server, which may answer any request with its start page.
pub(super) async fn health(response: &Response) -> Option<Health> {
    let text = response.text().await.unwrap_or_default();
    let health: Health = serde_json::from_str(&text).ok()?;
    (health.name == "salticid-proxy").then_some(health)
}
