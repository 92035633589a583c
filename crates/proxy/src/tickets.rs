//! Holds fetches that outlive their call, each under a ticket, for a bounded time and in a bounded number.
//!
//! Chromium limits connections to six per origin, so a batch with one slow site would occupy one of six. With patience
//! a batch ends early, and its slow fetches are collected later. Tickets are not persistent.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use crate::error::Refusal;
use crate::fetch::{AbortOnDrop, UpstreamResponse};
use crate::guard::caller::Caller;
use crate::limits::Limits;
use crate::memory::{MemoryBudget, Reservation};

/// The bytes of a ticket besides its URL: its name, its entry in the table, and its two tasks.
const TICKET_BYTES: usize = 2 * 1024;

/// A running fetch, or an uncollected result. Dropping it cancels the fetch.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The URL in the caller's spelling.
    pub(crate) url: String,
    task: AbortOnDrop<Result<UpstreamResponse, Refusal>>,
}

impl Pending {
    pub(crate) fn spawn(
        url: String,
        fetch: impl Future<Output = Result<UpstreamResponse, Refusal>> + Send + 'static,
    ) -> Self {
        Self { url, task: AbortOnDrop(tokio::spawn(fetch)) }
    }
}

impl Future for Pending {
    type Output = (String, Result<UpstreamResponse, Refusal>);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let done = ready!(Pin::new(&mut self.task.0).poll(context));
        Poll::Ready((std::mem::take(&mut self.url), done.unwrap_or(Err(Refusal::Broken))))
    }
}

/// A fetch in the table, with the resources that end with it.
struct Kept {
    pending: Pending,
    caller: Caller,
    /// The memory of the ticket itself; the response has a separate reservation.
    _reservation: Reservation,
    /// The task that expires the ticket, unless that is collected before.
    _expiry: AbortOnDrop<()>,
}

/// The table of tickets.
pub(crate) struct Tickets {
    held: Mutex<HashMap<String, Kept>>,
    given: AtomicU64,
    keys: RandomState,
    memory: MemoryBudget,
    limits: Limits,
}

impl Tickets {
    /// Creates an empty table, whose tickets take their memory from this budget.
    pub(crate) fn new(limits: &Limits, memory: &MemoryBudget) -> Arc<Self> {
        Arc::new(Self {
            held: Mutex::default(),
            given: AtomicU64::new(0),
            keys: RandomState::new(),
            memory: memory.clone(),
            limits: limits.clone(),
        })
    }

    /// Stores a fetch and returns its ticket, which expires even if it is never collected. `None` if the table, the
    /// caller's share of it, or the memory is full; the fetch is then canceled.
    pub(crate) fn keep(self: &Arc<Self>, caller: &Caller, pending: Pending) -> Option<String> {
        let id = self.fresh();
        let reservation = self.memory.reserve(TICKET_BYTES + pending.url.len()).ok()?;
        let mut held = self.held();
        let of_caller = held.values().filter(|kept| kept.caller == *caller).count();
        if held.len() >= self.limits.tickets || of_caller >= self.limits.tickets_per_caller {
            return None;
        }
        let kept =
            Kept { pending, caller: caller.clone(), _reservation: reservation, _expiry: self.expire(id.clone()) };
        held.insert(id.clone(), kept);
        Some(id)
    }

    /// Returns a task that expires a ticket after its lifetime.
    fn expire(self: &Arc<Self>, id: String) -> AbortOnDrop<()> {
        let (table, life) = (Arc::downgrade(self), self.limits.ticket_life);
        AbortOnDrop(tokio::spawn(async move {
            tokio::time::sleep(life).await;
            if let Some(table) = table.upgrade() {
                // Dropped after the table is free again.
                let _ended = table.held().remove(&id);
            }
        }))
    }

    /// Returns the fetch of a ticket, once.
    pub(crate) fn collect(&self, id: &str) -> Option<Pending> {
        let kept = self.held().remove(id);
        kept.map(|kept| kept.pending)
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a name that other callers cannot guess: a counter under a keyed hash (`SipHash` with this process's
    /// random keys).
    fn fresh(&self) -> String {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        format!("{number}-{:016x}", self.keys.hash_one(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn table(limits: &Limits) -> Arc<Tickets> {
        Tickets::new(limits, &MemoryBudget::new(limits.memory))
    }

    fn caller(address: &str) -> Caller {
        Caller::new(address.parse().expect("an address"), None)
    }

    fn pending() -> Pending {
        Pending::spawn("http://slow.test/".to_owned(), std::future::pending())
    }

    fn slow(table: &Arc<Tickets>) -> Option<String> {
        table.keep(&caller("127.0.0.1"), pending())
    }

    fn tasks() -> usize {
        tokio::runtime::Handle::current().metrics().num_alive_tasks()
    }

    /// Lets canceled tasks end; the scheduler ends some of them at a time.
    async fn let_tasks_end() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_is_collected_once() {
        let table = table(&Limits::default());
        let refused = Pending::spawn("http://a.test/".to_owned(), async { Err(Refusal::Dns) });
        let id = table.keep(&caller("127.0.0.1"), refused).expect("room");
        let (url, result) = table.collect(&id).expect("kept").await;
        assert_eq!((url.as_str(), result.err()), ("http://a.test/", Some(Refusal::Dns)));
        assert!(table.collect(&id).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_ends_after_its_life_and_not_before() {
        let table = table(&Limits::default());
        let (first, second) = (slow(&table).expect("room"), slow(&table).expect("room"));
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert!(table.collect(&first).is_some());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(table.collect(&second).is_none());
        let_tasks_end().await;
        assert_eq!(tasks(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_that_is_collected_leaves_no_task_and_no_memory() {
        let limits = Limits::default();
        let memory = MemoryBudget::new(limits.memory);
        let table = Tickets::new(&limits, &memory);
        for _ in 0..1_000 {
            let id = slow(&table).expect("room");
            assert!(memory.held() > 0);
            drop(table.collect(&id).expect("kept"));
            assert_eq!(memory.held(), 0);
        }
        let_tasks_end().await;
        assert_eq!(tasks(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_table_is_bounded_and_excess_fetches_are_canceled() {
        let table = table(&Limits { tickets: 2, ..Limits::default() });
        assert!(slow(&table).is_some() && slow(&table).is_some());
        let (alive, ended) = tokio::sync::oneshot::channel::<()>();
        let pending = Pending::spawn("http://a.test/".to_owned(), async move {
            std::future::pending::<()>().await;
            drop(alive);
            Err(Refusal::Dns)
        });
        assert!(table.keep(&caller("127.0.0.1"), pending).is_none());
        assert!(ended.await.is_err(), "the fetch was dropped");
    }

    #[tokio::test(start_paused = true)]
    async fn one_caller_cannot_fill_the_table() {
        let table = table(&Limits { tickets: 8, tickets_per_caller: 2, ..Limits::default() });
        let keep = |address| table.keep(&caller(address), pending());
        let first = keep("192.0.2.1").expect("room");
        assert!(keep("192.0.2.1").is_some() && keep("192.0.2.1").is_none());
        assert!(keep("192.0.2.2").is_some());
        assert!(table.collect(&first).is_some());
        assert!(keep("192.0.2.1").is_some(), "its place is free again");
    }
}
