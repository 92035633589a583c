//! Where topics come from: a file ([`engine::compare::read_topics`]), or the demo web.
//!
//! The targets of the demo web are those on sites whose home page does not name the topic.

use crate::{LabError, sets};
use demo_web::DemoWeb;
use demo_web::truth::Truth;
pub use engine::compare::Topic;
use engine::compare::{read_topics, taxonomy};
use engine::taxonomy::Taxonomy;
use engine::trails::{Trail, TrailPage, Trails};
use std::path::Path;

/// Reads a file of topics, in the order of their names. What of their trails cannot be crawled is told on the standard error.
pub fn read(path: &Path) -> Result<Vec<Topic>, LabError> {
    crate::file::read(path, |text| {
        let (topics, complaints) = read_topics(text).map_err(|error| error.to_string())?;
        for complaint in complaints {
            eprintln!("{complaint}");
        }
        Ok(topics)
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
            relevant: sets::canonical(&truth.targets(topic.id)).unwrap_or_default(),
            targets: sets::canonical(&truth.hidden_targets(topic.id)).unwrap_or_default(),
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
    fn the_demo_web_has_topics_with_seeds_trails_and_truth() {
        for topic in of_demo(demo_web::DEFAULT_SEED) {
            let name = &topic.name;
            let judged = topic.judged_beside(&Trails::default());
            assert!(!topic.seeds.is_empty() && judged.len() > 5, "{name}");
            assert!(topic.trails.check().is_ok(), "{name}");
            assert!(topic.targets.len() > 7, "{name}");
        }
    }
}
