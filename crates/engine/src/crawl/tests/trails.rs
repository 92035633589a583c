//! Tests every strategy that learns from trails, without naming any: it learns in slices and from readable pages only,
//! and reports if there is nothing to learn.

use super::prepare::training_report;
use super::*;
use crate::crawl::CheckedPlan;
use crate::journal;
use crate::strategy::{Entry, LIST};
use types::plan::PlanError;
use types::trails::{Trail, TrailPage, Trails, TrailsError};

/// Two trails to pages about spiders; the pages under `/s` are relevant.
const WAYS: [&[&str]; 2] = [
    &["http://t.test/boats", "http://t.test/oars", "http://t.test/s1"],
    &["http://t.test/boats", "http://t.test/sails", "http://t.test/s2"],
];

fn trails(ways: &[&[&str]]) -> Trails {
    let page = |url: &&str| TrailPage {
        url: (*url).into(),
        relevant: url.contains("/s1") || url.contains("/s2"),
        ..TrailPage::default()
    };
    let trail =
        |way: &&[&str]| Trail { name: "to spiders".into(), pages: way.iter().map(page).collect(), ..Trail::default() };
    Trails { trails: ways.iter().map(trail).collect() }
}

fn web() -> Web {
    small()
        .page("http://t.test/boats", "<p>boat sea <a href=/oars>oars</a> <a href=/sails>sails</a>")
        .page("http://t.test/oars", "<p>boat oar <a href=/s1>legs</a>")
        .page("http://t.test/sails", "<p>boat sail <a href=/s2>silk</a>")
        .page("http://t.test/s1", "<p>spider legs")
        .page("http://t.test/s2", "<p>spider silk")
}

fn learners() -> impl Iterator<Item = &'static Entry> {
    LIST.iter().copied().filter(|entry| entry.needs.trails)
}

fn learning(entry: &Entry, ways: &[&[&str]]) -> impl FnOnce(&mut Plan) {
    let (strategy, trails) = (entry.id.into(), trails(ways));
    move |plan| (plan.strategy, plan.trails) = (strategy, trails)
}

fn seen(entry: &Entry, web: &Web) -> Seen {
    crawl(web, &["http://a.test/"], learning(entry, &WAYS))
}

/// Returns the crawl that ended before it began because there was nothing to learn, and the reason.
#[track_caller]
fn training_problem(entry: &Entry, web: &Web) -> String {
    let seen = seen(entry, web);
    assert_eq!(seen.ended, Some(EndReason::NothingLearned), "{}", entry.id);
    assert!(seen.paths().is_empty(), "{}", entry.id);
    let trouble = training_report(&seen).trouble.clone();
    trouble.unwrap_or_else(|| panic!("{} says why", entry.id))
}

#[test]
fn every_strategy_learns_from_trails_and_then_crawls() {
    for entry in learners() {
        let seen = seen(entry, &web());
        let training_report = training_report(&seen);
        assert_eq!((training_report.given, training_report.read), (5, 5), "{}", entry.id);
        assert_eq!(training_report.trouble, None, "{}", entry.id);
        assert!(!training_report.tables.is_empty(), "{}", entry.id);
        assert_eq!(seen.paths().len(), 4, "{}: the small web", entry.id);
    }
}

#[test]
fn training_reports_pages_that_no_longer_load_and_uses_the_rest() {
    for entry in learners() {
        let web = web().with("http://t.test/sails", 404, &[], "").with("http://t.test/s2", 0, &[], "");
        let seen = seen(entry, &web);
        let training_report = training_report(&seen);
        assert_eq!((training_report.given, training_report.read), (5, 3), "{}", entry.id);
        assert_eq!(training_report.trouble, None, "{}", entry.id);
        let told: Vec<(&str, &str)> =
            training_report.unread.iter().map(|(url, reason)| (url.as_str(), reason.as_str())).collect();
        assert_eq!(told.len(), 2, "{}: {told:?}", entry.id);
        assert!(told.contains(&("http://t.test/sails", "the host responded with 404")));
        assert!(told.contains(&("http://t.test/s2", "no answer in time")));
        assert!(seen.paths().contains(&"/near"), "{}", entry.id);
    }
}

#[test]
fn training_fails_if_no_relevant_page_loads() {
    let web = web().with("http://t.test/s1", 404, &[], "").with("http://t.test/s2", 0, &[], "");
    for entry in learners() {
        let trouble = training_problem(entry, &web);
        assert!(trouble.contains("marked as relevant could be read"), "{trouble}");
    }
}

#[test]
fn training_fails_if_only_relevant_pages_load() {
    let mut web = web();
    for path in ["boats", "oars", "sails"] {
        web = web.with(&format!("http://t.test/{path}"), 410, &[], "");
    }
    for entry in learners().filter(|entry| entry.needs.contrast) {
        let trouble = training_problem(entry, &web);
        assert!(trouble.contains("Record the path to them too"), "{trouble}");
    }
}

/// A folder of bookmarks has no paths to its pages.
#[test]
fn relevant_pages_alone_suffice_for_strategies_that_compare_with_nothing_else() {
    let learn = || learners().filter(|entry| !entry.needs.contrast);
    for needs_query in [false, true] {
        assert!(learn().any(|entry| entry.needs.query == needs_query), "{needs_query}");
    }
    let bookmarks: [&[&str]; 3] = [&["http://t.test/s1"], &["http://t.test/s2"], &["http://t.test/boats"]];
    for entry in learn() {
        // Also with a page that is not relevant and leads nowhere.
        for bookmarks in [&bookmarks[..2], &bookmarks] {
            let seen = crawl(&web(), &["http://a.test/"], learning(entry, bookmarks));
            assert_eq!(training_report(&seen).trouble, None, "{}", entry.id);
            assert_eq!(seen.paths().len(), 4, "{}: the small web", entry.id);
        }
    }
}

#[test]
fn training_reports_every_page_if_none_loads() {
    for entry in learners() {
        let seen = seen(entry, &small());
        assert_eq!(seen.ended, Some(EndReason::NothingLearned), "{}", entry.id);
        assert_eq!(training_report(&seen).unread.len(), 5, "{}", entry.id);
        assert!(training_report(&seen).trouble.is_some(), "{}", entry.id);
    }
}

#[test]
fn training_fails_if_all_pages_are_equal() {
    let mut web = small();
    for path in ["boats", "oars", "sails", "s1", "s2"] {
        web = web.page(&format!("http://t.test/{path}"), "<p>log in to go on");
    }
    for entry in learners() {
        let trouble = training_problem(entry, &web);
        assert!(trouble.contains("the same words"), "{trouble}");
    }
}

#[test]
fn fewer_than_two_trails_are_rejected_with_their_field() {
    for entry in learners() {
        for (ways, expected) in [(&WAYS[..1], TrailsError::OneTrail), (&[], TrailsError::NoTrails)] {
            let mut plan = Plan { query: "spider".into(), seeds: vec!["http://a.test/".into()], ..Plan::default() };
            learning(entry, ways)(&mut plan);
            let errors = CheckedPlan::new(plan, &assets()).expect_err("too few trails");
            let [error @ PlanError::Trails(found)] = &errors[..] else { panic!("{}: {errors:?}", entry.id) };
            assert_eq!((found, &*error.field()), (&expected, "trails.trails"));
            assert!(error.to_string().contains("import"), "{error}");
        }
    }
}

#[test]
fn a_crawl_that_learned_nothing_keeps_its_trails_and_its_report() {
    for entry in learners() {
        let mut crawl = plan(&["http://a.test/"], learning(entry, &WAYS));
        run(&mut crawl, &small());
        let saved = journal::write(&crawl).expect("a crawl can be written");
        let again = journal::open(&saved, &assets()).expect("it can be opened");
        assert_eq!(again.plan().trails, trails(&WAYS), "{}", entry.id);
        assert_eq!(again.training_report(), crawl.training_report(), "{}", entry.id);
        assert_eq!(again.progress().phase, Phase::Ended(EndReason::NothingLearned));
    }
}

/// A pause interrupts the training; resuming continues with the next slice.
#[test]
fn training_runs_in_slices_and_can_be_paused() {
    for entry in learners() {
        let mut crawl = plan(&["http://a.test/"], learning(entry, &WAYS));
        let web = web();
        let mut events = VecDeque::from([EventKind::Seeded]);
        let mut now = 0;
        let mut slices = Vec::new();
        while crawl.progress().phase != Phase::Prepared {
            let kind = events.pop_front().unwrap_or(EventKind::Tick);
            now += 60_000;
            for command in crawl.handle(Event::at(now, kind)).commands {
                if let Command::Fetch(request) = command {
                    events.push_back(web.response(&request, now));
                }
            }
            if let Some(slice) = crawl.progress().learning {
                slices.push(slice);
                crawl.handle(Event::at(now, EventKind::Paused));
                crawl.handle(Event::at(now, EventKind::Tick));
                assert_eq!(crawl.progress().learning, Some(slice), "{}", entry.id);
                events.push_back(EventKind::Resumed);
            }
        }
        let of = u32::try_from(slices.len()).expect("there are few") + 1;
        let expected: Vec<(u32, u32)> = (1..of).map(|done| (done, of)).collect();
        assert_eq!(slices, expected, "{}", entry.id);
        assert!(of > 2, "{}: each trail is left out once", entry.id);
    }
}
