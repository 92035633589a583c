//! Sizes that keep the code easy to enter: source files in a folder, lines in a file, words in a document.

use crate::failure::{Failure, Outcome};
use std::fs;
use std::path::Path;

/// Source files that a folder may hold.
const FILES: usize = 20;

/// Lines that a source file may have.
const LINES: usize = 500;

/// Words that a document may have, with its path in the checkout.
const WORDS: [(&str, usize); 2] = [("README.md", 1_200), ("ARCHITECTURE.md", 1_500)];

/// Folders that are not ours, or in which each file is a program of its own.
const SKIPPED: [&str; 7] = ["tests", ".git", "target", "node_modules", "vendor", "corpus", "artifacts"];

/// Names each folder at or below `folder` that holds more than [`FILES`] source files, and each file of more than [`LINES`] lines.
///
/// # Errors
/// [`Failure::File`] where a folder or a file cannot be read.
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
            broken.extend(long(root, &entry)?);
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

/// Names a source file of more than [`LINES`] lines.
fn long(root: &Path, file: &Path) -> Outcome<Option<String>> {
    let text = fs::read_to_string(file).map_err(Failure::file("read", file))?;
    let lines = text.lines().count();
    let name = file.strip_prefix(root).unwrap_or(file).display();
    Ok((lines > LINES).then(|| format!("{name}: {lines} lines, {LINES} at most: split it")))
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
            broken.push(format!("{name}: {words} words, {most} at most: move details to docs/"));
        }
    }
    Ok(broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files into a new folder and returns what `look` finds there.
    fn check(name: &str, files: &[(String, String)], look: impl Fn(&Path) -> Outcome<Vec<String>>) -> Vec<String> {
        let root = std::env::temp_dir().join(format!("salticid-{name}-{}", std::process::id()));
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let found = look(&root).expect("readable files");
        fs::remove_dir_all(&root).expect("the folder is removed");
        found
    }

    fn sources(count: usize, folder: &str) -> Vec<(String, String)> {
        (0..count).map(|at| (format!("{folder}/f{at}.rs"), String::new())).collect()
    }

    #[test]
    fn a_folder_of_twenty_files_passes_and_one_more_does_not() {
        let look = |root: &Path| folders(root, root);
        assert!(check("few", &sources(FILES, "a/b"), look).is_empty());
        assert_eq!(
            check("many", &sources(FILES + 1, "a/b"), look),
            ["a/b: 21 source files in one folder, 20 at most: split it by concern"]
        );
        assert!(check("programs", &sources(FILES + 1, "a/tests"), look).is_empty());
    }

    #[test]
    fn a_file_of_500_lines_passes_and_one_more_does_not() {
        let look = |root: &Path| folders(root, root);
        let file = |lines: usize| vec![("a.rs".to_owned(), "\n".repeat(lines))];
        assert!(check("short", &file(LINES), look).is_empty());
        assert_eq!(check("long", &file(LINES + 1), look), ["a.rs: 501 lines, 500 at most: split it"]);
    }

    #[test]
    fn a_document_of_too_many_words_is_named() {
        let files = |words: usize| {
            let text = |words: usize| "word ".repeat(words);
            vec![("README.md".to_owned(), text(words)), ("ARCHITECTURE.md".to_owned(), text(1_500))]
        };
        assert!(check("brief", &files(1_200), documents).is_empty());
        assert_eq!(
            check("wordy", &files(1_201), documents),
            ["README.md: 1201 words, 1200 at most: move details to docs/"]
        );
    }
}
