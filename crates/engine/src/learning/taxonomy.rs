//! Creates topic taxonomies from bookmark folders, converts them for the classifiers, and files topics under broader
//! ones.
//!
//! Source: Pant §3.3 (Chakrabarti's focused crawler): examples from a bookmark file, topics marked good by the person.

pub(crate) mod filed_by_text;
pub mod filing;

use crate::learning::TreeNode;
use crate::learning::bookmarks::Folder;
use std::collections::BTreeMap;
use types::limits::BOOKMARK_DEPTH;
use types::taxonomy::{CheckedTaxonomy, Taxonomy, Topic, TopicNode};

/// The name of an unnamed folder.
const UNNAMED: &str = "Unnamed";

/// Converts folders to topics and bookmarks to examples; no topic is good.
///
/// Folders without any bookmark in them are dropped. Folders with the same name and parent are merged. A folder that
/// contains everything, such as a single "Bookmarks bar", is removed, repeatedly if necessary. Bookmarks beside folders
/// at the top form a topic named after the folder that contains them.
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
                None => topics.push(Topic { name, examples: loose, ..Topic::default() }),
            }
        }
        Self { topics }
    }
}

/// Returns the topics of sibling folders. Folders more than `levels` deeper are ignored, which bounds the recursion.
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
            examples: folders.iter().flat_map(|folder| examples(folder)).collect(),
            topics: merged(&below, levels - 1),
            ..Topic::default()
        }
    };
    let topics = groups.into_iter().map(topic);
    topics.filter(|topic| !topic.examples.is_empty() || !topic.topics.is_empty()).collect()
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

/// Returns the nodes of the taxonomy in the form that the classifiers need.
pub(crate) fn shape(taxonomy: &CheckedTaxonomy) -> Vec<TreeNode> {
    let node = |node: &TopicNode| TreeNode { parent: node.parent, good: node.good };
    taxonomy.nodes().iter().map(node).collect()
}

#[cfg(test)]
mod tests;
