//! Topics to measure crawls on: a query, seeds, and pages known to be relevant.
//!
//! Pages that are known beforehand serve as examples for strategies that learn from such; those to be found do not.
//!
//! A file has the shape `{"topics": {"NAME": {"query", "seeds", "known_relevant", "targets", "trails"}}}`; what else stands in it is not
//! looked at. The demo web has topics of its own.

use crate::{LabError, sets};
use demo_web::DemoWeb;
use demo_web::truth::Truth;
use engine::eval::Judged;
use engine::taxonomy::Taxonomy;
use engine::trails::Trails;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A topic.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its name in its file.
    pub name: String,
    /// What a crawl looks for, in words.
    pub query: String,
    /// Where crawls start.
    pub seeds: Vec<String>,
    /// Pages about it, for strategies that learn from examples.
    pub examples: Vec<String>,
    /// Ways to pages about it, for strategies that learn from such.
    pub trails: Trails,
    /// What is known to be relevant. Crawls never see it.
    pub judged: Judged,
}

#[derive(Deserialize)]
struct TopicsFile {
    topics: BTreeMap<String, TopicEntry>,
}

#[derive(Deserialize)]
struct TopicEntry {
    query: String,
    seeds: Vec<String>,
    #[serde(default)]
    known_relevant: Vec<String>,
    #[serde(default)]
    targets: Vec<String>,
    #[serde(default)]
    trails: serde_json::Value,
}

/// Reads a file of topics, in the order of their names.
pub fn read(path: &Path) -> Result<Vec<Topic>, LabError> {
    crate::file::read(path, parse)
}

fn parse(text: &str) -> Result<Vec<Topic>, String> {
    let file: TopicsFile = serde_json::from_str(text).map_err(|error| {
        format!("{error}: a file of topics is {{\"topics\": {{\"NAME\": {{\"query\", \"seeds\", \"known_relevant\", \"targets\"}}}}}}")
    })?;
    let topics = file.topics.into_iter();
    topics
        .map(|(name, entry)| {
            let of_topic = |problem| format!("topic {name}: {problem}");
            let judged = judged(&entry).map_err(of_topic)?;
            let trails = trails(entry.trails).map_err(of_topic)?;
            Ok(Topic {
                name,
                query: entry.query,
                seeds: entry.seeds,
                examples: entry.known_relevant,
                trails,
                judged,
            })
        })
        .collect()
}

/// The trails of a topic, in the form of a file of trails without its head.
fn trails(trails: serde_json::Value) -> Result<Trails, String> {
    if trails.is_null() {
        return Ok(Trails::default());
    }
    let file = serde_json::json!({"version": 1, "trails": trails});
    crate::trails::of_json(&file.to_string())
}

fn judged(entry: &TopicEntry) -> Result<Judged, String> {
    Ok(Judged {
        relevant: sets::canonical(&entry.known_relevant)?,
        targets: sets::canonical(&entry.targets)?,
    })
}

/// The topics of a demo web, with the truth about its pages.
pub fn of_demo(seed: u64) -> Vec<Topic> {
    let web = DemoWeb::new(seed);
    let truth = Truth::of(&web);
    let topics = web.topics().iter();
    topics
        .map(|topic| Topic {
            name: topic.id.to_owned(),
            query: topic.query.to_owned(),
            seeds: topic.seeds.clone(),
            examples: topic.examples.clone(),
            trails: Trails::default(),
            judged: Judged {
                relevant: sets::canonical(&truth.targets(topic.id)).unwrap_or_default(),
                ..Judged::default()
            },
        })
        .collect()
}

/// The taxonomy that looks for one of these topics. It has the others to tell it from, and all seeds as pages on nothing of this: without
/// them every page would have to be about one of the topics.
pub fn taxonomy(topics: &[Topic], good: usize) -> Taxonomy {
    let folder = |name: &str, good: bool, examples: Vec<String>| engine::taxonomy::Topic {
        name: name.to_owned(),
        good,
        examples,
        topics: Vec::new(),
    };
    let named = topics.iter().enumerate();
    let named = named.map(|(at, topic)| folder(&topic.name, at == good, topic.examples.clone()));
    let seeds = topics
        .iter()
        .flat_map(|topic| topic.seeds.clone())
        .collect();
    Taxonomy {
        topics: named.chain([folder("elsewhere", false, seeds)]).collect(),
    }
}

/// Reads one topic, written `FILE#NAME`, and the taxonomy that looks for it.
pub fn read_one(reference: &str) -> Result<(Topic, Taxonomy), LabError> {
    let flag = |problem| LabError::Flag {
        flag: "topic",
        problem,
    };
    let (file, name) = reference
        .rsplit_once('#')
        .ok_or_else(|| flag(format!("“{reference}” names no topic: write FILE#NAME")))?;
    let topics = read(Path::new(file))?;
    let found = topics.iter().position(|topic| topic.name == name);
    let found = found.ok_or_else(|| {
        let names: Vec<&str> = topics.iter().map(|topic| &*topic.name).collect();
        flag(format!(
            "there is no topic “{name}”: {file} has {}",
            names.join(", ")
        ))
    })?;
    Ok((topics[found].clone(), taxonomy(&topics, found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_come_in_the_order_of_their_names_with_their_sets() {
        let text = r#"{"version": 1, "topics": {
            "b": {"query": "q b", "seeds": ["http://s.test/"], "trails": []},
            "a": {"query": "q a", "seeds": [], "known_relevant": ["http://r.test"], "targets": ["http://t.test"]}}}"#;
        let topics = parse(text).unwrap();
        assert_eq!([&*topics[0].name, &*topics[1].name], ["a", "b"]);
        assert_eq!((topics[0].judged.len(), topics[1].judged.len()), (2, 0));
        assert_eq!(topics[1].seeds, ["http://s.test/"]);
    }

    #[test]
    fn a_bad_url_is_named_with_its_topic_and_a_bad_file_with_its_shape() {
        let text = r#"{"topics": {"a": {"query": "", "seeds": [], "targets": ["x"]}}}"#;
        assert!(parse(text).unwrap_err().starts_with("topic a: “x” is not"));
        assert!(parse("[]").unwrap_err().contains("a file of topics is"));
    }

    #[test]
    fn the_demo_web_has_topics_with_seeds_and_truth() {
        for topic in of_demo(demo_web::DEFAULT_SEED) {
            assert!(
                !topic.seeds.is_empty() && topic.judged.len() > 5,
                "{}",
                topic.name
            );
        }
    }
}
