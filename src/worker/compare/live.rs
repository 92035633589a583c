//! Live sites under a comparison: one polite cache over all its crawls, so that no server is asked for the same page twice.
//!
//! The crawls run on a virtual clock without rests; the rests are taken here, by the engine's own rule and what robots.txt asks for, host by
//! host, whichever crawl wants the page. Robots.txt itself is read and kept to by the crawls. An answer, and a failure too, is the same
//! for every crawl: what one of them met, all of them meet. A host that says “later” is asked again later, before anybody is told. While this device
//! has no network nobody is asked, and failures of which nobody can tell whose they are ([`super::doubts`]) are not kept.
//! Left out on purpose: the age of what is kept; a comparison is of one web at one time.

use super::answer::{Kept, Page, later, packed, unpacked};
use super::doubts::Doubts;
use crate::worker::fetch::Fetcher;
use crate::worker::store::Store;
use crate::worker::{clock, scope};
use engine::fetch::{Failure, FailureKind, FetchId, Order, Purpose};
use engine::frontier::politeness::{self, Politeness, Rest};
use engine::limits;
use engine::robots::RobotsPolicy;
use engine::url::CanonicalUrl;
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds between two looks at a host that is busy or rests.
const LOOK_MS: u32 = 50;
/// Milliseconds after which something that was not asked at all, such as a proxy in trouble, is tried again.
const AGAIN_MS: u32 = 5_000;
/// Kept answers among which one is looked for that can be asked for again.
const LOOKED_AT: usize = 100;
const OFFLINE: &str = "This device is not connected to a network: it goes on as soon as it is.";
const NOTHING_YET: &str = "Nothing has answered so far. Look whether this device is connected and the addresses are right, or take another source; then go on.";
const NOTHING_NOW: &str = "Nothing answers any more, not even what did before: look whether this device is connected, then go on. The crawl that was under way runs anew.";

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
    doubts: Doubts,
    /// It is being looked into whether failures in doubt are the sites' own.
    is_asking_again: Cell<bool>,
    /// Nothing answers any more, in a sentence.
    silence: RefCell<Option<String>>,
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
            doubts: Doubts::default(),
            is_asking_again: Cell::new(false),
            silence: RefCell::default(),
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
    async fn get(self: &Rc<Self>, order: &Order) -> Option<Result<Page, Failure>> {
        let address = order.address();
        let known = self.store.kept_answer::<Kept>(&self.id, address).await;
        if let Ok(Some(kept)) = known {
            let page = unpacked(kept).await;
            self.learn_delay(order, &page);
            if page.is_ok() {
                self.doubts.known(order);
            }
            return Some(page);
        }
        if let Some(failure) = self.doubts.at(address) {
            return Some(Err(failure));
        }
        let page = self.fetched(order).await?;
        match &page {
            Ok(_) => {
                self.stand_by(order).await?;
                self.keep(address, &page).await?;
            }
            Err(failure) if self.doubts.failed(address, failure) => self.ask_again(),
            Err(_) => {}
        }
        Some(page)
    }

    /// Keeps an answer; none where it was cut off before there was room.
    async fn keep(&self, address: &str, page: &Result<Page, Failure>) -> Option<()> {
        let kept = packed(page).await;
        while let Err(error) = self.store.keep_answer(&self.id, address, &kept).await {
            // What is not kept would be asked for again after a reload: it waits until it can be.
            *self.trouble.borrow_mut() = Some(error.to_string());
            TimeoutFuture::new(AGAIN_MS).await;
            if self.is_cut.get() {
                return None;
            }
        }
        *self.trouble.borrow_mut() = None;
        Some(())
    }

    /// Somebody answered: the failures before it are the sites' own, and are kept.
    async fn stand_by(&self, order: &Order) -> Option<()> {
        for (address, failure) in self.doubts.answered(order) {
            self.keep(&address, &Err(failure)).await?;
        }
        Some(())
    }

    /// True where no failure is in doubt; where one is, somebody who answered before is asked again.
    pub(super) fn is_settled(self: &Rc<Self>) -> bool {
        let is_settled = self.doubts.is_empty() && !self.is_asking_again.get();
        if !is_settled {
            self.ask_again();
        }
        is_settled
    }

    /// What says that nothing answers any more.
    pub(super) fn silence(&self) -> Option<String> {
        self.silence.borrow().clone()
    }

    fn ask_again(self: &Rc<Self>) {
        if !self.is_asking_again.replace(true) {
            let live = Rc::clone(self);
            spawn_local(async move {
                live.look_into().await;
                live.is_asking_again.set(false);
            });
        }
    }

    /// Asks somebody who answered before. Where that answers again, the failures stand; where it does not, none of them counts.
    async fn look_into(&self) {
        let known = match self.doubts.last() {
            Some(order) => Some(order),
            None => self.answered_once().await,
        };
        let silence = match known {
            None => NOTHING_YET,
            Some(order) => match self.fetched(&order).await {
                Some(Ok(_)) => {
                    self.stand_by(&order).await;
                    return;
                }
                Some(Err(_)) => NOTHING_NOW,
                None => return,
            },
        };
        self.doubts.forget();
        *self.silence.borrow_mut() = Some(silence.to_owned());
    }

    /// Something that answered before this tab went at it.
    async fn answered_once(&self) -> Option<Order> {
        let asked = self.store.asked(&self.id).await.ok()?;
        for address in asked.iter().take(LOOKED_AT) {
            let kept = self.store.kept_answer::<Kept>(&self.id, address).await;
            let has_answered = kept.ok().flatten().is_some_and(|kept| kept.outcome.is_ok());
            if let (true, Ok(url)) = (has_answered, CanonicalUrl::parse(address)) {
                return Some(Order {
                    id: FetchId(0),
                    url,
                    exact: Some(address.as_str().into()),
                    purpose: Purpose::Page,
                });
            }
        }
        None
    }

    /// Asks the site, as often as the engine would where it says “later”.
    async fn fetched(&self, order: &Order) -> Option<Result<Page, Failure>> {
        let host = order.url.host_key().to_owned();
        let mut tries = 0;
        loop {
            self.wait_for_network().await?;
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
                Err(_) if is_offline() => self.requests.set(self.requests.get() - 1),
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

    /// Waits while this device has no network; none where it was cut off meanwhile.
    async fn wait_for_network(&self) -> Option<()> {
        while is_offline() {
            *self.trouble.borrow_mut() = Some(OFFLINE.to_owned());
            TimeoutFuture::new(LOOK_MS).await;
            if self.is_cut.get() {
                return None;
            }
            if !is_offline() {
                *self.trouble.borrow_mut() = None;
            }
        }
        Some(())
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

/// True where the browser is sure that this device has no network; that it is not sure says nothing.
fn is_offline() -> bool {
    !scope().navigator().on_line()
}
