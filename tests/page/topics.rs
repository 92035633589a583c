//! Tests the editor of topics.

use crate::fakes::app::{
    count, find, focused, go_to, gone, json, open, open_with, press, shown, text, type_into, wait_for_text,
};
use crate::fakes::topics::{catalog, filed};
use page_state::catalog::Catalog;
use page_state::form::name_field_id;
use protocol::library::{LibraryContents, LibraryEvent, SearchHit, SearchResults};
use protocol::{ToPage, TopicHome, TopicsFiled};
use types::taxonomy::Taxonomy;
use types::url::CanonicalUrl;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};

fn hello() -> ToPage {
    let Catalog { strategies, examples, .. } = catalog();
    ToPage::Catalog { strategies, providers: Vec::new(), examples }
}

async fn query() -> String {
    let query = shown("#query").await;
    query.unchecked_into::<HtmlInputElement>().value()
}

#[wasm_bindgen_test]
async fn the_editor_is_shown_only_for_strategies_with_training() {
    open("#/crawl?strategy=reads", &hello(), &[]);
    shown(".chip").await;
    assert!(find("#topics").is_none());
    assert_eq!(query().await, "red fox");
    open("#/crawl?strategy=learns", &hello(), &[]);
    shown("#topics").await;
    assert_eq!(query().await, "red fox", "a query is enough");
    open("#/crawl?strategy=learns&topics=*Foxes", &hello(), &[]);
    shown(".folder").await;
    assert_eq!(query().await, "", "the topics say it");
}

#[wasm_bindgen_test]
async fn folders_are_added_named_removed_and_brought_back_and_the_focus_follows() {
    open("#/crawl?strategy=learns&q=", &hello(), &[]);
    press("button.add").await;
    focused(&name_field_id(1)).await;
    type_into(".folder .name", "Boats").await;
    type_into(".folder textarea", "http://b.test/1 http://b.test/2").await;
    wait_for_text(".amount", "2 examples").await;
    press(".folder .remove").await;
    wait_for_text(".topics-news", "Removed “Boats”.").await;
    focused("topics-undo").await;
    gone(".folder").await;
    press("#topics-undo").await;
    focused("topics").await;
    assert_eq!(count(".folder"), 1);
}

#[wasm_bindgen_test]
async fn selected_pages_are_filed_as_the_starter_topics_are() {
    let hit = SearchHit {
        url: CanonicalUrl::parse("http://f.test/1").expect("a URL"),
        title: "Red foxes".into(),
        title_marks: vec![(4, 9)],
        snippet: String::new(),
        snippet_marks: Vec::new(),
        score: 1.0,
        is_gone: false,
        topics: Vec::new(),
    };
    let found = LibraryEvent::SearchResults(SearchResults {
        search: "fox".into(),
        hits: vec![hit],
        all: 1,
        records: 1,
        ..SearchResults::default()
    });
    let empty = LibraryEvent::Contents(Ok(LibraryContents::default()));
    // The request has only the new target.
    let filed = TopicsFiled {
        homes: vec![(0, TopicHome::Under(1))],
        added: Taxonomy { topics: filed().added.topics[..2].to_vec() },
    };
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Library === 'List') postMessage({}); \
        if (data.Library?.Search) postMessage({}); if (data.FileTopics) postMessage({}); }}; postMessage({});",
        json(&ToPage::Library(Box::new(empty))),
        json(&ToPage::Library(Box::new(found))),
        json(&ToPage::TopicsFiled(Ok(filed))),
        json(&hello())
    );
    open_with("#/library", &script);
    type_into("[type=search]", "fox").await;
    press("[role=search] [type=submit]").await;
    press(".hits .select-page input").await;
    assert_eq!(text(".hit h3 mark"), "foxes");
    wait_for_text(".selected-pages", "1 page selected").await;
    go_to("#/crawl?strategy=learns&q=red+fox");
    press("#selected-topics").await;
    wait_for_text(".topics-news", "“red fox” was filed under Nature.").await;
    wait_for_text(".sums", "3 folders, 1 example, 1 marked as targets.").await;
    gone("#selected-topics").await;
}

#[wasm_bindgen_test]
async fn the_starter_topics_are_one_click_away_and_show_the_filed_query() {
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.FileTopics?.query === 'red fox') \
        setTimeout(() => postMessage({}), 100); }}; postMessage({});",
        json(&ToPage::TopicsFiled(Ok(filed()))),
        json(&hello())
    );
    open_with("#/crawl?strategy=learns&q=red+fox", &script);
    press("#starter-topics").await;
    shown("#starter-topics:disabled").await;
    wait_for_text(".topics-news", "“red fox” was filed under Nature.").await;
    shown("#starter-topics:not(:disabled)").await;
    wait_for_text(".sums", "3 folders, 0 examples, 1 marked as targets.").await;
    assert_eq!(count(".folder"), 3, "the way to the target is unfolded");
    assert_eq!(query().await, "red fox");
    let words = shown(".folder textarea.words").await;
    let words = words.unchecked_into::<HtmlTextAreaElement>();
    assert_eq!(words.value(), "animal forest fox");
    press("#topics-undo").await;
    focused("topics").await;
    gone(".folder").await;
}
