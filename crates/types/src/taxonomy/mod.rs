//! The topic taxonomy: a tree of topics with example pages or typical words, some of them marked good. The focused
//! crawler learns from it.
//!
//! It is plain data from a form or a folder tree of bookmarks; [`Taxonomy::check`] validates it for training. The crawl
//! fetches the examples, and the engine learns from them.
//!
//! Source: Pant §3.3 (Chakrabarti's focused crawler): examples as in a bookmark file, topics marked good by the person.

mod check;
mod error;
mod flat;

pub use check::{CheckedTaxonomy, Example, ExampleContent, TopicNode};
pub use error::TaxonomyError;
use serde::{Deserialize, Serialize};

/// The whole tree, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taxonomy {
    /// The topmost topics.
    pub topics: Vec<Topic>,
}

/// A topic, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// The name: not empty and unique among siblings.
    pub name: String,
    /// True if marked good: the crawl looks for pages on this topic or any topic below it.
    #[serde(default)]
    pub good: bool,
    /// Addresses of example pages, as written. A topic with subtopics may have examples of its own, about the whole
    /// topic.
    #[serde(default)]
    pub examples: Vec<String>,
    /// Typical words, as one example that needs no network; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// True if it only provides contrast, like the words of menus and notices: no topic is filed under it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contrast: bool,
    /// True if a topmost target is filed under the broad topic that best fits its example pages, once these are read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub file_by_text: bool,
    /// The topics under it.
    #[serde(default)]
    pub topics: Vec<Topic>,
}

impl Taxonomy {
    /// Returns true if there is no topic.
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }

    /// Returns the topics in preorder.
    pub fn all(&self) -> impl Iterator<Item = &Topic> {
        let mut open: Vec<&Topic> = self.topics.iter().rev().collect();
        std::iter::from_fn(move || {
            let topic = open.pop()?;
            open.extend(topic.topics.iter().rev());
            Some(topic)
        })
    }

    /// Returns the topmost topics that are marked good.
    pub fn targets(&self) -> Vec<&Topic> {
        fn add<'a>(topics: &'a [Topic], targets: &mut Vec<&'a Topic>) {
            for topic in topics {
                if topic.good {
                    targets.push(topic);
                } else {
                    add(&topic.topics, targets);
                }
            }
        }
        let mut targets = Vec::new();
        add(&self.topics, &mut targets);
        targets
    }

    /// Marks the topic with this path good: names joined with slashes (`Health/Asthma`). Names may contain slashes; of
    /// several matching siblings, the one with the longest name is chosen.
    pub fn mark_good(&mut self, path: &str) -> Result<(), TaxonomyError> {
        let mut rest = path.trim().trim_matches('/');
        let mut topics = &mut self.topics;
        loop {
            let fits = (0..topics.len()).filter(|at| below(rest, &topics[*at].name).is_some());
            let Some(at) = fits.max_by_key(|at| topics[*at].name.len()) else {
                let known = topics.iter().map(|topic| topic.name.clone()).collect();
                return Err(TaxonomyError::TopicUnknown { path: path.to_owned(), part: rest.to_owned(), known });
            };
            let topic = &mut topics[at];
            match below(rest, &topic.name) {
                None | Some("") => {
                    topic.good = true;
                    return Ok(());
                }
                Some(after) => rest = after,
            }
            topics = &mut topic.topics;
        }
    }
}

/// Returns the rest of a path after a name, possibly empty; `None` if the path does not start with the name.
fn below<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let name = name.trim();
    let after = path.strip_prefix(name).filter(|_| !name.is_empty())?;
    match after.strip_prefix('/') {
        Some(after) => Some(after),
        None => after.is_empty().then_some(""),
    }
}
