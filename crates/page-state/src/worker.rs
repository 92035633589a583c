//! Handles the worker from the page's side: loading, messages, crashes.
//!
//! Each message is passed to the concern that it belongs to.

use super::State;
use super::catalog::Worker;
use super::crawl::CrawlState;
use super::crawl::live::LateStrategy;
use super::effect::{Effect, Timer};
use super::library::Library;
use super::seeds::tells_outcome;
use super::starting::Start;
use protocol::watch::ViewsUpdate;
use protocol::{Batch, Example, FileKind, Hello, ToPage, ToWorker};
use std::rc::Rc;
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;

/// The time in milliseconds after which the effect of a change disappears; the list of changes keeps it.
const TOAST_MS: u32 = 15_000;

/// An event of the worker.
pub enum WorkerAction {
    /// The person asks for a new worker.
    Restart,
    /// The person asks to load the missing chunks of the worker.
    LoadChunks,
    /// A worker is being loaded.
    Loading,
    /// The worker is of another build.
    VersionMismatch(Hello),
    /// The worker sent messages.
    Messages(Vec<ToPage>),
    /// The worker failed, with the reason.
    Broken(String),
}

impl State {
    pub(super) fn apply_worker(&mut self, action: WorkerAction) {
        match action {
            WorkerAction::Restart => self.restart_worker(),
            WorkerAction::LoadChunks => self.send(ToWorker::LoadChunks),
            WorkerAction::Loading => self.load_worker(),
            WorkerAction::VersionMismatch(hello) => {
                self.catalog.change(|catalog| catalog.worker = Worker::VersionMismatch(hello));
            }
            WorkerAction::Messages(messages) => {
                for message in messages {
                    self.on_message(message);
                }
            }
            WorkerAction::Broken(message) => self.break_down(&message),
        }
    }

    /// Resets the data of the old worker.
    fn load_worker(&mut self) {
        if self.library.imports.web.is_some() || self.library.imports.reading.is_some() {
            self.library.change(|library| (library.imports.web, library.imports.reading) = (None, None));
        }
        if self.library.is_revisiting() {
            let suspects = self.recovery.suspects();
            self.library.change(|library| {
                library.suspects = suspects;
                if let Some(revisits) = &mut library.revisits {
                    revisits.progress = None;
                    revisits.problem = Some("the crawler was restarted; visits so far are saved".to_owned());
                }
            });
        }
        if self.library.update.is_some() {
            self.library.change(Library::stop_update_with_worker);
        }
        if let Start::Open { is_sent, .. } = &mut self.start {
            *is_sent = false;
        }
        self.catalog.change(|catalog| {
            catalog.worker = Worker::Loading;
            catalog.missing_chunk = None;
        });
    }

    /// Applies a message of the worker.
    fn on_message(&mut self, message: ToPage) {
        // The match is long because each message has an arm, most of them of one line.
        match message {
            ToPage::Catalog { strategies, providers, examples } => self.worker_ready(strategies, providers, examples),
            ToPage::TopicsRead { name, read } => {
                self.setup.form.change(|form| form.apply_topics(name, read));
            }
            ToPage::TopicsFiled(filed) => self.setup.form.change(|form| form.apply_filed(filed)),
            ToPage::TopicsWritten { kind, text } => {
                let name = match kind {
                    FileKind::Bookmarks => "topics.html",
                    FileKind::Json => "topics.json",
                };
                self.effects.push(Effect::save_text(name, text));
            }
            ToPage::Refused(problems) => {
                self.end_loading();
                self.refuse(problems);
            }
            ToPage::Loading(load) => self.catalog.change(|catalog| catalog.loading = Some(load)),
            ToPage::Related { to, words } => {
                self.end_loading();
                self.setup.related.change(|related| related.store(&to, words));
            }
            // The time of the message is recorded where it arrives.
            ToPage::Working => {}
            ToPage::ChunkFailed { message } => {
                self.catalog.change(|catalog| catalog.missing_chunk = Some(message));
            }
            ToPage::ChunksLoaded => self.catalog.change(|catalog| catalog.missing_chunk = None),
            ToPage::Panicked { message } => self.break_down(&message),
            ToPage::Started => self.begin(),
            ToPage::StrategyLate { now, late, problem } => {
                self.apply_late_strategy(now, late, problem);
            }
            ToPage::Kept(Ok(id)) => {
                self.crawl.live.change(|live| live.saved.id = Some(id.clone()));
                self.name_crawl(id);
                self.remember_seeds();
            }
            ToPage::Kept(Err(sentence)) => self.crawl.live.change(|live| live.saved.error = Some(sentence)),
            ToPage::Opened(opened) => self.reopen(*opened),
            ToPage::Damaged(damaged) => {
                if self.crawl.live.saved.id.as_ref() == Some(&damaged.id) {
                    self.crawl.live.change(|live| live.damaged = damaged);
                }
            }
            ToPage::NotOpened { id, is_missing, message } => self.not_opened(id, is_missing, message),
            ToPage::Judgments(event) => self.on_judgments_message(*event),
            ToPage::Library(event) => self.on_library_message(*event),
            ToPage::Revisit(event) => self.on_revisit_message(*event),
            ToPage::Read { number, read } => {
                let now = types::to_u64(self.now);
                self.train.change(|train| {
                    train.set_time(now);
                    train.on_page(number, read);
                });
            }
            ToPage::Seeds(event) => self.on_seeds_message(*event),
            ToPage::SeedPauses(pauses) => self.update_pauses(&pauses),
            ToPage::Why(text) => self.crawl.live.change(|live| live.text = Some(Rc::from(text))),
            ToPage::ResultRead(read) => self.page_reader.change(|reader| reader.store(*read)),
            ToPage::Models(event) => self.on_models_message(*event),
            ToPage::Compare(event) => self.on_compare_message(*event),
            ToPage::LookAhead(ahead) => self.train.change(|train| train.reader.on_ahead_message(*ahead)),
            ToPage::Uncertainty(event) => self.train.change(|train| train.on_uncertainty_message(*event)),
            ToPage::Trails(event) => self.effects.extend(self.train.change(|train| train.on_message(*event))),
            ToPage::SteeringRejected(refused) => {
                self.end_loading();
                self.crawl.steer.change(|steer| steer.refused(*refused));
            }
            ToPage::StrategyPreview(previewed) => {
                self.end_loading();
                self.crawl.steer.change(|steer| steer.previewed(*previewed));
            }
            ToPage::Parsing(url) => self.recovery.reads(url),
            ToPage::Batch(batch) => self.apply_batch(*batch),
        }
    }

    /// Removes the progress of loading language data.
    pub(super) fn end_loading(&mut self) {
        if self.catalog.loading.is_some() {
            self.catalog.change(|catalog| catalog.loading = None);
        }
    }

    fn worker_ready(
        &mut self,
        strategies: Vec<StrategyInfo>,
        providers: Vec<types::seeds::ProviderInfo>,
        examples: Vec<Example>,
    ) {
        self.catalog.change(|catalog| {
            catalog.strategies = strategies;
            catalog.providers = providers;
            catalog.examples = examples;
            catalog.worker = Worker::Ready;
        });
        let catalog = self.catalog.clone();
        self.models.change(|models| models.offer(&catalog.strategies));
        self.setup.form.change(|form| form.topics_mut().cancel_filing());
        self.fill_example();
        self.report_unknown_params();
    }

    fn apply_batch(&mut self, mut batch: Batch) {
        let update = std::mem::take(&mut batch.views);
        if update != ViewsUpdate::default() {
            self.update_views(update);
        }
        if batch.progress.phase.is_fetching() {
            self.recovery.on_fetching();
        }
        let effect = self.crawl.steer.effect;
        let tells_outcomes = batch.notifications.iter().any(tells_outcome);
        let is_steered = self.crawl.apply(batch);
        self.send_late_seeds();
        if tells_outcomes {
            self.remember_outcomes();
        }
        self.learn_ranks();
        if self.crawl.steer.effect.is_some() && self.crawl.steer.effect != effect {
            self.effects.push(Effect::SetTimer(Timer::Toast, TOAST_MS));
        }
        if is_steered {
            self.end_loading();
            if self.library.exports.spark.is_some() {
                // The commands were those of the plan before.
                self.library.change(|library| library.exports.spark = None);
            }
        }
    }

    /// Applies the strategy of a crawl that lacks another one, with the problem of loading that.
    fn apply_late_strategy(&mut self, now: StrategySpec, spec: StrategySpec, problem: Option<String>) {
        let problem = problem.map(|why| self.catalog.substitution(&now, &spec, why));
        let CrawlState { live, steer, .. } = &mut self.crawl;
        live.change(|live| {
            if let Some(request) = &mut live.request {
                request.plan.strategy = now;
            }
            live.late_strategy = Some(LateStrategy { spec, problem });
        });
        steer.change(|steer| steer.show_strategy(live));
    }

    /// Updates the watched views; closes the history of a removed spider.
    fn update_views(&mut self, update: ViewsUpdate) {
        if let Some(at) = update.at {
            return self.crawl.update_past_views(at, update);
        }
        let reset = update.reset;
        self.crawl.watched.change(|watched| watched.apply(update));
        let spider = self.screen.spider;
        if reset && spider.is_some_and(|id| self.crawl.watched.spider(id).is_none()) {
            self.screen.spider = None;
        }
    }
}
