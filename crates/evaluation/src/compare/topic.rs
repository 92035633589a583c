//! Defines the topics of comparisons: a query, seeds, and pages known to be relevant. Reads files of topics:
//! `{"topics": {"NAME": {"query", "seeds", "known_relevant", "targets", "trails"}}}`, with unknown keys ignored.
//!
//! Known pages serve as examples for strategies that learn from examples. Targets do not: the seeds and training pages
//! of a crawl are not among its targets (Pant §4.2).

use super::CompareError;
use crate::measures::RelevanceJudgments;
use engine::learning::trails;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use types::taxonomy::{self, Taxonomy};
use types::trails::{Trail, Trails};
use types::url::CanonicalUrl;

/// A topic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Topic {
    /// Its unique name.
    pub name: String,
    /// The query of the crawls.
    pub query: String,
    /// The seeds.
    pub seeds: Vec<String>,
    /// Pages known to be relevant. Crawls never see them.
    #[serde(deserialize_with = "as_written")]
    pub relevant: BTreeSet<CanonicalUrl>,
    /// The relevant pages that count for target recall. Crawls never see them.
    #[serde(deserialize_with = "as_written")]
    pub targets: BTreeSet<CanonicalUrl>,
    /// Pages on the topic, for strategies that learn from examples.
    pub examples: Vec<String>,
    /// Trails to pages on the topic, for strategies that learn from trails.
    #[serde(with = "listed")]
    pub trails: Trails,
}

/// Serializes trails as a list, without the enclosing record.
mod listed {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Trail, Trails};

    pub(super) fn serialize<S: Serializer>(trails: &Trails, to: S) -> Result<S::Ok, S::Error> {
        trails.trails.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Trails, D::Error> {
        Ok(Trails { trails: Vec::<Trail>::deserialize(from)? })
    }
}

/// Deserializes addresses in a person's notation, which need not be canonical.
fn as_written<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeSet<CanonicalUrl>, D::Error> {
    canonical(&Vec::<String>::deserialize(from)?).map_err(D::Error::custom)
}

impl Topic {
    /// Returns the relevant pages and the targets.
    pub fn judgments(&self) -> RelevanceJudgments {
        RelevanceJudgments { relevant: self.relevant.clone(), targets: self.targets.clone() }
    }
}

/// Returns the seeds and training pages of a crawl, which are not targets: typed pages, those of trails and their
/// context graphs, and the examples of a taxonomy for its training.
pub fn seeds_and_training_pages<'a>(
    written: impl IntoIterator<Item = &'a String>,
    trails: &'a Trails,
    taxonomy: Option<&'a Taxonomy>,
) -> Vec<CanonicalUrl> {
    let on_trails = trails.trails.iter().flat_map(|trail| &trail.pages);
    let graphs = trails.trails.iter().flat_map(|trail| &trail.graphs);
    let around = graphs.flat_map(|graph| &graph.pages);
    let known = written.into_iter().chain(on_trails.map(|page| &page.url));
    let known = known.chain(around.map(|page| &page.url));
    let known = known.chain(taxonomy.into_iter().flat_map(|of| examples(&of.topics)));
    known.filter_map(|url| CanonicalUrl::from_person(url).ok()).collect()
}

/// Returns the examples of topics and of all topics under them.
fn examples(topics: &[taxonomy::Topic]) -> Vec<&String> {
    let (mut found, mut left) = (Vec::new(), Vec::from_iter(topics));
    while let Some(topic) = left.pop() {
        found.extend(&topic.examples);
        left.extend(&topic.topics);
    }
    found
}

/// Returns the taxonomy with one of these topics as the target. The other topics are negative classes, and all seeds
/// are examples of no topic. Without those the classifier would assign every page to a topic.
pub fn taxonomy(topics: &[Topic], good: usize) -> Taxonomy {
    let folder = |name: &str, good: bool, examples: Vec<String>| taxonomy::Topic {
        name: name.to_owned(),
        good,
        examples,
        ..taxonomy::Topic::default()
    };
    let named = topics.iter().enumerate();
    let named = named.map(|(at, topic)| folder(&topic.name, at == good, topic.examples.clone()));
    let seeds = topics.iter().flat_map(|topic| topic.seeds.clone()).collect();
    Taxonomy { topics: named.chain([folder("elsewhere", false, seeds)]).collect() }
}

/// The form of a topics file, without what may be left out.
const FORM: &str = r#"{"topics": {"NAME": {"query", "seeds", "known_relevant", "targets"}}}"#;

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
    let file: File = serde_json::from_str(text)
        .map_err(|error| CompareError::TopicsFile(format!("{error}: the form of a topics file is {FORM}")))?;
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
            trails: read_trails(&self.trails, warnings).map_err(of_topic)?,
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
fn read_trails(written: &serde_json::Value, warnings: &mut Vec<String>) -> Result<Trails, String> {
    if written.is_null() {
        return Ok(Trails::default());
    }
    let file = serde_json::json!({"version": 1, "trails": written}).to_string();
    let read = trails::read_json(file.as_bytes());
    let (trails, left_out) = read.map_err(|error| error.to_string())?;
    warnings.extend(left_out.iter().map(ToString::to_string));
    Ok(trails)
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::trails::TrailPage;

    #[test]
    fn seeds_and_training_pages_are_relevant_but_no_targets() {
        let urls = |paths: &[&str]| -> Vec<String> {
            let url = |path: &&str| format!("http://a.test/{path}");
            paths.iter().map(url).collect()
        };
        let set = |paths: &[&str]| -> BTreeSet<CanonicalUrl> {
            let urls = urls(paths).into_iter();
            urls.map(|url| CanonicalUrl::parse(&url).unwrap()).collect()
        };
        let page = |url| TrailPage { url, ..TrailPage::default() };
        let trail = Trail { pages: urls(&["way", "end"]).into_iter().map(page).collect(), ..Trail::default() };
        let topic = Topic {
            // A person's notation is accepted.
            seeds: vec!["a.test/seed".to_owned()],
            examples: urls(&["example"]),
            trails: Trails { trails: vec![trail] },
            targets: set(&["seed", "example", "end", "folder", "new"]),
            ..Topic::default()
        };
        let folder = |examples: &[&str], topics| taxonomy::Topic {
            examples: urls(examples),
            topics,
            ..taxonomy::Topic::default()
        };
        let folders = Taxonomy { topics: vec![folder(&[], vec![folder(&["folder"], Vec::new())])] };
        let written = topic.seeds.iter().chain(&topic.examples);
        let known = seeds_and_training_pages(written, &topic.trails, Some(&folders));
        let judgments = topic.judgments().beside(&known);
        assert_eq!(judgments.targets, set(&["new"]));
        assert_eq!(judgments.len(), 5);
    }

    #[test]
    fn a_topic_is_written_with_its_trails_as_a_list() {
        let text = r#"{"name": "a", "query": "q", "seeds": ["http://s.test/"], "targets": ["http://t.test"],
            "trails": [{"pages": [{"url": "http://s.test/"}, {"url": "http://t.test/", "relevant": true}]}]}"#;
        let topic: Topic = serde_json::from_str(text).unwrap();
        assert_eq!(topic.trails.trails[0].pages.len(), 2);
        let for_another_crawl = serde_json::to_string(&topic).unwrap();
        assert_eq!(serde_json::from_str::<Topic>(&for_another_crawl).unwrap(), topic);
        let bytes = postcard::to_stdvec(&topic).unwrap();
        assert_eq!(postcard::from_bytes::<Topic>(&bytes).unwrap(), topic);
        let wrong = serde_json::from_str::<Topic>(r#"{"name": "a", "sedes": []}"#);
        assert!(wrong.unwrap_err().to_string().contains("sedes"));
    }

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
