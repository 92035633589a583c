//! The worker: the engine in a thread of its own, beside the page.
//!
//! [`listen`] connects this thread's messages with a [`Session`]. The layers, each of which uses only those after it:
//! `session` dispatches messages, `services` answer them, `crawl` drives one crawl, [`sources`] fetch pages, [`storage`]
//! keeps what must not be lost, `browser` wraps the browser's own facilities. Nothing here draws or needs a document.

mod browser;
mod context;
mod crawl;
mod services;
mod session;
pub mod sources;
pub mod storage;

pub use browser::decoder::BrowserDecoder;
pub use session::Session;

use crate::protocol::{ToPage, written};
use browser::scope;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// Starts this worker thread: says hello, then answers the page's messages for as long as the worker lives.
pub fn listen() {
    report_panics();
    let session = Session::new(Rc::new(post), sources::asset_address("salticidLexicon"));
    let receive = Rc::clone(&session);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        receive.on_message(message.data());
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    session.send_hello();
}

/// Reports a panic to the page: it leaves the module unusable.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        post(&ToPage::Panicked {
            message: panic.to_string(),
        });
    }));
}

/// Posts a message to the page. A message that cannot be serialized is a bug, and is thrown so that the console shows it.
fn post(message: &ToPage) {
    let posted = written(message)
        .map_err(JsValue::from)
        .and_then(|message| scope().post_message(&message));
    if let Err(error) = posted {
        wasm_bindgen::throw_val(error);
    }
}
