//! Loads services when the first message to them comes.
//!
//! [`ChunkServices`] keeps messages for a chunk that is not there yet, in their order.

use super::context::Context;
use super::services::{
    compare::CompareService, library::LibraryService, look_ahead::LookAheadService, models::ModelService,
    reader::ReaderService, revisit::RevisitService, seeds::SeedService, topics, trails::TrailService,
    uncertainty::UncertaintyService, why,
};
use crate::chunk::{ChunkError, LocalFuture, chunk};
use crate::protocol::compare::CompareRequest;
use crate::protocol::models::ModelsRequest;
use crate::protocol::{ToPage, ToWorker};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Handles the messages of one chunk's services.
pub(crate) type Handler = Rc<dyn Fn(ToWorker)>;

chunk!(compare: fn compare_handler(context: Rc<Context>) -> Handler {
    let compare = CompareService::new(&context);
    Rc::new(move |message| {
        stop_revisit(&context, &message);
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
    Rc::new(move |message| {
        stop_revisit(&context, &message);
        match message {
            ToWorker::Models(message) => models.on_message(message),
            ToWorker::Trails(message) => trails.on_message(message),
            ToWorker::Uncertainty(message) => uncertainty.on_message(message),
            _ => {}
        }
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
        ToWorker::WriteTopics { taxonomy, kind } => topics::on_write(&context, &taxonomy, kind),
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
            | ToWorker::Models(ModelsRequest::Learn { .. })
            | ToWorker::Compare(CompareRequest::Begin { .. } | CompareRequest::Open { .. } | CompareRequest::Resume)
    )
}

/// Stops the revisit if the message starts what it does not run beside: one may have begun while the message waited for its chunk.
fn stop_revisit(context: &Context, message: &ToWorker) {
    if requests_pages(message) {
        context.stop_revisit();
    }
}

/// The services that are loaded on demand, by chunk.
pub(crate) struct Chunks {
    pub(crate) compare: Rc<ChunkServices>,
    pub(crate) library: Rc<ChunkServices>,
    pub(crate) reader: Rc<ChunkServices>,
    pub(crate) seeds: Rc<ChunkServices>,
    pub(crate) topics: Rc<ChunkServices>,
    pub(crate) training: Rc<ChunkServices>,
}

impl Chunks {
    /// Creates all services; none is loaded.
    pub(crate) fn new(context: &Rc<Context>) -> Self {
        let failures = Rc::default();
        let services = |load| ChunkServices::new(context, &failures, load);
        Self {
            compare: services(|context| Box::pin(compare_handler(context))),
            library: services(|context| Box::pin(library_handler(context))),
            reader: services(|context| Box::pin(reader_handler(context))),
            seeds: services(|context| Box::pin(seeds_handler(context))),
            topics: services(|context| Box::pin(topics_handler(context))),
            training: services(|context| Box::pin(training_handler(context))),
        }
    }

    /// Tries again to load the chunks that could not be loaded and have messages waiting.
    pub(crate) fn retry(&self) {
        let all = [&self.compare, &self.library, &self.reader, &self.seeds, &self.topics, &self.training];
        for services in all {
            services.retry();
        }
    }
}

/// Loads a chunk and creates its services.
type Load = fn(Rc<Context>) -> LocalFuture<Result<Handler, ChunkError>>;

/// The services of one chunk, which the first message loads.
pub(crate) struct ChunkServices {
    context: Rc<Context>,
    load: Load,
    state: RefCell<State>,
    /// The number of chunks that could not be loaded.
    failures: Rc<Cell<u32>>,
}

/// The state of a chunk.
enum State {
    /// Not loaded. Messages wait here, in their order, while `is_loading` and after a failure.
    Missing { waiting: Vec<ToWorker>, is_loading: bool, has_failed: bool },
    /// Loaded.
    Loaded(Handler),
}

impl ChunkServices {
    /// Creates services that `load` loads.
    fn new(context: &Rc<Context>, failures: &Rc<Cell<u32>>, load: Load) -> Rc<Self> {
        Rc::new(Self {
            failures: Rc::clone(failures),
            context: Rc::clone(context),
            load,
            state: RefCell::new(State::Missing { waiting: Vec::new(), is_loading: false, has_failed: false }),
        })
    }

    /// Handles a message: at once if the chunk is loaded, otherwise as soon as it is, after those before it.
    pub(crate) fn on_message(self: &Rc<Self>, message: ToWorker) {
        let Some(handler) = self.handler() else {
            if let State::Missing { waiting, .. } = &mut *self.state.borrow_mut() {
                // A person who repeats a request that waits wants it once.
                if !waiting.contains(&message) {
                    waiting.push(message);
                }
            }
            return self.begin_loading();
        };
        handler(message);
    }

    /// Loads the chunk if messages wait for it.
    fn retry(self: &Rc<Self>) {
        let has_waiting = matches!(&*self.state.borrow(), State::Missing { waiting, .. } if !waiting.is_empty());
        if has_waiting {
            self.begin_loading();
        }
    }

    fn handler(&self) -> Option<Handler> {
        match &*self.state.borrow() {
            State::Loaded(handler) => Some(Rc::clone(handler)),
            State::Missing { .. } => None,
        }
    }

    fn begin_loading(self: &Rc<Self>) {
        match &mut *self.state.borrow_mut() {
            State::Missing { is_loading, .. } if !*is_loading => *is_loading = true,
            _ => return,
        }
        let services = Rc::clone(self);
        spawn_local(async move {
            match (services.load)(Rc::clone(&services.context)).await {
                Ok(handler) => services.on_loaded(&handler),
                Err(error) => services.on_failed(error),
            }
        });
    }

    fn on_loaded(&self, handler: &Handler) {
        let before = self.state.replace(State::Loaded(Rc::clone(handler)));
        if let State::Missing { waiting, has_failed, .. } = before {
            if has_failed {
                self.failures.set(self.failures.get() - 1);
            }
            if has_failed && self.failures.get() == 0 {
                self.context.send(&ToPage::ChunksLoaded);
            }
            for message in waiting {
                handler(message);
            }
        }
    }

    /// Keeps the messages for another try.
    fn on_failed(&self, error: ChunkError) {
        if let State::Missing { is_loading, has_failed, .. } = &mut *self.state.borrow_mut() {
            *is_loading = false;
            if !std::mem::replace(has_failed, true) {
                self.failures.set(self.failures.get() + 1);
            }
        }
        self.context.send(&ToPage::ChunkFailed { message: error.sentence() });
    }
}
