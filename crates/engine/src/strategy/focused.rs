//! The focused crawler: a tree of classifiers, trained on example pages, says how far each page is about the good topics.
//!
//! Soft focus gives a page's links `R(p) = Σ P(c | p)` over the good topics c. Hard focus follows them only where the most probable
//! leaf of the taxonomy, or an ancestor of it, is good. From time to time the distiller runs weighted HITS over the pages so far, each
//! weighing as much as it is relevant, and the unvisited links of the best hubs are raised by `boost · hub / best hub`.
//!
//! Naive Bayes is far too sure of long pages: it says 0 or 1 of nearly each, and links cannot be ordered by that. So a long page is weighed as
//! if it had fewer words, unless that is switched off.
//!
//! The papers leave out the weights of the distiller and how far it raises a link. Links within a host do not count, as with Chakrabarti,
//! to keep sites from praising themselves, unless that is asked for: a crawl may have no other links.
//!
//! Source: Pant §3.3 eq. 6, Evolving §2.2.1.1 (Chakrabarti, van den Berg and Dom 1999).

use super::again::{AGAIN, Again};
use super::refresh::Refresh;
use super::trained::{WORDS, words};
use super::{
    Context, Entry, ExampleView, FoundAgain, LinkView, Materials, Needs, PageView, Param, Part,
    Range, Settings, StartOver, Strategy, Survey,
};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::{Hits, UrlId, hits};
use crate::learn::{Priors, TopicTree, TreeNode, TreeOptions, held_out};
use crate::report::{Cell, Group, Insight, Learning, Lesson};
use crate::taxonomy::CheckedTaxonomy;
use crate::text::TermCounts;
use crate::topic::Lens;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const HARD: &str = "hard";

pub(super) const ENTRY: Entry = Entry {
    id: "focused",
    title: "Focused crawler",
    sentence: "Learns from folders of example pages what the topics are that you want, and follows the links of pages about them.",
    source: "Pant §3.3 eq. 6, Evolving §2.2.1.1",
    params: &[
        Param {
            name: "focus",
            title: "Focus",
            range: Range::Choice(&["soft", HARD]),
            help: "Soft: links of relevant pages go first. Hard: links of pages on other topics are not followed at all.",
        },
        WORDS,
        Param {
            name: "smoothing",
            title: "Smoothing",
            range: Range::Real {
                min: 0.001,
                max: 10.0,
                default: 1.0,
            },
            help: "Added to the count of every word in every topic.",
        },
        Param {
            name: "every",
            title: "Pages between two distillations",
            range: Range::Whole {
                min: 0,
                max: 10_000,
                default: 50,
            },
            help: "The least; in a long crawl it is a tenth of the pages so far. 0: none.",
        },
        Param {
            name: "hubs",
            title: "Hubs",
            range: Range::Whole {
                min: 1,
                max: 1_000,
                default: 10,
            },
            help: "Of how many of the best hubs the links are raised.",
        },
        Param {
            name: "boost",
            title: "Boost",
            range: Range::Real {
                min: 0.0,
                max: 1.0,
                default: 0.2,
            },
            help: "How far the links of the best hub are raised; those of the others in proportion.",
        },
        Param {
            name: "same_host",
            title: "Links within a host",
            range: Range::Switch { default: false },
            help: "On: they count for hubs and authorities as well. Off: only links from host to host do, so that no site praises itself.",
        },
        AGAIN,
    ],
    needs: Needs::TAXONOMY,
    has_spiders: false,
    parts: &[
        Part {
            title: "topic",
            help: "how far the page with the link is about your good topics",
        },
        Part {
            title: "hub",
            help: "how good the best hub is that links there, beside the best of all",
        },
    ],
    make: |materials| Box::new(Focused::new(materials)),
};

struct Focused {
    taxonomy: CheckedTaxonomy,
    shape: Vec<TreeNode>,
    options: TreeOptions,
    is_hard: bool,
    hubs: usize,
    boost: f64,
    same_host: bool,
    again: Again,
    memory: Memory,
}

#[derive(Serialize, Deserialize)]
struct Memory {
    /// Examples that were read, by number, until they were learned from.
    studied: BTreeMap<usize, TermCounts>,
    tree: Option<TopicTree>,
    /// The relevance of the pages so far.
    relevance: BTreeMap<UrlId, f64>,
    /// As of the last distillation.
    hits: Hits,
    /// Links that are raised.
    raised: BTreeMap<UrlId, f64>,
    /// None where the distiller is off.
    refresh: Option<Refresh>,
}

impl Focused {
    fn new(materials: &Materials<'_>) -> Self {
        let settings: &Settings = materials.settings;
        let every = settings.whole("every");
        Self {
            taxonomy: materials.taxonomy.clone(),
            shape: materials.taxonomy.shape(),
            options: TreeOptions {
                alpha: settings.real("smoothing"),
                priors: Priors::default(),
                words: words(settings),
            },
            is_hard: settings.choice("focus") == HARD,
            hubs: settings.whole("hubs"),
            boost: settings.real("boost"),
            same_host: settings.switch("same_host"),
            again: Again::of(settings),
            memory: Memory {
                studied: BTreeMap::new(),
                tree: None,
                relevance: BTreeMap::new(),
                hits: Hits::default(),
                raised: BTreeMap::new(),
                refresh: (every > 0).then(|| Refresh::every(every)),
            },
        }
    }

    fn worth(&self, topic: f64, hub: f64) -> Score {
        Score::with_parts(topic + self.boost * hub, vec![topic, hub])
    }

    /// What the links of the best hubs get: by link, the hub's worth beside the best one.
    fn distill(&mut self, context: &Context<'_>) -> BTreeMap<UrlId, f64> {
        let relevance = &self.memory.relevance;
        let weight = |page: UrlId| relevance.get(&page).copied().unwrap_or(0.0);
        let host = |page: UrlId| context.urls.host_of(page);
        let counts = |from: UrlId, to: UrlId| self.same_host || host(from) != host(to);
        let (nodes, start) = (context.urls.len(), &self.memory.hits.hubs);
        self.memory.hits = hits(context.graph, nodes, weight, counts, start);
        let hubs = best(&self.memory.hits.hubs, self.hubs);
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

    /// The examples that were read, each with its leaf.
    fn studied(&self) -> impl Iterator<Item = (usize, &TermCounts)> {
        let studied = self.memory.studied.iter();
        studied.map(|(number, counts)| (self.taxonomy.examples()[*number].node, counts))
    }

    fn lesson(&self, tree: &TopicTree) -> Lesson {
        let examples: Vec<(usize, &TermCounts)> = self.studied().collect();
        let Ok(tested) = held_out(&self.shape, &examples, self.options) else {
            return Lesson::default();
        };
        let name = |node: usize| self.taxonomy.nodes()[node].path.clone();
        let given = |node: usize| {
            let of_node = self.taxonomy.examples().iter();
            count(of_node.filter(|example| example.node == node).count())
        };
        let group = |topic: &crate::learn::TopicAccuracy| Group {
            name: name(topic.node),
            good: tree.is_good(topic.node),
            given: given(topic.node),
            read: count(topic.examples),
            right: topic.right.map(count),
            taken_for: topic.taken_for.map(name),
        };
        Lesson {
            groups: tested.topics.iter().map(group).collect(),
            right: tested.right,
            right_side: tested.good,
            ..Lesson::default()
        }
    }

    /// Why there is nothing to crawl by.
    fn trouble(&self) -> Option<String> {
        let read = |good: bool| {
            self.studied()
                .filter(move |(leaf, _)| self.taxonomy.nodes()[*leaf].good == good)
        };
        let missing = match (read(true).next(), read(false).next()) {
            (Some(_), Some(_)) => return None,
            (None, _) => "of a good topic",
            (_, None) => "of any other topic",
        };
        Some(format!(
            "Not one example {missing} could be read, so there is nothing to tell pages by."
        ))
    }
}

/// The pages of the `n` largest scores above 0, largest first.
fn best(scores: &[f64], n: usize) -> Vec<(UrlId, f64)> {
    let ids = (0..).map(UrlId).zip(scores.iter().copied());
    let mut found: Vec<(UrlId, f64)> = ids.filter(|(_, score)| *score > 0.0).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found.truncate(n);
    found
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Strategy for Focused {
    fn study(&mut self, example: &ExampleView<'_>, _lens: &mut Lens) {
        if example.number < self.taxonomy.examples().len() {
            self.memory
                .studied
                .insert(example.number, example.counts.clone());
        }
    }

    fn conclude(&mut self) -> Learning {
        let trained = TopicTree::train(&self.shape, self.studied(), self.options);
        let mut lesson = trained
            .as_ref()
            .map_or_else(|_| Lesson::default(), |tree| self.lesson(tree));
        lesson.trouble = self.trouble();
        self.memory.tree = trained.ok();
        self.memory.studied = BTreeMap::new();
        Learning::Done(Box::new(lesson))
    }

    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let Some(tree) = &self.memory.tree else {
            return vec![None; links.len()];
        };
        let shares = tree.probabilities(page.counts);
        let topic = tree.relevance(&shares);
        self.memory.relevance.insert(page.id, topic);
        let follows = !self.is_hard || tree.is_good(tree.best_leaf(&shares));
        let raised = |view: &LinkView<'_>| self.memory.raised.get(&view.id).copied();
        let worth = |view| self.worth(topic, raised(view).unwrap_or(0.0));
        links
            .iter()
            .map(|view| follows.then(|| worth(view)))
            .collect()
    }

    /// What was learned from the examples stays.
    fn start_over(&mut self) -> StartOver {
        let memory = &mut self.memory;
        memory.relevance.clear();
        memory.raised.clear();
        memory.hits = Hits::default();
        memory.refresh = memory.refresh.take().map(Refresh::anew);
        StartOver::Forgot
    }

    fn revise(
        &mut self,
        _page: &PageView<'_>,
        frontier: &Frontier,
        context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        let refresh = self.memory.refresh.as_mut();
        if !refresh.is_some_and(|refresh| refresh.is_due(context.pages_read)) {
            return Vec::new();
        }
        let raised = self.distill(context);
        let fallen = std::mem::take(&mut self.memory.raised);
        let fallen = fallen.into_keys().filter(|link| !raised.contains_key(link));
        let changed = fallen.map(|link| (link, 0.0)).chain(raised.clone());
        let rescored = changed.filter_map(|(link, hub)| {
            let topic = *frontier.get(link)?.score.parts.first()?;
            Some((link, self.worth(topic, hub)))
        });
        let rescored = rescored.collect();
        self.memory.raised = raised;
        rescored
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    fn insights(&self, survey: &Survey<'_>) -> Vec<Insight> {
        let hits = &self.memory.hits;
        let row = |(page, worth): (UrlId, f64)| {
            let relevance = self.memory.relevance.get(&page).copied();
            vec![
                survey.cell(page),
                Cell::Number(worth),
                Cell::Number(relevance.unwrap_or(0.0)),
            ]
        };
        let table = |title, help, best: Vec<(UrlId, f64)>| {
            Insight::new(
                title,
                help,
                &["Page", "Score", "On topic"],
                best.into_iter().map(row),
            )
        };
        if best(&hits.hubs, 1).is_empty() {
            return Vec::new();
        }
        vec![
            table(
                "Hubs",
                "Relevant pages that link to good authorities. Links of the best ones that were not followed yet were raised.",
                best(&hits.hubs, self.hubs),
            ),
            table(
                "Authorities",
                "Relevant pages that good hubs link to.",
                best(&hits.authorities, self.hubs),
            ),
        ]
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&self.memory)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = super::restored(&mut self.memory, saved);
        let is_one = |number: &usize| *number < self.taxonomy.examples().len();
        let mut studied = self.memory.studied.keys();
        let tree = self.memory.tree.as_ref();
        read && studied.all(is_one) && tree.is_none_or(|tree| tree.is_of(&self.shape))
    }
}
