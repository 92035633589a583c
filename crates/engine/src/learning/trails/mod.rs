//! Reads and writes trails: JSON ([`read_json`]), bookmark folders ([`to_folder`]), pasted lists ([`read_list`]); creates them from a link graph
//! ([`Backlinks`]). [`types::trails`] defines and checks them.
//!
//! A page that cannot be crawled is left out with a warning.

mod backlinks;
mod folders;
mod intake;
mod json;
mod list;

pub use backlinks::{Backlinks, KnownLinks};
pub use folders::{of_folders, suggested_kinds, to_folder, with_bookmarks};
pub use json::{
    SourcedTrail, read as read_json, read_sourced as read_sourced_json, write as write_json,
    write_sourced as write_sourced_json,
};
pub use list::read as read_list;
use types::limits::TITLE_CHARS;
use types::text::{clean, cut};
use types::trails::TrailPage;

/// The prefix of the title of a relevant page, in formats without marks.
const RELEVANT: char = '★';
/// The prefix of the title of a page that is not relevant, in formats without marks.
const OTHER: char = '☆';

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
