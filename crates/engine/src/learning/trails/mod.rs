//! Reads and writes trails: JSON ([`read_json`]), bookmark folders ([`to_folder`]), pasted lists ([`read_list`]); creates them from a link graph
//! ([`Backlinks`]).
//!
//! A page that cannot be crawled is left out, with a warning. Not covered: what a trail is ([`types::trails`]).

mod backlinks;
mod demo;
mod folders;
mod intake;
mod json;
mod list;

pub use backlinks::{Backlinks, KnownLinks};
pub use demo::from_demo;
pub use folders::{of_folders, suggested_kinds, to_folder, with_bookmarks};
pub use json::{read as read_json, read_saved as read_saved_json, write as write_json};
pub use list::read as read_list;
use types::limits::TITLE_CHARS;
use types::text::{clean, cut};
use types::trails::TrailPage;

/// The prefix of the title of a page marked as relevant, in formats without marks of their own.
const RELEVANT: char = '★';
/// The prefix of the title of a page marked as not relevant.
const OTHER: char = '☆';

/// Returns a name or title in the stored form.
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

/// Returns pages with their marks, in order: by default, the last one is relevant and the rest are not.
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
