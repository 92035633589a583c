//! Sizes that keep the code easy to enter: source files in a folder, words in a document.

use crate::failure::{Failure, Outcome};
use std::fs;
use std::path::Path;

/// Source files that a folder may hold.
const FILES: usize = 20;

/// Words that a document may have, with its path in the checkout.
const WORDS: [(&str, usize); 2] = [("README.md", 1_200), ("ARCHITECTURE.md", 1_500)];

/// Folders that are not ours, or in which each file is a program of its own.
const SKIPPED: [&str; 7] = [
    "tests",
    ".git",
    "target",
    "node_modules",
    "vendor",
    "corpus",
    "artifacts",
];

/// Names each folder at or below `folder` that holds more than [`FILES`] source files.
///
/// # Errors
/// [`Failure::File`] where a folder cannot be read.
pub(super) fn folders(root: &Path, folder: &Path) -> Outcome<Vec<String>> {
    let mut broken = Vec::new();
    let mut sources = 0;
    let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    for entry in entries.flatten().map(|entry| entry.path()) {
        let name = entry.file_name().and_then(|name| name.to_str());
        if entry.is_dir() && !name.is_some_and(|name| SKIPPED.contains(&name)) {
            broken.extend(folders(root, &entry)?);
        } else if entry.extension().is_some_and(|kind| kind == "rs") {
            sources += 1;
        }
    }
    if sources > FILES {
        broken.push(format!(
            "{}: {sources} source files in one folder, {FILES} at most: split it by concern",
            folder.strip_prefix(root).unwrap_or(folder).display()
        ));
    }
    Ok(broken)
}

/// Names each document that is longer than its limit.
///
/// # Errors
/// [`Failure::File`] where a document cannot be read.
pub(super) fn documents(root: &Path) -> Outcome<Vec<String>> {
    let mut broken = Vec::new();
    for (name, most) in WORDS {
        let path = root.join(name);
        let text = fs::read_to_string(&path).map_err(Failure::file("read", &path))?;
        let words = text.split_whitespace().count();
        if words > most {
            broken.push(format!(
                "{name}: {words} words, {most} at most: move details to docs/"
            ));
        }
    }
    Ok(broken)
}
