//! Starts the workers of the page.

use gloo_events::EventListener;
use std::ops::Deref;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Worker, WorkerOptions, WorkerType};

/// A worker of the page. It ends when this value is dropped, and when the person leaves the page.
///
/// Browsers keep a page that was left in memory, for the way back. A worker that sleeps there would lock its crawl, and a database that
/// it creates, for every other page.
pub(crate) struct PageWorker {
    worker: Worker,
    /// Listens while the worker lives.
    _leave: EventListener,
}

impl PageWorker {
    /// Starts the worker that the page's head names.
    ///
    /// # Errors
    ///
    /// Returns the reason, in words that follow a colon.
    pub(crate) fn start(name: &str) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address(name)?, &options)
            .map_err(|error| error_message(&error))?;
        let window = web_sys::window().ok_or("this is no page")?;
        let left = worker.clone();
        let leave = EventListener::new(&window, "pagehide", move |_| left.terminate());
        Ok(Self {
            worker,
            _leave: leave,
        })
    }
}

impl Deref for PageWorker {
    type Target = Worker;

    fn deref(&self) -> &Worker {
        &self.worker
    }
}

impl Drop for PageWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Returns where a worker's loader is: the build writes it into the page's head, under the worker's name.
fn address(name: &str) -> Result<String, String> {
    let document = web_sys::window().and_then(|window| window.document());
    let selector = format!("meta[name={name}]");
    let meta = document.and_then(|document| document.query_selector(&selector).ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content"))
        .ok_or_else(|| format!("this build of the page lacks the address of its {name}"))
}

/// Returns the message of an exception.
pub(crate) fn error_message(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || format!("{error:?}"),
        |error| String::from(error.message()),
    )
}
