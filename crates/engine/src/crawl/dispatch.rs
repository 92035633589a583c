//! Which orders go out now: the strategy chooses, robots.txt and budget decide, and when nothing can go out, why.

use super::Crawl;
use super::state::{Access, UnderWay};
use crate::event::{Command, EndReason};
use crate::fetch::{FetchId, Order, Purpose};
use crate::frontier::{HostId, Waiting};
use crate::graph::UrlId;
use crate::limits;

impl Crawl {
    /// Sends out as many orders as may be under way; where none is, says how the crawl goes on.
    pub(super) fn dispatch(&mut self) {
        if !self.state.phase.is_fetching() {
            return;
        }
        self.state.frontier.wake(self.state.now);
        while self.has_room() {
            let chosen = self.choose();
            // A strategy that chose what is not ready would break politeness, or this loop.
            let Some(id) = chosen.filter(|id| self.state.frontier.is_ready(*id)) else {
                break;
            };
            if self.read_known(id) {
                return;
            }
            self.order_page(id);
        }
        self.settle();
    }

    /// A page that a person read before is asked of nobody: neither leave nor rest of its host is needed. One a step, since reading takes time.
    fn read_known(&mut self, id: UrlId) -> bool {
        if self.is_preparing() || self.state.known.is_empty() {
            return false;
        }
        let Some(answer) = self.state.known.remove(self.state.urls.url(id)) else {
            return false;
        };
        let host = self.state.urls.host_of(id);
        if let Some(waiting) = self.state.frontier.take(id) {
            self.state.frontier.release(host, self.state.now);
            self.finished(id, &waiting, answer);
        }
        let at_once = self.state.now;
        self.step.commands.push(Command::WaitUntil(at_once));
        true
    }

    fn choose(&mut self) -> Option<UrlId> {
        if self.is_preparing() {
            self.state.frontier.best()
        } else {
            self.strategy.choose(&self.state.frontier)
        }
    }

    fn has_room(&self) -> bool {
        let under_way = self.state.under_way.len() < self.plan.plan.in_flight as usize;
        under_way && !self.budget_spent()
    }

    /// True where the pages done and those under way make up the plan's number.
    pub(super) fn budget_spent(&self) -> bool {
        self.state.pages.len() + self.state.pages_under_way() >= self.plan.plan.pages as usize
    }

    /// Orders a page that was chosen; first its host's robots.txt where that is not known.
    fn order_page(&mut self, id: UrlId) {
        let host = self.state.urls.host_of(id);
        let Some(allowed) = self.allowed(id, host) else {
            return self.order_robots(host);
        };
        let Some(waiting) = self.state.frontier.take(id) else {
            return;
        };
        if let Err((code, reason)) = allowed {
            self.state.frontier.release(host, self.state.now);
            self.state.frontier.wake(self.state.now);
            return self.give_up(id, &code, reason);
        }
        let (url, exact) = (self.state.urls.url(id).clone(), waiting.exact.clone());
        let order = Order {
            id: self.next_id(),
            url,
            exact,
            purpose: if self.is_preparing() {
                Purpose::Example
            } else {
                Purpose::Page
            },
        };
        self.order(order, host, Some((id, waiting)));
    }

    /// Whether robots.txt and the host's page budget allow a page; `None` where robots.txt has to be read first.
    fn allowed(&self, id: UrlId, host: HostId) -> Option<Result<(), (String, String)>> {
        let access = self.state.access.get(&host)?;
        if self.state.now.saturating_sub(access.read_at) > limits::ROBOTS_AGE_MS {
            return None;
        }
        let url = self.state.urls.url(id);
        if !access.policy.allows(url) {
            return Some(Err(access.closed()));
        }
        Some(
            self.state
                .traps
                .within_budget(url)
                .map_err(|problem| (problem.code().to_owned(), problem.to_string())),
        )
    }

    /// The number of the next order.
    pub(super) fn next_id(&self) -> FetchId {
        FetchId(self.state.orders + 1)
    }

    pub(super) fn order(&mut self, order: Order, host: HostId, page: Option<(UrlId, Waiting)>) {
        self.state.orders += 1;
        self.step.commands.push(Command::Fetch(order.clone()));
        let since = self.state.now;
        self.state.under_way.insert(
            order.id,
            UnderWay {
                order,
                host,
                page,
                since,
            },
        );
    }

    /// With nothing under way the crawl either waits for a host, or its examples are all read, or it is over. What still waits at the end stays in the frontier, for
    /// people to look at.
    fn settle(&mut self) {
        let wake = self
            .state
            .frontier
            .next_wake()
            .filter(|_| !self.budget_spent());
        // With the budget spent, a robots.txt that is still under way serves no page any more.
        let under_way = if self.budget_spent() {
            self.state.pages_under_way()
        } else {
            self.state.under_way.len()
        };
        if under_way > 0 || wake.is_some() {
            if let Some(until) = wake.filter(|_| self.has_room()) {
                self.step.commands.push(Command::WaitUntil(until));
            }
            return;
        }
        self.drop_under_way();
        if self.is_preparing() {
            self.conclude();
        } else {
            self.end(self.end_reason());
        }
    }

    /// Expects no answer any more: hosts that were asked for their rules may be asked again where the crawl goes on.
    fn drop_under_way(&mut self) {
        for order in std::mem::take(&mut self.state.under_way).into_values() {
            let server = self.state.urls.learn_host(order.order.url.host_key());
            for host in [order.host, server] {
                self.state.frontier.release(host, self.state.now);
            }
        }
    }

    fn end_reason(&self) -> EndReason {
        match () {
            () if self.state.pages_read == 0 => EndReason::EverythingBlocked,
            () if self.budget_spent() => EndReason::BudgetSpent,
            () => EndReason::FrontierEmpty,
        }
    }
}

impl Access {
    /// Why a page is closed: the failure that kept the host's rules from being read, or the rules.
    fn closed(&self) -> (String, String) {
        match &self.failure {
            Some(failure) => (failure.code.clone(), failure.message.clone()),
            None => (
                "robots".to_owned(),
                format!(
                    "closed to crawlers by robots.txt ({})",
                    self.policy.summary()
                ),
            ),
        }
    }
}
