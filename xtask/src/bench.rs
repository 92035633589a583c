//! `cargo xtask bench`: the benchmarks of engine, lab and proxy, natively, then the engine's in a worker in Chromium
//! beside a JavaScript page, those of saving and reading a crawl, and those of a first visit, of each browser, of the
//! map and of how fluid the page stays, in the built app.
//!
//! Those over recorded pages need a recording: `SALTICID_WEB=FILE.warc.gz` names one.

use crate::browser::{self, Browser};
use crate::shell::{memory, say, shell};
use crate::{dist, tools};
use anyhow::Result;
use std::env;
use std::path::Path;
use xshell::{Cmd, Shell, cmd};

/// The variable that names a recorded web.
const WEB: &str = "SALTICID_WEB";
/// The seeds of the page benchmark's crawl: the start pages of three demo webs side by side.
const PORTALS: [&str; 3] = ["http://portal-w1.test/", "http://portal-w2.test/", "http://portal-w3.test/"];
/// The query of that crawl.
const QUERY: &str = "health guide history travel";

/// Runs the benchmarks. They print their own results; BENCHMARKS.md explains them.
pub(crate) fn run() -> Result<()> {
    let shell = shell();
    let native = cmd!(shell, "cargo bench --locked --package engine --package salticid-lab --package salticid-proxy");
    let browser = browser::ready()?;
    tools::ready_to_build()?;
    browser.ready_packages()?;
    if let Some(web) = env::var_os(WEB) {
        // The benchmarks run in other folders.
        let web = std::path::absolute(web)?;
        native.env(WEB, &web).run()?;
        tools::ready_bindgen()?;
        in_worker(&browser, "bench/worker.mjs", &web)?;
        in_worker(&browser, "bench/storage.mjs", &web)?;
    } else {
        native.run()?;
        say(
            "no recorded pages: name some with SALTICID_WEB=FILE.warc.gz to measure reading, natively and in a browser",
        );
    }
    in_app(&browser)
}

/// Returns Node with a benchmark, which runs in the browser that people use.
fn node<'a>(browser: &Browser, shell: &'a Shell, arguments: &[&str]) -> Cmd<'a> {
    browser.node(shell, arguments).env_remove("HEADLESS_SHELL")
}

/// Runs a benchmark that is built for a worker.
fn in_worker(browser: &Browser, script: &str, web: &Path) -> Result<()> {
    let (shell, web) = (shell(), web.display().to_string());
    let run = node(browser, &shell, &[script, &web]);
    let run = match tools::binaryen() {
        Some((_, module)) => run.env("BINARYEN", module),
        None => run,
    };
    Ok(run.run()?)
}

/// Measures a first visit, the browsers, the map with ten thousand pages of the demo web, how fluid the page stays, and
/// what further workers gain, in the app as it is built for static hosts.
fn in_app(browser: &Browser) -> Result<()> {
    let (folder, _) = dist::fill(&dist::Options::new(memory().join("static")))?;
    let folder = folder.display().to_string();
    let web = memory().join("three-webs.warc.gz").display().to_string();
    record(&web)?;
    let portals = PORTALS.join(",");
    for arguments in [
        &["bench/first.mjs", &folder][..],
        &["bench/browsers.mjs", &folder],
        &["bench/map.mjs", &folder],
        &["bench/fluid.mjs", &folder, &web, &portals],
        &["bench/pool.mjs", &folder, &web, &portals, "5000", QUERY],
    ] {
        node(browser, &shell(), arguments).run()?;
    }
    Ok(())
}

/// Records three demo webs side by side, as far as the crawl of the benchmark will see them.
fn record(file: &str) -> Result<()> {
    say("recording three demo webs");
    let seeds = PORTALS.map(|portal| ["--seed", portal]).concat();
    let crawl = ["crawl", "--web", "demo:1+2+3", "--strategy", "best-first", "--query", QUERY, "--pages", "12000"];
    let files = ["--log", &format!("{file}.jsonl"), "--export", file];
    let shell = shell();
    Ok(cmd!(shell, "cargo run --locked --release --package salticid-lab -- {crawl...} {files...} {seeds...}").run()?)
}
