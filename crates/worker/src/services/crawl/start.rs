//! Starts a crawl: loads the model, the strategy's code, its language data, the starter topics, and the earlier and
//! judged pages that it needs, checks the plan, and runs it.

use super::{CrawlService, foreign_seeds, problem};
use crate::browser::BrowserDecoder;
use crate::context::EarlyRobots;
use crate::crawl::journal_writer::JournalWriter;
use crate::crawl::timeline::Timeline;
use crate::services::{library, models};
use crate::storage::database::CrawlCard;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Event, EventKind};
use engine::fetch::FetchResponse;
use engine::strategy;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use protocol::subjects::{JudgmentsEvent, Subject};
use protocol::{Problem, Source, SourceKind, ToPage};
use std::pin::pin;
use std::rc::Rc;
use types::plan::{Plan, PlanError};
use types::spec::{AUTOMATIC_STRATEGY, INTERIM_STRATEGY, StrategySpec};
use types::taxonomy::TaxonomyError;
use types::text::sentence;

/// The milliseconds for which a start waits for the automatic strategy: enough for data in the browser's cache. It
/// waits no longer once language data will probably take more than this from the time at which they began to load,
/// such as while the query was typed.
const START_WAIT_MS: u32 = 2_000;
/// The milliseconds between two looks at what has loaded.
const LOOK_MS: u32 = 100;

/// A request to start a crawl.
pub(crate) struct StartRequest {
    /// The plan, unchecked.
    pub(crate) plan: Plan,
    /// The source of pages.
    pub(crate) source: Source,
    /// The crawl stays on the hosts of its seeds.
    pub(crate) stay: bool,
    /// The id of its trained model.
    pub(crate) model: Option<String>,
    /// The id of the topic that it updates.
    pub(crate) topic: Option<String>,
}

/// A strategy that is not loaded, or not with all its language data, when its crawl starts.
pub(super) struct LateStrategy {
    pub(super) spec: StrategySpec,
    /// The reason that it or some of its data could not be loaded; `None` while it is being loaded.
    pub(super) problem: Option<String>,
}

impl CrawlService {
    /// Starts a crawl. The running crawl is replaced once the new one starts.
    pub(crate) fn start(self: &Rc<Self>, request: StartRequest) {
        let service = Rc::clone(self);
        self.perform(async move {
            if let Err(problems) = service.try_start(request).await {
                service.refuse(problems);
            }
        });
    }

    async fn try_start(self: &Rc<Self>, request: StartRequest) -> Result<(), Vec<Problem>> {
        let StartRequest { mut plan, source, stay, model, topic } = request;
        let context = &self.context;
        let model = match model {
            Some(id) => Some(models::model(Rc::clone(context), id).await.map_err(in_field("model"))?),
            None => None,
        };
        if let Some(model) = &model {
            plan = model.spec.apply(plan);
        }
        let is_from_past = strategy::find(&plan.strategy.id).is_some_and(|entry| entry.needs.past);
        if is_from_past && plan.past.is_empty() {
            let past = library::past_pages(Rc::clone(context), topic.clone(), plan.query.clone(), source.kind());
            plan.past = past.await.map_err(in_field("strategy"))?;
        }
        let mut unread_judgments = None;
        if plan.judged.is_empty() {
            match library::judged_pages(context, topic.as_deref(), &plan.query).await {
                Ok(judged) => plan.judged = judged,
                Err(reason) => unread_judgments = Some(JudgmentsEvent::Failed(reason)),
            }
        }
        if let Some(topic) = &topic {
            plan.known = library::known_pages(context, topic.clone()).await.map_err(in_field("seeds"))?;
        }
        let mut checked = self.checked(plan).await?;
        self.check_seeds(&checked, &source)?;
        if stay {
            checked.stay_on_hosts();
        }
        let source = context.recording.name_source(source);
        let fetcher = context.fetcher(&source);
        if matches!(source.kind(), SourceKind::Proxy | SourceKind::Demo) {
            fetcher.check().await.map_err(in_field("source"))?;
        }
        checked.plan.politeness = fetcher.politeness();
        let early_robots = self.early_robots(&source);
        // A crawl without a query is named after its model.
        let named = model.as_deref().filter(|model| checked.plan.query == model.spec.query);
        let name = named.map(|model| model.spec.name.clone());
        let crawl = Crawl::from_model(checked, model.map(|model| *model));
        let crawl = crawl.map_err(|error| in_field("model")(error.to_string()))?;
        // The crawl is saved if this browser supports it.
        let (writer, unsaved) = match context.crawls.create(crawl.plan().clone(), source.clone()).await {
            Ok(mut write_lock) => {
                write_lock.card.name = name.unwrap_or(write_lock.card.name);
                write_lock.card.lacking = self.late_strategy.borrow().as_ref().map(|late| late.spec.clone());
                if let Some(topic) = topic {
                    let CrawlCard { id, plan, .. } = &write_lock.card;
                    let file = |subject: &mut Subject| subject.add(id, &plan.query);
                    let filed = write_lock.store.change_subject(&topic, file).await;
                    filed.map_err(|error| in_field("seeds")(sentence(&error.to_string())))?;
                }
                (Some(JournalWriter::new(write_lock)), None)
            }
            Err(error) => (None, Some(error.to_string())),
        };
        let driver = self.launch(crawl, &source, writer, Timeline::default());
        context.send(&ToPage::Started);
        if let Some(event) = unread_judgments {
            context.send(&ToPage::Judgments(Box::new(event)));
        }
        if let Some(sentence) = unsaved {
            context.send(&ToPage::Kept(Err(sentence)));
        }
        self.send_late_strategy(&driver);
        for event in early_robots {
            driver.handle(event, None);
        }
        driver.step(EventKind::Seeded);
        self.switch_when_loaded(&driver);
        Ok(())
    }

    /// Takes the robots.txt files that the search for seeds has read just now: also those of hosts whose pages it finds
    /// after the crawl has begun.
    fn early_robots(&self, source: &Source) -> Vec<Event> {
        let event = |EarlyRobots { request, reply, at, .. }: EarlyRobots| {
            let response = FetchResponse::read(&request, reply?.raw(), at, &BrowserDecoder);
            Some(Event::at(at, EventKind::Known(request.url, Box::new(response))))
        };
        let early = self.context.early_robots.take().into_iter();
        early.filter(|early| early.is_fit(source)).filter_map(event).collect()
    }

    /// Checks a plan, and loads the assets and topics that it lacks when only they are missing.
    async fn checked(&self, mut plan: Plan) -> Result<CheckedPlan, Vec<Problem>> {
        loop {
            let errors = match CheckedPlan::new(plan.clone(), &self.context.assets()) {
                Ok(checked) => return Ok(checked),
                Err(errors) => errors,
            };
            // A plan without topics gets the starter topics if a query defines the target.
            let lacks_topics = |error: &PlanError| matches!(error, PlanError::Taxonomy(TaxonomyError::NoTopics));
            let may_have_topics = !plan.query.trim().is_empty() && self.context.starter_topics.topics().is_none();
            let (loadable, wrong): (Vec<_>, Vec<_>) = errors.iter().partition(|error| {
                matches!(
                    error,
                    PlanError::LanguageDataMissing(_) | PlanError::VectorsMissing | PlanError::CodeMissing(_)
                )
            });
            if !wrong.iter().all(|error| lacks_topics(error) && may_have_topics) {
                return Err(wrong.into_iter().map(|error| problem(&error.field(), error.to_string())).collect());
            }
            if loadable.is_empty() {
                self.context.starter_topics.load().await.map_err(in_field("topics"))?;
            } else {
                self.load_assets(&mut plan).await?;
            }
        }
    }

    /// Loads the word vectors for the relevance of pages, or else the strategy's code and its language data. The plan
    /// gets another strategy if the automatic one cannot be loaded or takes long, and one without the data that it can
    /// do without.
    async fn load_assets(&self, plan: &mut Plan) -> Result<(), Vec<Problem>> {
        let context = &self.context;
        if plan.relevance.requires_vectors() && context.vectors.loaded().is_none() {
            let loaded = context.vectors.load().await;
            return loaded.map(drop).map_err(|error| in_field("relevance")(error.for_relevance()));
        }
        let spec = plan.strategy.clone();
        let loaded = if spec.id == AUTOMATIC_STRATEGY {
            let mut load = pin!(context.load_available(&spec));
            let mut loaded = Err(None);
            for _ in 0..START_WAIT_MS / LOOK_MS {
                if let Either::Left((done, _)) = select(load.as_mut(), TimeoutFuture::new(LOOK_MS)).await {
                    loaded = done.map_err(Some);
                    break;
                }
                if context.lexicon.is_late(START_WAIT_MS) || context.vectors.is_late(START_WAIT_MS) {
                    break;
                }
            }
            loaded
        } else {
            Ok(context.load_available(&spec).await.map_err(in_field("strategy"))?)
        };
        let problem = match loaded {
            Ok(loaded) => {
                let problem = loaded.problem();
                plan.strategy = loaded.spec;
                if problem.is_none() {
                    return Ok(());
                }
                problem
            }
            Err(problem) => {
                plan.strategy = INTERIM_STRATEGY.into();
                problem
            }
        };
        self.late_strategy.replace(Some(LateStrategy { spec, problem }));
        Ok(())
    }

    /// Checks that the source has the seeds of a plan.
    fn check_seeds(&self, checked: &CheckedPlan, source: &Source) -> Result<(), Vec<Problem>> {
        let foreign = foreign_seeds(&checked.seeds, source).into_iter();
        let problems: Vec<Problem> = foreign.map(|sentence| problem("source", sentence)).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        self.context.recording.check(&checked.plan, source).map_err(in_field("source"))
    }
}

/// Makes a sentence the problem of a field.
fn in_field(field: &str) -> impl FnOnce(String) -> Vec<Problem> + use<'_> {
    move |sentence| vec![problem(field, sentence)]
}
