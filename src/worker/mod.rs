//! The worker: the engine in a thread of its own, beside the page.
//!
//! [`listen`] joins this thread's messages with a [`Session`]; a session holds at most one crawl and its `driver`. Pages come
//! from one of the sources in [`fetch`]; what happens is kept by a `keeper` in the [`store`], and then goes to the page in `batches`.
//! Left out on purpose: drawing, and everything else that needs a document.

mod ahead;
mod batches;
mod charset;
mod clock;
mod compare;
mod doubts;
mod driver;
pub mod fetch;
mod keeper;
pub mod lexicon;
mod librarian;
mod lock;
mod models;
mod onlooker;
mod pack;
mod reader;
mod related;
mod seeds;
mod session;
mod shelf;
pub mod store;
mod topics;
mod trails;
mod watch;
mod why;

pub use charset::BrowserDecoder;
pub use session::Session;

use crate::protocol::{ToPage, written};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Takes this worker thread into service: says hello, then answers the page's messages for as long as the worker lives.
pub fn listen() {
    tell_of_panics();
    let session = Session::new(Rc::new(post), lexicon::address());
    let receive = Rc::clone(&session);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        receive.receive(message.data());
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    session.greet();
}

/// A panic leaves the module unusable: its last act is to say so.
fn tell_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        post(&ToPage::Panicked {
            message: panic.to_string(),
        });
    }));
}

/// Posts a message to the page. One that cannot be written down would be a fault of ours; the console tells of it.
fn post(message: &ToPage) {
    let posted = written(message)
        .map_err(JsValue::from)
        .and_then(|message| scope().post_message(&message));
    if let Err(error) = posted {
        wasm_bindgen::throw_val(error);
    }
}

/// The global object of a dedicated worker, which is the only place where this code runs.
fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
