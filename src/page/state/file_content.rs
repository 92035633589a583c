//! Detects the content of a chosen or dropped file by its name or its first characters, and passes the file to the worker.

use super::State;
use super::catalog::Worker;
use super::compare::CompareAction;
use super::form::{lowercase, problem};
use super::library::LibraryAction;
use super::models::ModelsAction;
use super::train::TrainAction;
use crate::page::dom::text::shown;
use crate::protocol::ToWorker;
use crate::protocol::compare::CompareRequest;
use crate::protocol::models::ModelsRequest;
use crate::protocol::trails::TrailsRequest;
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
        let name = lowercase(name);
        let ending = name.rsplit('.').next()?;
        Some(match ending {
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
        if opens_screen {
            match content {
                _ if !is_ready => self.open("#/library"),
                FileContent::Crawl => self.open("#/library"),
                FileContent::Trails => self.open("#/train"),
                FileContent::Model => self.open("#/models"),
                FileContent::Comparison => self.open("#/compare"),
                // The import puts recordings and seeds into the form, or keeps them on a screen that uses them.
                FileContent::Pages | FileContent::Topics => {}
            }
        }
        let InputFile { name, size, file } = file;
        let is_plan = || matches!(lowercase(&name).rsplit('.').next(), Some("json" | "toml"));
        let content = match content {
            FileContent::Comparison if !opens_screen && !(is_ready && is_plan()) => {
                // A new plan clears the messages about the previous one.
                self.compare.change(|compare| compare.apply(CompareAction::ShowNotice(String::new())));
                FileContent::Pages
            }
            _ if opens_screen && !is_ready => FileContent::Pages,
            content => content,
        };
        let megabytes = |bytes: usize| bytes / 1024 / 1024;
        let error = if !is_ready && content != FileContent::Topics {
            let name = shown(&name);
            Some(format!("Could not read “{name}”: the crawler is still loading. Choose it again in a moment."))
        } else if content == FileContent::Trails && size > TRAILS_BYTES as f64 {
            let most = megabytes(TRAILS_BYTES);
            Some(format!(
                "“{name}” is larger than {most} MB. Export fewer folders, or without icons. No trails were changed."
            ))
        } else if content == FileContent::Topics && size > BOOKMARK_BYTES as f64 {
            let most = megabytes(BOOKMARK_BYTES);
            Some(format!("“{name}” is larger than {most} MB. Export fewer bookmarks, or export without icons."))
        } else {
            None
        };
        if let Some(sentence) = error {
            return self.report_file(content, sentence);
        }
        match content {
            FileContent::Crawl | FileContent::Pages => {
                let import = LibraryAction::Import(name, file);
                self.effects.extend(self.library.change(|library| library.apply(import)));
            }
            FileContent::Model => self.send(ToWorker::Models(ModelsRequest::Take { name, file })),
            FileContent::Trails => {
                self.send(ToWorker::Trails(TrailsRequest::ReadFile { name, kinds: None, file }));
            }
            FileContent::Topics => self.send(ToWorker::ReadTopics { name, file }),
            FileContent::Comparison => self.send(ToWorker::Compare(CompareRequest::ReadFile { name, file })),
        }
    }

    fn report_file(&mut self, content: FileContent, sentence: String) {
        match content {
            FileContent::Crawl | FileContent::Pages => {
                self.library.change(|library| library.apply(LibraryAction::ReportError(sentence)));
            }
            FileContent::Model => {
                self.models.change(|models| models.apply(ModelsAction::ReportError(sentence)));
            }
            FileContent::Trails => self.apply_train(TrainAction::ReportError(sentence)),
            FileContent::Topics => self.setup.form.change(|form| form.problems.push(problem("topics", sentence))),
            FileContent::Comparison => {
                self.compare.change(|compare| compare.apply(CompareAction::ReportError(sentence)));
            }
        }
    }
}
