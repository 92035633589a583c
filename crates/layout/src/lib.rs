//! Runs the map's worker: computes layouts in slices and sends the positions, or draws frames on a canvas. The page
//! starts one worker for each task.
//!
//! Drawing has a separate thread because, without a graphics card, a frame would block the page too long. The layout
//! stops when all nodes are at rest, when the view is hidden, and when the page ends it. The worker only knows
//! positions, radii and links, but not pages and hosts.

mod canvas;
mod forces;
mod gl_program;
pub mod spiders;
mod twgl;
mod worker;

pub use forces::Layout;

use protocol::map::FromMap;
use protocol::{Hello, message};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use worker::LayoutWorker;

/// Runs the worker: sends the handshake, then handles messages.
pub fn listen() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        message::post_to_owner(&FromMap::Panicked { message: panic.to_string() });
    }));
    let worker = Rc::new(LayoutWorker::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        LayoutWorker::receive(&worker, &message.data());
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    if let Err(error) = scope().post_message(&Hello::of_this_build().written()) {
        wasm_bindgen::throw_val(error);
    }
}

/// Returns the milliseconds of a monotonic clock.
fn now() -> f64 {
    scope().performance().map_or_else(js_sys::Date::now, |clock| clock.now())
}

/// Returns the global object of a dedicated worker, in which this code always runs.
fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
