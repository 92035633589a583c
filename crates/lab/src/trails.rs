//! Reads trails from a file: JSON, a bookmark file whose folders are trails, or a list of addresses.

use crate::{LabError, file};
use engine::learning::{bookmarks, trails};
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
    file::read(path, |text| match text.trim_start().chars().next() {
        Some('{') => of_json(text),
        Some('<') => of_bookmarks(text, folders),
        _ => {
            let (trails, warnings) = trails::read_list(text);
            tell(&warnings);
            Ok(trails)
        }
    })
}

/// Returns the trails of a JSON text.
fn of_json(text: &str) -> Result<Trails, String> {
    let (trails, warnings) = trails::read_json(text.as_bytes()).map_err(|error| error.to_string())?;
    tell(&warnings);
    Ok(trails)
}

fn of_bookmarks(text: &str, folders: FolderMeaning) -> Result<Trails, String> {
    let (folder, warnings) = bookmarks::read(text.as_bytes()).map_err(|error| error.to_string())?;
    tell(&warnings);
    let suggested = trails::suggested_kinds(&folder).0;
    Ok(trails::of_folders(&folder, |at| match folders {
        FolderMeaning::Paths => TrailKind::Path,
        FolderMeaning::Sets => TrailKind::Set,
        FolderMeaning::Suggested => suggested[at],
    }))
}

fn tell(warnings: &[impl Display]) {
    for warning in warnings {
        eprintln!("{warning}");
    }
}
