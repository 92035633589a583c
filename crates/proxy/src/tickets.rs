//! Fetches that outlive the call that began them, each under a ticket, for a bounded time and in a bounded number.
//!
//! Chromium keeps six requests per origin, so a batch that one slow site holds open would hold one of six. With
//! patience a batch ends early and the slow fetches wait here to be collected. Left out on purpose: persistence.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::task::JoinHandle;

use crate::error::Refusal;
use crate::fetch::Answer;
use crate::limits::Limits;

/// A fetch under way, or done and not yet told. Dropping it cancels the fetch.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The URL as the caller wrote it.
    pub(crate) url: String,
    task: JoinHandle<Result<Answer, Refusal>>,
}

impl Pending {
    pub(crate) fn spawn(
        url: String,
        fetch: impl Future<Output = Result<Answer, Refusal>> + Send + 'static,
    ) -> Self {
        Self {
            url,
            task: tokio::spawn(fetch),
        }
    }
}

impl Future for Pending {
    type Output = (String, Result<Answer, Refusal>);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let done = ready!(Pin::new(&mut self.task).poll(context));
        Poll::Ready((
            std::mem::take(&mut self.url),
            done.unwrap_or(Err(Refusal::Broken)),
        ))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The table of tickets.
pub(crate) struct Tickets {
    held: Mutex<HashMap<String, Pending>>,
    given: AtomicU64,
    keys: RandomState,
    limits: Limits,
}

impl Tickets {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            held: Mutex::default(),
            given: AtomicU64::new(0),
            keys: RandomState::new(),
            limits: limits.clone(),
        })
    }

    /// Keeps a fetch and gives its ticket, which ends after its life even if nobody asks. `None` where the table is
    /// full: then the fetch is canceled.
    pub(crate) fn keep(self: &Arc<Self>, pending: Pending) -> Option<String> {
        let id = self.fresh();
        {
            let mut held = self.held();
            if held.len() >= self.limits.tickets {
                return None;
            }
            held.insert(id.clone(), pending);
        }
        let (table, ended) = (Arc::downgrade(self), id.clone());
        let life = self.limits.ticket_life;
        tokio::spawn(async move {
            tokio::time::sleep(life).await;
            if let Some(table) = table.upgrade() {
                table.held().remove(&ended);
            }
        });
        Some(id)
    }

    /// Gives the fetch of a ticket, once.
    pub(crate) fn collect(&self, id: &str) -> Option<Pending> {
        self.held().remove(id)
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A name that other callers cannot guess: a counter under a keyed hash (`SipHash` with this process's random keys).
    fn fresh(&self) -> String {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        format!("{number}-{:016x}", self.keys.hash_one(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn slow(table: &Arc<Tickets>) -> Option<String> {
        table.keep(Pending::spawn(
            "http://slow.test/".to_owned(),
            std::future::pending(),
        ))
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_is_collected_once() {
        let table = Tickets::new(&Limits::default());
        let id = table
            .keep(Pending::spawn("http://a.test/".to_owned(), async {
                Err(Refusal::Dns)
            }))
            .expect("room");
        let (url, result) = table.collect(&id).expect("kept").await;
        assert_eq!(
            (url.as_str(), result.err()),
            ("http://a.test/", Some(Refusal::Dns))
        );
        assert!(table.collect(&id).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_ends_after_its_life_and_not_before() {
        let table = Tickets::new(&Limits::default());
        let (first, second) = (slow(&table).expect("room"), slow(&table).expect("room"));
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert!(table.collect(&first).is_some());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(table.collect(&second).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn the_table_is_bounded_and_what_finds_no_room_is_canceled() {
        let table = Tickets::new(&Limits {
            tickets: 2,
            ..Limits::default()
        });
        assert!(slow(&table).is_some() && slow(&table).is_some());
        let (alive, ended) = tokio::sync::oneshot::channel::<()>();
        let pending = Pending::spawn("http://a.test/".to_owned(), async move {
            std::future::pending::<()>().await;
            drop(alive);
            Err(Refusal::Dns)
        });
        assert!(table.keep(pending).is_none());
        assert!(ended.await.is_err(), "the fetch was dropped");
    }
}
