//! Starts a crawl: fetches the model, the lexicon, the starter topics and the earlier pages that it needs, checks the plan, and runs it.

use super::CrawlService;
use super::messages::{is_about_lexicon, lacks_topics, new_crawl, plan_problem, problem};
use crate::protocol::{Source, SourceKind, ToPage};
use crate::worker::crawl::journal_writer::JournalWriter;
use crate::worker::crawl::timeline::Timeline;
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::event::EventKind;
use engine::strategy::{self, Assets};
use std::rc::Rc;
use types::plan::{Plan, Politeness};

/// A request to start a crawl.
pub(crate) struct StartRequest {
    /// The plan, unchecked.
    pub(crate) plan: Plan,
    /// The source of pages.
    pub(crate) source: Source,
    /// True where the crawl stays on the hosts of its seeds.
    pub(crate) stay: bool,
}

impl CrawlService {
    /// Starts a crawl; one by a saved model loads it first. A crawl that runs is replaced once this one begins.
    pub(crate) fn start(self: &Rc<Self>, request: StartRequest, model: Option<String>) {
        self.begin_request();
        let Some(id) = model else {
            return self.find_past(request, None);
        };
        let service = Rc::clone(self);
        let model = async move { service.models.model(&id).await };
        self.wait_for(model, move |service, model| match model {
            Ok(model) => {
                let plan = model.spec.apply(request.plan);
                service.find_past(StartRequest { plan, ..request }, Some(model));
            }
            Err(sentence) => service.refuse(vec![problem("model", sentence)]),
        });
    }

    /// Looks up pages of earlier crawls, for a strategy that begins with them.
    fn find_past(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let plan = &request.plan;
        let entry = strategy::find(&plan.strategy.id).filter(|entry| entry.needs.past);
        if entry.is_none() || !plan.past.is_empty() {
            return self.check(request, model);
        }
        let (library, query) = (Rc::clone(&self.library), plan.query.clone());
        let kind = request.source.kind();
        let past = async move { library.past(&query, kind).await };
        self.wait_for(past, move |service, past| {
            let plan = Plan {
                past,
                ..request.plan
            };
            service.check(StartRequest { plan, ..request }, model);
        });
    }

    fn check(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        match CheckedPlan::new(request.plan.clone(), &self.assets()) {
            Err(errors) if errors.iter().all(is_about_lexicon) => {
                self.load_lexicon(request, model);
            }
            Err(errors)
                if errors.iter().all(lacks_topics) && self.may_have_topics(&request.plan) =>
            {
                self.load_topics(request, model);
            }
            Err(errors) => self.refuse(errors.iter().filter_map(plan_problem).collect()),
            Ok(checked) => match self.restrict(checked, &request.source, request.stay) {
                Ok(checked) => self.check_source(checked, model, request.source),
                Err(problems) => self.refuse(problems),
            },
        }
    }

    /// Returns the loaded assets of strategies.
    pub(super) fn assets(&self) -> Assets {
        Assets {
            lexicon: self.context.lexicon.lexicon(),
            starter: self.context.starter_topics.topics(),
        }
    }

    /// Returns whether the starter topics are still to be loaded for a plan without topics: its query says what to look for.
    fn may_have_topics(&self, plan: &Plan) -> bool {
        !plan.query.trim().is_empty() && self.context.starter_topics.topics().is_none()
    }

    /// Loads the starter topics, when only they are missing, and checks again.
    fn load_topics(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let context = Rc::clone(&self.context);
        let loaded = async move { context.starter_topics.load().await };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(_) => service.check(request, model),
            Err(sentence) => service.refuse(vec![problem("topics", sentence)]),
        });
    }

    /// Loads the lexicon, when only it is missing, and checks again.
    fn load_lexicon(self: &Rc<Self>, request: StartRequest, model: Option<Box<Model>>) {
        let lexicon = Rc::clone(&self.context.lexicon);
        let loaded = async move { lexicon.load().await };
        self.wait_for(loaded, move |service, loaded| match loaded {
            Ok(_) => service.check(request, model),
            Err(sentence) => service.refuse(vec![problem("strategy", sentence)]),
        });
    }

    /// Checks that the source responds, and gets the politeness towards its hosts.
    fn check_source(
        self: &Rc<Self>,
        checked: CheckedPlan,
        model: Option<Box<Model>>,
        source: Source,
    ) {
        let source = self.context.recording.name_source(source);
        let fetcher = self.context.fetcher(&source);
        if source.kind() != SourceKind::Proxy {
            return self.begin(checked, model, source, fetcher.politeness());
        }
        let there = async move { fetcher.check().await.map(|()| fetcher.politeness()) };
        self.wait_for(there, move |service, there| match there {
            Ok(politeness) => service.begin(checked, model, source, politeness),
            Err(sentence) => service.refuse(vec![problem("source", sentence)]),
        });
    }

    /// Begins the crawl with this politeness.
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

    /// Runs the crawl, saved if this browser can. A crawl without words is named after its model.
    fn run(self: &Rc<Self>, crawl: Crawl, source: Source, name: Option<String>) {
        let (context, plan) = (Rc::clone(&self.context), crawl.plan().clone());
        let saved_source = source.clone();
        let write_lock = async move { context.crawls.create(plan, saved_source).await };
        self.wait_for(write_lock, move |service, write_lock| {
            let (writer, unsaved) = match write_lock {
                Ok(mut write_lock) => {
                    write_lock.card.name = name.unwrap_or(write_lock.card.name);
                    (Some(JournalWriter::new(write_lock)), None)
                }
                Err(error) => (None, Some(error.to_string())),
            };
            let driver = service.launch(crawl, &source, writer, Timeline::default());
            service.context.send(&ToPage::Started);
            if let Some(sentence) = unsaved {
                service.context.send(&ToPage::Kept(Err(sentence)));
            }
            driver.step(EventKind::Seeded);
        });
    }
}
