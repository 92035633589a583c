//! Serves a batch of fetches in one call; each response is sent as it arrives.
//!
//! It exists because Chromium limits connections to six per origin, over all workers. With `patience_ms` the call ends
//! at that time at the latest, and unfinished fetches continue under a ticket. A caller that leaves cancels the fetches
//! without a ticket. Responses are in the order of arrival.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, FuturesUnordered, Stream, StreamExt};
use hyper::Method;
use hyper::header::HeaderMap;
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use crate::error::Refusal;
use crate::fetch::{Fetcher, UpstreamRequest, UpstreamResponse};
use crate::frames;
use crate::guard::caller::Caller;
use crate::guard::target::Target;
use crate::headers;
use crate::limits::Limits;
use crate::log::{self, RefusedRequest};
use crate::memory::Reservation;
use crate::tickets::{Pending, Tickets};

/// The body of a call: URLs to fetch, tickets to collect, and the longest wait in milliseconds.
#[derive(Debug, Deserialize)]
pub struct Batch {
    /// The unparsed URLs to fetch.
    #[serde(default)]
    pub urls: Vec<String>,
    /// `if-none-match` and `if-modified-since` of some of them; other names are dropped.
    #[serde(default)]
    pub conditions: BTreeMap<String, BTreeMap<String, String>>,
    /// Tickets of earlier calls.
    #[serde(default)]
    pub tickets: Vec<String>,
    /// The longest wait in milliseconds; by default until all responses have arrived.
    pub patience_ms: Option<u64>,
}

impl Batch {
    /// Parses the JSON of a call.
    ///
    /// # Errors
    /// [`Refusal::BadRequest`] if it is invalid, or exceeds the limits.
    pub fn parse(json: &[u8], limits: &Limits) -> Result<Self, Refusal> {
        let batch: Self = serde_json::from_slice(json).map_err(|_| Refusal::BadRequest)?;
        if batch.urls.len() > limits.batch || batch.tickets.len() > limits.tickets {
            return Err(Refusal::BadRequest);
        }
        Ok(batch)
    }
}

/// A batch in progress.
struct Running {
    pending: FuturesUnordered<Pending>,
    ready: VecDeque<Bytes>,
    deadline: Option<Instant>,
    tickets: Arc<Tickets>,
    caller: Caller,
    /// The reservation of memory for the batch's texts, released with the call.
    _reservation: Reservation,
}

/// Starts the fetches and returns the stream of their frames.
pub(crate) fn run(
    batch: Batch,
    caller: Caller,
    reservation: Reservation,
    fetcher: &Arc<Fetcher>,
    tickets: &Arc<Tickets>,
) -> impl Stream<Item = Result<Bytes, Infallible>> + use<> {
    let mut running = Running {
        pending: FuturesUnordered::new(),
        ready: VecDeque::new(),
        deadline: batch.patience_ms.and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms))),
        tickets: Arc::clone(tickets),
        caller,
        _reservation: reservation,
    };
    for id in batch.tickets {
        if let Some(pending) = tickets.collect(&id) {
            running.pending.push(pending);
        } else {
            log::refused(Refusal::NoTicket, RefusedRequest::Ticket);
            let frame = frames::refusal("", Refusal::NoTicket, Some(&id));
            running.ready.extend(frame);
        }
    }
    for url in batch.urls {
        // A text that is not a URL is refused immediately: it may be long, so it gets no ticket.
        match Target::parse(&url, fetcher.limits.url_bytes) {
            Ok(target) => {
                let conditions = batch.conditions.get(&url);
                let conditions = conditions.map(headers::named_conditions);
                let fetch = fetch(Arc::clone(fetcher), target, conditions.unwrap_or_default());
                running.pending.push(Pending::spawn(url, fetch));
            }
            Err(refusal) => {
                log::refused(refusal, RefusedRequest::NoUrl);
                running.ready.extend(frames::refusal(&url, refusal, None));
            }
        }
    }
    stream::unfold(running, |mut running| async move {
        let piece = running.next().await?;
        Some((Ok(piece), running))
    })
}

async fn fetch(fetcher: Arc<Fetcher>, target: Target, conditions: HeaderMap) -> Result<UpstreamResponse, Refusal> {
    let ask = UpstreamRequest { target, method: Method::GET, any_type: false, conditions };
    let answer = fetcher.fetch(&ask).await;
    answer.inspect_err(|refusal| log::refused(*refusal, RefusedRequest::Fetch(&ask.target)))
}

impl Running {
    /// Returns the next piece of a frame; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        while self.ready.is_empty() {
            let done = match self.deadline {
                Some(deadline) => timeout_at(deadline, self.pending.next()).await,
                None => Ok(self.pending.next().await),
            };
            match done {
                Ok(Some((url, Ok(answer)))) => self.ready.extend(frames::answer(&url, answer)),
                Ok(Some((url, Err(refusal)))) => {
                    self.ready.extend(frames::refusal(&url, refusal, None));
                }
                Ok(None) => return None,
                Err(_) => self.give_tickets(),
            }
        }
        self.ready.pop_front()
    }

    /// Moves unfinished fetches into the table; fetches beyond its limits are canceled.
    fn give_tickets(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let url = pending.url.clone();
            let ticket = self.tickets.keep(&self.caller, pending);
            let refusal = if ticket.is_some() {
                Refusal::StillWaiting
            } else {
                log::refused(Refusal::Busy, RefusedRequest::Ticket);
                Refusal::Busy
            };
            let frame = frames::refusal(&url, refusal, ticket.as_deref());
            self.ready.extend(frame);
        }
    }
}
