//! `cargo xtask bench`: how fast the engine reads, natively; with a recorded web also whole crawls, and the engine in a
//! worker in Chromium beside a page in plain JavaScript. BENCHMARKS.md says what the results mean.

use crate::failure::{Failure, Outcome};
use crate::run::{Run, say};
use crate::{browser, places, toolbox};
use std::path::{Path, PathBuf};

/// Runs the benchmarks, which print their own results; those that need a recorded web only with one.
pub(crate) fn run(web: Option<&Path>) -> Outcome {
    announced(Run::cargo(&["bench", "--locked", "--package", "engine"]))?;
    let Some(web) = web else {
        say(
            "name a recorded web (cargo xtask bench FILE.warc.gz) to measure crawls and the worker in a browser, too",
        );
        return Ok(());
    };
    let web = std::path::absolute(web).map_err(Failure::file("find", web))?;
    let lab = Run::cargo(&["bench", "--locked", "--package", "salticid-lab"]);
    announced(lab.env("SALTICID_WEB", &web))?;
    in_worker(&web)
}

fn in_worker(web: &Path) -> Outcome {
    let browser = browser::ready()?;
    toolbox::ready_to_build()?;
    let tests = places::end_to_end();
    browser::ready_packages(&browser.npm, &tests)?;
    let script = Path::new("bench").join("worker.mjs").display().to_string();
    let optimizer: Option<PathBuf> = toolbox::wasm_opt().map(|(program, _)| program);
    let run = Run::new(&browser.node, &[&script, &web.display().to_string()]).inside(&tests);
    let run = run.env("CHROMIUM", &browser.chromium);
    announced(match optimizer {
        Some(program) => run.env("WASM_OPT", program),
        None => run,
    })
}

fn announced(run: Run) -> Outcome {
    say(run.line());
    run.now()
}
