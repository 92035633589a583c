//! Fetches through the proxy in batches, because Chromium allows six requests per origin and more fetches than that are
//! in flight.
//!
//! A few calls are open at a time. A new call carries everything that is queued and all tickets that earlier calls
//! left. It returns after its patience at the latest, so that no slow site delays the rest. While the proxy is down,
//! everything is requested again until it is back or the crawl ends. The proxy decides which requests it performs.

use super::frames::{Frame, Frames};
use super::ledger::{Call, Conditions, Ledger};
use super::{Cancellation, SourceResponse, failure, http_date};
use crate::browser::byte_stream::ByteStream;
use engine::fetch::FetchRequest;
use gloo_net::http::{Request, Response};
use gloo_timers::future::TimeoutFuture;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::failure::{Failure, FailureKind};
use types::report::Validators;
use wasm_bindgen_futures::spawn_local;

/// The milliseconds that a call waits for its slowest response, by the number of calls already open. The first call may
/// wait long, because others can follow. The queue waits for the end of the last one.
const PATIENCE_MS: [u32; 4] = [1_000, 500, 250, 250];
/// The milliseconds beyond its patience after which a call counts as failed. They include the transfer of the bodies.
const GRACE_MS: u32 = 30_000;
/// The milliseconds between two attempts while the proxy is down.
const RETRY_MS: u32 = 2_000;
/// The milliseconds in which the proxy must answer a health check.
const HEALTH_MS: u32 = 5_000;

/// Fetches through a proxy.
pub struct Proxy {
    connection: Rc<Connection>,
}

struct Connection {
    /// The proxy's address, which ends with a slash; empty for the folder of this script.
    address: String,
    cancellation: Cancellation,
    ledger: RefCell<Ledger>,
    open: Cell<usize>,
    trouble: RefCell<Option<String>>,
    /// The proxy has reported that it serves all hosts of the demo web.
    serves_demo_web: Cell<bool>,
}

impl Proxy {
    /// Creates a source for the proxy at `address`, which ends with a slash; empty for the one that serves this script.
    pub fn at(address: &str) -> Self {
        let connection = Connection {
            address: address.to_owned(),
            cancellation: Cancellation::new(),
            ledger: RefCell::default(),
            open: Cell::new(0),
            trouble: RefCell::default(),
            serves_demo_web: Cell::new(false),
        };
        Self { connection: Rc::new(connection) }
    }

    /// Checks that the proxy responds.
    ///
    /// # Errors
    /// The remedy, in a sentence.
    pub async fn check(&self) -> Result<(), String> {
        let signal = self.connection.cancellation.signal(HEALTH_MS);
        let request = Request::get(&format!("{}healthz", self.connection.address));
        let health = match request.abort_signal(Some(&signal)).send().await {
            Ok(response) => health(&response).await,
            Err(_) => None,
        };
        match health {
            Some(health) => {
                self.connection.serves_demo_web.set(health.demo_web);
                Ok(())
            }
            None if self.connection.address.is_empty() => {
                Err("Could not reach the proxy. Start it with “cargo xtask start” and open the address it prints, or \
                choose another source."
                    .to_owned())
            }
            None => Err(format!(
                "Could not reach a proxy at {} that allows this page. Press “Connect” next to its address for \
                instructions.",
                self.connection.address
            )),
        }
    }

    /// Requests a page, in one call with all other requests of this moment.
    pub(super) async fn fetch(&self, request: &FetchRequest, known: &Validators) -> Result<SourceResponse, Failure> {
        let response = self.connection.ledger.borrow_mut().ask(request.address(), conditions(known));
        let connection = Rc::clone(&self.connection);
        // A separate task runs after the other fetches of this step have been queued.
        spawn_local(async move { connection.call() });
        let ended = |_| Err(failure("stopped", "The crawl ended before the response arrived."));
        response.await.unwrap_or_else(ended)
    }

    pub(super) fn abort(&self) {
        self.connection.cancellation.cancel();
        self.connection.ledger.borrow_mut().clear();
    }

    /// Returns true if the proxy serves the demo web, according to the last [`Self::check`].
    pub(super) fn serves_demo_web(&self) -> bool {
        self.connection.serves_demo_web.get()
    }

    pub(super) fn problem(&self) -> Option<String> {
        self.connection.trouble.borrow().clone()
    }
}

/// Returns the headers that ask a host for a version other than this one (RFC 9110 §13.1.2, §13.1.3).
fn conditions(known: &Validators) -> Conditions {
    let etag = known.etag.as_ref().map(ToString::to_string);
    let date = known.last_modified.map(http_date);
    let named = [("if-none-match", etag), ("if-modified-since", date)];
    named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

impl Connection {
    /// Opens a call for everything that is queued, unless the most calls are open.
    fn call(self: Rc<Self>) {
        let Some(patience_ms) = PATIENCE_MS.get(self.open.get()) else {
            return;
        };
        let Some(call) = self.ledger.borrow_mut().next_call() else {
            return;
        };
        self.open.set(self.open.get() + 1);
        spawn_local(async move {
            self.carry_out(call, *patience_ms).await;
            self.open.set(self.open.get() - 1);
            self.call();
        });
    }

    async fn carry_out(&self, mut call: Call, patience_ms: u32) {
        match self.post(&call, patience_ms).await {
            Ok(response) => {
                self.trouble.take();
                self.read(&mut call, &response).await;
                self.ledger.borrow_mut().close(call);
            }
            Err(_) if self.cancellation.is_cancelled() => {}
            Err(trouble) => {
                self.trouble.replace(Some(trouble));
                self.ledger.borrow_mut().put_back(call);
                TimeoutFuture::new(RETRY_MS).await;
            }
        }
    }

    async fn post(&self, call: &Call, patience_ms: u32) -> Result<Response, String> {
        let signal = self.cancellation.signal(patience_ms + GRACE_MS);
        let request = Request::post(&format!("{}fetch-many", self.address))
            .header("content-type", "application/json")
            .abort_signal(Some(&signal))
            .body(request_body(call, patience_ms));
        let sent = async { request?.send().await };
        match sent.await {
            Ok(response) if response.status() == 200 => Ok(response),
            Ok(response) => Err(error_message(&response).await),
            Err(_) if self.address.is_empty() => {
                Err("The proxy does not respond. Restart it; the crawl then resumes.".to_owned())
            }
            Err(_) => Err(format!(
                "The proxy at {} does not respond. Restart it or reconnect; the crawl then resumes.",
                self.address
            )),
        }
    }

    /// Reads responses as they arrive, until the stream ends or is invalid.
    async fn read(&self, call: &mut Call, response: &Response) {
        let pieces = ByteStream::new(response.body().as_ref());
        let mut frames = Frames::default();
        while let Ok(true) = pieces.append_to(frames.rest()).await {
            loop {
                match frames.take() {
                    Ok(Some(frame)) => self.take_in(call, frame),
                    Ok(None) => break,
                    Err(_) => return,
                }
            }
        }
    }

    /// Passes a frame to the fetch that waits for it. One whose head is not one of the proxy's is ignored.
    fn take_in(&self, call: &mut Call, frame: Frame) {
        let Ok(head) = serde_json::from_slice::<Head>(&frame.head) else {
            return;
        };
        let mut ledger = self.ledger.borrow_mut();
        match (head.status, head.code.as_deref(), head.ticket) {
            (Some(status), ..) => {
                let mut headers: Vec<(String, String)> = head.headers.into_iter().flatten().collect();
                headers.extend(head.location.map(|location| ("location".to_owned(), location)));
                let elapsed_ms = head.elapsed_ms.unwrap_or_default();
                ledger.answer(call, &head.url, Ok(SourceResponse { status, headers, body: frame.body, elapsed_ms }));
            }
            (None, Some("still-waiting"), Some(ticket)) => ledger.wait(call, &head.url, ticket),
            (None, Some("no-ticket"), Some(ticket)) => ledger.ticket_lost(call, &ticket),
            (None, Some(code), _) => {
                let message = head.message.unwrap_or_default();
                ledger.answer(call, &head.url, Err(refusal(code, &message)));
            }
            (None, None, _) => {}
        }
    }
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
fn request_body(call: &Call, patience_ms: u32) -> String {
    let batch = Batch {
        urls: &call.urls,
        conditions: &call.conditions,
        tickets: call.tickets.keys().map(String::as_str).collect(),
        patience_ms,
    };
    serde_json::to_string(&batch).unwrap_or_default()
}

/// Converts a refusal of the proxy. A refused content type gets the engine's code for such a page: it counts as "not a
/// page" and is not retried.
fn refusal(code: &str, message: &str) -> Failure {
    let failed = failure(code, message);
    match code {
        "content-type" => Failure { code: "type".to_owned(), kind: FailureKind::Permanent, ..failed },
        _ => failed,
    }
}

/// Returns the reason that a call was rejected, in the proxy's words if there are any.
async fn error_message(response: &Response) -> String {
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
struct Health {
    name: String,
    /// The proxy serves every host of the demo web itself.
    #[serde(default)]
    demo_web: bool,
}

/// Returns the proxy's answer to `healthz`; `None` for another server, which may answer any request with its start
/// page.
async fn health(response: &Response) -> Option<Health> {
    let text = response.text().await.unwrap_or_default();
    let health: Health = serde_json::from_str(&text).ok()?;
    (health.name == "salticid-proxy").then_some(health)
}
