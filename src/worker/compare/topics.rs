//! Topics of a demo web, with the truth about its pages.

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
