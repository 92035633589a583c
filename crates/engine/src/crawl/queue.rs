//! What waits, for people: the best of the frontier with the reasons of their places.

use super::Crawl;
use crate::frontier::Waiting;
use crate::graph::UrlId;
use crate::report::Candidate;

impl Crawl {
    /// The best `n` URLs that wait, whether their hosts may be asked now or not, best first.
    pub fn next_up(&self, n: usize) -> Vec<Candidate> {
        let top = self.state.frontier.top(n);
        top.map(|(id, waiting)| self.candidate(id, waiting))
            .collect()
    }

    fn candidate(&self, id: UrlId, waiting: &Waiting) -> Candidate {
        let state = &self.state;
        Candidate {
            url: state.urls.url(id).clone(),
            host: state.urls.host_key(waiting.host).to_owned(),
            priority: waiting.priority(),
            factor: waiting.factor,
            parts: waiting.score.parts.clone(),
            parent: waiting.parent.and_then(|parent| state.record_of(parent)),
            anchor: waiting.anchor.to_string(),
            pages: waiting.pages,
            depth: waiting.depth,
            since: waiting.since,
            spider: self.strategy.spider_of(id),
            state: state.frontier.host_state(waiting.host),
        }
    }
}
