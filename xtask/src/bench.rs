//! `cargo xtask bench`: the benchmarks of engine, lab and proxy, natively, then the engine's in a worker in Chromium beside a JavaScript page,
//! those of saving and reading a crawl, and those of a first visit, of each browser, of the map and of how fluid the page stays, in the built app.
//!
//! Those over recorded pages need a recording: `SALTICID_WEB=FILE.warc.gz` names one.

use crate::failure::{Failure, Outcome};
use crate::run::{Run, say};
use crate::{browser, dist, places, toolbox};
use std::path::Path;

/// The variable that names a recorded web.
const WEB: &str = "SALTICID_WEB";

/// Runs the benchmarks. They print their own results; BENCHMARKS.md explains them.
pub(crate) fn run() -> Outcome {
    let native = Run::cargo(&[
        "bench",
        "--locked",
        "--package",
        "engine",
        "--package",
        "salticid-lab",
        "--package",
        "salticid-proxy",
    ]);
    say(native.line());
    if let Some(web) = std::env::var_os(WEB) {
        // The benchmarks run in other folders.
        let web = Path::new(&web);
        let web = std::path::absolute(web).map_err(Failure::file("find", web))?;
        native.env(WEB, &web).now()?;
        say("the same in a browser");
        in_worker("bench/worker.mjs", &web)?;
        say("saving and reading them in a browser");
        in_worker("bench/storage.mjs", &web)?;
    } else {
        native.now()?;
        say(
            "no recorded pages: name some with SALTICID_WEB=FILE.warc.gz to measure reading, natively and in a browser",
        );
    }
    in_app()
}

/// The seeds of the page benchmark's crawl: the start pages of three demo webs side by side.
const PORTALS: [&str; 3] = ["http://portal-w1.test/", "http://portal-w2.test/", "http://portal-w3.test/"];

/// The query of that crawl.
const QUERY: &str = "health guide history travel";

/// Measures the map with ten thousand pages of the demo web, how fluid the page stays, and what further workers gain, in the app
/// as it is built for static hosts.
fn in_app() -> Outcome {
    let browser = browser::ready()?;
    toolbox::ready_to_build()?;
    let (folder, _) = dist::fill(&dist::Options { out: places::memory().join("static"), ..dist::Options::default() })?;
    let tests = places::end_to_end();
    browser::ready_packages(&browser.npm, &tests)?;
    let node = |arguments: &[&str]| browser.node(arguments).now();
    let folder = folder.display().to_string();
    say("a first visit");
    node(&["bench/first.mjs", &folder])?;
    say("the same crawl in each browser");
    node(&["bench/browsers.mjs", &folder])?;
    say("the map in a browser");
    node(&["bench/map.mjs", &folder])?;
    let web = places::memory().join("three-webs.warc.gz");
    let web = web.display().to_string();
    record(&web)?;
    say("how fluid the page stays");
    let portals = PORTALS.join(",");
    node(&["bench/fluid.mjs", &folder, &web, &portals])?;
    say("further workers that parse");
    node(&["bench/pool.mjs", &folder, &web, &portals, "5000", QUERY])
}

/// Records three demo webs side by side, as far as the crawl of the benchmark will see them.
fn record(file: &str) -> Outcome {
    say("recording three demo webs");
    let log = format!("{file}.jsonl");
    let mut arguments = vec![
        "run",
        "--locked",
        "--release",
        "--package",
        "salticid-lab",
        "--",
        "crawl",
        "--web",
        "demo:1+2+3",
        "--strategy",
        "best-first",
        "--query",
        QUERY,
        "--pages",
        "12000",
        "--log",
        &log,
        "--export",
        file,
    ];
    for portal in PORTALS {
        arguments.extend(["--seed", portal]);
    }
    Run::cargo(&arguments).now()
}

/// Runs a benchmark that is built for a worker.
fn in_worker(script: &str, web: &Path) -> Outcome {
    let browser = browser::ready()?;
    toolbox::ready_to_build()?;
    toolbox::ready_bindgen()?;
    let tests = places::end_to_end();
    browser::ready_packages(&browser.npm, &tests)?;
    let run = browser.node(&[script, &web.display().to_string()]);
    match toolbox::wasm_opt() {
        Some((program, _)) => run.env("WASM_OPT", program).now(),
        None => run.now(),
    }
}
