//! The saved form of a taxonomy: one flat list, since deserializing nested data recurses as deep as the file demands.
//!
//! Files that people write or programs exchange keep the nested form; their readers limit the depth themselves.

use super::{Taxonomy, Topic};
use crate::limits::BOOKMARK_DEPTH;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The nested form.
#[derive(Serialize)]
struct BorrowedTopics<'a> {
    topics: &'a [Topic],
}

/// The nested form, owned, for deserialization.
#[derive(Deserialize)]
#[serde(rename = "Taxonomy")]
struct OwnedTopics {
    topics: Vec<Topic>,
}

/// A topic in preorder: its depth (0 for the topmost), name, mark, examples, words, `contrast` and `file_by_text`.
type Entry<'a> = (usize, &'a str, bool, &'a [String], &'a str, bool, bool);

/// An owned entry, for deserialization.
type OwnedEntry = (usize, String, bool, Vec<String>, String, bool, bool);

impl Serialize for Taxonomy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let topics = &self.topics;
            return BorrowedTopics { topics }.serialize(serializer);
        }
        flat(&self.topics).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Taxonomy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let topics = if deserializer.is_human_readable() {
            OwnedTopics::deserialize(deserializer)?.topics
        } else {
            let entries = Vec::deserialize(deserializer)?;
            nested(entries).ok_or_else(|| D::Error::custom("the topics do not form a tree"))?
        };
        Ok(Self { topics })
    }
}

fn flat(topics: &[Topic]) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let mut open = vec![topics.iter()];
    while let Some(siblings) = open.last_mut() {
        let Some(topic) = siblings.next() else {
            open.pop();
            continue;
        };
        entries.push((
            open.len() - 1,
            &*topic.name,
            topic.good,
            &*topic.examples,
            &*topic.words,
            topic.contrast,
            topic.file_by_text,
        ));
        open.push(topic.topics.iter());
    }
    entries
}

/// Returns the tree; `None` if a topic is more than one level below the previous one, or too deep.
fn nested(entries: Vec<OwnedEntry>) -> Option<Vec<Topic>> {
    let mut top = Vec::new();
    let mut open: Vec<Topic> = Vec::new();
    for (depth, name, good, examples, words, contrast, file_by_text) in entries {
        close(&mut open, depth, &mut top);
        if depth > open.len() || depth > BOOKMARK_DEPTH {
            return None;
        }
        let topics = Vec::new();
        open.push(Topic { name, good, examples, words, contrast, file_by_text, topics });
    }
    close(&mut open, 0, &mut top);
    Some(top)
}

/// Moves the open topics from this depth on into their parents.
fn close(open: &mut Vec<Topic>, depth: usize, top: &mut Vec<Topic>) {
    while open.len() > depth {
        let Some(topic) = open.pop() else { return };
        open.last_mut().map_or(&mut *top, |above| &mut above.topics).push(topic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(name: &str, topics: Vec<Topic>) -> Topic {
        let (good, examples) = (name.len() == 1, vec![format!("http://{name}.test/")]);
        Topic {
            name: name.to_owned(),
            good,
            examples,
            words: if good { "many words".to_owned() } else { String::new() },
            contrast: !good,
            file_by_text: good,
            topics,
        }
    }

    #[test]
    fn a_taxonomy_that_was_saved_is_the_same() {
        let deep = topic("a", vec![topic("bb", vec![topic("c", vec![])]), topic("d", vec![])]);
        for topics in [vec![], vec![deep.clone()], vec![topic("e", vec![]), deep, topic("ff", vec![])]] {
            let taxonomy = Taxonomy { topics };
            let bytes = postcard::to_stdvec(&taxonomy).expect("it can be saved");
            assert_eq!(postcard::from_bytes(&bytes).as_ref(), Ok(&taxonomy));
            let text = serde_json::to_string(&taxonomy).expect("it can be written");
            assert!(text.starts_with("{\"topics\":["), "{text}");
            assert_eq!(serde_json::from_str::<Taxonomy>(&text).ok(), Some(taxonomy));
        }
    }

    #[test]
    fn topics_nested_a_million_deep_are_refused_without_recursion() {
        let chain = |depths: &mut dyn Iterator<Item = usize>| -> Vec<u8> {
            let entries: Vec<Entry<'_>> = depths.map(|depth| (depth, "", false, &[][..], "", false, false)).collect();
            postcard::to_stdvec(&entries).expect("it can be written")
        };
        for bytes in [chain(&mut (0..1_000_000)), chain(&mut [1].into_iter()), chain(&mut [0, 2].into_iter())] {
            assert!(postcard::from_bytes::<Taxonomy>(&bytes).is_err());
        }
    }
}
