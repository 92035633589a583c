//! One page and its worker: they exchange a `Hello`, then every message goes to the service that answers it.
//!
//! Nothing is answered before the page has said who it is, and nothing at all if it is of another build.

use super::context::Context;
use super::crawl::Post;
use super::crawl::driver::Driver;
use super::services::compare::CompareService;
use super::services::crawl::{CrawlService, StartRequest};
use super::services::library::LibraryService;
use super::services::look_ahead::LookAheadService;
use super::services::models::ModelService;
use super::services::reader::ReaderService;
use super::services::revisit::RevisitService;
use super::services::seeds::SeedService;
use super::services::trails::TrailService;
use super::services::uncertainty::UncertaintyService;
use super::services::{filing, related_words, topics, why};
use crate::protocol::compare::CompareRequest;
use crate::protocol::models::ModelsRequest;
use crate::protocol::{Example, Hello, ToPage, ToWorker};
use engine::strategy;
use std::cell::Cell;
use std::rc::Rc;
use types::strategy::StrategyInfo;
use wasm_bindgen::JsValue;

/// The worker's side of the conversation with one page.
pub struct Session {
    context: Rc<Context>,
    is_greeted: Cell<bool>,
    crawl: Rc<CrawlService>,
    library: Rc<LibraryService>,
    revisit: Rc<RevisitService>,
    reader: Rc<ReaderService>,
    trails: Rc<TrailService>,
    models: Rc<ModelService>,
    compare: Rc<CompareService>,
    look_ahead: Rc<LookAheadService>,
    uncertainty: Rc<UncertaintyService>,
    seeds: Rc<SeedService>,
}

impl Session {
    /// Creates a session that posts its messages by `post` and loads the lexicon from this address.
    pub fn new(post: Post, lexicon: Option<String>) -> Rc<Self> {
        let context = Context::new(post, lexicon);
        let library = LibraryService::new(&context);
        let reader = ReaderService::new(&context);
        let models = ModelService::new(&context);
        let compare = CompareService::new(&context);
        Rc::new(Self {
            is_greeted: Cell::new(false),
            crawl: CrawlService::new(&context, &library, &models),
            trails: TrailService::new(&context),
            look_ahead: LookAheadService::new(&context, &reader),
            uncertainty: UncertaintyService::new(&context),
            revisit: RevisitService::new(&context, &compare),
            seeds: SeedService::new(&context, &library),
            context,
            library,
            reader,
            models,
            compare,
        })
    }

    /// Sends the worker's `Hello` with its abilities.
    pub fn send_hello(&self) {
        self.context.send(&ToPage::Hello {
            hello: Hello::own(),
            strategies: strategy::LIST
                .iter()
                .map(|entry| StrategyInfo::from(*entry))
                .collect(),
            providers: engine::seeds::LIST
                .iter()
                .map(|entry| (*entry).into())
                .collect(),
            examples: self.context.demo.topics().iter().map(example).collect(),
        });
    }

    /// Handles a message of the page: a [`ToWorker`] as a structured clone.
    pub fn on_message(&self, message: JsValue) {
        match serde_wasm_bindgen::from_value(message) {
            Ok(ToWorker::Hello(hello)) => {
                self.is_greeted.set(hello == Hello::own());
                self.library.erase_expired();
            }
            Ok(message) if self.is_greeted.get() => self.dispatch(message),
            _ => {}
        }
    }

    /// Passes a message to its service.
    fn dispatch(&self, message: ToWorker) {
        if requests_pages(&message) {
            self.revisit.stop();
        }
        match message {
            ToWorker::Start {
                plan,
                source,
                stay,
                model,
            } => {
                let request = StartRequest {
                    plan: *plan,
                    source,
                    stay,
                };
                self.crawl.start(request, model);
            }
            ToWorker::Open { id, suspects } => self.crawl.open(id, suspects),
            ToWorker::Watch(watching) => self.crawl.watch(watching),
            ToWorker::Steer(change) => self.crawl.steer(*change),
            ToWorker::Preview(strategy) => self.crawl.preview(*strategy),
            ToWorker::Pause => self.crawl.with_driver(Driver::pause),
            ToWorker::Resume => self.crawl.with_driver(Driver::resume),
            ToWorker::Step => self.crawl.with_driver(Driver::step_page),
            ToWorker::Pace(paces) => self.crawl.set_paces(paces),
            ToWorker::Stop => self.crawl.stop(),
            ToWorker::ReadTopics { name, file } => topics::on_read(&self.context, name, file),
            ToWorker::WriteTopics { taxonomy, kind } => {
                topics::on_write(&self.context, &taxonomy, kind);
            }
            ToWorker::FileTopics(topics) => filing::on_message(&self.context, *topics),
            ToWorker::Related(to) => related_words::on_message(&self.context, to),
            ToWorker::Why(message) => why::on_message(&self.context, *message),
            ToWorker::ReadResult(message) => why::on_read(&self.context, *message),
            ToWorker::Library(message) => self.library.on_message(message),
            ToWorker::Revisit(message) => self.revisit.on_message(message),
            ToWorker::Reader(message) => self.reader.on_message(message),
            ToWorker::Trails(message) => self.trails.on_message(message),
            ToWorker::Models(message) => self.models.on_message(message),
            ToWorker::Compare(message) => self.compare.on_message(message),
            ToWorker::LookAhead(message) => self.look_ahead.on_message(message),
            ToWorker::Uncertainty(message) => self.uncertainty.on_message(message),
            ToWorker::Seeds(message) => self.seeds.on_message(message),
            ToWorker::Hello(_) => {}
        }
    }
}

/// Returns whether a message starts what no revisit runs beside: a crawl, a training or a comparison.
fn requests_pages(message: &ToWorker) -> bool {
    matches!(
        message,
        ToWorker::Start { .. }
            | ToWorker::Open { .. }
            | ToWorker::Resume
            | ToWorker::Step
            | ToWorker::Models(ModelsRequest::Learn { .. })
            | ToWorker::Compare(
                CompareRequest::Begin { .. } | CompareRequest::Open { .. } | CompareRequest::Resume
            )
    )
}

fn example(topic: &demo_web::Topic) -> Example {
    Example {
        title: topic.title.to_owned(),
        query: topic.query.to_owned(),
        seeds: topic.seeds.clone(),
        examples: topic.examples.clone(),
    }
}
