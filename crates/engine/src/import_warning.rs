//! Describes what the import of a file left out, for bookmarks, trails and lists of URLs.

use types::limits::LISTED_PROBLEMS;
use types::url::UrlProblem;

/// A part of a file that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportWarning {
    /// An entry that cannot be crawled was skipped.
    #[error("{entry} was left out: {problem}")]
    Skipped {
        /// The entry as a sentence names it: `“title” in folder`, `page 2 of trail 1`, `line 7`.
        entry: String,
        /// The problem of its URL.
        problem: UrlProblem,
    },
    /// A trail has no page that can be crawled, and was left out.
    #[error("{0} was left out: it has no pages")]
    NoPages(String),
    /// The number of further entries that cannot be crawled, after the first [`LISTED_PROBLEMS`].
    #[error("{0} more entries were left out: they are not URLs of web pages, or have no pages")]
    MoreSkipped(usize),
    /// The number of entries that repeat an earlier one.
    #[error("duplicates were left out: {0}")]
    Repeated(usize),
    /// The file has more entries than this limit.
    #[error("there are more than {0} entries: the rest was left out, import fewer")]
    TooMany(usize),
    /// The file has more bytes than the limit.
    #[error("the text has {bytes} bytes: only the first {limit} were read")]
    TooLong {
        /// The length of the file, in bytes.
        bytes: usize,
        /// The number of bytes read.
        limit: usize,
    },
    /// Folders below this level were merged into the one above them.
    #[error("folders nested more than {0} levels deep were merged into their parents")]
    TooDeep(usize),
    /// The file ends inside a folder.
    #[error("the file ends inside a folder: export it again if bookmarks are missing")]
    UnclosedFolder,
    /// The file is damaged; with the parser's message.
    #[error("the file is damaged ({0}): only the entries before that place were read")]
    Damaged(String),
}

/// Collects the entries that were skipped: lists the first ones and counts the others.
#[derive(Default)]
pub struct SkippedEntries {
    listed: Vec<ImportWarning>,
    more: usize,
}

impl SkippedEntries {
    /// Adds an entry. `entry` names it as in [`ImportWarning::Skipped`].
    pub fn add(&mut self, entry: impl FnOnce() -> String, problem: UrlProblem) {
        if self.listed.len() < LISTED_PROBLEMS {
            let entry = entry();
            self.listed.push(ImportWarning::Skipped { entry, problem });
        } else {
            self.more += 1;
        }
    }

    /// Adds a trail without pages. `trail` names it.
    pub fn add_empty(&mut self, trail: impl FnOnce() -> String) {
        if self.listed.len() < LISTED_PROBLEMS {
            self.listed.push(ImportWarning::NoPages(trail()));
        } else {
            self.more += 1;
        }
    }

    /// Returns the warnings about skipped entries, then `others`.
    pub fn warnings<const N: usize>(self, others: [Option<ImportWarning>; N]) -> Vec<ImportWarning> {
        let more = (self.more > 0).then_some(ImportWarning::MoreSkipped(self.more));
        let others = others.into_iter().flatten();
        self.listed.into_iter().chain(more).chain(others).collect()
    }
}
