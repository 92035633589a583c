//! `cargo xtask check`: the fast part of the tests. Formatting, clippy and docs with warnings as errors, and the
//! proof that the engine builds for the browser.

use crate::failure::Outcome;
use crate::run::{Run, say};
use crate::toolbox::{self, WASM};

/// The root package: it builds for wasm32 only, so every native call leaves it out.
pub(crate) const APP: &str = "salticid";
/// Its two programs by the feature that each needs: the page, the worker.
pub(crate) const APP_FEATURES: [&str; 2] = ["ui", "crawler"];

/// Runs all checks; stops at the first that fails.
pub(crate) fn run() -> Outcome {
    toolbox::ready_for_wasm()?;
    step(&["fmt", "--all", "--check"])?;
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
    step(&["check", "--locked", "--package", "engine", "--target", WASM])
}

fn docs(what: &[&str]) -> Outcome {
    let run = Run::cargo(&[&["doc", "--locked", "--no-deps"], what].concat());
    say(run.line());
    run.env("RUSTDOCFLAGS", "-D warnings").now()
}

fn step(arguments: &[&str]) -> Outcome {
    let run = Run::cargo(arguments);
    say(run.line());
    run.now()
}
