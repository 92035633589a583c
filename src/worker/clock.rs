//! The worker's clock and its pauses.
//!
//! Times come from `performance`, which does not jump when the person sets the computer's clock. `Instant` panics on this target.

use super::scope;
use engine::event::Millis;
use js_sys::Promise;
use std::task::Poll;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageChannel, Performance};

/// Now, in milliseconds since 1970.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time since 1970 in milliseconds is positive and below 2^53"
)]
pub(super) fn now() -> Millis {
    performance().map_or_else(js_sys::Date::now, |performance| {
        performance.time_origin() + performance.now()
    }) as Millis
}

/// Milliseconds from some fixed point, with fractions: for measuring how long something takes.
pub(super) fn precise() -> f64 {
    performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

fn performance() -> Option<Performance> {
    scope().performance()
}

/// Lets the other tasks of this thread run: messages of the page, answers of the network, timers.
///
/// A posted message comes back at once, where a timer of zero milliseconds takes four after some rounds.
pub(super) struct Breath {
    channel: Option<MessageChannel>,
}

impl Breath {
    pub(super) fn new() -> Self {
        Self {
            channel: MessageChannel::new().ok(),
        }
    }

    pub(super) async fn take(&self) {
        let Some(channel) = &self.channel else {
            return gloo_timers::future::TimeoutFuture::new(0).await;
        };
        let promise = Promise::new(&mut |resolve, _| {
            channel.port1().set_onmessage(Some(resolve.unchecked_ref()));
            // A port of our own takes a null: there is nothing in it that could not be copied.
            let _ = channel.port2().post_message(&JsValue::NULL);
        });
        let _ = JsFuture::from(promise).await;
    }
}

/// Lets the tasks begin that were spawned meanwhile; messages and timers have to wait for a [`Breath`].
pub(super) async fn step_back() {
    let mut has_stepped = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut has_stepped, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
