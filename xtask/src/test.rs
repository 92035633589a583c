//! `cargo xtask test`: everything that must hold. Checks, native tests, those of the Python package, tests in a
//! browser, and the built app driven from outside.
//!
//! Two [lanes](Lane) run side by side: linkers, optimizers, browsers and Spark use one processor, and Cargo locks a
//! folder a profile, of which no two lanes use the same. What a lane prints is in `target/xtask/LANE.log` while it runs,
//! and is printed when it ends. The end-to-end tests follow alone, since they have time limits.
//!
//! Says where the time went, one line a stage: as each ends, and as a table in `target/xtask/times.txt`. On a build
//! machine (`CI` is set) the table is printed before the end-to-end tests, since nothing may follow the closing lines
//! of the last test runner; elsewhere at the end.

use crate::app::{self, Build};
use crate::browser::{self, Browser};
use crate::package::extension;
use crate::shell::{
    APP, APP_FEATURES, DEV, QUICK, WASM, build_program, for_each_in_browsers, limit_jobs, memory, program,
};
use crate::shell::{say, shell};
use crate::{check, dist, python, tools};
use anyhow::{Result, anyhow, ensure};
use clap::ValueEnum as _;
use fs_err as fs;
use std::env;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use xshell::cmd;

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
    /// processor, three files.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Run one lane, as the command itself does.
    #[arg(long, hide = true, requires = "with")]
    lane: Option<Lane>,
    /// The program that the lane needs: Python, or Chromium's `WebDriver`.
    #[arg(long, hide = true)]
    with: Option<PathBuf>,
}

/// A part of the run that needs no other part, with a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Lane {
    /// Checks, native tests and those of the Python package, which share Cargo's profile `dev`.
    Native,
    /// The release of the app and the tests that are compiled to wasm, with profiles of their own.
    Wasm,
}

impl Lane {
    fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Wasm => "wasm",
        }
    }
}

/// The files of end-to-end tests that run side by side without `--jobs`: each has a browser, which waits half of the
/// time.
const FILES: NonZero<usize> = NonZero::new(3).expect("not zero");

/// The programs and modules that run in Firefox as well: workers, storage, locks, requests, files, drawing.
const IN_FIREFOX: [&[&str]; 3] = [
    &["--test", "storage", "--test", "fetching"],
    &["--test", "page", "--", "app::"],
    &["--test", "page", "--", "map_layout::"],
];

/// The stages of a run with the time that each took.
pub(crate) struct Stages {
    /// The name of their file below `target/xtask`.
    file: String,
    rows: String,
    start: Instant,
}

impl Stages {
    /// Begins a run.
    pub(crate) fn new(name: &str) -> Self {
        Self { file: format!("times-{name}.txt"), rows: String::new(), start: Instant::now() }
    }

    /// Runs a stage, and prints the time that it took.
    pub(crate) fn run<T>(&mut self, title: &str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        say(title);
        let done = stage()?;
        say(&self.add(title, start)?);
        Ok(done)
    }

    /// Adds a stage that ends now, and returns its line.
    fn add(&mut self, title: &str, start: Instant) -> Result<String> {
        let row = row(title, start.elapsed());
        self.rows.extend([&row, "\n"]);
        fs::create_dir_all(memory())?;
        fs::write(memory().join(&self.file), &self.rows)?;
        Ok(row)
    }

    /// Returns the table of all stages so far and those of the lanes, and writes it into a file.
    fn table(&self) -> Result<String> {
        let mut table = self.rows.clone();
        for lane in Lane::value_variants() {
            table += &fs::read_to_string(memory().join(Stages::new(lane.name()).file)).unwrap_or_default();
        }
        table.extend([&row("all, from start to end", self.start.elapsed()), "\n"]);
        fs::write(memory().join("times.txt"), &table)?;
        Ok(table)
    }
}

/// Returns the line of a stage: its title, minutes and seconds.
fn row(title: &str, time: Duration) -> String {
    format!("{title:<24} {:>3} min {:>2} s", time.as_secs() / 60, time.as_secs() % 60)
}

/// Runs all tests. A lane stops after its first stage that fails, so that a run tells of all that fail for one reason.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(jobs) = options.jobs {
        limit_jobs(jobs);
    }
    if options.only_python {
        let interpreter = python::ready()?;
        build_program("salticid-lab", DEV)?;
        return python::test(&interpreter);
    }
    match (options.lane, &options.with) {
        (Some(Lane::Native), Some(interpreter)) => return native(interpreter),
        (Some(Lane::Wasm), Some(driver)) => return wasm(driver, options.all_in_firefox),
        _ => {}
    }
    let mut stages = Stages::new("run");
    // Gets first what may be missing and what both lanes need, so that a missing browser is not reported after ten
    // minutes.
    let (browser, interpreter) = stages.run("browsers, Python, Node", || {
        let browser = browser::ready()?;
        browser.ready_packages()?;
        tools::ready_to_check()?;
        Ok((browser, python::ready()?))
    })?;
    stages.run("lanes", || {
        let (wasm, native) = thread::scope(|scope| {
            let wasm = scope.spawn(|| run_apart(Lane::Wasm, &browser.driver));
            let native = run_apart(Lane::Native, &interpreter);
            (wasm.join().unwrap_or_else(|_| Err(anyhow!("the lane of wasm panicked"))), native)
        });
        native.and(wasm)
    })?;
    let is_build_machine = env::var_os("CI").is_some();
    if is_build_machine {
        print!("{}", stages.table()?);
    }
    let start = Instant::now();
    let tested = drive(&browser, options.jobs.unwrap_or(FILES));
    stages.add("end-to-end", start)?;
    let table = stages.table()?;
    if !is_build_machine {
        print!("{table}");
    }
    tested
}

/// Runs a lane as a process of its own. Prints its headings at once, and all that it printed when it ends.
fn run_apart(part: Lane, with: &Path) -> Result<()> {
    let (name, start) = (part.name(), Instant::now());
    fs::create_dir_all(memory())?;
    let path = memory().join(format!("{name}.log"));
    let output = fs::File::create(&path)?.into_parts().0;
    let mut process = Command::new(env::current_exe()?)
        .args(env::args_os().skip(1))
        .args(["--lane", name, "--with"])
        .arg(with)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()?;
    let (mut printed, mut line) = (BufReader::new(fs::File::open(&path)?), Vec::new());
    let ended = loop {
        let ended = process.try_wait()?;
        while printed.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            if line.starts_with(b"==> ") {
                print!("{name} {}", String::from_utf8_lossy(&line));
            }
            line.clear();
        }
        match ended {
            Some(ended) => break ended,
            None => thread::sleep(Duration::from_millis(500)),
        }
    };
    let mut out = io::stdout().lock();
    io::copy(&mut fs::File::open(&path)?, &mut out)?;
    drop(out);
    say(&row(&format!("the lane {name}"), start.elapsed()));
    ensure!(ended.success(), "the lane {name} failed: its output is above and in {}", path.display());
    Ok(())
}

/// Runs the checks, the native tests and those of the Python package.
fn native(interpreter: &Path) -> Result<()> {
    let mut stages = Stages::new(Lane::Native.name());
    check::run(&mut stages)?;
    stages.run("native tests", || {
        // Leaves the programs that the later stages run, since the tests of their packages run them as well. xtask is
        // apart: with its features of other crates, these would be compiled again for Python.
        let (shell, exclude) = (shell(), for_each_in_browsers("--exclude"));
        let test = ["--locked", "--no-fail-fast"];
        let apart = cmd!(shell, "cargo test {test...} --package xtask").run();
        cmd!(shell, "cargo test {test...} --workspace --exclude xtask {exclude...}").run()?;
        Ok(apart?)
    })?;
    stages.run("Python", || python::test(interpreter))
}

/// Builds the app in all its forms, and runs the tests that are compiled to wasm. The builds come first: they use both
/// processors, and the tests then run beside those of the Python package.
fn wasm(driver: &Path, all_in_firefox: bool) -> Result<()> {
    let mut stages = Stages::new(Lane::Wasm.name());
    let geckodriver = stages.run("tools for the app", || {
        tools::ready_to_build()?;
        tools::ready_bindgen()?;
        tools::geckodriver()
    })?;
    stages.run("release of the app", release)?;
    // Not the examples in comments: the runner takes tests only.
    let all = ["--tests"];
    stages.run("wasm in Chromium", || in_browser("CHROMEDRIVER", driver, &all))?;
    let programs = if all_in_firefox { &[&all[..]][..] } else { &IN_FIREFOX };
    stages.run("wasm in Firefox", || {
        programs.iter().try_for_each(|programs| in_browser("GECKODRIVER", &geckodriver, programs))
    })?;
    stages.run("quick app", || app::build(Build::Quick).map(drop))
}

/// Runs the tests that are compiled to wasm, or some of their programs, inside the browser of a driver, which the
/// runner knows by a variable.
fn in_browser(variable: &str, driver: &Path, programs: &[&str]) -> Result<()> {
    // With the profile and the features of `start`, so that the app for the end-to-end tests is compiled with these
    // tests.
    let test = ["--package", APP, "--target", WASM, "--profile", QUICK, "--features", APP_FEATURES];
    let shell = shell();
    let run = cmd!(shell, "cargo test --locked --no-fail-fast {test...} {programs...}");
    let run = run.env(app::BUILD, app::code_digest()?).env(variable, driver);
    Ok(run.env("WASM_BINDGEN_TEST_TIMEOUT", "900").run()?)
}

/// Builds the app for plain file servers and as an extension; fails where a download is larger than was agreed.
fn release() -> Result<()> {
    let (_, sizes) = dist::fill(&dist::Options::new(memory().join("static")))?;
    sizes.check()?;
    extension::fill(&memory().join("extension"))
}

/// Tests the built app in Chromium, Firefox and `WebKit`, with the real proxy, a recorded web, and a plain file server.
fn drive(browser: &Browser, files: NonZero<usize>) -> Result<()> {
    let (quick, built) = (app::build(Build::Quick)?, memory());
    let reporter = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let arguments = ["--test", &format!("--test-concurrency={files}"), &format!("--test-reporter={reporter}")];
    let shell = shell();
    let node = browser.node(&shell, &arguments).env("SALTICID_PROXY", program("salticid-proxy", DEV));
    let node = node.env("SALTICID_LAB", program("salticid-lab", DEV)).env("SALTICID_APP", quick);
    Ok(node
        .env("SALTICID_STATIC", built.join("static"))
        .env("SALTICID_EXTENSION", built.join("extension").join("unpacked"))
        .run()?)
}
