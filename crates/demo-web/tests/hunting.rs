//! What the web is for: pages on a topic lie close together, so a crawler that reads finds more of them than one that doesn't.

mod reading;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use demo_web::truth::Truth;
use demo_web::{DEFAULT_SEED, DemoWeb, Outcome, Topic};
use reading::{body, landing, likeness, links, text, words};

const PAGES: usize = 200;

/// Share of targets among the first [`PAGES`] pages of a crawl; breadth-first where `reads` is false.
fn harvest(web: &DemoWeb, truth: &Truth, topic: &Topic, reads: bool) -> f64 {
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
        let best = (0..frontier.len())
            .max_by_key(|&at| (frontier[at].0, std::cmp::Reverse(frontier[at].1)));
        let Some(best) = best else { break };
        let url = landing(web, &frontier.swap_remove(best).2);
        fetched += 1;
        found += usize::from(truth.is_target(topic.id, &url));
        let html = body(web, &url);
        let page = if reads {
            likeness(&words(&text(&html)), &query)
        } else {
            0.0
        };
        for (to, anchor) in links(&html, &url) {
            let score = if reads {
                f64::midpoint(page, likeness(&words(&anchor), &query))
            } else {
                0.0
            };
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
fn best_first_finds_more_than_breadth_first_on_every_topic_and_is_far_from_perfect() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let mut means = [0.0, 0.0];
    for topic in web.topics() {
        let (best, breadth) = (
            harvest(&web, &truth, topic, true),
            harvest(&web, &truth, topic, false),
        );
        println!(
            "{:<18} best-first {best:.3} breadth-first {breadth:.3}",
            topic.id
        );
        assert!(
            best > 1.5 * breadth,
            "{}: best-first {best:.3}, breadth-first {breadth:.3}",
            topic.id
        );
        means[0] += best / web.topics().len() as f64;
        means[1] += breadth / web.topics().len() as f64;
    }
    println!("means {means:?}");
    assert!(means[0] > 3.0 * means[1], "{means:?}");
    assert!((0.3..0.7).contains(&means[0]), "{means:?}");
    assert!(means[1] < 0.12, "{means:?}");
}

#[test]
fn likeness_falls_with_link_distance() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let starts = ["asthma", "linux", "sailing"].map(|topic| truth.targets(topic)[20].clone());
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for start in &starts {
        let own = words(&text(&body(&web, start)));
        let mut queue = VecDeque::from([(start.clone(), 0)]);
        let mut seen = BTreeSet::from([start.clone()]);
        while let Some((url, distance)) = queue.pop_front() {
            let html = body(&web, &url);
            let sum = sums.entry(distance).or_insert((0.0, 0.0));
            sum.0 += likeness(&own, &words(&text(&html)));
            sum.1 += 1.0;
            if distance == 3 || seen.len() > 1500 {
                continue;
            }
            for (to, _) in links(&html, &url) {
                let to = landing(&web, &to);
                if seen.insert(to.clone()) {
                    queue.push_back((to, distance + 1));
                }
            }
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
    println!("mean likeness by distance {means:.3?}");
    assert!(
        means.len() == 4 && means.windows(2).all(|pair| pair[0] > pair[1]),
        "{means:?}"
    );
}

#[test]
fn links_lead_to_the_own_subtopic_most_then_the_topic_then_what_is_near() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let (mut part, mut topic, mut near, mut far) = (0, 0, 0, 0);
    for from in truth.targets("asthma").iter().step_by(3) {
        for (to, _) in links(&body(&web, from), from) {
            let to = landing(&web, &to);
            match truth.topic_of(&to) {
                Some("asthma") if truth.subtopic_of(&to) == truth.subtopic_of(from) => part += 1,
                Some("asthma") => topic += 1,
                Some("first-aid" | "dengue-fever") => near += 1,
                Some(_) => far += 1,
                None => (),
            }
        }
    }
    // Two topics are near and ten are far: what counts is the share of one.
    assert!(
        part > topic && topic > near / 2 && near / 2 > 3 * far / 10,
        "{part} {topic} {near} {far}"
    );
}

#[test]
fn a_university_names_its_topics_nowhere_above_the_papers() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
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
            let people = links(&html, &department).into_iter().filter(|link| {
                link.0.contains(host) && !above.iter().any(|known| known.0 == link.0)
            });
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
        assert!(
            ways.len() > 20,
            "{host} has {} pages on the way",
            ways.len()
        );
        for (url, html) in ways {
            let said = words(&text(&html));
            for topic in web.topics() {
                for word in words(&format!("{} {}", topic.title, topic.query)).keys() {
                    assert!(!said.contains_key(word), "{url} says {word}");
                }
            }
        }
    }
    assert!(topics.len() >= 12, "{topics:?}");
}

#[test]
fn the_papers_of_a_university_are_linked_from_their_authors_alone() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    for from in truth
        .pages()
        .filter(|url| !url.contains("northfield-university"))
    {
        for (to, _) in links(&body(&web, from), from) {
            assert!(
                !to.contains("northfield-university.test/people/"),
                "{from} -> {to}"
            );
        }
    }
}

#[test]
fn every_topic_has_its_share_and_can_be_reached_from_its_seeds() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    for topic in web.topics() {
        let share = truth.targets(topic.id).len() as f64 / web.page_count() as f64;
        assert!((0.03..=0.06).contains(&share), "{}: {share}", topic.id);
        assert!((3..=5).contains(&topic.seeds.len()));
        for seed in &topic.seeds {
            assert!(!truth.is_target(topic.id, seed), "{seed}");
            assert!(
                truth
                    .distance(topic.id, seed)
                    .is_some_and(|links| links > 0),
                "{seed}"
            );
        }
    }
}

#[test]
fn distance_is_a_shortest_path() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    for from in truth.pages().step_by(40).filter(|url| {
        truth.topic_of(url) != Some("jazz")
            && !url.contains("tag-soup")
            && !url.contains("failing")
            && !url.contains("busy")
    }) {
        let html = body(&web, from);
        let below = links(&html, from)
            .into_iter()
            .map(|(to, _)| landing(&web, &to));
        let nearest = below.filter_map(|to| truth.distance("jazz", &to)).min();
        assert_eq!(
            truth.distance("jazz", from),
            nearest.map(|links| links + 1),
            "{from}"
        );
    }
    assert_eq!(truth.distance("jazz", &truth.targets("jazz")[0]), Some(0));
    assert_eq!(truth.distance("no-such-topic", "http://portal.test/"), None);
    assert_eq!(
        truth.distance("jazz", "http://portal.test/no-such-page"),
        None
    );
}

#[test]
fn every_topic_has_examples_that_answer_with_a_page_about_it() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    for topic in web.topics() {
        assert!(
            topic.examples.len() >= 5,
            "{}: {:?}",
            topic.id,
            topic.examples
        );
        for url in &topic.examples {
            assert!(truth.is_target(topic.id, url), "{url}");
            let outcome = web.answer(url).map(|answer| answer.outcome);
            assert!(
                matches!(&outcome, Some(Outcome::Response(response)) if response.status == 200),
                "{url}"
            );
        }
    }
}
