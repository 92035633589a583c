//! Links of a page that was read: which may be followed, what they are worth, and their way into the frontier.

use super::Crawl;
use super::state::Fate;
use crate::frontier::{Score, Waiting};
use crate::graph::UrlId;
use crate::html::Link;
use crate::strategy::{Context, LinkView, PageView};
use crate::url::{CanonicalUrl, TrapVerdict};

/// A link that may be followed, with what a trap rule takes off its score.
struct Candidate<'a> {
    id: UrlId,
    link: &'a Link,
    factor: f64,
}

impl Crawl {
    /// Puts a seed into the frontier, ahead of all links.
    pub(super) fn queue_seed(&mut self, seed: &CanonicalUrl) {
        let Some(id) = self.state.urls.learn(seed) else {
            return;
        };
        if self.state.fate(id) == Fate::Met && self.judge(id).is_some() {
            let waiting = self.waiting(id, Score::of(1.0));
            self.push(id, waiting, true);
        }
    }

    /// Puts the target of a redirect into the frontier, ahead of all links, as if it had been found where the first URL was.
    pub(super) fn queue_redirect(&mut self, target: &CanonicalUrl, from: Waiting) {
        let Some(id) = self.state.urls.learn(target) else {
            return;
        };
        let open = match self.state.fate(id) {
            Fate::Met => self.judge(id).is_some(),
            Fate::Queued => self.state.frontier.get(id).is_some(),
            _ => false,
        };
        if open {
            let host = self.state.urls.host_of(id);
            self.push(id, Waiting { host, ..from }, true);
        }
    }

    /// Records the links of a page, scores those that may be followed and queues them.
    pub(super) fn follow(&mut self, page: &PageView<'_>, nofollow: bool) {
        let links = page.document.links.iter();
        let known: Vec<(UrlId, &Link)> = links
            .filter_map(|link| Some((self.state.urls.learn(&link.url)?, link)))
            .collect();
        self.state
            .graph
            .record(page.id, known.iter().map(|(id, _)| *id));
        let candidates = if nofollow {
            Vec::new()
        } else {
            self.candidates(page, &known)
        };
        let views: Vec<LinkView<'_>> = candidates
            .iter()
            .map(|found| LinkView {
                id: found.id,
                link: found.link,
            })
            .collect();
        let Self {
            strategy,
            lens,
            topic,
            state,
            ..
        } = self;
        let mut context = Context {
            topic,
            lens,
            graph: &state.graph,
            urls: &state.urls,
            pages_read: state.pages_read,
        };
        let scores = strategy.score(page, &views, &mut context);
        for (found, score) in candidates.iter().zip(scores) {
            self.offer(page, found, score.checked());
        }
        self.revise(page);
    }

    /// The links that may be followed and are not done.
    fn candidates<'a>(
        &mut self,
        page: &PageView<'_>,
        known: &[(UrlId, &'a Link)],
    ) -> Vec<Candidate<'a>> {
        let mut found = Vec::new();
        for &(id, link) in known {
            let factor = match self.state.fate(id) {
                _ if link.nofollow => None,
                Fate::Met if page.depth >= self.plan.plan.depth => self.too_deep(id),
                Fate::Met | Fate::Queued => self.judge(id),
                _ => None,
            };
            found.extend(factor.map(|factor| Candidate { id, link, factor }));
        }
        found
    }

    fn too_deep(&mut self, id: UrlId) -> Option<f64> {
        let reason = format!("more than {} links away from a seed", self.plan.plan.depth);
        self.state.refuse(id, "depth", reason, &mut self.step);
        None
    }

    /// Asks scope and trap rules; gives the factor on the score, `None` where the URL is refused.
    fn judge(&mut self, id: UrlId) -> Option<f64> {
        let url = self.state.urls.url(id).clone();
        if let Err(problem) = self.plan.plan.scope.admits(&url) {
            self.state
                .refuse(id, problem.code(), problem.to_string(), &mut self.step);
            return None;
        }
        match self.state.traps.judge(&url) {
            TrapVerdict::Pass => Some(1.0),
            TrapVerdict::Cost { factor, .. } => Some(factor),
            TrapVerdict::Refused(problem) => {
                self.state
                    .refuse(id, problem.code(), problem.to_string(), &mut self.step);
                None
            }
        }
    }

    /// Queues a scored link; one that waits already moves up where the strategy prefers the new score.
    fn offer(&mut self, page: &PageView<'_>, found: &Candidate<'_>, mut score: Score) {
        if score.first > 0.0 {
            score.first *= found.factor;
        }
        let (id, anchor, depth) = (found.id, &found.link.anchor, page.depth + 1);
        let Some(old) = self.state.frontier.get(id) else {
            if self.state.fate(id) == Fate::Met {
                let (parent, anchor) = (Some(page.id), anchor.as_str().into());
                let waiting = Waiting {
                    parent,
                    anchor,
                    depth,
                    ..self.waiting(id, score)
                };
                self.push(id, waiting, false);
            }
            return;
        };
        // A seed or the target of a redirect keeps its place ahead of all links.
        if old.parent.is_some() && old.hops == 0 && self.strategy.prefers(&score, &old.score) {
            self.state
                .frontier
                .rescore(id, score, Some((page.id, anchor, depth)));
        }
    }

    /// Lets the strategy move what waits already.
    fn revise(&mut self, page: &PageView<'_>) {
        let Self {
            strategy,
            lens,
            topic,
            state,
            ..
        } = self;
        let mut context = Context {
            topic,
            lens,
            graph: &state.graph,
            urls: &state.urls,
            pages_read: state.pages_read,
        };
        for (id, score) in strategy.revise(page, &state.frontier, &mut context) {
            state.frontier.rescore(id, score.checked(), None);
        }
    }

    fn waiting(&self, id: UrlId, score: Score) -> Waiting {
        let host = self.state.urls.host_of(id);
        Waiting {
            host,
            score,
            parent: None,
            anchor: "".into(),
            depth: 0,
            hops: 0,
            tries: 0,
            exact: None,
        }
    }

    fn push(&mut self, id: UrlId, waiting: Waiting, urgent: bool) {
        self.state.set_fate(id, Fate::Queued);
        if let Some(dropped) = self.state.frontier.push(id, waiting, urgent) {
            self.state.set_fate(dropped, Fate::Met);
        }
    }
}
