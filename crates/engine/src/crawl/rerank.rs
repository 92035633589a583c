//! Scores the frontier again after the topic or the strategy has changed, page by page, in the order in which the pages were read.
//! A step processes a few pages, so that responses are handled in between. Nothing is fetched until the pass is complete.
//!
//! The first page of this pass with a link sets the link's score; for further pages the strategy decides as usual
//! ([`Strategy::on_rediscovery`]). Seeds and redirect targets stay ahead of all links.

use super::Crawl;
use super::frontier_change::FrontierBefore;
use super::links::{CandidateLink, best_mentions};
use super::page_cache::CachedPage;
use super::rerank_pass::RerankPass;
use super::state::State;
use crate::event::Command;
use crate::frontier::{Frontier, Score};
use crate::graph::UrlId;
use crate::html::Document;
use crate::strategy::{Context, LinkView, PageView, Strategy};
use crate::topic::Topic;
use std::collections::{BTreeMap, BTreeSet};
use types::limits;

/// URLs in the frontier whose linking page was evicted from the cache, by page.
pub(super) type EvictedLinks = BTreeMap<UrlId, Vec<UrlId>>;

impl Crawl {
    /// Starts a pass that scores the whole frontier again.
    pub(super) fn rerank(&mut self, is_new: bool, before: FrontierBefore) {
        let mut pages = self.rerankable();
        pages.reverse();
        self.state.frontier.forget_picks();
        self.state.rerank =
            Some(RerankPass { of: crate::count(pages.len()), pages, is_new, renewed: BTreeMap::new(), before });
    }

    /// Returns the pages with links in the frontier, in the order in which they were read.
    pub(super) fn rerankable(&self) -> Vec<UrlId> {
        let entry = self.state.frontier.all();
        let parents: BTreeSet<UrlId> = entry.filter_map(|(_, entry)| entry.parent).collect();
        let mut pages: Vec<UrlId> = parents.into_iter().chain(self.state.page_cache.ids()).collect();
        pages.retain(|page| self.state.record_of(*page).is_some());
        pages.sort_by_key(|page| self.state.record_of(*page));
        pages.dedup();
        pages
    }

    /// Continues a pass; returns true if it is not complete.
    pub(super) fn continue_rerank(&mut self) -> bool {
        let Some(rerank) = &mut self.state.rerank else {
            return false;
        };
        let is_new = rerank.is_new;
        let left = rerank.pages.len().saturating_sub(limits::RERANK_PAGES);
        let mut next = rerank.pages.split_off(left);
        next.reverse();
        let evicted_links = self.evicted_links();
        for page in next {
            self.rescore_page(page, is_new, &evicted_links);
        }
        if left > 0 {
            let at_once = self.state.now;
            self.step.commands.push(Command::WaitUntil(at_once));
            return true;
        }
        if is_new {
            self.demote_unreached();
            self.revise_all();
        }
        let pass = self.state.rerank.take();
        self.apply_strategy_requests();
        if let Some(RerankPass { before, renewed, .. }) = pass {
            self.report_change(&before, renewed.len());
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

    /// Moves links that only the previous strategy scored to the end.
    fn demote_unreached(&mut self) {
        let Some(rerank) = &self.state.rerank else {
            return;
        };
        let all = self.state.frontier.all();
        let left = all.filter(|(id, entry)| entry.is_scored() && !rerank.renewed.contains_key(id));
        let left: Vec<UrlId> = left.map(|(id, _)| id).collect();
        for id in left {
            self.state.frontier.change(id, |entry| entry.score = Score::default());
        }
    }

    /// Collects the frontier's links from evicted pages, by page.
    pub(super) fn evicted_links(&self) -> EvictedLinks {
        let mut evicted_links = EvictedLinks::new();
        for (id, entry) in self.state.frontier.all() {
            let parent = entry.parent;
            if let Some(page) = parent.filter(|page| self.state.page_cache.page(*page).is_none()) {
                evicted_links.entry(page).or_default().push(id);
            }
        }
        evicted_links
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
        let found: Vec<CandidateLink<'_>> = self.links_of(&page, &document).collect();
        let scores = self.rescore(id, &page, &document, &found, is_new);
        for (found, score) in best_mentions(&found, scores) {
            self.renew(id, page.depth, found, score);
        }
    }

    /// Returns the links of a cached page, including those that left the frontier.
    pub(super) fn links_of<'a>(
        &self,
        page: &'a CachedPage,
        document: &'a Document,
    ) -> impl Iterator<Item = CandidateLink<'a>> {
        let known = page.links.iter().zip(&document.links);
        known.map(|(known, link)| {
            let entry = self.state.frontier.get(known.id);
            CandidateLink { id: known.id, link, factor: entry.map_or(1.0, |entry| entry.factor) }
        })
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
            depth: page.depth,
            parent: page.parent,
        };
        let (strategy, frontier, mut context) = self.consult(&view, &query);
        ask(strategy, frontier, &view, &mut context)
    }

    /// Gives a link in the frontier its new score.
    fn renew(&mut self, page: UrlId, depth: u32, found: &CandidateLink<'_>, score: Score) {
        let State { frontier, rerank, .. } = &mut self.state;
        let old = frontier.get(found.id).filter(|old| old.is_scored());
        if let Some((rerank, old)) = rerank.as_mut().zip(old) {
            let again = rerank.on_rediscovery(found.id, old, &score, self.strategy.as_ref());
            frontier.change(found.id, |entry| {
                found.settle(entry, again, score, (page, depth));
            });
        }
    }
}
