//! The trait of all strategies, and the traits of optional abilities.

use super::{Context, CrawlOverview, ExampleView, LinkView, PageView};
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::topic::Vectorizer;
use crate::vectors::TermVectors;
use types::report::{ModelTable, PagePrediction, PopulationStats, RelatedWord, Spider, SpiderHistory, TrainingReport};
use types::url::CanonicalUrl;

/// Decides in which order a crawl fetches URLs.
///
/// A strategy sees every page once, right after it was read, and scores its links. It depends only on its own state:
/// the same calls in the same order give the same results. Optional abilities are separate traits: [`Training`],
/// [`Population`], [`Report`].
///
/// A program can hand a crawl to another thread, as the Python package does, so a strategy is [`Send`].
pub trait Strategy: Send {
    /// Scores the links of a page: one result for each link, in their order. `None` ignores a link on this page;
    /// another page may offer it again. `links` contains only links that may be followed and were not fetched, a target
    /// as often as the page links to it.
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>>;

    /// Returns new scores for URLs in the frontier. Called after the links of a page were scored and before they enter
    /// the frontier.
    fn revise(
        &mut self,
        _page: &PageView<'_>,
        _frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        Vec::new()
    }

    /// Decides on the score of a frontier link that another page contains as well; `new` is its score there. The
    /// default keeps the first score. Not called for a strategy whose settings contain the rule (`on_rediscovery`).
    fn on_rediscovery(&self, _waiting: &FrontierEntry, _new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Keep
    }

    /// Returns the URL to fetch next, whose host must be ready; `None` waits.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        frontier.best()
    }

    /// Handles a URL that left the frontier or failed. Called before the next choice.
    fn on_url_change(&mut self, _change: UrlChange) {}

    /// Handles a person's judgment of a page, or its withdrawal. [`crate::topic::Topic`] is updated separately; the
    /// frontier is scored again afterward.
    fn on_judgment(&mut self, _page: &PageView<'_>, _good: Option<bool>) {}

    /// Prepares for a replay of the pages after a change of the topic or a parameter. Called on a new strategy, and
    /// once more after it has restored the state of the old one. A strategy that scores pages independently also
    /// forgets the pages and terms of the crawl: later pages reuse their ids ([`crate::crawl::PageScorer`]).
    fn restart(&mut self) -> RestartMode {
        RestartMode::Replay
    }

    /// Returns the learned state as bytes, for a snapshot; empty for a strategy without state.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Restores the output of [`Strategy::save`]; `false` for other bytes.
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

    /// Returns the population, mutable.
    fn population_mut(&mut self) -> Option<&mut dyn Population> {
        None
    }

    /// Returns the strategy's reports.
    fn report(&self) -> Option<&dyn Report> {
        None
    }
}

/// Creates a strategy that scores each link by its page and its own texts, without a state.
pub(in crate::strategy) fn each_link<F>(score: F) -> Box<dyn Strategy>
where
    F: Fn(&PageView<'_>, &LinkView<'_>, &mut Context<'_>) -> Score + Send + 'static,
{
    Box::new(EachLink(score))
}

struct EachLink<F>(F);

impl<F> Strategy for EachLink<F>
where
    F: Fn(&PageView<'_>, &LinkView<'_>, &mut Context<'_>) -> Score + Send,
{
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        links.iter().map(|view| Some((self.0)(page, view, context))).collect()
    }
}

/// Returns a strategy's state as bytes, for [`Strategy::save`].
pub(in crate::strategy) fn saved<T: serde::Serialize>(state: &T) -> Vec<u8> {
    postcard::to_stdvec(state).expect("plain data in memory can always be written")
}

/// Restores a strategy's state, for [`Strategy::restore`].
pub(in crate::strategy) fn restored<T: serde::de::DeserializeOwned>(state: &mut T, saved: &[u8]) -> bool {
    read_saved(saved).map(|read| *state = read).is_some()
}

/// Decodes the output of [`saved`]; `None` if the bytes are invalid or too long.
pub(in crate::strategy) fn read_saved<T: serde::de::DeserializeOwned>(saved: &[u8]) -> Option<T> {
    let (read, rest) = postcard::take_from_bytes(saved).ok()?;
    rest.is_empty().then_some(read)
}

/// Learns from examples before the crawl begins.
pub trait Training {
    /// Adds one example. All examples arrive, in any order, before [`Training::train`].
    fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer);

    /// Performs one step of the training and returns the progress. Called until the training is done.
    fn train(&mut self) -> TrainingStep;
}

/// Crawls with several agents, which the interface calls spiders.
pub trait Population {
    /// Scores the links of a page again after [`RestartMode::Keep`], without learning or gaining energy from the page.
    /// `page` has its new relevance, but only the term counts of its text.
    fn rescore(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>)
    -> Vec<Option<Score>>;

    /// Returns URLs that leave the frontier; they may be found again. Called after a page was scored or lost.
    fn released(&mut self) -> Vec<UrlId>;

    /// Returns URLs to start from in addition to the plan's seeds, each once. Called after a page was scored or lost.
    fn more_seeds(&mut self) -> Vec<CanonicalUrl>;

    /// Returns all agents, the dead ones included, in the order of their numbers.
    fn agents(&self, overview: &CrawlOverview<'_>) -> Vec<Spider>;

    /// Returns the number of living agents, the number of births, and the energy.
    fn summary(&self) -> PopulationStats;

    /// Returns the history of an agent.
    fn history(&self, agent: u32, overview: &CrawlOverview<'_>) -> Option<SpiderHistory>;

    /// Returns the agent that fetched a URL, or whose frontier contains it.
    fn agent_of(&self, url: UrlId) -> Option<u32>;
}

/// Describes a strategy's learned data for display.
pub trait Report {
    /// Returns the related terms of each query word, which are known from the start.
    fn related(&self) -> Vec<RelatedWord> {
        Vec::new()
    }

    /// Returns the predictions for a page. Called right after its links were scored.
    fn predictions(&self, _page: UrlId) -> Vec<PagePrediction> {
        Vec::new()
    }

    /// Returns the word vectors of the crawl's terms; `None` if the strategy compares no meanings.
    fn term_vectors(&self) -> Option<&TermVectors> {
        None
    }

    /// Returns the learned state as tables.
    fn tables(&self, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        Vec::new()
    }
}

/// A URL that left the frontier or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlChange {
    /// A chosen URL was refused, failed, or returned an error.
    Lost(UrlId),
    /// A URL left the frontier without being chosen: the frontier was full and dropped it, or the person excluded it.
    Dropped(UrlId),
    /// A chosen URL redirects to another one, which replaces it in the frontier.
    Redirected {
        /// The chosen URL.
        from: UrlId,
        /// The target.
        to: UrlId,
    },
}

/// The way in which a strategy continues after a change of the topic or of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartMode {
    /// Creates a new strategy, which sees all pages again in order through [`Strategy::score`].
    Replay,
    /// Keeps the trained model, discards the pages, and sees them again through [`Strategy::score`].
    ReplayTrained,
    /// Keeps the whole state and sees the pages again through [`Population::rescore`].
    Keep,
}

/// The decision on a rediscovered link in the frontier.
#[derive(Clone, Debug, PartialEq)]
pub enum RediscoveryDecision {
    /// Keeps the score and the link by which it was found first.
    Keep,
    /// The new score and the new link replace the old ones.
    Replace,
    /// Changes the score and keeps the link by which it was found first.
    Rescore(Score),
}

impl RediscoveryDecision {
    /// Applies the decision to a rediscovered frontier entry with the new score. Returns true if the new link replaces
    /// the old one.
    pub fn apply(self, waiting: &mut FrontierEntry, new: Score) -> bool {
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
pub enum TrainingStep {
    /// One step is done, and more remain.
    Going {
        /// Number of completed steps.
        done: u32,
        /// Number of all steps.
        of: u32,
    },
    /// The training is complete.
    Done(Box<TrainingReport>),
}
