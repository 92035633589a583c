//! `cargo xtask test`: everything that must hold. Checks, native tests, those of the Python package, tests in a
//! browser, and the built app driven from outside.
//!
//! Says where the time went, one line a stage: as each ends, and as a table in `target/xtask/times.txt`. On a build
//! machine (`CI` is set) the table is printed before the end-to-end tests, since nothing may follow the closing lines
//! of the last test runner; elsewhere at the end.

use crate::app;
use crate::browser::{self, Browser};
use crate::package::extension;
use crate::shell::{APP, APP_FEATURES, DEV, QUICK, WASM, build_program, limit_jobs, memory, program, say, shell};
use crate::{check, dist, python, tools};
use anyhow::{Result, anyhow, ensure};
use fs_err as fs;
use std::env;
use std::io::{self, IsTerminal as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};
use xshell::{Cmd, Shell, cmd};

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Run all tests that are compiled to wasm in Firefox as well, which takes a quarter of an hour: otherwise those of
    /// what browsers do differently.
    #[arg(long)]
    all_in_firefox: bool,
    /// Run the tests of the Python package alone.
    #[arg(long)]
    only_python: bool,
    /// The number of compilers, and of files of end-to-end tests, that run side by side. Default: a compiler for each
    /// processor, four files.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// The files of end-to-end tests that run side by side without `--jobs`: each has a browser, which waits half of the
/// time.
const FILES: NonZero<usize> = NonZero::new(4).expect("not zero");

/// The time limit of a file of end-to-end tests, in milliseconds, after which it is ended as failed: the longest ones
/// take four minutes.
const LONGEST_FILE_MS: u32 = 900_000;

/// The title of the tests of Python.
const PYTHON_TESTS: &str = "the tests of the Python package";

/// The programs of wasm tests by the time that they take: the first one takes as long as the others.
const LONGEST: [&str; 2] = ["--test", "worker"];
const OTHERS: [&str; 6] = ["--test", "fetching", "--test", "page", "--test", "storage"];

/// The programs and modules that run in Firefox as well: storage, locks, requests, streams, drawing. The end-to-end
/// tests start the app there.
const IN_FIREFOX: [&[&str]; 2] = [
    &["--test", "storage", "--test", "fetching", "--", "--skip", "seeds::", "--skip", "reader::"],
    &["--test", "page", "--", "map_layout::"],
];

/// The stages of a run with the time that each took.
#[derive(Default)]
pub(crate) struct Stages(Vec<(&'static str, Duration)>);

impl Stages {
    /// Runs a stage, and prints the time that it took.
    pub(crate) fn run<T>(&mut self, title: &'static str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        say(title);
        let done = stage()?;
        self.0.push((title, start.elapsed()));
        say(&row(title, start.elapsed()));
        Ok(done)
    }

    /// Returns the table of all stages so far, and writes it into a file.
    fn table(&self) -> Result<String> {
        let all = ("all", self.0.iter().map(|(_, time)| *time).sum());
        let rows: Vec<_> = self.0.iter().chain([&all]).map(|(title, time)| row(title, *time)).collect();
        let table = format!("{}\n", rows.join("\n"));
        fs::create_dir_all(memory())?;
        fs::write(memory().join("times.txt"), &table)?;
        Ok(table)
    }
}

/// Returns the line of a stage: its title, minutes and seconds.
fn row(title: &str, time: Duration) -> String {
    format!("{title:<24} {:>3} min {:>2} s", time.as_secs() / 60, time.as_secs() % 60)
}

/// Runs all tests; stops after the first stage of which one fails, so that a run tells of all that fail for one reason.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(jobs) = options.jobs {
        limit_jobs(jobs);
    }
    if options.only_python {
        let interpreter = python::ready()?;
        build_program("salticid-lab", DEV)?;
        let package = python::install(&interpreter)?;
        return report(PYTHON_TESTS, &python::test(&package)?);
    }
    let mut stages = Stages::default();
    // Checks first what may be missing, so that a missing browser is not reported after ten minutes.
    let (browser, interpreter) = stages.run("browsers, Python", || Ok((browser::ready()?, python::ready()?)))?;
    check::run(&mut stages)?;
    stages.run("native tests", || {
        // Leaves the programs that the later stages run, since the tests of their packages run them as well.
        let (shell, test) = (shell(), ["test", "--locked", "--no-fail-fast"]);
        let crates = cmd!(shell, "cargo {test...}").run();
        // Apart, as it was compiled to run here: with the features of all others it would be compiled once more.
        let commands = cmd!(shell, "cargo {test...} --package xtask").run();
        Ok(crates.and(commands)?)
    })?;
    let package = stages.run("Python package", || python::install(&interpreter))?;
    stages.run("tools for the app", || {
        tools::ready_to_build()?;
        tools::ready_bindgen()?;
        browser.ready_packages()
    })?;
    let in_firefox = if options.all_in_firefox { &[&["--tests"][..]][..] } else { &IN_FIREFOX };
    // Spark and browsers wait, and most of a release build occupies one processor.
    let apps = stages.run("builds, Python, wasm", || {
        let tests = || {
            let python = python::test(&package).and_then(|output| report(PYTHON_TESTS, &output));
            // Cargo waits here for the programs that it builds below.
            python.and(in_browsers(&browser, in_firefox))
        };
        beside(tests, || {
            wasm_tests(&shell(), &["--tests", "--no-run"])?.run()?;
            builds()
        })
    })?;
    let is_build_machine = env::var_os("CI").is_some();
    if is_build_machine {
        print!("{}", stages.table()?);
    }
    let start = Instant::now();
    let tested = drive(&browser, &apps, options.jobs.unwrap_or(FILES));
    stages.0.push(("end-to-end", start.elapsed()));
    let table = stages.table()?;
    if !is_build_machine {
        print!("{table}");
    }
    tested
}

/// Runs the tests that are compiled to wasm in Chromium and in Firefox, in two rows side by side: a test waits for most
/// of its time.
fn in_browsers(browser: &Browser, in_firefox: &[&[&str]]) -> Result<()> {
    let longest = || {
        let shell = shell();
        let output = wasm_tests(&shell, &LONGEST)?.envs(browser.variables()).ignore_status().output()?;
        report("the tests of the worker", &output)
    };
    beside(longest, || {
        let shell = shell();
        wasm_tests(&shell, &OTHERS)?.envs(browser.variables()).run()?;
        for programs in in_firefox {
            let run = wasm_tests(&shell, programs)?.envs(browser.variables());
            run.env("SALTICID_BROWSER", "firefox").run()?;
        }
        Ok(())
    })
}

/// Runs `other` beside `work`; fails if one of them does.
fn beside<T>(other: impl FnOnce() -> Result<()> + Send, work: impl FnOnce() -> Result<T>) -> Result<T> {
    thread::scope(|scope| {
        let other = scope.spawn(other);
        let done = work();
        other.join().map_err(|_| anyhow!("a thread of the tests panicked"))??;
        done
    })
}

/// Prints the output of a command that has ended; fails if the command did.
fn report(title: &str, output: &Output) -> Result<()> {
    print!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    ensure!(output.status.success(), "{title} failed: their output is above");
    Ok(())
}

/// Returns the command that runs tests compiled to wasm inside a browser: not the examples in comments, since the
/// runner takes tests only.
fn wasm_tests<'a>(shell: &'a Shell, programs: &[&str]) -> Result<Cmd<'a>> {
    // With the profile and the features of `start`, which shares what is compiled.
    let test = ["--package", APP, "--target", WASM, "--profile", QUICK, "--features", APP_FEATURES];
    let run = cmd!(shell, "cargo test --locked --no-fail-fast {test...} {programs...}");
    Ok(run.env(app::BUILD, app::code_digest()?))
}

/// The folders that the end-to-end tests drive.
struct Apps {
    /// The app, which the proxy serves as well as plain file servers.
    app: PathBuf,
    extension: PathBuf,
}

/// Builds the release of the app in both its forms; fails where a download is larger than was agreed.
fn builds() -> Result<Apps> {
    let (app, sizes) = dist::fill(&dist::Options::new(memory().join("static")))?;
    sizes.check()?;
    let extension = extension::fill(&memory().join("extension"))?;
    Ok(Apps { app, extension })
}

/// Tests the built app in Chromium, Firefox and `WebKit`, with the real proxy, a recorded web, and a plain file server.
fn drive(browser: &Browser, apps: &Apps, files: NonZero<usize>) -> Result<()> {
    let reporter = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let arguments = [
        "--test",
        &format!("--test-concurrency={files}"),
        &format!("--test-timeout={LONGEST_FILE_MS}"),
        &format!("--test-reporter={reporter}"),
        "--test-reporter-destination=stdout",
        "--test-reporter=./failures.mjs",
        "--test-reporter-destination=stderr",
    ];
    let shell = shell();
    let node = browser.node(&shell, &arguments).env("SALTICID_PROXY", program("salticid-proxy", DEV));
    let node = node.env("SALTICID_LAB", program("salticid-lab", DEV)).env("SALTICID_APP", &apps.app);
    Ok(node.env("SALTICID_EXTENSION", &apps.extension).run()?)
}
