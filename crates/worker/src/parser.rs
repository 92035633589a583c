//! Parses responses in workers of their own, when a crawl is faster than one core.
//!
//! The workers run the crawler's program under another name ([`NAME`]), so they add nothing to the download. Each posts
//! one message when it is ready, because tasks posted before that are lost, and then answers its tasks in order, each
//! with a [`FetchResponse`].

use super::browser::{BrowserDecoder, clock, scope};
use crate::sources::{SourceResponse, asset_address};
use engine::fetch::{FetchId, FetchRequest, FetchResponse, RawResponse};
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use js_sys::Uint8Array;
use protocol::message::{self, attachment};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use types::report::Millis;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The name of a worker that parses.
pub(crate) const NAME: &str = "parser";

/// A response that is to be parsed.
#[derive(Serialize, Deserialize)]
struct Task<'a> {
    request: Cow<'a, FetchRequest>,
    status: u16,
    headers: Cow<'a, [(String, String)]>,
    #[serde(with = "attachment")]
    body: Uint8Array,
    elapsed_ms: u32,
    /// The time of the response in milliseconds since 1970.
    now: Millis,
}

impl<'a> Task<'a> {
    fn new(request: &'a FetchRequest, reply: &'a SourceResponse) -> Self {
        Self {
            request: Cow::Borrowed(request),
            status: reply.status,
            headers: Cow::Borrowed(&reply.headers),
            body: Uint8Array::from(reply.body.as_slice()),
            elapsed_ms: reply.elapsed_ms,
            now: clock::now(),
        }
    }

    fn parse(&self) -> FetchResponse {
        let raw = RawResponse {
            status: self.status,
            headers: &self.headers,
            body: &self.body.to_vec(),
            elapsed_ms: self.elapsed_ms,
        };
        FetchResponse::read(&self.request, raw, self.now, &BrowserDecoder)
    }
}

/// Runs a worker that parses.
pub(crate) fn listen() {
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|message: MessageEvent| {
        // An unreadable task has no response.
        let task = message::read::<Task<'_>>(&message.data());
        message::post_to_owner(&task.ok().map(|task| task.parse()));
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    message::post_to_owner(&None::<FetchResponse>);
}

/// The name under which the worker's loader sets its own address.
const LOADER: &str = "salticidLoader";
/// The cores that are left to the crawl and to the page. On two cores further workers make a crawl slower
/// (docs/benchmarks/size-and-speed.md).
const OTHER_CORES: u64 = 2;
/// The most workers. More would wait for the crawl, which is one thread.
const WORKERS_MOST: usize = 4;
/// The tasks that one worker has at a time. The crawl handles results every few milliseconds, and meanwhile its workers
/// should stay busy.
const TASKS: usize = 8;
/// Milliseconds without a result after which a worker is ended and its tasks are returned. The slowest page takes a
/// fraction of a second, but a suspended tab is silent as well.
const SILENCE_MS: u32 = 20_000;

/// The result of a task.
pub(crate) enum ParseResult {
    /// The parsed response.
    Parsed(Box<FetchResponse>),
    /// The worker crashed while it parsed this response.
    Crashed,
    /// The worker is gone and did not parse this response.
    Returned,
}

/// Handles a result.
type OnResult = Rc<dyn Fn(FetchId, ParseResult)>;

/// The workers that parse for one crawl. Dropping them terminates them.
pub(crate) struct ParserPool {
    parsers: Vec<Rc<Parser>>,
}

impl ParserPool {
    /// Starts a worker for each core that is left. There is none on two cores, and in a build whose loader does not
    /// give its address.
    pub(crate) fn start(on_result: impl Fn(FetchId, ParseResult) + 'static) -> Self {
        let cores = types::to_u64(scope().navigator().hardware_concurrency());
        let count = usize::try_from(cores.saturating_sub(OTHER_CORES)).unwrap_or(WORKERS_MOST);
        let address = asset_address(LOADER);
        let on_result: OnResult = Rc::new(on_result);
        let start = |_| Parser::start(address.as_deref()?, Rc::clone(&on_result));
        Self { parsers: (0..count.min(WORKERS_MOST)).map_while(start).collect() }
    }

    /// Returns true if no worker has a task.
    pub(crate) fn is_idle(&self) -> bool {
        self.parsers.iter().all(|parser| parser.tasks.borrow().is_empty())
    }

    /// Gives a response to the worker with the fewest tasks. Returns false if all are busy.
    pub(crate) fn parse(&self, request: &FetchRequest, reply: &SourceResponse) -> bool {
        let parsers = self.parsers.iter().filter(|parser| parser.is_ready.get() && parser.tasks.borrow().len() < TASKS);
        let parser = parsers.min_by_key(|parser| parser.tasks.borrow().len());
        parser.is_some_and(|parser| parser.post(request, reply))
    }
}

/// A worker that parses.
struct Parser {
    worker: Worker,
    /// The responses that it has, the oldest first.
    tasks: RefCell<VecDeque<FetchId>>,
    /// True from its first message until it crashes.
    is_ready: Cell<bool>,
    silence: RefCell<Option<Timeout>>,
    on_result: OnResult,
    /// The listeners, which must be kept while results are expected.
    listeners: RefCell<Vec<EventListener>>,
}

impl Parser {
    /// Starts a worker; `None` if the browser refuses.
    fn start(address: &str, on_result: OnResult) -> Option<Rc<Self>> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(NAME);
        let parser = Rc::new(Self {
            worker: Worker::new_with_options(address, &options).ok()?,
            tasks: RefCell::default(),
            is_ready: Cell::new(false),
            silence: RefCell::default(),
            on_result,
            listeners: RefCell::default(),
        });
        let (answered, failed) = (Rc::downgrade(&parser), Rc::downgrade(&parser));
        let on_message = EventListener::new(&parser.worker, "message", move |event| {
            if let (Some(parser), Some(event)) = (answered.upgrade(), event.dyn_ref()) {
                parser.on_answer(event);
            }
        });
        let options = EventListenerOptions::enable_prevent_default();
        let on_error = EventListener::new_with_options(&parser.worker, "error", options, move |event| {
            // Otherwise the browser reports the crash to the page as one of the crawler.
            event.prevent_default();
            give_up(&failed, true);
        });
        parser.listeners.replace(vec![on_message, on_error]);
        Some(parser)
    }

    /// Gives this worker a task. Returns false if it cannot be posted.
    fn post(self: &Rc<Self>, request: &FetchRequest, reply: &SourceResponse) -> bool {
        let posted = message::post(&Task::new(request, reply), |message, moved| {
            self.worker.post_message_with_transfer(message, moved)
        });
        if posted.is_ok() {
            self.tasks.borrow_mut().push_back(request.id);
            if self.silence.borrow().is_none() {
                self.await_answer();
            }
        }
        posted.is_ok()
    }

    /// Limits the time until the next result.
    fn await_answer(self: &Rc<Self>) {
        let parser = Rc::downgrade(self);
        let silence = Timeout::new(SILENCE_MS, move || give_up(&parser, false));
        self.silence.replace(Some(silence));
    }

    fn on_answer(self: &Rc<Self>, event: &MessageEvent) {
        if !self.is_ready.replace(true) {
            return;
        }
        self.silence.take();
        let Some(id) = self.tasks.borrow_mut().pop_front() else {
            return;
        };
        if !self.tasks.borrow().is_empty() {
            self.await_answer();
        }
        let parsed = message::read::<Option<Box<FetchResponse>>>(&event.data());
        let result = match parsed {
            Ok(Some(response)) => ParseResult::Parsed(response),
            _ => ParseResult::Returned,
        };
        (self.on_result)(id, result);
    }
}

impl Drop for Parser {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Ends a worker that crashed or is silent. The cause of a crash is the response that it was parsing.
fn give_up(parser: &Weak<Parser>, has_crashed: bool) {
    let Some(parser) = parser.upgrade() else {
        return;
    };
    parser.is_ready.set(false);
    parser.worker.terminate();
    let mut tasks = parser.tasks.take().into_iter();
    if has_crashed && let Some(cause) = tasks.next() {
        (parser.on_result)(cause, ParseResult::Crashed);
    }
    for id in tasks {
        (parser.on_result)(id, ParseResult::Returned);
    }
}
