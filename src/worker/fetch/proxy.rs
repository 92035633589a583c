//! The proxy, by batches: more fetches under way than the six requests that Chromium keeps per origin.
//!
//! A few calls are open at a time. A new one carries everything that is queued and every ticket for what the last calls
//! left behind, and comes back after its patience at the latest, so that no slow site holds the rest up. Where the proxy is
//! away nothing is lost: all of it is asked for again until the proxy is back or the crawl is stopped.
//!
//! Left out on purpose: what the proxy may fetch, which is its own to judge.

use super::answers::{self, Told};
use super::frames::Frames;
use super::ledger::{Call, Ledger};
use super::lifeline::Lifeline;
use super::stream::Pieces;
use super::{Reply, failure, wait};
use engine::fetch::{Failure, Order};
use gloo_net::http::{Request, Response};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds that a call waits for its slowest answer, by the number of calls that are open already: the first may wait
/// long, since others can follow; for the last one's end the queue waits.
const PATIENCE_MS: [u32; 4] = [1_000, 500, 250, 250];
/// Milliseconds that a call may take beyond its patience before the proxy counts as away: the bodies have to come over too.
const GRACE_MS: u32 = 30_000;
/// Milliseconds between two tries where the proxy is away.
const RETRY_MS: u32 = 2_000;
/// Milliseconds in which the proxy says that it is there.
const HEALTH_MS: u32 = 5_000;

/// The proxy of this app.
pub struct Proxy {
    desk: Rc<Desk>,
}

struct Desk {
    /// Where it is: an address that ends with a slash, or nothing for the folder of this script.
    address: String,
    lifeline: Lifeline,
    ledger: RefCell<Ledger>,
    open: Cell<usize>,
    trouble: RefCell<Option<String>>,
}

impl Proxy {
    /// The proxy below `address`, which ends with a slash; empty for the one that serves this script.
    pub fn at(address: &str) -> Self {
        let desk = Desk {
            address: address.to_owned(),
            lifeline: Lifeline::new(),
            ledger: RefCell::default(),
            open: Cell::new(0),
            trouble: RefCell::default(),
        };
        Self {
            desk: Rc::new(desk),
        }
    }

    /// Whether the proxy is there; if not, a sentence that says what to do.
    pub async fn check(&self) -> Result<(), String> {
        let signal = self.desk.lifeline.signal(HEALTH_MS);
        let request = Request::get(&format!("{}healthz", self.desk.address));
        let answer = request.abort_signal(Some(&signal)).send().await;
        match answer {
            Ok(response) if answers::is_proxy(&response).await => Ok(()),
            _ if self.desk.address.is_empty() => Err(
                "No proxy answers here. Open the app from the proxy (“cargo xtask start” prints its address), or choose another source."
                    .to_owned(),
            ),
            _ => Err(format!(
                "No proxy that knows this page answers at {}. Press “Connect” beside its address, which says what to do.",
                self.desk.address
            )),
        }
    }

    /// Asks the proxy, together with whatever else is asked at this moment.
    pub(super) async fn fetch(&self, order: &Order) -> Result<Reply, Failure> {
        let answer = self.desk.ledger.borrow_mut().ask(order.address());
        let desk = Rc::clone(&self.desk);
        // A task of its own runs after the other orders of this step have been queued.
        spawn_local(async move { desk.call() });
        let ended = |_| {
            Err(failure(
                "stopped",
                "The crawl ended before the answer came.",
            ))
        };
        answer.await.unwrap_or_else(ended)
    }

    pub(super) fn abort(&self) {
        self.desk.lifeline.cut();
        self.desk.ledger.borrow_mut().clear();
    }

    pub(super) fn trouble(&self) -> Option<String> {
        self.desk.trouble.borrow().clone()
    }
}

impl Desk {
    /// Opens a call for all that waits, if one may be opened.
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
            Err(_) if self.lifeline.is_cut() => {}
            Err(trouble) => {
                self.trouble.replace(Some(trouble));
                self.ledger.borrow_mut().put_back(call);
                wait(RETRY_MS).await;
            }
        }
    }

    async fn post(&self, call: &Call, patience_ms: u32) -> Result<Response, String> {
        let signal = self.lifeline.signal(patience_ms + GRACE_MS);
        let request = Request::post(&format!("{}fetch-many", self.address))
            .header("content-type", "application/json")
            .abort_signal(Some(&signal))
            .body(answers::request(call, patience_ms));
        let sent = match request {
            Ok(request) => request.send().await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(response) if response.status() == 200 => Ok(response),
            Ok(response) => Err(answers::complaint(&response).await),
            Err(_) if self.address.is_empty() => Err(
                "The proxy does not answer. Start it again: the crawl goes on by itself."
                    .to_owned(),
            ),
            Err(_) => Err(format!(
                "The proxy at {} does not answer. Start it again, or connect this page to it again: the crawl goes on by itself.",
                self.address
            )),
        }
    }

    /// Reads answers as they come in, until the stream ends or is no stream of answers.
    async fn read(&self, call: &mut Call, response: &Response) {
        let pieces = Pieces::of(response.body());
        let mut frames = Frames::default();
        while let Ok(true) = pieces.append_to(frames.rest()).await {
            loop {
                match frames.take() {
                    Ok(Some(frame)) => self.take_in(call, answers::read(frame)),
                    Ok(None) => break,
                    Err(_) => return,
                }
            }
        }
    }

    fn take_in(&self, call: &mut Call, told: Option<Told>) {
        let mut ledger = self.ledger.borrow_mut();
        match told {
            Some(Told::Answer(url, outcome)) => ledger.answer(call, &url, outcome),
            Some(Told::Wait(url, ticket)) => ledger.wait(call, &url, ticket),
            Some(Told::NoTicket(ticket)) => ledger.ticket_lost(call, &ticket),
            None => {}
        }
    }
}
