//! Handles files that are dropped anywhere in the window. Their names or contents determine the screen that imports them.
//!
//! A drop area of a screen receives files whose names are ambiguous: bookmarks are trails on the Train screen, and seeds elsewhere.

use crate::page::dom::files::{FileRouter, dropped};
use crate::page::state::Shared;
use crate::page::state::catalog::{Catalog, Worker};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::file_content::FileContent;
use crate::page::state::route::go;
use crate::page::views::parts::import::on_file;
use crate::page::views::train::import::on_file as on_trails;
use crate::protocol::ToWorker;
use crate::protocol::compare::CompareRequest;
use crate::protocol::models::ModelsRequest;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File};
use yew::prelude::*;

/// The number of bytes of a file that are examined.
const HEAD_BYTES: f64 = 65_536.0;

/// Handles files dropped outside of the drop areas. Returns whether one is held over the window, and the router for the drop areas.
#[hook]
pub(super) fn use_window_drop(catalog: &Shared<Catalog>, dispatch: &Dispatch) -> (bool, FileRouter) {
    let over = use_state_eq(|| false);
    let is_ready = catalog.worker == Worker::Ready;
    let take = use_memo((is_ready, dispatch.clone()), |(_, dispatch)| on_content(catalog, dispatch));
    let (handler, setter) = ((*take).clone(), over.setter());
    use_effect_with(handler.clone(), move |handler| {
        let handler = handler.clone();
        let listeners = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            let listen = |kind: &'static str, on: Box<dyn FnMut(&Event)>| {
                EventListener::new_with_options(&window, kind, options, on)
            };
            let (enter, leave) = (setter.clone(), setter.clone());
            [
                listen(
                    "dragover",
                    Box::new(move |event| {
                        // Text that is dragged within the page is not a file.
                        let drag = event.dyn_ref::<DragEvent>();
                        let data = drag.and_then(DragEvent::data_transfer);
                        let has_files = data.is_some_and(|data| data.types().includes(&"Files".into(), 0));
                        if has_files {
                            enter.set(!event.default_prevented());
                            event.prevent_default();
                        }
                    }),
                ),
                listen("dragleave", Box::new(move |_| leave.set(false))),
                listen(
                    "drop",
                    Box::new(move |event| {
                        setter.set(false);
                        let drag = event.dyn_ref::<DragEvent>().filter(|_| !event.default_prevented());
                        if let Some(file) = drag.and_then(dropped) {
                            event.prevent_default();
                            classify(file, handler.clone());
                        }
                    }),
                ),
            ]
        });
        move || drop(listeners)
    });
    let router = use_memo(handler, |handler| {
        let handler = handler.clone();
        FileRouter(Callback::from(move |file: File| {
            let content = FileContent::of_name(&file.name());
            if let Some(content) = content {
                handler.emit((file, content));
            }
            content.is_some()
        }))
    });
    (*over, (*router).clone())
}

/// Classifies a file by its content and passes it on.
fn classify(file: File, handler: Callback<(File, FileContent)>) {
    if let Some(content) = FileContent::of_name(&file.name()) {
        return handler.emit((file, content));
    }
    spawn_local(async move {
        let head = file.slice_with_f64_and_f64(0.0, HEAD_BYTES.min(file.size()));
        let text = match head {
            Ok(head) => JsFuture::from(head.text()).await.ok(),
            Err(_) => None,
        };
        // An unreadable file is reported by its import.
        let text = text.and_then(|text| text.as_string()).unwrap_or_default();
        handler.emit((file, FileContent::of_text(&text)));
    });
}

/// Returns the handler that opens the screen for a file's content and imports the file there.
fn on_content(catalog: &Catalog, dispatch: &Dispatch) -> Callback<(File, FileContent)> {
    let (pages, trails) = (on_file(catalog, dispatch), on_trails(catalog, dispatch));
    let messages = dispatch.messages.clone();
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |(file, content): (File, FileContent)| {
        let name = file.name();
        match content {
            _ if !is_ready => {
                go("#/library");
                pages.emit(file);
            }
            // The import puts recordings and seeds into the form, or keeps them on a screen that uses them.
            FileContent::Pages => pages.emit(file),
            FileContent::Crawl => {
                go("#/library");
                pages.emit(file);
            }
            FileContent::Trails => {
                go("#/train");
                trails.emit(file);
            }
            FileContent::Model => {
                go("#/models");
                let file = Blob::from(file);
                messages.emit(ToWorker::Models(ModelsRequest::Take { name, file }));
            }
            FileContent::Comparison => {
                go("#/compare");
                let file = Blob::from(file);
                messages.emit(ToWorker::Compare(CompareRequest::ReadFile { name, file }));
            }
        }
    })
}
