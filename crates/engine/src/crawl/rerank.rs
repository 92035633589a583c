//! Scoring what waits again, since the topic or the strategy has changed: page by page in the order in which they were read, a few at a
//! time, so that answers are taken in between. Nothing is fetched until all of it is done.
//!
//! The first page of this pass that carries a link says what it is worth; of further ones the strategy decides as ever
//! ([`Strategy::found_again`]). Seeds and targets of redirects keep their places ahead of all links.

use super::Crawl;
use super::links::{Candidate, best_mentions};
use super::recall::Remembered;
use super::state::{State, count};
use crate::event::Command;
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use crate::html::Document;
use crate::limits;
use crate::strategy::{Context, FoundAgain, LinkView, PageView, Strategy};
use crate::topic::Topic;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// URLs that wait behind links of pages that were forgotten, by page.
pub(super) type Orphans = BTreeMap<UrlId, Vec<UrlId>>;

/// A pass that is under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rerank {
    /// Pages that are still to be scored, the next one last.
    pages: Vec<UrlId>,
    /// All pages of the pass.
    of: u32,
    /// The strategy is a new one: it sees these pages for the first time.
    is_new: bool,
    /// How many pages of this pass carry a link, by link.
    renewed: BTreeMap<UrlId, u32>,
}

impl Rerank {
    /// Pages done and all pages.
    pub(super) fn progress(&self) -> (u32, u32) {
        (self.of.saturating_sub(count(self.pages.len())), self.of)
    }

    /// What becomes of a link that waits and is scored by one more page of the pass.
    pub(super) fn found_again(
        &mut self,
        link: UrlId,
        old: &Waiting,
        new: &Score,
        strategy: &dyn Strategy,
    ) -> FoundAgain {
        let pages = self.renewed.entry(link).or_default();
        let before = *pages;
        *pages = before.saturating_add(1);
        found_again(strategy, old, before, new)
    }

    /// Every number that it speaks of.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = UrlId> {
        self.pages.iter().chain(self.renewed.keys()).copied()
    }
}

/// What becomes of a link that waits, of which `pages` pages have said what it is worth, where one more does.
pub(super) fn found_again(
    strategy: &dyn Strategy,
    old: &Waiting,
    pages: u32,
    new: &Score,
) -> FoundAgain {
    if pages == 0 {
        return FoundAgain::Replace;
    }
    let counted = Waiting {
        pages,
        ..old.clone()
    };
    strategy.found_again(&counted, new)
}

impl Crawl {
    /// Begins to score all that waits again.
    pub(super) fn rerank(&mut self, is_new: bool) {
        let mut pages = self.rerankable();
        pages.reverse();
        self.state.rerank = Some(Rerank {
            of: count(pages.len()),
            pages,
            is_new,
            renewed: BTreeMap::new(),
        });
    }

    /// Pages by which what waits can be scored again, in the order in which they were read.
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

    /// What the strategy computes from time to time, it computes now, as of the page that was read last.
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
        let document = page.document(&self.state);
        let moved = self.judge_again(id, &page, &document, |strategy, frontier, page, context| {
            strategy.revise(page, frontier, context)
        });
        self.move_all(moved);
    }

    /// What no page of the pass has carried and was scored by another strategy waits behind all else.
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

    /// What waits behind links of pages that were forgotten, by page: one look at the frontier for all of them.
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

    /// A page as it is remembered, or as its record tells where it was forgotten.
    pub(super) fn remembered(&mut self, id: UrlId, orphans: &Orphans) -> Option<Remembered> {
        if let Some(page) = self.state.recall.page(id) {
            return Some(page.clone());
        }
        let links = orphans.get(&id).into_iter().flatten();
        let links = links.filter_map(|id| Some((*id, self.state.frontier.get(*id)?)));
        Remembered::from_record(&self.state, id, links, &mut self.lens)
    }

    /// Scores the links of a page again; those that wait get what comes of it.
    fn score_anew(&mut self, id: UrlId, is_new: bool, orphans: &Orphans) {
        let Some(page) = self.remembered(id, orphans) else {
            return;
        };
        let document = page.document(&self.state);
        let found: Vec<Candidate<'_>> = self.links_of(&page, &document).collect();
        let scores = self.scores_again(id, &page, &document, &found, is_new);
        for (found, score) in best_mentions(&found, scores) {
            self.renew(id, page.depth, found, score);
        }
    }

    /// The links of a remembered page, with those that do not wait any more.
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

    /// What the strategy says of a remembered page's links.
    pub(super) fn scores_again(
        &mut self,
        id: UrlId,
        page: &Remembered,
        document: &Document,
        found: &[Candidate<'_>],
        is_new: bool,
    ) -> Vec<Option<Score>> {
        let views: Vec<LinkView<'_>> = found.iter().map(Candidate::view).collect();
        self.judge_again(id, page, document, |strategy, _, page, context| {
            if is_new {
                strategy.score(page, &views, context)
            } else {
                strategy.rescore(page, &views, context)
            }
        })
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
        let vector = self.lens.weigh(&page.counts);
        let query = self.topic.vector(language, &mut self.lens).into_owned();
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
            let again = rerank.found_again(found.id, old, &score, self.strategy.as_ref());
            frontier.change(found.id, |waiting| {
                found.settle(waiting, again, score, (page, depth));
            });
        }
    }
}
