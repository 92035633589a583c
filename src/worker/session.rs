//! One page and its worker: hello, then orders. At most one crawl runs.
//!
//! Nothing is answered before the page has said who it is, and nothing at all where it is of another build.

mod opening;
mod placing;
mod steering;
mod telling;

use super::ahead::Lookahead;
use super::compare::Comparer;
use super::doubts::Doubts;
use super::driver::Driver;
use super::fetch::{Demo, Direct, Fetcher, Proxy, Recorded};
use super::keeper::Keeper;
use super::lexicon::Library;
use super::librarian::Librarian;
use super::models::Models;
use super::reader::Reader;
use super::related::related;
use super::seeds::Seeker;
use super::shelf::Shelf;
use super::topics;
use super::trails::TrailKeeper;
use super::why;
use crate::protocol::models::ModelsOrder;
use crate::protocol::reader::ReaderOrder;
use crate::protocol::watch::Watching;
use crate::protocol::{Hello, Problem, RelatedTo, Source, ToPage, ToWorker};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{Crawl, Model};
use engine::event::EventKind;
use engine::plan::Plan;
use engine::strategy::{self, Assets, Info};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::{Rc, Weak};
use telling::{example, is_about_lexicon, made, problem, told};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// What the worker is to one page.
pub struct Session {
    post: Rc<dyn Fn(&ToPage)>,
    demo: Rc<DemoWeb>,
    is_greeted: Cell<bool>,
    driver: RefCell<Option<Rc<Driver>>>,
    /// Where the pages of its crawl come from.
    source: RefCell<Source>,
    library: Rc<Library>,
    shelf: Rc<Shelf>,
    librarian: Rc<Librarian>,
    reader: Rc<Reader>,
    trails: Rc<TrailKeeper>,
    models: Rc<Models>,
    comparer: Rc<Comparer>,
    ahead: Rc<Lookahead>,
    doubts: Rc<Doubts>,
    seeker: Rc<Seeker>,
    /// Orders to start so far: what an earlier one waited for and got after a later one is void.
    starts: Cell<u32>,
    /// What the page shows of a crawl besides its pages.
    watching: Cell<Watching>,
    /// A crawl is about to begin, and waits for its lexicon or for news of its proxy.
    is_waiting: Cell<bool>,
}

impl Session {
    /// A session that posts its messages by `post`, and has its lexicon from this address.
    pub fn new(post: Rc<dyn Fn(&ToPage)>, lexicon: Option<String>) -> Rc<Self> {
        let tell = Rc::clone(&post);
        let tell = Rc::new(move |got, all| tell(&ToPage::Loading { got, all }));
        let library = Library::new(lexicon, tell);
        let shelf = Rc::<Shelf>::default();
        let demo = Rc::new(DemoWeb::new(DEFAULT_SEED));
        let reader = Reader::new(&shelf, &post);
        let librarian = Librarian::new(&shelf, &library, &demo, &post);
        Rc::new_cyclic(|session: &Weak<Self>| Self {
            seeker: Seeker::new(&librarian, &demo, &post),
            comparer: Comparer::new(
                &shelf,
                &library,
                &librarian,
                &demo,
                &post,
                fetching(session, &demo),
            ),
            librarian,
            ahead: Lookahead::new(&shelf, &reader, &post, others(session)),
            doubts: Doubts::new(&shelf, &post),
            reader,
            trails: TrailKeeper::new(&shelf, &post),
            models: Models::new(&shelf, &library, &post),
            post,
            library,
            shelf,
            demo,
            is_greeted: Cell::new(false),
            driver: RefCell::default(),
            source: RefCell::new(Source::Demo),
            starts: Cell::new(0),
            watching: Cell::default(),
            is_waiting: Cell::new(false),
        })
    }

    /// Says who the worker is and what it can do.
    pub fn greet(&self) {
        (self.post)(&ToPage::Hello {
            hello: Hello::own(),
            strategies: strategy::LIST
                .iter()
                .map(|entry| Info::from(*entry))
                .collect(),
            providers: engine::seeds::LIST
                .iter()
                .map(|entry| (*entry).into())
                .collect(),
            examples: self.demo.topics().iter().map(example).collect(),
        });
    }

    /// Takes a message of the page: a [`ToWorker`] as a structured clone.
    pub fn receive(self: &Rc<Self>, message: JsValue) {
        let Ok(message) = serde_wasm_bindgen::from_value(message) else {
            return;
        };
        match message {
            ToWorker::Hello(hello) => {
                self.is_greeted.set(hello == Hello::own());
                Rc::clone(&self.librarian).sweep();
            }
            order if self.is_greeted.get() => self.obey(order),
            _ => {}
        }
    }

    fn obey(self: &Rc<Self>, order: ToWorker) {
        // Long since it has one arm an order of the page.
        match order {
            ToWorker::ReadTopics { name, file } => {
                let post = Rc::clone(&self.post);
                spawn_local(async move {
                    let read = topics::read(&file).await;
                    post(&ToPage::TopicsRead { name, read });
                });
            }
            ToWorker::WriteTopics { taxonomy, kind } => {
                let text = topics::write(&taxonomy, kind);
                (self.post)(&ToPage::TopicsWritten { kind, text });
            }
            ToWorker::Start {
                plan,
                source,
                stay,
                model,
            } => {
                self.starts.set(self.starts.get() + 1);
                self.is_waiting.set(false);
                match model {
                    Some(id) => self.start_from(id, *plan, source, stay),
                    None => self.start(*plan, source, stay, None),
                }
            }
            ToWorker::Open { id, suspects } => {
                self.starts.set(self.starts.get() + 1);
                self.is_waiting.set(false);
                self.open(id, suspects);
            }
            ToWorker::Related(to) => self.relate(to),
            ToWorker::Library(order) => {
                let driver = self.driver.borrow().clone();
                Rc::clone(&self.librarian).obey(order, driver);
            }
            ToWorker::Reader(ReaderOrder::Read(wanted)) => {
                let fetcher = self.fetcher(&wanted.source);
                self.reader.read(wanted, fetcher);
            }
            ToWorker::Reader(ReaderOrder::Stop) => self.reader.stop(),
            ToWorker::Trails(order) => self.trails.obey(order),
            ToWorker::Models(order) => self.obey_models(order),
            ToWorker::Compare(order) => self.comparer.obey(order),
            ToWorker::Ahead(order) => self.ahead.obey(order, |source| self.fetcher(source)),
            ToWorker::Doubts(order) => self.doubts.obey(order),
            ToWorker::Seeds(order) => self.seeker.obey(order, |source| self.fetcher(source)),
            ToWorker::Why(order) => {
                let fetcher = self.fetcher(&order.source);
                why::tell(&self.shelf, *order, fetcher, &self.post);
            }
            ToWorker::Watch(watching) => {
                self.watching.set(watching);
                if let Some(driver) = &*self.driver.borrow() {
                    driver.watch(watching);
                }
            }
            ToWorker::Steer(change) => self.steer(*change),
            ToWorker::Preview(method) => self.preview(*method),
            ToWorker::Pause => self.tell_crawl(EventKind::Paused),
            ToWorker::Resume => self.tell_crawl(EventKind::Resumed),
            ToWorker::Stop => self.stop(),
            ToWorker::Hello(_) => {}
        }
    }

    /// Learning fetches as a crawl does.
    fn obey_models(&self, order: ModelsOrder) {
        let fetcher = match &order {
            ModelsOrder::Learn { source, .. } => Some(self.fetcher(source)),
            _ => None,
        };
        self.models.obey(order, fetcher);
    }

    /// True while a crawl or the learning of a model is at work.
    fn is_at_work(&self) -> bool {
        let driver = self.driver.borrow();
        let crawls = driver
            .as_ref()
            .is_some_and(|driver| driver.phase().is_fetching());
        crawls || self.is_waiting.get() || self.models.is_learning()
    }

    fn stop(&self) {
        if self.is_waiting.replace(false) {
            self.starts.set(self.starts.get() + 1);
            return self.refuse(Vec::new());
        }
        self.tell_crawl(EventKind::Stopped);
    }

    fn tell_crawl(&self, kind: EventKind) {
        if let Some(driver) = &*self.driver.borrow() {
            driver.step(kind);
        }
    }

    /// Starts a crawl by a model that is kept.
    fn start_from(self: &Rc<Self>, id: String, plan: Plan, source: Source, stay: bool) {
        let session = Rc::clone(self);
        let model = async move { session.models.model(&id).await };
        self.wait_for(model, move |session, model| match model {
            Ok(model) => {
                let plan = model.recipe.apply(plan);
                session.start(plan, source, stay, Some(model));
            }
            Err(sentence) => session.refuse(vec![problem("model", sentence)]),
        });
    }

    /// Starts a crawl; one that begins with pages of earlier crawls gets them first.
    fn start(self: &Rc<Self>, plan: Plan, source: Source, stay: bool, model: Option<Box<Model>>) {
        let entry = strategy::find(&plan.strategy).filter(|entry| entry.needs.past);
        if entry.is_none() || !plan.past.is_empty() {
            return self.set_out(plan, source, stay, model);
        }
        let (librarian, query, kind) = (
            Rc::clone(&self.librarian),
            plan.query.clone(),
            source.kind(),
        );
        let past = async move { librarian.past(&query, kind).await };
        self.wait_for(past, move |session, past| {
            session.set_out(Plan { past, ..plan }, source, stay, model);
        });
    }

    fn set_out(self: &Rc<Self>, plan: Plan, source: Source, stay: bool, model: Option<Box<Model>>) {
        match plan.clone().check(&self.assets()) {
            Err(errors) if errors.iter().all(is_about_lexicon) => {
                self.when_loaded(plan, source, stay, model);
            }
            Err(errors) => self.refuse(errors.iter().filter_map(told).collect()),
            Ok(checked) => match self
                .placed(checked, &source, stay)
                .and_then(|checked| made(checked, model))
            {
                Ok(crawl) => self.begin(crawl, source),
                Err(problems) => self.refuse(problems),
            },
        }
    }

    fn assets(&self) -> Assets {
        Assets {
            lexicon: self.library.lexicon(),
        }
    }

    /// Nothing but the lexicon is missing: starts again with it.
    fn when_loaded(
        self: &Rc<Self>,
        plan: Plan,
        source: Source,
        stay: bool,
        model: Option<Box<Model>>,
    ) {
        let library = Rc::clone(&self.library);
        self.wait_for(
            async move { library.load().await },
            move |session, loaded| match loaded {
                Ok(_) => session.set_out(plan, source, stay, model),
                Err(sentence) => session.refuse(vec![problem("strategy", sentence)]),
            },
        );
    }

    /// Goes on with a start when something has come, unless it was stopped or another start was ordered meanwhile.
    fn wait_for<T: 'static>(
        self: &Rc<Self>,
        coming: impl Future<Output = T> + 'static,
        then: impl FnOnce(&Rc<Self>, T) + 'static,
    ) {
        let start = self.starts.get();
        self.is_waiting.set(true);
        let session = Rc::clone(self);
        spawn_local(async move {
            let came = coming.await;
            if session.starts.get() == start {
                session.is_waiting.set(false);
                then(&session, came);
            }
        });
    }

    /// Begins once the source is known to be there.
    fn begin(self: &Rc<Self>, crawl: Crawl, source: Source) {
        // What is kept says which file it was.
        let source = self.librarian.named(source);
        let Some(proxy) = proxy(&source) else {
            return self.run(crawl, source);
        };
        let look = async move { proxy.check().await };
        self.wait_for(look, move |session, found| match found {
            Ok(()) => session.run(crawl, source),
            Err(sentence) => session.refuse(vec![problem("source", sentence)]),
        });
    }

    fn fetcher(&self, source: &Source) -> Fetcher {
        match (source, proxy(source)) {
            (_, Some(proxy)) => Fetcher::Proxy(proxy),
            (Source::Direct, _) => Fetcher::Direct(Direct::default()),
            (Source::Recorded | Source::RecordedIn(_), _) => {
                Fetcher::Recorded(Recorded::new(self.librarian.recording()))
            }
            _ => Fetcher::Demo(Demo::new(Rc::clone(&self.demo))),
        }
    }

    /// Begins, with a place in the store where there is one.
    fn run(self: &Rc<Self>, crawl: Crawl, source: Source) {
        let (session, wanted) = (Rc::clone(self), crawl.plan().clone());
        let kept_source = source.clone();
        let place = async move { session.shelf.place(wanted, kept_source).await };
        self.wait_for(place, move |session, place| {
            let (keeper, unkept) = match place {
                Ok(keeper) => (Some(keeper), None),
                Err(error) => (None, Some(error.to_string())),
            };
            let driver = session.launch(crawl, &source, keeper);
            (session.post)(&ToPage::Started);
            if let Some(sentence) = unkept {
                (session.post)(&ToPage::Kept(Err(sentence)));
            }
            driver.step(EventKind::Seeded);
        });
    }

    /// The crawl before this one goes on until now.
    fn launch(&self, crawl: Crawl, source: &Source, keeper: Option<Keeper>) -> Rc<Driver> {
        self.leave();
        let driver = Driver::new(crawl, self.fetcher(source), keeper, Rc::clone(&self.post));
        driver.turn(self.watching.get());
        self.source.replace(source.clone());
        self.driver.replace(Some(Rc::clone(&driver)));
        driver
    }

    /// Lets go of the crawl that is here, where there is one.
    fn leave(&self) {
        if let Some(old) = self.driver.take() {
            old.abandon();
        }
    }

    /// Answers which words are related, whatever a crawl is doing. For a strategy without the lexicon there are none.
    fn relate(self: &Rc<Self>, to: RelatedTo) {
        let entry = strategy::find(&to.strategy).filter(|entry| entry.needs.lexicon);
        let session = Rc::clone(self);
        spawn_local(async move {
            let words = match entry {
                Some(entry) => match session.library.load().await {
                    Ok(lexicon) => related(entry, &to, &lexicon),
                    Err(sentence) => Err(sentence),
                },
                None => Ok(Vec::new()),
            };
            (session.post)(&ToPage::Related { to, words });
        });
    }

    fn refuse(&self, problems: Vec<Problem>) {
        (self.post)(&ToPage::Refused(problems));
    }
}

/// Whether a session is at work at what comes before looking ahead.
fn others(session: &Weak<Session>) -> Rc<dyn Fn() -> bool> {
    let session = Weak::clone(session);
    Rc::new(move || {
        session
            .upgrade()
            .is_some_and(|session| session.is_at_work())
    })
}

/// What makes fetchers for whom the session hands none out itself.
fn fetching(session: &Weak<Session>, demo: &Rc<DemoWeb>) -> Rc<dyn Fn(&Source) -> Fetcher> {
    let (session, demo) = (Weak::clone(session), Rc::clone(demo));
    Rc::new(move |source| match session.upgrade() {
        Some(session) => session.fetcher(source),
        None => Fetcher::Demo(Demo::new(Rc::clone(&demo))),
    })
}

/// The proxy that a source names, if it does.
fn proxy(source: &Source) -> Option<Proxy> {
    match source {
        Source::Proxy => Some(Proxy::at("")),
        Source::ProxyAt(address) => Some(Proxy::at(address.as_str())),
        _ => None,
    }
}
