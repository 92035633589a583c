//! Fetches live sites for a comparison through one polite cache for all its crawls, so that no page is requested twice.
//!
//! The crawls run on a virtual clock without delays. This module applies the delays of each host, by the engine's rule
//! and by robots.txt, to the requests of all crawls. The crawls themselves check robots.txt. A response or failure is
//! the same for every crawl. A host that limits requests is retried before any crawl gets a result. While this device
//! is offline, nothing is requested. The device may be offline without the browser revealing it, so a failure counts
//! only after another request has succeeded. Until then it is the same for every crawl of this tab, and is not saved.
//! Saved responses do not expire, because a comparison uses one web at one time.

use crate::browser::{BrowserDecoder, clock, gzip, scope};
use crate::sources::Fetcher;
use crate::storage::database::{Database, repeat_until_saved};
use archive::warc::Response;
use engine::fetch::{FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::frontier::politeness::HostDelay;
use engine::robots::RobotsPolicy;
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::plan::Politeness;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// The milliseconds between two checks of a host that is busy or delayed.
const LOOK_MS: u32 = 50;
/// The milliseconds after which a request that was never sent is retried, for example because the proxy is down.
const AGAIN_MS: u32 = 5_000;
/// The number of successive failures after which a known page is requested again.
const IN_A_ROW: usize = 10;
/// The number of saved responses that are searched for one that can be requested again.
const LOOKED_AT: usize = 100;
const OFFLINE: &str = "This device is offline. The comparison resumes when it is online.";
const NOTHING_YET: &str =
    "No site has responded. Check the network connection and the URLs, or choose another source; then resume.";
const NOTHING_NOW: &str =
    "No site responds any more. Check the network connection, then resume; the current crawl starts again.";

/// The state of a host.
#[derive(Default)]
struct Host {
    is_busy: bool,
    /// The time of the next request, in the milliseconds of [`clock::now`].
    free_at: u64,
    delay: HostDelay,
    crawl_delay_ms: Option<u64>,
}

/// Live sites.
pub(super) struct LiveWeb {
    /// The id of the comparison, under which responses are saved.
    id: String,
    fetcher: Fetcher,
    politeness: Politeness,
    store: Rc<Database>,
    hosts: RefCell<BTreeMap<String, Host>>,
    /// The requested addresses, with the responses that no crawl has taken.
    asked: RefCell<BTreeMap<String, Option<Result<Response, Failure>>>>,
    requests: Cell<u32>,
    is_cut: Cell<bool>,
    trouble: RefCell<Option<String>>,
    /// The failures by address after which no request has succeeded.
    unconfirmed: RefCell<BTreeMap<String, Failure>>,
    /// The last request that succeeded.
    answered: RefCell<Option<FetchRequest>>,
    /// A known page is being requested to find out whether recent failures are the sites' own.
    is_asking_again: Cell<bool>,
    /// The reason that no site responds, in a sentence.
    outage: RefCell<Option<String>>,
}

impl LiveWeb {
    pub(super) fn new(id: &str, fetcher: Fetcher, store: Rc<Database>) -> Rc<Self> {
        Rc::new(Self {
            id: id.to_owned(),
            politeness: fetcher.politeness(),
            fetcher,
            store,
            hosts: RefCell::default(),
            asked: RefCell::default(),
            requests: Cell::new(0),
            is_cut: Cell::new(false),
            trouble: RefCell::default(),
            unconfirmed: RefCell::default(),
            answered: RefCell::default(),
            is_asking_again: Cell::new(false),
            outage: RefCell::default(),
        })
    }

    /// Returns the number of requests sent.
    pub(super) fn requests(&self) -> u32 {
        self.requests.get()
    }

    /// Returns the reason that no responses arrive, in a sentence.
    pub(super) fn problem(&self) -> Option<String> {
        self.trouble.borrow().clone().or_else(|| self.fetcher.problem())
    }

    /// Cancels all requests. Responses that still arrive are not saved.
    pub(super) fn cut(&self) {
        self.is_cut.set(true);
        self.fetcher.abort();
    }

    /// Returns the response to a request; `None` until it has arrived. Requests the page if necessary.
    pub(super) fn ask(self: &Rc<Self>, request: &FetchRequest) -> Option<Result<Response, Failure>> {
        match self.asked.borrow_mut().entry(request.address().to_owned()) {
            Entry::Occupied(asked) if asked.get().is_some() => return asked.remove(),
            Entry::Occupied(_) => return None,
            Entry::Vacant(unasked) => unasked.insert(None),
        };
        let (live, request) = (Rc::clone(self), request.clone());
        spawn_local(async move {
            let came = live.get(&request).await;
            live.asked.borrow_mut().insert(request.address().to_owned(), came);
        });
        None
    }

    /// Returns the saved response, or fetches it; `None` if cancelled.
    async fn get(self: &Rc<Self>, request: &FetchRequest) -> Option<Result<Response, Failure>> {
        let address = request.address();
        let known = self.store.saved_response::<SavedResponse>(&self.id, address).await;
        if let Ok(Some(kept)) = known {
            let page = decompress(kept).await;
            self.learn_delay(request, &page);
            if page.is_ok() {
                self.answered.replace(Some(request.clone()));
            }
            return Some(page);
        }
        let unconfirmed = self.unconfirmed.borrow().get(address).cloned();
        if let Some(failure) = unconfirmed {
            return Some(Err(failure));
        }
        let page = self.fetched(request).await?;
        match &page {
            Ok(_) => {
                self.save_failures_before(request).await?;
                self.keep(address, &page).await?;
            }
            Err(failure) => {
                let mut unconfirmed = self.unconfirmed.borrow_mut();
                unconfirmed.insert(address.to_owned(), failure.clone());
                if unconfirmed.len() >= IN_A_ROW {
                    self.retry();
                }
            }
        }
        Some(page)
    }

    /// Saves a response; `None` if canceled before there was space.
    async fn keep(&self, address: &str, page: &Result<Response, Failure>) -> Option<()> {
        // An unsaved response would be requested again after a reload, so this waits until it is saved.
        let kept = compress(page).await;
        let save = async || {
            if self.is_cut.get() { Err(()) } else { Ok(self.store.save_response(&self.id, address, &kept).await) }
        };
        let saved = repeat_until_saved(save, |error| {
            self.trouble.replace(Some(error.to_string()));
            Ok(())
        });
        saved.await.ok()?;
        self.trouble.take();
        Some(())
    }

    /// Saves the failures before a response. Because another request succeeded, they are the sites' own.
    async fn save_failures_before(&self, request: &FetchRequest) -> Option<()> {
        self.answered.replace(Some(request.clone()));
        for (address, failure) in self.unconfirmed.take() {
            self.keep(&address, &Err(failure)).await?;
        }
        Some(())
    }

    /// Returns whether all failures are confirmed. Otherwise requests a page that responded before.
    pub(super) fn is_confirmed(self: &Rc<Self>) -> bool {
        let is_confirmed = self.unconfirmed.borrow().is_empty() && !self.is_asking_again.get();
        if !is_confirmed {
            self.retry();
        }
        is_confirmed
    }

    /// Returns the reason that nothing responds.
    pub(super) fn outage(&self) -> Option<String> {
        self.outage.borrow().clone()
    }

    fn retry(self: &Rc<Self>) {
        if !self.is_asking_again.replace(true) {
            let live = Rc::clone(self);
            spawn_local(async move {
                live.confirm_failures().await;
                live.is_asking_again.set(false);
            });
        }
    }

    /// Requests a page that responded before. If it responds again, the failures are confirmed; otherwise they are
    /// dropped.
    async fn confirm_failures(&self) {
        let answered = self.answered.borrow().clone();
        let known = match answered {
            Some(request) => Some(request),
            None => self.answered_once().await,
        };
        let outage = match known {
            None => NOTHING_YET,
            Some(request) => match self.fetched(&request).await {
                Some(Ok(_)) => {
                    self.save_failures_before(&request).await;
                    return;
                }
                Some(Err(_)) => NOTHING_NOW,
                None => return,
            },
        };
        self.unconfirmed.take();
        self.outage.replace(Some(outage.to_owned()));
    }

    /// Returns the request of a page that responded in an earlier session.
    async fn answered_once(&self) -> Option<FetchRequest> {
        let asked = self.store.requested_urls(&self.id).await.ok()?;
        for address in asked.iter().take(LOOKED_AT) {
            let kept = self.store.saved_response::<SavedResponse>(&self.id, address).await;
            let has_answered = kept.ok().flatten().is_some_and(|kept| kept.is_ok());
            if let (true, Ok(url)) = (has_answered, CanonicalUrl::parse(address)) {
                return Some(FetchRequest { exact: Some(address.as_str().into()), ..FetchRequest::page(url) });
            }
        }
        None
    }

    /// Fetches a page, with as many retries as the engine makes if the host limits requests.
    async fn fetched(&self, request: &FetchRequest) -> Option<Result<Response, Failure>> {
        let host = request.url.host_key().to_owned();
        let mut tries = 0;
        loop {
            self.wait_for_network().await?;
            self.enter(&host).await?;
            let began = clock::precise();
            self.requests.set(self.requests.get() + 1);
            let reply = self.fetcher.fetch(request).await;
            let elapsed = types::to_u64(clock::precise() - began);
            let page = reply.map(|reply| Response { status: reply.status, headers: reply.headers, body: reply.body });
            self.learn_delay(request, &page);
            let later = self.leave(&host, request, &page, elapsed);
            if self.is_cut.get() {
                return None;
            }
            tries += 1;
            match &page {
                Err(_) if is_offline() => self.requests.set(self.requests.get() - 1),
                Err(failure) if failure.kind == FailureKind::NotSent => {
                    self.trouble.replace(Some(failure.message.clone()));
                    self.requests.set(self.requests.get() - 1);
                    TimeoutFuture::new(AGAIN_MS).await;
                }
                _ if later && tries < limits::TRIES => {}
                _ => return Some(page),
            }
        }
    }

    /// Waits while this device is offline; `None` if cancelled.
    async fn wait_for_network(&self) -> Option<()> {
        while is_offline() {
            self.trouble.replace(Some(OFFLINE.to_owned()));
            TimeoutFuture::new(LOOK_MS).await;
            if self.is_cut.get() {
                return None;
            }
            if !is_offline() {
                self.trouble.take();
            }
        }
        Some(())
    }

    /// Waits until a host may be requested; `None` if cancelled.
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

    /// Sets the delay of a host after a response. Returns true if the page is to be retried.
    fn leave(&self, key: &str, request: &FetchRequest, page: &Result<Response, Failure>, elapsed: u64) -> bool {
        let mut hosts = self.hosts.borrow_mut();
        let host = hosts.entry(key.to_owned()).or_default();
        host.is_busy = false;
        let failed = page.as_ref().map_or(true, |page| page.status >= 500);
        let has_delay = self.politeness.has_delay(key);
        let delay_ms = if has_delay { host.delay.after(elapsed, failed, host.crawl_delay_ms, None) } else { 0 };
        let wished = page.as_ref().ok().and_then(|page| retry_delay(request, page));
        host.free_at = clock::now() + delay_ms.max(wished.unwrap_or(0));
        wished.is_some()
    }

    /// Applies the crawl delay of a robots.txt.
    fn learn_delay(&self, request: &FetchRequest, page: &Result<Response, Failure>) {
        if request.purpose == Purpose::Robots
            && let Ok(page) = page
        {
            let policy = RobotsPolicy::from_status(page.status, &page.body);
            let mut hosts = self.hosts.borrow_mut();
            let host = hosts.entry(request.url.host_key().to_owned()).or_default();
            host.crawl_delay_ms = policy.crawl_delay_ms();
        }
    }
}

/// Returns whether the browser is sure that this device is offline; false proves nothing.
fn is_offline() -> bool {
    !scope().navigator().on_line()
}

/// The most bytes of a decompressed body: a little more than the limit of the engine for documents.
const BODY_BYTES: usize = limits::DOCUMENT_BYTES + limits::PAGE_BYTES;

/// A result as it is saved: its body is compressed with gzip.
type SavedResponse = Result<Response, Failure>;

/// Returns the milliseconds after which a page is retried; `None` if its response is final.
fn retry_delay(request: &FetchRequest, page: &Response) -> Option<u64> {
    let raw = RawResponse { body: &[], ..page.raw(0) };
    FetchResponse::read(request, raw, clock::now(), &BrowserDecoder).retry_delay()
}

/// Compresses a result for the database.
async fn compress(page: &Result<Response, Failure>) -> SavedResponse {
    let Response { status, headers, body } = page.clone()?;
    Ok(Response { status, headers, body: gzip::compress(body).await })
}

/// Decompresses a saved result.
async fn decompress(kept: SavedResponse) -> Result<Response, Failure> {
    let Response { status, headers, body } = kept?;
    Ok(Response { status, headers, body: gzip::head_of(body, BODY_BYTES).await })
}
