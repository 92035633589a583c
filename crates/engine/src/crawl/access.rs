//! robots.txt of a host: what its answer means, and when the host goes on (RFC 9309 §2.3.1).

use super::Crawl;
use super::state::{Access, UnderWay};
use crate::fetch::{Answer, Content, Failure, Order, Purpose};
use crate::frontier::HostId;
use crate::frontier::politeness;
use crate::limits;
use crate::report::Note;
use crate::robots::RobotsPolicy;

impl Crawl {
    pub(super) fn robots_answered(&mut self, order: &UnderWay, answer: &Answer) {
        if let Some(location) = &answer.location {
            return self.robots_redirected(order, location, answer.elapsed_ms);
        }
        let text = if let Content::Robots(text) = &answer.content {
            text
        } else {
            ""
        };
        self.open_host(
            order.host,
            RobotsPolicy::from_status(answer.status, text.as_bytes()),
            answer.elapsed_ms,
        );
    }

    /// No answer: the host counts as unreachable, and nothing of it may be fetched (RFC 9309 §2.3.1.4).
    pub(super) fn robots_failed(&mut self, order: &UnderWay, _failure: &Failure) {
        self.open_host(order.host, RobotsPolicy::unreachable(), 0);
    }

    /// Five redirects are followed, to other hosts as well; beyond them the file counts as unavailable (RFC 9309 §2.3.1.2).
    fn robots_redirected(&mut self, order: &UnderWay, location: &str, elapsed_ms: u32) {
        let target = order
            .order
            .url
            .resolve(location)
            .ok()
            .filter(|_| order.hops < limits::ROBOTS_REDIRECTS);
        match target {
            Some((url, exact)) => {
                let hops = order.hops + 1;
                self.order(
                    Order {
                        id: self.next_id(),
                        url,
                        exact: Some(exact),
                        purpose: Purpose::Robots,
                    },
                    order.host,
                    None,
                    hops,
                );
            }
            None => self.open_host(order.host, RobotsPolicy::unavailable(), elapsed_ms),
        }
    }

    fn open_host(&mut self, host: HostId, policy: RobotsPolicy, elapsed_ms: u32) {
        let summary = policy.summary();
        self.step.notes.push(Note::Robots {
            host: self.state.urls.host_key(host).to_owned(),
            summary,
        });
        self.state.access.insert(
            host,
            Access {
                policy,
                read_at: self.state.now,
            },
        );
        self.rest(host, elapsed_ms, false, None);
    }

    /// Ends a fetch of a host: it rests as politeness asks, longer where the host said so itself.
    pub(super) fn rest(
        &mut self,
        host: HostId,
        elapsed_ms: u32,
        failed: bool,
        retry_after_ms: Option<u64>,
    ) {
        let politeness =
            politeness::for_host(self.plan.plan.politeness, self.state.urls.host_key(host));
        let crawl_delay = self
            .state
            .access
            .get(&host)
            .and_then(|access| access.policy.crawl_delay_ms());
        let rest = self.state.rests.entry(host).or_default();
        let delay = rest.after(politeness, u64::from(elapsed_ms), failed, crawl_delay);
        let retry = retry_after_ms.unwrap_or(0).min(limits::RETRY_AFTER_MAX_MS);
        self.state
            .frontier
            .release(host, self.state.now + delay.max(retry));
    }
}
