//! `cargo xtask test`: everything that must hold. Checks, native tests, tests in a browser, and the built app driven
//! from outside. Prints nothing after the last test runner, so that its closing lines close the output.

use crate::browser::{self, Browser};
use crate::check::{self, APP, APP_FEATURES};
use crate::failure::Outcome;
use crate::run::{Run, say};
use crate::toolbox::{self, WASM};
use crate::{app, dist, extension, places, start};
use std::path::PathBuf;

/// Runs all tests; stops after the first kind of which one fails, so that a run tells of all that fail for one reason.
pub(crate) fn run() -> Outcome {
    // Checks first what may be missing, so that a missing browser is not reported after ten minutes.
    let browser = browser::ready()?;
    check::run()?;
    native()?;
    toolbox::ready_to_build()?;
    in_browser(&browser)?;
    end_to_end(&browser)
}

fn native() -> Outcome {
    let all = ["test", "--locked", "--no-fail-fast", "--workspace"];
    check::step(&[&all[..], &["--exclude", APP]].concat())
}

/// Runs the tests that are compiled to wasm, inside Chromium.
fn in_browser(browser: &Browser) -> Outcome {
    let features = APP_FEATURES.join(",");
    let run = Run::cargo(&[
        "test",
        "--locked",
        "--no-fail-fast",
        "--package",
        APP,
        "--target",
        WASM,
        "--features",
        &features,
        // Not the examples in comments: the runner takes tests only.
        "--tests",
    ]);
    say(run.line());
    run.env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300")
        .now()
}

/// Tests the built app in Chromium, Firefox and `WebKit`, with the real proxy, a recorded web, and a plain file server.
fn end_to_end(browser: &Browser) -> Outcome {
    let tests = places::end_to_end();
    let app = app::build(true)?;
    let statics = static_app()?;
    let extension = extension::fill(&places::memory().join("extension"))?;
    // The native tests have built these two already.
    start::build_program("salticid-proxy", false)?;
    start::build_program("salticid-lab", false)?;
    browser::ready_packages(&browser.npm, &tests)?;
    say("end-to-end tests");
    // Two files at a time: each has a browser, which waits more than it works.
    let run = Run::new(&browser.node, &["--test", "--test-concurrency=2"]).inside(&tests);
    let run = match &browser.webkit_driver {
        Some(driver) => run.env("WEBKIT_DRIVER", driver),
        None => run,
    };
    run.env("CHROMIUM", &browser.chromium)
        .env("FIREFOX", &browser.firefox)
        .env("SALTICID_PROXY", places::program("salticid-proxy", false))
        .env("SALTICID_LAB", places::program("salticid-lab", false))
        .env("SALTICID_APP", app)
        .env("SALTICID_STATIC", statics)
        .env("SALTICID_EXTENSION", extension)
        .env("XVFB", &browser.xvfb)
        .env("XDOTOOL", &browser.xdotool)
        .now()
}

/// Builds the folder for static hosts; fails where it is larger than was agreed.
fn static_app() -> Outcome<PathBuf> {
    let (folder, sizes) = dist::fill(&dist::Options {
        out: places::memory().join("static"),
        ..dist::Options::default()
    })?;
    sizes.check()?;
    Ok(folder)
}
