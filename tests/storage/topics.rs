//! Tests topics in the worker: reading and writing bookmarks and JSON, invalid files, and the starter
//! topics.

use demo_web::{DEFAULT_SEED, DemoWeb};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Date, Reflect};
use protocol::message::written;
use protocol::{FileKind, Hello, Source, ToPage, ToWorker, TopicHome, TopicsFiled, TopicsRead, TopicsToFile};
use std::cell::RefCell;
use std::rc::Rc;
use types::limits::BOOKMARK_BYTES;
use types::plan::Plan;
use types::report::Notification;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use worker::Session;

/// The longest wait for an answer, in milliseconds.
const PATIENCE_MS: f64 = 10_000.0;

const BOOKMARKS: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Bookmarks</H1><DL><p>
<DT><H3>Asthma</H3><DL><p><DT><A HREF=\"http://a.test/1\">One</A><DT><A HREF=\"javascript:x\">Script</A></DL><p>
<DT><H3>Chess</H3><DL><p><DT><A HREF=\"http://c.test/1\">Two</A></DL><p></DL>";

fn taxonomy() -> Taxonomy {
    let topic = |name: &str, good, example: &str, topics| Topic {
        name: name.into(),
        good,
        examples: vec![example.into()],
        words: format!("words of {name}"),
        topics,
        ..Topic::default()
    };
    let inner = topic("Inhalers <&>", false, "http://a.test/2", Vec::new());
    Taxonomy {
        topics: vec![
            topic("Asthma", true, "http://a.test/1", vec![inner]),
            topic("Chess", false, "http://c.test/1", Vec::new()),
        ],
    }
}

/// Returns the worker's answer to one message.
async fn answer(request: &ToWorker) -> ToPage {
    found(request, |message| Some(message.clone())).await
}

/// Returns the first answer of a kind to one message.
async fn found<T>(request: &ToWorker, kind: impl Fn(&ToPage) -> Option<T>) -> T {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let write = Rc::clone(&heard);
    let post = move |message: &ToPage| write.borrow_mut().push(message.clone());
    let session = Session::new(Rc::new(post), None);
    session.on_message(&Hello::of_this_build().written());
    session.on_message(&written(request).expect("messages are plain data"));
    let deadline = Date::now() + PATIENCE_MS;
    loop {
        if let Some(found) = heard.borrow().iter().find_map(&kind) {
            return found;
        }
        assert!(Date::now() < deadline, "the worker does not answer");
        TimeoutFuture::new(1).await;
    }
}

async fn read(text: &str) -> Result<TopicsRead, String> {
    let parts = Array::of1(&JsValue::from_str(text));
    let file = Blob::new_with_str_sequence(&parts).expect("text makes a file");
    let name = "mine.html".to_owned();
    match answer(&ToWorker::ReadTopics { name, file }).await {
        ToPage::TopicsRead { name, read } => {
            assert_eq!(name, "mine.html");
            read
        }
        other => panic!("it answers {other:?}"),
    }
}

async fn write(kind: FileKind) -> String {
    let taxonomy = Box::new(taxonomy());
    match answer(&ToWorker::WriteTopics { taxonomy, kind }).await {
        ToPage::TopicsWritten { text, .. } => text,
        other => panic!("it answers {other:?}"),
    }
}

#[wasm_bindgen_test]
async fn topics_are_read_from_a_bookmark_file_with_a_count_of_omissions() {
    let read = read(BOOKMARKS).await.expect("it is a bookmark file");
    let names: Vec<&str> = read.taxonomy.topics.iter().map(|topic| &*topic.name).collect();
    assert_eq!(names, ["Asthma", "Chess"]);
    assert_eq!(read.taxonomy.topics[0].examples, ["http://a.test/1"]);
    assert_eq!(read.warnings.len(), 1);
    assert!(read.warnings[0].contains("Script"), "{:?}", read.warnings);
}

#[wasm_bindgen_test]
async fn a_json_file_preserves_topics_and_their_marks() {
    let text = write(FileKind::Json).await;
    let read = read(&format!("\u{feff}\n{text}")).await.expect("it was written just now");
    assert_eq!(read.taxonomy, taxonomy());
}

#[wasm_bindgen_test]
async fn an_exported_bookmark_file_preserves_topics_without_marks() {
    let read = read(&write(FileKind::Bookmarks).await).await.expect("it was written just now");
    let mut unmarked = taxonomy();
    unmarked.topics[0].good = false;
    // Bookmarks cannot contain words.
    unmarked.topics[0].words.clear();
    unmarked.topics[0].topics[0].words.clear();
    unmarked.topics[1].words.clear();
    assert_eq!(read.taxonomy, unmarked);
}

#[wasm_bindgen_test]
async fn an_invalid_topic_file_is_refused_with_a_reason() {
    let deep = "{\"topics\":[".repeat(10_000);
    let many = format!("{{\"topics\":[{{\"name\":\"A\",\"examples\":[{}\"\"]}}]}}", "\"\",".repeat(60_000));
    let large = " ".repeat(BOOKMARK_BYTES + 1);
    for (text, wanted) in [
        ("", "empty"),
        ("<p>Hello</p>", "not a bookmark file"),
        ("{\"topics\": 1}", "not a topics file"),
        ("{\"topics\": [", "not a topics file"),
        (&deep, "too deep"),
        (&many, "more than"),
        (&large, "too large"),
    ] {
        let message = read(text).await.expect_err("it is none");
        assert!(message.contains(wanted), "{message}");
    }
}

#[wasm_bindgen_test]
async fn brackets_in_names_do_not_count_as_nesting() {
    let name = "[{\\\"".repeat(200);
    let text = format!("{{\"topics\":[{{\"name\":\"{name}\"}}]}}");
    let read = read(&text).await.expect("it is flat");
    assert_eq!(read.taxonomy.topics.len(), 1);
}

/// Sets the address of the starter topics.
fn serve(topics: &str) {
    let address = format!("data:application/json,{}", String::from(js_sys::encode_uri_component(topics)));
    let set = Reflect::set(&js_sys::global(), &"salticidTopics".into(), &address.into());
    set.expect("the global object takes it");
}

/// The topics that the app ships with.
const STARTER: &str = include_str!("../../www/topics/starter.json");

async fn file(taxonomy: Taxonomy, query: &str) -> Result<TopicsFiled, String> {
    let request = TopicsToFile { taxonomy, query: query.to_owned(), stemming: true };
    match answer(&ToWorker::FileTopics(Box::new(request))).await {
        ToPage::TopicsFiled(filed) => filed,
        other => panic!("it answers {other:?}"),
    }
}

/// The parent of a target that is filed when its pages are read.
const BY_TEXT: &str = "(by text)";

/// Returns the names of the added topics, and the parents of the targets.
fn names(own: &Taxonomy, filed: &TopicsFiled) -> (Vec<String>, Vec<(String, Option<String>)>) {
    let added = filed.added.topics.iter().map(|topic| topic.name.clone());
    let added: Vec<String> = added.collect();
    let own = own.topics.iter().map(|topic| topic.name.clone());
    let all: Vec<String> = own.chain(added.clone()).collect();
    let homes = filed.homes.iter();
    let homes = homes.map(|(target, home)| {
        let home = match home {
            TopicHome::Top => None,
            TopicHome::Under(place) => Some(all[*place].clone()),
            TopicHome::ByText => Some(BY_TEXT.to_owned()),
        };
        (all[*target].clone(), home)
    });
    (added, homes.collect())
}

/// Returns a topic with words.
fn worded(name: &str, good: bool, words: &str) -> Topic {
    Topic { name: name.into(), good, words: words.into(), ..Topic::default() }
}

#[wasm_bindgen_test]
async fn a_query_becomes_a_target_among_the_starter_topics() {
    serve(STARTER);
    let filed = file(Taxonomy::default(), " orchestra ").await;
    let filed = filed.expect("the topics are served");
    let (added, homes) = names(&Taxonomy::default(), &filed);
    assert_eq!(added.len(), 15);
    assert_eq!(homes, [("orchestra".into(), Some("Arts".into()))]);
    // The second time nothing is added, and the target stays where the person may have moved it.
    let mut all = filed.added;
    let target = all.topics.pop().expect("it is the last");
    assert!(target.good && target.words == "orchestra");
    all.topics[5].topics.push(target);
    let again = file(all, "orchestra").await;
    assert_eq!(again, Ok(TopicsFiled::default()));
}

#[wasm_bindgen_test]
async fn a_target_is_placed_by_name_words_and_query_without_a_request() {
    serve(STARTER);
    let mine = |words: &str| Taxonomy {
        topics: vec![
            taxonomy().topics.remove(1),
            Topic { examples: vec!["http://a.test/1".into()], ..worded("Qux", true, words) },
        ],
    };
    for (words, query, home) in [
        ("", "asthma", Some("Health")),
        ("orchestra", "asthma", Some("Arts")),
        ("", "xyzzy", Some(BY_TEXT)),
        ("", "", Some(BY_TEXT)),
    ] {
        let filed = file(mine(words), query).await.expect("they are served");
        let (added, homes) = names(&mine(words), &filed);
        assert_eq!(added.len(), 14);
        assert_eq!(homes, [("Qux".into(), home.map(str::to_owned))]);
    }
}

#[wasm_bindgen_test]
async fn a_name_decides_only_if_there_are_no_pages() {
    serve(STARTER);
    for (examples, home) in [(vec![], "Health"), (vec!["http://a.test/1".into()], BY_TEXT)] {
        let own = Taxonomy {
            topics: vec![Topic { examples, ..worded("Asthma", true, "") }, worded("Orchestra", true, "orchestra")],
        };
        let filed = file(own.clone(), "").await.expect("they are served");
        let (_, homes) = names(&own, &filed);
        let expected = [("Asthma", home), ("Orchestra", "Arts")];
        assert_eq!(homes, expected.map(|(name, home)| (name.into(), Some(home.into()))));
    }
}

#[wasm_bindgen_test]
async fn a_target_equal_to_a_broad_topic_is_not_added_again() {
    serve(STARTER);
    let inner = Topic { topics: vec![worded("Sports", true, "ball")], ..worded("Mine", false, "king pawn") };
    let own = Taxonomy { topics: vec![worded("health", true, "doctor"), inner] };
    let filed = file(own.clone(), "doctor").await.expect("they are served");
    let (added, homes) = names(&own, &filed);
    assert_eq!(added.len(), 12);
    assert!(!added.iter().any(|name| name == "Health" || name == "Sports"));
    assert_eq!(homes, [("health".into(), None)]);
}

#[wasm_bindgen_test]
async fn own_folders_are_parents_of_targets_and_renamed_site_pages_are_not() {
    serve(STARTER);
    let menu = "privacy cookies login";
    let mut starter: Taxonomy = serde_json::from_str(STARTER).expect("it is JSON");
    for topic in &mut starter.topics {
        if topic.contrast {
            assert!(topic.words.contains("cookie"));
            topic.name = "Menus".into();
        }
    }
    starter.topics.push(worded("Mine", true, menu));
    let filed = file(starter.clone(), "").await.expect("they are served");
    let (added, homes) = names(&starter, &filed);
    assert_eq!(added, [""; 0], "the renamed one is there");
    assert!(homes[0].1.as_deref() != Some("Menus"), "{homes:?}");
    let own = Taxonomy {
        topics: vec![
            worded("Site pages", false, "xyzzy"),
            worded("Health", false, ""),
            worded("Mine", true, "xyzzy"),
            worded("Lungs", true, "asthma"),
        ],
    };
    let filed = file(own.clone(), "").await.expect("they are served");
    let (added, homes) = names(&own, &filed);
    assert_eq!(added.len(), 12);
    let expected = [("Mine", "Site pages"), ("Lungs", "Health")];
    assert_eq!(homes, expected.map(|(name, home)| (name.into(), Some(home.into()))));
}

#[wasm_bindgen_test]
async fn a_failed_load_of_the_starter_topics_is_reported() {
    serve("not JSON");
    let wrong = file(Taxonomy::default(), "orchestra").await;
    let wrong = wrong.expect_err("they are no topics");
    assert!(wrong.starts_with("Could not load the starter topics"), "{wrong}");
}

#[wasm_bindgen_test]
async fn a_focused_crawl_only_needs_a_query() {
    serve(STARTER);
    let web = DemoWeb::new(DEFAULT_SEED);
    let start = ToWorker::Start {
        plan: Box::new(Plan {
            query: "asthma".to_owned(),
            seeds: web.topics()[0].seeds.clone(),
            strategy: "focused".into(),
            ..Plan::default()
        }),
        source: Source::Demo,
        stay: false,
        model: None,
        topic: None,
    };
    let report = |message: &ToPage| match message {
        ToPage::Batch(batch) => batch.notifications.iter().find_map(|one| match one {
            Notification::Prepared(report) => Some(report.clone()),
            _ => None,
        }),
        ToPage::Refused(problems) => panic!("it is refused: {problems:?}"),
        _ => None,
    };
    let report = found(&start, report).await;
    assert_eq!((report.read, report.trouble), (15, None));
    let good = report.groups.iter().filter(|group| group.good);
    let good: Vec<&str> = good.map(|group| &*group.name).collect();
    assert_eq!(good, ["Health/asthma"]);
}
