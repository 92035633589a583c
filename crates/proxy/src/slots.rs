//! Limits the number and the rate of fetches: in total, per host, and per address that is dialed.
//!
//! A fetch waits for a slot of its host, looks up the name, waits for a slot of each address, then for one of the
//! common slots, so that a slow host or address only delays its own fetches. Names alone would not protect a server: a
//! page can link to a thousand names of one address. Slots are released when they are dropped, however the fetch ended.
//! The crawler is responsible for politeness (delays, robots.txt); this is a second safeguard against callers that are
//! not polite.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};

use crate::error::Refusal;
use crate::guard::address::network;
use crate::limits::Limits;

/// The number of hosts, and of addresses, that are kept before idle ones are dropped.
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
type KeyedRates<K> = RateLimiter<K, DashMapStateStore<K>, TokioClock, Free>;

/// The slots and the rate of each host, or of each address.
struct PerKey<K: Clone + Eq + Hash> {
    slots: Mutex<HashMap<K, Arc<Semaphore>>>,
    most: usize,
    rates: KeyedRates<K>,
}

impl<K: Clone + Eq + Hash> PerKey<K> {
    fn new(most: usize, quota: Quota) -> Self {
        Self { slots: Mutex::default(), most, rates: RateLimiter::dashmap_with_clock(quota, TokioClock) }
    }

    /// Returns the slots of a key; `most` is their number when they are created.
    fn slots(&self, key: K, most: usize) -> Arc<Semaphore> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() > REMEMBERED {
            slots.retain(|_, slots| Arc::strong_count(slots) > 1);
        }
        let fresh = || Arc::new(Semaphore::new(most));
        Arc::clone(slots.entry(key).or_insert_with(fresh))
    }

    /// Counts a request; if that exceeds the rate, returns the time until the rate allows one.
    fn count(&self, key: &K) -> Result<(), Duration> {
        if self.rates.len() > REMEMBERED {
            self.rates.retain_recent();
        }
        let counted = self.rates.check_key(key);
        counted.map_err(|until| until.wait_time_from(TokioClock.now()))
    }
}

/// Grants slots.
pub(crate) struct Slots {
    all: Arc<Semaphore>,
    lookups: Arc<Semaphore>,
    hosts: PerKey<String>,
    addresses: PerKey<IpAddr>,
    rate: Rate,
    wait: Duration,
    fetches: usize,
}

/// The right to look up the name of a host.
#[derive(Debug)]
pub(crate) struct HostSlot {
    host: OwnedSemaphorePermit,
    lookup: OwnedSemaphorePermit,
}

/// The right to run one fetch. Dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct Slot {
    _host: OwnedSemaphorePermit,
    addresses: Vec<(IpAddr, OwnedSemaphorePermit)>,
    _all: OwnedSemaphorePermit,
}

impl Slot {
    /// Frees the slots of the addresses that were not dialed.
    pub(crate) fn keep_only(&mut self, dialed: IpAddr) {
        let dialed = network(dialed);
        self.addresses.retain(|(address, _)| *address == dialed);
    }
}

impl Slots {
    pub(crate) fn new(limits: &Limits) -> Self {
        let per_address = quota(limits.rate_per_address, limits.burst_per_address);
        Self {
            all: Arc::new(Semaphore::new(limits.fetches)),
            lookups: Arc::new(Semaphore::new(limits.fetches)),
            hosts: PerKey::new(limits.fetches_per_host, quota(limits.rate_per_host, limits.burst_per_host)),
            addresses: PerKey::new(limits.fetches_per_address, per_address),
            rate: RateLimiter::direct_with_clock(quota(limits.rate, limits.burst), TokioClock),
            wait: limits.slot_wait,
            fetches: limits.fetches,
        }
    }

    /// Refuses if the recent requests to the host, or to all hosts together, exceed the rate.
    pub(crate) fn pace(&self, host: &str) -> Result<(), Refusal> {
        let counted = self.hosts.count(&host.to_owned());
        counted.map_err(|_| Refusal::Rate)?;
        self.rate.check().map_err(|_| Refusal::Rate)
    }

    /// Waits for a slot of the host and for one of the lookups; [`Refusal::Busy`] if none is released in time. A host
    /// of the person's own has as many slots as all fetches together.
    pub(crate) async fn take_host(&self, host: &str, is_own: bool) -> Result<HostSlot, Refusal> {
        let host = self.hosts.slots(host.to_owned(), if is_own { self.fetches } else { self.hosts.most });
        self.in_time(async {
            Ok(HostSlot { host: host.acquire_owned().await?, lookup: Arc::clone(&self.lookups).acquire_owned().await? })
        })
        .await
    }

    /// Waits for a slot of each address that may be dialed, until its rate allows a request, and for a common slot;
    /// [`Refusal::Busy`] if that takes too long.
    pub(crate) async fn take(&self, slot: HostSlot, dialed: &[IpAddr]) -> Result<Slot, Refusal> {
        drop(slot.lookup);
        // In the order of the set, so that no two fetches wait for each other.
        let networks: BTreeSet<IpAddr> = dialed.iter().copied().map(network).collect();
        self.in_time(async {
            let mut addresses = Vec::new();
            for address in networks {
                let free = self.addresses.slots(address, self.addresses.most).acquire_owned().await?;
                addresses.push((address, free));
                while let Err(wait) = self.addresses.count(&address) {
                    sleep(wait).await;
                }
            }
            Ok(Slot { _host: slot.host, addresses, _all: Arc::clone(&self.all).acquire_owned().await? })
        })
        .await
    }

    async fn in_time<T>(&self, slot: impl Future<Output = Result<T, AcquireError>>) -> Result<T, Refusal> {
        match timeout(self.wait, slot).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(Refusal::Busy),
        }
    }
}

fn quota(rate: NonZeroU32, burst: NonZeroU32) -> Quota {
    Quota::per_second(rate).allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::per_second;

    const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn slots(fetches: usize, fetches_per_host: usize) -> Slots {
        Slots::new(&Limits {
            fetches,
            fetches_per_host,
            slot_wait: Duration::from_secs(1),
            rate_per_host: per_second(1),
            burst_per_host: per_second(2),
            rate: per_second(1),
            burst: per_second(3),
            fetches_per_address: 2,
            rate_per_address: per_second(2),
            burst_per_address: per_second(4),
            ..Limits::default()
        })
    }

    async fn take(slots: &Slots, host: &str, dialed: &[IpAddr]) -> Result<Slot, Refusal> {
        slots.take(slots.take_host(host, false).await?, dialed).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_with_all_its_slots_taken_is_busy_and_others_are_not() {
        let slots = slots(10, 2);
        let held = (take(&slots, "a", &[]).await.expect("free"), take(&slots, "a", &[]).await.expect("free"));
        assert_eq!(take(&slots, "a", &[]).await.err(), Some(Refusal::Busy));
        assert!(take(&slots, "b", &[]).await.is_ok());
        drop(held);
        assert!(take(&slots, "a", &[]).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn all_hosts_together_share_the_common_slots() {
        let slots = slots(2, 2);
        let held = (take(&slots, "a", &[]).await.expect("free"), take(&slots, "b", &[]).await.expect("free"));
        assert_eq!(take(&slots, "c", &[]).await.err(), Some(Refusal::Busy));
        drop(held.0);
        assert!(take(&slots, "c", &[]).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slot_that_comes_free_goes_to_the_one_who_waits() {
        let slots = Arc::new(slots(1, 1));
        let held = take(&slots, "a", &[]).await.expect("free");
        let waiting = tokio::spawn({
            let slots = Arc::clone(&slots);
            async move { take(&slots, "a", &[]).await.is_ok() }
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
            let _slot = take(&inside, "a", &[]).await.expect("free");
            panic!("a bug in a fetch");
        });
        assert!(panicked.await.is_err());
        let inside = Arc::clone(&slots);
        let canceled = tokio::spawn(async move {
            let _slot = take(&inside, "a", &[]).await.expect("free");
            std::future::pending::<()>().await;
        });
        tokio::task::yield_now().await;
        assert_eq!(take(&slots, "a", &[]).await.err(), Some(Refusal::Busy));
        canceled.abort();
        assert!(canceled.await.is_err());
        for _ in 0..3 {
            assert!(take(&slots, "a", &[]).await.is_ok());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn names_of_one_address_share_its_slots_and_other_addresses_do_not() {
        let slots = slots(10, 2);
        let held = (take(&slots, "a", &[A]).await.expect("free"), take(&slots, "b", &[A]).await.expect("free"));
        assert_eq!(take(&slots, "c", &[A]).await.err(), Some(Refusal::Busy));
        assert_eq!(take(&slots, "c", &[B, A]).await.err(), Some(Refusal::Busy));
        assert!(take(&slots, "c", &[B]).await.is_ok());
        drop(held);
        assert!(take(&slots, "c", &[A]).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn addresses_of_one_ipv6_network_share_its_slots() {
        let slots = slots(10, 2);
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let (first, second) = (address("2600:1:2:3::1"), address("2600:1:2:3:ffff::2"));
        // Two addresses of one network are one key.
        let first = take(&slots, "a", &[first, second]).await.expect("free");
        let _second = take(&slots, "b", &[second]).await.expect("free");
        let third = address("2600:1:2:3:4::");
        assert_eq!(take(&slots, "c", &[third]).await.err(), Some(Refusal::Busy));
        assert!(take(&slots, "c", &[address("2600:1:2:4::1")]).await.is_ok());
        drop(first);
        assert!(take(&slots, "c", &[third]).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn fetches_wait_until_the_rate_of_the_address_allows_them() {
        let slots = slots(10, 2);
        let begun = Instant::now();
        for n in 0..6 {
            let slot = take(&slots, &n.to_string(), &[A]).await;
            assert!(slot.is_ok(), "{n}");
        }
        assert_eq!(begun.elapsed().as_secs(), 1, "two beyond the burst of four");
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_that_was_not_dialed_is_free_during_the_fetch() {
        let slots = slots(10, 2);
        let mut held = Vec::new();
        for host in ["a", "b"] {
            let mut slot = take(&slots, host, &[A, B]).await.expect("free");
            slot.keep_only(B);
            held.push(slot);
        }
        assert!(take(&slots, "c", &[A]).await.is_ok());
        assert_eq!(take(&slots, "c", &[B]).await.err(), Some(Refusal::Busy));
    }

    #[tokio::test(start_paused = true)]
    async fn fetches_that_wait_for_an_address_leave_the_common_slots_to_others() {
        let slots = Arc::new(slots(3, 2));
        let _held = (take(&slots, "a", &[A]).await.expect("free"), take(&slots, "b", &[A]).await.expect("free"));
        for host in ["c", "d", "e", "f"] {
            let slots = Arc::clone(&slots);
            tokio::spawn(async move { take(&slots, host, &[A]).await.map(drop) });
        }
        tokio::task::yield_now().await;
        assert!(take(&slots, "g", &[B]).await.is_ok());
    }
}
