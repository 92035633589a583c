//! Builds the folder tree of a bookmark file within limits, and collects the warnings about the parts that are left
//! out.

use super::{Bookmark, Folder};
use crate::import_warning::{ImportWarning, SkippedEntries};
use types::limits::{BOOKMARK_DEPTH, BOOKMARKS, TITLE_CHARS};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, UrlProblem};

/// The folder tree of a file, and the warnings about the skipped parts.
pub(super) type Reading = (Folder, Vec<ImportWarning>);

/// Builds a folder tree.
pub(super) struct Builder {
    /// The open folders, each inside the previous one; the first is the file.
    open: Vec<Folder>,
    /// The number of bookmarks and folders read.
    count: usize,
    skipped: SkippedEntries,
    too_deep: bool,
    is_full: bool,
}

impl Default for Builder {
    fn default() -> Self {
        let open = vec![Folder::default()];
        Self { open, count: 0, skipped: SkippedEntries::default(), too_deep: false, is_full: false }
    }
}

impl Builder {
    /// Returns true once the limit of bookmarks and folders is exceeded: the rest is left out.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Names the file.
    pub(super) fn name(&mut self, name: String) {
        self.open[0].name = name;
    }

    /// Removes the name of the file and returns it.
    pub(super) fn take_name(&mut self) -> Option<String> {
        let name = std::mem::take(&mut self.open[0].name);
        Some(name).filter(|name| !name.is_empty())
    }

    /// Opens a folder in the innermost one; returns false if it is merged into that, beyond a limit.
    pub(super) fn open_folder(&mut self, name: String) -> bool {
        let deep = self.open.len() > BOOKMARK_DEPTH;
        self.too_deep |= deep;
        let opens = !deep && self.take_one();
        self.open.extend(opens.then(|| Folder { name, ..Folder::default() }));
        opens
    }

    /// Names the innermost folder.
    pub(super) fn rename(&mut self, name: String) {
        self.innermost().name = name;
    }

    /// Closes the innermost folder, unless it is the file.
    pub(super) fn close_folder(&mut self) {
        if self.open.len() > 1
            && let Some(folder) = self.open.pop()
        {
            self.innermost().folders.push(folder);
        }
    }

    /// Adds a bookmark, or skips one that cannot be crawled.
    pub(super) fn bookmark(&mut self, title: String, href: &str, added: Option<u64>) {
        let url = match href.trim() {
            "" => Err(UrlProblem::Empty),
            href => CanonicalUrl::parse(href),
        };
        match url {
            Ok(url) => {
                if self.take_one() {
                    self.innermost().bookmarks.push(Bookmark { title, url, added });
                }
            }
            Err(problem) => self.skip(&title, problem),
        }
    }

    fn skip(&mut self, title: &str, problem: UrlProblem) {
        let entry = || {
            // A format may name a folder after its content.
            let names = self.open[1..].iter().map(|folder| &*folder.name).filter(|name| !name.is_empty());
            let names: Vec<&str> = names.collect();
            let place = if names.is_empty() { "" } else { " in " };
            format!("“{title}”{place}{}", names.join("/"))
        };
        self.skipped.add(entry, problem);
    }

    fn innermost(&mut self) -> &mut Folder {
        self.open.last_mut().expect("the file's own folder is never closed")
    }

    /// Counts a bookmark or folder; returns false if the limit is reached.
    fn take_one(&mut self) -> bool {
        self.is_full |= self.count == BOOKMARKS;
        self.count += usize::from(!self.is_full);
        !self.is_full
    }

    /// Closes all folders and returns the tree.
    pub(super) fn finish(mut self) -> Reading {
        let unclosed = self.open.len() > 1 && !self.is_full;
        while self.open.len() > 1 {
            self.close_folder();
        }
        let deep = self.too_deep.then_some(ImportWarning::TooDeep(BOOKMARK_DEPTH));
        let full = self.is_full.then_some(ImportWarning::TooMany(BOOKMARKS));
        let unclosed = unclosed.then_some(ImportWarning::UnclosedFolder);
        let file = self.open.swap_remove(0);
        (file, self.skipped.warnings([deep, full, unclosed]))
    }
}

/// Returns a title without control characters and repeated white space, cut to [`TITLE_CHARS`].
pub(super) fn title(text: &str) -> String {
    cut(&clean(text), TITLE_CHARS).trim_end().to_owned()
}

/// Returns a date in seconds since 1970. Some programs write milliseconds or microseconds; 0 means "unknown".
pub(super) fn seconds(date: &str) -> Option<u64> {
    let date: u64 = date.trim().parse().ok()?;
    match date {
        0 => None,
        1..100_000_000_000 => Some(date),
        100_000_000_000..100_000_000_000_000 => Some(date / 1_000),
        _ => Some(date / 1_000_000),
    }
}
