//! Topics to learn from, as a file: what a browser exports, or JSON.

use crate::{LabError, file};
use engine::bookmarks;
use std::path::Path;
use types::taxonomy::Taxonomy;

/// Reads a taxonomy and marks these topics good. Reports bookmarks that cannot be crawled on the standard error.
pub(crate) fn read(path: &Path, good: &[String]) -> Result<Taxonomy, LabError> {
    file::read(path, |text| {
        let mut taxonomy = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| error.to_string())?
        } else {
            of_bookmarks(text)?
        };
        for topic in good {
            let marked = Taxonomy::mark_good(&mut taxonomy, topic);
            marked.map_err(|error| error.to_string())?;
        }
        Ok(taxonomy)
    })
}

fn of_bookmarks(text: &str) -> Result<Taxonomy, String> {
    let (file, warnings) = bookmarks::read(text.as_bytes()).map_err(|error| error.to_string())?;
    for warning in warnings {
        eprintln!("{warning}");
    }
    Ok(Taxonomy::from(&file))
}
