//! Files of topics in the worker: bookmarks and JSON in and out, and what is no such file.
#![cfg(feature = "crawler")]

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Date};
use salticid::protocol::{FileKind, Hello, ToPage, ToWorker, TopicsRead};
use salticid::worker::Session;
use std::cell::RefCell;
use std::rc::Rc;
use types::limits::BOOKMARK_BYTES;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Blob;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

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
        topics,
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
    let heard = Rc::new(RefCell::new(Vec::new()));
    let write = Rc::clone(&heard);
    let post = move |message: &ToPage| write.borrow_mut().push(message.clone());
    let session = Session::new(Rc::new(post), None);
    for message in [&ToWorker::Hello(Hello::own()), request] {
        session.on_message(serde_wasm_bindgen::to_value(message).expect("messages are plain data"));
    }
    let deadline = Date::now() + PATIENCE_MS;
    loop {
        if let Some(message) = heard.borrow_mut().pop() {
            return message;
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
async fn a_bookmark_file_gives_its_folders_and_says_what_was_left_out() {
    let read = read(BOOKMARKS).await.expect("it is a bookmark file");
    let names: Vec<&str> = read
        .taxonomy
        .topics
        .iter()
        .map(|topic| &*topic.name)
        .collect();
    assert_eq!(names, ["Asthma", "Chess"]);
    assert_eq!(read.taxonomy.topics[0].examples, ["http://a.test/1"]);
    assert_eq!(read.warnings.len(), 1);
    assert!(read.warnings[0].contains("Script"), "{:?}", read.warnings);
}

#[wasm_bindgen_test]
async fn a_json_file_gives_the_topics_again_with_their_marks() {
    let text = write(FileKind::Json).await;
    let read = read(&format!("\u{feff}\n{text}"))
        .await
        .expect("it was written just now");
    assert_eq!(read.taxonomy, taxonomy());
}

#[wasm_bindgen_test]
async fn a_bookmark_file_that_was_written_gives_the_topics_again_without_marks() {
    let read = read(&write(FileKind::Bookmarks).await)
        .await
        .expect("it was written just now");
    let mut unmarked = taxonomy();
    unmarked.topics[0].good = false;
    assert_eq!(read.taxonomy, unmarked);
}

#[wasm_bindgen_test]
async fn what_is_no_file_of_topics_is_refused_with_a_sentence() {
    let deep = "{\"topics\":[".repeat(10_000);
    let many = format!(
        "{{\"topics\":[{{\"name\":\"A\",\"examples\":[{}\"\"]}}]}}",
        "\"\",".repeat(60_000)
    );
    let large = " ".repeat(BOOKMARK_BYTES + 1);
    for (text, wanted) in [
        ("", "not a bookmark file"),
        ("<p>Hello</p>", "not a bookmark file"),
        ("{\"topics\": 1}", "not a topics file"),
        ("{\"topics\": [", "not a topics file"),
        (&deep, "too deep"),
        (&many, "more than"),
        (&large, "too large"),
    ] {
        let said = read(text).await.expect_err("it is none");
        assert!(said.contains(wanted), "{said}");
    }
}

#[wasm_bindgen_test]
async fn brackets_in_names_do_not_count_as_nesting() {
    let name = "[{\\\"".repeat(200);
    let text = format!("{{\"topics\":[{{\"name\":\"{name}\"}}]}}");
    let read = read(&text).await.expect("it is flat");
    assert_eq!(read.taxonomy.topics.len(), 1);
}
