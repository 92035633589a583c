//! Checks the structure of the code: no import cycles, no imports against the layers, no overfull folder, no overlong file.
//!
//! `ARCHITECTURE.md` says what the rules are for.

mod cycles;
mod layers;
mod limits;
mod modules;

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::say;
use cycles::Cycle;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Checks the structure of the whole checkout.
///
/// # Errors
/// [`Failure::Structure`] with every cycle, import, folder and file that breaks a rule.
pub(crate) fn run() -> Outcome {
    say("structure: import cycles, layers, sizes of folders and files");
    let root = places::root();
    let mut broken = Vec::new();
    for library in crates(root)? {
        let name = library.strip_prefix(root).unwrap_or(&library).display();
        let imports = cycles::imports(&modules::read(&library)?);
        let cycles = cycles::find(&imports).into_iter().map(|cycle| describe_cycle(&cycle));
        let found = cycles.chain(layers::find(&imports));
        broken.extend(found.map(|problem| format!("{name}: {problem}")));
    }
    broken.extend(limits::folders(root, root)?);
    broken.extend(limits::documents(root)?);
    if broken.is_empty() {
        return Ok(());
    }
    Err(Failure::Structure(broken.join("\n")))
}

/// Returns the root files of all crates.
fn crates(root: &Path) -> Outcome<Vec<PathBuf>> {
    let folder = root.join("crates");
    let entries = std::fs::read_dir(&folder).map_err(Failure::file("read", &folder))?;
    let mut sources: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path().join("src"))
        .chain(["src", "python/src", "xtask/src"].map(|folder| root.join(folder)))
        .collect();
    sources.sort();
    let files = sources
        .iter()
        .filter_map(|folder| {
            ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.is_file())
        })
        .collect();
    Ok(files)
}

fn describe_cycle(cycle: &Cycle) -> String {
    let parent = if cycle.parent.is_empty() { "the crate's root".to_owned() } else { cycle.parent.join("::") };
    let mut text = format!("import cycle in {parent} between {}", cycle.children.join(", "));
    for (from, to) in &cycle.imports {
        let _ = write!(text, "\n    {} imports {}", from.join("::"), to.join("::"));
    }
    text
}
