//! The topic taxonomy: a tree of topics with example pages, some of them marked good, from which the focused crawler learns.
//!
//! It is plain data as a person makes it, or as a folder tree of bookmarks gives it; [`Taxonomy::check`] makes it one that can be learned
//! from. Left out on purpose: fetching the examples (the crawl's), learning from them ([`crate::learning`]).
//!
//! Source: Pant §3.3 (Chakrabarti's focused crawler): examples as in a bookmark file, topics marked good by the person.

mod check;
mod error;
mod flat;

use crate::bookmarks::Folder;
use crate::limits::BOOKMARK_DEPTH;
pub use check::{CheckedTaxonomy, Example, TopicNode};
pub use error::TaxonomyError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Marked good: pages on it, or on any topic under it, are what the crawl looks for.
    #[serde(default)]
    pub good: bool,
    /// Addresses of pages on it, as written. A topic with topics under it may have examples of its own: pages on the whole of it.
    #[serde(default)]
    pub examples: Vec<String>,
    /// The topics under it.
    #[serde(default)]
    pub topics: Vec<Topic>,
}

/// The name of an unnamed folder.
const UNNAMED: &str = "Unnamed";

/// Folders are topics and bookmarks are examples; nothing is good yet.
///
/// Folders without a bookmark anywhere in them are dropped. Folders of one name in one place are one topic. A folder that alone holds
/// everything, such as a single "Bookmarks bar", tells nothing apart and is left away, again and again. Bookmarks that lie beside
/// folders at the top are a topic, by the name of what they lie in.
impl From<&Folder> for Taxonomy {
    fn from(file: &Folder) -> Self {
        let mut loose = examples(file).collect::<Vec<_>>();
        let mut name = named(file).to_owned();
        let mut topics = merged(&file.folders.iter().collect::<Vec<_>>(), BOOKMARK_DEPTH);
        while loose.is_empty() && topics.len() == 1 {
            let only = topics.remove(0);
            (loose, name, topics) = (only.examples, only.name, only.topics);
        }
        if !loose.is_empty() {
            match topics.iter_mut().find(|topic| topic.name == name) {
                Some(topic) => topic.examples.extend(loose),
                None => topics.push(Topic {
                    name,
                    examples: loose,
                    ..Topic::default()
                }),
            }
        }
        Self { topics }
    }
}

/// Returns the topics of folders that lie in one place; folders more than `levels` deeper are not looked at, so this recursion ends.
fn merged(folders: &[&Folder], levels: usize) -> Vec<Topic> {
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: Vec<(&str, Vec<&Folder>)> = Vec::new();
    for folder in folders.iter().filter(|_| levels > 0) {
        let name = named(folder);
        let group = *by_name.entry(name).or_insert(groups.len());
        if group == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[group].1.push(folder);
    }
    let topic = |(name, folders): (&str, Vec<&Folder>)| {
        let below: Vec<&Folder> = folders.iter().flat_map(|folder| &folder.folders).collect();
        Topic {
            name: name.to_owned(),
            good: false,
            examples: folders.iter().flat_map(|folder| examples(folder)).collect(),
            topics: merged(&below, levels - 1),
        }
    };
    let topics = groups.into_iter().map(topic);
    topics
        .filter(|topic| !topic.examples.is_empty() || !topic.topics.is_empty())
        .collect()
}

fn named(folder: &Folder) -> &str {
    match folder.name.trim() {
        "" => UNNAMED,
        name => name,
    }
}

fn examples(folder: &Folder) -> impl Iterator<Item = String> {
    let urls = folder.bookmarks.iter().map(|bookmark| &bookmark.url);
    urls.map(|url| url.as_str().to_owned())
}

impl Taxonomy {
    /// Marks the topic of a path good: names joined with slashes (`Health/Asthma`). A name may hold a slash itself; where several
    /// siblings fit, the one with the longest name is taken.
    pub fn mark_good(&mut self, path: &str) -> Result<(), TaxonomyError> {
        let mut rest = path.trim().trim_matches('/');
        let mut topics = &mut self.topics;
        loop {
            let fits = (0..topics.len()).filter(|at| below(rest, &topics[*at].name).is_some());
            let Some(at) = fits.max_by_key(|at| topics[*at].name.len()) else {
                let known = topics.iter().map(|topic| topic.name.clone()).collect();
                return Err(TaxonomyError::TopicUnknown {
                    path: path.to_owned(),
                    part: rest.to_owned(),
                    known,
                });
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

/// Returns the rest of a path after a name, empty at its end; `None` if the path does not start with the name.
fn below<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let name = name.trim();
    let after = path.strip_prefix(name).filter(|_| !name.is_empty())?;
    match after.strip_prefix('/') {
        Some(after) => Some(after),
        None => after.is_empty().then_some(""),
    }
}

#[cfg(test)]
mod tests;
