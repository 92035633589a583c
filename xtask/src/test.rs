//! `cargo xtask test`: everything that must hold. Checks, native tests, those of the Python package, tests in a browser, and the built app driven
//! from outside. Prints nothing after the last test runner, so that its closing lines close the output.

use crate::browser::{self, Browser};
use crate::check::{self, APP, APP_FEATURES};
use crate::failure::Outcome;
use crate::package::extension;
use crate::places::{self, Build, DEV, QUICK};
use crate::run::{Run, say};
use crate::toolbox::{self, WASM};
use crate::{app, dist, python, start};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// Run all tests that are compiled to wasm in Firefox as well, which takes a quarter of an hour: otherwise those of what browsers do differently.
    #[arg(long)]
    pub(crate) all_in_firefox: bool,
    /// Run the tests of the Python package alone.
    #[arg(long)]
    pub(crate) only_python: bool,
}

/// The programs that run in Firefox as well: all but the crawls.
const IN_FIREFOX: [&str; 3] = ["page", "storage", "fetching"];

/// Runs all tests; stops after the first kind of which one fails, so that a run tells of all that fail for one reason.
pub(crate) fn run(options: &Options) -> Outcome {
    if options.only_python {
        return python::test(&python::ready()?);
    }
    // Checks first what may be missing, so that a missing browser is not reported after ten minutes.
    let browser = browser::ready()?;
    let interpreter = python::ready()?;
    check::run()?;
    native()?;
    python::test(&interpreter)?;
    toolbox::ready_to_build()?;
    toolbox::ready_bindgen()?;
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
        // What `start` compiles, so that the app for the end-to-end tests is compiled with these tests.
        "--profile",
        QUICK,
        "--features",
        &features,
    ];
    let run = app::cargo(&[&test[..], programs].concat())?;
    say(run.line());
    run.env(variable, driver).env("WASM_BINDGEN_TEST_TIMEOUT", "900").now()
}

fn in_firefox(options: &Options) -> Outcome {
    let driver = toolbox::ready_geckodriver()?;
    let some = IN_FIREFOX.map(|program| ["--test", program]).concat();
    let programs = if options.all_in_firefox { &["--tests"] } else { &some[..] };
    in_browser("GECKODRIVER", &driver, programs)
}

/// Tests the built app in Chromium, Firefox and `WebKit`, with the real proxy, a recorded web, and a plain file server.
fn end_to_end(browser: &Browser) -> Outcome {
    let tests = places::end_to_end();
    // The proxy serves what `start` builds, the others what `dist` builds.
    let app = app::build(Build::Quick)?;
    let statics = static_app()?;
    let extension = extension::fill(&places::memory().join("extension"))?;
    // The native tests have built these two already.
    start::build_program("salticid-proxy", DEV)?;
    start::build_program("salticid-lab", DEV)?;
    browser::ready_packages(&browser.npm, &tests)?;
    say("end-to-end tests");
    let programs = [
        ("SALTICID_PROXY", places::program("salticid-proxy", DEV)),
        ("SALTICID_LAB", places::program("salticid-lab", DEV)),
        ("SALTICID_APP", app),
        ("SALTICID_STATIC", statics),
        ("SALTICID_EXTENSION", extension),
    ];
    let node = |arguments: &[&str]| {
        let node = browser.node(arguments);
        programs.iter().fold(node, |node, (name, path)| node.env(name, path))
    };
    run_end_to_end(node)
}

/// The most files of end-to-end tests that run again after a failure.
const RERUN_FILES: usize = 3;

/// Runs the end-to-end tests; `node` makes the program from its arguments.
///
/// Browsers sometimes stall under load. So a few files that fail run once more, one at a time; the output names them.
fn run_end_to_end(node: impl Fn(&[&str]) -> Run) -> Outcome {
    let list = places::memory().join("failed-files.txt");
    // A list of an earlier run, if there is one.
    let _ = fs::remove_file(&list);
    let shown = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let first = node(&[
        "--test",
        // Two files at a time: each has a browser, which waits more than it works.
        "--test-concurrency=2",
        &format!("--test-reporter={shown}"),
        "--test-reporter-destination=stdout",
        "--test-reporter=./failed-files.mjs",
        &format!("--test-reporter-destination={}", list.display()),
    ])
    .now();
    let Err(failure) = first else {
        return Ok(());
    };
    let list = fs::read_to_string(&list).unwrap_or_default();
    // Without its last line the run did not reach its end.
    let failed: Vec<&str> = list.strip_suffix("end\n").unwrap_or_default().lines().collect();
    if failed.is_empty() || failed.len() > RERUN_FILES {
        return Err(failure);
    }
    for file in &failed {
        say(&format!("failed, runs once more: {file}"));
    }
    node(&[&["--test", "--test-concurrency=1"], &failed[..]].concat()).now()
}

/// Builds the folder for static hosts; fails where it is larger than was agreed.
fn static_app() -> Outcome<PathBuf> {
    let (folder, sizes) =
        dist::fill(&dist::Options { out: places::memory().join("static"), ..dist::Options::default() })?;
    sizes.check()?;
    Ok(folder)
}
