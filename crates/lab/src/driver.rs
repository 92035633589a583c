//! Runs a crawl on a web: every request gets its response immediately, from memory, with the engine's virtual clock
//! ([`evaluation::compare::VirtualClock`]).
//!
//! A crawl uses one thread, because the order of a measured crawl must not depend on the machine.

use crate::LabError;
use crate::web::{self, Web};
use engine::crawl::{CheckedPlan, Crawl};
use engine::fetch::{FetchRequest, FetchResponse};
use engine::html::EncodingRs;
pub use evaluation::compare::Exchange;
use evaluation::compare::{Replay, TimedResponse, TrialOutcome, VirtualClock};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use types::report::Millis;

/// Runs a crawl to its end and returns it with all its pages. `watch` sees every event and step.
pub fn run(plan: CheckedPlan, web: &dyn Web, watch: impl FnMut(Exchange<'_>)) -> Crawl {
    run_crawl(Crawl::new(plan), web, watch)
}

/// Runs a given new crawl to its end, such as one with a trained model.
pub fn run_crawl(crawl: Crawl, web: &dyn Web, watch: impl FnMut(Exchange<'_>)) -> Crawl {
    drive(VirtualClock::new(crawl), web, watch)
}

/// Fetches a plan's examples and trains its strategy on them. The returned crawl waits for its start, or has ended if
/// the training failed.
pub fn learn(plan: CheckedPlan, web: &dyn Web, watch: impl FnMut(Exchange<'_>)) -> Crawl {
    drive(VirtualClock::to_learn(Crawl::new(plan)), web, watch)
}

/// Runs a crawl of a comparison to its end, and measures its seconds without the crawl and training
/// before it.
///
/// # Errors
/// Returns [`LabError::Stopped`] after `stop` became true.
pub fn replay(mut replay: Replay, web: &dyn Web, stop: &AtomicBool) -> Result<TrialOutcome, LabError> {
    let mut start = Instant::now();
    while !replay.is_over() {
        if stop.load(Ordering::Relaxed) {
            return Err(LabError::Stopped);
        }
        if !replay.has_begun() {
            start = Instant::now();
        }
        for request in replay.pending_requests().to_vec() {
            replay.take(request.id, response(&request, web, replay.now()));
        }
        replay.step();
    }
    let mut outcome = replay.outcome();
    *outcome.seconds.get_or_insert_default() += start.elapsed().as_secs_f64();
    Ok(outcome)
}

fn drive(mut clock: VirtualClock, web: &dyn Web, mut watch: impl FnMut(Exchange<'_>)) -> Crawl {
    while !clock.is_over() {
        for request in clock.pending_requests().to_vec() {
            let reply = response(&request, web, clock.now());
            clock.take(request.id, reply);
        }
        clock.step(&mut watch);
    }
    clock.into_crawl()
}

/// Returns the response to a request at this time.
pub fn response(request: &FetchRequest, web: &dyn Web, now: Millis) -> TimedResponse {
    let reply = web.response(request.address()).unwrap_or_else(web::RecordedResponse::missing);
    let (delay_ms, at) = (reply.delay_ms, now + u64::from(reply.delay_ms));
    let read = |response: web::Response| FetchResponse::read(request, response.raw(delay_ms), at, &EncodingRs);
    TimedResponse { delay_ms, outcome: reply.outcome.map(read) }
}
