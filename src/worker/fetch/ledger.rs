//! Who waits for what from the proxy: URLs to ask for, tickets to collect, and those who asked. Pure bookkeeping.
//!
//! Every URL that was asked for is in one place at a time: queued here, behind a ticket here, or in a [`Call`] that is open.

use super::{Reply, failure};
use engine::fetch::Failure;
use futures_channel::oneshot::{self, Receiver, Sender};
use std::collections::{BTreeMap, VecDeque};

/// URLs, and tickets, in one call at most: what the proxy takes.
const CALL: usize = 64;
/// How often a URL is asked for in all, where calls end without its answer.
const TRIES: u32 = 3;

/// What a fetch comes to.
pub(super) type Outcome = Result<Reply, Failure>;

/// Everything that is asked of the proxy and not in an open call.
#[derive(Default)]
pub(super) struct Ledger {
    queue: VecDeque<String>,
    /// Ticket and URL.
    tickets: VecDeque<(String, String)>,
    askers: BTreeMap<String, VecDeque<Asker>>,
}

struct Asker {
    tell: Sender<Outcome>,
    tries: u32,
}

/// What one call asks for and has not been answered yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) urls: Vec<String>,
    /// Ticket and URL.
    pub(super) tickets: BTreeMap<String, String>,
}

impl Ledger {
    /// Asks for a URL. The answer comes by the receiver, which is left alone where everything ends.
    pub(super) fn ask(&mut self, url: &str) -> Receiver<Outcome> {
        let (tell, answer) = oneshot::channel();
        let asker = Asker { tell, tries: 1 };
        self.askers
            .entry(url.to_owned())
            .or_default()
            .push_back(asker);
        self.queue.push_back(url.to_owned());
        answer
    }

    /// Everything that the next call can carry; `None` where there is nothing to ask.
    pub(super) fn next_call(&mut self) -> Option<Call> {
        let urls = self.queue.len().min(CALL);
        let tickets = self.tickets.len().min(CALL);
        (urls + tickets > 0).then(|| Call {
            urls: self.queue.drain(..urls).collect(),
            tickets: self.tickets.drain(..tickets).collect(),
        })
    }

    /// Hands an answer to the first who asked for the URL.
    pub(super) fn answer(&mut self, call: &mut Call, url: &str, outcome: Outcome) {
        call.settle(url);
        self.tell(url, outcome);
    }

    /// A ticket came instead of an answer.
    pub(super) fn wait(&mut self, call: &mut Call, url: &str, ticket: String) {
        call.settle(url);
        self.tickets.push_back((ticket, url.to_owned()));
    }

    /// A ticket that the proxy no longer knows: its URL is asked for again.
    pub(super) fn ticket_lost(&mut self, call: &mut Call, ticket: &str) {
        if let Some(url) = call.tickets.remove(ticket) {
            self.ask_again(url);
        }
    }

    /// A call that ended: what it left unanswered is asked for again.
    pub(super) fn close(&mut self, call: Call) {
        for url in call.urls.into_iter().chain(call.tickets.into_values()) {
            self.ask_again(url);
        }
    }

    /// A call that never reached the proxy: all of it waits for the next one, ahead of the rest.
    pub(super) fn put_back(&mut self, call: Call) {
        for url in call.urls.into_iter().rev() {
            self.queue.push_front(url);
        }
        self.tickets.extend(call.tickets);
    }

    /// Forgets everything; those who wait learn that nothing will come.
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
        let message = "The proxy's answer broke off again and again. It may work later.";
        self.tell(&url, Err(failure("proxy-broken", message)));
    }

    fn tell(&mut self, url: &str, outcome: Outcome) {
        let Some(askers) = self.askers.get_mut(url) else {
            return;
        };
        if let Some(asker) = askers.pop_front() {
            // Whoever asked may be gone: then nobody misses the answer.
            let _ = asker.tell.send(outcome);
        }
        if askers.is_empty() {
            self.askers.remove(url);
        }
    }
}

impl Call {
    /// Takes a URL off that was dealt with, whether it was asked for by name or by ticket.
    fn settle(&mut self, url: &str) {
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
