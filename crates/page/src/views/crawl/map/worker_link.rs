//! Connects to one of the map's workers: starts it, answers its handshake, passes messages in both directions.
//!
//! Messages are queued until the handshake. Dropping the link terminates the worker.

use crate::dom::worker::{PageWorker, error_message};
use crate::views::prelude::*;
use js_sys::Float32Array;
use protocol::map::{FromMap, ToMap};
use protocol::{Hello, message};
use std::cell::{Cell, RefCell};
use std::mem::discriminant;
use wasm_bindgen::JsValue;
use web_sys::{MessageEvent, Worker};
use yew::Callback;

/// A message from a map worker, or its failure.
pub(crate) enum MapWorkerEvent {
    /// The positions of the nodes of a scene, given by its number, and whether they are final.
    Places(u32, Float32Array, bool),
    /// The browser has no WebGL 2.
    NoCanvas,
    /// The worker failed; the error and its remedy, in a sentence.
    Broken(String),
}

/// A connection to one of the map's workers.
pub(crate) struct MapWorkerLink {
    worker: PageWorker,
    outbox: Rc<Outbox>,
    on_event: Callback<MapWorkerEvent>,
    _listeners: [EventListener; 2],
}

/// The messages that are queued until the worker's handshake.
#[derive(Default)]
struct Outbox {
    ready: Cell<bool>,
    waiting: RefCell<Vec<ToMap>>,
}

impl MapWorkerLink {
    /// Starts the worker that the page's head names.
    pub(crate) fn open(on_event: Callback<MapWorkerEvent>) -> Result<Self, String> {
        let worker = PageWorker::start("layout").map_err(|error| format!("Could not draw the map: {error}"))?;
        let outbox = Rc::new(Outbox::default());
        let (inbox, speaker, out) = (Rc::clone(&outbox), worker.clone(), on_event.clone());
        let message = EventListener::new(&worker, "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                inbox.on_message(&event.data(), &speaker, &out);
            }
        });
        let out = on_event.clone();
        let error = EventListener::new(&worker, "error", move |_| {
            out.emit(MapWorkerEvent::Broken(
                "The map failed. Switch views and come back to retry; the table has the same data.".to_owned(),
            ));
        });
        Ok(Self { worker, outbox, on_event, _listeners: [message, error] })
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: ToMap) {
        if self.outbox.ready.get() {
            send(&self.worker, &message, &self.on_event);
            return;
        }
        let mut waiting = self.outbox.waiting.borrow_mut();
        // Only the last message of each kind is needed.
        waiting.retain(|old| discriminant(old) != discriminant(&message));
        waiting.push(message);
    }
}

impl Outbox {
    fn on_message(&self, data: &JsValue, worker: &Worker, on_event: &Callback<MapWorkerEvent>) {
        if !self.ready.get() {
            return self.on_hello(data, worker, on_event);
        }
        match message::read(data) {
            Ok(FromMap::Positions { number, places, settled }) => {
                on_event.emit(MapWorkerEvent::Places(number, places, settled));
            }
            Ok(FromMap::NoCanvas) => on_event.emit(MapWorkerEvent::NoCanvas),
            Ok(FromMap::Panicked { message }) => on_event.emit(MapWorkerEvent::Broken(format!(
                "The map failed ({message}). Switch views and come back to retry; the table has the same data."
            ))),
            Err(_) => on_event.emit(different_builds()),
        }
    }

    fn on_hello(&self, data: &JsValue, worker: &Worker, on_event: &Callback<MapWorkerEvent>) {
        if Hello::read(data) != Some(Hello::of_this_build()) {
            return on_event.emit(different_builds());
        }
        report(worker.post_message(data), on_event);
        self.ready.set(true);
        for message in self.waiting.take() {
            send(worker, &message, on_event);
        }
    }
}

fn different_builds() -> MapWorkerEvent {
    MapWorkerEvent::Broken("This page and its map are different builds. Reload the page.".to_owned())
}

fn send(worker: &Worker, message: &ToMap, on_event: &Callback<MapWorkerEvent>) {
    let posted = message::post(message, |message, moved| worker.post_message_with_transfer(message, moved));
    report(posted, on_event);
}

fn report(posted: Result<(), JsValue>, on_event: &Callback<MapWorkerEvent>) {
    if let Err(error) = posted {
        on_event.emit(MapWorkerEvent::Broken(format!("Could not draw the map: {}", error_message(&error))));
    }
}
