//! Runs a revisit: passes the known versions to the driver, and converts responses to visits, each of which is saved
//! before it is reported.

use super::result::SavedPages;
use crate::browser::{BrowserDecoder, clock, documents};
use crate::context::Context;
use crate::crawl::CrawlObserver;
use crate::crawl::driver::Driver;
use crate::services::why;
use crate::sources::Fetcher;
use crate::storage::database::{Database, PageHistory, PageTexts, StorageError, VisitedText};
use crate::storage::lock::Lock;
use engine::event::EventKind;
use engine::fetch::{Content, FetchRequest, FetchResponse, Purpose};
use engine::revisit::is_same_text;
use protocol::revisit::{RevisitEvent, WaitingHost};
use protocol::{Batch, ToPage};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::report::{EndReason, Millis, Notification, PageClass, Phase, Validators};
use types::revisit::{Visit, VisitOutcome};
use types::sorting;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// The most new links of a page that are saved.
const NEW_LINKS: usize = 100;
/// The most hosts that a report names.
const HOSTS: usize = 3;

/// The clock of visits.
#[derive(Clone, Copy)]
pub(super) enum Time {
    /// The system's clock.
    Clock,
    /// A time of the demo web, in milliseconds since 1970.
    Demo(Millis),
}

impl Time {
    pub(super) fn now(self) -> Millis {
        match self {
            Self::Clock => clock::now(),
            Self::Demo(at) => at,
        }
    }
}

/// A running revisit.
pub(super) struct Running {
    context: Rc<Context>,
    store: Rc<Database>,
    saved: RefCell<SavedPages>,
    /// The selected pages without a response.
    waiting: RefCell<BTreeMap<CanonicalUrl, u32>>,
    /// The URLs that are already known.
    known: RefCell<BTreeSet<CanonicalUrl>>,
    /// The source at the time of the crawl.
    earlier: Fetcher,
    time: Time,
    of: u32,
    done: Cell<u32>,
    /// Visits that are being saved.
    saving: Cell<u32>,
    ended: Cell<Option<EndReason>>,
    standstill: RefCell<Option<String>>,
    /// The time of the next request and the reason of the delay, by host.
    delays: RefCell<BTreeMap<String, (Millis, String)>>,
    lock: RefCell<Option<Lock>>,
    driver: RefCell<Option<Rc<Driver>>>,
}

impl Running {
    pub(super) fn new(
        context: &Rc<Context>,
        (store, lock): (Rc<Database>, Option<Lock>),
        (saved, chosen): (SavedPages, Vec<u32>),
        (earlier, time): (Fetcher, Time),
    ) -> Rc<Self> {
        let url = |n: &u32| Some((saved.records.get(n)?.url.clone(), *n));
        let waiting: BTreeMap<CanonicalUrl, u32> = chosen.iter().filter_map(url).collect();
        Rc::new(Self {
            context: Rc::clone(context),
            store,
            of: engine::count(waiting.len()),
            waiting: RefCell::new(waiting),
            known: RefCell::new(saved.known()),
            saved: RefCell::new(saved),
            earlier,
            time,
            done: Cell::new(0),
            saving: Cell::new(0),
            ended: Cell::new(None),
            standstill: RefCell::default(),
            delays: RefCell::default(),
            lock: RefCell::new(lock),
            driver: RefCell::default(),
        })
    }

    /// Sets the driver, which ends with the revisit.
    pub(super) fn drive(&self, driver: Rc<Driver>) {
        self.driver.replace(Some(driver));
        self.context.revisiting.replace(Some(self.saved.borrow().card.id.clone()));
        self.report();
    }

    pub(super) fn stop(&self) {
        // The driver is dropped here when its crawl ends.
        let driver = self.driver.borrow().clone();
        if let Some(driver) = driver {
            driver.step(EventKind::Stopped);
        }
    }

    fn follow(self: &Rc<Self>, phase: Phase, standstill: Option<String>) {
        let is_new = *self.standstill.borrow() != standstill;
        self.standstill.replace(standstill);
        if is_new {
            self.report();
        }
        if let (Phase::Ended(reason), None) = (phase, self.ended.get()) {
            self.ended.set(Some(reason));
            if matches!(reason, EndReason::FrontierEmpty | EndReason::EverythingBlocked) {
                // All pages were requested or refused, and the remaining ones have no response.
                for n in self.waiting.take().into_values() {
                    self.save(n, VisitOutcome::Failed, None, Validators::default());
                }
            }
            self.finish();
        }
    }

    /// Reports the result once the crawl has ended and all visits are saved.
    fn finish(&self) {
        if self.ended.get().is_none() || self.saving.get() > 0 {
            return;
        }
        if self.driver.take().is_some() {
            self.lock.take();
            self.context.revisiting.take();
            let saved = self.saved.borrow();
            self.send(RevisitEvent::Result { id: saved.card.id.clone(), result: Ok(saved.result()) });
        }
    }

    pub(super) fn report(&self) {
        self.send(RevisitEvent::Progress {
            id: self.saved.borrow().card.id.clone(),
            done: self.done.get(),
            of: self.of,
            standstill: self.standstill.borrow().clone(),
            waiting: self.waiting_hosts(),
        });
    }

    /// Returns the hosts with the most pages that were not visited yet.
    fn waiting_hosts(&self) -> Vec<WaitingHost> {
        let mut hosts: BTreeMap<String, u32> = BTreeMap::new();
        for url in self.waiting.borrow().keys() {
            *hosts.entry(url.host().to_owned()).or_default() += 1;
        }
        let mut hosts: Vec<(String, u32)> = hosts.into_iter().collect();
        sorting::sort_by_key(&mut hosts, |(_, pages)| Reverse(*pages));
        let delays = self.delays.borrow();
        let host = |(host, pages): (String, u32)| WaitingHost { retry: delays.get(&host).cloned(), host, pages };
        hosts.into_iter().take(HOSTS).map(host).collect()
    }

    /// Reports a visit that was saved.
    fn report_visit(&self, n: u32) {
        let saved = self.saved.borrow();
        if let Some(((page, new), at)) = saved.latest(n).zip(saved.began) {
            self.send(RevisitEvent::Visited { id: saved.card.id.clone(), at, page, new });
        }
    }

    fn send(&self, event: RevisitEvent) {
        self.context.send(&ToPage::Revisit(Box::new(event)));
    }

    /// Saves a visit of a page, then reports it.
    fn save(self: &Rc<Self>, n: u32, outcome: VisitOutcome, text: Option<VisitedText>, validators: Validators) {
        let running = Rc::clone(self);
        running.saving.set(running.saving.get() + 1);
        spawn_local(async move {
            let visit = Visit { at: running.time.now(), found: clock::now(), outcome, validators };
            match running.saved_history(n, visit, text).await {
                Ok(history) => {
                    let new = history.new.iter().map(|(url, _)| url.clone());
                    running.known.borrow_mut().extend(new);
                    running.saved.borrow_mut().histories.insert(n, history);
                    running.done.set(running.done.get() + 1);
                    running.report_visit(n);
                }
                Err(error) => {
                    running.standstill.replace(Some(format!("A visit was not saved: {error}.")));
                    running.stop();
                }
            }
            running.saving.set(running.saving.get() - 1);
            running.report();
            running.finish();
        });
    }

    /// Saves and returns the history of a page with this visit. Its text determines whether the page has changed.
    async fn saved_history(
        &self,
        n: u32,
        mut visit: Visit,
        text: Option<VisitedText>,
    ) -> Result<PageHistory, StorageError> {
        let (id, known) = {
            let saved = self.saved.borrow();
            (saved.card.id.clone(), saved.histories.get(&n).cloned())
        };
        let mut history = known.unwrap_or_default();
        let mut texts = None;
        if let Some(text) = text {
            let PageTexts { latest, before } = self.store.texts(&id, n).await?;
            // The crawl's text is the latest one until a visit reads another. That one may have been deleted since.
            let is_read = |visit: &Visit| matches!(visit.outcome, VisitOutcome::Read | VisitOutcome::Changed);
            let earlier = match latest {
                None if !history.visits.iter().any(is_read) => self.crawled(n).await,
                latest => latest,
            };
            let new: Vec<_> = earlier.iter().flat_map(|of| self.new_links(of, &text)).collect();
            if !new.is_empty() {
                (history.new, history.new_at) = (new, visit.at);
            }
            let is_same = |earlier: &VisitedText| {
                let [earlier, text] = VisitedText::compared(earlier, &text);
                is_same_text(&earlier, &text)
            };
            texts = Some(match earlier {
                Some(earlier) if is_same(&earlier) => {
                    visit.outcome = VisitOutcome::Unchanged;
                    let latest = VisitedText { links: text.links, ..earlier };
                    PageTexts { latest: Some(latest), before }
                }
                earlier => {
                    if earlier.is_some() {
                        visit.outcome = VisitOutcome::Changed;
                    }
                    PageTexts { latest: Some(text), before: earlier }
                }
            });
        }
        history.visits.push(visit);
        let growth = self.store.save_history(&id, n, &history, texts.as_ref()).await?;
        let driver = self.context.driver_of(&id);
        if let Some(writer) = driver.as_ref().and_then(|driver| driver.writer_of(&id)) {
            writer.change(|card| card.add_texts(growth));
        }
        Ok(history)
    }

    /// Returns the links of a page that are neither in its earlier text nor on another page.
    fn new_links(&self, earlier: &VisitedText, text: &VisitedText) -> Vec<(CanonicalUrl, String)> {
        let known = self.known.borrow();
        let mut had: BTreeSet<&CanonicalUrl> = earlier.links.iter().map(|(url, _)| url).collect();
        text.links.iter().filter(|(url, _)| !known.contains(url) && had.insert(url)).take(NEW_LINKS).cloned().collect()
    }

    /// Returns the text of a page as the crawl read it; `None` if it is not saved.
    async fn crawled(&self, n: u32) -> Option<VisitedText> {
        let (id, url) = {
            let saved = self.saved.borrow();
            (saved.card.id.clone(), saved.records.get(&n)?.url.clone())
        };
        let response = match self.store.body(&id, n).await.ok().flatten() {
            Some(body) => why::answered(&url, body).await,
            // These sources give the same answers as during the crawl.
            None if matches!(self.earlier, Fetcher::Demo(_) | Fetcher::Recorded(_)) => {
                let request = FetchRequest::page(url);
                let reply = self.earlier.fetch(&request).await.ok()?;
                documents::load_for(&request, reply.raw()).await.ok()?;
                FetchResponse::read(&request, reply.raw(), clock::now(), &BrowserDecoder)
            }
            None => return None,
        };
        response.document().map(VisitedText::from)
    }
}

/// Observes the crawl of a revisit.
pub(super) struct RevisitObserver(pub(super) Rc<Running>);

impl CrawlObserver for RevisitObserver {
    fn on_batch(&self, batch: Batch) {
        // The page does not show this crawl, but uses its batches to detect whether the worker is alive.
        self.0.context.send(&ToPage::Working);
        let mut is_delayed = false;
        for notification in batch.notifications {
            if let Notification::Delayed { url, until, reason } = notification {
                is_delayed = true;
                self.0.delays.borrow_mut().insert(url.host().to_owned(), (until, reason));
            }
        }
        if is_delayed {
            self.0.report();
        }
        self.0.follow(batch.progress.phase, batch.standstill);
    }

    fn on_parsing(&self, url: &str) {
        self.0.context.send(&ToPage::Parsing(url.to_owned()));
    }

    fn on_response(&self, request: &FetchRequest, response: &FetchResponse) {
        let outcome = match (&response.content, response.status) {
            // Such a page is not shown among results either.
            (Content::Page(document), _) if response.robots.and(document.robots).noindex => VisitOutcome::Failed,
            (Content::Page(document), _) => match document.class {
                None => VisitOutcome::Read,
                Some(PageClass::SoftNotFound) => VisitOutcome::Gone,
                // A wall hides the text, which may be the same.
                Some(_) => VisitOutcome::Failed,
            },
            (_, 304) => VisitOutcome::Unchanged,
            (_, 404 | 410) => VisitOutcome::Gone,
            // A redirect may lead to another spelling, and a busy host is asked again.
            (_, 300..400 | 429 | 503) => return,
            _ => VisitOutcome::Failed,
        };
        let n = self.0.waiting.borrow_mut().remove(&request.url);
        if let Some(n) = n.filter(|_| request.purpose == Purpose::Page) {
            let text = match &response.content {
                Content::Page(document) if outcome == VisitOutcome::Read => Some(VisitedText::from(&**document)),
                _ => None,
            };
            let mut validators = response.validators.clone();
            if response.status == 304 {
                let sent = self.0.saved.borrow().validators(n);
                validators.etag = validators.etag.or(sent.etag);
                validators.last_modified = validators.last_modified.or(sent.last_modified);
            }
            self.0.save(n, outcome, text, validators);
        }
    }

    fn validators(&self, request: &FetchRequest) -> Validators {
        let n = self.0.waiting.borrow().get(&request.url).copied();
        n.map_or_else(Validators::default, |n| self.0.saved.borrow().validators(n))
    }
}
