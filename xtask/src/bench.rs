//! `cargo xtask bench`: the engine's benchmarks, natively and then in the worker of the built app in Chromium.

use crate::failure::Outcome;
use crate::run::{Run, say};
use crate::{browser, places, test, toolbox};

/// Runs the benchmarks. They print their own results; BENCHMARKS.md says what they mean.
pub(crate) fn run() -> Outcome {
    let native = Run::cargo(&["bench", "--locked", "--package", "engine"]);
    say(native.line());
    native.now()?;

    let browser = browser::ready()?;
    toolbox::ready_to_build()?;
    let [app, statics] = test::ready_apps()?;
    let tests = places::end_to_end();
    browser::ready_packages(&browser.npm, &tests)?;
    say("the same in a browser");
    test::with_programs(
        Run::new(&browser.node, &["bench.mjs"]).inside(&tests),
        &browser,
    )
    .env("SALTICID_APP", app)
    .env("SALTICID_STATIC", statics)
    .now()
}
