//! The crawl's state machine: it handles events and returns commands. It has no clock, no network and no interface.
//!
//! A stopped crawl keeps all of its state: the pages in flight return to the frontier, and a rescoring pass is
//! completed. It accepts changes but sends no request until the person continues it or raises its budget.
//!
//! One event is handled at a time. A response is received (`receive`); a page is read and recorded (`page`), after its
//! links were checked, scored and queued (`links`). Then new requests are sent as far as the budget, the hosts and the
//! limit of requests in flight allow (`dispatch`). Examples for training are fetched before the crawl (`prepare`), and
//! a person may change it (`steer`, `rerank`, `queue`). The parts of the state keep their own rules: `addresses`,
//! `canonical`, `hosts`, `results`, `changes`, `page_cache`, `main_content` and [`crate::frontier`].
//!
//! Source: Pant §2 (the crawling loop), Evolving §3.1.

mod addresses;
mod batch;
mod canonical;
mod changes;
mod checked_plan;
mod dispatch;
mod documents;
mod hosts;
mod links;
mod main_content;
mod page;
mod page_cache;
mod page_scorer;
mod prepare;
mod queue;
mod receive;
mod relevance;
mod rerank;
mod results;
mod rounds;
mod saved;
mod shell;
mod spare_seeds;
mod state;
mod steer;
mod validate;

use crate::event::{Command, Event, EventKind, Step};
use crate::frontier::{FrontierEntry, Score};
use crate::graph::UrlId;
use crate::learning::trails::KnownLinks;
use crate::strategy::{Assets, CrawlOverview, RediscoveryDecision, RediscoveryRule, Strategy};
use crate::text::Language;
use crate::topic::{Topic, Vectorizer, VectorizerState};
pub use batch::BatchAnswer;
pub use checked_plan::{CheckedPlan, Example};
pub use page_scorer::{PageScorer, ScoringPlan};
use relevance::MeaningSimilarity;
pub use rounds::{RoundEntry, RoundPage, SiteTime, scores_pages_independently};
pub(crate) use saved::Learned;
pub use saved::{Model, ModelError, Saved, SnapshotError};
use state::{State, UrlState};
use std::collections::BTreeMap;
pub use steer::LEFT_OUT;
use types::limits;
use types::plan::{JudgedPage, Plan};
use types::report::{
    EndReason, Millis, ModelTable, Notification, PageRecord, Phase, Progress, Spider, SpiderHistory, TrainingReport,
};
use types::url::{CanonicalUrl, ScopeRule, UrlProblem};

/// The state machine of a crawl.
pub struct Crawl {
    plan: CheckedPlan,
    topic: Topic,
    vectorizer: Vectorizer,
    meaning: MeaningSimilarity,
    strategy: Box<dyn Strategy>,
    state: State,
    step: Step,
    requests: Requests,
    /// The times of the sites, if only seeds are requested.
    site_times: Vec<(Box<str>, SiteTime)>,
    /// The addresses of seeds that are not their URLs, if only seeds are requested.
    seed_spellings: BTreeMap<CanonicalUrl, Box<str>>,
}

/// The requests that a crawl sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requests {
    /// All, by itself.
    All,
    /// Those of its seeds; links are only scored.
    Seeds,
    /// Those of the batches that a driver asks for. The time is that of the latest answer.
    Batches(Millis),
}

impl Crawl {
    /// Creates a crawl, which begins with [`EventKind::Seeded`].
    pub fn new(plan: CheckedPlan) -> Self {
        let (mut topic, mut vectorizer) = (Topic::new(&plan.plan.query), plan.vectorizer());
        learn_judged(&plan.plan, &mut topic, &mut vectorizer);
        let strategy = plan.strategy();
        let state = State::new(&plan.plan);
        Self::assemble(plan, topic, vectorizer, strategy, state)
    }

    fn assemble(
        plan: CheckedPlan,
        topic: Topic,
        vectorizer: Vectorizer,
        strategy: Box<dyn Strategy>,
        state: State,
    ) -> Self {
        let (meaning, step) = (MeaningSimilarity::default(), Step::default());
        let (requests, site_times, seed_spellings) = (Requests::All, Vec::new(), BTreeMap::new());
        Self { plan, topic, vectorizer, meaning, strategy, state, step, requests, site_times, seed_spellings }
    }

    /// Forgets all pages and their terms; keeps what was learned before the crawl. `terms` are those before the first
    /// page.
    fn restart(&mut self, terms: &VectorizerState) {
        self.vectorizer.reset(terms);
        self.meaning.restart();
        self.strategy.restart();
        let training = std::mem::take(&mut self.state.training);
        self.state = State { training, ..State::new(&self.plan.plan) };
    }

    /// Makes the crawl fetch only its seeds. Links are scored and wait in the frontier, as do the targets of redirects.
    /// A snapshot does not contain this choice.
    #[must_use]
    pub fn without_following(mut self) -> Self {
        self.requests = Requests::Seeds;
        self
    }

    /// Makes the crawl fetch these http(s) addresses, exactly as they are written, as its only seeds, as
    /// [`Self::without_following`] does. Returns the URLs of the addresses.
    ///
    /// # Errors
    /// The problem of the first address that is no URL.
    pub fn requesting_only(mut self, addresses: &[String]) -> Result<(Self, Vec<CanonicalUrl>), UrlProblem> {
        let seeds: Vec<CanonicalUrl> =
            addresses.iter().map(|text| CanonicalUrl::whole(text)).collect::<Result<_, _>>()?;
        let spelled = seeds.iter().zip(addresses).filter(|(url, address)| url.as_str() != *address);
        self.seed_spellings = spelled.map(|(url, address)| (url.clone(), address.as_str().into())).collect();
        self.plan.seeds.clone_from(&seeds);
        Ok((self.without_following(), seeds))
    }

    /// Returns true if scores depend on the page alone ([`crate::strategy::Entry::scores_pages_independently`]).
    pub fn scores_pages_independently(&self) -> bool {
        self.plan.entry.scores_pages_independently
    }

    /// Returns the frontier in the order of arrival: each URL with its entry, and the number of the page whose link was
    /// scored.
    pub fn frontier(&self) -> impl Iterator<Item = (&CanonicalUrl, &FrontierEntry, Option<u32>)> {
        let state = &self.state;
        let entries = state.frontier.by_arrival().into_iter();
        entries.map(|(id, entry)| {
            let page = entry.parent.and_then(|page| state.record_of(page));
            (state.urls.url(id), entry, page)
        })
    }

    /// Returns the decision of the strategy on the score of a link that waits and was found again.
    pub fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        let rule = RediscoveryRule { settings: &self.plan.settings, strategy: self.strategy.as_ref() };
        rule.decide(waiting, new)
    }

    /// Handles an event and returns the commands that follow. Invalid events (a response without a request, a response
    /// after the end) change nothing.
    pub fn handle(&mut self, event: Event) -> Step {
        self.set_time(event.now);
        match event.kind {
            EventKind::Seeded => self.begin(),
            EventKind::Known(url, answer) => self.add_known(url, *answer),
            EventKind::Fetched(id, answer) => self.on_response(id, answer),
            EventKind::Failed(id, failure) => self.on_failure(id, failure),
            EventKind::Tick => {}
            EventKind::Paused => self.pause(),
            EventKind::Resumed => self.resume(),
            EventKind::Stopped => self.stop(),
            EventKind::Steered(steering) => {
                if let Ok(effect) = self.effect(&steering) {
                    self.apply_effect(effect);
                }
            }
            EventKind::UnreadSkipped => self.skip_unread(),
        }
        self.finish_step()
    }

    /// Sets the time of the last event, which never goes back.
    fn set_time(&mut self, now: Millis) {
        self.state.now = self.state.now.max(now.min(limits::LAST_MS));
    }

    /// Completes the handling of an event and returns its step.
    fn finish_step(&mut self) -> Step {
        if !self.continue_rerank() {
            self.dispatch();
        }
        std::mem::take(&mut self.step)
    }

    /// Returns the event with which a driver starts the crawl, or continues a saved one that was stopped, paused or
    /// killed.
    pub fn start_event(&self) -> EventKind {
        match self.state.phase {
            Phase::New => EventKind::Seeded,
            Phase::Prepared | Phase::Paused | Phase::Ended(EndReason::Stopped) => EventKind::Resumed,
            Phase::Preparing | Phase::Running | Phase::Ended(_) => EventKind::Tick,
        }
    }

    /// Returns the requests in flight, which a driver sends again after a crash.
    pub fn in_flight(&self) -> Vec<Command> {
        self.state.in_flight.values().map(|fetch| Command::Fetch(fetch.request.clone())).collect()
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan.plan
    }

    /// Replaces the assets, for strategies that the person may switch to.
    pub fn set_assets(&mut self, assets: Assets) {
        self.plan.assets = assets;
    }

    /// Returns all pages done, in order.
    pub fn pages(&self) -> &[PageRecord] {
        &self.state.results.pages
    }

    /// Returns the links on the pages that were read, source and target each, every pair once; the target need not have
    /// been crawled.
    pub fn links(&self) -> impl Iterator<Item = (&CanonicalUrl, &CanonicalUrl)> {
        let State { graph, urls, .. } = &self.state;
        let pages = graph.pages();
        pages.flat_map(move |(page, targets)| {
            let targets = targets.iter();
            targets.map(move |target| (urls.url(page), urls.url(*target)))
        })
    }

    /// Adds the pages that were read, their links and the redirects to known links.
    pub fn add_links_to(&self, known: &mut KnownLinks) {
        let read = self.pages().iter().filter(|page| page.outcome.is_read());
        known.extend(read.map(|page| &page.url), self.links(), self.redirects());
    }

    /// Returns the URLs that redirected, each with its target.
    pub fn redirects(&self) -> impl Iterator<Item = (&CanonicalUrl, &CanonicalUrl)> {
        let State { redirects, urls, .. } = &self.state;
        let redirects = redirects.iter();
        redirects.map(|(from, to)| (urls.url(*from), urls.url(*to)))
    }

    /// Returns the progress of the crawl.
    pub fn progress(&self) -> Progress {
        self.state.progress(&self.plan)
    }

    /// Returns the phase.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns true if the crawl has ended and no rescoring pass is unfinished.
    pub fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Ended(_)) && self.state.rerank.is_none()
    }

    /// Returns the time of the last event.
    pub fn now(&self) -> Millis {
        self.state.now
    }

    /// Returns the training report; `None` before training, or if the strategy needs none.
    pub fn training_report(&self) -> Option<&TrainingReport> {
        self.state.training.report.as_ref()
    }

    /// Returns the tables of the strategy's learned data.
    pub fn model_tables(&self) -> Vec<ModelTable> {
        self.with_overview(|strategy, overview| {
            let report = strategy.report();
            report.map_or_else(Vec::new, |report| report.tables(overview))
        })
    }

    /// Returns all spiders by number, including dead ones; none if the strategy has no spiders.
    pub fn spiders(&self) -> Vec<Spider> {
        self.with_overview(|strategy, overview| {
            let population = strategy.population();
            population.map_or_else(Vec::new, |population| population.agents(overview))
        })
    }

    /// Returns the agent that fetched a URL or has it in its frontier.
    fn agent_of(&self, url: UrlId) -> Option<u32> {
        self.strategy.population()?.agent_of(url)
    }

    /// Returns the history of a spider.
    pub fn history(&self, spider: u32) -> Option<SpiderHistory> {
        self.with_overview(|strategy, overview| strategy.population()?.history(spider, overview))
    }

    /// Calls `look` with the strategy and a snapshot of the crawl.
    fn with_overview<T>(&self, look: impl FnOnce(&dyn Strategy, &CrawlOverview<'_>) -> T) -> T {
        let State { frontier, graph, urls, .. } = &self.state;
        let record = |id| self.state.record_at(id);
        look(self.strategy.as_ref(), &CrawlOverview { frontier, graph, urls, record: &record })
    }

    fn begin(&mut self) {
        if self.state.phase != Phase::New {
        } else if self.plan.examples.is_empty() || self.state.training.report.is_some() {
            self.queue_seeds();
        } else {
            self.queue_examples();
        }
    }

    fn queue_seeds(&mut self) {
        self.state.phase = Phase::Running;
        let seeds = self.plan.seeds.clone();
        for seed in &seeds {
            self.queue_seed(seed);
        }
        self.note_seed_addresses();
        self.watch_seeds(&seeds);
    }

    fn pause(&mut self) {
        if self.state.phase.is_fetching() {
            self.state.phase = Phase::Paused;
        }
    }

    fn resume(&mut self) {
        match self.state.phase {
            Phase::Prepared => self.queue_seeds(),
            Phase::Paused if self.is_preparing() => self.state.phase = Phase::Preparing,
            Phase::Paused => self.state.phase = Phase::Running,
            Phase::Ended(EndReason::Stopped) => self.continue_stopped(),
            _ => {}
        }
    }

    /// Reports the strategy's model tables, if it has any.
    fn report_model_tables(&mut self) {
        let model_tables = self.model_tables();
        if !model_tables.is_empty() {
            self.step.notifications.push(Notification::ModelTables(model_tables));
        }
    }

    fn end(&mut self, reason: EndReason) {
        self.report_model_tables();
        self.state.phase = Phase::Ended(reason);
        self.step.commands.push(Command::Finished(reason));
    }

    /// Ends the crawl at the person's request.
    pub(super) fn stop(&mut self) {
        if !matches!(self.state.phase, Phase::Ended(_)) {
            self.return_in_flight();
            self.end(EndReason::Stopped);
        }
    }

    /// Returns the pages in flight to the frontier. Their hosts are delayed as after any fetch, since they may have
    /// received the requests. A robots.txt file in flight is requested again when the crawl continues.
    ///
    /// The strategy gets no notice, as with a retry: it finds the pages in the frontier again.
    fn return_in_flight(&mut self) {
        for fetch in std::mem::take(&mut self.state.in_flight).into_values() {
            let elapsed = self.state.now.saturating_sub(fetch.since);
            // As a failure, an interrupted fetch may lengthen the host's delay but not shorten it.
            self.rest(&fetch, elapsed, true, None);
            self.state.repeat_unknown_address(&fetch);
            let Some((id, entry)) = fetch.page else {
                continue;
            };
            self.return_page(id, entry);
        }
        self.apply_strategy_requests();
    }

    /// Returns a page that was requested to the frontier, at its earlier position, unless a rule has excluded it since.
    fn return_page(&mut self, id: UrlId, entry: FrontierEntry) {
        if let Some(rule) = self.rule_against(id) {
            return self.exclude(&rule, id, entry);
        }
        if let Some(pass) = &mut self.state.rerank {
            pass.keep_score(id);
        }
        let dropped = self.state.frontier.put_back(id, entry);
        self.queued(id, dropped);
    }

    /// Returns the rule that has excluded a page since it was requested. Rules do not apply to examples.
    fn rule_against(&self, id: UrlId) -> Option<ScopeRule> {
        let url = self.state.urls.url(id);
        let rules = &self.plan.plan.scope.deny;
        let rule = rules.iter().find(|rule| rule.covers(url));
        rule.filter(|_| !self.is_preparing()).cloned()
    }

    /// Continues a stopped crawl from the phase in which it was stopped, unless its budget is spent.
    pub(super) fn continue_stopped(&mut self) {
        if self.budget_spent() {
            return;
        }
        let training = &self.state.training;
        let has_examples = !training.examples.is_empty() || training.progress.is_some();
        if self.has_seeds() {
            self.state.phase = Phase::Running;
        } else if self.is_preparing() && has_examples {
            self.state.phase = Phase::Preparing;
        } else {
            self.state.phase = Phase::New;
            self.begin();
        }
    }

    /// Returns true once the seeds were queued, which follows the training.
    pub(super) fn has_seeds(&self) -> bool {
        let is_known = |seed| {
            let id = self.state.urls.find(seed);
            id.is_some_and(|id| self.state.url_state(id) != UrlState::Met)
        };
        let has_pages = !self.state.results.pages.is_empty();
        !self.is_preparing() && (has_pages || self.plan.seeds.iter().any(is_known))
    }
}

/// Teaches the topic the pages that the person judged before the crawl.
fn learn_judged(plan: &Plan, topic: &mut Topic, vectorizer: &mut Vectorizer) {
    for JudgedPage { page, good } in &plan.judged {
        if let Ok(url) = CanonicalUrl::parse(&page.url) {
            let language = page.language.as_deref().and_then(Language::from_code);
            let vector = vectorizer.vector(page.read_text(), language);
            topic.judge(&url, &vector, Some(*good));
        }
    }
}

#[cfg(test)]
mod tests;
