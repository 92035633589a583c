//! Starts, opens, steers and stops the visible crawl. At most one is running.
//!
//! The crawls of the look-ahead and of training belong to their services.

mod messages;
mod open;
mod scope;
mod start;
mod steer;

pub(crate) use start::StartRequest;

use crate::protocol::pace::Paces;
use crate::protocol::watch::WatchedViews;
use crate::protocol::{Problem, Source, ToPage};
use crate::worker::context::Context;
use crate::worker::crawl::driver::Driver;
use crate::worker::crawl::journal_writer::JournalWriter;
use crate::worker::crawl::timeline::Timeline;
use engine::crawl::Crawl;
use engine::event::EventKind;
use start::LateStrategy;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Runs the person's crawl.
pub(crate) struct CrawlService {
    context: Rc<Context>,
    /// The source of pages.
    source: RefCell<Source>,
    /// The number of the latest request to start or to open a crawl, which replaces earlier requests.
    latest: Cell<u32>,
    /// The views of a crawl that the page shows.
    watching: Cell<WatchedViews>,
    paces: Cell<Paces>,
    /// The strategy to which the crawl switches as soon as it is loaded, unless the person chooses another one before.
    late_strategy: RefCell<Option<LateStrategy>>,
}

impl CrawlService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            source: RefCell::default(),
            latest: Cell::new(0),
            watching: Cell::default(),
            paces: Cell::default(),
            late_strategy: RefCell::default(),
        })
    }

    /// Calls a function with the crawl, if there is one.
    pub(crate) fn with_driver(&self, act: impl FnOnce(&Rc<Driver>)) {
        if let Some(driver) = self.context.driver() {
            act(&driver);
        }
    }

    /// Ends the crawl, or the start of one that waits.
    pub(crate) fn stop(&self) {
        if self.context.is_starting.get() {
            self.begin_request();
            return self.refuse(Vec::new());
        }
        self.with_driver(|driver| driver.step(EventKind::Stopped));
    }

    /// Sets the views that the page shows besides the crawl's pages.
    pub(crate) fn watch(&self, watching: WatchedViews) {
        self.watching.set(watching);
        self.with_driver(|driver| driver.watch(watching));
    }

    /// Sets the paces of this crawl and of later ones.
    pub(crate) fn set_paces(&self, paces: Paces) {
        self.paces.set(paces);
        let pace = paces.of(self.source.borrow().is_live());
        self.with_driver(|driver| driver.set_pace(pace));
    }

    /// Records a request to start or to open a crawl, which replaces earlier requests.
    fn begin_request(&self) {
        self.latest.set(self.latest.get() + 1);
        self.late_strategy.take();
        self.context.is_starting.set(false);
    }

    /// Continues a request when `coming` is ready, unless another request was made in the meantime.
    fn wait_for<T: 'static>(
        self: &Rc<Self>,
        coming: impl Future<Output = T> + 'static,
        then: impl FnOnce(&Rc<Self>, T) + 'static,
    ) {
        let request = self.latest.get();
        self.context.is_starting.set(true);
        let service = Rc::clone(self);
        spawn_local(async move {
            let came = coming.await;
            if service.latest.get() == request {
                service.context.is_starting.set(false);
                then(&service, came);
            }
        });
    }

    /// Replaces the current crawl by a new one.
    fn launch(&self, crawl: Crawl, source: &Source, writer: Option<JournalWriter>, timeline: Timeline) -> Rc<Driver> {
        self.leave();
        let fetcher = self.context.fetcher(source);
        let driver = Driver::new(crawl, fetcher, writer, self.context.post());
        driver.record_from(timeline);
        driver.set_watched(self.watching.get());
        driver.set_pace(self.paces.get().of(source.is_live()));
        self.source.replace(source.clone());
        self.context.driver.replace(Some(Rc::clone(&driver)));
        driver
    }

    /// Abandons the current crawl.
    fn leave(&self) {
        if let Some(driver) = self.context.driver.take() {
            driver.abandon();
        }
    }

    fn refuse(&self, problems: Vec<Problem>) {
        self.context.send(&ToPage::Refused(problems));
    }
}
