//! Tests training on a list of good pages and a link graph: a recorded web, or a crawl that the app
//! saved.

use crate::{file, lab, page, place, response};
use archive::bundle::{CrawlMetadata, Writer};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Event, EventKind};
use engine::journal;
use salticid_lab::{driver, web};
use std::path::Path;
use std::process::Output;
use types::plan::Plan;

/// Writes a web of two spiders, each behind a garden, one over a redirect; a gate leads to both gardens, and the start
/// to the gate and to the sea, which leads nowhere.
fn web(name: &str) -> String {
    let pages = [
        ("", "<p>start <a href=gate>gate</a> <a href=sea>sea</a>"),
        ("gate", "<p>gate <a href=garden-1>roses</a> <a href=garden-2>tulips</a>"),
        ("garden-1", "<p>roses garden <a href=s1>web</a> <a href=gone>lost</a>"),
        ("garden-2", "<p>tulips garden <a href=old>web</a>"),
        ("s1", "<p>spider silk jumping"),
        ("s2", "<p>spider silk weaving"),
        ("sea", "<p>waves"),
    ];
    let page = |(path, body)| page(&format!("http://a.test/{path}"), body);
    let moved = response("http://a.test/old", "301 Moved Permanently\r\nLocation: /s2", "");
    file(name, pages.map(page).concat() + &moved)
}

fn examples(name: &str) -> String {
    file(name, b"http://a.test/s1\nhttp://a.test/s2\nhttp://a.test/unknown\n")
}

/// Writes a whole crawl of a web as the app does. Only the first fields of its card are read.
fn saved_crawl(name: &str, recording: &str) -> String {
    let plan = Plan {
        strategy: "breadth-first".into(),
        query: "spider".to_owned(),
        seeds: vec!["http://a.test/".to_owned()],
        ..Plan::default()
    };
    let checked = CheckedPlan::new(plan.clone(), &engine::strategy::Assets::default());
    let web = web::open(recording).expect("the web opens");
    let crawl = Crawl::new(checked.expect("the plan is fine"));
    let crawl = driver::run_crawl(crawl, &*web, |_| {});
    let card = CrawlMetadata { plan, ..CrawlMetadata::default() };
    let card = journal::seal(&(card, "whatever follows"));
    let event = journal::record(&Event::at(crawl.now(), EventKind::Tick), true).expect("an event");
    let mut events = 2_u64.to_le_bytes().to_vec();
    events.extend(u32::try_from(event.len()).expect("it is short").to_le_bytes());
    events.extend(event);
    let (mut writer, mut bytes) = Writer::begin();
    for (name, section) in
        [("card", card.expect("a card")), ("snapshot", journal::write(&crawl).expect("a snapshot")), ("events", events)]
    {
        bytes.extend(writer.section(name, &section).expect("a section"));
    }
    bytes.extend(writer.finish());
    file(name, &bytes)
}

fn train(web: &str, graph: &str, strategy: &str, more: &[&str]) -> Output {
    let examples = examples(&format!("{strategy}.txt"));
    let model = file(&format!("{strategy}.salticid-model"), b"");
    let args = ["train", "--web", web, "--query", "spider", "--strategy", strategy];
    let args = [&args[..], &["--model", &model, "--examples", &examples, "--graph", graph]];
    lab(&[&args.concat(), more].concat())
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Distances: the spiders 0, the gardens 1, the gate 2, the start 3. The sea leads to no spider, and one good page was
/// not recorded.
#[test]
fn a_list_of_good_pages_and_a_recorded_web_train_a_model_that_remembers_its_graph() {
    let web = web("graph.warc");
    let output = train(&web, &web, "context-focused", &[]);
    let message = told(&output);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("context graph from graph.warc (fingerprint "), "{message}");
    assert!(message.contains(": 2, 2, 1, 1 pages by distance from 0; 1 good pages are not in it"), "{message}");
    let model = place("context-focused.salticid-model");
    let model = std::fs::read(model).expect("the model was written");
    let Ok(journal::ModelFile::Whole(model)) = journal::read_model(&model) else {
        panic!("the model cannot be read");
    };
    let source = &model.spec.trails.trails[0].graphs[0].source;
    assert_eq!(source.name, "graph.warc");
    assert!(message.contains(&source.fingerprint), "{message}");
    // Seven pages: the good page that was not recorded is one of them, and the sea is not.
    let read = model.report().read;
    assert_eq!((read, model.report().given), (6, 7));
    let narrow = train(&web, &web, "context-focused", &["--param", "layers=2"]);
    assert!(told(&narrow).contains(": 2, 2 pages by distance"), "{}", told(&narrow));
}

#[test]
fn a_saved_crawl_is_the_same_graph_as_the_recording_that_it_crawled() {
    let web = web("crawled.warc");
    let crawl = saved_crawl("crawled.salticid", &web);
    let fingerprint = |graph: &str| {
        let output = train(&web, graph, "hot-word", &[]);
        let message = told(&output);
        assert!(output.status.success(), "{message}");
        let (_, after) = message.split_once("(fingerprint ").expect("it is told");
        let file = Path::new(graph).file_name().and_then(|name| name.to_str());
        assert!(message.contains(file.expect("a name")), "{message}");
        let (fingerprint, after) = after.split_once(')').expect("it is in brackets");
        assert!(after.starts_with(": 2, 2, 1, 1 pages by distance"), "{message}");
        fingerprint.to_owned()
    };
    assert_eq!(fingerprint(&crawl), fingerprint(&web));
}

#[test]
fn impossible_training_is_rejected_with_the_remedy() {
    let web = web("refused.warc");
    let elsewhere = file("elsewhere.warc", page("http://a.test/sea", "<p>waves"));
    let damaged = file("damaged.salticid", b"SALTICID");
    for (graph, strategy, code, says) in [
        (&web, "best-first", 2, "--examples: “Best-first”"),
        (&elsewhere, "svm", 2, "--graph: elsewhere.warc has none of the 3 good pages"),
        (&damaged, "svm", 1, "damaged.salticid: "),
    ] {
        let output = train(&web, graph, strategy, &[]);
        let message = told(&output);
        assert_eq!(output.status.code(), Some(code), "{strategy}: {message}");
        assert!(message.contains(says), "{strategy}: {message}");
    }
}
