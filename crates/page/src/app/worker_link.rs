//! Connects to the worker: starts it, answers its handshake, delivers its messages in batches.
//!
//! The page is redrawn at most every [`PAUSE_MS`], however fast messages arrive. A crashed worker has lost its memory,
//! so it must be replaced. The state interprets the messages.

use crate::dom::worker::{PageWorker, error_message};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use page_state::worker::WorkerAction;
use protocol::{Hello, ToPage, ToWorker, message};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};
use yew::Callback;

/// The least time between two deliveries, in milliseconds. More than eight redraws per second are not readable.
const PAUSE_MS: f64 = 120.0;

/// A connection to a worker. Dropping it terminates the worker.
pub(crate) struct WorkerLink {
    worker: PageWorker,
    /// The listeners, which must be kept while messages are expected.
    _ears: [EventListener; 2],
}

impl WorkerLink {
    /// Starts the worker named in the page's head; its handshake is answered when it arrives.
    pub(crate) fn open(on_event: Callback<WorkerAction>) -> Result<Self, String> {
        let worker = PageWorker::start("worker")
            .map_err(|error| format!("Could not start the crawler: {error}. Reload the page."))?;
        let inbox = Rc::new(Inbox::new(on_event.clone()));
        let (speaker, last_words) = (worker.clone(), Rc::clone(&inbox));
        let message = EventListener::new(&worker, "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                Inbox::on_message(&inbox, &event.data(), &speaker);
            }
        });
        let error = EventListener::new(&worker, "error", move |event| {
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let message = message.filter(|message| !message.is_empty());
            // Earlier messages are delivered first, because one may contain the id of the saved crawl.
            last_words.deliver();
            on_event.emit(WorkerAction::Broken(
                message.unwrap_or_else(|| "Could not load the crawler. Reload the page.".to_owned()),
            ));
        });
        Ok(Self { worker, _ears: [message, error] })
    }

    /// Sends a message to the worker.
    pub(crate) fn send(&self, message: &ToWorker) -> Result<(), String> {
        send(&self.worker, message)
    }
}

fn send(worker: &Worker, message: &ToWorker) -> Result<(), String> {
    message::post(message, |message, moved| worker.post_message_with_transfer(message, moved))
        .map_err(|error| error_message(&error))
}

/// The messages that were received but not delivered.
struct Inbox {
    on_event: Callback<WorkerAction>,
    /// True if the worker is of this build; `None` before its handshake.
    is_own_build: Cell<Option<bool>>,
    waiting: RefCell<Vec<ToPage>>,
    timer: RefCell<Option<Timeout>>,
    delivered: RefCell<f64>,
}

impl Inbox {
    fn new(on_event: Callback<WorkerAction>) -> Self {
        Self {
            on_event,
            is_own_build: Cell::default(),
            waiting: RefCell::default(),
            timer: RefCell::default(),
            delivered: RefCell::new(0.0),
        }
    }

    fn on_message(inbox: &Rc<Self>, data: &JsValue, worker: &Worker) {
        let problem = match inbox.is_own_build.get() {
            Some(false) => return,
            Some(true) => match message::read(data) {
                Ok(message) => return Self::keep(inbox, message),
                Err(problem) => problem.to_string(),
            },
            None => match Hello::read(data) {
                Some(hello) => return inbox.on_hello(hello, worker),
                None => "it came before the handshake".to_owned(),
            },
        };
        let message = format!("Unreadable message from the crawler: {problem}");
        inbox.on_event.emit(WorkerAction::Broken(message));
    }

    /// Answers the handshake. A worker of another build gets no answer, and its other messages are ignored.
    fn on_hello(&self, hello: Hello, worker: &Worker) {
        let is_own = hello == Hello::of_this_build();
        self.is_own_build.set(Some(is_own));
        if !is_own {
            return self.on_event.emit(WorkerAction::VersionMismatch(hello));
        }
        if let Err(error) = worker.post_message(&hello.written()) {
            self.on_event.emit(WorkerAction::Broken(error_message(&error)));
        }
    }

    /// Keeps a message until the next delivery.
    fn keep(inbox: &Rc<Self>, message: ToPage) {
        inbox.waiting.borrow_mut().push(message);
        if inbox.timer.borrow().is_some() {
            return;
        }
        let since = js_sys::Date::now() - *inbox.delivered.borrow();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates; at most PAUSE_MS unless the clock was set back"
        )]
        let rest = (PAUSE_MS - since).min(PAUSE_MS) as u32;
        // Parsing a large message and drawing its content are separate tasks, even without a pause.
        let later = Rc::clone(inbox);
        let timer = Timeout::new(rest, move || later.deliver());
        *inbox.timer.borrow_mut() = Some(timer);
    }

    fn deliver(&self) {
        self.timer.borrow_mut().take();
        *self.delivered.borrow_mut() = js_sys::Date::now();
        let messages = self.waiting.take();
        self.on_event.emit(WorkerAction::Messages(messages));
    }
}
