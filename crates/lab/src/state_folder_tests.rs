//! Tests crawls that are killed at any event.

use super::*;
use crate::driver;
use crate::web::Demo;
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::CheckedPlan;
use evaluation::compare::{Exchange, VirtualClock};
use std::env;
use types::plan::Politeness;
use types::report::PageRecord;

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("salticid-state-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

/// Returns a crawl with one request at a time: only then does a repeated request not change the order.
fn crawl(pages: u32) -> Crawl {
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    let plan = Plan {
        query: topic.query.to_owned(),
        seeds: topic.seeds.clone(),
        pages,
        in_flight: 1,
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    let assets = assets::load_for_plan(&plan);
    Crawl::new(CheckedPlan::new(plan, &assets).expect("a valid plan"))
}

/// Handles this many events of a crawl, or all, and saves each.
fn run(crawl: Crawl, folder: &mut StateFolder, events: usize) -> Crawl {
    let web = Demo::new(DEFAULT_SEED);
    let mut clock = VirtualClock::new(crawl);
    for _ in 0..events {
        for request in clock.pending_requests().to_vec() {
            clock.take(request.id, driver::response(&request, &web, clock.now()));
        }
        clock.step(|exchange| {
            if let Exchange::Event(event) = exchange {
                folder.add(event);
            }
        });
        folder.save(clock.crawl()).expect("the folder can be written");
        if clock.is_over() {
            break;
        }
    }
    clock.into_crawl()
}

/// Opens the folder, and handles events until the program is killed.
fn part(path: &Path, pages: u32, events: usize) -> Vec<PageRecord> {
    let (mut folder, crawl) = StateFolder::open(path, "demo", crawl(pages)).expect("the folder can be opened");
    run(crawl, &mut folder, events).pages().to_vec()
}

#[test]
fn a_killed_crawl_continues_as_if_it_had_not_been_killed() {
    let whole = part(&folder("whole"), 25, usize::MAX);
    assert_eq!(whole.len(), 25);
    let path = folder("killed");
    let (mut pages, mut parts) = (Vec::new(), 0);
    while pages.len() < 25 {
        pages = part(&path, 25, 8);
        parts += 1;
        assert_eq!(pages, whole[..pages.len()], "part {parts}");
    }
    assert!(parts > 3);
}

#[test]
fn a_larger_page_limit_continues_a_finished_crawl() {
    let path = folder("larger");
    assert_eq!(part(&path, 5, usize::MAX).len(), 5);
    let urls = |pages: &[PageRecord]| -> Vec<String> { pages.iter().map(|page| page.url.to_string()).collect() };
    assert_eq!(urls(&part(&path, 12, usize::MAX)), urls(&part(&folder("at once"), 12, usize::MAX)));
}

#[test]
fn events_behind_a_damaged_one_do_not_count() {
    let path = folder("damaged");
    let before = part(&path, 25, 12);
    let events = path.join("0.events");
    let bytes = fs::read(&events).expect("events");
    fs::write(&events, &bytes[..bytes.len() * 3 / 5]).expect("a damaged file");
    let after = part(&path, 25, 0);
    assert!(after.len() < before.len() && after == before[..after.len()]);
    assert_eq!(part(&path, 25, usize::MAX).len(), 25);
}

#[test]
fn a_folder_has_one_crawl_in_one_program() {
    let path = folder("other");
    let (first, _) = StateFolder::open(&path, "demo", crawl(5)).expect("a new folder");
    let error = StateFolder::open(&path, "demo", crawl(5)).map(|_| ()).expect_err("it is open");
    assert!(error.to_string().contains("in use"), "{error}");
    drop(first);
    let other = Plan { query: "another query".to_owned(), ..crawl(5).plan().clone() };
    let other = Crawl::new(CheckedPlan::new(other, &assets::load(["best-first"])).expect("a valid plan"));
    for (web, other) in [("demo", other), ("demo:2", crawl(5))] {
        let error = StateFolder::open(&path, web, other).map(|_| ()).expect_err("another crawl");
        assert!(error.to_string().contains("other settings"), "{error}");
    }
}
