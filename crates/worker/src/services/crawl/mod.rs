//! Starts, opens, steers and stops the visible crawl. At most one is running.
//!
//! The crawls of the look-ahead and of training belong to their services.

mod open;
mod start;
mod steer;

pub(crate) use start::StartRequest;

use crate::browser::clock::LatestTask;
use crate::context::Context;
use crate::crawl::driver::Driver;
use crate::crawl::journal_writer::JournalWriter;
use crate::crawl::timeline::Timeline;
use engine::crawl::Crawl;
use engine::event::EventKind;
use protocol::pace::Paces;
use protocol::watch::WatchedViews;
use protocol::{Problem, Source, ToPage};
use start::LateStrategy;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::url::CanonicalUrl;

/// Runs the person's crawl.
pub(crate) struct CrawlService {
    context: Rc<Context>,
    /// The source of pages.
    source: RefCell<Source>,
    /// The latest request to start or to open a crawl, which replaces earlier requests.
    request: LatestTask,
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
            request: LatestTask::default(),
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
            self.cancel_request();
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
        let pace = paces.pace(self.source.borrow().is_live());
        self.with_driver(|driver| driver.set_pace(pace));
    }

    /// Performs a request to start or to open a crawl, which replaces earlier requests.
    fn perform(self: &Rc<Self>, request: impl Future<Output = ()> + 'static) {
        self.cancel_request();
        self.context.is_starting.set(true);
        let context = Rc::clone(&self.context);
        self.request.run(async move {
            request.await;
            context.is_starting.set(false);
        });
    }

    fn cancel_request(&self) {
        self.request.cancel();
        self.late_strategy.take();
        self.context.is_starting.set(false);
    }

    /// Replaces the current crawl by a new one.
    fn launch(&self, crawl: Crawl, source: &Source, writer: Option<JournalWriter>, timeline: Timeline) -> Rc<Driver> {
        self.leave();
        let observer = Rc::new(self.context.page_observer());
        let driver = Driver::new(crawl, self.context.fetcher(source), writer, observer);
        driver.record_from(timeline);
        driver.set_watched(self.watching.get());
        driver.set_pace(self.paces.get().pace(source.is_live()));
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

/// Creates a problem of a field.
fn problem(field: &str, message: String) -> Problem {
    Problem { field: field.to_owned(), message }
}

/// Returns one sentence for each seed that the built-in web does not have.
fn foreign_seeds(seeds: &[CanonicalUrl], source: &Source) -> Vec<String> {
    if *source != Source::Demo {
        return Vec::new();
    }
    let foreign = seeds.iter().filter(|seed| !demo_web::is_host(seed.host()));
    let sentence = |seed| format!("{seed} is not in the demo web: choose another source, or use one of its examples");
    foreign.map(sentence).collect()
}
