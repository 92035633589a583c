//! Starts the workers of the page, answers their handshakes, and passes messages in both directions.

use super::head;
use gloo_events::EventListener;
use protocol::{Hello, message};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker of the page. It is terminated when this value is dropped, and when the person leaves the page.
///
/// Browsers keep a page that was left in memory (back/forward cache). A suspended worker there would keep locks on its
/// crawl and on a database that it upgrades.
pub(crate) struct PageWorker {
    worker: Worker,
    /// The listeners to its messages and errors, and the one that terminates it when the person leaves the page.
    _listeners: [EventListener; 3],
}

/// An event of a worker that sends messages of type `T`.
pub(crate) enum WorkerEvent<T> {
    /// It is of this build, and its handshake was answered.
    Ready,
    /// It sent a message.
    Message(T),
    /// It is of another build. It gets no answer, and its messages are ignored.
    OtherBuild(Hello),
    /// It sent an unreadable message; the reason.
    Unreadable(String),
    /// It failed; the message of the browser, if there is one.
    Failed(Option<String>),
}

impl PageWorker {
    /// Starts the worker named in the page's head.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a text that can follow a colon.
    pub(crate) fn start<T: DeserializeOwned + 'static>(
        name: &str,
        on_event: impl Fn(WorkerEvent<T>) + 'static,
    ) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address =
            head::content(name).ok_or_else(|| format!("this build of the page lacks the address of its {name}"))?;
        let worker = Worker::new_with_options(&address, &options).map_err(|error| error_message(&error))?;
        let window = web_sys::window().ok_or("the browser window is missing")?;
        let left = worker.clone();
        let leave = EventListener::new(&window, "pagehide", move |_| left.terminate());
        let on_event = Rc::new(on_event);
        let (sender, on_message, is_same_build) = (worker.clone(), Rc::clone(&on_event), Cell::default());
        let message = EventListener::new(&worker, "message", move |event| {
            let event = event.dyn_ref::<MessageEvent>();
            if let Some(event) = event.and_then(|event| read(&event.data(), &sender, &is_same_build)) {
                on_message(event);
            }
        });
        let error = EventListener::new(&worker, "error", move |event| {
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            on_event(WorkerEvent::Failed(message.filter(|message| !message.is_empty())));
        });
        Ok(Self { worker, _listeners: [message, error, leave] })
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// Returns the message of the browser's exception.
    pub(crate) fn send<T: Serialize>(&self, message: &T) -> Result<(), String> {
        message::post(message, |message, moved| self.worker.post_message_with_transfer(message, moved))
            .map_err(|error| error_message(&error))
    }
}

impl Drop for PageWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Reads what a worker posted; `is_same_build` is `None` before its handshake, which is answered.
fn read<T: DeserializeOwned>(
    posted: &JsValue,
    worker: &Worker,
    is_same_build: &Cell<Option<bool>>,
) -> Option<WorkerEvent<T>> {
    match is_same_build.get() {
        Some(false) => return None,
        Some(true) => {
            let message = message::read(posted)
                .map_or_else(|error| WorkerEvent::Unreadable(error.to_string()), WorkerEvent::Message);
            return Some(message);
        }
        None => {}
    }
    let Some(hello) = Hello::read(posted) else {
        return Some(WorkerEvent::Unreadable("it came before the handshake".to_owned()));
    };
    let is_same = hello == Hello::of_this_build();
    is_same_build.set(Some(is_same));
    if !is_same {
        return Some(WorkerEvent::OtherBuild(hello));
    }
    let answered = worker.post_message(posted);
    Some(answered.map_or_else(|error| WorkerEvent::Failed(Some(error_message(&error))), |()| WorkerEvent::Ready))
}

/// Returns the message of an exception.
fn error_message(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
