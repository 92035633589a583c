//! Tests steering: each change has its effect, and a steered crawl can be saved and replayed.

use crate::support::{self, Drive, assets, log};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchResponse, RawResponse};
use engine::html::EncodingRs;
use engine::journal;
use engine::strategy::{Assets, Entry, LIST};
use std::collections::BTreeSet;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::plan::Plan;
use types::report::{Candidate, EndReason, Notification, PageRecord, Phase, PriorityReason};
use types::spec::{LANGUAGE_DATA_PARAM, ParamValue, StrategySpec};
use types::steering::{FrontierChange, Steering, SteeringError};
use types::url::CanonicalUrl;

const PAGES: u32 = 40;

/// Returns a plan for one request at a time: a change then lets the crawl send no other, so that its inverse restores
/// the frontier.
fn plan(web: &DemoWeb, strategy: &str, pages: u32) -> Plan {
    Plan { in_flight: 1, ..support::plan(web, strategy, pages) }
}

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn to(id: &str, params: &[(&str, ParamValue)]) -> Steering {
    let params = params.iter().cloned();
    let params = params.map(|(name, value)| (name.to_owned(), value));
    Steering::Strategy(StrategySpec::new(id, step(id).into_iter().chain(params)))
}

/// Returns the step of best-N-first as a parameter as long as the crawl. The strategy waits for a busy host of its
/// step, so a restarted step would choose other links.
fn step(strategy: &str) -> Option<(String, ParamValue)> {
    (strategy == "best-n-first").then(|| ("n".to_owned(), ParamValue::Number(256.0)))
}

fn judged(page: &PageRecord, good: Option<bool>) -> Steering {
    Steering::Judged { url: page.url.clone(), good }
}

fn word(word: &str, weight: f64) -> Steering {
    Steering::Word { word: word.to_owned(), weight }
}

/// Steers a crawl and lets it rescore the frontier, without a new response.
fn steer(drive: &mut Drive<'_>, steering: Steering) {
    drive.feed(EventKind::Steered(Box::new(steering)));
    while drive.crawl.progress().reranking.is_some() {
        drive.feed(EventKind::Tick);
    }
}

/// Returns a crawl with `pages` finished pages and an unspent budget.
fn begun<'a>(web: &'a DemoWeb, strategy: &str, pages: usize) -> Drive<'a> {
    let plan = Plan { strategy: StrategySpec::new(strategy, step(strategy)), ..plan(web, strategy, 200) };
    let mut drive = Drive::begin(plan, web, &EncodingRs);
    while drive.crawl.pages().len() < pages {
        drive.step();
    }
    drive
}

fn read(crawl: &Crawl) -> impl Iterator<Item = &PageRecord> {
    let pages = crawl.pages().iter();
    pages.filter(|page| page.outcome.is_read())
}

/// Returns the change for a number of finished pages.
fn change_at(drive: &Drive<'_>) -> Option<Steering> {
    let crawl = &drive.crawl;
    let n = crawl.pages().len();
    let first = read(crawl).next()?;
    let last = read(crawl).last()?;
    Some(match n {
        4 => Steering::Seeds(vec![crawl.next_up(usize::MAX).last()?.url.clone()]),
        6 => Steering::Budget(PAGES + 10),
        8 => judged(first, Some(true)),
        12 => judged(last, Some(false)),
        16 => word("asthma", 3.0),
        20 => Steering::Drop(last.host.parse().ok()?),
        24 => Steering::Budget(PAGES - 4),
        28 => Steering::Admit(crawl.plan().scope.deny.first()?.clone()),
        30 => judged(last, None),
        _ => return None,
    })
}

/// Crawls to the end, with each change once; returns the events.
fn crawl_with_changes(drive: &mut Drive<'_>) -> Vec<EventKind> {
    let mut events = Vec::new();
    let mut at = 0;
    while !drive.over {
        let pages = drive.crawl.pages().len();
        if pages != at {
            at = pages;
            if let Some(change) = change_at(drive) {
                let kind = EventKind::Steered(Box::new(change));
                events.push(kind.clone());
                drive.feed(kind);
                continue;
            }
        }
        drive.step();
    }
    events
}

fn ids(crawl: &Crawl) -> Vec<(CanonicalUrl, u64)> {
    let bits = |next: Candidate| (next.url, next.priority.to_bits());
    crawl.next_up(100_000).into_iter().map(bits).collect()
}

fn begin<'a>(web: &'a DemoWeb, entry: &Entry) -> Drive<'a> {
    Drive::begin(plan(web, entry.id, PAGES), web, &EncodingRs)
}

#[test]
fn a_crawl_without_language_data_can_be_saved_and_takes_them_later() {
    let web = web();
    for id in ["adaptive", "evolved"] {
        let none = ParamValue::Word("none".to_owned());
        let plan =
            Plan { strategy: StrategySpec::new(id, [(LANGUAGE_DATA_PARAM.to_owned(), none)]), ..plan(&web, id, PAGES) };
        let checked = CheckedPlan::new(plan, &Assets::default()).expect("it needs no data");
        let mut drive = Drive::take_up(Crawl::new(checked), &web, &EncodingRs);
        drive.feed(EventKind::Seeded);
        while drive.crawl.pages().len() < 20 {
            drive.step();
        }
        let bytes = journal::write(&drive.crawl).expect("a crawl can be written");
        let mut crawl = journal::open(&bytes, &Assets::default()).expect("it can be opened");
        assert_eq!(ids(&crawl), ids(&drive.crawl), "{id}");
        crawl.set_assets(assets());
        drive.replace(crawl);
        steer(&mut drive, to(id, &[]));
        assert_eq!(drive.crawl.plan().strategy, id.into());
        assert_eq!(drive.crawl.pages().len(), 20);
        drive.finish();
        assert_eq!(drive.crawl.pages().len(), PAGES as usize, "{id}");
    }
}

#[test]
fn a_steered_crawl_is_reproducible_and_can_be_saved_at_any_step() {
    let web = web();
    for entry in LIST {
        let mut whole = begin(&web, entry);
        let changes = crawl_with_changes(&mut whole).len();
        assert!(changes >= 7, "{}: {changes} changes", entry.id);
        let mut parts = begin(&web, entry);
        let mut at = 0;
        while !parts.over {
            let pages = parts.crawl.pages().len();
            if pages != at {
                at = pages;
                if let Some(change) = change_at(&parts) {
                    parts.feed(EventKind::Steered(Box::new(change)));
                    // Between two slices, if there are several.
                    let bytes = journal::write(&parts.crawl).expect("a crawl can be written");
                    let crawl = journal::open(&bytes, &assets()).expect("it can be opened");
                    assert_eq!(journal::write(&crawl).as_ref(), Ok(&bytes), "{}", entry.id);
                    parts.replace(crawl);
                    continue;
                }
            }
            parts.step();
        }
        assert_eq!(log(parts.crawl.pages()), log(whole.crawl.pages()), "{}", entry.id);
        assert_eq!(ids(&parts.crawl), ids(&whole.crawl), "{}", entry.id);
        assert_eq!(parts.crawl.steered(), whole.crawl.steered());
    }
}

/// Holds as long as all pages are cached completely. Not tested: strategies that rescore periodically or depend on
/// their history.
#[test]
fn changing_the_topic_and_back_restores_every_score() {
    let web = web();
    for id in [
        "best-first",
        "best-first-page",
        "best-first-anchor",
        "best-n-first",
        "fish-search",
        "shark-search",
        "ssrm",
        "url-depth",
        "out-degree",
        "centroid",
        "hybrid-hmm",
        "context-focused",
    ] {
        let mut drive = begun(&web, id, 50);
        let sorted = |crawl: &Crawl| {
            let mut all = ids(crawl);
            all.sort();
            all
        };
        let before = sorted(&drive.crawl);
        let page = read(&drive.crawl).last().expect("some page was read").clone();
        steer(&mut drive, judged(&page, Some(false)));
        steer(&mut drive, word("mountain", 10.0));
        steer(&mut drive, word("mountain", 1.0));
        steer(&mut drive, judged(&page, None));
        let after = sorted(&drive.crawl);
        assert_eq!(after, before, "{id}");
    }
}

/// Rescoring restores everything that a strategy knows about the linking pages.
#[test]
fn changing_the_strategy_and_back_restores_every_score() {
    let web = web();
    for id in ["best-first", "best-first-page", "best-n-first", "shark-search", "url-depth"] {
        let mut drive = begun(&web, id, 60);
        let mut before = ids(&drive.crawl);
        steer(&mut drive, to("breadth-first", &[]));
        assert_ne!(ids(&drive.crawl), before, "{id}");
        steer(&mut drive, to(id, &[]));
        let mut after = ids(&drive.crawl);
        before.sort();
        after.sort();
        assert_eq!(after, before, "{id}");
    }
}

/// The pages so far are replayed one after another; their number is the same for all.
#[test]
fn url_clusters_has_clusters_of_the_pages_before_it_took_over() {
    let web = web();
    let scores = |every: f64| {
        let mut drive = begun(&web, "best-first", 60);
        let params = [("phi", 0.0), ("omega", 1.0), ("relevant", 0.0), ("every", every)];
        let params = params.map(|(name, value)| (name, ParamValue::Number(value)));
        steer(&mut drive, to("url-clusters", &params));
        drive.crawl.next_up(100_000).into_iter().map(|next| next.priority).fold(0.0, f64::max)
    };
    assert!(scores(20.0) > 0.0);
    assert!(scores(1_000.0).abs() < f64::EPSILON, "before the first clustering there are none");
}

#[test]
fn any_strategy_without_examples_can_take_over_a_crawl() {
    let web = web();
    for entry in LIST {
        let mut drive = begun(&web, "best-first", 30);
        let waiting = drive.crawl.progress().queue;
        let switch = to(entry.id, &[]);
        if entry.needs.training() {
            let now = drive.crawl.now();
            let refused = drive.crawl.steer(now, &switch).expect_err(entry.id);
            assert!(matches!(refused, SteeringError::NeedsExamples(_)), "{}", entry.id);
            continue;
        }
        steer(&mut drive, switch);
        assert_eq!(drive.crawl.plan().strategy.id, entry.id);
        assert!(drive.crawl.progress().queue <= waiting + 50);
        for _ in 0..40 {
            if !drive.over {
                drive.step();
            }
        }
        assert!(drive.crawl.pages().len() >= 40, "{}", entry.id);
    }
}

#[test]
fn a_preview_predicts_the_change_and_has_no_effect() {
    let web = web();
    let best = ParamValue::Word("best".to_owned());
    for (from, change) in [
        ("best-first", to("best-first", &[("on_rediscovery", best.clone())])),
        ("best-first", to("best-first-anchor", &[])),
        ("shark-search", to("shark-search", &[("delta", ParamValue::Number(0.1))])),
    ] {
        // The crawl is so short that the preview covers the whole frontier.
        let mut drive = begun(&web, from, 12);
        assert!(drive.crawl.progress().queue < 500);
        let before = journal::write(&drive.crawl);
        let seen = drive.crawl.preview(&change, 10).expect("can be looked at");
        assert_eq!(journal::write(&drive.crawl), before, "{from}: it changed the crawl");
        steer(&mut drive, change);
        let done = drive.crawl.next_up(10);
        let bits = |all: &[Candidate]| {
            let bits = all.iter().map(|next| next.priority.to_bits());
            bits.collect::<Vec<_>>()
        };
        assert_eq!(bits(&seen), bits(&done), "{from}");
    }
}

#[test]
fn a_preview_of_a_long_crawl_covers_the_best_hundred_and_has_no_effect() {
    let web = web();
    let pages = limits::PREVIEW_PAGES + 50;
    let mut drive = Drive::begin(plan(&web, "best-first", 2_000), &web, &EncodingRs);
    while drive.crawl.pages().len() < pages {
        drive.step();
    }
    for (id, params) in [
        ("best-first", vec![("on_rediscovery", ParamValue::Word("best".into()))]),
        ("shark-search", Vec::new()),
        ("pagerank", Vec::new()),
    ] {
        let before = journal::write(&drive.crawl);
        let seen = drive.crawl.preview(&to(id, &params), 1_000);
        let seen = seen.expect("can be looked at");
        assert_eq!(seen.len(), limits::PREVIEW_URLS_LONG, "{id}");
        // Entries ahead of all links keep their positions.
        let links = seen.iter().filter(|next| next.priority_reason.is_none());
        let worth: Vec<f64> = links.map(|next| next.priority).collect();
        assert!(worth.len() > 50 && worth.is_sorted_by(|a, b| a >= b), "{id}: {worth:?}");
        assert_eq!(journal::write(&drive.crawl), before, "{id}");
        let best = drive.crawl.next_up(limits::PREVIEW_URLS_LONG);
        let is_one = |next: &Candidate| best.iter().any(|one| one.url == next.url);
        assert!(seen.iter().all(is_one), "{id}");
    }
}

#[test]
fn a_relevant_page_moves_the_topic_and_a_judgment_can_be_withdrawn() {
    let web = web();
    let mut drive = begun(&web, "best-first-anchor", 40);
    let before = ids(&drive.crawl);
    let query = drive.crawl.plan().query.to_lowercase();
    let telling = |page: &PageRecord| {
        let title = page.text.title.to_lowercase();
        let words = title.split_whitespace().map(str::to_owned);
        words.filter(|word| word.len() > 4 && !query.contains(word.as_str())).collect::<Vec<_>>()
    };
    // Returns the queued links with such words, with their scores.
    let named = |drive: &Drive<'_>, words: &[String]| {
        let all = drive.crawl.next_up(100_000).into_iter();
        let anchor = |next: &Candidate| next.anchor.to_lowercase();
        let named = all.filter(|next| words.iter().any(|word| anchor(next).contains(word)));
        named.map(|next| next.priority).collect::<Vec<f64>>()
    };
    let pages: Vec<PageRecord> = read(&drive.crawl).cloned().collect();
    let page = pages.iter().max_by_key(|page| named(&drive, &telling(page)).len()).expect("some page was read");
    let words = telling(page);
    let old = named(&drive, &words);
    assert!(old.len() > 3, "{words:?}: {old:?}");
    steer(&mut drive, judged(page, Some(true)));
    let new = named(&drive, &words);
    let sum = |all: &[f64]| all.iter().fold(0.0, |sum, one| sum + one);
    assert!(sum(&new) > sum(&old), "{words:?}: {old:?} before, {new:?} after");
    steer(&mut drive, judged(page, None));
    assert_eq!(ids(&drive.crawl), before);
}

#[test]
fn an_excluded_word_is_ignored_and_a_boosted_one_dominates() {
    let web = web();
    let mut drive = begun(&web, "best-first-anchor", 40);
    let query = drive.crawl.plan().query.clone();
    let words: Vec<&str> = query.split_whitespace().collect();
    assert!(words.len() >= 2, "{query}");
    for excluded in &words {
        steer(&mut drive, word(excluded, 0.0));
    }
    let is_zero = |next: &Candidate| next.priority.abs() < 1e-12;
    let all = drive.crawl.next_up(100_000);
    let found = all.iter().filter(|next| next.parent.is_some());
    assert!(found.clone().count() > 10 && found.clone().all(is_zero));
    steer(&mut drive, word(words[0], 5.0));
    let top = drive.crawl.next_up(1);
    let anchor = top[0].anchor.to_lowercase();
    assert!(anchor.contains(&words[0].to_lowercase()[..4]), "{anchor}");
}

/// Steers a crawl, and returns the reported effect and the spellings of excluded words.
fn effect(drive: &mut Drive<'_>, steering: &Steering) -> (FrontierChange, Option<Vec<String>>) {
    let now = drive.crawl.now();
    let step = drive.crawl.steer(now, steering).expect("it is possible");
    let mut notifications = step.notifications;
    while drive.crawl.progress().reranking.is_some() {
        let step = drive.crawl.handle(Event::at(now, EventKind::Tick));
        notifications.extend(step.notifications);
    }
    let (mut changes, mut excluded) = (Vec::new(), None);
    for notification in notifications {
        match notification {
            Notification::FrontierChanged(change) => changes.push(change),
            Notification::Excluded(spellings) => excluded = Some(spellings),
            _ => {}
        }
    }
    assert_eq!(changes.len(), 1, "each change has one effect");
    (changes[0], excluded)
}

#[test]
fn the_effect_of_a_change_is_reported_after_rescoring() {
    let web = web();
    let mut drive = begun(&web, "best-first", 120);
    let best = |drive: &Drive<'_>| -> BTreeSet<CanonicalUrl> {
        let top = drive.crawl.next_up(limits::STEERED_TOP).into_iter();
        top.map(|next| next.url).collect()
    };
    let query = drive.crawl.plan().query.clone();
    let first = query.split_whitespace().next().expect("it has words");
    let before = best(&drive);
    let (change, excluded) = effect(&mut drive, &word(first, 0.0));
    let new = best(&drive).difference(&before).count();
    assert!(new > 0 && change.new_in_top as usize == new, "{change:?}");
    let scored = drive.crawl.next_up(100_000).into_iter();
    let scored = scored.filter(|next| next.parent.is_some()).count();
    assert_eq!(change.rescored as usize, scored);
    assert_eq!((change.added, change.removed), (0, 0));
    let excluded = excluded.expect("a word was changed");
    assert!(excluded.contains(&first.to_lowercase()), "{excluded:?}");
    let (_, excluded) = effect(&mut drive, &word(first, 1.0));
    assert_eq!(excluded, Some(Vec::new()), "nothing is excluded any more");

    let host = drive.crawl.next_up(1)[0].host.clone();
    let waiting = drive.crawl.next_up(100_000).len();
    let rule: types::url::ScopeRule = host.parse().expect("a host is a rule");
    let (change, _) = effect(&mut drive, &Steering::Drop(rule.clone()));
    let removed = waiting - drive.crawl.next_up(100_000).len();
    assert!(removed > 0 && change.removed as usize == removed);
    assert_eq!((change.rescored, change.added), (0, 0));
    let (change, _) = effect(&mut drive, &Steering::Admit(rule));
    assert_eq!(change.added as usize, removed);
    let (change, excluded) = effect(&mut drive, &Steering::Budget(300));
    assert_eq!((change, excluded), (FrontierChange::default(), None));
}

#[test]
fn excluded_links_leave_the_frontier_and_return_with_their_scores() {
    let web = web();
    let mut drive = begun(&web, "best-first", 40);
    let before = ids(&drive.crawl);
    let host = drive.crawl.next_up(1)[0].host.clone();
    let rule: types::url::ScopeRule = host.parse().expect("a host is a rule");
    steer(&mut drive, Steering::Drop(rule.clone()));
    let left = drive.crawl.next_up(100_000);
    assert!(!left.is_empty() && left.iter().all(|next| next.host != host));
    let refused = drive.crawl.progress().refusals["left-out"] as usize;
    assert_eq!(refused, before.len() - left.len());
    let now = drive.crawl.now();
    let twice = drive.crawl.steer(now, &Steering::Drop(rule.clone()));
    assert!(matches!(twice, Err(SteeringError::Rule { .. })));
    steer(&mut drive, Steering::Admit(rule));
    let mut after = ids(&drive.crawl);
    let mut before = before;
    before.sort();
    after.sort();
    assert_eq!(after, before);
}

#[test]
fn links_excluded_by_two_rules_return_after_both_are_removed() {
    let web = web();
    let mut drive = begun(&web, "best-first", 40);
    let mut before = ids(&drive.crawl);
    let next = drive.crawl.next_up(1)[0].url.clone();
    let host: types::url::ScopeRule = next.authority().parse().expect("a host is a rule");
    let domain = format!("*.{}", next.host()).parse::<types::url::ScopeRule>();
    let domain = domain.expect("a domain is a rule");
    let stands = |drive: &Drive<'_>| {
        let mut all = drive.crawl.next_up(100_000).into_iter();
        all.any(|one| one.url.host() == next.host())
    };
    steer(&mut drive, Steering::Drop(host.clone()));
    steer(&mut drive, Steering::Drop(domain.clone()));
    steer(&mut drive, Steering::Admit(host));
    assert!(!stands(&drive), "the domain is left out still");
    steer(&mut drive, Steering::Admit(domain));
    let mut after = ids(&drive.crawl);
    before.sort();
    after.sort();
    assert_eq!(after, before);
}

#[test]
fn a_crawl_with_a_spent_budget_continues_with_a_larger_one() {
    let web = web();
    let mut drive = Drive::begin(plan(&web, "best-first", 20), &web, &EncodingRs);
    drive.finish();
    let ended = drive.crawl.progress().phase;
    assert_eq!(ended, Phase::Ended(EndReason::BudgetSpent));
    drive.over = false;
    drive.feed(EventKind::Steered(Box::new(Steering::Budget(30))));
    drive.finish();
    assert_eq!(drive.crawl.pages().len(), 30);
    let whole = Drive::begin(plan(&web, "best-first", 30), &web, &EncodingRs).finish();
    let urls = |pages: &[PageRecord]| pages.iter().map(|page| page.url.clone()).collect::<Vec<_>>();
    assert_eq!(urls(drive.crawl.pages())[..20], urls(&whole)[..20]);
}

#[test]
fn a_crawl_without_links_continues_with_more_seeds() {
    let web = web();
    let lonely = Plan { depth: 0, ..plan(&web, "best-first", 20) };
    let mut drive = Drive::begin(lonely, &web, &EncodingRs);
    drive.finish();
    let ended = drive.crawl.progress().phase;
    assert_eq!(ended, Phase::Ended(EndReason::FrontierEmpty));
    let pages = drive.crawl.pages().len();
    let seed = url(&web.topics()[3].examples[0]);
    drive.over = false;
    drive.feed(EventKind::Steered(Box::new(Steering::Seeds(vec![seed.clone()]))));
    drive.finish();
    assert_eq!(drive.crawl.pages().len(), pages + 1);
    assert_eq!(drive.crawl.pages()[pages].url, seed);
    assert!(drive.crawl.plan().seeds.contains(&seed.to_string()));
}

#[test]
fn an_impossible_change_is_reported_and_has_no_effect() {
    let web = web();
    let mut drive = begun(&web, "best-first", 10);
    let stranger = Steering::Judged { url: url("http://nowhere.test/"), good: Some(true) };
    let number = |n| ParamValue::Number(n);
    for (steering, variant) in [
        (stranger, "NotRead"),
        (word("the", 2.0), "OnlyCommonWords"),
        (word(&"x".repeat(101), 2.0), "WordTooLong"),
        (word("asthma", -1.0), "Weight"),
        (word("asthma", f64::NAN), "Weight"),
        (Steering::Seeds(Vec::new()), "NoSeeds"),
        (Steering::Admit("a.test".parse().expect("a rule")), "Rule"),
        (Steering::Budget(0), "Plan([OutOfRange"),
        (to("teleport", &[]), "Plan([UnknownStrategy"),
        (to("best-n-first", &[("n", number(-1.0))]), "Plan([Param"),
        (to("hmm", &[]), "NeedsExamples"),
    ] {
        let before = journal::write(&drive.crawl);
        let now = drive.crawl.now();
        let refused = drive.crawl.steer(now, &steering).expect_err(variant);
        let debug = format!("{refused:?}");
        assert!(debug.starts_with(variant), "{debug}");
        let step = drive.crawl.handle(Event::at(now, EventKind::Steered(Box::new(steering))));
        assert!(step.notifications.is_empty(), "{variant}");
        assert_eq!(journal::write(&drive.crawl), before, "{variant}");
    }
    let checked = CheckedPlan::new(plan(&web, "best-first", 20), &assets());
    let mut new = Crawl::new(checked.expect("the plan is fine"));
    let refused = new.steer(0, &Steering::Budget(500));
    assert_eq!(refused, Err(SteeringError::NotRunning));
}

#[test]
fn an_ended_crawl_accepts_changes_and_continues_if_they_add_work() {
    let web = web();
    let mut drive = Drive::begin(plan(&web, "best-first", 20), &web, &EncodingRs);
    drive.finish();
    let ended = Phase::Ended(EndReason::BudgetSpent);
    let before = ids(&drive.crawl);
    let now = drive.crawl.now();
    let spent = drive.crawl.steer(now, &Steering::Budget(20));
    assert_eq!(spent, Err(SteeringError::BudgetTooSmall(20)));
    let last = read(&drive.crawl).last().expect("pages were read").clone();
    for change in [judged(&last, Some(true)), word("asthma", 4.0), to("best-first-anchor", &[])] {
        drive.over = false;
        steer(&mut drive, change);
        assert_eq!(drive.crawl.progress().phase, ended);
        assert_eq!(drive.crawl.progress().reranking, None, "all of it was scored again");
    }
    assert_ne!(ids(&drive.crawl), before);
    let next = drive.crawl.next_up(1)[0].url.clone();
    drive.over = false;
    drive.feed(EventKind::Steered(Box::new(Steering::Budget(21))));
    drive.finish();
    assert_eq!(drive.crawl.pages()[20].url, next);
}

#[test]
fn a_robots_request_dropped_at_the_end_is_repeated_when_the_crawl_continues() {
    let plan = Plan {
        query: "fox".to_owned(),
        seeds: vec!["http://a.test/".to_owned(), "http://b.test/".to_owned()],
        pages: 1,
        in_flight: 2,
        ..Plan::default()
    };
    let mut crawl = Crawl::new(CheckedPlan::new(plan, &assets()).expect("the plan is fine"));
    let mut now = 1_000;
    let mut tell = |crawl: &mut Crawl, kind| {
        now += 60_000;
        let step = crawl.handle(Event::at(now, kind));
        let orders = step.commands.into_iter().filter_map(|command| match command {
            Command::Fetch(order) => Some(order),
            _ => None,
        });
        orders.collect::<Vec<_>>()
    };
    let rules = tell(&mut crawl, EventKind::Seeded);
    assert_eq!(rules.len(), 2, "both hosts are asked for their rules");
    let none = RawResponse { status: 404, headers: &[], body: b"", elapsed_ms: 1 };
    let none = FetchResponse::read(&rules[0], none, 1_000, &EncodingRs);
    tell(&mut crawl, EventKind::Fetched(rules[0].id, none));
    let page = tell(&mut crawl, EventKind::Tick);
    let failure = Failure { code: "dns".to_owned(), message: "it is gone".to_owned(), kind: FailureKind::Permanent };
    tell(&mut crawl, EventKind::Failed(page[0].id, failure));
    assert!(matches!(crawl.progress().phase, Phase::Ended(_)));
    let more = EventKind::Steered(Box::new(Steering::Budget(2)));
    let again = tell(&mut crawl, more);
    let hosts: Vec<&str> = again.iter().map(|order| order.url.host()).collect();
    assert_eq!(hosts, ["b.test"]);
}

#[test]
fn a_refused_url_is_crawled_when_it_is_a_seed_or_its_rule_is_removed() {
    let web = web();
    let seed = url(&web.topics()[0].seeds[0]);
    let own: types::url::ScopeRule = seed.authority().parse().expect("a host is a rule");
    let mut drive = Drive::begin(
        Plan {
            scope: types::url::Scope { allow: vec![own], ..types::url::Scope::default() },
            seeds: vec![seed.to_string()],
            ..plan(&web, "best-first", 200)
        },
        &web,
        &EncodingRs,
    );
    while drive.crawl.progress().refusals.is_empty() {
        drive.step();
    }
    let stranger = url(&web.topics()[3].examples[0]);
    assert_ne!(stranger.host(), seed.host());
    steer(&mut drive, Steering::Seeds(vec![stranger.clone()]));
    drive.finish();
    assert!(drive.crawl.pages().iter().any(|page| page.url == stranger));

    let plan = Plan { in_flight: limits::IN_FLIGHT, ..plan(&web, "breadth-first", 200) };
    let mut drive = Drive::begin(plan, &web, &EncodingRs);
    while drive.crawl.pages().len() < 10 {
        drive.step();
    }
    let host = drive.crawl.next_up(1)[0].host.clone();
    let rule: types::url::ScopeRule = host.parse().expect("a host is a rule");
    steer(&mut drive, Steering::Drop(rule.clone()));
    let refuses = |crawl: &Crawl| crawl.progress().refusals.contains_key("scope-denied");
    while !refuses(&drive.crawl) {
        drive.step();
    }
    steer(&mut drive, Steering::Admit(rule));
    drive.finish();
    assert!(drive.crawl.pages().iter().skip(10).any(|page| page.host == host));
}

#[test]
fn spellings_of_a_word_count_as_the_same_word() {
    let web = web();
    let mut drive = begun(&web, "best-first-anchor", 40);
    let before = ids(&drive.crawl);
    let told = |drive: &Drive<'_>| match drive.crawl.steered().last() {
        Some((_, Steering::Word { word, .. })) => word.clone(),
        other => panic!("{other:?} is no word"),
    };
    steer(&mut drive, word("Mountains", 3.0));
    let once = ids(&drive.crawl);
    assert_ne!(once, before);
    steer(&mut drive, word("mountain", 3.0));
    assert_eq!(ids(&drive.crawl), once, "three times as much, not nine");
    assert_eq!(told(&drive), "Mountains", "people know it as they wrote it");
    steer(&mut drive, word("MOUNTAIN", 1.0));
    assert_eq!(ids(&drive.crawl), before);
    let query = drive.crawl.plan().query.clone();
    let own = query.split_whitespace().next().expect("it has words");
    steer(&mut drive, word(&own.to_uppercase(), 0.0));
    assert_eq!(told(&drive), own);
    steer(&mut drive, word(own, 1.0));
    assert_eq!(ids(&drive.crawl), before);
}

#[test]
fn entries_ahead_of_all_links_have_a_reason_and_keep_it_after_exclusion() {
    let plan = Plan {
        query: "fox".to_owned(),
        seeds: vec!["http://a.test/".to_owned(), "http://late.test/".to_owned()],
        strategy: "breadth-first".into(),
        in_flight: 1,
        ..Plan::default()
    };
    let mut crawl = Crawl::new(CheckedPlan::new(plan, &assets()).expect("the plan is fine"));
    let mut now = 1_000;
    let mut step = crawl.handle(Event::at(now, EventKind::Seeded));
    let waits = |crawl: &Crawl| {
        let all = crawl.next_up(9).into_iter();
        all.map(|next| (next.url.as_str().to_owned(), next.priority_reason)).collect::<Vec<_>>()
    };
    let late = ("http://late.test/".to_owned(), Some(PriorityReason::Seed));
    assert_eq!(waits(&crawl)[1], late);
    loop {
        let mut orders = step.commands.iter().filter_map(|command| match command {
            Command::Fetch(order) => Some(order),
            _ => None,
        });
        let Some(order) = orders.next_back().cloned() else {
            now += 1_000;
            step = crawl.handle(Event::at(now, EventKind::Tick));
            continue;
        };
        let html = "<a href=//b.test/>fox</a> <a href=//c.test/>fox</a> <a href=//d.test/>fox</a>";
        let location = [("location".to_owned(), "http://e.test/".to_owned())];
        let (status, headers, body): (u16, &[(String, String)], _) = match order.url.as_str() {
            "http://a.test/" => (200, &[], html),
            "http://b.test/" => (429, &[], ""),
            "http://c.test/" => (301, &location, ""),
            _ => (404, &[], ""),
        };
        let raw = RawResponse { status, headers, body: body.as_bytes(), elapsed_ms: 1 };
        let response = FetchResponse::read(&order, raw, now, &EncodingRs);
        step = crawl.handle(Event::at(now, EventKind::Fetched(order.id, response)));
        if status == 301 {
            break;
        }
    }
    let b = ("http://b.test/".to_owned(), Some(PriorityReason::Retry));
    let e = ("http://e.test/".to_owned(), Some(PriorityReason::Redirect));
    let d = ("http://d.test/".to_owned(), None);
    assert_eq!(waits(&crawl), [b.clone(), e.clone(), d.clone()]);
    let rule: types::url::ScopeRule = "b.test".parse().expect("a host is a rule");
    for change in [Steering::Drop(rule.clone()), Steering::Admit(rule)] {
        crawl.handle(Event::at(now, EventKind::Steered(Box::new(change))));
    }
    let mut back = waits(&crawl);
    assert_eq!(back.pop(), Some(d), "what waits by its score comes last");
    back.sort();
    assert_eq!(back, [b, e]);
}
