//! Tests the topics of the form: changes of folders, the resulting plan and address, and the editor.

use crate::fakes::topics::{form, key, taxonomy, topic};
use page_state::catalog::Catalog;
use page_state::form::{Folder, Form, Step, Topics, examples_field_id, name_field_id, read_outline, write_outline};
use protocol::library::{LibraryContents, LibraryEvent, SearchHit, SearchResults};
use protocol::{Example, Problem, SourceKind, ToPage, TopicHome, TopicsFiled, TopicsRead};
use types::strategy::{Family, Needs, StrategyInfo};
use types::taxonomy::{Taxonomy, Topic};
use types::url::CanonicalUrl;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, HtmlTextAreaElement, InputEvent, InputEventInit};

use crate::fakes::app::{count, find, focused, gone, json, open, open_with, press, shown, wait_for_text};

/// Strategies `learns`, which needs topics, and `reads`, which needs words; one example.
fn catalog() -> Catalog {
    let info = |id: &str, needs| StrategyInfo {
        id: id.into(),
        title: id.into(),
        description: String::new(),
        family: Family::Classics,
        source: String::new(),
        params: Vec::new(),
        needs,
        presets: Vec::new(),
        has_spiders: false,
        parts: Vec::new(),
    };
    let learns = Needs { query: false, taxonomy: true, ..Needs::QUERY };
    Catalog {
        strategies: vec![info("learns", learns), info("reads", Needs::QUERY)],
        examples: vec![Example {
            title: "Foxes".into(),
            query: "red fox".into(),
            seeds: vec!["http://portal.test/".into()],
            examples: vec!["http://fox.test/1".into(), "http://fox.test/2".into()],
        }],
        ..Catalog::default()
    }
}

/// The starter topics with the query among them, as the worker files it.
fn filed() -> TopicsFiled {
    let fox = Topic { words: "red fox".into(), ..topic("red fox", true, &[], vec![]) };
    let nature = Topic { words: "animal forest fox".into(), ..topic("Nature", false, &[], vec![]) };
    let sports = Topic { words: "ball game".into(), ..topic("Sports", false, &[], vec![]) };
    TopicsFiled { added: Taxonomy { topics: vec![nature, sports, fox] }, homes: vec![(2, TopicHome::Under(0))] }
}

#[wasm_bindgen_test]
fn filed_topics_are_added_to_the_current_ones_and_can_be_undone() {
    let mut pages = taxonomy();
    pages.topics[1].good = true;
    let mut topics = Topics::of(&pages);
    let (asthma, chess) = (key(&topics, &[0, 0]), key(&topics, &[1]));
    topics.use_all(asthma, false);
    let mut form = form("learns", topics);
    form.query.text = "red fox".into();
    // The request has Health and Chess; then Nature and Sports arrive: Chess goes under Sports.
    let sent = TopicsFiled {
        homes: vec![(1, TopicHome::Under(3))],
        added: Taxonomy { topics: filed().added.topics[..2].to_vec() },
    };
    form.apply_filed(Ok(sent.clone()));
    assert_eq!(form.topics.folders.len(), 2, "nothing was asked for");
    form.topics_mut().begin_filing();
    form.topics_mut().change(chess, |folder| folder.words = "rook".into());
    form.topics_mut().add(None);
    form.apply_filed(Ok(sent));
    assert!(form.query.is_touched, "the query stays");
    let names = |folders: &[Folder]| -> Vec<String> { folders.iter().map(|folder| folder.name.clone()).collect() };
    assert_eq!(names(&form.topics.folders), ["Health", "", "Nature", "Sports"]);
    let moved = &form.topics.folders[3].folders[0];
    assert_eq!((moved.key, &*moved.words), (chess, "rook"));
    let left = form.topics.get(asthma).expect("it stays");
    assert!(!left.used && left.text().contains("a.test/2"));
    let Some(Step::Filed { summary, .. }) = form.topics.steps().last() else { panic!("it is a step") };
    assert_eq!(summary, "2 starter topics were added. “Chess” was filed under Sports.");
    form.topics_mut().undo();
    assert_eq!(names(&form.topics.folders), ["Health", "Chess", ""]);
    form.topics_mut().begin_filing();
    form.apply_filed(Err("Could not load the starter topics.".into()));
    assert!(form.problem("topics").is_some() && !form.topics.is_filing());
}

#[wasm_bindgen_test]
fn a_target_waits_for_the_text_of_its_pages_until_it_is_moved() {
    let mut pages = taxonomy();
    pages.topics[1].good = true;
    let mut form = form("learns", Topics::of(&pages));
    let chess = key(&form.topics, &[1]);
    form.topics_mut().begin_filing();
    form.apply_filed(Ok(TopicsFiled { homes: vec![(1, TopicHome::ByText)], ..TopicsFiled::default() }));
    let Some(Step::Filed { summary, .. }) = form.topics.steps().last() else { panic!("it is a step") };
    let told = "0 starter topics were added. “Chess” will be filed when its pages are read, by their text.";
    assert_eq!(summary, told);
    let waits = |form: &Form| form.topics.taxonomy().topics[1].file_by_text;
    assert!(waits(&form));
    let outline = write_outline(&form.topics.taxonomy());
    assert!(outline.contains("\n'Chess\n"), "{outline}");
    assert_eq!(read_outline(&outline), form.topics.taxonomy());
    let other = key(&form.topics, &[0]);
    form.topics_mut().move_to(chess, Some(other));
    form.topics_mut().move_to(chess, None);
    assert!(!waits(&form), "it stays where the person put it");
}

#[wasm_bindgen_test]
fn only_a_strategy_that_learns_gets_the_topics() {
    for (strategy, wanted) in [("learns", taxonomy()), ("reads", Taxonomy::default())] {
        let request = form(strategy, Topics::of(&taxonomy())).start_request(&catalog());
        assert_eq!(request.expect("nothing is wrong").plan.taxonomy, wanted);
    }
}

#[wasm_bindgen_test]
fn pages_come_from_the_web_where_an_example_in_use_does() {
    let mut topics = Topics::of(&taxonomy());
    let chess = key(&topics, &[1]);
    assert_eq!(form("learns", topics.clone()).source(&catalog()), SourceKind::Demo);
    topics.change(chess, |folder| folder.write("https://chess.org/".into()));
    assert_eq!(form("learns", topics.clone()).source(&catalog()), SourceKind::Proxy);
    assert_eq!(form("reads", topics.clone()).source(&catalog()), SourceKind::Demo);
    topics.use_all(chess, false);
    assert_eq!(form("learns", topics).source(&catalog()), SourceKind::Demo);
}

#[wasm_bindgen_test]
fn a_crawl_without_a_query_is_named_after_its_target_topics() {
    let title = |good: &[&str]| {
        let topics = ["A", "B", "C"].map(|name| topic(name, good.contains(&name), &[], vec![]));
        let taxonomy = Taxonomy { topics: topics.to_vec() };
        let request = form("learns", Topics::of(&taxonomy)).start_request(&catalog());
        request.expect("nothing is wrong").title()
    };
    assert_eq!(title(&["B"]), "Pages like B");
    assert_eq!(title(&["A", "B"]), "Pages like A and B");
    assert_eq!(title(&["A", "B", "C"]), "Pages like A, B and 1 more");
    assert_eq!(title(&[]), "Crawl without a query");
}

#[wasm_bindgen_test]
fn problems_are_shown_at_their_folder_with_the_line() {
    let mut topics = Topics::of(&taxonomy());
    let (health, flu, chess) = (key(&topics, &[0]), key(&topics, &[0, 1]), key(&topics, &[1]));
    topics.change(flu, |folder| {
        folder.write("http://f.test/1\n\nftp://f.test/2".into());
    });
    // The engine counts only the folders in use.
    topics.use_all(key(&topics, &[0, 0]), false);
    let mut form = form("learns", topics);
    let problem = |field: &str, message: &str| Problem { field: field.into(), message: message.into() };
    form.set_problems(vec![
        problem("taxonomy.topics", "no topic is marked as a target"),
        problem("taxonomy.topics[0].topics[0].examples[1]", "example 2 of “Health/Flu”: only http"),
        problem("taxonomy.topics[1].name", "two topics"),
        problem("pages", "too many"),
    ]);
    assert_eq!(form.problem("topics").as_deref(), Some("no topic is marked as a target"));
    assert_eq!(form.problem(&examples_field_id(flu)).as_deref(), Some("Line 3, “ftp://f.test/2”: only http"));
    assert_eq!(form.problem(&name_field_id(chess)).as_deref(), Some("two topics"));
    assert_eq!(form.problem("pages").as_deref(), Some("too many"));
    let open = |key| form.topics.get(key).is_some_and(|folder| folder.open);
    assert!(open(health) && open(flu), "they can be seen");
}

#[wasm_bindgen_test]
fn a_file_without_topics_changes_nothing_and_reports_the_reason() {
    let mut form = form("learns", Topics::of(&taxonomy()));
    form.apply_topics("x.html".into(), Err("this is not a bookmark file".into()));
    assert!(form.problem("topics").is_some_and(|text| text.contains("x.html")));
    form.apply_topics("y.json".into(), Ok(TopicsRead::default()));
    assert!(form.problem("topics").is_some_and(|text| text.contains("y.json")));
    assert_eq!(form.topics.taxonomy(), taxonomy());
}

fn hello() -> ToPage {
    let Catalog { strategies, examples, .. } = catalog();
    ToPage::Catalog { strategies, providers: Vec::new(), examples }
}

async fn type_into(selector: &str, value: &str) {
    let field = shown(selector).await;
    match field.dyn_ref::<HtmlInputElement>() {
        Some(field) => field.set_value(value),
        None => field.unchecked_ref::<HtmlTextAreaElement>().set_value(value),
    }
    let bubbles = InputEventInit::new();
    bubbles.set_bubbles(true);
    let event = InputEvent::new_with_event_init_dict("input", &bubbles).expect("it is an event");
    field.dispatch_event(&event).expect("it is dispatched");
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
fn selected_pages_are_examples_of_the_only_target_or_of_a_new_one() {
    let pages = [("http://f.test/1", "Red foxes"), ("http://f.test/2", "")];
    let mut plain = taxonomy();
    plain.topics[0].topics[0].good = false;
    let mut topics = Topics::of(&plain);
    assert!(topics.add_good("red fox", pages.into_iter()), "no target");
    let target = topics.folders.last().expect("a new folder");
    assert_eq!((&*target.name, target.good), ("red fox", true));
    assert_eq!(target.words, "Red foxes");
    assert_eq!(target.text(), "http://f.test/1\nhttp://f.test/2");

    // The second list has some words: the query gets only the missing ones.
    let more = [("http://f.test/2", "Foxes"), ("http://f.test/3", "Cubs")];
    assert!(!topics.add_good("other", more.into_iter()));
    let target = topics.folders.last().expect("the folder");
    assert_eq!((target.count(), &*target.words), (3, "Red foxes"));
    let Some(Step::Filed { summary, .. }) = topics.steps().last() else { panic!("it is a step") };
    assert_eq!(summary, "Added 2 selected pages to “red fox”.");
    topics.undo();
    topics.undo();
    assert_eq!(topics.whole(), plain);
}

#[wasm_bindgen_test]
async fn selected_pages_are_filed_as_the_starter_topics_are() {
    let hit = SearchHit {
        url: CanonicalUrl::parse("http://f.test/1").expect("a URL"),
        title: "Red foxes".into(),
        snippet: String::new(),
        score: 1.0,
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
        "onmessage = ({{data}}) => {{ if (data.Library === 'List') postMessage({}); if (data.Library?.Search) postMessage({}); if (data.FileTopics) postMessage({}); }}; postMessage({});",
        json(&ToPage::Library(Box::new(empty))),
        json(&ToPage::Library(Box::new(found))),
        json(&ToPage::TopicsFiled(Ok(filed))),
        json(&hello())
    );
    open_with("#/library", &script);
    type_into("[type=search]", "fox").await;
    press("[role=search] [type=submit]").await;
    press(".hits .select-page input").await;
    wait_for_text(".selected-pages", "1 page selected").await;
    let window = web_sys::window().expect("a test runs in a page");
    let form = "#/crawl?strategy=learns&q=red+fox";
    window.location().set_hash(form).expect("a hash");
    press("#selected-topics").await;
    wait_for_text(".topics-news", "“red fox” was filed under Nature.").await;
    wait_for_text(".sums", "3 folders, 1 example, 1 marked as targets.").await;
    gone("#selected-topics").await;
}

#[wasm_bindgen_test]
async fn the_starter_topics_are_one_click_away_and_show_the_filed_query() {
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.FileTopics?.query === 'red fox') setTimeout(() => postMessage({}), 100); }}; postMessage({});",
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
