//! The trait of all strategies, and the traits of what only some of them have.

use super::{Context, ExampleView, LinkView, PageView, Survey};
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::topic::Vectorizer;
use types::report::{
    ModelTable, PagePrediction, PopulationStats, RelatedWord, Spider, SpiderHistory, TrainingReport,
};
use types::url::CanonicalUrl;

/// Decides in which order a crawl fetches URLs.
///
/// A strategy sees every page once, right after it was read, and scores its links. It holds its own state and nothing else: the same calls
/// in the same order give the same results. What only some strategies have is a trait of its own, returned by a method that others leave out:
/// [`Training`], [`Population`], [`Report`].
pub trait Strategy {
    /// Scores the links of a page: one result for each link, in their order. `None` excludes a link found on this page; another page may
    /// offer it again. `links` may be followed and were not fetched yet. A target that occurs several times on the page is here several times.
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>>;

    /// Returns new scores for waiting URLs, which then move in the frontier. Called after the links of a page were scored and before they are
    /// queued.
    fn revise(
        &mut self,
        _page: &PageView<'_>,
        _frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        Vec::new()
    }

    /// Decides about a waiting link that another page carries too; `new` is its score there. The default keeps the first score.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, _new: &Score) -> Rediscovered {
        Rediscovered::Keep
    }

    /// Returns the URL to fetch next, one whose host is ready; `None` waits.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        frontier.best()
    }

    /// Takes note of a URL that left the frontier or failed. Called before the next choice.
    fn on_url_change(&mut self, _change: UrlChange) {}

    /// Takes note that a person judged a page, or withdrew the judgment. [`crate::topic::Topic`] moves by itself; the frontier is scored
    /// again afterward.
    fn on_judgment(&mut self, _page: &PageView<'_>, _good: Option<bool>) {}

    /// Prepares for seeing the pages again, because the topic or a parameter has changed. Called on a strategy that was just made, and once
    /// more after it has restored the state of the old one.
    fn start_over(&mut self) -> StartOver {
        StartOver::Anew
    }

    /// Returns the learned state as bytes, for a snapshot; nothing for a strategy without state.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Restores what [`Strategy::save`] returned; `false` for other bytes.
    fn restore(&mut self, saved: &[u8]) -> bool {
        saved.is_empty()
    }

    /// Returns the training of a strategy that learns from examples before the crawl.
    fn training(&mut self) -> Option<&mut dyn Training> {
        None
    }

    /// Returns the population of a strategy with several agents.
    fn population(&self) -> Option<&dyn Population> {
        None
    }

    /// Returns the same for changes.
    fn population_mut(&mut self) -> Option<&mut dyn Population> {
        None
    }

    /// Returns what the strategy shows to people besides scores.
    fn report(&self) -> Option<&dyn Report> {
        None
    }
}

/// Learns from examples before the crawl begins.
pub trait Training {
    /// Takes in one example. All examples come, in any order, before [`Training::train`].
    fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer);

    /// Does one slice of the training and returns the progress. Called until the training is done.
    fn train(&mut self) -> Learning;
}

/// Crawls with several agents, which the interface calls spiders.
pub trait Population {
    /// Scores the links of a page again, where [`StartOver::Never`] was returned: without learning from the page, living on it or counting
    /// it. `page` has its new relevance; of its text only the counts of its words are left.
    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>>;

    /// Returns URLs that leave the frontier; they may be found again. Called after a page was scored or lost.
    fn released(&mut self) -> Vec<UrlId>;

    /// Returns URLs to start from besides the plan's seeds, each once. Called after a page was scored or lost.
    fn more_seeds(&mut self) -> Vec<CanonicalUrl>;

    /// Returns all agents, the dead ones included, in the order of their numbers.
    fn agents(&self, survey: &Survey<'_>) -> Vec<Spider>;

    /// Returns the count and the energy of the living agents.
    fn summary(&self) -> PopulationStats;

    /// Returns the history of an agent.
    fn history(&self, agent: u32, survey: &Survey<'_>) -> Option<SpiderHistory>;

    /// Returns the agent that fetched a URL, or in whose frontier it waits.
    fn agent_of(&self, url: UrlId) -> Option<u32>;
}

/// Shows people what a strategy knows.
pub trait Report {
    /// Returns the related terms that the strategy uses, by the words of the query: known as soon as it is made.
    fn related(&self) -> Vec<RelatedWord> {
        Vec::new()
    }

    /// Returns the predictions for a page, right after its links were scored.
    fn predictions(&self, _page: UrlId) -> Vec<PagePrediction> {
        Vec::new()
    }

    /// Returns the learned state as tables.
    fn tables(&self, _survey: &Survey<'_>) -> Vec<ModelTable> {
        Vec::new()
    }
}

/// A URL that left the frontier or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlChange {
    /// A chosen URL was refused, failed, or returned an error.
    Lost(UrlId),
    /// A waiting URL left the frontier without having been chosen: it was the worst of a full one, or the person excluded it.
    Dropped(UrlId),
    /// A chosen URL redirects to another one, which takes its place in the frontier.
    Redirected {
        /// The chosen URL.
        from: UrlId,
        /// The target.
        to: UrlId,
    },
}

/// The way in which a strategy continues after a change of the topic or of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOver {
    /// A new strategy replaces it and sees the pages again in their order, by [`Strategy::score`]: everything was learned from them.
    Anew,
    /// It keeps what it learned before the crawl, has forgotten the pages, and sees them again by [`Strategy::score`].
    Forgot,
    /// It forgets nothing and sees the pages again by [`Population::rescore`].
    Never,
}

/// The decision about a waiting link that was found again.
#[derive(Clone, Debug, PartialEq)]
pub enum Rediscovered {
    /// It keeps its score and the link by which it was found first.
    Keep,
    /// The new score and the new link replace the old ones.
    Replace,
    /// It gets this score and keeps the link by which it was found first.
    Rescore(Score),
}

impl Rediscovered {
    /// Gives a waiting link, found again with the score `new`, its score. Returns true if the new link replaces the old one.
    pub fn settle(self, waiting: &mut FrontierEntry, new: Score) -> bool {
        let replaces = self == Self::Replace;
        match self {
            Self::Keep => {}
            Self::Replace => waiting.score = new,
            Self::Rescore(score) => waiting.score = score,
        }
        replaces
    }
}

/// The progress of a strategy's training.
#[derive(Clone, Debug, PartialEq)]
pub enum Learning {
    /// One slice of the work is done, and there is more.
    Going {
        /// Slices done.
        done: u32,
        /// All slices.
        of: u32,
    },
    /// It has learned what there is to learn.
    Done(Box<TrainingReport>),
}
