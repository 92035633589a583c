//! Holds one of the two crawls of the view for a class.

use crate::Action;
use crate::catalog::Catalog;
use crate::crawl::CrawlState;
use crate::crawl::live::{LateStrategy, Live};
use crate::crawl::ranking::ResultsAction;
use crate::form::StartRequest;
use crate::screen::ScreenAction;
use protocol::{LoadProgress, ToPage};
use types::report::Phase;

/// One of the two crawls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassSide {
    /// The request; none before a start.
    pub request: Option<StartRequest>,
    /// The crawl.
    pub crawl: CrawlState,
    /// The page that is explained instead of the latest one.
    pub open: Option<u32>,
    /// The reason that the crawl cannot go on, in a sentence.
    pub problem: Option<String>,
    /// The progress while the worker loads language data.
    pub loading: Option<LoadProgress>,
    /// The number of pages that the steps so far allow.
    pub(super) allowed: u32,
}

impl ClassSide {
    /// Returns whether the crawl has ended or cannot go on.
    pub fn is_over(&self) -> bool {
        self.problem.is_some() || matches!(self.crawl.live.progress.phase, Phase::Ended(_))
    }

    /// Returns what went wrong without ending the crawl, in sentences: it is not saved, its strategy is not loaded, it
    /// stands still.
    pub fn notices(&self) -> impl Iterator<Item = &String> {
        let live = &self.crawl.live;
        let late = live.late_strategy.as_ref().and_then(|late| late.problem.as_ref());
        let standstill = live.failures.standstill.as_ref().filter(|_| !self.is_over());
        [live.saved.error.as_ref(), late, standstill].into_iter().flatten()
    }

    /// Returns whether the crawl has done its latest step, by the strategy that was asked for.
    pub(super) fn awaits_step(&self) -> bool {
        let live = &self.crawl.live;
        let is_loading = live.late_strategy.as_ref().is_some_and(|late| late.problem.is_none());
        live.progress.phase == Phase::Running && !is_loading && live.progress.pages >= self.allowed
    }

    pub(super) fn on_message(&mut self, message: ToPage, catalog: &Catalog) {
        match message {
            ToPage::Started => {
                self.loading = None;
                self.crawl = CrawlState::new(self.request.clone().map(Live::begin).unwrap_or_default());
            }
            ToPage::Batch(mut batch) => {
                let views = std::mem::take(&mut batch.views);
                self.crawl.watched.change(|watched| watched.apply(views));
                if self.crawl.apply(*batch) {
                    self.loading = None;
                }
            }
            ToPage::Loading(progress) => self.loading = Some(progress),
            ToPage::StrategyLate { now, late, problem } => self.crawl.live.change(|live| {
                let problem = problem.map(|why| catalog.substitution(&now, &late, why));
                if let Some(request) = &mut live.request {
                    request.plan.strategy = now;
                }
                live.late_strategy = Some(LateStrategy { spec: late, problem });
            }),
            ToPage::Kept(Ok(id)) => self.crawl.live.change(|live| live.saved.id = Some(id)),
            ToPage::Kept(Err(sentence)) => self.crawl.live.change(|live| live.saved.error = Some(sentence)),
            ToPage::Refused(problems) => {
                let first = problems.first().map(|problem| match &self.request {
                    Some(request) if problem.field.starts_with("params.") => {
                        catalog.problem_text(&request.plan.strategy.id, problem)
                    }
                    _ => problem.message.clone(),
                });
                self.problem = Some(first.unwrap_or_else(|| "The crawl was refused.".to_owned()));
            }
            ToPage::ChunkFailed { message } | ToPage::Panicked { message } => self.problem = Some(message),
            _ => {}
        }
    }

    /// Applies an action on the view of the crawl.
    pub(super) fn act(&mut self, action: &Action) {
        match action {
            Action::Results(ResultsAction::ToggleOrigin(origin)) => {
                self.crawl.ranking.change(|ranking| ranking.toggle_origin(*origin));
            }
            Action::Screen(ScreenAction::Details(open)) => self.open = *open,
            _ => {}
        }
    }
}
