//! Measures the duration of a preview in a long crawl: each strategy without examples rescores the frontier after
//! 10,000 pages of best-first. The tab's worker is blocked meanwhile.
//!
//! `cargo bench -p engine --bench ahead`. It generates its own web, since the demo web has too few pages: 200 hosts,
//! twenty links per page, texts from the demo web. Not covered: strategies that need a lexicon or examples.

use criterion::{Criterion, criterion_group, criterion_main};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::html::{EncodingRs, read};
use engine::strategy::{Assets, LIST};
use std::collections::VecDeque;
use std::fmt::Write as _;
use types::limits::PREVIEW_URLS;
use types::plan::Plan;
use types::report::Millis;
use types::steering::Steering;
use types::url::CanonicalUrl;

const PAGES: u32 = 10_000;
const HOSTS: usize = 200;
const LINKS: usize = 20;
/// The total number of pages.
const ALL: usize = 60_000;

/// The texts of the demo web, from which pages are generated.
struct Web(Vec<Vec<String>>);

impl Web {
    fn new() -> Self {
        let demo = DemoWeb::new(DEFAULT_SEED);
        let topics = demo.topics().iter().flat_map(|topic| &topic.examples);
        let text = |url: &String| {
            let response = demo.fetch(url)?.result.ok()?;
            let url = CanonicalUrl::parse(url).ok()?;
            let document = read(&response.body, Some("text/html"), &url, &EncodingRs);
            let words = document.body.split_whitespace();
            Some(words.map(str::to_owned).collect())
        };
        Self(topics.filter_map(text).collect())
    }

    /// Returns a page, determined by its number: consecutive words of a text, and links to other pages.
    fn page(&self, number: usize) -> String {
        let text = &self.0[number % self.0.len()];
        let words = |from: usize, count: usize| -> String {
            let words = text.iter().map(String::as_str).cycle().skip(from % text.len()).take(count);
            words.flat_map(|word| [word, " "]).collect()
        };
        let mut page = format!("<title>{}</title><p>{}", words(number, 6), words(number, 400));
        for link in 0..LINKS {
            let to = (number * 7_919 + link * 104_729 + 1) % ALL;
            let (host, anchor) = (to % HOSTS, words(number + 31 * link, 4));
            let _ = write!(page, "<p><a href=http://h{host}.test/{to}>{anchor}</a>");
        }
        page
    }

    fn response(&self, request: &FetchRequest, now: Millis) -> EventKind {
        let number = request.url.path().trim_start_matches('/').parse();
        let (status, body) = match (request.purpose, number) {
            (Purpose::Page, Ok(number)) => (200, self.page(number)),
            _ => (404, String::new()),
        };
        let raw = RawResponse {
            status,
            headers: &[("content-type".into(), "text/html".into())],
            body: body.as_bytes(),
            elapsed_ms: 10,
        };
        EventKind::Fetched(request.id, FetchResponse::read(request, raw, now, &EncodingRs))
    }
}

/// Crawls until this many pages are done.
fn crawled(web: &Web, pages: u32) -> Crawl {
    let plan = Plan {
        query: "dengue fever mosquito".to_owned(),
        seeds: (0..10).map(|n| format!("http://h{n}.test/{n}")).collect(),
        strategy: "best-first".into(),
        pages: pages + 1_000,
        ..Plan::default()
    };
    let mut crawl = Crawl::new(CheckedPlan::new(plan, &Assets::default()).expect("the plan is fine"));
    let mut events = VecDeque::from([EventKind::Seeded]);
    let (mut now, mut wait) = (0, 0);
    while crawl.progress().pages < pages {
        let kind = events.pop_front().unwrap_or_else(|| {
            now = now.max(wait);
            EventKind::Tick
        });
        for command in crawl.handle(Event::at(now, kind)).commands {
            match command {
                Command::Fetch(request) => events.push_back(web.response(&request, now)),
                Command::WaitUntil(until) => wait = until,
                Command::Confirm | Command::Finished(_) => {}
            }
        }
    }
    crawl
}

fn bench(c: &mut Criterion) {
    let mut crawl = crawled(&Web::new(), PAGES);
    println!("{PAGES} pages, {} links wait", crawl.progress().queue);
    let mut group = c.benchmark_group("ahead");
    group.sample_size(10);
    for entry in LIST {
        let needs = entry.needs;
        if needs.trails || needs.taxonomy || needs.lexicon {
            continue;
        }
        let change = Steering::Strategy(entry.id.into());
        group.bench_function(entry.id, |b| {
            b.iter(|| crawl.preview(&change, PREVIEW_URLS));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
