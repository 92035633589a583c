//! Scoring what waits again, since the topic or the strategy has changed: page by page in the order in which they were read, a few at a
//! time, so that answers are taken in between. Nothing is fetched until all of it is done.
//!
//! The first page of this pass that carries a link says what it is worth; of further ones the strategy decides as ever
//! ([`Strategy::on_rediscovery`]). Seeds and targets of redirects keep their places ahead of all links.

use super::Crawl;
use super::links::{Candidate, best_mentions};
use super::recall::Remembered;
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

/// URLs that wait behind links of pages that were forgotten, by page.
pub(super) type Orphans = BTreeMap<UrlId, Vec<UrlId>>;

impl Crawl {
    /// Begins to score all that waits again.
    pub(super) fn rerank(&mut self, is_new: bool) {
        let mut pages = self.rerankable();
        pages.reverse();
        self.state.rerank = Some(RerankPass {
            of: crate::count(pages.len()),
            pages,
            is_new,
            renewed: BTreeMap::new(),
        });
    }

    /// Returns pages by which what waits can be scored again, in the order in which they were read.
    pub(super) fn rerankable(&self) -> Vec<UrlId> {
        let waiting = self.state.frontier.all();
        let parents: BTreeSet<UrlId> = waiting.filter_map(|(_, waiting)| waiting.parent).collect();
        let mut pages: Vec<UrlId> = parents.into_iter().chain(self.state.recall.ids()).collect();
        pages.retain(|page| self.state.record_of(*page).is_some());
        pages.sort_by_key(|page| self.state.record_of(*page));
        pages.dedup();
        pages
    }

    /// Goes on with a pass that is under way; true where it is not over.
    pub(super) fn rerank_on(&mut self) -> bool {
        let Some(rerank) = &mut self.state.rerank else {
            return false;
        };
        let is_new = rerank.is_new;
        let left = rerank.pages.len().saturating_sub(limits::RERANK_PAGES);
        let mut next = rerank.pages.split_off(left);
        next.reverse();
        let orphans = self.orphans();
        for page in next {
            self.score_anew(page, is_new, &orphans);
        }
        if left > 0 {
            let at_once = self.state.now;
            self.step.commands.push(Command::WaitUntil(at_once));
            return true;
        }
        if is_new {
            self.level();
            self.revise_all();
        }
        self.state.rerank = None;
        self.obey_strategy();
        false
    }

    /// Recomputes the strategy's periodic values now, as of the last page read.
    fn revise_all(&mut self) {
        let last = self
            .state
            .recall
            .ids()
            .max_by_key(|page| self.state.record_of(*page));
        let Some((id, page)) =
            last.and_then(|id| Some((id, self.remembered(id, &Orphans::new())?)))
        else {
            return;
        };
        let document = page.document(&self.state.urls);
        let moved = self.judge_again(id, &page, &document, |strategy, frontier, page, context| {
            strategy.revise(page, frontier, context)
        });
        self.move_all(moved);
    }

    /// Moves links to the end that no page of the pass carries and another strategy scored.
    fn level(&mut self) {
        let Some(rerank) = &self.state.rerank else {
            return;
        };
        let all = self.state.frontier.all();
        let left =
            all.filter(|(id, waiting)| waiting.is_scored() && !rerank.renewed.contains_key(id));
        let left: Vec<UrlId> = left.map(|(id, _)| id).collect();
        for id in left {
            self.state
                .frontier
                .change(id, |waiting| waiting.score = Score::default());
        }
    }

    /// Collects the links of forgotten pages in the frontier, by page, in one pass.
    pub(super) fn orphans(&self) -> Orphans {
        let mut orphans = Orphans::new();
        for (id, waiting) in self.state.frontier.all() {
            let parent = waiting.parent;
            if let Some(page) = parent.filter(|page| self.state.recall.page(*page).is_none()) {
                orphans.entry(page).or_default().push(id);
            }
        }
        orphans
    }

    /// Returns a page as it is remembered, or as its record tells where it was forgotten.
    pub(super) fn remembered(&mut self, id: UrlId, orphans: &Orphans) -> Option<Remembered> {
        if let Some(page) = self.state.recall.page(id) {
            return Some(page.clone());
        }
        let links = orphans.get(&id).into_iter().flatten();
        let links = links.filter_map(|id| Some((*id, self.state.frontier.get(*id)?)));
        let record = self.state.record_at(id)?;
        Some(Remembered::from_record(record, links, &mut self.vectorizer))
    }

    /// Scores the links of a page again; those that wait get what comes of it.
    fn score_anew(&mut self, id: UrlId, is_new: bool, orphans: &Orphans) {
        let Some(page) = self.remembered(id, orphans) else {
            return;
        };
        let document = page.document(&self.state.urls);
        let found: Vec<Candidate<'_>> = self.links_of(&page, &document).collect();
        let scores = self.scores_again(id, &page, &document, &found, is_new);
        for (found, score) in best_mentions(&found, scores) {
            self.renew(id, page.depth, found, score);
        }
    }

    /// Returns the links of a remembered page, with those that do not wait any more.
    pub(super) fn links_of<'a>(
        &self,
        page: &'a Remembered,
        document: &'a Document,
    ) -> impl Iterator<Item = Candidate<'a>> {
        let known = page.links.iter().zip(&document.links);
        known.map(|(known, link)| {
            let waiting = self.state.frontier.get(known.id);
            Candidate {
                id: known.id,
                link,
                factor: waiting.map_or(1.0, |waiting| waiting.factor),
            }
        })
    }

    /// Scores the links of a remembered page again.
    pub(super) fn scores_again(
        &mut self,
        id: UrlId,
        page: &Remembered,
        document: &Document,
        found: &[Candidate<'_>],
        is_new: bool,
    ) -> Vec<Option<Score>> {
        let views: Vec<LinkView<'_>> = found.iter().map(Candidate::view).collect();
        self.judge_again(
            id,
            page,
            document,
            |strategy, _, page, context| match strategy.population_mut().filter(|_| !is_new) {
                Some(population) => population.rescore(page, &views, context),
                None => strategy.score(page, &views, context),
            },
        )
    }

    /// Shows a remembered page to the strategy, under the topic as it is now.
    pub(super) fn judge_again<T>(
        &mut self,
        id: UrlId,
        page: &Remembered,
        document: &Document,
        ask: impl FnOnce(&mut dyn Strategy, &Frontier, &PageView<'_>, &mut Context<'_>) -> T,
    ) -> T {
        let language = page.language();
        let vector = self.vectorizer.weigh(&page.counts);
        let query = self
            .topic
            .vector(language, &mut self.vectorizer)
            .into_owned();
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

    /// Gives a link that waits its new score.
    fn renew(&mut self, page: UrlId, depth: u32, found: &Candidate<'_>, score: Score) {
        let State {
            frontier, rerank, ..
        } = &mut self.state;
        let old = frontier.get(found.id).filter(|old| old.is_scored());
        if let Some((rerank, old)) = rerank.as_mut().zip(old) {
            let again = rerank.on_rediscovery(found.id, old, &score, self.strategy.as_ref());
            frontier.change(found.id, |waiting| {
                found.settle(waiting, again, score, (page, depth));
            });
        }
    }
}
