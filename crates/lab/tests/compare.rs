//! Tests `salticid-lab compare` as people call it: its output, the continuation of interrupted runs, and errors of
//! invalid plans.

use crate::{folder, lab, page, program, stderr};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// Returns a new folder with this plan, a web and its topics.
fn plan(name: &str, text: &str) -> PathBuf {
    let folder = folder(name);
    let path = folder.join("plan.toml");
    let files = [
        (path.clone(), text.to_owned()),
        (folder.join("web.warc"), web()),
        (folder.join("topics.json"), TOPICS.to_owned()),
    ];
    for (path, text) in files {
        std::fs::write(&path, text).expect("a file can be written");
    }
    path
}

/// Two topics on a web of sixty pages, each of which links to the next ones.
const TOPICS: &str = r#"{"topics": {
    "dengue": {"query": "dengue fever", "seeds": ["http://a.test/0"], "targets": ["http://a.test/6", "http://a.test/12", "http://a.test/18"]},
    "spiders": {"query": "jumping spiders", "seeds": ["http://a.test/1"], "targets": ["http://a.test/8", "http://a.test/16", "http://a.test/32"]}
}}"#;

fn web() -> String {
    let words = |n: usize| match (n % 6, n % 8) {
        (0, _) => "dengue fever",
        (_, 0) => "jumping spiders",
        _ => "weather today",
    };
    let numbered = |n: usize| {
        let next = [n + 1, 2 * n, 3 * n];
        let next = next.map(|to| format!("<a href=/{to}>{}</a> ", words(to)));
        page(&format!("http://a.test/{n}"), &format!("<title>{}</title><p>{}", words(n), next.concat()))
    };
    (0..60).map(numbered).collect::<Vec<String>>().concat()
}

fn compare(plan: &Path, out: &Path, more: &[&str]) -> Output {
    let args = ["compare", text(plan), "--out", text(out), "--no-seconds"];
    lab(&[&args, more].concat())
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Returns all files of a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("text"))
    };
    entries.map(read).collect()
}

const SMALL: &str = r#"
version = 1
title = "Small <b>"
web = "web.warc"
topics_file = "topics.json"
topics = ["dengue", "spiders"]
strategies = ["breadth-first", "best-first", "info-spiders"]
pages = 30
at = [10, 30]
repeats = 2
measures = ["harvest", "average-relevance"]

[[claim]]
text = "Best-first is ahead"
source = "common sense"
measure = "harvest"
at = 30
better = "best-first"
worse = "breadth-first"
why = "It reads what it found."
"#;

#[test]
fn a_plan_gives_outcomes_figures_charts_and_reports() {
    let plan = plan("compare-files", SMALL);
    let out = plan.with_file_name("out");
    let output = lab(&["compare", text(&plan), "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("12 crawls") && told.contains("pages a second"), "{told}");
    let files = files(&out);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected = [
        "average-relevance-pages.svg",
        "average-relevance-requests.svg",
        "harvest-pages.svg",
        "harvest-requests.svg",
        "outcomes.jsonl",
        "report.html",
        "report.md",
        "summary.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(files["outcomes.jsonl"].lines().count(), 1 + 12);
    let rows = files["summary.csv"].lines();
    assert!(rows.clone().any(|row| row.starts_with("harvest,pages,best-first,dengue,0,1,30,")));
    let (html, markdown) = (&files["report.html"], &files["report.md"]);
    for report in [html, markdown] {
        for part in [
            "Small",
            "Best-first is ahead",
            "It reads what it found.",
            "Best-first is ahead",
            "It reads what it found.",
            "± ",
            "plan.toml",
        ] {
            assert!(report.contains(part), "{part} in {report}");
        }
    }
    assert!(html.contains("Small &lt;b&gt;") && html.contains("<svg ") && !html.contains("<script"));
    assert!(!html.contains("<link") && !html.contains("src="), "the page stands alone");
    assert!(markdown.contains("![Harvest rate](harvest-pages.svg)"));
}

#[test]
fn the_table_of_figures_has_the_measures_that_only_several_crawls_give() {
    let text_of = SMALL
        .replace("[\"harvest\", ", "[\"harvest\", \"robustness\", \"retrieval-rank\", ")
        .replace("repeats = 2", "seeds = \"halves\"");
    let path = plan("compare-pooled", &text_of);
    let topics = TOPICS.replace("a.test/0\"]", "a.test/0\", \"http://a.test/9\"]");
    let topics = topics.replace("a.test/1\"]", "a.test/1\", \"http://a.test/11\"]");
    std::fs::write(path.with_file_name("topics.json"), topics).expect("a file");
    let out = path.with_file_name("out");
    let output = compare(&path, &out, &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = &files(&out)["summary.csv"];
    for start in ["robustness,pages,best-first,dengue,0,0,30,", "retrieval-rank,pages,breadth-first,spiders,0,0,10,"] {
        assert!(table.lines().any(|row| row.starts_with(start)), "{start}");
    }
    for other in ["robustness,requests", "robustness,pages,best-first,dengue,1,"] {
        assert!(!table.contains(other), "{other}");
    }
}

#[test]
fn the_same_plan_gives_the_same_files_on_any_number_of_threads() {
    let plan = plan("compare-same", SMALL);
    let folders = ["1", "3"].map(|threads| {
        let out = plan.with_file_name(threads);
        let output = compare(&plan, &out, &["--threads", threads]);
        assert!(output.status.success(), "{}", stderr(&output));
        files(&out)
    });
    // Reports name the command, and so the folder of the plan, which is the same.
    assert!(folders[0] == folders[1]);
}

/// Runs a plan until its journal contains an outcome, and kills it.
fn killed(plan: &Path, out: &Path) {
    let mut child = program()
        .args(["compare", text(plan), "--out", text(out), "--no-seconds", "--threads", "1"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let is_first = |line: std::io::Result<String>| line.expect("text").starts_with("1 of 12");
    assert!(lines.any(is_first), "no crawl was told of");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
}

#[test]
fn a_killed_run_continues_and_ends_like_an_uninterrupted_one() {
    let plan = plan("compare-killed", SMALL);
    let (whole, broken) = (plan.with_file_name("whole"), plan.with_file_name("broken"));
    assert!(compare(&plan, &whole, &[]).status.success());
    killed(&plan, &broken);
    let journal = broken.join("outcomes.jsonl");
    let written = std::fs::read_to_string(&journal).expect("a journal");
    let lines = written.lines().count();
    assert!((2..13).contains(&lines), "{lines}");
    assert!(!broken.join("report.html").exists());
    // The file ends as if the program had been killed while it wrote a line.
    std::fs::write(&journal, format!("{written}{{\"key\":{{\"conten")).expect("a file");
    let output = compare(&plan, &broken, &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(files(&whole) == files(&broken));
}

#[test]
fn outcomes_of_another_comparison_are_rejected_and_irrelevant_settings_may_change() {
    let path = plan("compare-changed", SMALL);
    let out = path.with_file_name("out");
    assert!(compare(&path, &out, &[]).status.success());
    let change = |from: &str, to: &str| {
        std::fs::write(&path, SMALL.replace(from, to)).expect("a file");
        compare(&path, &out, &[])
    };
    for (from, to) in [("pages = 30", "pages = 31"), ("\"dengue\", ", ""), ("version = 1", "version = 1\nrng = 2")] {
        let output = change(from, to);
        assert_eq!(output.status.code(), Some(1), "{to}");
        let told = stderr(&output);
        assert!(told.contains("another comparison") && told.contains("--out"), "{told}");
    }
    assert!(stderr(&change("pages = 30", "pages = 31")).contains("pages was 30, now 31"));
    let output = change("It reads what it found.", "Another reason.");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(files(&out)["report.md"].contains("Another reason."));
    let output = change("\"info-spiders\"", "\"shark-search\"");
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("12 of 12:") && !told.contains("13 of"), "{told}");
    assert!(files(&out)["report.md"].contains("shark-search"));
    let outcomes = &files(&out)["outcomes.jsonl"];
    assert!(outcomes.contains("info-spiders") && outcomes.contains("shark-search"), "what was asked for before stays");
}

#[test]
fn outcomes_of_other_code_and_files_of_others_are_left_alone() {
    let path = plan("compare-code", SMALL);
    let out = path.with_file_name("out");
    let journal = out.join("outcomes.jsonl");
    assert!(compare(&path, &out, &[]).status.success());
    let written = std::fs::read_to_string(&journal).expect("a journal");
    let (head, rest) = written.split_once('\n').expect("a head");
    let code = head.split("\"code\":\"").nth(1).expect("its code");
    let older = head.replacen(&code[..16], "0123456789abcdef", 1);
    for (text, told) in
        [(format!("{older}\n{rest}"), "code changed"), ("not a line of this program".to_owned(), "line 1 is invalid")]
    {
        std::fs::write(&journal, &text).expect("a file");
        let output = compare(&path, &out, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&journal).expect("it is there"), text);
    }
}

#[test]
fn a_folder_of_the_plans_name_that_has_other_things_in_it_is_left_alone() {
    let path = plan("compare-beside", SMALL);
    let folder = path.with_file_name("plan");
    std::fs::create_dir(&folder).expect("a folder");
    let run = || {
        let mut program = program();
        program.current_dir(path.parent().expect("a folder"));
        program.args(["compare", "plan.toml"]).output().expect("it starts")
    };
    let output = run();
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.contains("--out: plan exists"), "{told}");
    std::fs::remove_dir(&folder).expect("it is empty");
    assert!(run().status.success());
    // The folder then belongs to a comparison, and the run continues there.
    assert!(run().status.success());
}

#[test]
fn a_crawl_without_reachable_seeds_is_rejected() {
    let path = plan("compare-seeds", SMALL);
    let topics = TOPICS.replace("http://a.test/1\"]", "http://elsewhere.test/\"]");
    std::fs::write(path.with_file_name("topics.json"), topics).expect("a file");
    let output = compare(&path, &path.with_file_name("out"), &[]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("--web: it has no http://elsewhere.test/ and no other seed of spiders"), "{told}");
    assert!(!path.with_file_name("out").exists(), "nothing was begun");
    // Addresses are in a person's notation, and one of them does not exist.
    let some = TOPICS.replace("http://a.test/1\"]", "http://elsewhere.test/\", \"a.test/1\"]");
    std::fs::write(path.with_file_name("topics.json"), some).expect("a file");
    let output = compare(&path, &path.with_file_name("out"), &[]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn errors_of_a_plan_name_their_line_and_key() {
    for (from, to, says) in [
        ("version = 1", "version = 2", "line 2, version: "),
        ("\"breadth-first\"", "\"widest-first\"", "line 7, strategies: there is no strategy “widest-first”"),
        ("\"spiders\"", "\"chequers\"", "line 6, topics: there is no topic “chequers”"),
        ("at = [10, 30]", "at = [10, 31]", "line 9, at: 31"),
        (
            "worse = \"breadth-first\"",
            "worse = \"fish-search\"",
            "line 13, claim: claim 1: “fish-search” is not compared",
        ),
        ("pages = 30", "page = 30", "unknown field `page`"),
        ("repeats = 2", "repeats = \"two\"", "line 10"),
        ("pages = 30", "pages = ", "line 8"),
        ("pages = 30", "pages = 0", "line 8, pages: pages is 0: give a number from 1"),
        ("pages = 30", "pages = -30", "integer `-30`, expected a whole number, 0 or more"),
        ("[\"dengue\", \"spiders\"]", "[\"dengue\", \"dengue\"]", "line 6, topics: “dengue” is listed twice"),
        ("\"web.warc\"", "\"live\"", "web: comparisons need a fixed web"),
        ("\"web.warc\"", "\"demo:x\"", "not a seed of the demo web"),
        ("\"web.warc\"", "\"none.warc.gz\"", "none.warc.gz cannot be read"),
        ("topics_file = \"topics.json\"\n", "", "line 5, topics: there is no topic “dengue”"),
    ] {
        let plan = plan("compare-wrong", &SMALL.replace(from, to));
        let output = compare(&plan, &plan.with_file_name("out"), &[]);
        assert!(!output.status.success(), "{to}");
        assert!(stderr(&output).contains(says), "{to}: {}", stderr(&output));
        assert!(stderr(&output).contains("plan.toml") || says.starts_with("no"), "{}", stderr(&output));
    }
}

#[test]
fn a_plan_prints_as_json_without_defaults_and_runs_as_such() {
    let path = plan("compare-as-json", SMALL);
    let output = lab(&["compare", text(&path), "--as-json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in ["\"claim\"", "\"web\": \"web.warc\"", "\"topics.json\""] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    assert!(!printed.contains("ceiling"), "{printed}");
    let json = path.with_file_name("plan.json");
    std::fs::write(&json, printed).expect("a file");
    let outcomes = [&path, &json].map(|plan| {
        let out = path.with_file_name(format!("of-{}", plan.extension().unwrap_or_default().to_string_lossy()));
        let output = compare(plan, &out, &[]);
        assert!(output.status.success(), "{}", stderr(&output));
        files(&out)["outcomes.jsonl"].clone()
    });
    assert!(outcomes[0] == outcomes[1]);
}

#[test]
fn a_plan_may_be_json_and_may_run_on_another_web_with_other_topics() {
    let path = plan("compare-instead", SMALL);
    let folder = path.parent().expect("a folder");
    let pages = ["http://a.test/", "http://a.test/on", "http://a.test/off"];
    let bodies = ["<a href=/on>dengue fever</a> <a href=/off>rain</a>", "Dengue fever", "Rain"];
    let records: Vec<String> = pages.iter().zip(bodies).map(|(url, body)| page(url, body)).collect();
    let (web, topics) = (folder.join("other.warc"), folder.join("other.json"));
    std::fs::write(&web, records.concat()).expect("a file");
    std::fs::write(&topics, r#"{"topics": {"dengue": {"query": "dengue fever", "seeds": ["http://a.test/"], "targets": ["http://a.test/on"]}}}"#).expect("a file");
    let out = folder.join("out");
    let output = compare(&path, &out, &["--web", text(&web), "--topics", text(&topics)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = &files(&out)["report.md"];
    assert!(report.contains("on 1 topic of the web “other.warc”"), "{report}");
    // Remarks about the plan's own web do not apply to this one, so only the plan has them.
    assert_eq!(report.matches("It reads what it found.").count(), 1, "{report}");
    let json = folder.join("plan.txt");
    std::fs::write(
        &json,
        r#"{"web": "web.warc", "topics_file": "topics.json", "strategies": ["best-first"], "pages": 3}"#,
    )
    .expect("a file");
    let output = compare(&json, &folder.join("of-json"), &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::write(&json, r#"{"webb": "demo"}"#).expect("a file");
    let output = compare(&json, &folder.join("of-json"), &[]);
    assert!(stderr(&output).contains("webb") && stderr(&output).contains("line 1"), "{}", stderr(&output));
}
