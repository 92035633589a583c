//! Holds the state of the Library: saved crawls, the latest search, files in progress, notices.

pub mod revisits;
pub mod status;

use crate::page::dom::text::shown;
use crate::protocol::Suspect;
use crate::protocol::library::{
    CrawlFile, ImportResult, LibraryContents, LibraryEvent, RecordedWeb, Search, SearchResults,
    SparkFiles,
};
use revisits::Revisits;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Holds the state of the Library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// The saved crawls, or the reason that they cannot be listed; `None` before the worker has sent them.
    pub contents: Option<Result<LibraryContents, String>>,
    /// The current search.
    pub searching: Option<Search>,
    /// The result of the latest search.
    pub found: Option<Rc<SearchResults>>,
    /// The file that is being read, and its finished share in 0..=1.
    pub reading: Option<(String, f64)>,
    /// The id of the crawl that is being exported.
    pub making: Option<String>,
    /// A file that is ready to be saved.
    pub made: Option<Rc<CrawlFile>>,
    /// The id of the latest crawl whose commands for Spark were shown, and the commands, or the reason that it has none.
    pub spark: Option<(String, Result<Rc<SparkFiles>, String>)>,
    /// The addresses from a file that are not in the form yet.
    pub seeds: Option<Rc<Seeds>>,
    /// The recorded web that is loaded in the worker.
    pub web: Option<Rc<RecordedWeb>>,
    /// The number of imports, each of which refreshes the list.
    pub imports: u32,
    /// The latest notice.
    pub notice: String,
    /// The id of the crawl that was deleted last, until another action.
    pub undo: Option<String>,
    /// The latest failure and its cause, in a sentence.
    pub wrong: Option<String>,
    /// The open revisit.
    pub revisits: Option<Revisits>,
    /// The pages that crashed the worker, which revisits skip.
    pub suspects: Vec<Suspect>,
    /// The reasons that crawls could not be opened, by id.
    pub unopenable: BTreeMap<String, String>,
}

/// Seed addresses from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
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
    Wrong(String),
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
        (self.notice, self.wrong, self.undo) = (String::new(), None, None);
        match action {
            LibraryAction::Make(id) => {
                "Creating the file…".clone_into(&mut self.notice);
                self.making = Some(id);
            }
            LibraryAction::Saved => {
                if let Some(made) = self.made.take() {
                    let lacks = made.lacks.as_ref().map(|lacks| format!(" {lacks}"));
                    self.notice = format!("Saved “{}”.{}", made.name, lacks.unwrap_or_default());
                }
            }
            LibraryAction::Bring(name) => self.reading = Some((name, 0.0)),
            LibraryAction::Wrong(sentence) => self.wrong = Some(sentence),
            LibraryAction::Search(search) if search.words.is_empty() => {
                (self.searching, self.found) = (None, None);
            }
            LibraryAction::Search(search) => self.searching = Some(search),
            LibraryAction::Delete(id, name) => {
                self.notice = format!("Deleted “{}”.", shown(&name));
                self.undo = Some(id);
            }
            LibraryAction::Revisit(id) => self.revisits = id.map(Revisits::of),
            LibraryAction::RevisitBegun => {
                if let Some(revisits) = &mut self.revisits {
                    revisits.begin();
                }
            }
            LibraryAction::Seeded => self.seeds = None,
            LibraryAction::ShowNotice(sentence) => self.notice = sentence,
        }
    }

    /// Handles a message of the worker.
    pub fn on_message(&mut self, news: LibraryEvent) {
        match news {
            LibraryEvent::Contents(contents) => self.contents = Some(contents),
            LibraryEvent::Unchanged(reason) => {
                (self.notice, self.undo) = (String::new(), None);
                self.wrong = Some(format!("Nothing was changed: {reason}."));
            }
            LibraryEvent::SearchResults(found) => {
                if self.searching.as_ref() == Some(&found.search) {
                    self.searching = None;
                    self.found = Some(Rc::new(found));
                }
            }
            LibraryEvent::Exported(made) => {
                self.making = None;
                match made {
                    Ok(made) => self.made = Some(Rc::new(made)),
                    Err(reason) => {
                        self.notice.clear();
                        self.wrong = Some(format!("Could not create the file: {reason}."));
                    }
                }
            }
            LibraryEvent::Reading { name, part } => {
                if let Some((_, known)) = self.reading.as_mut().filter(|(own, _)| *own == name) {
                    *known = part;
                }
            }
            LibraryEvent::ImportCanceled(name) => {
                self.end_reading(&name);
                self.notice = format!("Canceled “{}”; nothing was changed.", shown(&name));
            }
            LibraryEvent::Spark { crawl, files } => {
                let notice = if files.is_ok() {
                    "The commands are ready."
                } else {
                    ""
                };
                notice.clone_into(&mut self.notice);
                self.spark = Some((crawl, files.map(Rc::new)));
            }
            // The event is handled by the trails.
            LibraryEvent::ContextSet(_) => {}
            LibraryEvent::Imported { name, result } => {
                self.end_reading(&name);
                self.on_import(&shown(&name), result);
            }
        }
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
        self.reading.take_if(|(own, _)| own == name);
    }

    fn on_import(&mut self, file: &str, result: Result<ImportResult, String>) {
        self.notice.clear();
        match result {
            Ok(ImportResult::Crawl { name, .. }) => {
                self.imports += 1;
                self.notice = format!("Imported “{}” from “{file}”.", shown(&name));
            }
            Ok(ImportResult::Seeds { urls, warnings }) => {
                let warnings: Vec<String> = warnings.iter().map(|one| shown(one)).collect();
                let warning = (!warnings.is_empty())
                    .then(|| format!("“{file}” was imported in part: {}.", warnings.join("; ")));
                self.seeds = Some(Rc::new(Seeds { urls, warning }));
            }
            Ok(ImportResult::Web(web)) => self.web = Some(Rc::new(web)),
            Err(reason) => {
                self.wrong = Some(format!("Could not import “{file}”: {}.", shown(&reason)));
            }
        }
    }
}
