//! The focused crawler: a tree of classifiers, trained on example pages, estimates the probability that a page is about
//! the good topics.
//!
//! Soft focus scores a page's links by `R(p) = Σ P(c | p)` over the good topics c. Hard focus follows them only if the
//! most probable leaf of the taxonomy, or an ancestor of it, is good. From time to time the distiller runs weighted
//! HITS over the pages so far, each weighted by its relevance, and raises the unvisited links of the best hubs by
//! `boost · hub / best hub`. The hubs themselves, which "are added to the frontier" (Pant §3.3), are crawled pages: a
//! page has a hub score by its links only, which are known once it was read.
//!
//! Naive Bayes is overconfident on long pages: nearly all probabilities are 0 or 1, which cannot order links. A long
//! page therefore counts as if it had fewer words, unless that is switched off.
//!
//! A target with that mark is filed under a broad topic by the text of its pages, before the classifiers are trained
//! ([`filed_by_text`]).
//!
//! A topic may have words in place of example pages: they count as one example with that text.
//!
//! The papers do not give the weights of the distiller, nor how far it raises a link. As in Chakrabarti, links within a
//! host do not count by default, since a site could raise its own pages. A setting includes them, for crawls that have
//! no other links.
//!
//! Source: Pant §3.3 eq. 6, Evolving §2.2.1.1 (Chakrabarti, van den Berg and Dom 1999).

use super::framework::prelude::*;
use crate::count;
use crate::graph::{Hits, hits};
use crate::learning::taxonomy::filed_by_text::{self, Homes, ReadExamples};
use crate::learning::{Priors, TopicTree, TreeNode, TreeOptions, held_out};
use crate::text::{TermCounts, sort_by_weight};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::report::{Group, TrainingReport};
use types::taxonomy::{CheckedTaxonomy, Example, Taxonomy};

const FOCUS: Param<bool> = Param::choice(
    "focus",
    "Focus",
    &[("soft", "Soft"), ("hard", "Hard")],
    &[false, true],
    "Whether links of irrelevant pages come later (soft) or are never followed (hard).",
)
.training_only();
const SMOOTHING: Param<f64> =
    Param::real("smoothing", "Smoothing", 0.001..=10.0, 1.0, "Added to every word count in every topic.")
        .training_only();
const EVERY: Param<usize> = Param::whole(
    "every",
    "Pages between distillations",
    0..=10_000,
    50,
    "Minimum interval; long crawls use a tenth of the pages so far, and 0 turns it off.",
)
.training_only();
const HUBS: Param<usize> =
    Param::whole("hubs", "Hubs", 1..=1_000, 10, "Number of best hubs whose links are boosted.").training_only();
const BOOST: Param<f64> =
    Param::share("boost", "Boost", 0.2, "Boost of the best hub's links; others in proportion.").training_only();
const SAME_HOST: Param<bool> = Param::switch(
    "same_host",
    "Links within a host",
    false,
    "Whether links within a host count for hubs and authorities; off prevents self-promotion.",
)
.training_only();

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "focused",
    title: "Focused crawler",
    description: "Learns your target topics from folders of example pages or words, and follows the links of pages \
        about them.",
    family: Family::Trained,
    source: "Pant §3.3 eq. 6, Evolving §2.2.1.1",
    params: declare![FOCUS, WORDS, SMOOTHING, EVERY, HUBS, BOOST, SAME_HOST, ON_REDISCOVERY,],
    needs: Needs::TAXONOMY,
    scores_pages_independently: false,
    parts: &[
        ScorePart { name: "topic", title: "Topic", help: "probability that the linking page is on your target topics" },
        ScorePart {
            name: "hub",
            title: "Hub",
            help: "score of the best hub that links there, relative to the best of all",
        },
    ],
    make: |inputs| Box::new(Focused::new(inputs)),
};

struct Focused {
    /// The topics of the plan.
    topics: Taxonomy,
    /// The topics with the targets under the broad topics they were filed under.
    taxonomy: CheckedTaxonomy,
    shape: Vec<TreeNode>,
    options: TreeOptions,
    is_hard: bool,
    hubs: usize,
    boost: f64,
    same_host: bool,
    state: FocusedState,
}

#[derive(Serialize, Deserialize)]
struct FocusedState {
    /// The examples that were read, by number, until training.
    read_examples: ReadExamples,
    /// The targets that were filed by the text of their pages.
    homes: Homes,
    tree: Option<TopicTree>,
    /// The relevance of the pages so far.
    relevance: BTreeMap<UrlId, f64>,
    /// The hub scores of the last distillation.
    hits: Hits,
    /// The raised links.
    raised: BTreeMap<UrlId, f64>,
    /// `None` if the distiller is off.
    refresh: Option<Refresh>,
}

impl Focused {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let settings: &Settings = inputs.settings;
        let every = settings.get(&EVERY);
        Self {
            topics: inputs.plan.taxonomy.clone(),
            taxonomy: inputs.taxonomy.clone(),
            shape: crate::learning::taxonomy::shape(inputs.taxonomy),
            options: TreeOptions { alpha: settings.get(&SMOOTHING), priors: Priors::default(), words: words(settings) },
            is_hard: settings.get(&FOCUS),
            hubs: settings.get(&HUBS),
            boost: settings.get(&BOOST),
            same_host: settings.get(&SAME_HOST),
            state: FocusedState {
                read_examples: ReadExamples::new(),
                homes: Homes::new(),
                tree: None,
                relevance: BTreeMap::new(),
                hits: Hits::default(),
                raised: BTreeMap::new(),
                refresh: (every > 0).then(|| Refresh::every(every)),
            },
        }
    }

    /// Moves the targets to the topics they were filed under; returns false if the result is not a valid taxonomy.
    fn move_targets(&mut self) -> bool {
        if self.state.homes.is_empty() {
            return true;
        }
        let moved = filed_by_text::moved(&self.topics, &self.state.homes);
        let Some(Ok(checked)) = moved.map(|moved| moved.check()) else {
            return false;
        };
        self.shape = crate::learning::taxonomy::shape(&checked);
        self.taxonomy = checked;
        true
    }

    fn worth(&self, topic: f64, hub: f64) -> Score {
        Score::with_parts(topic + self.boost * hub, vec![topic, hub])
    }

    /// Returns the boost of the best hubs' links: for each link the hub's score relative to the best.
    fn distill(&mut self, context: &Context<'_>) -> BTreeMap<UrlId, f64> {
        let relevance = &self.state.relevance;
        let weight = |page: UrlId| relevance.get(&page).copied().unwrap_or(0.0);
        let host = |page: UrlId| context.urls.host_of(page);
        let counts = |from: UrlId, to: UrlId| self.same_host || host(from) != host(to);
        let (nodes, start) = (context.urls.len(), &self.state.hits.hubs);
        self.state.hits = hits(context.graph, nodes, weight, counts, start);
        let hubs = best(&self.state.hits.hubs, self.hubs);
        let most = hubs.first().map_or(0.0, |(_, worth)| *worth);
        let mut raised: BTreeMap<UrlId, f64> = BTreeMap::new();
        for (hub, worth) in hubs {
            for link in context.graph.links_of(hub) {
                let raise = raised.entry(*link).or_default();
                *raise = raise.max(worth / most);
            }
        }
        raised
    }

    /// Returns the examples that were read, each with its leaf.
    fn read_examples(&self) -> impl Iterator<Item = (usize, &TermCounts)> {
        let read_examples = self.state.read_examples.iter();
        read_examples.map(|(number, counts)| (self.taxonomy.examples()[*number].node, counts))
    }

    fn report(&self, tree: &TopicTree) -> TrainingReport {
        let examples: Vec<(usize, &TermCounts)> = self.read_examples().collect();
        let Ok(tested) = held_out(&self.shape, &examples, self.options) else {
            return TrainingReport::default();
        };
        let name = |node: usize| self.taxonomy.nodes()[node].path.clone();
        let of_node = |node: usize| {
            let examples = self.taxonomy.examples().iter();
            examples.filter(move |example| example.node == node)
        };
        let group = |topic: &crate::learning::TopicAccuracy| Group {
            name: name(topic.node),
            good: tree.is_good(topic.node),
            given: count(of_node(topic.node).count()),
            words: of_node(topic.node).any(|example: &Example| !example.is_page()),
            read: count(topic.examples),
            correct: topic.correct.map(count),
            most_confused_with: topic.most_confused_with.map(name),
        };
        TrainingReport {
            groups: tested.topics.iter().map(group).collect(),
            accuracy: tested.accuracy,
            binary_accuracy: tested.binary_accuracy,
            ..TrainingReport::default()
        }
    }

    /// Returns why training is impossible; `None` if it is possible.
    fn training_problem(&self) -> Option<String> {
        let read = |good: bool| self.read_examples().filter(move |(leaf, _)| self.taxonomy.nodes()[*leaf].good == good);
        let missing = match (read(true).next(), read(false).next()) {
            (Some(_), Some(_)) => return None,
            (None, _) => "of a target topic",
            (_, None) => "of any other topic",
        };
        Some(format!("No example {missing} could be read, so there is nothing to train on. Add readable ones."))
    }
}

/// Returns the pages with the `n` largest scores above 0, largest first.
fn best(scores: &[f64], n: usize) -> Vec<(UrlId, f64)> {
    let ids = (0..).map(UrlId).zip(scores.iter().copied());
    let mut found: Vec<(UrlId, f64)> = ids.filter(|(_, score)| *score > 0.0).collect();
    sort_by_weight(&mut found);
    found.truncate(n);
    found
}

impl Strategy for Focused {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], _context: &mut Context<'_>) -> Vec<Option<Score>> {
        let Some(tree) = &self.state.tree else {
            return vec![None; links.len()];
        };
        let shares = tree.probabilities(page.counts);
        let topic = tree.relevance(&shares);
        self.state.relevance.insert(page.id, topic);
        let follows = !self.is_hard || tree.is_good(tree.best_leaf(&shares));
        let raised = |view: &LinkView<'_>| self.state.raised.get(&view.id).copied();
        let worth = |view| self.worth(topic, raised(view).unwrap_or(0.0));
        links.iter().map(|view| follows.then(|| worth(view))).collect()
    }

    /// Keeps the data learned from the examples.
    fn restart(&mut self) -> RestartMode {
        let state = &mut self.state;
        state.relevance.clear();
        state.raised.clear();
        state.hits = Hits::default();
        state.refresh = state.refresh.take().map(Refresh::restarted);
        RestartMode::ReplayTrained
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        let refresh = self.state.refresh.as_mut();
        if !refresh.is_some_and(|refresh| refresh.is_due(context.pages_read)) {
            return Vec::new();
        }
        let raised = self.distill(context);
        let fallen = std::mem::take(&mut self.state.raised);
        let fallen = fallen.into_keys().filter(|link| !raised.contains_key(link));
        let changed = fallen.map(|link| (link, 0.0)).chain(raised.clone());
        let rescored = changed.filter_map(|(link, hub)| {
            let topic = *frontier.get(link)?.score.parts.first()?;
            Some((link, self.worth(topic, hub)))
        });
        let rescored = rescored.collect();
        self.state.raised = raised;
        rescored
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = restored(&mut self.state, saved) && self.move_targets();
        let is_one = |number: &usize| *number < self.taxonomy.examples().len();
        let mut read_examples = self.state.read_examples.keys();
        let tree = self.state.tree.as_ref();
        read && read_examples.all(is_one) && tree.is_none_or(|tree| tree.is_of(&self.shape))
    }

    fn training(&mut self) -> Option<&mut dyn Training> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Training for Focused {
    fn study(&mut self, example: &ExampleView<'_>, _lens: &mut Vectorizer) {
        if example.number < self.taxonomy.examples().len() {
            self.state.read_examples.insert(example.number, example.counts.clone());
        }
    }

    fn train(&mut self) -> TrainingStep {
        let state = &mut self.state;
        state.homes = filed_by_text::homes(&self.topics, &self.taxonomy, &state.read_examples);
        let read_examples = std::mem::take(&mut state.read_examples);
        state.read_examples = filed_by_text::renumbered(&self.taxonomy, &state.homes, read_examples);
        self.move_targets();
        let trained = TopicTree::train(&self.shape, self.read_examples(), self.options);
        let mut report = trained.as_ref().map_or_else(|_| TrainingReport::default(), |tree| self.report(tree));
        report.trouble = self.training_problem();
        self.state.tree = trained.ok();
        self.state.read_examples = ReadExamples::new();
        TrainingStep::Done(Box::new(report))
    }
}

impl Report for Focused {
    fn tables(&self, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        let hits = &self.state.hits;
        let row = |(page, worth): (UrlId, f64)| {
            let relevance = self.state.relevance.get(&page).copied();
            vec![overview.cell(page), Cell::Number(worth), Cell::Number(relevance.unwrap_or(0.0))]
        };
        let table = |title, help, best: Vec<(UrlId, f64)>| {
            ModelTable::new(title, help, &["Page", "Score", "On topic"], best.into_iter().map(row))
        };
        if best(&hits.hubs, 1).is_empty() {
            return Vec::new();
        }
        vec![
            table(
                "Hubs",
                "Relevant pages that link to good authorities. Unvisited links of the best ones get a boost.",
                best(&hits.hubs, self.hubs),
            ),
            table("Authorities", "Relevant pages that good hubs link to.", best(&hits.authorities, self.hubs)),
        ]
    }
}
