//! Tests that examples are read once before the crawl, politely, and are not pages of the crawl.

use super::*;
use crate::crawl::CheckedPlan;
use crate::html::Document;
use crate::strategy::{ExampleView, TrainingStep};
use crate::topic::Vectorizer;
use types::plan::IdfSource;
use types::report::TrainingReport;
use types::taxonomy::{Taxonomy, Topic};

fn topic(name: &str, good: bool, examples: &[&str]) -> Topic {
    Topic { name: name.into(), good, examples: examples.iter().map(|url| (*url).into()).collect(), ..Topic::default() }
}

/// Pages about spiders are good, pages about boats are not.
fn taxonomy() -> Taxonomy {
    Taxonomy {
        topics: vec![
            topic("Spiders", true, &["http://s.test/1", "http://s.test/2"]),
            topic("Boats", false, &["http://b.test/1", "http://b.test/2"]),
        ],
    }
}

fn web() -> Web {
    small()
        .page("http://s.test/1", "<p>spider web silk <a href=/3>more</a>")
        .page("http://s.test/2", "<p>spider legs silk")
        .page("http://b.test/1", "<p>boat sail sea")
        .page("http://b.test/2", "<p>boat oar sea")
}

fn focused(plan: &mut Plan) {
    plan.strategy = "focused".into();
    plan.taxonomy = taxonomy();
}

pub(super) fn training_report(seen: &Seen) -> &TrainingReport {
    let reports = seen.notifications.iter().filter_map(|notification| match notification {
        Notification::Prepared(report) => Some(&**report),
        _ => None,
    });
    let [report] = reports.collect::<Vec<_>>()[..] else { panic!("the lesson is told once") };
    report
}

#[test]
fn examples_are_read_before_the_first_page_and_are_not_pages_of_the_crawl() {
    let seen = crawl(&web(), &["http://a.test/"], focused);
    let first_page = seen.requests.iter().position(|url| url == "http://a.test/");
    let examples = &seen.requests[..first_page.expect("the seed is asked for")];
    for url in ["http://s.test/1", "http://s.test/2", "http://b.test/1", "http://b.test/2"] {
        assert!(examples.iter().any(|asked| asked == url), "{url} in {examples:?}");
    }
    assert_eq!(seen.paths(), ["/", "/far", "/near", "/deep"], "their links are not followed");
    assert_eq!((training_report(&seen).given, training_report(&seen).read), (4, 4));
}

#[test]
fn examples_of_words_need_no_request_and_no_confirmation() {
    let worded = |name: &str, good, words: &str| Topic { words: words.into(), ..topic(name, good, &[]) };
    let of_words = |plan: &mut Plan| {
        plan.strategy = "focused".into();
        plan.taxonomy.topics =
            vec![worded("Spiders", true, "spider web silk"), worded("Boats", false, "boat sail sea")];
    };
    let seen = crawl(&web(), &["http://a.test/"], of_words);
    let outside = |url: &&String| !url.starts_with("http://a.test/");
    assert_eq!(seen.requests.iter().find(outside), None);
    let report = training_report(&seen);
    assert_eq!((report.given, report.read), (2, 2));
    assert_eq!(report.trouble, None);
    let groups = report.groups.iter();
    assert!(groups.map(|group| (group.read, group.words)).eq([(1, true); 2]));
    let mut crawl = super::plan(&["http://a.test/"], of_words);
    let mut step = crawl.handle(Event::at(0, EventKind::Seeded));
    while step.commands == [Command::WaitUntil(0)] {
        step = crawl.handle(Event::at(0, EventKind::Tick));
    }
    let url = first_request(step).map(|request| request.url.to_string());
    assert_eq!(url.as_deref(), Some("http://a.test/robots.txt"));
}

#[test]
fn the_crawl_waits_for_a_confirmation_after_training_on_pages() {
    let pages_and_words = |plan: &mut Plan| {
        focused(plan);
        "boat sail".clone_into(&mut plan.taxonomy.topics[1].words);
    };
    let (web, mut crawl) = (web(), plan(&["http://a.test/"], pages_and_words));
    let mut steps = vec![crawl.handle(Event::at(0, EventKind::Seeded))];
    let mut now = 0;
    while !steps.last().is_some_and(|step| step.commands.contains(&Command::Confirm)) {
        now += 60_000;
        let requests = crawl.in_flight();
        let kind = match requests.first() {
            Some(Command::Fetch(request)) => web.response(request, now),
            _ => EventKind::Tick,
        };
        steps.push(crawl.handle(Event::at(now, kind)));
    }
    assert_eq!(crawl.progress().phase, Phase::Prepared);
    let tick = crawl.handle(Event::at(now + 1, EventKind::Tick));
    assert_eq!(tick, Step::default(), "nothing happens until then");
    let again = restored(&crawl, &Assets::default());
    let mut again = again.expect("it was saved just now");
    let request = first_request(again.handle(Event::at(now + 2, EventKind::Resumed)));
    assert_eq!(request.map(|request| request.url.to_string()).as_deref(), Some("http://a.test/robots.txt"));
}

#[test]
fn a_disallowed_missing_or_failed_example_is_reported_with_its_reason() {
    let web = web()
        .with("http://s.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /2")
        .with("http://b.test/2", 404, &[], "")
        .with("http://b.test/1", 0, &[], "");
    let seen = crawl(&web, &["http://a.test/"], focused);
    assert!(!seen.requests.iter().any(|url| url == "http://s.test/2"));
    let unread: Vec<(&str, &str)> =
        training_report(&seen).unread.iter().map(|(url, reason)| (url.as_str(), reason.as_str())).collect();
    assert_eq!(unread.len(), 3, "{unread:?}");
    assert!(unread.iter().any(|(url, reason)| *url == "http://s.test/2" && reason.contains("robots.txt")));
    assert!(unread.contains(&("http://b.test/2", "the host responded with 404")));
    assert!(unread.contains(&("http://b.test/1", "no answer in time")));
    let told = seen.notifications.iter().filter_map(|notification| match notification {
        Notification::Unread { url, reason } => Some((url.as_str(), reason.as_str())),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), unread, "each is told at once, too");
    assert_eq!(seen.ended, Some(EndReason::NothingLearned), "one topic is left");
    assert!(training_report(&seen).trouble.is_some());
}

#[test]
fn a_redirected_example_is_read_once_at_its_target() {
    let web = web()
        .with("http://b.test/1", 301, &[("location", "/2")], "")
        .with("http://s.test/1", 302, &[("location", "http://t.test/new")], "")
        .page("http://t.test/new", "<p>spider web silk");
    let seen = crawl(&web, &["http://a.test/"], focused);
    let asked = |url: &str| seen.requests.iter().filter(|request| *request == url).count();
    assert_eq!((asked("http://b.test/2"), asked("http://t.test/new")), (1, 1));
    assert_eq!(training_report(&seen).read, 4);
}

#[test]
fn an_example_that_the_crawl_finds_later_is_fetched_as_a_page() {
    let web = web().page("http://a.test/near", "<a href=http://s.test/1>spider</a>");
    let seen = crawl(&web, &["http://a.test/"], focused);
    assert!(seen.paths().contains(&"/1"), "{:?}", seen.paths());
}

#[test]
fn a_pause_while_examples_are_read_resumes_at_the_same_example() {
    let mut crawl = plan(&["http://a.test/"], focused);
    let first = first_request(crawl.handle(Event::at(0, EventKind::Seeded))).expect("an order");
    crawl.handle(Event::at(1, EventKind::Paused));
    let step = crawl.handle(Event::at(2, web().response(&first, 2)));
    assert!(first_request(step).is_none(), "no new order while paused");
    let step = crawl.handle(Event::at(3, EventKind::Resumed));
    assert!(first_request(step).is_some());
    assert_eq!(crawl.progress().phase, Phase::Preparing);
}

#[test]
fn the_training_begins_without_examples_that_have_to_wait_when_the_person_skips_them() {
    let web = web().with("http://b.test/2", 503, &[("retry-after", "250")], "");
    let mut crawl = plan(&["http://a.test/"], focused);
    let (mut now, mut events) = (0, VecDeque::from([EventKind::Seeded]));
    while crawl.state.training.examples_read < 3 {
        now += 1_000;
        for command in crawl.handle(Event::at(now, events.pop_front().unwrap_or(EventKind::Tick))).commands {
            if let Command::Fetch(request) = command {
                events.push_back(web.response(&request, now));
            }
        }
    }
    crawl.handle(Event::at(now, EventKind::UnreadSkipped));
    while crawl.progress().phase == Phase::Preparing {
        assert!(first_request(crawl.handle(Event::at(now, EventKind::Tick))).is_none());
    }
    let report = crawl.training_report().expect("it trained");
    assert_eq!(report.read, 3);
    let unread: Vec<&str> = report.unread.iter().map(|(url, _)| url.as_str()).collect();
    assert_eq!(unread, ["http://b.test/2"]);
    let before = crawl.progress();
    crawl.handle(Event::at(now, EventKind::UnreadSkipped));
    assert_eq!(crawl.progress(), before, "no effect after the training");
}

#[test]
fn without_a_query_pages_are_judged_by_the_good_examples() {
    let seen = crawl(&web(), &["http://a.test/"], |plan| {
        focused(plan);
        plan.query = String::new();
    });
    let relevance = |path: &str| {
        let pages = seen.pages();
        let page = pages.iter().find(|page| page.url.path_and_query() == path);
        page.expect("the page was crawled").relevance
    };
    assert!(relevance("/near") > 0.3 && relevance("/far") < 1e-9);
}

/// Returns a strategy that was trained on these topics.
fn learner(taxonomy: Taxonomy) -> Box<dyn Strategy> {
    let plan = Plan {
        query: "spider".into(),
        seeds: vec!["http://a.test/".into()],
        strategy: "focused".into(),
        taxonomy,
        ..Plan::default()
    };
    let checked = CheckedPlan::new(plan, &Assets::default());
    checked.expect("the test's plan is fine").strategy()
}

#[test]
fn a_saved_strategy_for_other_topics_is_rejected() {
    let mut vectorizer = Vectorizer::new(true, IdfSource::None);
    let document = Document { body: "spider web silk".into(), ..Document::default() };
    let (counts, vector) = vectorizer.page(&document, None);
    let mut more = taxonomy();
    more.topics.push(topic("Cats", false, &["http://c.test/1"]));
    let mut strategy = learner(more.clone());
    for number in 0..5 {
        let example = ExampleView { number, document: &document, language: None, counts: &counts, vector: &vector };
        let training = strategy.training().expect("it learns");
        training.study(&example, &mut vectorizer);
    }
    let studied = strategy.save();
    let training = strategy.training().expect("it learns");
    assert!(matches!(training.train(), TrainingStep::Done(_)));
    let learned = strategy.save();
    for saved in [studied, learned] {
        assert!(learner(more.clone()).restore(&saved));
        assert!(!learner(taxonomy()).restore(&saved), "there is no fifth example and no third topic");
    }
}

/// Returns a prepared crawl that learned from broad topics of words and from a target with this flag.
fn prepared(file_by_text: bool) -> (Crawl, TrainingReport) {
    let topics = |plan: &mut Plan| {
        focused(plan);
        let mut mine = plan.taxonomy.topics.remove(0);
        mine.file_by_text = file_by_text;
        let worded = |name: &str, words: &str| Topic { words: words.into(), ..topic(name, false, &[]) };
        plan.taxonomy.topics = vec![worded("Animals", "legs beetle spider"), mine, worded("Ships", "boat sail sea")];
    };
    let (web, mut crawl) = (web(), plan(&["http://a.test/"], topics));
    let mut step = crawl.handle(Event::at(0, EventKind::Seeded));
    let mut now = 0;
    loop {
        let report = step.notifications.iter().find_map(|one| match one {
            Notification::Prepared(report) => Some((**report).clone()),
            _ => None,
        });
        if let Some(report) = report {
            return (crawl, report);
        }
        now += 60_000;
        let requests = crawl.in_flight();
        let kind = match requests.first() {
            Some(Command::Fetch(request)) => web.response(request, now),
            _ => EventKind::Tick,
        };
        step = crawl.handle(Event::at(now, kind));
    }
}

#[test]
fn a_target_is_filed_by_the_text_of_its_pages_before_the_training() {
    for (file_by_text, target) in [(false, "Spiders"), (true, "Animals/Spiders")] {
        let (crawl, report) = prepared(file_by_text);
        assert_eq!((report.given, report.read), (4, 4));
        let groups: Vec<(&str, bool, u32, bool)> =
            report.groups.iter().map(|group| (&*group.name, group.good, group.read, group.words)).collect();
        let mut expected = [("Animals", false, 1, true), (target, true, 2, false), ("Ships", false, 1, true)];
        expected.sort_unstable();
        let mut found = groups.clone();
        found.sort_unstable();
        assert_eq!(found, expected);
        // A saved crawl keeps the filed topics, since the classifiers fit no others.
        let again = restored(&crawl, &Assets::default());
        let again = again.expect("it was saved just now");
        assert_eq!(again.strategy.save(), crawl.strategy.save());
    }
}
