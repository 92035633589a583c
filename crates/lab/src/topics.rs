//! Topics to measure crawls on: a query, seeds, and pages known to be relevant.
//!
//! Pages that are known beforehand serve as examples for strategies that learn from such; those to be found do not: what a crawl starts from or
//! learns from is no target of its own (Pant §4.2). The targets of the demo web are those on sites whose home page does not name
//! the topic.
//!
//! A file has the shape `{"topics": {"NAME": {"query", "seeds", "known_relevant", "targets", "trails"}}}`; what else stands in it is not
//! looked at. The demo web has topics of its own.

use crate::{LabError, sets};
use demo_web::DemoWeb;
use demo_web::truth::Truth;
use engine::eval::Judged;
use engine::taxonomy::Taxonomy;
use engine::trails::{Trail, TrailPage, Trails};
use engine::url::CanonicalUrl;
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
            let trails = trails(&entry.trails).map_err(of_topic)?;
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
fn trails(trails: &serde_json::Value) -> Result<Trails, String> {
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
            trails: trails_of_demo(&web.trails(topic.id)),
            judged: Judged {
                relevant: sets::canonical(&truth.targets(topic.id)).unwrap_or_default(),
                targets: sets::canonical(&truth.hidden_targets(topic.id)).unwrap_or_default(),
            },
        })
        .collect()
}

fn trails_of_demo(trails: &[demo_web::Trail]) -> Trails {
    let page = |visit: &demo_web::Visit| TrailPage {
        url: visit.url.clone(),
        title: visit.title.clone(),
        relevant: visit.relevant,
        visited_at: None,
    };
    let trail = |trail: &demo_web::Trail| Trail {
        name: trail.name.clone(),
        pages: trail.visits.iter().map(page).collect(),
    };
    Trails {
        trails: trails.iter().map(trail).collect(),
    }
}

impl Topic {
    /// What crawls for the topic are judged by: its seeds, its examples and the pages of the trails, whoever learns from them, are no targets.
    pub fn judged_beside(&self, trails: &Trails) -> Judged {
        let known = self.seeds.iter().chain(&self.examples);
        set_apart(self.judged.clone(), known, trails)
    }
}

/// The same sets, but no target is one of these pages or of those on the trails. They stay relevant.
pub fn set_apart<'a>(
    judged: Judged,
    known: impl IntoIterator<Item = &'a String>,
    trails: &'a Trails,
) -> Judged {
    let Judged {
        mut relevant,
        mut targets,
    } = judged;
    let on_trails = trails.trails.iter().flat_map(|trail| &trail.pages);
    let known = known.into_iter().chain(on_trails.map(|page| &page.url));
    for url in known.filter_map(|url| CanonicalUrl::parse(url).ok()) {
        relevant.extend(targets.take(&url));
    }
    Judged { relevant, targets }
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

/// Reads one topic, written `FILE#NAME`, and the taxonomy that looks for it. In place of a file, `demo` and `demo:SEED` have topics too.
pub fn read_one(reference: &str) -> Result<(Topic, Taxonomy), LabError> {
    let flag = |problem| LabError::Flag {
        flag: "topic",
        problem,
    };
    let (file, name) = reference
        .rsplit_once('#')
        .ok_or_else(|| flag(format!("“{reference}” names no topic: write FILE#NAME")))?;
    let topics = match crate::web::demo_seed(file)? {
        Some(seed) => of_demo(seed),
        None => read(Path::new(file))?,
    };
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
    fn the_demo_web_has_topics_with_seeds_trails_and_truth() {
        for topic in of_demo(demo_web::DEFAULT_SEED) {
            let name = &topic.name;
            assert!(!topic.seeds.is_empty() && topic.judged.len() > 5, "{name}");
            assert!(topic.trails.check().is_ok(), "{name}");
            assert!(topic.judged.targets.len() > 7, "{name}");
        }
    }

    #[test]
    fn what_a_crawl_starts_or_learns_from_is_relevant_and_no_target() {
        let urls = |paths: &[&str]| -> Vec<String> {
            paths
                .iter()
                .map(|path| format!("http://a.test/{path}"))
                .collect()
        };
        let trail = Trail {
            pages: urls(&["way", "end"])
                .into_iter()
                .map(|url| TrailPage {
                    url,
                    ..TrailPage::default()
                })
                .collect(),
            ..Trail::default()
        };
        let topic = Topic {
            name: String::new(),
            query: String::new(),
            seeds: urls(&["seed"]),
            examples: urls(&["example"]),
            trails: Trails {
                trails: vec![trail],
            },
            judged: Judged {
                targets: sets::canonical(&urls(&["seed", "example", "end", "new"])).unwrap(),
                ..Judged::default()
            },
        };
        let judged = topic.judged_beside(&topic.trails);
        assert_eq!(judged.targets, sets::canonical(&urls(&["new"])).unwrap());
        assert_eq!(judged.len(), 4);
    }
}
