//! Trails to learn from, as a file: JSON, a bookmark file whose folders are trails, or a list of addresses.

use crate::{LabError, file};
use engine::{bookmarks, trails};
use std::fmt::Display;
use std::path::Path;
use types::trails::Trails;

/// Reads trails. Reports pages that cannot be crawled on the standard error.
pub(crate) fn read(path: &Path) -> Result<Trails, LabError> {
    file::read(path, |text| match text.trim_start().chars().next() {
        Some('{') => of_json(text),
        Some('<') => of_bookmarks(text),
        _ => {
            let (trails, complaints) = trails::read_list(text);
            tell(&complaints);
            Ok(trails)
        }
    })
}

/// Returns the trails of a JSON text.
fn of_json(text: &str) -> Result<Trails, String> {
    let (trails, complaints) =
        trails::read_json(text.as_bytes()).map_err(|error| error.to_string())?;
    tell(&complaints);
    Ok(trails)
}

fn of_bookmarks(text: &str) -> Result<Trails, String> {
    let (folder, complaints) =
        bookmarks::read(text.as_bytes()).map_err(|error| error.to_string())?;
    tell(&complaints);
    Ok(Trails::from(&folder))
}

fn tell(complaints: &[impl Display]) {
    for complaint in complaints {
        eprintln!("{complaint}");
    }
}
