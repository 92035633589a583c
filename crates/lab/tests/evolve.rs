//! Tests `salticid-lab evolve` as people call it: its output, and that the seed number determines it.

use crate::{file, folder, program};
use salticid_lab::evolve::plan::{EXAMPLE, EvolutionPlan};
use std::path::{Path, PathBuf};
use std::process::Output;

const SMALL: &str = r#"
version = 1
title = "Small"

[training]
web = "demo"
topics = ["chess"]
pages = 12

[evolution]
population = 4
generations = 2
rng = 3

[judgment]
web = "demo"
topics = ["jazz", "linux"]
strategies = ["evolved", "best-first"]
pages = 12
ceiling = false

[[judgment.claim]]
text = "Evolution pays"
measure = "harvest"
better = "evolved"
worse = "best-first"
"#;

/// Runs a plan in a new folder.
fn evolve(name: &str, plan: &str) -> (Output, PathBuf) {
    let folder = folder(name);
    std::fs::write(folder.join("plan.toml"), plan).expect("a file can be written");
    let out = folder.join("out");
    let output = program().current_dir(&folder).args(["evolve", "plan.toml", "--out", "out"]).output();
    (output.expect("the program starts"), out)
}

fn text(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

#[test]
fn a_formula_is_evolved_and_judged_and_a_seed_number_decides_it() {
    let (output, out) = evolve("evolve", SMALL);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("generation 2 of 2: best"), "{stderr}");
    let formula = text(&out, "formula.txt");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(&formula));
    let report = text(&out, "report.md");
    for part in [
        "# Small",
        "![Fitness on the training topics](fitness.svg)",
        "## Topics that evolution never saw",
        "| Evolution pays |",
        &format!("```text\n{formula}```"),
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(text(&out, "fitness.svg").starts_with("<svg"));
    assert!(text(&out, "summary.csv").contains("best-first"));
    let (_, again) = evolve("evolve-again", SMALL);
    assert_eq!(text(&again, "report.md"), report);
}

#[test]
fn topics_of_the_training_are_not_judged() {
    let (output, out) = evolve("evolve-seen", &SMALL.replace("\"jazz\"", "\"chess\""));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && !out.exists());
    assert!(stderr.contains("plan.toml: chess is a topic of"), "{stderr}");
}

#[test]
fn the_example_of_the_help_can_be_run() {
    let path = file("example-of-evolve.toml", EXAMPLE);
    EvolutionPlan::read(Path::new(&path)).expect("its topics, strategies and webs are there");
}
