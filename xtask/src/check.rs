//! `cargo xtask check`: the fast part of the tests. Formatting, clippy and docs with warnings as errors, and the
//! proof that the engine and the archive formats build for the browser.

use crate::failure::{Failure, Outcome};
use crate::run::{Run, say};
use crate::structure;
use crate::toolbox::{self, WASM};

/// The root package: it builds for wasm32 only, so every native call leaves it out.
pub(crate) const APP: &str = "salticid";
/// Its programs by the feature that each needs: the page, the worker, the map's worker.
pub(crate) const APP_FEATURES: [&str; 3] = ["ui", "crawler", "layout"];

/// Runs all checks; stops at the first that fails.
pub(crate) fn run() -> Outcome {
    toolbox::ready_to_check()?;
    step(&["fmt", "--all", "--check"])?;
    structure::run()?;
    step(&["clippy", "--locked", "--workspace", "--exclude", APP, "--all-targets", "--", "-D", "warnings"])?;
    for feature in APP_FEATURES {
        let app = ["clippy", "--locked", "--package", APP, "--target", WASM, "--no-default-features", "--features"];
        step(&[&app[..], &[feature, "--all-targets", "--", "-D", "warnings"]].concat())?;
    }
    docs(&["--workspace", "--exclude", APP])?;
    docs(&["--package", APP, "--target", WASM, "--lib", "--features", &APP_FEATURES.join(",")])?;
    for package in ["engine", "archive"] {
        step(&["check", "--locked", "--package", package, "--target", WASM])?;
    }
    no_heavy_crates()
}

/// Crates that would cost every visitor hundreds of kilobytes, and for which there is a lighter way.
const TOO_HEAVY: [&str; 3] = ["regex", "psl", "icu_segmenter"];

/// Checks that the browser downloads contain none of [`TOO_HEAVY`], not even through another crate.
fn no_heavy_crates() -> Outcome {
    let features = APP_FEATURES.join(",");
    let tree = ["tree", "--locked", "--package", APP, "--target", WASM, "--features", &features];
    let run = Run::cargo(&[&tree[..], &["--edges", "normal", "--prefix", "none"]].concat());
    say(run.line());
    let line = run.line().to_owned();
    let names = run.answer().ok_or(Failure::Command { line, code: None })?;
    let found = TOO_HEAVY.iter().find(|heavy| names.lines().any(|name| name.split(' ').next() == Some(heavy)));
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
    use crate::fingerprint::files_below;
    use crate::places;

    #[test]
    fn no_macro_of_the_engine_hides_modules_from_cargo_fmt() {
        for file in files_below(&places::root().join("crates/engine/src")).expect("the engine") {
            let text = std::fs::read(&file).expect("a source file");
            let text = String::from_utf8_lossy(&text);
            assert!(!text.contains("(mod $"), "{}", file.display());
        }
    }
}
