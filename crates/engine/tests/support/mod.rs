//! Runs a crawl of the demo web, one response at a time, on a virtual clock. Several test programs include it.

mod assets;

pub(crate) use assets::assets;
use demo_web::DemoWeb;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::html::Decoder;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, OnceLock};
use types::failure::{Failure, FailureKind};
use types::plan::{Plan, Politeness};
use types::report::{Millis, Notification, PageRecord, Phase};
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A crawl of the demo web, its pending responses and its clock.
pub(crate) struct Drive<'a> {
    pub(crate) crawl: Crawl,
    web: &'a DemoWeb,
    decoder: &'a dyn Decoder,
    requests: VecDeque<FetchRequest>,
    wait: Option<Millis>,
    is_asked: bool,
    now: Millis,
    pub(crate) over: bool,
}

/// Returns a plan for the first topic of the demo web, with examples of this topic and of two others, and with trails
/// for strategies that learn from them.
pub(crate) fn plan(web: &DemoWeb, strategy: &str, pages: u32) -> Plan {
    let topic = &web.topics()[0];
    let (query, seeds) = (topic.query.to_owned(), topic.seeds.clone());
    Plan {
        query,
        taxonomy: taxonomy(web),
        trails: TRAILS.get_or_init(|| web.trails(topic.id)).clone(),
        seeds,
        strategy: strategy.into(),
        pages,
        politeness: Politeness::Replay,
        ..Plan::default()
    }
}

fn taxonomy(web: &DemoWeb) -> Taxonomy {
    let topics = web.topics().iter().take(3).enumerate();
    let topics = topics.map(|(at, topic)| types::taxonomy::Topic {
        name: topic.title.to_owned(),
        good: at == 0,
        examples: topic.examples.clone(),
        ..types::taxonomy::Topic::default()
    });
    Taxonomy { topics: topics.collect() }
}

/// The trails of the first topic. All tests crawl the same web.
static TRAILS: OnceLock<Trails> = OnceLock::new();

/// The pages that were read, by the fingerprint of request and response: a third of a crawl's time is reading.
static READ: Mutex<BTreeMap<u64, FetchResponse>> = Mutex::new(BTreeMap::new());

impl<'a> Drive<'a> {
    /// Begins a crawl.
    pub(crate) fn begin(plan: Plan, web: &'a DemoWeb, decoder: &'a dyn Decoder) -> Self {
        let crawl = Crawl::new(CheckedPlan::new(plan, &assets()).expect("the plan is fine"));
        let mut drive = Self::take_up(crawl, web, decoder);
        drive.feed(EventKind::Seeded);
        drive
    }

    /// Resumes a saved crawl and sends its requests in flight again.
    pub(crate) fn take_up(crawl: Crawl, web: &'a DemoWeb, decoder: &'a dyn Decoder) -> Self {
        let now = crawl.now();
        let crawl_waits = crawl.progress().phase == Phase::Prepared;
        let requests = crawl.in_flight().into_iter().filter_map(|command| match command {
            Command::Fetch(request) => Some(request),
            _ => None,
        });
        let requests: VecDeque<FetchRequest> = requests.collect();
        Self {
            wait: requests.is_empty().then_some(now),
            requests,
            crawl,
            web,
            decoder,
            is_asked: crawl_waits,
            now,
            over: false,
        }
    }

    /// Continues with the same crawl, restored from elsewhere.
    #[allow(dead_code, reason = "not every program that includes this saves")]
    pub(crate) fn replace(&mut self, crawl: Crawl) {
        self.crawl = crawl;
    }

    /// Returns the next event without passing it to the crawl: the response to the oldest request, or a tick.
    #[allow(dead_code, reason = "not every program that includes this keeps a journal")]
    pub(crate) fn next_event(&mut self) -> EventKind {
        if std::mem::take(&mut self.is_asked) {
            return EventKind::Resumed;
        }
        if let Some(request) = self.requests.pop_front() {
            self.now += 10;
            return self.response(&request);
        }
        self.now = self.now.max(self.wait.take().expect("a crawl with nothing under way waits or is over"));
        EventKind::Tick
    }

    /// Handles the next response, or waits until the time that the crawl requests. Returns the pages that it finished.
    pub(crate) fn step(&mut self) -> Vec<PageRecord> {
        let event = self.next_event();
        self.feed(event)
    }

    /// Continues to the end. Returns the finished pages.
    pub(crate) fn finish(&mut self) -> Vec<PageRecord> {
        let mut pages = Vec::new();
        while !self.over {
            pages.extend(self.step());
        }
        pages
    }

    pub(crate) fn feed(&mut self, kind: EventKind) -> Vec<PageRecord> {
        let step = self.crawl.handle(Event::at(self.now, kind));
        for command in step.commands {
            match command {
                Command::Fetch(request) => self.requests.push_back(request),
                Command::WaitUntil(until) => self.wait = Some(until),
                Command::Confirm => self.is_asked = true,
                Command::Finished(_) => self.over = true,
            }
        }
        step.notifications
            .into_iter()
            .filter_map(|notification| if let Notification::Page(page) = notification { Some(*page) } else { None })
            .collect()
    }

    pub(crate) fn response(&self, request: &FetchRequest) -> EventKind {
        let failed = |code: &str| {
            EventKind::Failed(
                request.id,
                Failure { code: code.to_owned(), message: String::new(), kind: FailureKind::Transient },
            )
        };
        match self.web.fetch(request.address()).map(|simulated| simulated.result) {
            Some(Ok(response)) => {
                let headers: Vec<_> =
                    response.headers.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect();
                let raw =
                    RawResponse { status: response.status, headers: &headers, body: &response.body, elapsed_ms: 10 };
                EventKind::Fetched(request.id, self.read(request, raw))
            }
            Some(Err(_)) => failed("reset"),
            None => failed("no-such-host"),
        }
    }

    /// Reads a response, or returns what an earlier crawl has read.
    fn read(&self, request: &FetchRequest, raw: RawResponse<'_>) -> FetchResponse {
        let read = || FetchResponse::read(request, raw, self.now, self.decoder);
        // Others may name a time.
        if raw.status != 200 {
            return read();
        }
        let head = format!("{} {} {:?} {:?}", request.url, request.address(), request.purpose, raw.headers);
        let fingerprint = xxh3_64_with_seed(raw.body, xxh3_64(head.as_bytes()));
        let pages = || READ.lock().expect("nothing fails while it is locked");
        let known = pages().get(&fingerprint).cloned();
        known.unwrap_or_else(|| {
            let page = read();
            pages().insert(fingerprint, page.clone());
            page
        })
    }
}

/// Returns one line per page, exact to the last bit.
#[allow(dead_code, reason = "not every program that includes this prints pages")]
pub(crate) fn log(pages: &[PageRecord]) -> String {
    let line = |page: &PageRecord| {
        let (priority, relevance) = (page.discovery.priority.to_bits(), page.relevance.to_bits());
        format!(
            "{} {} {} {:?} {} {priority:016x} {relevance:016x}\n",
            page.n, page.url, page.status, page.discovery.parent, page.discovery.depth
        )
    };
    pages.iter().map(line).collect()
}
