//! Holds the state of the Library: topics and saved crawls, the latest search, files in progress, notices.

pub mod revisits;
pub mod status;
pub mod subject_pages;
pub mod subjects;
pub mod update;

use crate::State;
use crate::effect::Effect;
use crate::feedback::Feedback;
use crate::form::{Form, problem};
use crate::route::Route;
use crate::screen::ScreenAction;
use crate::text::shown;
use protocol::library::{
    ExportRequest, ExportScope, ImportResult, LibraryContents, LibraryEvent, LibraryRequest, RecordedWeb, Search,
    SearchResults, SparkFiles,
};
use protocol::revisit::RevisitRequest;
use protocol::subjects::SubjectChange;
use protocol::{Suspect, ToWorker};
use revisits::Revisits;
use std::collections::BTreeMap;
use std::rc::Rc;
use subjects::OpenSubject;
use types::document::LinkedDocument;
use types::export::ExportFormat;
use types::report::PageRecord;
use update::{Update, UpdateAction};
use web_sys::Blob;

/// The reason that a topic does not list the judged pages of a deleted crawl any more, and the remedy.
const RECORDS_GIVEN_UP: &str = "The topic no longer lists the judged pages of this crawl, since the browser has no \
    storage left for them. To keep them, press “Undo”, free space, then delete the crawl again.";

/// Holds the state of the Library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// The saved crawls, or the reason that they cannot be listed; `None` before the worker has sent them.
    pub contents: Option<Result<LibraryContents, String>>,
    /// The search.
    pub search: LibrarySearch,
    /// Files that are imported.
    pub imports: Imports,
    /// Files that are exported.
    pub exports: Exports,
    /// The id of the latest crawl whose documents were listed, and the documents.
    pub documents: Option<(String, Documents)>,
    /// The open topic.
    pub subject: Option<OpenSubject>,
    /// The update of a topic that is under way, or that was stopped.
    pub update: Option<Update>,
    /// The number of pages that an update requests, as it is typed; empty for the default.
    pub budget: String,
    /// The feedback on the latest action, and what it deleted.
    pub feedback: Feedback<LibraryUndo>,
    /// The notice on a deletion without undo, which is shown once the worker has deleted; empty without one.
    announced: String,
    /// The open revisit.
    pub revisits: Option<Revisits>,
    /// The pages that crashed the worker, which revisits skip.
    pub suspects: Vec<Suspect>,
    /// The reasons that crawls could not be opened, by id.
    pub unopenable: BTreeMap<String, String>,
}

/// The documents that the pages of a crawl link to, the most relevant first, or the reason that they cannot be listed.
pub type Documents = Result<Rc<Vec<LinkedDocument>>, String>;

/// Holds the search of the Library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibrarySearch {
    /// The current search.
    pub pending: Option<Search>,
    /// The result of the latest search.
    pub results: Option<Rc<SearchResults>>,
}

/// Holds the progress and the results of imports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imports {
    /// The file that is being read, and its finished share in 0..=1.
    pub reading: Option<(String, f64)>,
    /// The recorded web that is loaded in the worker.
    pub web: Option<Rc<RecordedWeb>>,
    /// The number of imported crawls, each of which refreshes the list.
    pub count: u32,
}

/// Holds the progress and the results of exports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exports {
    /// The id of the crawl that is being exported.
    pub making: Option<String>,
    /// The pages that the open crawl is exported with.
    pub pages: ExportPages,
    /// The maximum number of tokens of a text, as it is typed; empty for no limit.
    pub tokens: String,
    /// The id of the crawl whose export the feedback is about.
    latest: Option<String>,
    /// The id of the latest crawl whose commands for Spark were shown, and the commands, or the reason that it has
    /// none.
    pub spark: Option<(String, Result<Rc<SparkFiles>, String>)>,
}

impl Exports {
    /// Returns the maximum number of tokens of a text; 0 for no limit.
    pub fn token_limit(&self) -> u32 {
        self.tokens.trim().parse().unwrap_or_default()
    }
}

/// The pages that the open crawl is exported with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportPages {
    /// Those that the format lists: all pages, or the relevant ones.
    #[default]
    Crawl,
    /// The results that pass the filter.
    Listed,
    /// The selected results.
    Selected,
}

/// A deleted item of the Library, which can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryUndo {
    /// The crawl with this id.
    Crawl(String),
    /// The topic with this id.
    Subject(String),
}

impl LibraryUndo {
    /// Returns the action that restores it.
    fn restoration(self) -> LibraryAction {
        match self {
            Self::Crawl(id) => LibraryAction::Restore(id),
            Self::Subject(id) => LibraryAction::ChangeSubject(id, SubjectChange::Restore),
        }
    }
}

/// An action in the Library.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryAction {
    /// Sends a request that changes nothing here before its answer.
    Request(LibraryRequest),
    /// Exports a crawl.
    Export(ExportRequest),
    /// Chooses the pages that the open crawl is exported with.
    ChooseExportPages(ExportPages),
    /// Changes the maximum number of tokens of a text.
    LimitTokens(String),
    /// Imports a file with this name.
    Import(String, Blob),
    /// A file cannot be imported; the reason, in a sentence.
    ReportError(String),
    /// Searches; without words, it ends the search.
    Search(Search),
    /// Deletes the crawl with this id and name.
    Delete(String, String),
    /// Changes the topic with this id.
    ChangeSubject(String, SubjectChange),
    /// The update of a topic.
    Update(UpdateAction),
    /// Restores the crawl or the topic that was deleted last.
    Undo,
    /// Restores the deleted crawl with this id.
    Restore(String),
    /// Erases the crawl with this id, whose card cannot be read.
    Erase(String),
    /// Deletes the page bodies of the crawl with this id and name.
    DropBodies(String, String),
    /// Deletes the pages that the reader has saved.
    DeleteReaderPages,
    /// Opens the revisit of the crawl with this id; none closes it.
    Revisit(Option<String>),
    /// Revisits the open crawl: the number of requests, and the days by which the demo web advances.
    StartRevisit(u32, u32),
    /// Stops the revisit.
    StopRevisit,
    /// Requests the changes of the text of a revisited page, by the number of its record.
    ShowDifference(u32),
    /// Requests persistent storage.
    Persist,
    /// The browser granted persistent storage, or declined it; `None` if it does not offer it.
    Persisted(Option<bool>),
    /// Shows a notice; an empty one clears it.
    ShowNotice(String),
}

impl Library {
    /// Performs an action, and returns its effects.
    pub fn apply(&mut self, action: LibraryAction) -> Vec<Effect> {
        let undo = std::mem::take(&mut self.feedback).undo;
        self.exports.latest = None;
        let request = match action {
            LibraryAction::Request(request) => request,
            LibraryAction::Export(request) => {
                self.exports.latest = Some(request.id.clone());
                "Creating the file…".clone_into(&mut self.feedback.notice);
                self.exports.making = Some(request.id.clone());
                LibraryRequest::Export(request)
            }
            LibraryAction::ChooseExportPages(pages) => {
                self.exports.pages = pages;
                return Vec::new();
            }
            LibraryAction::LimitTokens(tokens) => {
                self.exports.tokens = tokens;
                return Vec::new();
            }
            LibraryAction::Import(name, file) => {
                self.imports.reading = Some((name.clone(), 0.0));
                LibraryRequest::Import { name, file }
            }
            LibraryAction::Search(search) if search.words.is_empty() => {
                self.search = LibrarySearch::default();
                return Vec::new();
            }
            LibraryAction::Search(search) => {
                self.search.pending = Some(search.clone());
                LibraryRequest::Search(search)
            }
            LibraryAction::Delete(id, name) => {
                self.feedback = Feedback::deletion(&name, LibraryUndo::Crawl(id.clone()));
                LibraryRequest::Delete(id)
            }
            LibraryAction::Undo => {
                return undo.map_or_else(Vec::new, |deleted| self.apply(deleted.restoration()));
            }
            LibraryAction::ChangeSubject(id, change) => return self.change_subject(id, change),
            LibraryAction::Update(action) => return self.apply_update(action),
            LibraryAction::Restore(id) => {
                "Undone.".clone_into(&mut self.feedback.notice);
                LibraryRequest::Restore(id)
            }
            LibraryAction::Erase(id) => {
                self.announced = format!("Deleted {id}.");
                LibraryRequest::Erase(id)
            }
            LibraryAction::DropBodies(id, name) => {
                self.announced = format!("Deleted the page bodies of “{}”.", shown(&name));
                LibraryRequest::DropBodies(id)
            }
            LibraryAction::DeleteReaderPages => {
                "Deleted the page texts. Trails are kept.".clone_into(&mut self.announced);
                LibraryRequest::DeleteReaderPages
            }
            LibraryAction::ReportError(sentence) => {
                self.feedback.error = Some(sentence);
                return Vec::new();
            }
            LibraryAction::Persist => return vec![Effect::PersistStorage],
            LibraryAction::Persisted(is_persistent) => {
                let sentence = match is_persistent {
                    Some(true) => "Storage is now persistent.",
                    Some(false) => "The browser declined persistent storage. Export crawls to keep them safe.",
                    None => "This browser does not offer persistent storage. Export crawls to keep them safe.",
                };
                sentence.clone_into(&mut self.feedback.notice);
                LibraryRequest::List
            }
            LibraryAction::ShowNotice(sentence) => {
                self.feedback.notice = sentence;
                return Vec::new();
            }
            LibraryAction::Revisit(id) => {
                let request = id.clone().map(RevisitRequest::Show);
                self.revisits = id.map(Revisits::new);
                return request.into_iter().map(revisit).collect();
            }
            LibraryAction::StartRevisit(requests, days) => {
                let Some(revisits) = &mut self.revisits else {
                    return Vec::new();
                };
                revisits.begin();
                let (id, suspects) = (revisits.id.clone(), self.suspects.clone());
                return vec![revisit(RevisitRequest::Start { id, requests, days, due: None, suspects })];
            }
            LibraryAction::StopRevisit => return vec![revisit(RevisitRequest::Stop)],
            LibraryAction::ShowDifference(n) => {
                let open = self.revisits.iter();
                return open.map(|open| revisit(RevisitRequest::Difference { id: open.id.clone(), n })).collect();
            }
        };
        vec![Effect::Send(ToWorker::Library(request))]
    }

    /// Handles a message of the worker, and returns its effects.
    pub fn on_message(&mut self, event: LibraryEvent) -> Vec<Effect> {
        match event {
            LibraryEvent::Contents(contents) => {
                self.contents = Some(contents);
                if !self.announced.is_empty() {
                    self.feedback.notice = std::mem::take(&mut self.announced);
                }
            }
            LibraryEvent::Unchanged(reason) => {
                self.announced.clear();
                self.feedback = Feedback::error(format!("Nothing was changed: {reason}."));
            }
            LibraryEvent::RecordsGivenUp => self.feedback.error = Some(RECORDS_GIVEN_UP.to_owned()),
            LibraryEvent::SearchResults(found) => {
                if self.search.pending.as_ref() == Some(&found.search) {
                    self.search.pending = None;
                    self.search.results = Some(Rc::new(found));
                }
            }
            LibraryEvent::Exported(made) => {
                self.exports.making = None;
                match made {
                    Ok(made) => {
                        let lacks = made.lacks.as_ref().map(|lacks| format!(" {lacks}"));
                        self.feedback = Feedback::default();
                        self.feedback.notice = format!("Saved “{}”.{}", made.name, lacks.unwrap_or_default());
                        return vec![Effect::save(&made.name, &made.file)];
                    }
                    Err(reason) => {
                        self.feedback.notice.clear();
                        self.feedback.error = Some(format!("Could not create the file: {reason}."));
                    }
                }
            }
            LibraryEvent::Documents { crawl, documents } => self.documents = Some((crawl, documents.map(Rc::new))),
            LibraryEvent::Copy(Ok(text)) => return vec![Effect::Copy(text)],
            LibraryEvent::Copy(Err(reason)) => {
                self.feedback = Feedback::error(format!("Could not copy the page: {reason}."));
            }
            LibraryEvent::Reading { name, part } => {
                if let Some((_, known)) = self.imports.reading.as_mut().filter(|(file, _)| *file == name) {
                    *known = part;
                }
            }
            LibraryEvent::ImportCanceled(name) => {
                self.end_reading(&name);
                self.feedback.notice = format!("Canceled “{}”; nothing was changed.", shown(&name));
            }
            LibraryEvent::Spark { crawl, files } => {
                let notice = if files.is_ok() { "The commands are ready." } else { "" };
                notice.clone_into(&mut self.feedback.notice);
                self.exports.spark = Some((crawl, files.map(Rc::new)));
            }
            LibraryEvent::Subject(id, pages) => self.on_subject_pages(id, pages),
            LibraryEvent::Revisits(id, crawls) => return self.on_update_revisits(&id, crawls),
            // The whole state handles these.
            LibraryEvent::ContextSet(_) | LibraryEvent::UpdateCrawl(..) => {}
            LibraryEvent::Imported { name, result } => {
                self.end_reading(&name);
                self.on_import(&shown(&name), result);
            }
        }
        Vec::new()
    }

    /// Returns the feedback, if it is about an export of the crawl with this id; else none.
    pub fn export_feedback(&self, id: &str) -> Feedback<LibraryUndo> {
        if self.exports.latest.as_deref() == Some(id) { self.feedback.clone() } else { Feedback::default() }
    }

    /// Returns whether a revisit is running.
    pub fn is_revisiting(&self) -> bool {
        let revisits = self.revisits.as_ref();
        revisits.is_some_and(|revisits| revisits.progress.is_some())
    }

    /// Returns whether a revisit is requesting pages, during which the worker reports every second. Selecting the pages
    /// may take longer.
    pub fn is_requesting(&self) -> bool {
        self.revisits.iter().flat_map(|revisits| &revisits.progress).any(|progress| progress.of > 0)
    }

    /// Ends the progress display of a file, unless another file is being read.
    fn end_reading(&mut self, name: &str) {
        self.imports.reading.take_if(|(file, _)| file == name);
    }

    fn on_import(&mut self, file: &str, result: Result<ImportResult, String>) {
        self.feedback.notice.clear();
        match result {
            Ok(ImportResult::Crawl { name, .. }) => {
                self.imports.count += 1;
                self.feedback.notice = format!("Imported “{}” from “{file}”.", shown(&name));
            }
            // The form takes them.
            Ok(ImportResult::Seeds { .. }) => self.feedback = Feedback::default(),
            Ok(ImportResult::Web(web)) => self.imports.web = Some(Rc::new(web)),
            Err(reason) => {
                self.feedback.error = Some(format!("Could not import “{file}”: {}.", shown(&reason)));
            }
        }
    }
}

/// Returns the effect that sends a request about a revisit.
fn revisit(request: RevisitRequest) -> Effect {
    Effect::Send(ToWorker::Revisit(request))
}

impl State {
    /// Exports the open crawl with the chosen pages.
    pub(super) fn export(&mut self, id: String, format: ExportFormat) {
        let ranking = &self.crawl.ranking;
        let pages = match self.library.exports.pages {
            ExportPages::Crawl => None,
            ExportPages::Listed => {
                let listed = (0..ranking.len()).filter_map(|place| ranking.at(place));
                Some(listed.map(|record| record.url.clone()).collect())
            }
            ExportPages::Selected => {
                let selected = |record: &&Rc<PageRecord>| self.train.good.has(record.url.as_str());
                Some(ranking.pages.records().iter().filter(selected).map(|record| record.url.clone()).collect())
            }
        };
        let tokens = self.library.exports.token_limit();
        let request = ExportRequest { id, scope: ExportScope::Crawl, pages, format, tokens };
        self.effects.extend(self.library.change(|library| library.apply(LibraryAction::Export(request))));
    }

    /// Handles a message of the worker about the Library. Seeds and the recorded web of a file are put into the form,
    /// which is opened.
    pub(super) fn on_library_message(&mut self, event: LibraryEvent) {
        match event {
            LibraryEvent::ContextSet(set) => self.train.change(|train| train.on_context_set(set)),
            LibraryEvent::UpdateCrawl(id, crawl) => self.on_update_crawl(&id, crawl),
            LibraryEvent::Imported { name, result } => {
                let (seeds, web) = match &result {
                    Ok(ImportResult::Seeds { urls, warnings }) => (Some((urls.clone(), warnings.clone())), None),
                    Ok(ImportResult::Web(web)) => (None, Some(web.clone())),
                    _ => (None, None),
                };
                let file = shown(&name);
                self.library.change(|library| library.on_message(LibraryEvent::Imported { name, result }));
                if let Some((urls, warnings)) = seeds {
                    self.take_seeds(&file, urls, &warnings);
                }
                if let Some(web) = web {
                    self.edit_form("source", Box::new(move |form| form.select_web(&web)));
                    // The Train and Compare pages use the imported web themselves, so they stay open.
                    if !matches!(self.location.route(), Route::Train | Route::Compare) {
                        self.apply_screen(ScreenAction::ShowForm);
                        self.open("#/crawl");
                    }
                }
            }
            event => {
                let crawls = self.library.crawls_of_open_subject();
                self.effects.extend(self.library.change(|library| library.on_message(event)));
                // Crawls of the open topic were added, moved, deleted or restored.
                if crawls.is_some() && self.library.crawls_of_open_subject() != crawls {
                    self.renew_subject();
                }
                self.fill_example();
            }
        }
    }

    /// Puts the seeds of a file into the form, and opens it.
    fn take_seeds(&mut self, file: &str, urls: Vec<String>, warnings: &[String]) {
        let warnings: Vec<String> = warnings.iter().map(|one| shown(one)).collect();
        let warning = (!warnings.is_empty())
            .then(|| problem("seeds", format!("“{file}” was imported in part: {}.", warnings.join("; "))));
        let edit = move |form: &mut Form| {
            form.scope.add_seeds(&urls);
            form.problems.extend(warning);
        };
        self.edit_form("seeds", Box::new(edit));
        self.apply_screen(ScreenAction::ShowForm);
        self.apply_screen(ScreenAction::FocusField("#seeds"));
        self.open("#/crawl");
    }
}
