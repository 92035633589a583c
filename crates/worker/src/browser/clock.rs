//! Tells the time, yields to other tasks, and replaces tasks.
//!
//! Times come from `performance`, which does not jump when the computer's clock is set. `Instant` panics on this
//! target.

use super::scope;
use futures_util::future::{AbortHandle, abortable};
use js_sys::Promise;
use std::cell::{Cell, RefCell};
use std::task::Poll;
use types::report::Millis;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{MessageChannel, Performance};

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> Millis {
    types::to_u64(
        performance().map_or_else(js_sys::Date::now, |performance| performance.time_origin() + performance.now()),
    )
}

/// Returns milliseconds since a fixed point, with fractions, to measure durations.
pub(crate) fn precise() -> f64 {
    performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

fn performance() -> Option<Performance> {
    scope().performance()
}

/// The milliseconds of work after which a task yields.
const WORK_MS: f64 = 10.0;

/// Yields to the other tasks of this thread: messages, network responses, timers.
///
/// A message to oneself arrives at once, while a timer of zero milliseconds soon takes four.
pub(crate) struct Yielder {
    channel: Option<MessageChannel>,
    /// The precise time of the last yield.
    since: Cell<f64>,
}

impl Yielder {
    /// Creates a yielder whose task works from now on.
    pub(crate) fn new() -> Self {
        Self { channel: MessageChannel::new().ok(), since: Cell::new(precise()) }
    }

    /// Restarts the time of work.
    pub(crate) fn restart(&self) {
        self.since.set(precise());
    }

    /// Returns whether the task has worked for [`WORK_MS`] since it yielded last.
    pub(crate) fn is_due(&self) -> bool {
        precise() - self.since.get() > WORK_MS
    }

    /// Yields if that is due. Returns whether it was.
    pub(crate) async fn yield_if_due(&self) -> bool {
        let is_due = self.is_due();
        if is_due {
            self.yield_now().await;
        }
        is_due
    }

    /// Yields.
    pub(crate) async fn yield_now(&self) {
        self.wait().await;
        self.restart();
    }

    async fn wait(&self) {
        let Some(channel) = &self.channel else {
            return gloo_timers::future::TimeoutFuture::new(0).await;
        };
        let promise = Promise::new(&mut |resolve, _| {
            channel.port1().set_onmessage(Some(resolve.unchecked_ref()));
            // Posting null cannot fail, since there is nothing to clone.
            let _ = channel.port2().post_message(&JsValue::NULL);
        });
        let _ = JsFuture::from(promise).await;
    }
}

/// Yields to tasks that were spawned meanwhile. Messages and timers need a [`Yielder`].
pub(crate) async fn yield_to_tasks() {
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

/// A task that a later one replaces.
#[derive(Default)]
pub(crate) struct LatestTask(RefCell<Option<AbortHandle>>);

impl LatestTask {
    /// Runs a task in place of the earlier one.
    pub(crate) fn run(&self, task: impl Future<Output = ()> + 'static) {
        self.cancel();
        let (task, handle) = abortable(task);
        self.0.replace(Some(handle));
        spawn_local(async move {
            let _ = task.await;
        });
    }

    /// Ends the task where it waits.
    pub(crate) fn cancel(&self) {
        if let Some(task) = self.0.take() {
            task.abort();
        }
    }
}
