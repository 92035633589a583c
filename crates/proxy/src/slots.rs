//! Limits the number and the rate of fetches, in total and per host.
//!
//! A fetch waits for a slot of its host, then for one of the common slots, so that a slow host only delays its own fetches. A slot is
//! released when it is dropped, however the fetch ended. The crawler is responsible for politeness (delays, robots.txt); this is a second
//! safeguard against callers that are not polite.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::error::Refusal;
use crate::limits::Limits;

/// The number of hosts that are kept before idle ones are dropped.
const REMEMBERED: usize = 4_096;

/// The clock of all other time limits, so that one test clock controls them all.
#[derive(Debug, Clone, Copy)]
struct TokioClock;

impl Clock for TokioClock {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

type Free = NoOpMiddleware<std::time::Instant>;
type Rate = RateLimiter<NotKeyed, InMemoryState, TokioClock, Free>;
type HostRates = RateLimiter<String, DashMapStateStore<String>, TokioClock, Free>;

/// Grants slots.
pub(crate) struct Slots {
    all: Arc<Semaphore>,
    hosts: Mutex<HashMap<String, Arc<Semaphore>>>,
    rate: Rate,
    host_rates: HostRates,
    limits: Limits,
}

/// The right to run one fetch. Dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct Slot {
    _host: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Slots {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            all: Arc::new(Semaphore::new(limits.fetches)),
            hosts: Mutex::default(),
            rate: RateLimiter::direct_with_clock(quota(limits.rate, limits.burst), TokioClock),
            host_rates: RateLimiter::dashmap_with_clock(
                quota(limits.rate_per_host, limits.burst_per_host),
                TokioClock,
            ),
            limits: limits.clone(),
        }
    }

    /// Refuses if the recent requests to the host, or to all hosts together, exceed the rate.
    pub(crate) fn pace(&self, host: &str) -> Result<(), Refusal> {
        if self.host_rates.len() > REMEMBERED {
            self.host_rates.retain_recent();
        }
        self.host_rates
            .check_key(&host.to_owned())
            .map_err(|_| Refusal::Rate)?;
        self.rate.check().map_err(|_| Refusal::Rate)
    }

    /// Waits for a slot of the host and a common slot; [`Refusal::Busy`] if none is released in time.
    pub(crate) async fn take(&self, host: &str) -> Result<Slot, Refusal> {
        let host = self.host(host);
        let both = async {
            let host = host.acquire_owned().await?;
            let all = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, tokio::sync::AcquireError>(Slot {
                _host: host,
                _all: all,
            })
        };
        match timeout(self.limits.slot_wait, both).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(Refusal::Busy),
        }
    }

    fn host(&self, host: &str) -> Arc<Semaphore> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() > REMEMBERED {
            hosts.retain(|_, slots| Arc::strong_count(slots) > 1);
        }
        let fresh = || Arc::new(Semaphore::new(self.limits.fetches_per_host));
        Arc::clone(hosts.entry(host.to_owned()).or_insert_with(fresh))
    }
}

fn quota(rate: NonZeroU32, burst: NonZeroU32) -> Quota {
    Quota::per_second(rate).allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::per_second;
    use std::time::Duration;

    fn slots(fetches: usize, fetches_per_host: usize) -> Slots {
        Slots::new(&Limits {
            fetches,
            fetches_per_host,
            slot_wait: Duration::from_secs(1),
            rate_per_host: per_second(1),
            burst_per_host: per_second(2),
            rate: per_second(1),
            burst: per_second(3),
            ..Limits::default()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_with_all_its_slots_taken_is_busy_and_others_are_not() {
        let slots = slots(10, 2);
        let held = (
            slots.take("a").await.expect("free"),
            slots.take("a").await.expect("free"),
        );
        assert_eq!(slots.take("a").await.err(), Some(Refusal::Busy));
        assert!(slots.take("b").await.is_ok());
        drop(held);
        assert!(slots.take("a").await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn all_hosts_together_share_the_common_slots() {
        let slots = slots(2, 2);
        let held = (
            slots.take("a").await.expect("free"),
            slots.take("b").await.expect("free"),
        );
        assert_eq!(slots.take("c").await.err(), Some(Refusal::Busy));
        drop(held.0);
        assert!(slots.take("c").await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slot_that_comes_free_goes_to_the_one_who_waits() {
        let slots = Arc::new(slots(1, 1));
        let held = slots.take("a").await.expect("free");
        let waiting = tokio::spawn({
            let slots = Arc::clone(&slots);
            async move { slots.take("a").await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(held);
        assert!(waiting.await.expect("no panic"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_and_all_hosts_together_have_a_rate_that_time_restores() {
        let slots = slots(1, 1);
        assert_eq!((slots.pace("a"), slots.pace("a")), (Ok(()), Ok(())));
        assert_eq!(slots.pace("a"), Err(Refusal::Rate));
        assert_eq!(slots.pace("b"), Ok(()));
        assert_eq!(slots.pace("c"), Err(Refusal::Rate));
        tokio::time::advance(Duration::from_millis(999)).await;
        assert_eq!(slots.pace("a"), Err(Refusal::Rate));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(slots.pace("a"), Ok(()));
        assert_eq!(slots.pace("a"), Err(Refusal::Rate));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slot_comes_back_after_a_panic_a_cancellation_and_a_wait_that_was_given_up() {
        let slots = Arc::new(slots(1, 1));
        let inside = Arc::clone(&slots);
        let panicked = tokio::spawn(async move {
            let _slot = inside.take("a").await.expect("free");
            panic!("a bug in a fetch");
        });
        assert!(panicked.await.is_err());
        let inside = Arc::clone(&slots);
        let canceled = tokio::spawn(async move {
            let _slot = inside.take("a").await.expect("free");
            std::future::pending::<()>().await;
        });
        tokio::task::yield_now().await;
        assert_eq!(slots.take("a").await.err(), Some(Refusal::Busy));
        canceled.abort();
        assert!(canceled.await.is_err());
        for _ in 0..3 {
            assert!(slots.take("a").await.is_ok());
        }
    }
}
