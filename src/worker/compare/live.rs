//! Live sites under a comparison: one polite cache over all its crawls, so that no server is asked for the same page twice.
//!
//! The crawls run on a virtual clock without rests; the rests are taken here, by the engine's own rule and what robots.txt asks for, host by
//! host, whichever crawl wants the page. Robots.txt itself is read and kept to by the crawls. An answer, and a failure too, is the same
//! for every crawl: what one of them met, all of them meet. A host that says “later” is asked again later, before anybody is told.
//! Left out on purpose: the age of what is kept; a comparison is of one web at one time.

use crate::worker::clock;
use crate::worker::fetch::Fetcher;
use crate::worker::pack;
use crate::worker::store::Store;
use engine::fetch::{Answer, Failure, FailureKind, Order, Purpose, RawAnswer};
use engine::frontier::politeness::{self, Politeness, Rest};
use engine::limits;
use engine::robots::RobotsPolicy;
use gloo_timers::future::TimeoutFuture;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds between two looks at a host that is busy or rests.
const LOOK_MS: u32 = 50;
/// Milliseconds after which something that was not asked at all, such as a proxy in trouble, is tried again.
const AGAIN_MS: u32 = 5_000;
/// Largest body that is unpacked: a little over what the engine reads.
const BODY_BYTES: usize = 2 * limits::PAGE_BYTES;

/// What a site answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// The same as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    outcome: Result<Packed, Failure>,
}

#[derive(Serialize, Deserialize)]
struct Packed {
    status: u16,
    headers: Vec<(String, String)>,
    /// gzip.
    body: Vec<u8>,
}

/// How it stands with a host.
#[derive(Default)]
struct Host {
    is_busy: bool,
    /// When it may be asked again, in the milliseconds of [`clock::now`].
    free_at: u64,
    rest: Rest,
    crawl_delay_ms: Option<u64>,
}

/// Live sites.
pub(super) struct Live {
    /// The comparison under whose id answers are kept.
    id: String,
    fetcher: Fetcher,
    store: Rc<Store>,
    hosts: RefCell<BTreeMap<String, Host>>,
    /// What was asked for and has not been taken yet.
    came: RefCell<BTreeMap<String, Result<Page, Failure>>>,
    asked_for: RefCell<BTreeSet<String>>,
    requests: Cell<u32>,
    is_cut: Cell<bool>,
    trouble: RefCell<Option<String>>,
}

impl Live {
    pub(super) fn new(id: &str, fetcher: Fetcher, store: Rc<Store>) -> Rc<Self> {
        Rc::new(Self {
            id: id.to_owned(),
            fetcher,
            store,
            hosts: RefCell::default(),
            came: RefCell::default(),
            asked_for: RefCell::default(),
            requests: Cell::new(0),
            is_cut: Cell::new(false),
            trouble: RefCell::default(),
        })
    }

    /// Requests that went out.
    pub(super) fn requests(&self) -> u32 {
        self.requests.get()
    }

    /// What keeps answers from coming, in a sentence.
    pub(super) fn trouble(&self) -> Option<String> {
        let own = self.trouble.borrow().clone();
        own.or_else(|| self.fetcher.trouble())
    }

    /// Ends all that is under way; what comes all the same is not kept.
    pub(super) fn cut(&self) {
        self.is_cut.set(true);
        self.fetcher.abort();
    }

    /// What came for an order; none while nothing has. Asks for it where nobody did yet.
    pub(super) fn ask(self: &Rc<Self>, order: &Order) -> Option<Result<Page, Failure>> {
        let address = order.address().to_owned();
        if let Some(came) = self.came.borrow_mut().remove(&address) {
            self.asked_for.borrow_mut().remove(&address);
            return Some(came);
        }
        if self.asked_for.borrow_mut().insert(address.clone()) {
            let (live, order) = (Rc::clone(self), order.clone());
            spawn_local(async move {
                if let Some(came) = live.get(&order).await {
                    live.came.borrow_mut().insert(address, came);
                }
            });
        }
        None
    }

    /// What is kept, or else what the site says; none where it was cut off.
    async fn get(&self, order: &Order) -> Option<Result<Page, Failure>> {
        let address = order.address();
        let known = self.store.kept_answer::<Kept>(&self.id, address).await;
        if let Ok(Some(kept)) = known {
            let page = unpacked(kept).await;
            self.learn_delay(order, &page);
            return Some(page);
        }
        let page = self.fetched(order).await?;
        let kept = packed(&page).await;
        while let Err(error) = self.store.keep_answer(&self.id, address, &kept).await {
            // What is not kept would be asked for again after a reload: it waits until it can be.
            *self.trouble.borrow_mut() = Some(error.to_string());
            TimeoutFuture::new(AGAIN_MS).await;
            if self.is_cut.get() {
                return None;
            }
        }
        *self.trouble.borrow_mut() = None;
        Some(page)
    }

    /// Asks the site, as often as the engine would where it says “later”.
    async fn fetched(&self, order: &Order) -> Option<Result<Page, Failure>> {
        let host = order.url.host_key().to_owned();
        let mut tries = 0;
        loop {
            self.enter(&host).await?;
            let began = clock::precise();
            self.requests.set(self.requests.get() + 1);
            let reply = self.fetcher.fetch(order).await;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a fetch takes more than nothing and less than years"
            )]
            let elapsed = (clock::precise() - began).max(0.0) as u64;
            let page = reply.map(|reply| Page {
                status: reply.status,
                headers: reply.headers,
                body: reply.body,
            });
            self.learn_delay(order, &page);
            let later = self.leave(&host, order, &page, elapsed);
            if self.is_cut.get() {
                return None;
            }
            tries += 1;
            match &page {
                Err(failure) if failure.kind == FailureKind::NotAsked => {
                    *self.trouble.borrow_mut() = Some(failure.message.clone());
                    self.requests.set(self.requests.get() - 1);
                    TimeoutFuture::new(AGAIN_MS).await;
                }
                _ if later && tries < limits::TRIES => {}
                _ => return Some(page),
            }
        }
    }

    /// Waits for a host's turn; none where it was cut off meanwhile.
    async fn enter(&self, host: &str) -> Option<()> {
        loop {
            if self.is_cut.get() {
                return None;
            }
            {
                let mut hosts = self.hosts.borrow_mut();
                let host = hosts.entry(host.to_owned()).or_default();
                if !host.is_busy && host.free_at <= clock::now() {
                    host.is_busy = true;
                    return Some(());
                }
            }
            TimeoutFuture::new(LOOK_MS).await;
        }
    }

    /// Lets a host rest; true where it wishes to be asked again.
    fn leave(&self, key: &str, order: &Order, page: &Result<Page, Failure>, elapsed: u64) -> bool {
        let mut hosts = self.hosts.borrow_mut();
        let host = hosts.entry(key.to_owned()).or_default();
        host.is_busy = false;
        let failed = page.as_ref().map_or(true, |page| page.status >= 500);
        let manners = politeness::for_host(Politeness::Adaptive, key);
        let rest = host
            .rest
            .after(manners, elapsed, failed, host.crawl_delay_ms);
        let wished = page.as_ref().ok().and_then(|page| later(order, page));
        host.free_at = clock::now() + rest.max(wished.unwrap_or(0));
        wished.is_some()
    }

    /// A robots.txt may ask for longer rests.
    fn learn_delay(&self, order: &Order, page: &Result<Page, Failure>) {
        if order.purpose == Purpose::Robots
            && let Ok(page) = page
        {
            let policy = RobotsPolicy::from_status(page.status, &page.body);
            let mut hosts = self.hosts.borrow_mut();
            let host = hosts.entry(order.url.host_key().to_owned()).or_default();
            host.crawl_delay_ms = policy.crawl_delay_ms();
        }
    }
}

/// After how many milliseconds a host wishes to be asked again; none where its answer stands.
fn later(order: &Order, page: &Page) -> Option<u64> {
    if !matches!(page.status, 429 | 503) {
        return None;
    }
    let raw = RawAnswer {
        status: page.status,
        headers: &page.headers,
        body: &[],
        elapsed_ms: 0,
    };
    let answer = Answer::read(order, raw, clock::now(), &super::super::BrowserDecoder);
    let wish = answer.retry_after_ms.unwrap_or(limits::RETRY_MS);
    Some(wish.min(limits::RETRY_AFTER_MAX_MS))
}

async fn packed(page: &Result<Page, Failure>) -> Kept {
    let outcome = match page {
        Ok(page) => Ok(Packed {
            status: page.status,
            headers: page.headers.clone(),
            body: pack::gzip(&page.body).await,
        }),
        Err(failure) => Err(failure.clone()),
    };
    Kept { outcome }
}

async fn unpacked(kept: Kept) -> Result<Page, Failure> {
    let Packed {
        status,
        headers,
        body,
    } = kept.outcome?;
    let body = if body.starts_with(pack::GZIP) {
        pack::gunzip(body, BODY_BYTES).await.unwrap_or_default()
    } else {
        body
    };
    Ok(Page {
        status,
        headers,
        body,
    })
}
