//! The line to the worker: starts it, answers its hello, hears it in batches.
//!
//! The page is drawn anew at most every [`PAUSE_MS`], however fast the worker speaks. A worker that breaks down is useless (its
//! memory is lost), so the unit of recovery is a new one. Left out on purpose: what the messages mean, which the state knows.

use crate::protocol::{Hello, ToPage, ToWorker, written};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// Least time between two deliveries, in milliseconds: eight redraws a second are as many as a person reads.
const PAUSE_MS: f64 = 120.0;

/// What comes over the line.
pub(crate) enum Heard {
    /// The worker spoke.
    Said(Vec<ToPage>),
    /// The worker broke down, or could not be loaded.
    Broken(String),
}

/// A line to a worker; dropped, it ends the worker.
pub(crate) struct Link {
    worker: Worker,
    /// What the worker says is heard while these live.
    _ears: [EventListener; 2],
}

impl Link {
    /// Starts the worker that the page's head names; its hello is answered as soon as it comes.
    pub(crate) fn open(hear: Callback<Heard>) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&worker_address("worker")?, &options)
            .map_err(|error| format!("The crawler could not be started: {}", said(&error)))?;
        let inbox = Rc::new(Inbox::new(hear.clone()));
        let (speaker, last_words) = (worker.clone(), Rc::clone(&inbox));
        let message = EventListener::new(&worker, "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                Inbox::take(&inbox, &event.data(), &speaker);
            }
        });
        let error = EventListener::new(&worker, "error", move |event| {
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let message = message.filter(|message| !message.is_empty());
            // What it said before it died comes first: it may have told where its crawl is kept.
            last_words.deliver();
            hear.emit(Heard::Broken(
                message.unwrap_or_else(|| "The crawler could not be loaded.".to_owned()),
            ));
        });
        Ok(Self {
            worker,
            _ears: [message, error],
        })
    }

    /// Says something to the worker.
    pub(crate) fn say(&self, message: &ToWorker) -> Result<(), String> {
        say(&self.worker, message)
    }
}

fn say(worker: &Worker, message: &ToWorker) -> Result<(), String> {
    let value = written(message).map_err(|error| error.to_string())?;
    worker.post_message(&value).map_err(|error| said(&error))
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// What was heard and not yet delivered.
struct Inbox {
    hear: Callback<Heard>,
    waiting: RefCell<Vec<ToPage>>,
    timer: RefCell<Option<Timeout>>,
    delivered: RefCell<f64>,
}

impl Inbox {
    fn new(hear: Callback<Heard>) -> Self {
        Self {
            hear,
            waiting: RefCell::default(),
            timer: RefCell::default(),
            delivered: RefCell::new(0.0),
        }
    }

    fn take(inbox: &Rc<Self>, data: &JsValue, worker: &Worker) {
        let answered = read(data).and_then(|message| {
            if let ToPage::Hello { .. } = &message {
                say(worker, &ToWorker::Hello(Hello::own()))?;
            }
            Ok(message)
        });
        match answered {
            Ok(message) => inbox.waiting.borrow_mut().push(message),
            Err(message) => return inbox.hear.emit(Heard::Broken(message)),
        }
        if inbox.timer.borrow().is_some() {
            return;
        }
        let since = js_sys::Date::now() - *inbox.delivered.borrow();
        if since >= PAUSE_MS {
            return inbox.deliver();
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates; at most PAUSE_MS unless the clock was set back"
        )]
        let rest = (PAUSE_MS - since).min(PAUSE_MS) as u32;
        let later = Rc::clone(inbox);
        let timer = Timeout::new(rest, move || later.deliver());
        *inbox.timer.borrow_mut() = Some(timer);
    }

    fn deliver(&self) {
        self.timer.borrow_mut().take();
        *self.delivered.borrow_mut() = js_sys::Date::now();
        let messages = self.waiting.take();
        self.hear.emit(Heard::Said(messages));
    }
}

/// Reads a message. A worker of another build may say what this page cannot read: then only who it is is read.
fn read(data: &JsValue) -> Result<ToPage, String> {
    let problem = match serde_wasm_bindgen::from_value::<ToPage>(data.clone()) {
        Ok(message) => return Ok(message),
        Err(problem) => problem,
    };
    let part = |value: &JsValue, name: &str| js_sys::Reflect::get(value, &name.into()).ok();
    let hello = part(data, "Hello").and_then(|hello| part(&hello, "hello"));
    let hello = hello.and_then(|hello| serde_wasm_bindgen::from_value::<Hello>(hello).ok());
    match hello {
        Some(hello) if hello != Hello::own() => Ok(ToPage::Hello {
            hello,
            strategies: Vec::new(),
            providers: Vec::new(),
            examples: Vec::new(),
        }),
        _ => Err(format!(
            "The crawler said something that this page cannot read: {problem}"
        )),
    }
}

/// Where a worker's loader is: the build writes it into the page's head, under the worker's name.
pub(super) fn worker_address(name: &str) -> Result<String, String> {
    let document = web_sys::window().and_then(|window| window.document());
    let selector = format!("meta[name={name}]");
    let meta = document.and_then(|document| document.query_selector(&selector).ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content"))
        .ok_or_else(|| {
            format!("The page does not say where its {name} is: it was not built whole.")
        })
}

/// What an exception says.
pub(super) fn said(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || format!("{error:?}"),
        |error| String::from(error.message()),
    )
}
