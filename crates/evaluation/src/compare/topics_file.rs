//! Parses a file of topics: `{"topics": {"NAME": {"query", "seeds", "known_relevant", "targets", "trails"}}}`.
//!
//! The pages that are known to be relevant serve as examples as well. Unknown keys are ignored.

use super::{CompareError, Topic};
use engine::learning::trails;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use types::trails::Trails;
use types::url::CanonicalUrl;

#[derive(Deserialize)]
struct File {
    topics: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    query: String,
    seeds: Vec<String>,
    #[serde(default)]
    known_relevant: Vec<String>,
    #[serde(default)]
    targets: Vec<String>,
    #[serde(default)]
    trails: serde_json::Value,
}

/// Parses a file of topics in the order of their names, and returns warnings about their trails.
pub fn read_topics(text: &str) -> Result<(Vec<Topic>, Vec<String>), CompareError> {
    let file: File = serde_json::from_str(text).map_err(|error| {
        CompareError::TopicsFile(format!("{error}: the form of a topics file is {{\"topics\": {{\"NAME\": {{\"query\", \"seeds\", \"known_relevant\", \"targets\"}}}}}}"))
    })?;
    let (mut topics, mut warnings) = (Vec::new(), Vec::new());
    for (name, entry) in file.topics {
        topics.push(entry.topic(name, &mut warnings)?);
    }
    Ok((topics, warnings))
}

impl Entry {
    fn topic(self, name: String, warnings: &mut Vec<String>) -> Result<Topic, CompareError> {
        let of_topic = |problem: String| CompareError::TopicsFile(format!("topic {name}: {problem}"));
        Ok(Topic {
            relevant: canonical(&self.known_relevant).map_err(of_topic)?,
            targets: canonical(&self.targets).map_err(of_topic)?,
            trails: trails(&self.trails, warnings).map_err(of_topic)?,
            query: self.query,
            seeds: self.seeds,
            examples: self.known_relevant,
            name,
        })
    }
}

fn canonical(urls: &[String]) -> Result<BTreeSet<CanonicalUrl>, String> {
    let parse = |url: &String| CanonicalUrl::parse(url).map_err(|problem| problem.to_string());
    urls.iter().map(parse).collect()
}

/// Returns the trails of a topic, in the format of a file of trails without its head.
fn trails(trails: &serde_json::Value, warnings: &mut Vec<String>) -> Result<Trails, String> {
    if trails.is_null() {
        return Ok(Trails::default());
    }
    let file = serde_json::json!({"version": 1, "trails": trails}).to_string();
    let read = trails::read_json(file.as_bytes());
    let (trails, left_out) = read.map_err(|error| error.to_string())?;
    warnings.extend(left_out.iter().map(ToString::to_string));
    Ok(trails)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_come_in_the_order_of_their_names_with_their_sets() {
        let text = r#"{"version": 1, "topics": {
            "b": {"query": "q b", "seeds": ["http://s.test/"], "trails": []},
            "a": {"query": "q a", "seeds": [], "known_relevant": ["http://r.test"], "targets": ["http://t.test"]}}}"#;
        let (topics, warnings) = read_topics(text).unwrap();
        assert!(warnings.is_empty());
        assert_eq!([&*topics[0].name, &*topics[1].name], ["a", "b"]);
        assert_eq!((topics[0].relevant.len(), topics[0].targets.len()), (1, 1));
        assert_eq!(topics[0].examples, ["http://r.test"]);
        assert_eq!(topics[1].seeds, ["http://s.test/"]);
    }

    #[test]
    fn a_bad_url_is_named_with_its_topic_and_a_bad_file_with_its_shape() {
        let text = r#"{"topics": {"a": {"query": "", "seeds": [], "targets": ["x"]}}}"#;
        let says = |text| read_topics(text).unwrap_err().to_string();
        assert!(says(text).starts_with("topic a: “x” is not"), "{}", says(text));
        assert!(says("[]").contains("the form of a topics file is"));
    }
}
