//! Reads trails from a file: JSON, a bookmark file whose folders are trails, or a list of addresses.

use crate::{LabError, file};
use engine::html::EncodingRs;
use engine::learning::bookmarks::{self, BookmarksError, Folder};
use engine::learning::trails;
use std::fmt::Display;
use std::path::Path;
use types::trails::{TrailKind, Trails};

/// The meaning of the folders of a bookmark file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FolderMeaning {
    /// Each is a path to its last page.
    Paths,
    /// Each is a set of good pages.
    Sets,
    /// A path or a set, depending on the marks, hosts and times of its pages.
    Suggested,
}

/// Reads trails; `folders` is the meaning of the folders of a bookmark file. Prints pages that cannot be crawled to the
/// standard error.
pub(crate) fn read(path: &Path, folders: FolderMeaning) -> Result<Trails, LabError> {
    file::read_bytes(path, |bytes| match bookmarks::read(bytes, &EncodingRs) {
        Ok((folder, warnings)) => {
            print_warnings(&warnings);
            Ok(of_folders(&folder, folders))
        }
        Err(BookmarksError::NoBookmarksInJson | BookmarksError::DamagedJson(_) | BookmarksError::LongJson)
            if trails::is_trails_json(bytes) =>
        {
            of_json(bytes)
        }
        Err(BookmarksError::Text | BookmarksError::Empty) => {
            let text = bookmarks::list_text(bytes, &EncodingRs).ok_or(UNKNOWN)?;
            let (trails, warnings) = trails::read_list(&text);
            print_warnings(&warnings);
            Ok(trails)
        }
        Err(error) => Err(error.to_string()),
    })
}

const UNKNOWN: &str = "it is not a trails file (JSON), a bookmark file or a list of URLs";

/// Returns the trails of a JSON text.
fn of_json(bytes: &[u8]) -> Result<Trails, String> {
    let (trails, warnings) = trails::read_json(bytes).map_err(|error| error.to_string())?;
    print_warnings(&warnings);
    Ok(trails)
}

fn of_folders(folder: &Folder, folders: FolderMeaning) -> Trails {
    let suggested = trails::suggested_kinds(folder).0;
    trails::of_folders(folder, |at| match folders {
        FolderMeaning::Paths => TrailKind::Path,
        FolderMeaning::Sets => TrailKind::Set,
        FolderMeaning::Suggested => suggested[at],
    })
}

fn print_warnings(warnings: &[impl Display]) {
    for warning in warnings {
        eprintln!("{warning}");
    }
}
