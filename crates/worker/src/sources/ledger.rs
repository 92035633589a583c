//! Tracks URLs to request from the proxy, tickets to collect, and the fetches that wait for them, without input or
//! output.
//!
//! Every requested URL is in one place at a time: queued here, behind a ticket here, or in an open [`Call`].

use super::{SourceResponse, failure};
use futures_channel::oneshot::{self, Receiver, Sender};
use std::collections::{BTreeMap, VecDeque};
use types::failure::Failure;

/// The most URLs, and the most tickets, in one call: the proxy's limit.
const CALL: usize = 64;
/// The number of requests for a URL whose calls end without its response.
const TRIES: u32 = 3;

/// The result of a fetch.
pub(super) type FetchResult = Result<SourceResponse, Failure>;

/// The names and values of the conditional headers of a request.
pub(super) type Conditions = BTreeMap<&'static str, String>;

/// Holds the requests that are in no open call.
#[derive(Default)]
pub(super) struct Ledger {
    queue: VecDeque<String>,
    /// The tickets with their URLs.
    tickets: VecDeque<(String, String)>,
    askers: BTreeMap<String, VecDeque<Asker>>,
}

struct Asker {
    sender: Sender<FetchResult>,
    tries: u32,
    conditions: Conditions,
}

/// The unanswered part of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) urls: Vec<String>,
    /// The conditions of some of the URLs.
    pub(super) conditions: BTreeMap<String, Conditions>,
    /// The tickets with their URLs.
    pub(super) tickets: BTreeMap<String, String>,
}

impl Ledger {
    /// Requests a URL. The receiver gets the response, or nothing if everything is canceled.
    pub(super) fn ask(&mut self, url: &str, conditions: Conditions) -> Receiver<FetchResult> {
        let (sender, answer) = oneshot::channel();
        let asker = Asker { sender, tries: 1, conditions };
        self.askers.entry(url.to_owned()).or_default().push_back(asker);
        self.queue.push_back(url.to_owned());
        answer
    }

    /// Takes everything that fits into the next call; `None` if there is nothing to request.
    pub(super) fn next_call(&mut self) -> Option<Call> {
        let urls = self.queue.len().min(CALL);
        let tickets = self.tickets.len().min(CALL);
        if urls + tickets == 0 {
            return None;
        }
        let urls: Vec<String> = self.queue.drain(..urls).collect();
        let conditions = urls.iter().filter_map(|url| {
            let asker = self.askers.get(url)?.front()?;
            (!asker.conditions.is_empty()).then(|| (url.clone(), asker.conditions.clone()))
        });
        Some(Call { conditions: conditions.collect(), urls, tickets: self.tickets.drain(..tickets).collect() })
    }

    /// Hands a response to the first fetch that waits for the URL.
    pub(super) fn answer(&mut self, call: &mut Call, url: &str, outcome: FetchResult) {
        call.remove(url);
        self.reply(url, outcome);
    }

    /// Records the ticket that came instead of a response.
    pub(super) fn wait(&mut self, call: &mut Call, url: &str, ticket: String) {
        call.remove(url);
        self.tickets.push_back((ticket, url.to_owned()));
    }

    /// Requests a URL again, because the proxy no longer knows its ticket.
    pub(super) fn ticket_lost(&mut self, call: &mut Call, ticket: &str) {
        if let Some(url) = call.tickets.remove(ticket) {
            self.ask_again(url);
        }
    }

    /// Ends a call: its unanswered part is requested again.
    pub(super) fn close(&mut self, call: Call) {
        for url in call.urls.into_iter().chain(call.tickets.into_values()) {
            self.ask_again(url);
        }
    }

    /// Takes back a call that never reached the proxy, to the front of the queue.
    pub(super) fn put_back(&mut self, call: Call) {
        for url in call.urls.into_iter().rev() {
            self.queue.push_front(url);
        }
        self.tickets.extend(call.tickets);
    }

    /// Clears everything. Waiting fetches get nothing.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn ask_again(&mut self, url: String) {
        let asker = self.askers.get_mut(&url).and_then(VecDeque::front_mut);
        let Some(asker) = asker else {
            return;
        };
        asker.tries += 1;
        if asker.tries <= TRIES {
            return self.queue.push_back(url);
        }
        let message = "The proxy's response was cut off repeatedly. Try again later.";
        self.reply(&url, Err(failure("proxy-broken", message)));
    }

    fn reply(&mut self, url: &str, outcome: FetchResult) {
        let Some(askers) = self.askers.get_mut(url) else {
            return;
        };
        if let Some(asker) = askers.pop_front() {
            // If the fetch was dropped, nobody needs the response.
            let _ = asker.sender.send(outcome);
        }
        if askers.is_empty() {
            self.askers.remove(url);
        }
    }
}

impl Call {
    /// Removes a URL that is answered, whether it was requested directly or by ticket.
    fn remove(&mut self, url: &str) {
        if let Some(at) = self.urls.iter().position(|asked| asked == url) {
            self.urls.swap_remove(at);
            return;
        }
        let ticket = self.tickets.iter().find(|(_, of)| *of == url);
        if let Some(ticket) = ticket.map(|(ticket, _)| ticket.clone()) {
            self.tickets.remove(&ticket);
        }
    }
}
