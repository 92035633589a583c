//! Handles files that are dropped anywhere in the window. Their names or contents determine the screen that imports
//! them.

use crate::dispatch::{Dispatch, input_file};
use crate::dom::files::dropped;
use gloo_events::{EventListener, EventListenerOptions};
use page_state::Action;
use page_state::file_content::FileContent;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;
use yew::prelude::*;

/// The number of bytes of a file that are examined.
const HEAD_BYTES: f64 = 65_536.0;

/// Handles files dropped outside of the drop areas. Returns whether one is held over the window.
#[hook]
pub(super) fn use_window_drop(dispatch: &Dispatch) -> bool {
    let over = use_state_eq(|| false);
    let (dispatch, setter) = (dispatch.clone(), over.setter());
    use_effect_with((), move |()| {
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
                        let data = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
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
                            classify(file, dispatch.clone());
                        }
                    }),
                ),
            ]
        });
        move || drop(listeners)
    });
    *over
}

/// Classifies a file by its name or its content, and passes it on.
fn classify(file: File, dispatch: Dispatch) {
    if let Some(content) = FileContent::of_name(&file.name()) {
        return dispatch.dispatch(Action::File(content, input_file(file), true));
    }
    spawn_local(async move {
        let head = file.slice_with_f64_and_f64(0.0, HEAD_BYTES.min(file.size()));
        let text = match head {
            Ok(head) => JsFuture::from(head.text()).await.ok(),
            Err(_) => None,
        };
        // An unreadable file is reported by its import.
        let text = text.and_then(|text| text.as_string()).unwrap_or_default();
        dispatch.dispatch(Action::File(FileContent::of_text(&text), input_file(file), true));
    });
}
