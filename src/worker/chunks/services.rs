//! Queues the messages of services until their chunk is loaded.

use super::{ChunkError, Handler, LocalFuture};
use crate::protocol::{ToPage, ToWorker};
use crate::worker::context::Context;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

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
    pub(super) fn new(context: &Rc<Context>, failures: &Rc<Cell<u32>>, load: Load) -> Rc<Self> {
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
    pub(super) fn retry(self: &Rc<Self>) {
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
