//! Detects the content of a chosen or dropped file by its name or its first characters, and passes the file to the
//! worker.

use super::catalog::Worker;
use super::compare::CompareAction;
use super::feedback::Feedback;
use super::form::{lowercase, problem};
use super::library::LibraryAction;
use super::models::ModelsAction;
use super::train::TrainAction;
use super::{Action, State};
use crate::text::shown;
use protocol::ToWorker;
use protocol::compare::CompareRequest;
use protocol::models::ModelsRequest;
use protocol::trails::TrailsRequest;
use types::limits::{BOOKMARK_BYTES, TRAILS_BYTES};
use web_sys::Blob;

/// A file that the person chose or dropped. Only the worker reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct InputFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: f64,
    /// Its content.
    pub file: Blob,
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// A saved crawl, for the Library.
    Crawl,
    /// A recording, bookmarks or a list of URLs, for the form of a crawl.
    Pages,
    /// A model.
    Model,
    /// Trails.
    Trails,
    /// Topics, for the form of a crawl.
    Topics,
    /// The plan or the topics of a comparison.
    Comparison,
}

impl FileContent {
    /// Returns the content that the name of a file implies; `None` if the name is ambiguous.
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match lowercase(name).rsplit('.').next()? {
            "salticid" => Self::Crawl,
            "salticid-model" => Self::Model,
            "warc" | "gz" => Self::Pages,
            "toml" => Self::Comparison,
            _ => return None,
        })
    }

    /// Returns the content that the first characters of a file imply.
    pub fn of_text(text: &str) -> Self {
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        match () {
            () if is_json && text.contains("\"trails\"") => Self::Trails,
            () if is_json && text.contains("\"strategies\"") => Self::Comparison,
            () => Self::Pages,
        }
    }
}

impl State {
    /// Passes a file to the worker, or reports the reason that it cannot be read.
    pub(super) fn take_file(&mut self, content: FileContent, file: InputFile, opens_screen: bool) {
        let is_ready = self.catalog.worker == Worker::Ready;
        let InputFile { name, size, file } = file;
        let is_plan = || matches!(lowercase(&name).rsplit('.').next(), Some("json" | "toml"));
        let content = match content {
            FileContent::Comparison if !(opens_screen || is_ready && is_plan()) => {
                // A new plan clears the messages about the previous one.
                self.compare.change(|compare| compare.feedback = Feedback::default());
                FileContent::Pages
            }
            _ if opens_screen && !is_ready => FileContent::Crawl,
            content => content,
        };
        if opens_screen {
            match content {
                FileContent::Crawl => self.open("#/library"),
                FileContent::Trails => self.open("#/train"),
                FileContent::Model => self.open("#/models"),
                FileContent::Comparison => self.open("#/compare"),
                // The import puts recordings and seeds into the form, or keeps them on a screen that uses them.
                FileContent::Pages | FileContent::Topics => {}
            }
        }
        let (most, advice) = match content {
            FileContent::Trails => (TRAILS_BYTES, "Export fewer folders, or without icons. No trails were changed."),
            FileContent::Topics => (BOOKMARK_BYTES, "Export fewer bookmarks, or export without icons."),
            _ => (usize::MAX, ""),
        };
        if !is_ready && content != FileContent::Topics {
            let name = shown(&name);
            return self.report_file(
                content,
                format!("Could not read “{name}”: the crawler is still loading. Choose it again in a moment."),
            );
        }
        if size > most as f64 {
            let megabytes = most / 1024 / 1024;
            return self.report_file(content, format!("“{name}” is larger than {megabytes} MB. {advice}"));
        }
        self.send(match content {
            FileContent::Crawl | FileContent::Pages => {
                let import = LibraryAction::Import(name, file);
                return self.effects.extend(self.library.change(|library| library.apply(import)));
            }
            FileContent::Model => ToWorker::Models(ModelsRequest::Take { name, file }),
            FileContent::Trails => ToWorker::Trails(TrailsRequest::ReadFile { name, kinds: None, file }),
            FileContent::Topics => ToWorker::ReadTopics { name, file },
            FileContent::Comparison => ToWorker::Compare(CompareRequest::ReadFile { name, file }),
        });
    }

    fn report_file(&mut self, content: FileContent, sentence: String) {
        self.change(match content {
            FileContent::Crawl | FileContent::Pages => Action::Library(LibraryAction::ReportError(sentence)),
            FileContent::Model => Action::Models(ModelsAction::ReportError(sentence)),
            FileContent::Trails => Action::Train(TrainAction::ReportError(sentence)),
            FileContent::Comparison => Action::Compare(CompareAction::ReportError(sentence)),
            FileContent::Topics => Action::edit_form("topics", |form| form.problems.push(problem("topics", sentence))),
        });
    }
}
