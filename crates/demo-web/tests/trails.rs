//! Tests trails: paths that a person could have clicked, with relevant pages marked.

use crate::reading::{body, links, text, words};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use std::collections::{BTreeMap, BTreeSet};
use types::trails::Trail;

fn trails_by_topic(web: &DemoWeb) -> Vec<(&str, Vec<Trail>)> {
    let topics = web.topics().iter();
    topics.map(|topic| (topic.id, web.trails(topic.id).trails)).collect()
}

fn urls(trail: &Trail) -> Vec<&str> {
    trail.pages.iter().map(|page| page.url.as_str()).collect()
}

#[test]
fn every_topic_has_six_trails_that_follow_from_the_seed() {
    let (web, again) = (DemoWeb::new(DEFAULT_SEED), DemoWeb::new(DEFAULT_SEED));
    for (topic, trails) in trails_by_topic(&web) {
        assert_eq!(trails.len(), 6, "{topic}");
        assert_eq!(trails, again.trails(topic).trails, "{topic}");
    }
    assert_eq!(web.trails("no-such-topic").trails, []);
}

#[test]
fn every_step_follows_a_link_or_goes_back() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for (topic, trails) in trails_by_topic(&web) {
        for trail in &trails {
            let visited = urls(trail);
            for (at, pair) in visited.windows(2).enumerate() {
                let forward = links(&body(&web, pair[0]), pair[0]);
                let is_link = forward.iter().any(|(to, _)| to == pair[1]);
                let is_back = at > 0 && visited[at - 1] == pair[1];
                assert!(is_link || is_back, "{topic}: {} to {}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn pages_on_the_topic_are_marked_and_end_every_trail() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for (topic, trails) in trails_by_topic(&web) {
        for trail in &trails {
            for page in &trail.pages {
                let on_topic = truth.is_relevant(topic, &page.url);
                assert_eq!(page.relevant, on_topic, "{topic}: {}", page.url);
            }
            let (first, last) = (trail.pages.first(), trail.pages.last());
            assert!(first.is_some_and(|page| !page.relevant), "{topic}");
            assert!(last.is_some_and(|page| page.relevant), "{topic}");
        }
    }
}

#[test]
fn two_trails_lead_into_a_university_and_one_of_them_goes_back() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for (topic, trails) in trails_by_topic(&web) {
        let hidden = truth.hidden_relevant_urls(topic);
        let leads_there = |trail: &&Trail| {
            let last = trail.pages.last().expect("a trail has pages");
            hidden.contains(&last.url) && trail.pages[0].url.matches('/').count() == 3
        };
        let clicks = |trail: &Trail| urls(trail).iter().collect::<BTreeSet<_>>().len() - 1;
        let deep: Vec<&Trail> = trails[4..].iter().filter(leads_there).collect();
        assert_eq!(deep.len(), 2, "{topic}");
        assert_eq!([clicks(deep[0]), clicks(deep[1])], [3, 4], "{topic}");
        let query = web.topics().iter().find(|known| known.id == topic);
        let asked = words(query.expect("the topic is known").query);
        for page in deep.iter().flat_map(|trail| &trail.pages) {
            let words_of_page = words(&text(&body(&web, &page.url)));
            let names_it = asked.keys().any(|word| words_of_page.contains_key(word));
            assert!(page.relevant || !names_it, "{} names {topic}", page.url);
        }
        let back = urls(deep[1]);
        assert_eq!((back.len(), back[1]), (6, back[3]), "{topic}");
    }
}

#[test]
fn hidden_pages_are_not_linked_from_other_hosts_and_their_home_pages_do_not_name_the_topic() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let home = |url: &str| url.split('/').take(3).collect::<Vec<_>>().join("/") + "/";
    let hidden: BTreeMap<&str, Vec<String>> =
        web.topics().iter().map(|topic| (topic.id, truth.hidden_relevant_urls(topic.id))).collect();
    for topic in web.topics() {
        let targets = &hidden[topic.id];
        assert!(targets.len() >= 8, "{}: {}", topic.id, targets.len());
        assert!(targets.iter().all(|url| truth.is_relevant(topic.id, url)));
        let homes: BTreeSet<String> = targets.iter().map(|url| home(url)).collect();
        for home in homes {
            let words_of_page = words(&text(&body(&web, &home)));
            let asked = words(topic.query);
            let named = asked.keys().find(|word| words_of_page.contains_key(*word));
            assert_eq!(named, None, "{home} names {}", topic.id);
        }
    }
    let all: BTreeSet<&String> = hidden.values().flatten().collect();
    for page in truth.pages() {
        for (to, _) in links(&body(&web, page), page) {
            assert!(!all.contains(&to) || home(page) == home(&to), "{page} links to {to}");
        }
    }
    assert!(truth.hidden_relevant_urls("no-such-topic").is_empty());
}
