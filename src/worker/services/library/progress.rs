//! Tracks the progress of an import: reports it, yields to other tasks, and ends the import if the person cancels it.

use super::LibraryService;
use crate::protocol::ToPage;
use crate::protocol::library::LibraryEvent;
use crate::worker::browser::clock::{self, Yielder};
use crate::worker::storage::database::StorageError;

/// The milliseconds of work after which the page and a running crawl continue.
const WORK_MS: f64 = 10.0;
/// The milliseconds between two reports.
const REPORT_MS: f64 = 100.0;
/// The share of the work for reading the bytes. The rest is parsing.
const READING_SHARE: f64 = 0.2;

/// The error of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportError {
    /// The person canceled it, or imported another file.
    Cancelled,
    /// The file is invalid; the reason, as a sentence without its period.
    Invalid(String),
}

impl From<StorageError> for ImportError {
    fn from(error: StorageError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<&str> for ImportError {
    fn from(sentence: &str) -> Self {
        Self::Invalid(sentence.to_owned())
    }
}

/// An import in progress.
pub(super) struct ImportProgress<'a> {
    library: &'a LibraryService,
    name: &'a str,
    /// The number of this import.
    number: u32,
    yielder: Yielder,
    /// The time at which other tasks last ran.
    turn_at: f64,
    /// The time of the last report.
    reported_at: f64,
}

impl<'a> ImportProgress<'a> {
    /// Starts an import, which cancels an earlier one.
    pub(super) fn begin(library: &'a LibraryService, name: &'a str) -> Self {
        let number = library.imports.get() + 1;
        library.imports.set(number);
        let now = clock::precise();
        Self { library, name, number, yielder: Yielder::new(), turn_at: now, reported_at: now }
    }

    /// Reports that the share `part` of the bytes is read, in 0..=1.
    ///
    /// # Errors
    /// [`ImportError::Cancelled`].
    pub(super) async fn reading(&mut self, part: f64) -> Result<(), ImportError> {
        self.advance(READING_SHARE * part).await
    }

    /// Reports that the share `part` of the bytes is parsed, in 0..=1.
    ///
    /// # Errors
    /// [`ImportError::Cancelled`].
    pub(super) async fn parsing(&mut self, part: f64) -> Result<(), ImportError> {
        let done = (1.0 - READING_SHARE).mul_add(part, READING_SHARE);
        self.advance(done).await
    }

    async fn advance(&mut self, part: f64) -> Result<(), ImportError> {
        let now = clock::precise();
        if now - self.turn_at < WORK_MS {
            return Ok(());
        }
        if now - self.reported_at >= REPORT_MS {
            self.reported_at = now;
            let name = self.name.to_owned();
            let news = LibraryEvent::Reading { name, part };
            let context = &self.library.context;
            context.send(&ToPage::Library(Box::new(news)));
        }
        self.yielder.yield_now().await;
        self.turn_at = clock::precise();
        if self.library.imports.get() == self.number { Ok(()) } else { Err(ImportError::Cancelled) }
    }
}
