//! Compares strategies on the same topics.
//!
//! The crate `evaluation` defines the crawls, runs each on a virtual clock and computes the measures. This module
//! provides the pages ([`web`], [`live`]), yields to other tasks between slices ([`runner`]), saves the outcomes, and
//! sends the results ([`view`]). A saved comparison stores the build that ran its crawls; another build runs all of
//! them again. One comparison is open at a time. If another one is opened, it can be resumed later.

mod begin;
mod files;
mod form;
mod live;
mod open_crawl;
mod run;
mod runner;
mod view;
mod web;

use crate::browser::{clock, documents};
use crate::context::Context;
use crate::storage::database::{CompareCard, Database, StorageError};
use crate::storage::lock::{self, Lock};
use demo_web::{DemoWeb, DemoWebSpec};
use engine::strategy::Assets;
use evaluation::compare::Topic;
use evaluation::measures::WebMap;
use gloo_timers::future::TimeoutFuture;
use protocol::chunk::ChunkError;
use protocol::compare::{CompareEvent, CompareRequest, ComparisonStatus, Imported};
use protocol::{BUILD, Source, ToPage};
use run::{ComparisonRun, RunState};
use runner::RunInputs;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web::Web;

/// The number of attempts to get a lock, and the milliseconds between them.
const LOCK_TRIES: u32 = 5;
const LOCK_MS: u32 = 100;
/// The milliseconds between two checks for responses of live sites.
const LIVE_MS: u32 = 25;

/// Runs comparisons.
pub(crate) struct CompareService {
    context: Rc<Context>,
    open: RefCell<Option<Rc<ComparisonRun>>>,
    /// The topics of the last demo web, with its seed.
    topics: RefCell<Option<(DemoWebSpec, Rc<Vec<Topic>>)>>,
    /// The link map of the last web, with its name.
    mapped: RefCell<Option<(String, Arc<WebMap>)>>,
    /// The number of the latest request to open or start a comparison, which replaces earlier requests.
    opens: Cell<u32>,
}

/// Locks a comparison; `None` if another tab has it. A previous owner may take a moment to release it.
async fn lock_of(id: &str) -> Option<Lock> {
    for _ in 0..LOCK_TRIES {
        if let Some(lock) = lock::take_comparison(id).await {
            return Some(lock);
        }
        TimeoutFuture::new(LOCK_MS).await;
    }
    None
}

impl CompareService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        let service = Rc::new(Self {
            context: Rc::clone(context),
            open: RefCell::default(),
            topics: RefCell::default(),
            mapped: RefCell::default(),
            opens: Cell::new(0),
        });
        let compare = Rc::clone(&service);
        context.comparing.replace(Some(Rc::new(move || compare.is_running())));
        service
    }

    /// Performs a request.
    pub(crate) fn on_message(self: &Rc<Self>, message: CompareRequest) {
        let service = Rc::clone(self);
        spawn_local(async move {
            if let Some(event) = service.handle(message).await {
                service.send(event);
            }
        });
    }

    async fn handle(self: &Rc<Self>, message: CompareRequest) -> Option<CompareEvent> {
        Some(match message {
            CompareRequest::List => {
                self.send(CompareEvent::Choices(Box::new(view::choices(self.context.demo.web()))));
                self.list().await
            }
            CompareRequest::ReadText(text) => CompareEvent::Read { file: None, read: files::read(&text) },
            CompareRequest::ReadFile { name, file } => {
                let read = files::read_file(&name, &file).await;
                CompareEvent::Read { file: Some(name), read }
            }
            CompareRequest::Begin { plan, source, agreed } => {
                CompareEvent::Refused(self.begin(*plan, source, agreed).await.err()?)
            }
            CompareRequest::Open { id } => {
                let message = self.open(&id).await.err()?.to_string();
                CompareEvent::NotOpened { id, message }
            }
            CompareRequest::View(look) => {
                let run = self.opened()?;
                run.look.set(look);
                self.show(&run);
                return None;
            }
            CompareRequest::Pause => return self.set_state(RunState::Paused, ComparisonStatus::Paused).await,
            CompareRequest::Stop => return self.set_state(RunState::Ended, ComparisonStatus::Stopped).await,
            CompareRequest::Resume => return self.resume().await,
            CompareRequest::Delete(id) => self.list_after(self.delete(&id).await).await,
            CompareRequest::Restore(id) => {
                let restored = async { self.context.store().await?.mark_comparison(&id, None).await };
                self.list_after(restored.await).await
            }
            CompareRequest::CopyPlan => {
                let form = form::form(&self.opened()?.checked.comparison);
                CompareEvent::Read {
                    file: Some("this comparison".to_owned()),
                    read: Ok(Imported::Plan(Box::new(form))),
                }
            }
            CompareRequest::Export(format) => files::make(&*self.opened()?, format),
            CompareRequest::SaveCrawl(at) => CompareEvent::CrawlSaved(self.save_crawl(&*self.opened()?, at).await),
        })
    }

    fn send(&self, event: CompareEvent) {
        self.context.send(&ToPage::Compare(Box::new(event)));
    }

    /// Returns the list of saved comparisons.
    async fn list(&self) -> CompareEvent {
        let saved = async { self.context.store().await?.comparisons().await }.await;
        CompareEvent::Saved(saved.map_err(String::from))
    }

    /// Returns the list after a change, or its error.
    async fn list_after(&self, changed: Result<(), StorageError>) -> CompareEvent {
        match changed {
            Ok(()) => self.list().await,
            Err(error) => CompareEvent::Saved(Err(error.to_string())),
        }
    }

    fn opened(&self) -> Option<Rc<ComparisonRun>> {
        self.open.borrow().clone()
    }

    /// Returns whether crawls of the open comparison run.
    fn is_running(&self) -> bool {
        self.opened().is_some_and(|run| run.is_going.get() && run.state.get() == RunState::Running)
    }

    /// Returns whether the page shows this comparison.
    fn is_open(&self, run: &ComparisonRun) -> bool {
        let open = self.open.borrow();
        open.as_ref().is_some_and(|open| std::ptr::eq(Rc::as_ptr(open), run))
    }

    fn next_order(&self) -> u32 {
        let order = self.opens.get() + 1;
        self.opens.set(order);
        order
    }

    /// Sets the run state of the open comparison and saves its status.
    async fn set_state(&self, state: RunState, standing: ComparisonStatus) -> Option<CompareEvent> {
        let run = self.opened().filter(|run| run.lock.is_some())?;
        run.state.set(state);
        let store = self.context.store().await.ok()?;
        if run.card.borrow().standing != ComparisonStatus::Done {
            self.set_status(&run, &store, standing).await;
        }
        None
    }

    /// Resumes the open comparison, from where it paused or from what was saved.
    async fn resume(self: &Rc<Self>) -> Option<CompareEvent> {
        let run = self.opened()?;
        let store = self.context.store().await.ok()?;
        if run.is_going.get() && run.state.get() == RunState::Paused {
            run.state.set(RunState::Running);
            self.set_status(&run, &store, ComparisonStatus::Running).await;
        } else {
            self.run_rest(run, store).await;
        }
        None
    }

    /// Runs the rest of a comparison. If something is missing, reports the remedy.
    async fn run_rest(self: &Rc<Self>, run: Rc<ComparisonRun>, store: Rc<Database>) {
        let is_over = run.card.borrow().standing == ComparisonStatus::Done || run.checked.is_empty();
        if run.is_going.get() || run.lock.is_none() || is_over {
            return self.show(&run);
        }
        // This is set before the first await, because otherwise another request to resume would start a second loop.
        run.is_going.set(true);
        run.state.set(RunState::Running);
        run.standstill.take();
        self.set_status(&run, &store, ComparisonStatus::Running).await;
        match self.ready(&run, &store).await {
            Ok((web, assets)) => {
                let inputs = RunInputs { web, store, assets, known: None };
                spawn_local(Rc::clone(self).run(run, inputs));
            }
            Err(sentence) => {
                run.is_going.set(false);
                run.standstill.replace(Some(sentence));
                if run.state.get() == RunState::Running {
                    self.set_status(&run, &store, ComparisonStatus::Paused).await;
                } else {
                    self.show(&run);
                }
            }
        }
    }

    /// Returns the inputs of the crawls. Outcomes of another build are deleted, because they are not comparable. The
    /// error is the problem in one sentence, with its remedy.
    async fn ready(&self, run: &ComparisonRun, store: &Rc<Database>) -> Result<(Web, Assets), String> {
        let mut card = run.card.borrow().clone();
        let web = self.web_of(&card, store).await?;
        let assets = self.assets_of(run).await?;
        if run.checked.comparison.settings.read_documents {
            documents::load().await.map_err(ChunkError::sentence)?;
        }
        if card.build != BUILD {
            (card.build, card.done) = (BUILD.to_owned(), 0);
            card.trials = engine::count(run.checked.len());
            store.restart(&card).await?;
            run.outcomes.borrow_mut().clear();
            card.standing = run.card.borrow().standing;
            run.card.replace(card);
        }
        Ok((web, assets))
    }

    /// Returns the web of a comparison. The error is the remedy in one sentence if it is missing.
    async fn web_of(&self, card: &CompareCard, store: &Rc<Database>) -> Result<Web, String> {
        if card.source.is_live() {
            let fetcher = self.context.fetcher(&card.source);
            // If the proxy is down, its check is repeated later; until then no host is treated as the demo web's.
            let _ = fetcher.check().await;
            let live = live::LiveWeb::new(&card.id, fetcher, Rc::clone(store));
            return Ok(Web::Live(live));
        }
        if let Source::Recorded | Source::RecordedIn(_) = &card.source {
            return match self.context.recording.get() {
                Some(recording) if card.web == Some(recording.digest()) => Ok(Web::Recorded(recording)),
                there => Err(begin::missing(&card.plan.web, there.is_some())),
            };
        }
        Ok(Web::Demo(Rc::new(DemoWeb::sized(web::named_demo(&card.plan)?))))
    }

    /// Returns the assets that its strategies need besides pages.
    async fn assets_of(&self, run: &ComparisonRun) -> Result<Assets, String> {
        let assets = self.context.load_assets(run.checked.specs());
        let starter =
            if run.checked.needs_starter_topics() { Some(self.context.starter_topics.load().await?) } else { None };
        Ok(Assets { starter, ..assets.await? })
    }

    /// Opens a saved comparison, and resumes it if it was running. The previous one stops.
    async fn open(self: &Rc<Self>, id: &str) -> Result<(), StorageError> {
        if let Some(run) = self.opened().filter(|run| run.card.borrow().id == id) {
            self.show(&run);
            return Ok(());
        }
        let order = self.next_order();
        let store = self.context.store().await?;
        let (card, outcomes) = store.comparison(id).await?;
        let checked = self.checked(&card.plan);
        let standstill = begin::waiting_reason(&card, &checked);
        let checked = checked.unwrap_or_else(|_| card.plan.restored(&outcomes));
        let lock = lock_of(id).await;
        if self.opens.get() != order {
            return Ok(());
        }
        let (was, waits) = (card.standing, standstill.is_some());
        let run = ComparisonRun::new(card, checked, outcomes, lock);
        run.standstill.replace(standstill);
        self.put(Rc::clone(&run));
        match was {
            ComparisonStatus::Running if !waits => self.run_rest(run, store).await,
            ComparisonStatus::Running | ComparisonStatus::Done if waits && run.lock.is_some() => {
                self.set_status(&run, &store, ComparisonStatus::Paused).await;
            }
            _ => self.show(&run),
        }
        Ok(())
    }

    /// Replaces the open comparison, which can be resumed later.
    fn put(&self, run: Rc<ComparisonRun>) {
        if let Some(before) = self.open.replace(Some(run)) {
            before.state.set(RunState::Ended);
        }
    }

    /// Stops and deletes a comparison.
    async fn delete(&self, id: &str) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let open = self.opened().filter(|run| run.card.borrow().id == id);
        let lock = if open.is_some() { None } else { lock_of(id).await };
        if open.as_ref().map_or(&lock, |run| &run.lock).is_none() {
            return Err(StorageError::Elsewhere);
        }
        if let Some(run) = open {
            run.state.set(RunState::Ended);
            self.open.take();
            // The loop may be saving an outcome, which must not come after the deletion.
            while run.is_going.get() {
                TimeoutFuture::new(20).await;
            }
        }
        store.mark_comparison(id, Some(clock::now())).await
    }
}
