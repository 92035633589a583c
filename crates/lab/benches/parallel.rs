//! Measures what parallel fetches cost: the relevant pages of crawls with one fetch at a time and with the app's
//! default number, at each speed. `cargo bench -p salticid-lab --bench parallel` prints two Markdown tables.
//!
//! The first web is the demo web, which answers at once. The second has 330 hosts, five demo webs under names of their
//! own, with politeness delays from one second and the site diversity of live crawls. The latencies are between 50 and
//! 1,500 ms, and 2 % of the responses take longer than 10 s. Time is virtual.
//!
//! A crawl that has a large budget left never leaves a slot free. The first pages of one therefore show what filling
//! every slot gives.

use engine::crawl::{CheckedPlan, Crawl};
use engine::strategy::Assets;
use evaluation::compare::{Topic, VirtualClock};
use salticid_lab::web::{self, RecordedResponse, Web};
use salticid_lab::{assets, driver, topics};
use std::env;
use types::limits;
use types::plan::{Plan, Speed};
use xxhash_rust::xxh3::xxh3_64;

const STRATEGIES: [&str; 4] = ["adaptive", "best-first", "shark-search", "info-spiders"];
/// The names of the two webs, and the pages of a crawl on each.
const WEBS: [(&str, u32); 2] = [("demo", 200), ("demo:1+2+3+4+5", 1_000)];
/// The percentage of the pages after which the duration is taken.
const NEARLY_ALL: usize = 98;
/// A budget for which every link is good enough.
const LARGE: u32 = limits::PAGES;
/// The share of slow responses, and the range of their latencies in milliseconds.
const SLOW_SHARE: f64 = 0.02;
const SLOW_MS: [f64; 2] = [10_000.0, 20_000.0];
/// The range of other latencies in milliseconds.
const LATENCY_MS: [f64; 2] = [50.0, 1_500.0];

/// The means over all topics.
#[derive(Clone, Copy, Default)]
struct Means {
    relevant: f64,
    /// Seconds until [`NEARLY_ALL`] percent of the pages are done. The last slow responses would say nothing about the
    /// slots.
    seconds: f64,
    /// Seconds until the tenth relevant page.
    tenth: f64,
}

fn main() {
    // Cargo's test runner also starts benchmarks, but without this argument.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let [(demo, pages), (delayed, more_pages)] = WEBS;
    let (web, demo_topics) = opened(demo);
    println!("| {demo}, {pages} pages | one at a time | default | ratio |");
    println!("| --- | --- | --- | --- |");
    for strategy in STRATEGIES {
        let run = |parallel| {
            let setup = Setup { pages, parallel, ..Setup::default() };
            means(&*web, &demo_topics, strategy, setup)
        };
        let [one, default] = [1, limits::IN_FLIGHT].map(run).map(|run| run.relevant);
        println!("| `{strategy}` | {one:.1} | {default:.1} | {:.3} |", default / one);
    }
    let (web, topics) = opened(delayed);
    let web = Delayed(&*web);
    println!();
    println!("| {delayed}, {more_pages} pages | relevant, ratio | time, ratio | tenth relevant page |");
    println!("| --- | --- | --- | --- |");
    for strategy in STRATEGIES {
        let run = |parallel, speed| {
            let setup =
                Setup { pages: more_pages, parallel, speed, host_window: limits::LIVE_HOST_WINDOW, ..Setup::default() };
            means(&web, &topics, strategy, setup)
        };
        let one = run(1, Speed::default());
        let filled =
            Setup { pages: more_pages, budget: Some(LARGE), host_window: limits::LIVE_HOST_WINDOW, ..Setup::default() };
        let filled = means(&web, &topics, strategy, filled);
        print_row(strategy, "one at a time", one, one, filled);
        print_row(strategy, "every slot filled", filled, one, filled);
        for speed in Speed::ALL {
            print_row(strategy, speed.word(), run(limits::IN_FLIGHT, speed), one, filled);
        }
    }
}

fn opened(name: &str) -> (Box<dyn Web>, Vec<Topic>) {
    let web = web::open(name).expect("it is the name of a demo web");
    (web, topics::of_comparison(name, None).expect("a demo web has topics"))
}

fn print_row(strategy: &str, speed: &str, run: Means, one: Means, filled: Means) {
    let Means { relevant, seconds, tenth } = run;
    let (found, time) = (relevant / one.relevant, seconds / filled.seconds);
    println!("| `{strategy}`, {speed} | {relevant:.0}, {found:.2} | {seconds:.0} s, {time:.1} | {tenth:.1} s |");
}

/// The settings of a crawl.
#[derive(Clone, Copy)]
struct Setup {
    /// The number of pages after which the crawl is measured.
    pages: u32,
    /// The budget, if it differs.
    budget: Option<u32>,
    parallel: u32,
    speed: Speed,
    host_window: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Self { pages: 0, budget: None, parallel: limits::IN_FLIGHT, speed: Speed::default(), host_window: 0 }
    }
}

/// Crawls all topics and returns the means.
fn means(web: &dyn Web, topics: &[Topic], strategy: &str, setup: Setup) -> Means {
    let assets = assets::load([strategy]);
    let plans = topics.iter().map(|topic| Plan {
        query: topic.query.clone(),
        seeds: topic.seeds.clone(),
        strategy: strategy.into(),
        pages: setup.budget.unwrap_or(setup.pages),
        in_flight: setup.parallel,
        speed: setup.speed,
        host_window: setup.host_window,
        ..Plan::default()
    });
    mean(plans.map(|plan| crawl(plan, web, &assets, setup.pages as usize)))
}

fn mean(crawls: impl ExactSizeIterator<Item = Means>) -> Means {
    let n = crawls.len() as f64;
    crawls.fold(Means::default(), |sum, crawl| Means {
        relevant: sum.relevant + crawl.relevant / n,
        seconds: sum.seconds + crawl.seconds / n,
        tenth: sum.tenth + crawl.tenth / n,
    })
}

/// Crawls until this number of pages is done.
fn crawl(plan: Plan, web: &dyn Web, assets: &Assets, pages: usize) -> Means {
    let plan = CheckedPlan::new(plan, assets).expect("the plan is valid");
    let mut clock = VirtualClock::new(Crawl::new(plan));
    while !clock.is_over() && clock.crawl().pages().len() < pages {
        for request in clock.pending_requests().to_vec() {
            clock.take(request.id, driver::response(&request, web, clock.now()));
        }
        clock.step(|_| {});
    }
    let done = clock.crawl().pages().iter();
    let relevant: Vec<_> = done.filter(|page| page.relevance >= limits::GOOD_RELEVANCE).collect();
    let seconds = |ms: u64| ms as f64 / 1_000.0;
    let tenth = relevant.get(9);
    let last = clock.crawl().pages().get(pages * NEARLY_ALL / 100);
    Means {
        relevant: relevant.len() as f64,
        seconds: last.map_or(f64::INFINITY, |page| seconds(page.fetch.at)),
        tenth: tenth.map_or(f64::INFINITY, |page| seconds(page.fetch.at)),
    }
}

/// A web whose responses take time.
struct Delayed<'a>(&'a dyn Web);

impl Web for Delayed<'_> {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let mut response = self.0.response(url)?;
        response.delay_ms = response.delay_ms.max(latency_ms(url));
        Some(response)
    }
}

/// Returns the latency of a URL in milliseconds. Hosts differ by a factor of fifteen, the URLs of a host by one of two.
fn latency_ms(url: &str) -> u32 {
    let share = |text: &str| (xxh3_64(text.as_bytes()) % 10_000) as f64 / 10_000.0;
    let [least, most] = SLOW_MS;
    if share(&format!("slow {url}")) < SLOW_SHARE {
        return types::to_u32(least + (most - least) * share(url));
    }
    let host = url.split('/').nth(2).unwrap_or_default();
    let [least, most] = LATENCY_MS;
    let ms = 70.0 * 15.0_f64.powf(share(host)) * (0.7 + 0.7 * share(url));
    types::to_u32(ms.clamp(least, most).round())
}
