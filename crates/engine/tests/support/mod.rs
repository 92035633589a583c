//! Drives a crawl over the demo web, one answer at a time, on a virtual clock: the same in every program that includes it.

mod assets;

pub(crate) use assets::assets;
use demo_web::{DemoWeb, Outcome};
use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Millis};
use engine::fetch::{Answer, Failure, FailureKind, Order, RawAnswer};
use engine::html::Decoder;
use engine::plan::Plan;
use engine::report::{Note, PageRecord, Phase};
use engine::taxonomy::Taxonomy;
use engine::trails::{Trail, TrailPage, Trails};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// A crawl of the demo web, its pending answers and its clock.
pub(crate) struct Drive<'a> {
    pub(crate) crawl: Crawl,
    web: &'a DemoWeb,
    decoder: &'a dyn Decoder,
    orders: VecDeque<Order>,
    wait: Option<Millis>,
    is_asked: bool,
    now: Millis,
    pub(crate) over: bool,
}

/// The plan of a crawl of the demo web for its first topic, with examples of this topic and of two others, and with trails, for
/// strategies that learn from such.
pub(crate) fn plan(web: &DemoWeb, strategy: &str, pages: u32) -> Plan {
    let topic = &web.topics()[0];
    let (query, seeds) = (topic.query.to_owned(), topic.seeds.clone());
    Plan {
        query,
        taxonomy: taxonomy(web),
        trails: TRAILS.get_or_init(|| trails(web, topic.id)).clone(),
        seeds,
        strategy: strategy.to_owned(),
        pages,
        ..Plan::default()
    }
}

fn taxonomy(web: &DemoWeb) -> Taxonomy {
    let topics = web.topics().iter().take(3).enumerate();
    let topics = topics.map(|(at, topic)| engine::taxonomy::Topic {
        name: topic.title.to_owned(),
        good: at == 0,
        examples: topic.examples.clone(),
        topics: Vec::new(),
    });
    Taxonomy {
        topics: topics.collect(),
    }
}

/// The trails of the first topic: all tests crawl the same web.
static TRAILS: OnceLock<Trails> = OnceLock::new();

/// The trails of a topic.
fn trails(web: &DemoWeb, topic: &str) -> Trails {
    let page = |visit: demo_web::Visit| TrailPage {
        url: visit.url,
        title: visit.title,
        relevant: visit.relevant,
        visited_at: None,
    };
    let trail = |trail: demo_web::Trail| Trail {
        name: trail.name,
        pages: trail.visits.into_iter().map(page).collect(),
    };
    Trails {
        trails: web.trails(topic).into_iter().map(trail).collect(),
    }
}

impl<'a> Drive<'a> {
    /// Begins a crawl.
    pub(crate) fn begin(plan: Plan, web: &'a DemoWeb, decoder: &'a dyn Decoder) -> Self {
        let crawl = Crawl::new(plan.check(&assets()).expect("the plan is fine"));
        let mut drive = Self::take_up(crawl, web, decoder);
        drive.feed(EventKind::Seeded);
        drive
    }

    /// Takes up a crawl that was saved: what was under way is fetched again.
    pub(crate) fn take_up(crawl: Crawl, web: &'a DemoWeb, decoder: &'a dyn Decoder) -> Self {
        let now = crawl.now();
        let crawl_waits = crawl.progress().phase == Phase::Prepared;
        let orders = crawl
            .under_way()
            .into_iter()
            .filter_map(|command| match command {
                Command::Fetch(order) => Some(order),
                _ => None,
            });
        let orders: VecDeque<Order> = orders.collect();
        Self {
            wait: orders.is_empty().then_some(now),
            orders,
            crawl,
            web,
            decoder,
            is_asked: crawl_waits,
            now,
            over: false,
        }
    }

    /// Goes on with the same crawl, read from somewhere else.
    #[allow(dead_code, reason = "not every program that includes this saves")]
    pub(crate) fn replace(&mut self, crawl: Crawl) {
        self.crawl = crawl;
    }

    /// What happens next, without a word to the crawl: the answer to the oldest order, or that time passes.
    #[allow(
        dead_code,
        reason = "not every program that includes this keeps a journal"
    )]
    pub(crate) fn next_event(&mut self) -> EventKind {
        if std::mem::take(&mut self.is_asked) {
            return EventKind::Resumed;
        }
        if let Some(order) = self.orders.pop_front() {
            self.now += 10;
            return self.answer(&order);
        }
        self.now = self.now.max(
            self.wait
                .take()
                .expect("a crawl with nothing under way waits or is over"),
        );
        EventKind::Tick
    }

    /// Goes on by one answer, or to the time that the crawl waits for. Gives the pages that were done by it.
    pub(crate) fn step(&mut self) -> Vec<PageRecord> {
        let event = self.next_event();
        self.feed(event)
    }

    /// Goes on to the end. Gives the pages that were done.
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
                Command::Fetch(order) => self.orders.push_back(order),
                Command::WaitUntil(until) => self.wait = Some(until),
                Command::Confirm => self.is_asked = true,
                Command::Finished(_) => self.over = true,
            }
        }
        step.notes
            .into_iter()
            .filter_map(|note| {
                if let Note::Page(page) = note {
                    Some(*page)
                } else {
                    None
                }
            })
            .collect()
    }

    pub(crate) fn answer(&self, order: &Order) -> EventKind {
        let failed = |code: &str| {
            EventKind::Failed(
                order.id,
                Failure {
                    code: code.to_owned(),
                    message: String::new(),
                    kind: FailureKind::Passing,
                },
            )
        };
        match self
            .web
            .answer(order.address())
            .map(|answer| answer.outcome)
        {
            Some(Outcome::Response(response)) => {
                let headers: Vec<_> = response
                    .headers
                    .into_iter()
                    .map(|(name, value)| (name.to_lowercase(), value))
                    .collect();
                let raw = RawAnswer {
                    status: response.status,
                    headers: &headers,
                    body: &response.body,
                    elapsed_ms: 10,
                };
                EventKind::Fetched(order.id, Answer::read(order, raw, self.now, self.decoder))
            }
            Some(Outcome::Failure(_)) => failed("reset"),
            None => failed("no-such-host"),
        }
    }
}

/// One line a page, complete to the last bit.
pub(crate) fn log(pages: &[PageRecord]) -> String {
    let line = |page: &PageRecord| {
        let (priority, relevance) = (page.priority.to_bits(), page.relevance.to_bits());
        format!(
            "{} {} {} {:?} {} {priority:016x} {relevance:016x}\n",
            page.n, page.url, page.status, page.parent, page.depth
        )
    };
    pages.iter().map(line).collect()
}
