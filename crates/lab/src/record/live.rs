//! Records a crawl of the live web.
//!
//! It drives the engine's crawl. The engine determines the order, robots.txt, delays and redirects, and the proxy's
//! guard determines which addresses may be contacted. All responses are recorded, including errors, redirects and
//! robots.txt, so that a crawl of the recording gets the same responses.

use super::RecordingWriter;
use crate::{LabError, driver};
use archive::warc::{Exchange, Response};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchRequest, FetchResponse};
use engine::html::EncodingRs;
use http::HeaderMap;
use salticid_proxy::{Client, ClientResponse, Refusal};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::task::JoinSet;
use tokio::time::Instant;
use types::failure::{Failure, FailureKind};
use types::report::Millis;

/// The result of a fetch, and whether its response was known before.
type Fetched = (FetchRequest, Result<ClientResponse, Failure>, bool);

/// The response of a fetcher in the future. Dropping it cancels the fetch.
pub type Fetching = Pin<Box<dyn Future<Output = Result<ClientResponse, Failure>> + Send>>;

/// Fetches for a crawl of the live web.
pub trait Fetch: Send + Sync {
    /// Fetches an address without following redirects, with `If-None-Match` and `If-Modified-Since` of `conditions`. A
    /// fetcher that cannot send these leaves them out, and the response is a whole one.
    fn fetch(self: Arc<Self>, address: String, conditions: HeaderMap) -> Fetching;

    /// Returns the headers of a request, as far as the fetcher knows them.
    fn request_headers(&self, _address: &str) -> HeaderMap {
        HeaderMap::new()
    }
}

impl Fetch for Client {
    fn fetch(self: Arc<Self>, address: String, conditions: HeaderMap) -> Fetching {
        Box::pin(async move { self.get_if(&address, conditions).await.map_err(failure) })
    }

    fn request_headers(&self, address: &str) -> HeaderMap {
        Self::request_headers(self, address).unwrap_or_default()
    }
}

/// Crawls until the plan is complete, or `asked_to_end` is done; requests in flight are then dropped. `watch` is called
/// with the crawl after each response.
pub async fn crawl(
    plan: CheckedPlan,
    client: Arc<Client>,
    tape: &mut RecordingWriter,
    asked_to_end: impl Future<Output = ()>,
    mut watch: impl FnMut(&Crawl, &RecordingWriter),
) -> Result<Crawl, LabError> {
    let mut live = LiveCrawl::new(Crawl::new(plan), client);
    tokio::pin!(asked_to_end);
    loop {
        live.step(|_| {});
        if let Some(response) = live.take_received() {
            tape.add(&response.exchange(&live.crawl))?;
        }
        if tape.refused.is_none() {
            tape.refused = live.agenda.refused.take();
        }
        watch(&live.crawl, tape);
        if live.is_over() || !live.wait(asked_to_end.as_mut()).await {
            return Ok(live.crawl);
        }
    }
}

/// A crawl of the live web that its caller runs event by event: [`Self::step`] and [`Self::wait`] in turn. It starts
/// without a confirmation after the training.
pub struct LiveCrawl {
    crawl: Crawl,
    clock: Clock,
    agenda: Agenda,
    next: Option<Event>,
    is_over: bool,
}

impl LiveCrawl {
    /// Creates the driver of a new or saved crawl, and sends the requests again that were in flight. It fetches on the
    /// runtime of the task that calls this and [`Self::step`].
    pub fn new(crawl: Crawl, fetcher: Arc<dyn Fetch>) -> Self {
        let clock = Clock::start();
        let mut agenda = Agenda::new(fetcher);
        for command in crawl.in_flight() {
            if let Command::Fetch(request) = command {
                agenda.send(request);
            }
        }
        let next = Some(Event::at(clock.now(), crawl.start_event()));
        Self { crawl, next, clock, agenda, is_over: false }
    }

    /// Sets responses that are used in place of a request, each once, by address. The delays of hosts stay as after a
    /// request.
    #[must_use]
    pub fn with_known(mut self, known: BTreeMap<String, ClientResponse>) -> Self {
        self.agenda.known = known;
        self
    }

    /// Returns the response that the last [`Self::step`] handled, unless it was known before.
    pub fn take_received(&mut self) -> Option<Received> {
        self.agenda.received.take()
    }

    /// Returns the crawl.
    pub fn crawl(&self) -> &Crawl {
        &self.crawl
    }

    /// Returns true if the crawl has ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Stops the crawl at the next step. A response that was awaited is handled before.
    pub fn stop(&mut self, watch: impl FnMut(driver::Exchange<'_>)) {
        self.step(watch);
        self.agenda.fetches = JoinSet::new();
        self.next = Some(Event::at(self.clock.now(), EventKind::Stopped));
    }

    /// Cancels the fetches, after which there is no event any more.
    pub fn abandon(&mut self) {
        self.agenda.fetches = JoinSet::new();
        self.agenda.wake = None;
        self.is_over = true;
    }

    /// Handles the awaited event, and sends the requests that follow. `watch` sees the event and its step.
    pub fn step(&mut self, mut watch: impl FnMut(driver::Exchange<'_>)) {
        let Some(event) = self.next.take() else {
            return;
        };
        watch(driver::Exchange::Event(&event));
        let step = self.crawl.handle(event);
        watch(driver::Exchange::Step(&step));
        self.agenda.wake = None;
        for command in step.commands {
            match command {
                Command::Fetch(request) => self.agenda.send(request),
                Command::WaitUntil(time) => self.agenda.wake = Some(self.clock.instant(time)),
                Command::Confirm => {
                    self.next = Some(Event::at(self.clock.now(), EventKind::Resumed));
                }
                Command::Finished(_) => self.is_over = true,
            }
        }
    }

    /// Waits for the next event: a response, the end of a delay, or `stop`. Returns false if there is none left. A call
    /// that is dropped before it returns loses nothing.
    pub async fn wait(&mut self, stop: Pin<&mut impl Future<Output = ()>>) -> bool {
        if self.next.is_none() {
            self.next = self.agenda.next(&self.clock, stop).await;
        }
        self.next.is_some()
    }
}

/// A response of the live web.
#[derive(Debug)]
pub struct Received {
    /// The request.
    pub request: FetchRequest,
    /// The time of the response.
    pub at: Millis,
    /// The response.
    pub response: Response,
    /// The duration of the request in milliseconds.
    pub elapsed_ms: u32,
}

/// The queue of future events.
struct Agenda {
    fetcher: Arc<dyn Fetch>,
    fetches: JoinSet<Fetched>,
    wake: Option<Instant>,
    /// Responses in place of requests, by address.
    known: BTreeMap<String, ClientResponse>,
    /// The last response that the crawl processed. It is written once the crawl has reported its page.
    received: Option<Received>,
    /// The reason for a failed fetch, in a sentence.
    refused: Option<String>,
}

impl Agenda {
    fn new(fetcher: Arc<dyn Fetch>) -> Self {
        Self { fetcher, fetches: JoinSet::new(), wake: None, known: BTreeMap::new(), received: None, refused: None }
    }

    fn send(&mut self, request: FetchRequest) {
        if let Some(known) = self.known.remove(request.address()) {
            self.fetches.spawn(async move { (request, Ok(known), true) });
            return;
        }
        let page = Arc::clone(&self.fetcher).fetch(request.address().to_owned(), HeaderMap::new());
        self.fetches.spawn(async move { (request, page.await, false) });
    }

    /// Returns the next response, a tick if one is due earlier, or the request to stop. `None` if no event is left.
    async fn next(&mut self, clock: &Clock, stop: Pin<&mut impl Future<Output = ()>>) -> Option<Event> {
        let wake = self.wake;
        let tick = async {
            match wake {
                Some(time) => tokio::time::sleep_until(time).await,
                None => std::future::pending().await,
            }
        };
        if self.fetches.is_empty() && wake.is_none() {
            return None;
        }
        let fetched = tokio::select! {
            Some(fetched) = self.fetches.join_next() => fetched,
            () = tick => return Some(Event::at(clock.now(), EventKind::Tick)),
            () = stop => return Some(Event::at(clock.now(), EventKind::Stopped)),
        };
        let (request, outcome, is_known) =
            fetched.expect("no fetch is given up while others are waited for, and none panics");
        let event = self.take(request, outcome, clock.now());
        if is_known {
            self.received = None;
        }
        Some(event)
    }

    fn take(&mut self, request: FetchRequest, outcome: Result<ClientResponse, Failure>, at: Millis) -> Event {
        let page = match outcome {
            Ok(page) => page,
            Err(failure) => {
                self.refused = Some(failure.message.clone());
                return Event::at(at, EventKind::Failed(request.id, failure));
            }
        };
        let elapsed_ms = u32::try_from(page.elapsed.as_millis()).unwrap_or(u32::MAX);
        let response = Response { status: page.status, headers: page.headers, body: page.body.to_vec() };
        let fetched = FetchResponse::read(&request, response.raw(elapsed_ms), at, &EncodingRs);
        let event = Event::at(at, EventKind::Fetched(request.id, fetched));
        self.received = Some(Received { request, at, response, elapsed_ms });
        event
    }
}

fn failure(refusal: Refusal) -> Failure {
    Failure { code: refusal.code().to_owned(), message: refusal.to_string(), kind: FailureKind::of(refusal.code()) }
}

impl Received {
    /// Returns the response for a recording, with the path that led to it if it just became a page of the crawl.
    pub fn exchange<'a>(&'a self, crawl: &'a Crawl) -> Exchange<'a> {
        let newest = crawl.pages().last();
        let page = newest.filter(|page| page.url == self.request.url);
        let parent = page.and_then(|page| crawl.pages().get(page.discovery.parent?.checked_sub(1)? as usize));
        Exchange {
            via: parent.map(|parent| parent.url.as_str()),
            depth: page.map(|page| page.discovery.depth),
            elapsed_ms: Some(self.elapsed_ms),
            ..Exchange::new(self.request.address(), self.at, &self.response)
        }
    }
}

/// The time since 1970, which never decreases during the crawl.
struct Clock {
    started: Instant,
    began: Duration,
}

impl Clock {
    fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        Self { started: Instant::now(), began: since_1970.unwrap_or_default() }
    }

    fn now(&self) -> Millis {
        let now = self.began + self.started.elapsed();
        u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
    }

    fn instant(&self, time: Millis) -> Instant {
        Instant::now() + Duration::from_millis(time.saturating_sub(self.now()))
    }
}
