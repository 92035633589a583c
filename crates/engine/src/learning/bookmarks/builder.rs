//! Builds the folder tree of a bookmark file within limits, and collects the warnings about the parts that are left
//! out.

use super::{Bookmark, Folder};
use crate::html::tokenizer::Text;
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
    /// For each open list, true if it opened a folder.
    lists: Vec<bool>,
    /// The number of bookmarks and folders read.
    count: usize,
    skipped: SkippedEntries,
    too_deep: bool,
    is_full: bool,
}

impl Default for Builder {
    fn default() -> Self {
        let (open, skipped) = (vec![Folder::default()], SkippedEntries::default());
        Self { open, lists: Vec::new(), count: 0, skipped, too_deep: false, is_full: false }
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

    /// Opens a list, and a folder for it if it has a name. Beyond a limit the folder is merged into the innermost one.
    pub(super) fn open(&mut self, name: Option<String>) {
        let is_too_deep = name.is_some() && self.open.len() > BOOKMARK_DEPTH;
        self.too_deep |= is_too_deep;
        let name = name.filter(|_| !is_too_deep && self.take_one());
        self.lists.push(name.is_some());
        self.open.extend(name.map(|name| Folder { name, ..Folder::default() }));
    }

    /// Names the folder of the innermost list, if it has one; without a list, the file.
    pub(super) fn rename(&mut self, name: String) {
        if self.lists.last() != Some(&false) {
            self.innermost().name = name;
        }
    }

    /// Closes the innermost list, if one is open.
    pub(super) fn close(&mut self) {
        if self.lists.pop() == Some(true) {
            self.close_folder();
        }
    }

    /// Closes the innermost folder, unless it is the file.
    fn close_folder(&mut self) {
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
        let unclosed = !self.lists.is_empty() && !self.is_full;
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

/// Appends to the text of a caption, up to a multiple of the kept length, since much of it may be white space.
pub(super) fn append(caption: &mut String, text: Text<'_>) {
    let room = (8 * TITLE_CHARS).saturating_sub(caption.len());
    caption.push_str(&text.cut(room).decoded());
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
