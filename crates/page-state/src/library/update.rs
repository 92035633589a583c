//! Updates a topic within one budget of pages: revisits its crawls, then crawls on.
//!
//! The worker chooses what is requested. It knows from the saved pages what an interrupted update has requested before.
//! The findings of an update are not collected here: the digest follows from the topic's pages.

use super::revisits::Revisits;
use super::{Library, revisit, subjects};
use crate::State;
use crate::crawl_address::CrawlAddress;
use crate::effect::Effect;
use crate::form::{Form, StrategyInput};
use crate::route::Route;
use crate::starting::Start;
use protocol::ToWorker;
use protocol::library::{LibraryRequest, NewCrawl, UpdateCrawl, UpdateRevisit};
use protocol::revisit::{DAYS, RevisitEvent, RevisitRequest};
use protocol::subjects::{SubjectChange, UPDATE_PAGES};
use types::report::{EndReason, Phase};

/// The key of the budget in local storage.
pub(crate) const BUDGET: &str = "salticid-update-pages";
/// The smallest and the largest budget in pages.
pub const BUDGETS: (u32, u32) = (2, 10_000);
/// The reason that an update has stopped with its worker.
const RESTARTED: &str = "the crawler was restarted";
/// The reason that an update has stopped with its crawl.
const REPLACED: &str = "another crawl was opened";

/// The update of a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The id of the topic.
    pub subject: String,
    /// The present step.
    pub stage: UpdateStage,
    /// The reasons that crawls could not be revisited, in sentences.
    pub problems: Vec<String>,
}

/// A step of an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateStage {
    /// The worker chooses the pages to revisit.
    Choosing,
    /// The crawls are revisited, the first one now.
    Revisiting(Vec<UpdateRevisit>),
    /// The worker chooses the crawl.
    ChoosingCrawl,
    /// The crawl is started, or the one with this id is opened and pauses at so many pages.
    Starting(Option<(String, u32)>),
    /// The crawl is running.
    Crawling {
        /// Its id, once it is saved.
        crawl: Option<String>,
        /// The number of pages at which it pauses, unless it ends before.
        pause_at: u32,
    },
    /// The person stopped the update while the crawl with this id was opened: it pauses then.
    Stopping(String),
    /// The update was stopped; the reason as the end of a sentence, if it was not the person.
    Stopped(Option<String>),
}

/// An action on the update of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateAction {
    /// Updates the topic with this id, or continues its update.
    Begin(String),
    /// Stops the update.
    Stop,
    /// Changes the number of pages that an update requests.
    Limit(String),
}

impl Update {
    /// Returns whether the update is under way.
    pub fn is_running(&self) -> bool {
        !matches!(self.stage, UpdateStage::Stopped(_))
    }
}

impl Library {
    /// Returns the number of pages that an update requests.
    pub fn update_pages(&self) -> u32 {
        let typed = self.budget.trim().parse().ok();
        typed.map_or(UPDATE_PAGES, |pages: u32| pages.clamp(BUDGETS.0, BUDGETS.1))
    }

    /// Performs an action, and returns its effects.
    pub(super) fn apply_update(&mut self, action: UpdateAction) -> Vec<Effect> {
        match action {
            UpdateAction::Begin(id) => {
                let (subject, pages) = (id.clone(), self.update_pages());
                self.update = Some(Update { subject, stage: UpdateStage::Choosing, problems: Vec::new() });
                vec![Effect::Send(ToWorker::Library(LibraryRequest::BeginUpdate { id, pages }))]
            }
            UpdateAction::Stop => self.stop_update(),
            UpdateAction::Limit(pages) => {
                self.budget.clone_from(&pages);
                vec![Effect::Store(BUDGET, pages)]
            }
        }
    }

    /// Stops the update. What is saved stays, and the update can be continued.
    pub(super) fn stop_update(&mut self) -> Vec<Effect> {
        let Some(update) = &mut self.update else {
            return Vec::new();
        };
        match std::mem::replace(&mut update.stage, UpdateStage::Stopped(None)) {
            UpdateStage::Revisiting(_) => vec![revisit(RevisitRequest::Stop)],
            UpdateStage::Starting(None) => vec![Effect::Send(ToWorker::Stop)],
            UpdateStage::Starting(Some((crawl, _))) | UpdateStage::Stopping(crawl) => {
                update.stage = UpdateStage::Stopping(crawl);
                Vec::new()
            }
            // A crawl that the person resumes is not limited any more.
            UpdateStage::Crawling { .. } => {
                vec![Effect::Send(ToWorker::Pause), Effect::Send(ToWorker::PauseAt(u32::MAX))]
            }
            _ => Vec::new(),
        }
    }

    /// Stops the update that is under way for a reason, the end of a sentence.
    pub(crate) fn fail_update(&mut self, reason: &str) {
        if let Some(update) = self.update.as_mut().filter(|update| update.is_running()) {
            update.stage = UpdateStage::Stopped(Some(reason.to_owned()));
        }
    }

    /// Stops an update that the new worker does not know; a crawl of it is opened again.
    pub(crate) fn stop_update_with_worker(&mut self) {
        let crawls = self.update.as_ref().is_some_and(|update| matches!(update.stage, UpdateStage::Crawling { .. }));
        if !crawls {
            self.fail_update(RESTARTED);
        }
    }

    /// Handles the choice of the crawls to revisit.
    pub(super) fn on_update_revisits(&mut self, id: &str, chosen: Result<Vec<UpdateRevisit>, String>) -> Vec<Effect> {
        let Some(update) = self.update.as_mut().filter(|update| update.subject == id && update.is_running()) else {
            return Vec::new();
        };
        match chosen {
            Ok(crawls) => {
                update.stage = UpdateStage::Revisiting(crawls);
                self.revisit_next()
            }
            Err(reason) => {
                self.fail_update(&reason);
                Vec::new()
            }
        }
    }

    /// Revisits the next crawl, or requests the crawl that follows the revisits.
    fn revisit_next(&mut self) -> Vec<Effect> {
        let Some(Update { stage: UpdateStage::Revisiting(crawls), .. }) = &self.update else {
            return Vec::new();
        };
        let Some(UpdateRevisit { crawl: id, requests, due }) = crawls.first().cloned() else {
            self.revisits = None;
            return self.choose_crawl();
        };
        let mut revisits = Revisits::new(id.clone());
        revisits.begin();
        self.revisits = Some(revisits);
        let (due, suspects) = (Some(due), self.suspects.clone());
        vec![revisit(RevisitRequest::Start { id, requests, days: DAYS, due, suspects })]
    }

    /// Requests the next crawl of the update.
    fn choose_crawl(&mut self) -> Vec<Effect> {
        let pages = self.update_pages();
        let Some(update) = &mut self.update else {
            return Vec::new();
        };
        update.stage = UpdateStage::ChoosingCrawl;
        vec![Effect::Send(ToWorker::Library(LibraryRequest::CrawlOfUpdate { id: update.subject.clone(), pages }))]
    }

    /// Handles a message about a revisit: at its end, the update goes on.
    pub(super) fn on_revisit_message(&mut self, event: RevisitEvent) -> Vec<Effect> {
        let ended = match &event {
            RevisitEvent::Result { id, result } => Some((id.clone(), result.as_ref().err().cloned())),
            _ => None,
        };
        if let Some(revisits) = &mut self.revisits {
            revisits.on_message(event);
        }
        let Some((Update { stage: UpdateStage::Revisiting(crawls), problems, .. }, (id, problem))) =
            self.update.as_mut().zip(ended)
        else {
            return Vec::new();
        };
        if crawls.first().is_none_or(|first| first.crawl != id) {
            return Vec::new();
        }
        crawls.remove(0);
        problems.extend(problem.map(|reason| format!("A crawl was not revisited: {reason}.")));
        self.revisit_next()
    }
}

impl State {
    /// Returns the id of the topic whose update starts a crawl.
    pub(crate) fn topic_of_start(&self) -> Option<String> {
        let update = self.library.update.as_ref()?;
        matches!(update.stage, UpdateStage::Starting(None)).then(|| update.subject.clone())
    }

    /// Starts or resumes the crawl of an update, or ends the update without one.
    pub(crate) fn on_update_crawl(&mut self, id: &str, chosen: Result<Option<UpdateCrawl>, String>) {
        let is_expected = |update: &Update| update.subject == id && update.stage == UpdateStage::ChoosingCrawl;
        if !self.library.update.as_ref().is_some_and(is_expected) {
            return;
        }
        match chosen {
            Err(reason) => self.library.change(|library| library.fail_update(&reason)),
            Ok(None) => self.end_update(),
            Ok(Some(UpdateCrawl::Resume(crawl, pages))) => {
                self.set_update_stage(UpdateStage::Starting(Some((crawl.clone(), pages))));
                self.resume_crawl(crawl);
            }
            Ok(Some(UpdateCrawl::Start(crawl))) => {
                let NewCrawl { plan, source, stay, model } = *crawl;
                self.set_update_stage(UpdateStage::Starting(None));
                let mut form = Form::from_plan(&plan, &source, stay);
                if model.is_some() {
                    form.strategy = StrategyInput::of(&plan.strategy);
                    (form.model.id, form.model.trails) = (model, None);
                }
                form.opened = form.address();
                self.run_again(form, true);
            }
        }
    }

    /// Opens a saved crawl, which then resumes.
    fn resume_crawl(&mut self, id: String) {
        if self.crawl.live.saved.id.as_ref() == Some(&id) {
            self.on_update_crawl_opened(Some(&id));
            return self.send(ToWorker::Resume);
        }
        let query = format!("id={id}");
        self.resumes = Some(id);
        self.fill_from_address(Form::from_address(CrawlAddress::read(&query)), false);
        self.open(format!("#/crawl?{query}"));
    }

    /// Records that a crawl began, or that the saved one with this id was opened: that of the update, or another one,
    /// which stops the update.
    pub(crate) fn on_update_crawl_opened(&mut self, id: Option<&String>) {
        let Some(update) = &self.library.update else {
            return;
        };
        if matches!(&update.stage, UpdateStage::Stopping(crawl) if id == Some(crawl)) {
            self.resumes = None;
            self.send(ToWorker::Pause);
            return self.set_update_stage(UpdateStage::Stopped(None));
        }
        let pause_at = match &update.stage {
            UpdateStage::Starting(None) if id.is_none() => u32::MAX,
            UpdateStage::Starting(Some((crawl, pages))) if id == Some(crawl) => *pages,
            UpdateStage::Crawling { crawl, pause_at } if id.is_some() && id == crawl.as_ref() => *pause_at,
            _ => return self.library.change(|library| library.fail_update(REPLACED)),
        };
        if pause_at < u32::MAX {
            self.send(ToWorker::PauseAt(pause_at));
        }
        self.set_update_stage(UpdateStage::Crawling { crawl: id.cloned(), pause_at });
    }

    /// Continues the update after an action: its crawl may have failed to start, or may have ended.
    pub(crate) fn proceed_update(&mut self) {
        let (live, stage) = (&self.crawl.live, self.library.update.as_ref().map(|update| &update.stage));
        match stage {
            Some(UpdateStage::Starting(_) | UpdateStage::Stopping(_)) if self.start == Start::No => {
                self.library.change(|library| library.fail_update("its crawl did not start"));
            }
            Some(UpdateStage::Crawling { crawl: None, pause_at }) => {
                if live.saved.error.is_some() {
                    self.library.change(|library| library.fail_update("its crawl cannot be saved"));
                } else if let Some(id) = live.saved.id.clone() {
                    self.set_update_stage(UpdateStage::Crawling { crawl: Some(id), pause_at: *pause_at });
                }
            }
            Some(UpdateStage::Crawling { pause_at, .. }) if !live.is_catching_up => match live.progress.phase {
                Phase::Ended(reason) => {
                    // No crawl follows a new one, which had the rest of the budget.
                    let has_left = *pause_at < u32::MAX && live.progress.pages < *pause_at;
                    if has_left && reason != EndReason::Stopped {
                        self.effects.extend(self.library.change(Library::choose_crawl));
                    } else {
                        self.end_update();
                    }
                }
                Phase::Paused if live.progress.pages >= *pause_at => self.end_update(),
                _ => {}
            },
            _ => {}
        }
    }

    /// Ends the update, and opens the topic with the digest if the crawl is visible.
    fn end_update(&mut self) {
        let Some(Update { subject, .. }) = self.library.change(|library| library.update.take()) else {
            return;
        };
        let end = LibraryRequest::ChangeSubject(subject.clone(), SubjectChange::EndUpdate);
        self.send(ToWorker::Library(end));
        match self.location.route() {
            // A person who fills in the form is not interrupted.
            Route::Crawl if !self.screen.asking => self.open(subjects::address(&subject)),
            Route::Library => self.send(ToWorker::Library(LibraryRequest::OpenSubject(subject))),
            _ => {}
        }
    }

    fn set_update_stage(&mut self, stage: UpdateStage) {
        self.library.change(|library| {
            if let Some(update) = &mut library.update {
                update.stage = stage;
            }
        });
    }
}
