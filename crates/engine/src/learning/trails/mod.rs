//! Reads and writes trails: JSON ([`read_json`]), bookmark folders ([`to_folder`]), pasted lists ([`read_list`]);
//! creates them from a link graph ([`Backlinks`]). [`types::trails`] defines and checks them.
//!
//! A page that cannot be crawled is left out with a warning, and so is a trail without pages.

mod backlinks;
mod folders;
mod json;
mod list;

use crate::import_warning::{ImportWarning, SkippedEntries};
pub use backlinks::{Backlinks, KnownLinks};
pub use folders::{of_folders, suggested_kinds, to_folder, with_bookmarks};
pub use json::{
    SourcedTrail, is_trails as is_trails_json, read as read_json, read_sourced as read_sourced_json,
    write as write_json, write_sourced as write_sourced_json,
};
pub use list::read as read_list;
use types::limits::{TITLE_CHARS, TRAIL_ENTRIES};
use types::text::{clean, cut};
use types::trails::{TrailPage, trail_label};
use types::url::UrlProblem;

/// The prefix of the title of a relevant page, in formats without marks.
const RELEVANT: char = '★';
/// The prefix of the title of a page that is not relevant, in formats without marks.
const OTHER: char = '☆';

/// Collects pages up to the limit, and warnings about the rest.
#[derive(Default)]
struct Intake {
    count: usize,
    skipped: SkippedEntries,
    is_full: bool,
}

impl Intake {
    /// Counts one more page or trail. Returns false if the limit is reached.
    fn count_one(&mut self) -> bool {
        self.is_full |= self.count >= TRAIL_ENTRIES;
        self.count += usize::from(!self.is_full);
        !self.is_full
    }

    /// Records a skipped page; both numbers are counted from 1.
    fn skip(&mut self, (trail, name): (usize, &str), number: usize, problem: UrlProblem) {
        let entry = || format!("page {number} of {}", trail_label(name, trail));
        self.skipped.add(entry, problem);
    }

    /// Records a trail that is left out because it has no pages; its number is counted from 1.
    fn skip_trail(&mut self, (trail, name): (usize, &str)) {
        self.skipped.add_empty(|| trail_label(name, trail));
    }

    fn warnings(self) -> Vec<ImportWarning> {
        let full = self.is_full.then_some(ImportWarning::TooMany(TRAIL_ENTRIES));
        self.skipped.warnings([full])
    }
}

/// Returns a name or title in its stored form.
fn caption(text: &str) -> String {
    cut(&clean(text), TITLE_CHARS).trim_end().to_owned()
}

/// Splits a caption into its mark (relevant or not) and the rest.
fn unmarked(caption: &str) -> (Option<bool>, &str) {
    let caption = caption.trim();
    for (mark, relevant) in [(RELEVANT, true), (OTHER, false)] {
        if let Some(rest) = caption.strip_prefix(mark) {
            return (Some(relevant), rest.trim_start());
        }
    }
    (None, caption)
}

/// Returns pages with their relevance, in order: unless marked, only the last one is relevant.
fn marked(pages: impl IntoIterator<Item = (Option<bool>, TrailPage)>) -> Vec<TrailPage> {
    let given: Vec<(Option<bool>, TrailPage)> = pages.into_iter().collect();
    let last = given.len().saturating_sub(1);
    let mark = |(at, (marked, page)): (usize, (Option<bool>, TrailPage))| TrailPage {
        relevant: marked.unwrap_or(at == last),
        ..page
    };
    given.into_iter().enumerate().map(mark).collect()
}

#[cfg(test)]
mod tests;
