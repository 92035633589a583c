//! Measures the cost of judging a crawl: `cargo bench -p salticid-lab --bench judging` runs on demo webs side by side;
//! `SALTICID_WEB=FILE SALTICID_TOPICS=FILE` uses the first topic of a recorded web.
//!
//! It runs one best-first crawl of 10,000 pages (or all pages, if there are fewer), judged by every measure that is available during a
//! crawl. The judge's clock runs while it assesses and counts a response, the web's clock while it responds; the remaining time belongs to
//! the crawl, including parsing. The fastest of several runs counts, because disturbances only make a run slower.

use demo_web::DemoWebSpec;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::fetch::{FetchRequest, FetchResponse};
use engine::html::EncodingRs;
use engine::strategy::Assets;
use evaluation::compare::{Exchange, TimedResponse, Topic, VirtualClock, read_topics};
use evaluation::measures::{Grid, Judge, JudgedResponse, JudgingData, JudgingDataBuilder, JudgingSources};
use salticid_lab::experiment;
use salticid_lab::web::{self, CombinedDemoWebs, Web};
use std::sync::Arc;
use std::time::{Duration, Instant};
use types::measures::Measure;
use types::plan::{Plan, Politeness};
use types::report::Notification;
use types::url::CanonicalUrl;

const PAGES: u32 = 10_000;
const RUNS: usize = 3;
/// Demo webs that together have enough pages.
const SEEDS: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

fn main() {
    let (web, topic) = web_and_topic();
    let runs = (0..RUNS).map(|_| run(&*web, &topic));
    let Some(times) = runs.min_by_key(|times| times.crawl + times.judge) else {
        return;
    };
    let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(times.pages.max(1));
    println!(
        "{} pages, {} known relevant pages: crawl {:.2} s ({:.0} µs a page), judge {:.2} s ({:.0} µs a page), known pages read in {:.2} s",
        times.pages,
        times.known,
        times.crawl.as_secs_f64(),
        each(times.crawl),
        times.judge.as_secs_f64(),
        each(times.judge),
        times.before.as_secs_f64()
    );
}

/// Returns a web, and a topic for its crawl.
fn web_and_topic() -> (Box<dyn Web>, Topic) {
    let files = std::env::var("SALTICID_WEB").ok();
    let Some((web, topics)) = files.zip(std::env::var("SALTICID_TOPICS").ok()) else {
        return (Box::new(CombinedDemoWebs::of(&SEEDS.map(DemoWebSpec::from))), of_worlds());
    };
    let text = std::fs::read_to_string(topics).expect("the file of topics can be read");
    let (mut topics, _) = read_topics(&text).expect("it holds topics");
    let web = web::open(&web).expect("the web can be opened");
    (web, topics.swap_remove(0))
}

/// Returns the first topic of all the demo webs together.
fn of_worlds() -> Topic {
    let moved = |url: &CanonicalUrl, seed: u64| {
        let text = url.as_str().replace(".test", &format!(".w{seed}.test"));
        CanonicalUrl::parse(&text).expect("a host of another name is one")
    };
    let mut all = Topic::default();
    for seed in SEEDS {
        let topic = salticid_lab::topics::of_demo(seed).swap_remove(0);
        all.relevant.extend(topic.relevant.iter().map(|url| moved(url, seed)));
        all.query = topic.query;
    }
    all.seeds = CombinedDemoWebs::of(&SEEDS.map(DemoWebSpec::from)).seeds();
    all
}

struct Times {
    pages: u32,
    known: usize,
    before: Duration,
    crawl: Duration,
    judge: Duration,
}

fn run(web: &dyn Web, topic: &Topic) -> Times {
    let grid = Grid::new(PAGES, &[]);
    let start = Instant::now();
    let known = Arc::new(known(web, topic, &grid));
    let before = start.elapsed();
    let mut judge = Judge::new(Arc::clone(&known), &grid);
    let mut clock = VirtualClock::new(crawl(topic));
    let (mut judging, mut answering) = (Duration::ZERO, Duration::ZERO);
    let (mut assessed, mut pages) = (JudgedResponse::default(), 0);
    let start = Instant::now();
    while !clock.is_over() {
        for request in clock.pending_requests().to_vec() {
            let reply = response(&request, web, clock.now(), &mut answering);
            clock.take(request.id, reply);
        }
        clock.step(|exchange| {
            let start = Instant::now();
            match exchange {
                Exchange::Event(event) => {
                    assessed = match &event.kind {
                        EventKind::Fetched(_, response) => judge.assess(response),
                        _ => JudgedResponse::default(),
                    };
                }
                Exchange::Step(step) => {
                    let mut notifications = step.notifications.iter();
                    let page = notifications.find_map(|notification| match notification {
                        Notification::Page(page) => Some((&**page).into()),
                        _ => None,
                    });
                    pages += u32::from(page.is_some());
                    judge.count(page, &assessed);
                }
            }
            judging += start.elapsed();
        });
    }
    Times {
        pages,
        known: topic.relevant.len() + topic.targets.len(),
        before,
        crawl: start.elapsed().saturating_sub(judging + answering),
        judge: judging,
    }
}

fn crawl(topic: &Topic) -> Crawl {
    let plan = Plan {
        query: topic.query.clone(),
        seeds: topic.seeds.clone(),
        pages: PAGES,
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    Crawl::new(CheckedPlan::new(plan, &Assets::default()).expect("the plan is valid"))
}

/// Gathers the data for judging the topic, with the words of its known pages and the links of the web.
fn known(web: &dyn Web, topic: &Topic, grid: &Grid) -> JudgingData {
    let urls = |written: &[String]| -> Vec<CanonicalUrl> {
        let urls = written.iter();
        urls.filter_map(|url| CanonicalUrl::parse(url).ok()).collect()
    };
    let known = topic.relevant.union(&topic.targets).cloned();
    let sources = JudgingSources {
        judgments: topic.judgments(),
        query: topic.query.clone(),
        seeds: urls(&topic.seeds),
        examples: known.collect(),
        others: urls(&topic.seeds),
        ..JudgingSources::default()
    };
    let mut gathering = JudgingDataBuilder::new(sources, &Measure::ALL, grid);
    while let Some(url) = gathering.next_url().cloned() {
        let request = FetchRequest::page(url.clone());
        let mut unused = Duration::ZERO;
        let came = response(&request, web, 0, &mut unused).outcome.ok();
        gathering.read(&url, came.as_ref());
    }
    if let Some(map) = experiment::survey(web) {
        gathering.map(&map);
    }
    gathering.known()
}

/// Returns the parsed response. The clock runs while the web responds, not while the page is parsed, which belongs
/// to the crawl.
fn response(request: &FetchRequest, web: &dyn Web, now: u64, answering: &mut Duration) -> TimedResponse {
    let start = Instant::now();
    let reply = web.response(request.address());
    *answering += start.elapsed();
    let reply = reply.unwrap_or_else(web::RecordedResponse::missing);
    let read = |response: web::Response| FetchResponse::read(request, response.raw(reply.delay_ms), now, &EncodingRs);
    TimedResponse { delay_ms: reply.delay_ms, outcome: reply.outcome.map(read) }
}
