//! Connects a page with its worker: after the exchange of a `Hello`, every message is passed to the service that
//! handles it.
//!
//! The service of the person's crawl is always loaded, the others with their first message ([`super::chunks`]).
//! Messages before a matching `Hello` are ignored.

use super::chunks::{ChunkName, Chunks, requests_pages};
use super::context::{Context, Post};
use super::crawl::driver::Driver;
use super::services::contents;
use super::services::crawl::{CrawlService, StartRequest};
use super::services::judgments::JudgmentService;
use engine::strategy;
use protocol::library::LibraryRequest;
use protocol::models::ModelsRequest;
use protocol::{Example, Hello, ToPage, ToWorker, message};
use std::cell::Cell;
use std::rc::Rc;
use types::strategy::StrategyInfo;
use wasm_bindgen::JsValue;

/// The worker's side of the connection with a page.
pub struct Session {
    context: Rc<Context>,
    is_greeted: Cell<bool>,
    crawl: Rc<CrawlService>,
    judgments: Rc<JudgmentService>,
    chunks: Rc<Chunks>,
}

impl Session {
    /// Creates a session that posts messages with `post` and loads the lexicon from this address.
    pub fn new(post: Post, lexicon: Option<String>) -> Rc<Self> {
        let context = Context::new(post, lexicon);
        Rc::new(Self {
            is_greeted: Cell::new(false),
            crawl: CrawlService::new(&context),
            judgments: JudgmentService::new(&context),
            chunks: Chunks::new(&context),
            context,
        })
    }

    /// Sends the abilities of the worker.
    pub fn send_catalog(&self) {
        self.context.send(&ToPage::Catalog {
            strategies: strategy::LIST.iter().map(|entry| StrategyInfo::from(*entry)).collect(),
            providers: engine::seeds::LIST.iter().map(|entry| (*entry).into()).collect(),
            examples: demo_web::default_topics().into_iter().map(example).collect(),
        });
    }

    /// Handles what the page posted: a [`Hello`], then [`ToWorker`] messages.
    pub fn on_message(&self, posted: &JsValue) {
        if !self.is_greeted.get() {
            return self.on_hello(posted);
        }
        if let Ok(message) = message::read(posted) {
            self.dispatch(message);
        }
    }

    fn on_hello(&self, posted: &JsValue) {
        if Hello::read(posted) == Some(Hello::of_this_build()) {
            self.is_greeted.set(true);
            contents::erase_expired(&self.context);
        }
    }

    /// Passes a message to its service.
    fn dispatch(&self, message: ToWorker) {
        let chunks = &self.chunks;
        if requests_pages(&message) {
            self.context.stop_revisit();
        }
        match message {
            ToWorker::Start { plan, source, stay, model, topic } => {
                self.crawl.start(StartRequest { plan: *plan, source, stay, model, topic });
            }
            ToWorker::Open { id, suspects, paused } => self.crawl.open(id, suspects, paused),
            ToWorker::Watch(watching) => self.crawl.watch(watching),
            ToWorker::Steer(change) => self.crawl.steer(*change),
            ToWorker::Preview(strategy) => self.crawl.preview(*strategy),
            ToWorker::Pause => self.crawl.with_driver(Driver::pause),
            ToWorker::Resume => self.crawl.resume(),
            ToWorker::Step => self.crawl.with_driver(Driver::step_page),
            ToWorker::PauseAt(pages) => self.crawl.with_driver(|driver| driver.pause_at(pages)),
            ToWorker::Pace(paces) => self.crawl.set_paces(paces),
            ToWorker::Stop => self.crawl.stop(),
            ToWorker::LoadChunks => chunks.retry(),
            ToWorker::Judgments(request) => self.judgments.on_message(request),
            ToWorker::Compare(_) => chunks.on_message(ChunkName::Compare, message),
            ToWorker::Library(LibraryRequest::List) => contents::send_library(&self.context),
            ToWorker::Models(ModelsRequest::List) => contents::send_models(&self.context),
            ToWorker::Library(_) | ToWorker::Revisit(_) => chunks.on_message(ChunkName::Library, message),
            ToWorker::Models(_) | ToWorker::Trails(_) | ToWorker::Uncertainty(_) => {
                chunks.on_message(ChunkName::Training, message);
            }
            ToWorker::Reader(_) | ToWorker::LookAhead(_) | ToWorker::Why(_) | ToWorker::ReadResult(_) => {
                chunks.on_message(ChunkName::Reader, message);
            }
            ToWorker::Seeds(_) => chunks.on_message(ChunkName::Seeds, message),
            ToWorker::ReadTopics { .. } | ToWorker::WriteTopics { .. } | ToWorker::FileTopics(_) => {
                chunks.on_message(ChunkName::Topics, message);
            }
            ToWorker::Related(_) => {
                // A crawl of the query that the person types begins with a search for seeds.
                chunks.preload(ChunkName::Seeds);
                chunks.on_message(ChunkName::Topics, message);
            }
        }
    }
}

fn example(topic: demo_web::Topic) -> Example {
    let (title, query) = (topic.title.to_owned(), topic.query.to_owned());
    Example { title, query, seeds: topic.seeds, examples: topic.examples }
}
