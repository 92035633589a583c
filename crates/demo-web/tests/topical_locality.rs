//! Tests topical locality: pages on a topic link to each other, so a best-first crawl finds more of them than a
//! breadth-first crawl.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::reading::{body, links, redirect_target, response, similarity, text, words};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth, Topic};

/// Pages of a test crawl.
const PAGES: usize = 200;

/// Returns the share of relevant pages in a crawl, best-first or breadth-first.
fn harvest_rate(web: &DemoWeb, truth: &GroundTruth, topic: &Topic, best_first: bool) -> f64 {
    let query = words(topic.query);
    let mut frontier: Vec<(i64, usize, String)> = Vec::new();
    let mut seen: BTreeSet<String> = topic.seeds.iter().cloned().collect();
    let mut number = 0;
    for seed in &topic.seeds {
        frontier.push((i64::MAX, number, seed.clone()));
        number += 1;
    }
    let (mut fetched, mut found) = (0, 0);
    while fetched < PAGES {
        let best = (0..frontier.len()).max_by_key(|&at| (frontier[at].0, std::cmp::Reverse(frontier[at].1)));
        let Some(best) = best else { break };
        let url = redirect_target(web, &frontier.swap_remove(best).2);
        fetched += 1;
        found += usize::from(truth.is_relevant(topic.id, &url));
        let html = body(web, &url);
        let page_score = if best_first { similarity(&words(&text(&html)), &query) } else { 0.0 };
        for (to, anchor) in links(&html, &url) {
            let score = if best_first { f64::midpoint(page_score, similarity(&words(&anchor), &query)) } else { 0.0 };
            if seen.insert(to.clone()) {
                #[allow(clippy::cast_possible_truncation)] // A score is at most 1.
                frontier.push(((score * 1e9) as i64, number, to));
                number += 1;
            }
        }
    }
    found as f64 / PAGES as f64
}

#[test]
fn best_first_finds_more_than_breadth_first_on_every_topic_but_not_everything() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let mut means = [0.0, 0.0];
    for topic in web.topics() {
        let (best, breadth) = (harvest_rate(&web, &truth, topic, true), harvest_rate(&web, &truth, topic, false));
        println!("{:<18} best-first {best:.3} breadth-first {breadth:.3}", topic.id);
        assert!(best > 1.5 * breadth, "{}: best-first {best:.3}, breadth-first {breadth:.3}", topic.id);
        means[0] += best / web.topics().len() as f64;
        means[1] += breadth / web.topics().len() as f64;
    }
    println!("means {means:?}");
    assert!(means[0] > 3.0 * means[1], "{means:?}");
    assert!((0.3..0.7).contains(&means[0]), "{means:?}");
    assert!(means[1] < 0.12, "{means:?}");
}

#[test]
fn similarity_falls_with_link_distance() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let starts = ["asthma", "linux", "sailing"].map(|topic| truth.relevant_urls(topic)[20].clone());
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for start in &starts {
        let own = words(&text(&body(&web, start)));
        let mut queue = VecDeque::from([(start.clone(), 0)]);
        let mut seen = BTreeSet::from([start.clone()]);
        while let Some((url, distance)) = queue.pop_front() {
            let html = body(&web, &url);
            let sum = sums.entry(distance).or_insert((0.0, 0.0));
            sum.0 += similarity(&own, &words(&text(&html)));
            sum.1 += 1.0;
            if distance == 3 || seen.len() > 1500 {
                continue;
            }
            for (to, _) in links(&html, &url) {
                let to = redirect_target(&web, &to);
                if seen.insert(to.clone()) {
                    queue.push_back((to, distance + 1));
                }
            }
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
    println!("mean similarity by distance {means:.3?}");
    assert!(means.len() == 4 && means.windows(2).all(|pair| pair[0] > pair[1]), "{means:?}");
}

#[test]
fn links_prefer_the_own_subtopic_then_the_topic_then_related_topics() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let (mut subtopic, mut topic, mut related, mut other) = (0, 0, 0, 0);
    for from in truth.relevant_urls("asthma").iter().step_by(3) {
        for (to, _) in links(&body(&web, from), from) {
            let to = redirect_target(&web, &to);
            match truth.topic_of(&to) {
                Some("asthma") if truth.subtopic_of(&to) == truth.subtopic_of(from) => {
                    subtopic += 1;
                }
                Some("asthma") => topic += 1,
                Some("first-aid" | "dengue-fever") => related += 1,
                Some(_) => other += 1,
                None => (),
            }
        }
    }
    // Two topics are related and ten are not, so the counts are compared by topic.
    assert!(
        subtopic > topic && topic > related / 2 && related / 2 > 3 * other / 10,
        "{subtopic} {topic} {related} {other}"
    );
}

#[test]
fn universities_do_not_name_their_topics_above_the_papers() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let hidden = [
        "northfield-university.test",
        "aldbury-college.test",
        "marwick-institute.test",
        "vellin-university.test",
        "ardmore-academy.test",
    ];
    let mut topics = BTreeSet::new();
    for host in hidden {
        let home = format!("http://{host}/");
        let html = body(&web, &home);
        let mut ways = vec![(home.clone(), html)];
        for (department, name) in links(&ways[0].1, &home) {
            if !name.starts_with("Department") || ways.iter().any(|(url, _)| *url == department) {
                continue;
            }
            let html = body(&web, &department);
            let above = links(&ways[0].1, &home);
            let people = links(&html, &department)
                .into_iter()
                .filter(|link| link.0.contains(host) && !above.iter().any(|known| known.0 == link.0));
            for (person, _) in people {
                let html = body(&web, &person);
                let papers: Vec<_> = links(&html, &person)
                    .into_iter()
                    .filter(|(_, anchor)| anchor.ends_with(|last: char| last.is_ascii_digit()))
                    .collect();
                topics.extend(papers.iter().filter_map(|(paper, _)| truth.topic_of(paper)));
                if !papers.is_empty() {
                    ways.push((person, html));
                }
            }
            ways.push((department, html));
        }
        assert!(ways.len() > 20, "{host} has {} pages on the way", ways.len());
        for (url, html) in ways {
            let words_of_page = words(&text(&html));
            for topic in web.topics() {
                for word in words(&format!("{} {}", topic.title, topic.query)).keys() {
                    assert!(!words_of_page.contains_key(word), "{url} says {word}");
                }
            }
        }
    }
    assert!(topics.len() >= 12, "{topics:?}");
}

#[test]
fn only_a_university_itself_links_to_its_papers() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for from in truth.pages().filter(|url| !url.contains("northfield-university")) {
        for (to, _) in links(&body(&web, from), from) {
            assert!(!to.contains("northfield-university.test/people/"), "{from} -> {to}");
        }
    }
}

#[test]
fn every_topic_has_a_similar_share_of_pages_and_is_reachable_from_its_seeds() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for topic in web.topics() {
        let share = truth.relevant_urls(topic.id).len() as f64 / web.page_count() as f64;
        assert!((0.03..=0.06).contains(&share), "{}: {share}", topic.id);
        assert!((3..=5).contains(&topic.seeds.len()));
        for seed in &topic.seeds {
            assert!(!truth.is_relevant(topic.id, seed), "{seed}");
            assert!(truth.distance(topic.id, seed).is_some_and(|links| links > 0), "{seed}");
        }
    }
}

#[test]
fn distances_are_shortest_paths() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for from in truth.pages().step_by(40).filter(|url| {
        truth.topic_of(url) != Some("jazz")
            && !url.contains("tag-soup")
            && !url.contains("failing")
            && !url.contains("busy")
    }) {
        let html = body(&web, from);
        let below = links(&html, from).into_iter().map(|(to, _)| redirect_target(&web, &to));
        let nearest = below.filter_map(|to| truth.distance("jazz", &to)).min();
        assert_eq!(truth.distance("jazz", from), nearest.map(|links| links + 1), "{from}");
    }
    assert_eq!(truth.distance("jazz", &truth.relevant_urls("jazz")[0]), Some(0));
    assert_eq!(truth.distance("no-such-topic", "http://portal.test/"), None);
    assert_eq!(truth.distance("jazz", "http://portal.test/no-such-page"), None);
}

#[test]
fn every_topic_has_examples_with_status_200() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    for topic in web.topics() {
        assert!(topic.examples.len() >= 5, "{}: {:?}", topic.id, topic.examples);
        for url in &topic.examples {
            assert!(truth.is_relevant(topic.id, url), "{url}");
            let status = response(&web, url).map(|response| response.status);
            assert_eq!(status, Some(200), "{url}");
        }
    }
}
