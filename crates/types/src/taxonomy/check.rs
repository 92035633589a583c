//! Checks a taxonomy for training: numbers the topics, resolves their examples, and inherits the good marks.

use super::{Taxonomy, TaxonomyError, Topic};
use crate::limits::{TAXONOMY_DEPTH, TAXONOMY_EXAMPLES, TAXONOMY_TOPICS, TOPIC_WORDS_BYTES};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A checked taxonomy: its topics as numbered nodes, parents before their children, and its examples.
///
/// Node 0 is the root, which contains everything. A topic with both examples and subtopics gets one more child that
/// holds its own examples, so that only leaves have examples.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedTaxonomy {
    nodes: Vec<TopicNode>,
    examples: Vec<Example>,
}

/// A topic with a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicNode {
    /// Its name; empty for the root.
    pub name: String,
    /// The path: the names from the top, joined with slashes; empty for the root.
    pub path: String,
    /// The topic above it; `None` for the root.
    pub parent: Option<usize>,
    /// True if it or a topic above it is marked good.
    pub good: bool,
    /// True for the child that holds its parent's own examples and has the parent's name and path.
    pub holds_own_examples: bool,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The page, or the words.
    pub content: ExampleContent,
    /// The leaf it belongs to. A page may be an example of several leaves, but only once of each.
    pub node: usize,
}

/// The content of an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExampleContent {
    /// A page, by its canonical URL.
    Page(CanonicalUrl),
    /// The words of a topic.
    Words(String),
}

impl Example {
    /// Returns whether it is a page.
    pub fn is_page(&self) -> bool {
        matches!(self.content, ExampleContent::Page(_))
    }
}

impl CheckedTaxonomy {
    /// Returns the nodes in the order of their numbers; the root is first.
    pub fn nodes(&self) -> &[TopicNode] {
        &self.nodes
    }

    /// Returns the examples in written order; the words of a topic precede its pages.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }
}

impl Taxonomy {
    /// Checks the taxonomy and returns all problems, in the order of the tree. Empty examples are ignored.
    pub fn check(&self) -> Result<CheckedTaxonomy, Vec<TaxonomyError>> {
        let (topics, examples) = self.size();
        let beyond = [
            (topics == 0).then_some(TaxonomyError::NoTopics),
            (topics > TAXONOMY_TOPICS).then_some(TaxonomyError::TooManyTopics(topics)),
            (examples > TAXONOMY_EXAMPLES).then_some(TaxonomyError::TooManyExamples(examples)),
        ];
        let beyond: Vec<TaxonomyError> = beyond.into_iter().flatten().collect();
        if !beyond.is_empty() {
            return Err(beyond);
        }
        let mut check = Check::default();
        check.walk(&self.topics);
        check.marks();
        if check.errors.is_empty() { Ok(check.done) } else { Err(check.errors) }
    }

    /// Returns the number of topics and of example pages.
    fn size(&self) -> (usize, usize) {
        let each = self.all().map(|topic| (1, topic.examples.len()));
        each.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

struct Check {
    done: CheckedTaxonomy,
    errors: Vec<TaxonomyError>,
}

/// A topic on the stack of the traversal, with its position.
struct TopicPosition<'a> {
    topic: &'a Topic,
    parent: usize,
    depth: usize,
    field: String,
    repeated: bool,
}

impl Default for Check {
    fn default() -> Self {
        let root = TopicNode {
            name: String::new(),
            path: String::new(),
            parent: None,
            good: false,
            holds_own_examples: false,
        };
        let done = CheckedTaxonomy { nodes: vec![root], examples: Vec::new() };
        Self { done, errors: Vec::new() }
    }
}

impl Check {
    /// Numbers the topics, parents first, in the order of the tree.
    fn walk(&mut self, topics: &[Topic]) {
        let mut open = positions(topics, 0, 1, "");
        while let Some(position) = open.pop() {
            let number = self.node(&position);
            let path = self.done.nodes[number].path.clone();
            if position.repeated {
                let field = format!("{}.name", position.field);
                self.errors.push(TaxonomyError::NameRepeated { path: path.clone(), field });
            }
            if position.depth > TAXONOMY_DEPTH {
                let field = position.field;
                self.errors.push(TaxonomyError::TooDeep { path, field });
                continue;
            }
            self.examples(&position, number, &path);
            let below = &position.topic.topics;
            open.extend(positions(below, number, position.depth + 1, &position.field));
        }
    }

    fn node(&mut self, position: &TopicPosition<'_>) -> usize {
        let name = position.topic.name.trim().to_owned();
        if name.is_empty() {
            let field = format!("{}.name", position.field);
            self.errors.push(TaxonomyError::NameMissing { field });
        }
        let parent = &self.done.nodes[position.parent];
        let path = match parent.path.as_str() {
            "" => name.clone(),
            above => format!("{above}/{name}"),
        };
        let node = TopicNode {
            name,
            path,
            parent: Some(position.parent),
            good: parent.good || position.topic.good,
            holds_own_examples: false,
        };
        self.push(node)
    }

    fn push(&mut self, node: TopicNode) -> usize {
        self.done.nodes.push(node);
        self.done.nodes.len() - 1
    }

    /// Adds the examples of a topic to its node, or to the child that holds them.
    fn examples(&mut self, position: &TopicPosition<'_>, number: usize, path: &str) {
        let blank = |text: &String| text.trim().is_empty();
        let inner = !position.topic.topics.is_empty();
        let words = position.topic.words.trim();
        if words.is_empty() && position.topic.examples.iter().all(blank) {
            if !inner {
                let (path, field) = (path.to_owned(), position.field.clone());
                self.errors.push(TaxonomyError::NoExamples { path, field });
            }
            return;
        }
        if words.len() > TOPIC_WORDS_BYTES {
            let (path, field) = (path.to_owned(), format!("{}.words", position.field));
            self.errors.push(TaxonomyError::WordsTooLong { path, field });
        }
        let node = if inner { self.add_own_examples_node(number) } else { number };
        if !words.is_empty() {
            let content = ExampleContent::Words(words.to_owned());
            self.done.examples.push(Example { content, node });
        }
        let mut seen = BTreeSet::new();
        let written = position.topic.examples.iter().enumerate();
        for (at, text) in written.filter(|(_, text)| !blank(text)) {
            match CanonicalUrl::from_person(text) {
                Ok(url) if seen.contains(&url) => {}
                Ok(url) => {
                    seen.insert(url.clone());
                    let content = ExampleContent::Page(url);
                    self.done.examples.push(Example { content, node });
                }
                Err(problem) => self.errors.push(TaxonomyError::Example {
                    path: path.to_owned(),
                    number: at + 1,
                    problem,
                    field: format!("{}.examples[{at}]", position.field),
                }),
            }
        }
    }

    /// Adds the child that holds a topic's own examples, and returns its number.
    fn add_own_examples_node(&mut self, number: usize) -> usize {
        self.push(TopicNode { parent: Some(number), holds_own_examples: true, ..self.done.nodes[number].clone() })
    }

    /// Checks that at least one leaf is good and at least one is not.
    fn marks(&mut self) {
        let nodes = &self.done.nodes;
        let mut leaf = vec![true; nodes.len()];
        for parent in nodes.iter().filter_map(|node| node.parent) {
            leaf[parent] = false;
        }
        let good = |wanted: bool| {
            let leaves = nodes.iter().zip(&leaf).filter(|(_, leaf)| **leaf);
            leaves.into_iter().any(|(node, _)| node.good == wanted)
        };
        let error = match (good(true), good(false)) {
            (false, _) => Some(TaxonomyError::NoGoodTopic),
            (_, false) => Some(TaxonomyError::AllTopicsGood),
            _ => None,
        };
        self.errors.extend(error);
    }
}

/// Returns siblings in stack order: the first on top.
fn positions<'a>(topics: &'a [Topic], parent: usize, depth: usize, above: &str) -> Vec<TopicPosition<'a>> {
    let dot = if above.is_empty() { "" } else { "." };
    let mut names = BTreeSet::new();
    let position = |(at, topic): (usize, &'a Topic)| TopicPosition {
        topic,
        parent,
        depth,
        field: format!("{above}{dot}topics[{at}]"),
        repeated: !topic.name.trim().is_empty() && !names.insert(topic.name.trim()),
    };
    let mut positions: Vec<TopicPosition<'a>> = topics.iter().enumerate().map(position).collect();
    positions.reverse();
    positions
}
