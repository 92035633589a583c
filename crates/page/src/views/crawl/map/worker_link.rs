//! Connects to one of the map's workers. Messages to it are queued until its handshake.

use crate::dom::worker::{PageWorker, WorkerEvent};
use crate::views::prelude::*;
use js_sys::Float32Array;
use protocol::map::{FromMap, ToMap};
use std::cell::{OnceCell, RefCell};
use std::mem::discriminant;

/// A message from a map worker, or its failure.
pub(crate) enum MapWorkerEvent {
    /// The positions of the nodes of a scene, given by its number, and whether they are final.
    Places(u32, Float32Array, bool),
    /// The browser has no WebGL 2.
    NoCanvas,
    /// The worker failed; the error and its remedy, in a sentence.
    Broken(String),
}

/// A connection to one of the map's workers. Dropping it terminates the worker.
pub(crate) struct MapWorkerLink {
    worker: OnceCell<PageWorker>,
    /// The messages that are queued until the worker's handshake; none after it.
    waiting: RefCell<Option<Vec<ToMap>>>,
    on_event: Callback<MapWorkerEvent>,
}

impl MapWorkerLink {
    /// Starts the worker that the page's head names.
    pub(crate) fn open(on_event: Callback<MapWorkerEvent>) -> Result<Rc<Self>, String> {
        let link = Rc::new(Self { worker: OnceCell::new(), waiting: RefCell::new(Some(Vec::new())), on_event });
        let receiver = Rc::downgrade(&link);
        let on_event = move |event| {
            if let Some(link) = receiver.upgrade() {
                link.on_worker_event(event);
            }
        };
        let worker =
            PageWorker::start("layout", on_event).map_err(|error| format!("Could not draw the map: {error}"))?;
        link.worker.get_or_init(|| worker);
        Ok(link)
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: ToMap) {
        match &mut *self.waiting.borrow_mut() {
            Some(waiting) => {
                // Only the last message of each kind is needed.
                waiting.retain(|old| discriminant(old) != discriminant(&message));
                waiting.push(message);
            }
            None => self.post(&message),
        }
    }

    fn post(&self, message: &ToMap) {
        if let Some(Err(error)) = self.worker.get().map(|worker| worker.send(message)) {
            self.on_event.emit(MapWorkerEvent::Broken(format!("Could not draw the map: {error}")));
        }
    }

    fn on_worker_event(&self, event: WorkerEvent<FromMap>) {
        let broken = |cause: String| {
            MapWorkerEvent::Broken(format!(
                "The map failed{cause}. Switch views and come back to retry; the table has the same data."
            ))
        };
        self.on_event.emit(match event {
            WorkerEvent::Ready => {
                let waiting = self.waiting.take();
                return waiting.iter().flatten().for_each(|message| self.post(message));
            }
            WorkerEvent::Message(FromMap::Positions { number, places, settled }) => {
                MapWorkerEvent::Places(number, places, settled)
            }
            WorkerEvent::Message(FromMap::NoCanvas) => MapWorkerEvent::NoCanvas,
            WorkerEvent::Message(FromMap::Panicked { message }) => broken(format!(" ({message})")),
            WorkerEvent::OtherBuild(_) | WorkerEvent::Unreadable(_) => {
                MapWorkerEvent::Broken("This page and its map are different builds. Reload the page.".to_owned())
            }
            WorkerEvent::Failed(_) => broken(String::new()),
        });
    }
}
