//! Starts a crawl: loads the model, the strategy's code, its language data, the starter topics and the earlier pages that it needs, checks
//! the plan, and runs it.

use super::CrawlService;
use super::messages::{is_about_assets, lacks_topics, new_crawl, plan_problem, problem};
use crate::protocol::{Source, SourceKind, ToPage};
use crate::worker::context::LoadedStrategy;
use crate::worker::crawl::journal_writer::JournalWriter;
use crate::worker::crawl::timeline::Timeline;
use crate::worker::services::{library, models};
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::event::EventKind;
use engine::strategy;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use std::mem;
use std::pin::pin;
use std::rc::Rc;
use types::plan::{Plan, PlanError, Politeness};
use types::spec::{AUTOMATIC_STRATEGY, INTERIM_STRATEGY, StrategySpec};

/// The milliseconds for which a start waits for the automatic strategy: enough for data in the browser's cache.
const START_WAIT_MS: u32 = 2_000;

/// A request to start a crawl.
pub(crate) struct StartRequest {
    /// The plan, unchecked.
    pub(crate) plan: Plan,
    /// The source of pages.
    pub(crate) source: Source,
    /// The crawl stays on the hosts of its seeds.
    pub(crate) stay: bool,
}

/// A strategy that is not loaded, or not with all its language data, when its crawl starts.
pub(super) struct LateStrategy {
    pub(super) spec: StrategySpec,
    /// The reason that it or some of its data could not be loaded; `None` while it is being loaded.
    pub(super) problem: Option<String>,
}

impl CrawlService {
    /// Starts a crawl, after loading its model if it has one. The running crawl is replaced once the new one starts.
    pub(crate) fn start(self: &Rc<Self>, request: StartRequest, model: Option<String>) {
        self.begin_request();
        let Some(id) = model else {
            return self.find_past(request, None);
        };
        let model = models::model(Rc::clone(&self.context), id);
        self.wait_for(model, move |service, model| match model {
            Ok(model) => {
                let plan = model.spec.apply(request.plan);
                service.find_past(StartRequest { plan, ..request }, Some(model));
            }
            Err(sentence) => service.refuse(vec![problem("model", sentence)]),
        });
    }

    /// Finds pages of earlier crawls, for a strategy that starts with them.
    fn find_past(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let plan = &request.plan;
        let entry = strategy::find(&plan.strategy.id).filter(|entry| entry.needs.past);
        if entry.is_none() || !plan.past.is_empty() {
            return self.check(request, model);
        }
        let (context, query) = (Rc::clone(&self.context), plan.query.clone());
        let past = library::past_pages(context, query, request.source.kind());
        self.wait_for(past, move |service, past| match past {
            Ok(past) => {
                let plan = Plan { past, ..request.plan };
                service.check(StartRequest { plan, ..request }, model);
            }
            Err(sentence) => service.refuse(vec![problem("strategy", sentence)]),
        });
    }

    fn check(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        match CheckedPlan::new(request.plan.clone(), &self.context.assets()) {
            Err(errors) if errors.iter().all(|error| self.is_loadable(error, &request.plan)) => {
                if errors.iter().any(is_about_assets) {
                    self.load_assets(request, model);
                } else {
                    self.load_topics(request, model);
                }
            }
            Err(errors) => self.refuse(errors.iter().filter_map(plan_problem).collect()),
            Ok(checked) => match self.restrict(checked, &request.source, request.stay) {
                Ok(checked) => self.check_source(checked, model, request.source),
                Err(problems) => self.refuse(problems),
            },
        }
    }

    /// Returns whether loading something resolves the error.
    fn is_loadable(&self, error: &PlanError, plan: &Plan) -> bool {
        is_about_assets(error) || lacks_topics(error) && self.may_have_topics(plan)
    }

    /// Returns whether the starter topics must be loaded for a plan without topics, whose query defines the target.
    fn may_have_topics(&self, plan: &Plan) -> bool {
        !plan.query.trim().is_empty() && self.context.starter_topics.topics().is_none()
    }

    /// Loads the starter topics when only they are missing, and checks again.
    fn load_topics(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let context = Rc::clone(&self.context);
        let loaded = async move { context.starter_topics.load().await };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(_) => service.check(request, model),
            Err(sentence) => service.refuse(vec![problem("topics", sentence)]),
        });
    }

    /// Loads the strategy's code and its language data, when only they are missing, and checks again.
    fn load_assets(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let (context, spec) = (Rc::clone(&self.context), request.plan.strategy.clone());
        if request.plan.relevance.requires_vectors() && context.vectors.loaded().is_none() {
            return self.load_vectors(request, model);
        }
        if spec.id == AUTOMATIC_STRATEGY {
            return self.load_automatic(request, model);
        }
        let loaded = async move { context.load_available(&spec).await };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(loaded) => service.check_loaded(request, model, loaded),
            Err(sentence) => service.refuse(vec![problem("strategy", sentence)]),
        });
    }

    /// Loads the word vectors for the relevance of pages, and checks again.
    fn load_vectors(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let vectors = Rc::clone(&self.context.vectors);
        let loaded = async move { vectors.load().await };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(_) => service.check(request, model),
            Err(error) => service.refuse(vec![problem("relevance", error.for_relevance())]),
        });
    }

    /// Checks again after the strategy was loaded, perhaps without language data that it can do without.
    fn check_loaded(self: &Rc<Self>, mut request: StartRequest, model: Option<Box<Model>>, loaded: LoadedStrategy) {
        if let Some(problem) = loaded.problem() {
            self.late_strategy.replace(Some(LateStrategy {
                spec: mem::replace(&mut request.plan.strategy, loaded.spec),
                problem: Some(problem),
            }));
        }
        self.check(request, model);
    }

    /// Loads the automatic strategy, and checks again. If its code cannot be loaded or it takes long, the crawl starts by another strategy.
    fn load_automatic(self: &Rc<Self>, mut request: StartRequest, model: Option<Box<Model>>) {
        let (context, spec) = (Rc::clone(&self.context), request.plan.strategy.clone());
        let loaded = async move {
            let load = pin!(context.load_available(&spec));
            match select(load, TimeoutFuture::new(START_WAIT_MS)).await {
                Either::Left((loaded, _)) => loaded.map_err(Some),
                Either::Right(_) => Err(None),
            }
        };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(loaded) => service.check_loaded(request, model, loaded),
            Err(problem) => {
                let interim = INTERIM_STRATEGY.into();
                service
                    .late_strategy
                    .replace(Some(LateStrategy { spec: mem::replace(&mut request.plan.strategy, interim), problem }));
                service.check(request, model);
            }
        });
    }

    /// Checks that the source responds, and determines the politeness towards its hosts.
    fn check_source(self: &Rc<Self>, checked: CheckedPlan, model: Option<Box<Model>>, source: Source) {
        let source = self.context.recording.name_source(source);
        let fetcher = self.context.fetcher(&source);
        if !matches!(source.kind(), SourceKind::Proxy | SourceKind::Demo) {
            return self.begin(checked, model, source, fetcher.politeness());
        }
        let there = async move { fetcher.check().await.map(|()| fetcher.politeness()) };
        self.wait_for(there, move |service, there| match there {
            Ok(politeness) => service.begin(checked, model, source, politeness),
            Err(sentence) => service.refuse(vec![problem("source", sentence)]),
        });
    }

    /// Starts the crawl with this politeness.
    fn begin(
        self: &Rc<Self>,
        mut checked: CheckedPlan,
        model: Option<Box<Model>>,
        source: Source,
        politeness: Politeness,
    ) {
        checked.plan.politeness = politeness;
        let name = model
            .as_deref()
            .filter(|model| checked.plan.query == model.spec.query)
            .map(|model| model.spec.name.clone());
        match new_crawl(checked, model) {
            Ok(crawl) => self.run(crawl, source, name),
            Err(problems) => self.refuse(problems),
        }
    }

    /// Runs the crawl, which is saved if this browser supports it. A crawl without a query is named after its model.
    fn run(self: &Rc<Self>, crawl: Crawl, source: Source, name: Option<String>) {
        let (context, plan) = (Rc::clone(&self.context), crawl.plan().clone());
        let saved_source = source.clone();
        let write_lock = async move { context.crawls.create(plan, saved_source).await };
        self.wait_for(write_lock, move |service, write_lock| {
            let (writer, unsaved) = match write_lock {
                Ok(mut write_lock) => {
                    write_lock.card.name = name.unwrap_or(write_lock.card.name);
                    let late = service.late_strategy.borrow();
                    write_lock.card.lacking = late.as_ref().map(|late| late.spec.clone());
                    (Some(JournalWriter::new(write_lock)), None)
                }
                Err(error) => (None, Some(error.to_string())),
            };
            let driver = service.launch(crawl, &source, writer, Timeline::default());
            service.context.send(&ToPage::Started);
            if let Some(sentence) = unsaved {
                service.context.send(&ToPage::Kept(Err(sentence)));
            }
            service.send_late_strategy(&driver);
            driver.step(EventKind::Seeded);
            service.switch_when_loaded(&driver);
        });
    }
}
