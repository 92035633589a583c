//! Tests the program as people and scripts call it: exit codes, messages, and the format of the log.

use crate::{file, lab, page, place};
use serde_json::Value;
use std::path::PathBuf;

fn stdout(args: &[&str]) -> String {
    let output = lab(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Writes four pages: a seed, one on the topic, one off it, and one behind the latter; and a link to a missing page.
fn web(name: &str) -> String {
    let pages = [
        page(
            "http://a.test/",
            "<title>Start</title><p><a href=/off>weather today</a> <a href=/on>dengue fever</a> <a href=/gone>lost</a>",
        ),
        page("http://a.test/on", "<title>Dengue</title><p>Dengue fever comes with fever."),
        page("http://a.test/off", "<title>Weather</title><p>Sun and rain. <a href=http://b.test/far>far</a>"),
        page("http://b.test/far", "<title>Far</title><p>Dengue far away."),
    ];
    file(name, pages.concat())
}

const CRAWL: [&str; 8] =
    ["crawl", "--strategy", "best-first", "--query", "dengue fever", "--seed", "http://a.test/", "--web"];

fn crawl(web: &str, more: &[&str]) -> Vec<Value> {
    let args = [&CRAWL[..], &[web], more].concat();
    let text = stdout(&args);
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn each_page_is_a_line_with_the_contract_fields_first_and_a_summary_is_the_last() {
    let web = web("contract.warc");
    let args = [&CRAWL[..], &[&web]].concat();
    let text = stdout(&args);
    for (at, line) in text.lines().take(5).enumerate() {
        let mut rest = line;
        for field in ["n", "url", "status", "parent", "depth", "priority", "relevance", "host"] {
            let key = format!("\"{field}\":");
            rest = &rest[rest
                .find(&key)
                .unwrap_or_else(|| panic!("{field} is missing or out of order in line {at}: {line}"))..];
        }
        assert!(line.starts_with(&format!("{{\"n\":{},\"url\":", at + 1)), "{line}");
    }
    let lines = crawl(&web, &[]);
    let urls: Vec<&str> = lines[..5].iter().map(|line| line["url"].as_str().unwrap_or_default()).collect();
    assert_eq!(
        urls,
        ["http://a.test/", "http://a.test/on", "http://a.test/off", "http://a.test/gone", "http://b.test/far"]
    );
    assert_eq!((&lines[0]["parent"], &lines[1]["parent"]), (&Value::Null, &"http://a.test/".into()));
    assert_eq!((&lines[3]["status"], &lines[3]["outcome"]), (&404.into(), &"status-404".into()));
    let summary = &lines[5];
    assert_eq!(
        (&summary["summary"], &summary["end"], &summary["pages"]),
        (&true.into(), &"frontier-empty".into(), &5.into())
    );
    assert_eq!((&summary["failures"]["status-404"], &summary["requests"]), (&1.into(), &7.into()));
}

#[test]
fn the_summary_counts_refusals_by_reason() {
    let page = "<a href=/a/a/a>1</a> <a href=/b/b/b>2</a> <a rel=nofollow href=/x>3</a>";
    let web = file("refused.warc", crate::page("http://a.test/", page));
    let lines = crawl(&web, &[]);
    let refusals = &lines.last().expect("there is a summary")["refusals"];
    let expected = serde_json::json!({"nofollow": 1, "trap-repeats": 2});
    assert_eq!(refusals, &expected);
}

#[test]
fn known_pages_can_be_given_as_an_array_or_as_lines() {
    let web = web("judged.warc");
    let relevant = file("relevant.json", r#"["http://a.test/on"]"#);
    let targets = file("targets.txt", "# far\nhttp://b.test/far\nhttp://b.test/unknown\n");
    let lines = crawl(&web, &["--relevant", &relevant, "--targets", &targets, "--pages", "3"]);
    let summary = &lines[3];
    assert_eq!((&summary["relevant_found"], &summary["target_recall"]), (&1.into(), &0.0.into()));
    assert_eq!(summary["precision"]["3"].as_f64(), Some(1.0 / 3.0));
    assert_eq!(summary["recall"].as_f64(), Some(1.0 / 3.0));
    assert_eq!((&lines[1]["relevant"], &lines[2]["relevant"]), (&true.into(), &false.into()));
}

#[test]
fn a_moved_known_page_is_found_at_its_target_and_seeds_are_no_targets() {
    let moved = "HTTP/1.1 301 Moved\r\nLocation: /on\r\n\r\n";
    let length = moved.len();
    let old = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/old\r\nContent-Length: {length}\r\n\r\n\
        {moved}\r\n\r\n"
    );
    let pages = std::fs::read_to_string(web("before.warc")).expect("it was written");
    let web = file("moved.warc", &(pages + &old));
    let known = file("known.txt", "http://a.test/\nhttp://a.test/old\n");
    let lines = crawl(&web, &["--targets", &known, "--pages", "3"]);
    let summary = lines.last().expect("there is a summary");
    assert_eq!(summary["relevant_found"], 2);
    assert_eq!(summary["target_recall"], 1.0);
    assert_eq!(summary["precision"]["3"].as_f64(), Some(2.0 / 3.0));
    let start = crawl(&web, &["--targets", &known, "--pages", "1"]);
    assert_eq!(start[1]["recall"], 0.5, "the start is relevant");
    assert_eq!(start[1]["target_recall"], 0.0, "and no target");
}

#[test]
fn a_topic_gives_query_seeds_and_known_pages_and_flags_take_precedence() {
    let web = web("topic.warc");
    let topics = file(
        "topics.json",
        r#"{"topics": {"dengue": {"query": "dengue", "seeds": ["http://a.test/"], "known_relevant": ["http://a.test/on"], "targets": []}}}"#,
    );
    let topic = format!("{topics}#dengue");
    let args = ["crawl", "--web", &web, "--strategy", "best-first", "--topic", &topic];
    let text = stdout(&args);
    assert!(text.contains("\"query\":\"dengue\"") && text.contains("\"relevant_found\":1"), "{text}");
    let text = stdout(&[&args[..], &["--query", "weather"]].concat());
    assert!(text.contains("\"query\":\"weather\""), "{text}");
}

#[test]
fn every_strategy_runs_on_the_topics_of_the_demo_web() {
    let text = stdout(&["topics", "--web", "demo", "--pages", "6", "--at", "6", "--threads", "1"]);
    for entry in engine::strategy::LIST {
        assert_eq!(text.matches(&format!("| {} |", entry.id)).count(), 3, "{text}");
    }
}

#[test]
fn a_strategy_that_starts_with_earlier_pages_gets_those_of_the_given_log() {
    let of_past = |pages: &str| {
        let strategy = ["--strategies", "info-spiders-db"];
        let length = ["--pages", "12", "--at", "12", "--past-pages", pages];
        stdout(&[&["topics", "--web", "demo"], &strategy[..], &length].concat())
    };
    assert_ne!(of_past("0"), of_past("30"));
}

/// Breadth-first goes to the start, off, on, what is missing, and far: of the two targets, one is known beforehand and
/// counts no more. From the other seed it goes to off and far.
#[test]
fn an_experiment_reports_every_measure_with_seeds_together_or_apart() {
    let web = web("measures.warc");
    let topics = file(
        "measures.json",
        r#"{"topics": {"dengue": {"query": "dengue", "seeds": ["http://a.test/", "http://a.test/off"],
            "known_relevant": ["http://a.test/on"], "targets": ["http://a.test/on", "http://b.test/far"]}}}"#,
    );
    let args = [
        "topics",
        "--web",
        &web,
        "--topics",
        &topics,
        "--strategies",
        "breadth-first",
        "--measure",
        "target-recall,harvest",
        "--pages",
        "5",
        "--at",
        "2,4",
    ];
    for (seeds, recall, harvest) in [
        // The start, off, on, missing; far is the fifth.
        ("together", "**0.000** | **0.000**", "**0.000** | **0.250**"),
        // The start, off, on, missing; and off, far.
        ("apart", "**0.500** | **0.500**", "**0.250** | **0.250**"),
    ] {
        let text = stdout(&[&args[..], &["--seeds", seeds]].concat());
        let tables: Vec<&str> = text.split("\n## ").skip(1).collect();
        let [of_targets, of_pages] = tables[..] else { panic!("two measures: {text}") };
        let row = |means: &str| format!("| breadth-first | {means} |");
        assert!(of_targets.starts_with("Target recall") && of_targets.contains(&row(recall)), "{text}");
        assert!(of_pages.starts_with("Harvest rate") && of_pages.contains(&row(harvest)), "{text}");
    }
}

/// Paths from the start to the page on the topic and to the distant one, as a list of addresses.
const TRAILS: &str = "http://a.test/\nhttp://a.test/on\n\nhttp://a.test/\nhttp://a.test/off\nhttp://b.test/far\n";

#[test]
fn a_strategy_learns_from_a_file_of_trails_whose_pages_are_no_targets() {
    let web = web("learning.warc");
    let trails = file("trails.txt", TRAILS);
    let targets = file("trail-targets.txt", "http://b.test/far\nhttp://a.test/other\n");
    let output = lab(&[
        "crawl",
        "--web",
        &web,
        "--strategy",
        "hybrid-hmm-anchor",
        "--seed",
        "http://a.test/",
        "--trails",
        &trails,
        "--targets",
        &targets,
    ]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("4 of 4 examples read"), "{told}");
    let text = String::from_utf8_lossy(&output.stdout);
    let summary = text.lines().last().expect("there is a summary");
    let summary: Value = serde_json::from_str(summary).expect("JSON");
    assert_eq!(summary["pages"], 5);
    assert_eq!(
        (&summary["relevant_found"], &summary["target_recall"]),
        (&1.into(), &0.0.into()),
        "the page on the trail is relevant, and no target"
    );
}

/// Trains a model on a topic of the demo web, and returns the program's output.
fn train(strategy: &str, model: &str, more: &[&str]) -> String {
    let topic = ["train", "--web", "demo", "--topic", "demo#asthma"];
    let learn = ["--strategy", strategy, "--model", model];
    stdout(&[&topic[..], &learn, more].concat())
}

#[test]
fn a_saved_model_crawls_like_one_trained_in_the_same_run() {
    let model = file("asthma.salticid-model", "");
    let told = train("hybrid-hmm-anchor", &model, &[]);
    for table in ["## Page clusters", "## Transitions between layers (A)", "## Confusion matrix"] {
        assert!(told.contains(table), "{table} is not in\n{told}");
    }
    let topic = ["--web", "demo", "--topic", "demo#asthma"];
    // With several requests at once the order depends on the robots.txt files that the training has read.
    let crawl = [&topic[..], &["--pages", "40", "--parallel", "1"]].concat();
    let by_model = stdout(&[&["crawl"], &crawl[..], &["--model", &model]].concat());
    let at_once = stdout(&[&["crawl"], &crawl[..], &["--strategy", "hybrid-hmm-anchor"]].concat());
    // The words of a saved model have other numbers, and a sum in another order may differ in its last digit.
    let pages = |log: &str| -> Vec<(Value, Option<String>)> {
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| (line["url"].clone(), line["priority"].as_f64().map(|score| format!("{score:.9}")))).collect()
    };
    assert_eq!(pages(&by_model), pages(&at_once));
    assert_eq!(pages(&by_model).len(), 41, "forty pages and a summary");
}

#[test]
fn a_model_includes_its_query() {
    let model = file("hot.salticid-model", "");
    train("hot-word", &model, &["--query", "asthma inhaler"]);
    let crawl = ["crawl", "--web", "demo", "--seed", "http://web-guide.test/", "--pages", "10", "--model", &model];
    let own = stdout(&crawl);
    let typed = |words| stdout(&[&crawl[..], &["--query", words]].concat());
    assert_eq!(own, typed("asthma inhaler"));
    assert_ne!(own, typed("jazz"));
}

#[test]
fn a_model_of_another_strategy_and_an_invalid_model_are_reported() {
    let model = file("other.salticid-model", "");
    train("svm", &model, &[]);
    let crawl = ["crawl", "--web", "demo", "--topic", "demo#asthma", "--model", &model];
    refused(&[&crawl[..], &["--strategy", "hmm"]].concat(), 2, "the model was trained by “svm”");
    let garbage = file("garbage.salticid-model", "a model? no");
    let crawl = ["crawl", "--web", "demo", "--topic", "demo#asthma", "--model", &garbage];
    refused(&crawl, 1, "garbage.salticid-model");
}

#[test]
fn a_web_is_described_for_people_and_for_programs() {
    let web = web("info.warc");
    let info: Value = serde_json::from_str(&stdout(&["web", "info", &web, "--json"])).expect("JSON");
    assert_eq!((&info["pages"], &info["read"]), (&4.into(), &4.into()));
    assert_eq!((&info["links"], &info["links_within"]), (&4.into(), &3.into()));
    assert_eq!((&info["hosts"]["http://a.test"], &info["statuses"]["200"]), (&3.into(), &4.into()));
    let text = stdout(&["web", "info", &web]);
    assert!(text.contains("links        4 (3 within the web)"), "{text}");
}

#[test]
fn the_place_at_which_a_recording_breaks_off_is_shown() {
    let whole = page("http://a.test/", "<title>Start</title><p>Dengue fever.");
    let cut = file("cut.warc", [&whole[..], &whole[..whole.len() / 2]].concat());
    let info: Value = serde_json::from_str(&stdout(&["web", "info", &cut, "--json"])).expect("JSON");
    assert_eq!((&info["pages"], &info["skipped"]), (&1.into(), &1.into()));
    assert_eq!(info["skipped_places"][0]["offset"], whole.len());
    let text = stdout(&["web", "info", &cut]);
    let shown = format!("skipped      1 damaged places or unreadable records\n             byte {}: ", whole.len());
    assert!(text.contains(&shown), "{text}");
}

/// Runs a command that must be rejected, and checks its message.
fn refused(args: &[&str], exit_code: i32, says: &str) {
    let output = lab(args);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit_code), "{args:?}: {message}");
    assert!(message.contains(says), "{args:?}: {message}");
}

#[test]
fn an_invalid_flag_exits_with_2_and_names_the_remedy() {
    let web = web("usage.warc");
    for (more, says) in [
        (["--pages", "0"], "pages is 0: give a number from 1 to"),
        (["--param", "n=3"], "best-first has no parameter “n”"),
        (["--param", "n"], "write NAME=VALUE"),
        (["--trails", "t.json"], "does not learn from trails"),
        (["--seed", "ftp://x.test/"], "only http and https pages can be crawled"),
        (["--parallel", "1000"], "in_flight is 1000"),
        (["--frobnicate", "1"], "--frobnicate"),
    ] {
        refused(&[&CRAWL[..], &[&web], &more].concat(), 2, says);
    }
}

#[test]
fn a_focused_crawl_only_needs_a_query() {
    let web = web("starter.warc");
    let log = |more: &[&str]| {
        let focused = ["--strategy", "focused", "--query", "orchestra", "--seed", "a.test"];
        let output = lab(&[&["crawl", "--web", &web][..], &focused, more].concat());
        assert!(output.status.success(), "{output:?}");
        assert!(!output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for more in [&[][..], &["--taxonomy", "starter"]] {
        let says = log(more);
        assert!(says.contains("15 of 15 examples read"), "{says}");
        assert!(says.contains("* Arts/orchestra: 1 of 1 read"), "{says}");
    }
    let says = log(&["--taxonomy", "starter", "--good-topic", "Arts"]);
    assert!(says.contains("* Arts: 1 of 1 read"), "{says}");
}

#[test]
fn an_incomplete_crawl_exits_with_2_and_names_the_missing_input() {
    let web = web("lacking.warc");
    let missing = file("none.json", r#"{"topics": {}}"#) + "#x";
    for (more, says) in [
        (vec!["no-such"], "possible values: breadth-first"),
        (vec!["best-first", "--seed", "a.test"], "enter a query"),
        (vec!["best-first", "--query", "x"], "give at least one seed"),
        (vec!["focused", "--seed", "a.test"], "name a bookmark file"),
        (vec!["centroid", "--seed", "a.test"], "learns from trails: name a trails file"),
        (vec!["best-first", "--topic", "demo#x"], "there is no topic “x”: demo has linux"),
        (vec!["best-first", "--topic", "x.json"], "write FILE#NAME"),
        (vec!["best-first", "--topic", &missing], "there is no topic “x”"),
    ] {
        refused(&[&["crawl", "--web", &web, "--strategy"], &more[..]].concat(), 2, says);
    }
}

#[test]
fn an_invalid_experiment_exits_with_2_and_names_the_reason() {
    let untaught = file(
        "untaught.json",
        r#"{"topics": {"dengue": {"query": "dengue", "seeds": ["http://a.test/"], "targets": ["http://a.test/"]}}}"#,
    );
    let of_topics = ["--web", "demo", "--topics", &untaught, "--strategies"];
    for (args, says) in [
        (&["--web", "some.warc"][..], "name a topics file"),
        (&["--web", "demo:x"], "not a seed of the demo web"),
        (&["--web", "demo", "--strategies", "no-such"], "there is no strategy “no-such”"),
        (&["--web", "demo", "--pages", "10", "--at", "11"], "11 is not from 1 to the number of pages, 10"),
        (&["--web", "demo", "--param", "zz=1"], "has a parameter “zz”"),
        (&[&of_topics[..], &["best-first,hmm"]].concat(), "learns from trails, but the topic dengue has none"),
        (&[&of_topics[..], &["best-first", "--measure", "target-recall"]].concat(), "the topic dengue has no targets"),
    ] {
        refused(&[&["topics"], args].concat(), 2, says);
    }
}

#[test]
fn files_that_are_missing_or_broken_exit_with_1_and_are_named() {
    let web = web("broken.warc");
    let garbage = file("garbage.warc.gz", "<!DOCTYPE html>");
    let list = file("bad.txt", "not a url\n");
    for (args, says) in [
        (vec!["web", "info", "no-such-file.warc"], "no-such-file.warc cannot be read"),
        (
            vec!["web", "info", &garbage],
            "is not a recorded web: it has no page that can be read (at byte 0: the bytes are not a WARC record)",
        ),
        ([&CRAWL[..], &[&web, "--targets", &list]].concat(), "line 1: “not a url” is not a URL"),
        (
            [&CRAWL[..], &[&web, "--log", "no/such/folder/log.jsonl"]].concat(),
            "no/such/folder/log.jsonl cannot be written",
        ),
        (vec!["serve", "--web", &web, "--listen", "nonsense"], "cannot serve on nonsense"),
    ] {
        refused(&args, 1, says);
    }
}

/// Checks that a page of the documentation has a generated text between its markers; `SALTICID_BLESS=1` writes it.
fn page_has(page: &str, name: &str, generated: &str) {
    let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the page").replace("\r\n", "\n");
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&begin).expect("a marker begins the text");
    let (found, after) = rest.split_once(&end).expect("a marker ends it");
    let generated = format!("\n{}\n", generated.trim());
    if std::env::var_os("SALTICID_BLESS").is_some() {
        std::fs::write(path, [before, &begin, &generated, &end, after].concat()).expect("it is written");
    } else {
        assert!(found == generated, "run SALTICID_BLESS=1 cargo test -p salticid-lab page_of");
    }
}

#[test]
fn the_page_of_strategies_has_the_tables_that_list_prints() {
    let printed = stdout(&["list", "--markdown"]);
    let tables = printed.trim().strip_prefix("<!-- strategies -->").expect("a marker begins the tables");
    page_has("strategies.md", "strategies", tables.strip_suffix("<!-- /strategies -->").expect("a marker ends them"));
}

#[test]
fn the_page_of_crawls_has_the_table_of_settings() {
    page_has("crawl.md", "settings", &salticid_lab::strategies::settings_as_markdown());
}

#[test]
fn the_page_of_spark_lists_the_strategies_that_score_pages_independently() {
    let ids = |is_trained: bool| {
        let entries = engine::strategy::LIST.iter().filter(|entry| entry.scores_pages_independently);
        let ids: Vec<_> = entries.filter(|entry| entry.needs.trails == is_trained).map(|entry| entry.id).collect();
        format!("`{}`", ids.join("`, `"))
    };
    page_has("spark.md", "strategies", &format!("{}, and with a model {}.", ids(false), ids(true)));
}

/// Returns the flags of a crawl of a web, written to a folder for tests.
fn export(web: &str, folder: &str, more: &[&str]) -> (PathBuf, String) {
    let folder = place(folder);
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_str().expect("the path is UTF-8");
    let log = stdout(&[&CRAWL[..], &[web, "--export", path], more].concat());
    (folder, log)
}

#[test]
fn an_export_of_a_crawl_into_a_folder_has_every_format() {
    let (folder, log) = export(&web("export.warc"), "export", &[]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file is there");
    let pages: String = log.lines().take(5).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(read("pages.jsonl"), pages, "the log without its summary");
    assert_eq!(read("pages.csv").lines().count(), 6);
    for (name, nodes, edges) in [("graph.gexf", 5, 4), ("graph.graphml", 5, 4)] {
        let (nodes_found, edges_found) = (read(name).matches("<node ").count(), read(name).matches("<edge ").count());
        assert_eq!((nodes_found, edges_found), (nodes, edges), "{name}");
    }
    assert_eq!(
        read("urls.txt").lines().collect::<Vec<_>>(),
        ["http://a.test/", "http://a.test/on", "http://a.test/off", "http://b.test/far"]
    );
    let bookmarks = read("bookmarks.html");
    assert!(bookmarks.contains("<H3>dengue fever</H3>") && bookmarks.contains("http://a.test/on"), "{bookmarks}");
    let markdown = read("pages.md");
    assert!(markdown.starts_with("# dengue fever\n") && markdown.contains("\n<http://a.test/on>\n"), "{markdown}");
    assert_eq!(read("pages.text.jsonl").lines().count(), 4, "the pages that were read");
    assert!(read("pages.excel.csv").starts_with("\u{feff}rank,title,url,relevance,"));
    assert!(folder.join("pages.md.zip").exists() && !folder.join("pages.warc").exists());
}

#[test]
fn a_text_is_limited_in_tokens() {
    let (web, whole, part) = (web("tokens.warc"), file("whole.md", ""), file("part.md", ""));
    stdout(&[&CRAWL[..], &[&web, "--export", &whole]].concat());
    stdout(&[&CRAWL[..], &[&web, "--export", &part, "--tokens", "20"]].concat());
    let length = |path: &str| std::fs::metadata(path).expect("the file is there").len();
    assert!(length(&part) <= 90 && length(&part) < length(&whole));
}

#[test]
fn uncrawled_link_targets_are_in_a_graph_on_request() {
    for (more, nodes, edges) in [(&["--pages", "2"][..], 2, 1), (&["--pages", "2", "--uncrawled"], 4, 3)] {
        let (folder, _) = export(&web("uncrawled.warc"), "uncrawled", more);
        let graph = std::fs::read_to_string(folder.join("graph.gexf")).expect("the file is there");
        let found = (graph.matches("<node ").count(), graph.matches("<edge ").count());
        assert_eq!(found, (nodes, edges), "{more:?}");
    }
}

#[test]
fn a_crawl_of_an_exported_recording_is_the_same_crawl() {
    for form in ["pages.warc", "pages.warc.gz"] {
        let web = web(&format!("again-of-{form}"));
        let copy = file(&format!("copy-{form}"), "");
        let log = stdout(&[&CRAWL[..], &[&web, "--export", &copy]].concat());
        let again = stdout(&[&CRAWL[..], &[&copy]].concat());
        assert_eq!(log, again, "{form}");
        assert!(log.lines().count() == 6, "{log}");
    }
}

#[test]
fn documents_are_written_in_the_format_of_the_file_extension() {
    let link = "<title>Start</title><a href=/report.pdf>dengue report</a>";
    let web = file("documents.warc", page("http://a.test/", link));
    let (addresses, links) = (file("documents.txt", ""), file("documents.md", ""));
    stdout(&[&CRAWL[..], &[&web, "--documents", &addresses, "--documents", &links]].concat());
    let read = |path: &str| std::fs::read_to_string(path).expect("the file is there");
    assert_eq!(read(&addresses), "http://a.test/report.pdf\n");
    let link = "- [dengue report](http://a.test/report.pdf) (PDF), linked from [Start](http://a.test/)";
    assert!(read(&links).lines().any(|line| line == link), "{}", read(&links));
}

#[test]
fn an_export_needs_a_known_file_extension() {
    let web = web("ending.warc");
    refused(&[&CRAWL[..], &[&web, "--documents", "list.pdf"]].concat(), 2, "name a file with one of .md, ");
    for name in ["crawl.xml", "crawl.warc.zip"] {
        refused(&[&CRAWL[..], &[&web, "--export", name]].concat(), 2, "has an unknown extension");
        refused(&[&CRAWL[..], &[&web, "--export", name]].concat(), 2, ".md, .md.zip,");
    }
}

/// Scores the pages of these files.
fn scores(more: &[&str]) -> (Vec<Value>, String) {
    let args = ["score", "--strategy", "best-first", "--query", "dengue fever"];
    let output = lab(&[&args[..], more].concat());
    let lines = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let lines = lines.lines();
    let parsed = lines.map(|line| serde_json::from_str(line).expect("a line is JSON"));
    let told = String::from_utf8(output.stderr).expect("messages are UTF-8");
    (parsed.collect(), told)
}

#[test]
fn the_pages_of_a_file_are_scored_as_the_first_page_of_a_crawl() {
    let web = web("scored.warc");
    let (pages, told) = scores(&[&web]);
    let urls: Vec<&str> = pages.iter().filter_map(|page| page["url"].as_str()).collect();
    let all = ["http://a.test/", "http://a.test/on", "http://a.test/off", "http://b.test/far"];
    assert_eq!(urls, all);
    assert!(told.starts_with("4 pages in"), "{told}");
    assert_eq!(pages[1]["label"], "relevant");
    let links = pages[0]["links"].as_array().expect("a list");
    assert_eq!(links[0]["to"], "http://a.test/on");
    assert_eq!(links[0]["anchor"], "dengue fever");
    for (at, url) in urls.iter().enumerate() {
        let crawled = crawl(&web, &["--seed", url, "--pages", "2"]);
        let first = crawled.iter().find(|page| page["url"] == *url);
        let first = first.expect("the seed is crawled");
        assert_eq!(first["relevance"], pages[at]["relevance"], "{url}");
    }
    let followed = crawl(&web, &["--pages", "2"]);
    assert_eq!(followed[1]["priority"], links[0]["score"]);
}

#[test]
fn scores_are_the_same_on_any_number_of_threads_and_damage_is_reported() {
    let damaged = file(
        "damaged.warc",
        [
            page("http://a.test/", "<title>Dengue</title><a href=/on>fever</a>"),
            "WARC/1.0\r\nContent-Length: many\r\n\r\n\r\n\r\n".to_owned(),
            page("http://a.test/on", "<title>Fever</title><a href=/>dengue</a>"),
        ]
        .concat(),
    );
    let (one, told) = scores(&[&damaged, "--threads", "1"]);
    assert_eq!(one.len(), 2);
    assert!(told.contains("damaged.warc, byte") && told.contains("1 failures"), "{told}");
    assert_eq!(scores(&[&damaged, "--threads", "3"]).0, one);
    let untrained = ["score", "--strategy", "svm", "--query", "fever", &damaged];
    refused(&untrained, 2, "train a model");
    refused(&["score", "--strategy", "best-first", "--query", "fever", "no.warc"], 1, "no.warc cannot be read");
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_scores_of_the_others() {
    let (one, two) = (web("readable-1.warc"), web("readable-2.warc"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    let files = [one.as_str(), folder, "no.warc", &two];
    let (pages, told) = scores(&files);
    assert_eq!(pages.len(), 8, "{told}");
    assert!(told.contains("no.warc cannot be read") && told.contains("2 failures"), "{told}");
    let arguments = ["score", "--strategy", "best-first", "--query", "fever"];
    refused(&[&arguments[..], &files].concat(), 1, "2 of 4 files cannot be read");
}

#[test]
fn texts_of_a_file_reach_the_terminal_short_and_without_control_characters() {
    let long = format!("ftp://a.test/{}", "x".repeat(100_000));
    let escape = "javascript:\u{1b}]0;title\u{7}\u{9b}31m\u{202e}";
    let file = file("hostile-urls.warc", [page(&long, "<p>"), page(escape, "<p>")].concat());
    let (pages, told) = scores(&[&file]);
    assert!(pages.is_empty() && told.contains("2 failures"), "{told}");
    assert!(told.len() < 2_000, "{} bytes", told.len());
    assert!(!told.contains(types::text::is_hidden), "{told:?}");
}
