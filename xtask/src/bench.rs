//! `cargo xtask bench`: the engine's benchmarks, natively and then in a worker in Chromium beside a JavaScript page.
//!
//! Those over recorded pages need a recording: `SALTICID_WEB=FILE.warc.gz` names one.

use crate::failure::Outcome;
use crate::run::{Run, say};
use crate::{browser, places, test, toolbox};

/// The variable that names a recorded web.
const WEB: &str = "SALTICID_WEB";

/// Runs the benchmarks. They print their own results; BENCHMARKS.md says what they mean.
pub(crate) fn run() -> Outcome {
    let native = [
        "bench",
        "--locked",
        "--package",
        "engine",
        "--package",
        "salticid-lab",
    ];
    let native = Run::cargo(&native);
    say(native.line());
    native.now()?;
    let Ok(web) = std::env::var(WEB) else {
        say(
            "no recorded pages: name some with SALTICID_WEB=FILE.warc.gz to measure reading, natively and in a browser",
        );
        return Ok(());
    };
    let browser = browser::ready()?;
    toolbox::ready_to_build()?;
    let tests = places::end_to_end();
    browser::ready_packages(&browser.npm, &tests)?;
    say("the same in a browser");
    let run = Run::new(&browser.node, &["bench/worker.mjs", &web]).inside(&tests);
    let run = test::with_programs(run, &browser);
    match toolbox::wasm_opt() {
        Some((program, _)) => run.env("WASM_OPT", program).now(),
        None => run.now(),
    }
}
