//! Starts the workers of the page.

use super::head;
use gloo_events::EventListener;
use std::ops::Deref;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Worker, WorkerOptions, WorkerType};

/// A worker of the page. It is terminated when this value is dropped, and when the person leaves the page.
///
/// Browsers keep a page that was left in memory (back/forward cache). A suspended worker there would keep locks on its
/// crawl and on a database that it upgrades.
pub(crate) struct PageWorker {
    worker: Worker,
    /// Terminates the worker when the person leaves the page.
    _leave: EventListener,
}

impl PageWorker {
    /// Starts the worker named in the page's head.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a text that can follow a colon.
    pub(crate) fn start(name: &str) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address =
            head::content(name).ok_or_else(|| format!("this build of the page lacks the address of its {name}"))?;
        let worker = Worker::new_with_options(&address, &options).map_err(|error| error_message(&error))?;
        let window = web_sys::window().ok_or("the browser window is missing")?;
        let left = worker.clone();
        let leave = EventListener::new(&window, "pagehide", move |_| left.terminate());
        Ok(Self { worker, _leave: leave })
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

/// Returns the message of an exception.
pub(crate) fn error_message(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
