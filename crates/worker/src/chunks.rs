//! Loads services when the first message to them comes.
//!
//! Messages for a chunk that is not there yet are kept in their order.

use super::context::Context;
use super::services::{
    compare::CompareService, library::LibraryService, look_ahead::LookAheadService, models::ModelService,
    reader::ReaderService, revisit::RevisitService, seeds::SeedService, topics, trails::TrailService,
    uncertainty::UncertaintyService, why,
};
use protocol::chunk;
use protocol::chunk::{ChunkError, LocalFuture};
use protocol::compare::CompareRequest;
use protocol::models::ModelsRequest;
use protocol::{ToPage, ToWorker};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Handles the messages of one chunk's services.
pub(crate) type Handler = Rc<dyn Fn(ToWorker)>;

chunk!(compare: fn compare_handler(context: Rc<Context>) -> Handler {
    let compare = CompareService::new(&context);
    Rc::new(move |message| {
        if let ToWorker::Compare(message) = message {
            compare.on_message(message);
        }
    })
});

chunk!(library: fn library_handler(context: Rc<Context>) -> Handler {
    let library = LibraryService::new(&context);
    let revisit = RevisitService::new(&context);
    Rc::new(move |message| match message {
        ToWorker::Library(message) => library.on_message(message),
        ToWorker::Revisit(message) => revisit.on_message(message),
        _ => {}
    })
});

chunk!(training: fn training_handler(context: Rc<Context>) -> Handler {
    let models = ModelService::new(&context);
    let trails = TrailService::new(&context);
    let uncertainty = UncertaintyService::new(&context);
    Rc::new(move |message| match message {
        ToWorker::Models(message) => models.on_message(message),
        ToWorker::Trails(message) => trails.on_message(message),
        ToWorker::Uncertainty(message) => uncertainty.on_message(message),
        _ => {}
    })
});

chunk!(reader: fn reader_handler(context: Rc<Context>) -> Handler {
    let reader = ReaderService::new(&context);
    let look_ahead = LookAheadService::new(&context, &reader);
    Rc::new(move |message| match message {
        ToWorker::Reader(message) => reader.on_message(message),
        ToWorker::LookAhead(message) => look_ahead.on_message(message),
        ToWorker::Why(message) => why::on_message(&context, *message),
        ToWorker::ReadResult(message) => why::on_read(&context, *message),
        _ => {}
    })
});

chunk!(seeds: fn seeds_handler(context: Rc<Context>) -> Handler {
    let seeds = SeedService::new(&context);
    Rc::new(move |message| {
        if let ToWorker::Seeds(message) = message {
            seeds.on_message(message);
        }
    })
});

chunk!(topics: fn topics_handler(context: Rc<Context>) -> Handler {
    Rc::new(move |message| match message {
        ToWorker::ReadTopics { name, file } => topics::on_read(&context, name, file),
        ToWorker::WriteTopics { taxonomy, kind } => {
            context.send(&ToPage::TopicsWritten { kind, text: topics::write(&taxonomy, kind) });
        }
        ToWorker::FileTopics(topics) => topics::on_file(&context, *topics),
        ToWorker::Related(to) => topics::on_related(&context, to),
        _ => {}
    })
});

/// Returns whether a message starts an activity during which no revisit may run: a crawl, a training or a comparison.
pub(crate) fn requests_pages(message: &ToWorker) -> bool {
    matches!(
        message,
        ToWorker::Start { .. }
            | ToWorker::Open { .. }
            | ToWorker::Resume
            | ToWorker::Step
            | ToWorker::Models(ModelsRequest::Learn { .. } | ModelsRequest::LearnSubject { .. })
            | ToWorker::Compare(CompareRequest::Begin { .. } | CompareRequest::Open { .. } | CompareRequest::Resume)
    )
}

/// Loads a chunk and creates its services.
type Load = fn(Rc<Context>) -> LocalFuture<Result<Handler, ChunkError>>;

/// The services of one chunk, which the first message loads.
struct Chunk {
    load: Load,
    handler: OnceCell<Handler>,
    /// The messages before it is loaded, in their order.
    waiting: RefCell<Vec<ToWorker>>,
    is_loading: Cell<bool>,
    has_failed: Cell<bool>,
}

/// The chunks, in the order of their names in [`Chunks`].
#[derive(Clone, Copy)]
pub(crate) enum ChunkName {
    Compare,
    Library,
    Reader,
    Seeds,
    Topics,
    Training,
}

/// The services that are loaded on demand, by chunk.
pub(crate) struct Chunks {
    context: Rc<Context>,
    all: [Chunk; 6],
}

impl Chunks {
    /// Creates all services; none is loaded.
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        let loads: [Load; 6] = [
            |context| Box::pin(compare_handler(context)),
            |context| Box::pin(library_handler(context)),
            |context| Box::pin(reader_handler(context)),
            |context| Box::pin(seeds_handler(context)),
            |context| Box::pin(topics_handler(context)),
            |context| Box::pin(training_handler(context)),
        ];
        let all = loads.map(|load| Chunk {
            load,
            handler: OnceCell::new(),
            waiting: RefCell::default(),
            is_loading: Cell::new(false),
            has_failed: Cell::new(false),
        });
        Rc::new(Self { context: Rc::clone(context), all })
    }

    /// Handles a message: at once if the chunk is loaded, otherwise as soon as it is, after those before it.
    pub(crate) fn on_message(self: &Rc<Self>, name: ChunkName, message: ToWorker) {
        let chunk = &self.all[name as usize];
        if chunk.handler.get().is_some() {
            return self.handle(chunk, message);
        }
        // A person who repeats a request that waits wants it once.
        if !chunk.waiting.borrow().contains(&message) {
            chunk.waiting.borrow_mut().push(message);
        }
        self.load(name as usize);
    }

    /// Loads a chunk that a later message will probably need. A failure is reported when that message has come.
    pub(crate) fn preload(self: &Rc<Self>, name: ChunkName) {
        if self.all[name as usize].handler.get().is_none() {
            self.load(name as usize);
        }
    }

    /// Tries again to load the chunks that could not be loaded and have messages waiting.
    pub(crate) fn retry(self: &Rc<Self>) {
        let waiting = (0..self.all.len()).filter(|at| !self.all[*at].waiting.borrow().is_empty());
        waiting.for_each(|at| self.load(at));
    }

    fn handle(&self, chunk: &Chunk, message: ToWorker) {
        // A revisit may have begun while the message waited.
        if requests_pages(&message) {
            self.context.stop_revisit();
        }
        if let Some(handler) = chunk.handler.get() {
            handler(message);
        }
    }

    fn load(self: &Rc<Self>, at: usize) {
        if self.all[at].is_loading.replace(true) {
            return;
        }
        let chunks = Rc::clone(self);
        spawn_local(async move {
            let chunk = &chunks.all[at];
            let loaded = (chunk.load)(Rc::clone(&chunks.context)).await;
            chunk.is_loading.set(false);
            let is_awaited = !chunk.waiting.borrow().is_empty();
            let had_failed = chunk.has_failed.replace(loaded.is_err() && is_awaited);
            match loaded {
                Ok(handler) => {
                    let _ = chunk.handler.set(handler);
                    if had_failed && !chunks.all.iter().any(|chunk| chunk.has_failed.get()) {
                        chunks.context.send(&ToPage::ChunksLoaded);
                    }
                    for message in chunk.waiting.take() {
                        chunks.handle(chunk, message);
                    }
                }
                Err(_) if !is_awaited => {}
                // The messages are kept for another try.
                Err(error) => chunks.context.send(&ToPage::ChunkFailed { message: error.sentence() }),
            }
        });
    }
}
