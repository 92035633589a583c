//! `cargo xtask test`: everything that must hold. Checks, native tests, tests in a browser, and the built app driven
//! from outside. Prints nothing after the last test runner, so that its closing lines close the output.

use crate::browser::{self, Browser};
use crate::check::{self, APP, APP_FEATURES};
use crate::failure::Outcome;
use crate::package::extension;
use crate::run::{Run, say};
use crate::toolbox::{self, WASM};
use crate::{app, dist, places, start};
use std::path::{Path, PathBuf};

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// Run all tests that are compiled to wasm in Firefox as well, which takes a quarter of an hour: otherwise those of what browsers do differently.
    #[arg(long)]
    pub(crate) all_in_firefox: bool,
}

/// The programs that run in Firefox as well: workers, storage, locks, requests, files, drawing.
const IN_FIREFOX: [&str; 8] = [
    "map_layout",
    "page_app",
    "worker_direct",
    "worker_frames",
    "worker_kept",
    "worker_library",
    "worker_store",
    "worker_watch",
];

/// Runs all tests; stops after the first kind of which one fails, so that a run tells of all that fail for one reason.
pub(crate) fn run(options: &Options) -> Outcome {
    // Checks first what may be missing, so that a missing browser is not reported after ten minutes.
    let browser = browser::ready()?;
    check::run()?;
    native()?;
    toolbox::ready_to_build()?;
    // Not the examples in comments: the runner takes tests only.
    in_browser("CHROMEDRIVER", &browser.driver, &["--tests"])?;
    in_firefox(options)?;
    end_to_end(&browser)
}

fn native() -> Outcome {
    let all = ["test", "--locked", "--no-fail-fast", "--workspace"];
    check::step(&[&all[..], &["--exclude", APP]].concat())
}

/// Runs the tests that are compiled to wasm, or some of their programs, inside the browser of a driver, which the runner knows by a variable.
fn in_browser(variable: &str, driver: &Path, programs: &[&str]) -> Outcome {
    let features = APP_FEATURES.join(",");
    let test = [
        "test",
        "--locked",
        "--no-fail-fast",
        "--package",
        APP,
        "--target",
        WASM,
        "--features",
        &features,
    ];
    let run = Run::cargo(&[&test[..], programs].concat());
    say(run.line());
    run.env(variable, driver)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300")
        .now()
}

fn in_firefox(options: &Options) -> Outcome {
    let driver = toolbox::ready_geckodriver()?;
    let some = IN_FIREFOX.map(|program| ["--test", program]).concat();
    let programs = if options.all_in_firefox {
        &["--tests"]
    } else {
        &some[..]
    };
    in_browser("GECKODRIVER", &driver, programs)
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
    browser
        .node(&["--test", "--test-concurrency=2"])
        .env("SALTICID_PROXY", places::program("salticid-proxy", false))
        .env("SALTICID_LAB", places::program("salticid-lab", false))
        .env("SALTICID_APP", app)
        .env("SALTICID_STATIC", statics)
        .env("SALTICID_EXTENSION", extension)
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
