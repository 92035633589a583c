//! Holds the state of comparisons: the choices, the form, the list, and the open comparison.

pub mod draft;
pub mod strategy_draft;
pub mod topic_data;

use super::form::{Form, problem};
use super::library::{Library, status};
use crate::State;
use crate::editing::{FieldChange, FieldName};
use crate::effect::{Effect, FileData};
use crate::feedback::Feedback;
use crate::route::Route;
use crate::text::shown;
use draft::Draft;
use protocol::compare::{
    CompareChoices, CompareEvent, CompareRequest, ComparisonFile, ComparisonForm, ComparisonFormat, ComparisonSummary,
    ComparisonView, Imported, OpenComparison, RequestBudget, TrialProgress,
};
use protocol::{Problem, SourceKind, ToWorker};
use std::rc::Rc;
use topic_data::TopicData;

/// Holds the state of comparisons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompareState {
    /// The choices; `None` before the worker has sent them.
    pub offer: Option<Rc<CompareChoices>>,
    /// The saved comparisons, the latest first, or the reason that they cannot be listed; `None` before the worker has
    /// sent them.
    pub kept: Option<Result<Rc<Vec<ComparisonSummary>>, String>>,
    /// The form of the next comparison.
    pub draft: Draft,
    /// The submission of the form.
    pub submission: Submission,
    /// The open comparison.
    pub run: ComparisonRun,
    /// The number of plans that were put into the form, which is scrolled into view for each.
    pub imports: u32,
    /// The feedback on the latest action.
    pub feedback: Feedback<CompareUndo>,
}

/// The object of the latest action, which can be restored.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareUndo {
    /// The form; the one before.
    Form(Box<Draft>),
    /// The comparison with this id was deleted.
    Deletion(String),
}

/// The submission of the form.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Submission {
    /// The form was not sent, or the worker has answered.
    #[default]
    Editing,
    /// The form was sent, and the worker has not answered.
    Sent,
    /// The person must confirm this number of requests to live sites.
    Confirm(RequestBudget),
}

/// Holds the open comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComparisonRun {
    /// Its results.
    pub results: Option<Rc<OpenComparison>>,
    /// The progress of the running trial.
    pub progress: Option<Rc<TrialProgress>>,
    /// The id of a comparison that could not be opened, and the error.
    pub error: Option<(String, String)>,
}

/// An action on comparisons.
pub enum CompareAction {
    /// Changes a field of the form and clears its problem.
    Edit(FieldName, FieldChange<Draft>),
    /// Changes a field of the strategy whose settings are open.
    Param(FieldName, FieldChange<Form>),
    /// Removes or replaces parts of the form, by the name of the field, with a notice. The change can be undone.
    Replace(FieldName, String, FieldChange<Draft>),
    /// Deletes the comparison with this id and name.
    Delete(String, String),
    /// Restores the form before the last change, or the comparison that was deleted last.
    Undo,
    /// Sends the form to the worker; true if the person confirmed the requests to live sites.
    Begin(bool),
    /// The person declined requests to live sites.
    Decline,
    /// Changes the view of the open comparison immediately, and requests its values.
    Look(ComparisonView),
    /// Sends a request that changes nothing here before its answer.
    Request(CompareRequest),
    /// Shows a notice; an empty one clears it.
    ShowNotice(String),
    /// Reports a failure and its cause.
    ReportError(String),
}

impl CompareState {
    /// Returns the cards; `None` if they are not known.
    pub fn cards(&self) -> Option<&[ComparisonSummary]> {
        match &self.kept {
            Some(Ok(cards)) => Some(cards),
            _ => None,
        }
    }

    /// Performs an action, and returns its effects.
    pub fn apply(&mut self, action: CompareAction) -> Vec<Effect> {
        let Feedback { undo, .. } = std::mem::take(&mut self.feedback);
        match action {
            CompareAction::Replace(field, notice, how) => {
                self.feedback.undo = Some(CompareUndo::Form(Box::new(self.draft.clone())));
                self.draft.edit(&field, how);
                self.feedback.notice = notice;
            }
            CompareAction::Delete(id, name) => {
                self.feedback = Feedback::deletion(&name, CompareUndo::Deletion(id.clone()));
                return vec![send(CompareRequest::Delete(id))];
            }
            CompareAction::Undo => {
                "Undone.".clone_into(&mut self.feedback.notice);
                match undo {
                    Some(CompareUndo::Form(draft)) => self.draft = *draft,
                    Some(CompareUndo::Deletion(id)) => return vec![send(CompareRequest::Restore(id))],
                    None => self.feedback.notice.clear(),
                }
            }
            CompareAction::Edit(field, how) => self.draft.edit(&field, how),
            CompareAction::Param(field, how) => self.draft.edit_open(&field, how),
            // The whole state has its inputs (`State::apply_compare`).
            CompareAction::Begin(_) => {}
            CompareAction::Decline => self.submission = Submission::Editing,
            CompareAction::Look(look) => {
                if let Some(results) = &mut self.run.results {
                    Rc::make_mut(results).look = look;
                }
                return vec![send(CompareRequest::View(look))];
            }
            CompareAction::Request(request) => return vec![send(request)],
            CompareAction::ShowNotice(sentence) => self.feedback.notice = sentence,
            CompareAction::ReportError(sentence) => self.feedback.error = Some(sentence),
        }
        Vec::new()
    }

    /// Sends the form, or shows the problems by field; returns the effects.
    pub fn begin(&mut self, request: Result<CompareRequest, Vec<Problem>>) -> Vec<Effect> {
        self.feedback = Feedback::default();
        match request {
            Ok(request) => {
                self.draft.problems.clear();
                self.submission = Submission::Sent;
                vec![send(request)]
            }
            Err(problems) => {
                self.draft.problems = problems;
                Vec::new()
            }
        }
    }

    /// Handles a message of the worker, and returns its effects.
    pub fn on_message(&mut self, event: CompareEvent) -> Vec<Effect> {
        match event {
            CompareEvent::Choices(offer) => {
                self.draft.offer(&offer);
                self.offer = Some(Rc::from(offer));
            }
            CompareEvent::Saved(kept) => self.kept = Some(kept.map(Rc::new)),
            CompareEvent::Read { file, read } => self.on_import(file, read),
            CompareEvent::Refused(problems) => {
                self.submission = Submission::Editing;
                self.draft.problems = problems;
            }
            CompareEvent::ConfirmRequests(budget) => self.submission = Submission::Confirm(budget),
            CompareEvent::Began(id) => {
                self.submission = Submission::Editing;
                self.run = ComparisonRun::default();
                self.feedback = Feedback::default();
                return vec![Effect::Open(page_of(&id))];
            }
            CompareEvent::NotOpened { id, message } => self.run.error = Some((id, message)),
            CompareEvent::Results(results) => {
                if !results.is_here {
                    self.run.progress = None;
                }
                self.run.results = Some(Rc::from(results));
            }
            CompareEvent::Progress(progress) => self.run.progress = Some(Rc::new(progress)),
            CompareEvent::CrawlSaved(Ok(id)) => {
                self.feedback = Feedback::default();
                return vec![Effect::Open(status::address(&id))];
            }
            CompareEvent::CrawlSaved(Err(sentence)) => {
                self.feedback.error = Some(format!("Could not open the crawl: {sentence}"));
            }
            CompareEvent::Exported { format, name, made } => match made {
                Ok(ComparisonFile { file }) => {
                    self.feedback = Feedback::default();
                    self.feedback.notice = format!("Saved “{name}”.");
                    let content = match format {
                        ComparisonFormat::Png => FileData::Picture(file),
                        _ => FileData::Blob(file),
                    };
                    return vec![Effect::Save(name, content)];
                }
                Err(reason) => {
                    self.feedback.error = Some(format!("Could not create the file: {reason}."));
                }
            },
        }
        Vec::new()
    }

    /// Resets the data of the crashed worker; the new worker is asked again.
    pub fn on_worker_crash(&mut self) {
        self.run.progress = None;
        if self.submission == Submission::Sent {
            self.submission = Submission::Editing;
        }
    }

    fn fill(&mut self, plan: ComparisonForm) {
        let draft = Draft::from_plan(plan, self.offer.as_deref());
        let before = std::mem::replace(&mut self.draft, draft);
        self.feedback.undo = before.is_filled.then(|| CompareUndo::Form(Box::new(before)));
        if matches!(self.submission, Submission::Confirm(_)) {
            self.submission = Submission::Editing;
        }
        self.imports += 1;
    }

    fn on_import(&mut self, file: Option<String>, read: Result<Imported, String>) {
        self.feedback = Feedback::default();
        let from = file.map_or_else(|| "the link".to_owned(), |name| format!("“{}”", shown(&name)));
        match read {
            Ok(Imported::Plan(plan)) => {
                self.fill(*plan);
                let next = match self.draft.missing_topics() {
                    Some(file) => {
                        format!("Its topics are in “{}”: choose that file too.", shown(file))
                    }
                    None => "Press “Run comparison” to start.".to_owned(),
                };
                self.feedback.notice = format!("Loaded the plan from {from}. {next}");
            }
            Ok(Imported::Topics(topics, left_out)) => {
                self.feedback.undo = Some(CompareUndo::Form(Box::new(self.draft.clone())));
                self.draft.add_topics(&topics);
                self.feedback.notice = format!("Loaded the topics from {from}.");
                if let Some(first) = left_out.first() {
                    let (all, first) = (left_out.len(), shown(first));
                    self.feedback.notice = format!("{} Not imported: {first}; {all} in all.", self.feedback.notice);
                }
            }
            Err(reason) => {
                self.feedback.error = Some(format!("Could not read a plan from {from}: {}.", shown(&reason)));
            }
        }
    }
}

/// Returns the address of the page of a comparison.
pub fn page_of(id: &str) -> String {
    format!("#/compare?id={id}")
}

fn send(request: CompareRequest) -> Effect {
    Effect::Send(ToWorker::Compare(request))
}

/// Returns the name of a web in a plan; a demo web with a custom seed keeps its name.
fn web_name(kind: SourceKind, before: &str, library: &Library) -> String {
    match kind {
        SourceKind::Demo if before.starts_with("demo:") => before.to_owned(),
        SourceKind::Demo => "demo".to_owned(),
        SourceKind::Recorded => {
            library.imports.web.as_ref().map_or_else(|| "recorded".to_owned(), |web| web.name.clone())
        }
        SourceKind::Proxy | SourceKind::Direct => "live".to_owned(),
    }
}

impl State {
    /// Performs an action on comparisons.
    pub(super) fn apply_compare(&mut self, action: CompareAction) {
        let effects = if let CompareAction::Begin(agreed) = action {
            let request = self.comparison_request(agreed);
            self.compare.change(|compare| compare.begin(request))
        } else {
            self.compare.change(|compare| compare.apply(action))
        };
        self.effects.extend(effects);
    }

    /// Returns the request of the form, or the problems by field. Measures that the web cannot provide are dropped.
    fn comparison_request(&self, agreed: bool) -> Result<CompareRequest, Vec<Problem>> {
        let (draft, form) = (&self.compare.draft, &self.setup.form);
        let kind = form.source(&self.catalog);
        let web = web_name(kind, &draft.form.web, &self.library);
        let mut plan = draft.plan(&web, kind == SourceKind::Demo, &self.catalog)?;
        let source = form.full_source(&self.catalog).map_err(|sentence| vec![problem("source", sentence)])?;
        plan.measures = TopicData::new(draft, kind).computable(&plan.measures).collect();
        Ok(CompareRequest::Begin { plan: Box::new(plan), source, agreed })
    }

    /// Handles a message of the worker about comparisons. A plan that was put into the form selects its source there.
    pub(super) fn on_compare_message(&mut self, event: CompareEvent) {
        let imports = self.compare.imports;
        let mut effects = self.compare.change(|compare| compare.on_message(event));
        if self.compare.imports != imports {
            let kind = match (self.compare.draft.form.web.as_str(), self.setup.form.source(&self.catalog)) {
                ("live", kind @ (SourceKind::Proxy | SourceKind::Direct)) => kind,
                ("live", _) => SourceKind::Proxy,
                (web, _) if web == "demo" || web.starts_with("demo:") => SourceKind::Demo,
                _ => SourceKind::Recorded,
            };
            self.edit_form("source", Box::new(move |form| form.source.kind = Some(kind)));
            effects.push(Effect::Open("#/compare".to_owned()));
        }
        // If the person has left the screen, they are not brought back.
        if self.location.route() != Route::Compare {
            effects.retain(|effect| !matches!(effect, Effect::Open(_)));
        }
        self.effects.extend(effects);
    }
}
