//! Topics of a comparison: those of a demo web, with the truth about its pages, and those that a person typed.

use crate::protocol::Problem;
use crate::protocol::compare::TypedTopic;
use demo_web::truth::Truth;
use demo_web::{DemoWeb, Visit};
use engine::compare::Topic;
use engine::trails::{Trail, TrailPage, Trails};
use engine::url::CanonicalUrl;
use std::collections::BTreeSet;

/// The topics of a demo web. Its targets are those on sites whose home page does not name the topic.
pub(super) fn of_demo(web: &DemoWeb) -> Vec<Topic> {
    let truth = Truth::of(web);
    let topic = |topic: &demo_web::Topic| Topic {
        name: topic.id.to_owned(),
        query: topic.query.to_owned(),
        seeds: topic.seeds.clone(),
        relevant: canonical(&truth.targets(topic.id)),
        targets: canonical(&truth.hidden_targets(topic.id)),
        examples: topic.examples.clone(),
        trails: Trails {
            trails: web.trails(topic.id).iter().map(trail).collect(),
        },
    };
    web.topics().iter().map(topic).collect()
}

fn canonical(urls: &[String]) -> BTreeSet<CanonicalUrl> {
    let parsed = urls.iter().map(|url| CanonicalUrl::parse(url));
    parsed.filter_map(Result::ok).collect()
}

fn trail(trail: &demo_web::Trail) -> Trail {
    let page = |visit: &Visit| TrailPage {
        url: visit.url.clone(),
        title: visit.title.clone(),
        relevant: visit.relevant,
        visited_at: None,
    };
    Trail {
        name: trail.name.clone(),
        pages: trail.visits.iter().map(page).collect(),
    }
}

/// Reads the topics that were typed, or says what is wrong with which field of which.
pub(super) fn read(typed: Vec<TypedTopic>) -> Result<Vec<Topic>, Vec<Problem>> {
    let mut problems = Vec::new();
    let topics = typed.into_iter().enumerate();
    let topics = topics.map(|(at, typed)| {
        let mut wrong = |field: &str, message: String| {
            problems.push(Problem {
                field: format!("topic.{at}.{field}"),
                message,
            });
        };
        if typed.name.is_empty() {
            wrong("query", "Say what to look for.".to_owned());
        }
        if typed.seeds.is_empty() {
            wrong(
                "seeds",
                "Give at least one address to start from.".to_owned(),
            );
        }
        let mut read = |field: &str, urls: &[String]| -> Vec<CanonicalUrl> {
            let read = urls
                .iter()
                .filter_map(|url| match CanonicalUrl::from_person(url) {
                    Ok(url) => Some(url),
                    Err(problem) => {
                        wrong(field, problem.to_string());
                        None
                    }
                });
            read.collect()
        };
        let seeds = read("seeds", &typed.seeds);
        let relevant = read("relevant", &typed.relevant).into_iter();
        let relevant = relevant.chain(typed.base.relevant.clone()).collect();
        Topic {
            name: typed.name,
            query: typed.query,
            seeds: seeds.iter().map(ToString::to_string).collect(),
            relevant,
            ..typed.base
        }
    });
    let topics: Vec<Topic> = topics.collect();
    if problems.is_empty() {
        Ok(topics)
    } else {
        Err(problems)
    }
}
