//! `cargo xtask check`: the fast part of the tests. Formatting, clippy and docs with warnings as errors, and the
//! proof that the engine and the archive formats build for the browser.

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::{Run, say};
use crate::structure;
use crate::toolbox::{self, WASM};
use std::path::Path;

/// The root package: it builds for wasm32 only, so every native call leaves it out.
pub(crate) const APP: &str = "salticid";
/// Its programs by the feature that each needs: the page, the worker, the map's worker.
pub(crate) const APP_FEATURES: [&str; 3] = ["ui", "crawler", "layout"];

/// Runs all checks; stops at the first that fails.
pub(crate) fn run() -> Outcome {
    toolbox::ready_to_check()?;
    step(&["fmt", "--all", "--check"])?;
    hidden_formatted()?;
    structure::run()?;
    step(&[
        "clippy",
        "--locked",
        "--workspace",
        "--exclude",
        APP,
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    for feature in APP_FEATURES {
        let app = [
            "clippy",
            "--locked",
            "--package",
            APP,
            "--target",
            WASM,
            "--no-default-features",
            "--features",
        ];
        step(
            &[
                &app[..],
                &[feature, "--all-targets", "--", "-D", "warnings"],
            ]
            .concat(),
        )?;
    }
    docs(&["--workspace", "--exclude", APP])?;
    docs(&[
        "--package",
        APP,
        "--target",
        WASM,
        "--lib",
        "--features",
        &APP_FEATURES.join(","),
    ])?;
    for package in ["engine", "archive"] {
        step(&["check", "--locked", "--package", package, "--target", WASM])?;
    }
    no_heavy_crates()
}

/// Folders of which a macro declares the modules, behind which `cargo fmt` does not see their files.
const HIDDEN: [&str; 1] = ["crates/engine/src/seeds"];

/// Checks the format of files that `cargo fmt` does not see.
fn hidden_formatted() -> Outcome {
    for folder in HIDDEN {
        let mut files = Vec::new();
        sources(&places::root().join(folder), &mut files)?;
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        say(&format!("rustfmt --check {folder}/**/*.rs"));
        let arguments = [&["--check", "--edition", "2024"], &files[..]].concat();
        Run::new("rustfmt", &arguments).now()?;
    }
    Ok(())
}

/// Adds the source files of a folder and of those in it.
fn sources(folder: &Path, files: &mut Vec<String>) -> Outcome {
    let entries = std::fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path.display().to_string());
        }
    }
    Ok(())
}

/// Crates that would cost every visitor hundreds of kilobytes, and for which there is a lighter way.
const TOO_HEAVY: [&str; 3] = ["regex", "psl", "icu_segmenter"];

/// Checks that the browser downloads contain none of [`TOO_HEAVY`], not even through another crate.
fn no_heavy_crates() -> Outcome {
    let features = APP_FEATURES.join(",");
    let tree = [
        "tree",
        "--locked",
        "--package",
        APP,
        "--target",
        WASM,
        "--features",
        &features,
    ];
    let run = Run::cargo(&[&tree[..], &["--edges", "normal", "--prefix", "none"]].concat());
    say(run.line());
    let line = run.line().to_owned();
    let names = run.answer().ok_or(Failure::Command { line, code: None })?;
    let found = TOO_HEAVY.iter().find(|heavy| {
        names
            .lines()
            .any(|name| name.split(' ').next() == Some(heavy))
    });
    found.map_or(Ok(()), |heavy| Err(Failure::Heavy((*heavy).to_owned())))
}

fn docs(what: &[&str]) -> Outcome {
    let run = Run::cargo(&[&["doc", "--locked", "--no-deps"], what].concat());
    say(run.line());
    run.env("RUSTDOCFLAGS", "-D warnings").now()
}

/// Prints and runs a Cargo command with these arguments.
pub(crate) fn step(arguments: &[&str]) -> Outcome {
    let run = Run::cargo(arguments);
    say(run.line());
    run.now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_behind_a_macro_is_looked_at_in_whatever_folder_it_is() {
        let mut files = Vec::new();
        for folder in HIDDEN {
            sources(&places::root().join(folder), &mut files).expect("the folder is there");
        }
        for end in ["seeds/demo.rs", "seeds/site/mod.rs", "seeds/site/xml.rs"] {
            assert!(
                files.iter().any(|file| Path::new(file).ends_with(end)),
                "{end}"
            );
        }
    }

    #[test]
    fn no_macro_of_the_engine_hides_modules_elsewhere() {
        let mut files = Vec::new();
        sources(&places::root().join("crates/engine/src"), &mut files)
            .expect("the engine is there");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            let hides = text.contains("(mod $");
            let is_known = HIDDEN
                .iter()
                .any(|folder| Path::new(&file).starts_with(places::root().join(folder)));
            assert!(is_known || !hides, "{file}");
        }
    }
}
