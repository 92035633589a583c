//! Defines the topics of comparisons: a query, seeds, and pages known to be relevant.
//!
//! Known pages serve as examples for strategies that learn from examples. Targets do not: the seeds and training pages of a crawl are not among
//! its targets (Pant §4.2).

use crate::measures::RelevanceJudgments;
use demo_web::{DemoWeb, GroundTruth};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::taxonomy::{self, Taxonomy};
use types::trails::{Trail, TrailPage, Trails};
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
    #[serde(with = "as_written")]
    pub relevant: BTreeSet<CanonicalUrl>,
    /// The relevant pages that count for target recall. Crawls never see them.
    #[serde(with = "as_written")]
    pub targets: BTreeSet<CanonicalUrl>,
    /// Pages on the topic, for strategies that learn from examples.
    pub examples: Vec<String>,
    /// Trails to pages on the topic, for strategies that learn from trails.
    #[serde(with = "listed")]
    pub trails: Trails,
}

/// Serializes trails as a list, without the enclosing record.
mod listed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use types::trails::{Trail, Trails};

    pub(super) fn serialize<S: Serializer>(trails: &Trails, to: S) -> Result<S::Ok, S::Error> {
        trails.trails.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Trails, D::Error> {
        let trails = Vec::<Trail>::deserialize(from)?;
        Ok(Trails { trails })
    }
}

/// Deserializes addresses in a person's notation, which need not be canonical.
mod as_written {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeSet;
    use types::url::CanonicalUrl;

    type Urls = BTreeSet<CanonicalUrl>;

    pub(super) fn serialize<S: Serializer>(urls: &Urls, to: S) -> Result<S::Ok, S::Error> {
        urls.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Urls, D::Error> {
        let written = Vec::<String>::deserialize(from)?;
        let urls = written.iter().map(|url| CanonicalUrl::parse(url));
        urls.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

impl Topic {
    /// Returns the relevant pages and the targets.
    pub fn judgments(&self) -> RelevanceJudgments {
        RelevanceJudgments { relevant: self.relevant.clone(), targets: self.targets.clone() }
    }
}

/// Returns the topics of a demo web with its ground truth. The targets are the relevant pages on sites whose home page does not mention the
/// topic.
pub fn demo_topics(web: &DemoWeb) -> Vec<Topic> {
    let truth = GroundTruth::new(web);
    let topics = web.topics().iter();
    topics
        .map(|topic| Topic {
            name: topic.id.to_owned(),
            query: topic.query.to_owned(),
            seeds: topic.seeds.clone(),
            relevant: canonical(&truth.relevant_urls(topic.id)),
            targets: canonical(&truth.hidden_relevant_urls(topic.id)),
            examples: topic.examples.clone(),
            trails: demo_trails(web.trails(topic.id)),
        })
        .collect()
}

/// Converts trails of the demo web to those that a person would have recorded.
fn demo_trails(trails: Vec<demo_web::Trail>) -> Trails {
    let page = |page: demo_web::TrailPage| TrailPage {
        url: page.url,
        title: page.title,
        relevant: page.relevant,
        visited_at: None,
    };
    let trail = |trail: demo_web::Trail| Trail {
        name: trail.name,
        pages: trail.pages.into_iter().map(page).collect(),
        ..Trail::default()
    };
    Trails { trails: trails.into_iter().map(trail).collect() }
}

fn canonical(urls: &[String]) -> BTreeSet<CanonicalUrl> {
    let urls = urls.iter().map(|url| CanonicalUrl::parse(url));
    urls.filter_map(Result::ok).collect()
}

/// Returns the seeds and training pages of a crawl, which are not targets: typed pages, those of trails and their context graphs, and the
/// examples of a taxonomy for its training.
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

/// Returns the taxonomy with one of these topics as the target. The other topics are negative classes, and all seeds are examples of no
/// topic. Without those the classifier would assign every page to a topic.
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

#[cfg(test)]
mod tests {
    use super::*;
    use types::trails::{Trail, TrailPage};

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
}
