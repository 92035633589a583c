//! Connects to the worker of the crawler, and delivers its messages in batches.
//!
//! The page is redrawn at most every [`PAUSE_MS`], however fast messages arrive. A crashed worker has lost its memory,
//! so it must be replaced. The state interprets the messages.

use crate::dom::worker::{PageWorker, WorkerEvent};
use gloo_timers::callback::Timeout;
use page_state::worker::WorkerAction;
use protocol::ToPage;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::Callback;

/// The least time between two deliveries, in milliseconds. More than eight redraws per second are not readable.
const PAUSE_MS: f64 = 120.0;

/// Starts the worker named in the page's head.
pub(super) fn start(on_event: Callback<WorkerAction>) -> Result<PageWorker, String> {
    let inbox =
        Rc::new(Inbox { on_event, waiting: RefCell::default(), timer: RefCell::default(), delivered: Cell::default() });
    PageWorker::start("worker", move |event| Inbox::on_event(&inbox, event))
        .map_err(|error| format!("Could not start the crawler: {error}. Reload the page."))
}

/// The messages that were received but not delivered.
struct Inbox {
    on_event: Callback<WorkerAction>,
    waiting: RefCell<Vec<ToPage>>,
    timer: RefCell<Option<Timeout>>,
    delivered: Cell<f64>,
}

impl Inbox {
    fn on_event(inbox: &Rc<Self>, event: WorkerEvent<ToPage>) {
        inbox.on_event.emit(match event {
            WorkerEvent::Ready => return,
            WorkerEvent::Message(message) => return Self::keep(inbox, message),
            WorkerEvent::OtherBuild(hello) => WorkerAction::VersionMismatch(hello),
            WorkerEvent::Unreadable(problem) => {
                WorkerAction::Broken(format!("Unreadable message from the crawler: {problem}"))
            }
            WorkerEvent::Failed(message) => {
                // Earlier messages are delivered first, because one may contain the id of the saved crawl.
                inbox.deliver();
                WorkerAction::Broken(
                    message.unwrap_or_else(|| "Could not load the crawler. Reload the page.".to_owned()),
                )
            }
        });
    }

    /// Keeps a message until the next delivery.
    fn keep(inbox: &Rc<Self>, message: ToPage) {
        inbox.waiting.borrow_mut().push(message);
        if inbox.timer.borrow().is_some() {
            return;
        }
        let since = js_sys::Date::now() - inbox.delivered.get();
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
        self.delivered.set(js_sys::Date::now());
        let messages = self.waiting.take();
        self.on_event.emit(WorkerAction::Messages(messages));
    }
}
