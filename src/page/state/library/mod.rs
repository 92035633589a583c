//! Holds the state of the Library: saved crawls, the latest search, files in progress, notices.

pub mod revisits;
pub mod status;

use crate::page::dom::text::shown;
use crate::page::state::feedback::Feedback;
use crate::protocol::Suspect;
use crate::protocol::library::{
    CrawlFile, ImportResult, LibraryContents, LibraryEvent, RecordedWeb, Search, SearchResults, SparkFiles,
};
use revisits::Revisits;
use std::collections::BTreeMap;
use std::rc::Rc;

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
    /// The feedback on the latest action; the id of the crawl that it deleted.
    pub feedback: Feedback<String>,
    /// The open revisit.
    pub revisits: Option<Revisits>,
    /// The pages that crashed the worker, which revisits skip.
    pub suspects: Vec<Suspect>,
    /// The reasons that crawls could not be opened, by id.
    pub unopenable: BTreeMap<String, String>,
}

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
    /// The addresses from a file that are not in the form yet.
    pub seeds: Option<Rc<ImportedSeeds>>,
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
    /// The id of the crawl whose export the feedback is about.
    latest: Option<String>,
    /// A file that is ready to be saved.
    pub made: Option<Rc<CrawlFile>>,
    /// The id of the latest crawl whose commands for Spark were shown, and the commands, or the reason that it has none.
    pub spark: Option<(String, Result<Rc<SparkFiles>, String>)>,
}

/// Seed addresses from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportedSeeds {
    /// The addresses.
    pub urls: Vec<String>,
    /// The omitted part of the file with the reason, in a sentence.
    pub warning: Option<String>,
}

/// An action in the Library.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryAction {
    /// An export of the crawl with this id was requested.
    Make(String),
    /// The file was saved.
    Saved,
    /// The worker is reading a file with this name.
    Bring(String),
    /// A file cannot be imported; the reason, in a sentence.
    ReportError(String),
    /// Searches; without words, it ends the search.
    Search(Search),
    /// The crawl with this id and name was deleted.
    Delete(String, String),
    /// Opens the revisit of the crawl with this id; none closes it.
    Revisit(Option<String>),
    /// A revisit of the open crawl was requested.
    RevisitBegun,
    /// The addresses were put into the form.
    Seeded,
    /// Shows a notice; an empty one clears it.
    ShowNotice(String),
}

impl Library {
    /// Performs an action.
    pub fn apply(&mut self, action: LibraryAction) {
        self.feedback = Feedback::default();
        if !matches!(action, LibraryAction::Saved) {
            self.exports.latest = None;
        }
        match action {
            LibraryAction::Make(id) => {
                self.exports.latest = Some(id.clone());
                "Creating the file…".clone_into(&mut self.feedback.notice);
                self.exports.making = Some(id);
            }
            LibraryAction::Saved => {
                if let Some(made) = self.exports.made.take() {
                    let lacks = made.lacks.as_ref().map(|lacks| format!(" {lacks}"));
                    self.feedback.notice = format!("Saved “{}”.{}", made.name, lacks.unwrap_or_default());
                }
            }
            LibraryAction::Bring(name) => self.imports.reading = Some((name, 0.0)),
            LibraryAction::ReportError(sentence) => self.feedback.error = Some(sentence),
            LibraryAction::Search(search) if search.words.is_empty() => {
                self.search = LibrarySearch::default();
            }
            LibraryAction::Search(search) => self.search.pending = Some(search),
            LibraryAction::Delete(id, name) => {
                self.feedback.notice = format!("Deleted “{}”.", shown(&name));
                self.feedback.undo = Some(id);
            }
            LibraryAction::Revisit(id) => self.revisits = id.map(Revisits::of),
            LibraryAction::RevisitBegun => {
                if let Some(revisits) = &mut self.revisits {
                    revisits.begin();
                }
            }
            LibraryAction::Seeded => self.imports.seeds = None,
            LibraryAction::ShowNotice(sentence) => self.feedback.notice = sentence,
        }
    }

    /// Handles a message of the worker.
    pub fn on_message(&mut self, news: LibraryEvent) {
        match news {
            LibraryEvent::Contents(contents) => self.contents = Some(contents),
            LibraryEvent::Unchanged(reason) => {
                self.feedback = Feedback::error(format!("Nothing was changed: {reason}."));
            }
            LibraryEvent::SearchResults(found) => {
                if self.search.pending.as_ref() == Some(&found.search) {
                    self.search.pending = None;
                    self.search.results = Some(Rc::new(found));
                }
            }
            LibraryEvent::Exported(made) => {
                self.exports.making = None;
                match made {
                    Ok(made) => self.exports.made = Some(Rc::new(made)),
                    Err(reason) => {
                        self.feedback.notice.clear();
                        self.feedback.error = Some(format!("Could not create the file: {reason}."));
                    }
                }
            }
            LibraryEvent::Reading { name, part } => {
                if let Some((_, known)) = self.imports.reading.as_mut().filter(|(own, _)| *own == name) {
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
            // The event is handled by the trails.
            LibraryEvent::ContextSet(_) => {}
            LibraryEvent::Imported { name, result } => {
                self.end_reading(&name);
                self.on_import(&shown(&name), result);
            }
        }
    }

    /// Returns the feedback, if it is about an export of the crawl with this id; else none.
    pub fn export_feedback(&self, id: &str) -> Feedback<String> {
        if self.exports.latest.as_deref() == Some(id) { self.feedback.clone() } else { Feedback::default() }
    }

    /// Returns whether a revisit is running.
    pub fn is_revisiting(&self) -> bool {
        let revisits = self.revisits.as_ref();
        revisits.is_some_and(|revisits| revisits.progress.is_some())
    }

    /// Returns whether a revisit is requesting pages, during which the worker reports every second. Selecting the pages may take longer.
    pub fn is_requesting(&self) -> bool {
        let progress = self.revisits.iter().flat_map(|revisits| &revisits.progress);
        progress.into_iter().any(|(_, of, _)| *of > 0)
    }

    /// Reports a crawl that could not be opened.
    pub fn cannot_open(&mut self, id: String, reason: String) {
        self.unopenable.insert(id, reason);
    }

    /// Ends the progress display of a file, unless another file is being read.
    fn end_reading(&mut self, name: &str) {
        self.imports.reading.take_if(|(own, _)| own == name);
    }

    fn on_import(&mut self, file: &str, result: Result<ImportResult, String>) {
        self.feedback.notice.clear();
        match result {
            Ok(ImportResult::Crawl { name, .. }) => {
                self.imports.count += 1;
                self.feedback.notice = format!("Imported “{}” from “{file}”.", shown(&name));
            }
            Ok(ImportResult::Seeds { urls, warnings }) => {
                let warnings: Vec<String> = warnings.iter().map(|one| shown(one)).collect();
                let warning =
                    (!warnings.is_empty()).then(|| format!("“{file}” was imported in part: {}.", warnings.join("; ")));
                self.imports.seeds = Some(Rc::new(ImportedSeeds { urls, warning }));
            }
            Ok(ImportResult::Web(web)) => self.imports.web = Some(Rc::new(web)),
            Err(reason) => {
                self.feedback.error = Some(format!("Could not import “{file}”: {}.", shown(&reason)));
            }
        }
    }
}
