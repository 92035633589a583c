//! The reader: one page at a time, as a person asks for it, made fit to be shown, and kept.
//!
//! It fetches through the same sources as a crawl. A person's click is no crawl: robots.txt speaks to programs that follow links by
//! themselves (RFC 9309 §1), so it is not asked here, as no browser asks it; nor is there a scope, a trap rule or a delay, since there is
//! one request for each click. What forbids pages to be shown or followed (`noindex`, `nofollow`) speaks to crawlers alike.
//! Left out on purpose: trails, which are the page's.

pub(super) mod hops;
mod shape;

use super::fetch::Fetcher;
use super::shelf::Shelf;
use super::store::{KeptReading, StoreError};
use crate::protocol::Source;
use crate::protocol::ToPage;
use crate::protocol::reader::{Reading, Unread, Wanted};
use engine::fetch::{Answer, Content};
use engine::url::CanonicalUrl;
use gloo_timers::callback::Timeout;
use hops::{Arrived, unread};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds that a person waits for a page, redirects included: twice what a source waits for one answer.
const PATIENCE_MS: u32 = 60_000;

/// Reads pages for one page of the app.
pub(super) struct Reader {
    shelf: Rc<Shelf>,
    post: Rc<dyn Fn(&ToPage)>,
    /// The number of the reading that is wanted; those before it are void.
    latest: Cell<u32>,
    /// What the reading that is under way fetches by.
    fetcher: RefCell<Option<Rc<Fetcher>>>,
    /// The page that was read last.
    shown: RefCell<Option<(CanonicalUrl, Answer)>>,
    /// Pages that were fetched ahead and are not kept yet, the oldest first.
    waiting: RefCell<VecDeque<(CanonicalUrl, KeptReading)>>,
}

impl Reader {
    pub(super) fn new(shelf: &Rc<Shelf>, post: &Rc<dyn Fn(&ToPage)>) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            post: Rc::clone(post),
            latest: Cell::new(0),
            fetcher: RefCell::default(),
            shown: RefCell::default(),
            waiting: RefCell::default(),
        })
    }

    /// Reads a page by a source, and tells what came of it unless another one was asked for meanwhile.
    pub(super) fn read(self: &Rc<Self>, wanted: Wanted, fetcher: Fetcher) {
        self.stop();
        let number = wanted.number;
        self.latest.set(number);
        let fetcher = Rc::new(fetcher);
        *self.fetcher.borrow_mut() = Some(Rc::clone(&fetcher));
        let reader = Rc::clone(self);
        spawn_local(async move {
            let read = reader.page(&wanted, &fetcher).await;
            if reader.latest.get() == number {
                let read = read.map(Box::new);
                (reader.post)(&ToPage::Read { number, read });
            }
        });
    }

    /// Ends the reading that is under way, without a word.
    pub(super) fn stop(&self) {
        self.latest.set(0);
        if let Some(fetcher) = self.fetcher.take() {
            fetcher.abort();
        }
    }

    async fn page(&self, wanted: &Wanted, fetcher: &Rc<Fetcher>) -> Result<Reading, Unread> {
        let url = CanonicalUrl::from_person(&wanted.address)
            .map_err(|problem| unread(problem.code(), &hops::sentence(&problem.to_string())))?;
        if wanted.kept_will_do
            && let Some(reading) = self.kept(&url).await
        {
            return Ok(reading);
        }
        if let Fetcher::Proxy(proxy) = &**fetcher {
            let there = proxy.check().await;
            there.map_err(|sentence| unread("no-proxy", &sentence))?;
        }
        let late = Rc::new(Cell::new(false));
        let (mark, held) = (Rc::clone(&late), Rc::clone(fetcher));
        let alarm = Timeout::new(PATIENCE_MS, move || {
            mark.set(true);
            held.abort();
        });
        let arrived = hops::follow(fetcher, url, &wanted.source).await;
        drop(alarm);
        match arrived {
            Err(_) if late.get() => Err(unread(
                "timed-out",
                "The page did not come within a minute. It may come later.",
            )),
            arrived => self.taken(arrived?, &wanted.source).await,
        }
    }

    /// What was kept of an address. Where it cannot be read, the page is fetched.
    async fn kept(&self, url: &CanonicalUrl) -> Option<Reading> {
        let kept = match self.waits(url) {
            Some(kept) => kept,
            None => self.shelf.store().await.ok()?.reading(url).await.ok()??,
        };
        let Content::Page(document) = &kept.answer.content else {
            return None;
        };
        let shown = Reading {
            at: kept.at,
            was_kept: true,
            ..shape::reading(url.clone(), document)
        };
        self.shown.replace(Some((url.clone(), kept.answer)));
        Some(shown)
    }

    /// Keeps a page that came, and makes it fit to be shown.
    async fn taken(&self, arrived: Arrived, source: &Source) -> Result<Reading, Unread> {
        let Content::Page(document) = &arrived.answer.content else {
            return Err(hops::no_page(&arrived.answer, source));
        };
        let shown = shape::reading(arrived.url.clone(), document);
        let kept = KeptReading {
            at: arrived.at,
            source: source.clone(),
            answer: arrived.answer,
        };
        let unkept = self.keep(&arrived.url, &kept).await.err();
        self.shown.replace(Some((arrived.url.clone(), kept.answer)));
        Ok(Reading {
            at: arrived.at,
            moved_from: (arrived.asked != arrived.url).then_some(arrived.asked),
            unkept: unkept.map(|error| error.to_string()),
            ..shown
        })
    }

    /// The page that was read last, where it is this one.
    pub(super) fn shown(&self, url: &CanonicalUrl) -> Option<Answer> {
        let shown = self.shown.borrow();
        let (_, answer) = shown.as_ref().filter(|(shown, _)| shown == url)?;
        Some(answer.clone())
    }

    /// Keeps a page that was fetched ahead, one after the other. One that cannot be kept is fetched again when it is opened, and it is told then why.
    pub(super) fn keep_later(self: &Rc<Self>, url: CanonicalUrl, kept: KeptReading) {
        let mut waiting = self.waiting.borrow_mut();
        waiting.push_back((url, kept));
        if waiting.len() == 1 {
            let reader = Rc::clone(self);
            spawn_local(async move { reader.keep_waiting().await });
        }
    }

    async fn keep_waiting(&self) {
        loop {
            let next = self.waiting.borrow().front().cloned();
            let Some((url, kept)) = next else {
                return;
            };
            drop(self.keep(&url, &kept).await);
            self.waiting.borrow_mut().pop_front();
        }
    }

    /// A page that is not kept yet.
    fn waits(&self, url: &CanonicalUrl) -> Option<KeptReading> {
        let waiting = self.waiting.borrow();
        let (_, kept) = waiting.iter().find(|(waits, _)| waits == url)?;
        Some(kept.clone())
    }

    async fn keep(&self, url: &CanonicalUrl, kept: &KeptReading) -> Result<(), StoreError> {
        let store = self.shelf.store().await?;
        let wanted = if store.readings_weight().await?.is_near_full() {
            store.trail_pages().await?
        } else {
            BTreeSet::new()
        };
        store.keep_reading(url, kept, &wanted).await
    }
}
