//! Scores the frontier again after the topic or the strategy has changed, page by page, in the order in which the pages
//! were read. A step processes a few pages, so that responses are handled in between. Nothing is fetched until the pass
//! is complete.
//!
//! The first page of this pass with a link sets the link's score; for further pages the strategy decides as usual
//! ([`RediscoveryRule`]). Seeds and redirect targets stay ahead of all links.

use super::Crawl;
use super::changes::FrontierBefore;
use super::links::{CandidateLink, best_mentions};
use super::page_cache::CachedPage;
use super::state::State;
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::html::Document;
use crate::strategy::{Context, LinkView, PageView, RediscoveryDecision, RediscoveryRule, Strategy};
use crate::topic::Topic;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use types::report::Notification;

/// URLs in the frontier whose linking page was evicted from the cache, by page.
pub(super) type EvictedLinks = BTreeMap<UrlId, Vec<UrlId>>;

/// The progress of a pass.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RerankPass {
    /// Pages that are not scored yet, the next one last.
    pub(super) pages: Vec<UrlId>,
    /// The number of pages in the pass.
    pub(super) of: u32,
    /// True if the strategy is new and sees these pages for the first time.
    pub(super) is_new: bool,
    /// For each link, the number of pages of this pass that contain it.
    pub(super) renewed: BTreeMap<UrlId, u32>,
    /// The frontier before the change that started this pass.
    pub(super) before: FrontierBefore,
}

impl RerankPass {
    /// Creates a pass over pages in the order in which they were read.
    pub(super) fn new(mut pages: Vec<UrlId>, is_new: bool, before: FrontierBefore) -> Self {
        pages.reverse();
        Self { of: crate::count(pages.len()), pages, is_new, renewed: BTreeMap::new(), before }
    }

    /// Removes and returns the next pages; the pass is complete if none remain.
    fn take_next(&mut self) -> Vec<UrlId> {
        let left = self.pages.len().saturating_sub(limits::RERANK_PAGES);
        let mut next = self.pages.split_off(left);
        next.reverse();
        next
    }

    /// Returns the number of scored pages and of all pages.
    pub(super) fn progress(&self) -> (u32, u32) {
        let left = crate::count(self.pages.len());
        (self.of.saturating_sub(left), self.of)
    }

    /// Decides which score holds when another page of the pass scores a queued link. Scores from before the change do
    /// not count.
    pub(super) fn on_rediscovery(
        &mut self,
        link: UrlId,
        old: &FrontierEntry,
        new: &Score,
        rule: RediscoveryRule<'_>,
    ) -> RediscoveryDecision {
        let pages = self.renewed.entry(link).or_default();
        let before = *pages;
        *pages = before.saturating_add(1);
        rule.decide_after(before, old, new)
    }

    /// Keeps the score of a link that has returned to the frontier, unless a remaining page of the pass contains it.
    pub(super) fn keep_score(&mut self, link: UrlId) {
        self.renewed.entry(link).or_default();
    }

    /// Returns every URL id in the pass.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = UrlId> {
        let before = self.before.top.iter();
        self.pages.iter().chain(self.renewed.keys()).chain(before).copied()
    }
}

impl State {
    /// Returns the pages with links in the frontier, in the order in which they were read.
    pub(super) fn rerankable(&self) -> Vec<UrlId> {
        let entries = self.frontier.all();
        let parents: BTreeSet<UrlId> = entries.filter_map(|(_, entry)| entry.parent).collect();
        let mut pages: Vec<UrlId> = parents.into_iter().chain(self.page_cache.ids()).collect();
        pages.retain(|page| self.record_of(*page).is_some());
        pages.sort_by_key(|page| self.record_of(*page));
        pages.dedup();
        pages
    }

    /// Moves links that only the previous strategy scored to the end.
    fn demote_unreached(&mut self) {
        let Some(rerank) = &self.rerank else {
            return;
        };
        let all = self.frontier.all();
        let left = all.filter(|(id, entry)| entry.is_scored() && !rerank.renewed.contains_key(id));
        let left: Vec<UrlId> = left.map(|(id, _)| id).collect();
        for id in left {
            self.frontier.change(id, |entry| entry.score = Score::default());
        }
    }

    /// Collects the frontier's links from evicted pages, by page.
    pub(super) fn evicted_links(&self) -> EvictedLinks {
        let mut evicted_links = EvictedLinks::new();
        for (id, entry) in self.frontier.all() {
            let parent = entry.parent;
            if let Some(page) = parent.filter(|page| self.page_cache.page(*page).is_none()) {
                evicted_links.entry(page).or_default().push(id);
            }
        }
        evicted_links
    }

    /// Returns the links of a cached page, including those that left the frontier.
    pub(super) fn links_of<'a>(
        &self,
        page: &'a CachedPage,
        document: &'a Document,
    ) -> impl Iterator<Item = CandidateLink<'a>> {
        let known = page.links.iter().zip(&document.links);
        known.map(|(known, link)| {
            let entry = self.frontier.get(known.id);
            CandidateLink { id: known.id, link, exact: None, factor: entry.map_or(1.0, |entry| entry.factor) }
        })
    }
}

impl Crawl {
    /// Continues a pass; returns true if it is not complete.
    pub(super) fn continue_rerank(&mut self) -> bool {
        let Some(pass) = &mut self.state.rerank else {
            return false;
        };
        let (is_new, next) = (pass.is_new, pass.take_next());
        let is_complete = pass.pages.is_empty();
        let evicted_links = self.state.evicted_links();
        for page in next {
            self.rescore_page(page, is_new, &evicted_links);
        }
        if !is_complete {
            self.continue_at_once();
            return true;
        }
        if is_new {
            self.state.demote_unreached();
            self.revise_all();
        }
        let pass = self.state.rerank.take();
        self.apply_strategy_requests();
        if let Some(RerankPass { before, renewed, .. }) = pass {
            let change = before.change(&self.state.frontier, renewed.len());
            self.step.notifications.push(Notification::FrontierChanged(change));
        }
        false
    }

    /// Recomputes the strategy's periodic values now, as of the last page read.
    fn revise_all(&mut self) {
        let last = self.state.page_cache.ids().max_by_key(|page| self.state.record_of(*page));
        let Some((id, page)) = last.and_then(|id| Some((id, self.cached_page(id, &EvictedLinks::new())?))) else {
            return;
        };
        let document = page.document(&self.state.urls);
        let moved = self.with_cached_page(id, &page, &document, |strategy, frontier, page, context| {
            strategy.revise(page, frontier, context)
        });
        self.move_all(moved);
    }

    /// Returns a page from the cache, or restores it from its record if it was evicted.
    pub(super) fn cached_page(&mut self, id: UrlId, evicted_links: &EvictedLinks) -> Option<CachedPage> {
        if let Some(page) = self.state.page_cache.page(id) {
            return Some(page.clone());
        }
        let links = evicted_links.get(&id).into_iter().flatten();
        let links = links.filter_map(|id| Some((*id, self.state.frontier.get(*id)?)));
        let record = self.state.record_at(id)?;
        Some(CachedPage::from_record(record, links, &mut self.vectorizer))
    }

    /// Scores the links of a page again and updates their frontier entries.
    fn rescore_page(&mut self, id: UrlId, is_new: bool, evicted_links: &EvictedLinks) {
        let Some(page) = self.cached_page(id, evicted_links) else {
            return;
        };
        let document = page.document(&self.state.urls);
        let found: Vec<CandidateLink<'_>> = self.state.links_of(&page, &document).collect();
        let scores = self.rescore(id, &page, &document, &found, is_new);
        for (found, score) in best_mentions(&found, scores) {
            self.renew(id, page.depth, found, score);
        }
    }

    /// Scores the links of a cached page again.
    pub(super) fn rescore(
        &mut self,
        id: UrlId,
        page: &CachedPage,
        document: &Document,
        found: &[CandidateLink<'_>],
        is_new: bool,
    ) -> Vec<Option<Score>> {
        let views: Vec<LinkView<'_>> = found.iter().map(CandidateLink::view).collect();
        self.with_cached_page(id, page, document, |strategy, _, page, context| {
            match strategy.population_mut().filter(|_| !is_new) {
                Some(population) => population.rescore(page, &views, context),
                None => strategy.score(page, &views, context),
            }
        })
    }

    /// Calls `ask` with the strategy and a cached page, under the current topic.
    pub(super) fn with_cached_page<T>(
        &mut self,
        id: UrlId,
        page: &CachedPage,
        document: &Document,
        ask: impl FnOnce(&mut dyn Strategy, &Frontier, &PageView<'_>, &mut Context<'_>) -> T,
    ) -> T {
        let language = page.language();
        let vector = self.vectorizer.weigh(&page.counts);
        let query = self.topic.vector(language, &mut self.vectorizer).into_owned();
        let url = self.state.urls.url(id).clone();
        let view = PageView {
            id,
            url: &url,
            document,
            language,
            counts: &page.counts,
            vector: &vector,
            relevance: Topic::relevance(&vector, &query).score,
            meaning: self.meaning.of_page((&page.counts, &query), language, &self.plan, self.vectorizer.terms()),
            depth: page.depth,
            parent: page.parent,
        };
        let (strategy, frontier, mut context) = self.consult(view.language, &query);
        ask(strategy, frontier, &view, &mut context)
    }

    /// Gives a link in the frontier its new score.
    fn renew(&mut self, page: UrlId, depth: u32, found: &CandidateLink<'_>, score: Score) {
        let rule = RediscoveryRule { settings: &self.plan.settings, strategy: self.strategy.as_ref() };
        let State { frontier, rerank, .. } = &mut self.state;
        let old = frontier.get(found.id).filter(|old| old.is_scored());
        if let Some((rerank, old)) = rerank.as_mut().zip(old) {
            let again = rerank.on_rediscovery(found.id, old, &score, rule);
            frontier.change(found.id, |entry| {
                found.update(entry, again, score, (page, depth));
            });
        }
    }
}
