//! Runs the engine in a worker, a thread beside the page.
//!
//! [`listen`] connects this thread's messages with a [`Session`]. Each layer uses only those after it: `session`
//! dispatches messages, `chunks` loads services with their first message, `services` handle them, `crawl` drives one
//! crawl, `parser` parses in further workers, [`sources`] fetch pages, [`storage`] saves data, `browser` wraps the
//! browser's interfaces. No layer renders anything or needs a document.

mod browser;
mod chunks;
mod context;
mod crawl;
mod parser;
mod services;
mod session;
pub mod sources;
pub mod storage;

pub use browser::BrowserDecoder;
pub use session::Session;

use browser::scope;
use protocol::{Hello, ToPage, message};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// Starts this worker thread: sends the handshake, then handles the page's messages until the worker is terminated. A
/// worker that a crawl has started only parses.
pub fn listen() {
    if scope().name() == parser::NAME {
        return parser::listen();
    }
    report_panics();
    let session = Session::new(Rc::new(message::post_to_owner::<ToPage>), sources::asset_address("salticidLexicon"));
    let receive = Rc::clone(&session);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        receive.on_message(&message.data());
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    if let Err(error) = scope().post_message(&Hello::of_this_build().written()) {
        wasm_bindgen::throw_val(error);
    }
    session.send_catalog();
}

/// Reports a panic to the page, because it leaves the module unusable.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        message::post_to_owner(&ToPage::Panicked { message: panic.to_string() });
    }));
}
