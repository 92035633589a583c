//! Filters, scores and queues the links of a page that was read.

use super::Crawl;
use super::state::{State, UrlState};
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::html::Link;
use crate::strategy::{Context, LinkView, PageView, RediscoveryDecision, RediscoveryRule, Strategy, UrlChange};
use crate::text::{Language, SparseVector};
use crate::topic::Fields;
use crate::url::TrapVerdict;
use std::collections::BTreeMap;
use types::limits;
use types::url::{CanonicalUrl, ScopeProblem};

/// A link that may be followed, with the factor of trap rules on its score, in 0..=1.
pub(super) struct CandidateLink<'a> {
    pub(super) id: UrlId,
    pub(super) link: &'a Link,
    /// The address to request if it is not the URL of `id`.
    pub(super) exact: Option<Box<str>>,
    pub(super) factor: f64,
}

impl CandidateLink<'_> {
    /// Returns the link as strategies see it.
    pub(super) fn view(&self) -> LinkView<'_> {
        LinkView { id: self.id, link: self.link }
    }

    /// Returns a frontier entry with this link, found on a page at this depth.
    pub(super) fn in_entry(&self, entry: FrontierEntry, page: UrlId, depth: u32) -> FrontierEntry {
        let anchor = self.link.anchor.as_str().into();
        FrontierEntry {
            parent: Some(page),
            factor: self.factor,
            anchor,
            depth: depth + 1,
            exact: self.exact.clone().or(entry.exact),
            ..entry
        }
    }

    /// Updates the entry of a link that is already in the frontier.
    pub(super) fn update(
        &self,
        entry: &mut FrontierEntry,
        again: RediscoveryDecision,
        score: Score,
        (page, depth): (UrlId, u32),
    ) {
        if again.apply(entry, score) {
            *entry = self.in_entry(entry.clone(), page, depth);
        }
        entry.factor = self.factor;
    }
}

/// Returns one scored link per target, in the order of the page; of several links to one target, the one with the best
/// score.
pub(super) fn best_mentions<'a, 'b>(
    candidates: &'b [CandidateLink<'a>],
    scores: Vec<Option<Score>>,
) -> Vec<(&'b CandidateLink<'a>, Score)> {
    let mut places: BTreeMap<UrlId, usize> = BTreeMap::new();
    let mut best: Vec<(&CandidateLink<'_>, Score)> = Vec::new();
    for (found, score) in candidates.iter().zip(scores) {
        let Some(score) = score.map(Score::checked) else {
            continue;
        };
        match places.get(&found.id) {
            Some(at) if score.is_ahead_of(&best[*at].1) => best[*at] = (found, score),
            Some(_) => {}
            None => {
                places.insert(found.id, best.len());
                best.push((found, score));
            }
        }
    }
    best
}

impl Crawl {
    /// Queues a seed ahead of all links. A URL that is already in the frontier moves to the front.
    pub(super) fn queue_seed(&mut self, seed: &CanonicalUrl) -> Option<UrlId> {
        let id = self.seed_url(seed)?;
        // The person may have allowed a URL that was refused before.
        if self.state.url_state(id) == UrlState::Refused && self.verdict(id).is_ok() {
            self.state.set_url_state(id, UrlState::Met);
        }
        let is_open = self.state.url_state(id).is_open() && self.judge(id).is_some();
        if is_open || self.state.frontier.get(id).is_some() {
            self.push_seed(id);
        }
        Some(id)
    }

    /// Puts a URL that may be followed ahead of all links.
    fn push_seed(&mut self, id: UrlId) {
        let exact = self.seed_spellings.get(self.state.urls.url(id)).cloned();
        let entry = FrontierEntry { exact, ..FrontierEntry::new(self.state.urls.site_of(id), Score::new(1.0)) };
        self.push(id, entry);
    }

    /// Queues a URL that the crawl has not met as a seed, whose host the plan then admits; returns false if a rule or a
    /// trap excludes it.
    pub(super) fn queue_new_seed(&mut self, id: UrlId) -> bool {
        let problem = self.plan.plan.scope.admits(self.state.urls.url(id)).err();
        let excluded = problem.filter(|problem| *problem != ScopeProblem::NotAllowed);
        let excluded = excluded.map(|problem| (problem.code(), problem.to_string()));
        if let Some((code, reason)) = excluded.or_else(|| self.trap_verdict(id).err()) {
            self.state.refuse(id, code, reason, &mut self.step);
            return false;
        }
        self.push_seed(id);
        true
    }

    /// Queues the target of a redirect ahead of all links, with the discovery data of the redirecting URL. Returns
    /// false if the target is done, refused, in flight, or the known target of a link.
    pub(super) fn queue_redirect(&mut self, id: UrlId, from: FrontierEntry) -> bool {
        let open = match self.state.url_state(id) {
            url_state if url_state.is_open() && from.parent.is_some() && self.is_known(id) => false,
            url_state if url_state.is_open() => self.judge(id).is_some(),
            UrlState::Queued => self.state.frontier.get(id).is_some(),
            _ => false,
        };
        if open {
            let site = self.state.urls.site_of(id);
            self.push(id, FrontierEntry { site, ..from });
        }
        open
    }

    /// Records the links of a page with this relevance, lists documents, and returns the links that may be followed and
    /// are not done.
    pub(super) fn candidates<'a>(
        &mut self,
        page: &PageView<'a>,
        relevance: f64,
        query: &SparseVector,
        nofollow: bool,
    ) -> Vec<CandidateLink<'a>> {
        let (known, unknown) = self.targets(page, nofollow);
        self.state.graph.record(page.id, known.iter().map(|(id, _)| *id));
        self.count_unread_links(page, unknown);
        let known = self.list_documents(page, relevance, query, known);
        self.followable(page, &known, nofollow)
    }

    /// Scores the links of a page that may be followed, and queues them.
    pub(super) fn follow(&mut self, page: &PageView<'_>, relevance: f64, query: &SparseVector, nofollow: bool) {
        let candidates = self.candidates(page, relevance, query, nofollow);
        let beside = Fields::beside(page.document);
        let beside = beside.map(|fields| self.vectorizer.weighted_counts(&fields, page.language)).unwrap_or_default();
        let State { page_cache, frontier, .. } = &mut self.state;
        page_cache
            .keep(page, beside, candidates.iter().map(|found| (found.id, found.link)), |id| frontier.get(id).is_some());
        let views: Vec<LinkView<'_>> = candidates.iter().map(CandidateLink::view).collect();
        let (strategy, frontier, mut context) = self.consult(page.language, query);
        let scores = strategy.score(page, &views, &mut context);
        let moved = strategy.revise(page, frontier, &mut context);
        self.move_all(moved);
        for (found, score) in best_mentions(&candidates, scores) {
            self.offer(page, found, score);
        }
        self.apply_strategy_requests();
    }

    /// Updates frontier entries with the scores that a strategy has revised.
    pub(super) fn move_all(&mut self, moved: Vec<(UrlId, Score)>) {
        for (id, score) in moved {
            self.state.frontier.change(id, |entry| entry.score = score.checked());
        }
    }

    /// Drops the URLs and queues the seeds that the strategy requests.
    pub(super) fn apply_strategy_requests(&mut self) {
        let population = self.strategy.population_mut();
        let (released, seeds) =
            population.map_or_else(Default::default, |population| (population.released(), population.more_seeds()));
        for id in released {
            if self.state.frontier.drop(id).is_some() {
                self.state.set_url_state(id, UrlState::Met);
            }
        }
        for seed in seeds {
            self.queue_seed(&seed);
        }
    }

    /// Counts the links that exceeded a limit; `unknown` is the number of those that the table of URLs does not hold.
    fn count_unread_links(&mut self, page: &PageView<'_>, unknown: u32) {
        let (long, more) = (page.document.long_links, page.document.more_links);
        let bytes = limits::URL_BYTES;
        let (state, step) = (&mut self.state, &mut self.step);
        let reason = format!("{long} links of this page have URLs longer than {bytes} bytes");
        state.refuse_links(page.id, "url-too-long", long, reason, step);
        let reason = format!("this page has {more} links too many");
        state.refuse_links(page.id, "trap-links", more, reason, step);
        let reason = format!("{unknown} links of this page lead to sites with too many URLs");
        state.refuse_links(page.id, "trap-urls", unknown, reason, step);
    }

    /// Returns the links that may be followed and are not done. `nofollow` is the page's own directive.
    fn followable<'a>(
        &mut self,
        page: &PageView<'_>,
        known: &[(UrlId, &'a Link)],
        nofollow: bool,
    ) -> Vec<CandidateLink<'a>> {
        let mut found = Vec::new();
        for &(id, link) in known {
            let deep = page.depth >= self.plan.plan.depth;
            let factor = match self.state.url_state(id) {
                UrlState::Met if nofollow || link.nofollow => self.refuse_nofollow(id),
                _ if nofollow || link.nofollow => None,
                url_state if url_state.is_open() && self.is_known(id) => self.refuse_known(id),
                UrlState::Met if deep => self.too_deep(id),
                url_state if url_state.is_open() && !deep => self.judge(id),
                // A link in the frontier is already admitted; it may only have to wait longer.
                UrlState::Queued if !deep => self.verdict(id).ok(),
                _ => None,
            };
            let is_canonical = *self.state.urls.url(id) == link.url;
            let exact = link.spelled().filter(|_| is_canonical);
            found.extend(factor.map(|factor| CandidateLink { id, link, exact, factor }));
        }
        found
    }

    /// Refuses a URL for its depth. A shorter path to it may still be found.
    fn too_deep(&mut self, id: UrlId) -> Option<f64> {
        let reason = format!("more than {} links away from a seed", self.plan.plan.depth);
        self.state.refuse(id, "depth", reason, &mut self.step);
        self.state.set_url_state(id, UrlState::TooDeep);
        None
    }

    /// Returns whether an earlier crawl of the topic has read a URL.
    pub(super) fn is_known(&self, id: UrlId) -> bool {
        let known = &self.plan.plan.known;
        !known.is_empty() && known.binary_search(&self.state.urls.url(id).fingerprint()).is_ok()
    }

    /// Refuses a URL that an earlier crawl of the topic has read.
    fn refuse_known(&mut self, id: UrlId) -> Option<f64> {
        self.state.refuse(id, "known", "an earlier crawl of the topic has this page".to_owned(), &mut self.step);
        None
    }

    /// Refuses a URL that only nofollow links lead to so far.
    fn refuse_nofollow(&mut self, id: UrlId) -> Option<f64> {
        let reason = "the linking page marks the link nofollow".to_owned();
        self.state.refuse(id, "nofollow", reason, &mut self.step);
        self.state.set_url_state(id, UrlState::NofollowOnly);
        None
    }

    /// Applies scope and trap rules, and records a refusal. Returns the factor on the score; `None` if the URL is
    /// refused.
    pub(super) fn judge(&mut self, id: UrlId) -> Option<f64> {
        match self.verdict(id) {
            Ok(factor) => Some(factor),
            Err((code, reason)) => {
                self.state.refuse(id, code, reason, &mut self.step);
                None
            }
        }
    }

    /// Applies scope and trap rules. Returns the factor on the score, or the code and reason of a refusal.
    fn verdict(&mut self, id: UrlId) -> Result<f64, (&'static str, String)> {
        let scope = &self.plan.plan.scope;
        scope.admits(self.state.urls.url(id)).map_err(|problem| (problem.code(), problem.to_string()))?;
        self.trap_verdict(id)
    }

    /// Applies trap rules, as [`Crawl::verdict`] does.
    fn trap_verdict(&mut self, id: UrlId) -> Result<f64, (&'static str, String)> {
        let State { urls, traps, .. } = &mut self.state;
        match traps.judge(urls.url(id)) {
            TrapVerdict::Pass => Ok(1.0),
            TrapVerdict::Penalty { factor, .. } => Ok(factor),
            TrapVerdict::Refused(problem) => Err((problem.code(), problem.to_string())),
        }
    }

    /// Queues a scored link. If it is already in the frontier, the strategy decides which score holds.
    fn offer(&mut self, page: &PageView<'_>, found: &CandidateLink<'_>, score: Score) {
        let id = found.id;
        let Some(old) = self.state.frontier.get(id) else {
            if self.state.url_state(id).is_open() {
                let entry = FrontierEntry::new(self.state.urls.site_of(id), score);
                let mut entry = found.in_entry(entry, page.id, page.depth);
                entry.count(page.id);
                self.push(id, entry);
            }
            return;
        };
        if !old.is_scored() {
            return;
        }
        let rule = RediscoveryRule { settings: &self.plan.settings, strategy: self.strategy.as_ref() };
        let again = match &mut self.state.rerank {
            Some(pass) => pass.on_rediscovery(id, old, &score, rule),
            None => rule.decide(old, &score),
        };
        self.state.frontier.change(id, |entry| {
            found.update(entry, again, score, (page.id, page.depth));
            entry.count(page.id);
        });
    }

    /// Returns the strategy and the context that it may read.
    pub(super) fn consult<'a>(
        &'a mut self,
        language: Option<Language>,
        query: &'a SparseVector,
    ) -> (&'a mut dyn Strategy, &'a Frontier, Context<'a>) {
        let Self { strategy, vectorizer, state, .. } = self;
        let State { graph, urls, frontier, results, .. } = state;
        let context = Context { query, language, vectorizer, graph, urls, pages_read: results.pages_read };
        (strategy.as_mut(), frontier, context)
    }

    pub(super) fn push(&mut self, id: UrlId, mut entry: FrontierEntry) {
        if self.state.url_state(id) != UrlState::Queued {
            entry.since = self.state.results.done();
        }
        let dropped = self.state.frontier.push(id, entry);
        self.queued(id, dropped);
    }

    /// Marks a URL as queued and reports the one that the full frontier dropped for it.
    pub(super) fn queued(&mut self, id: UrlId, dropped: Option<UrlId>) {
        self.state.set_url_state(id, UrlState::Queued);
        if let Some(dropped) = dropped {
            self.state.set_url_state(dropped, UrlState::Met);
            self.strategy.on_url_change(UrlChange::Dropped(dropped));
        }
    }
}
