//! Tests good pages of a saved crawl with the pages that lead to them, and a model trained on these alone, in a real
//! browser.

use protocol::library::{LibraryEvent, LibraryRequest};
use protocol::models::{ModelView, ModelsRequest};
use protocol::subjects::JudgmentEdit;
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::judgment::{JudgmentChange, JudgmentState};
use types::limits::GOOD_RELEVANCE;
use types::plan::Plan;
use types::report::PageRecord;
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::Database;

use crate::fakes::session::Page;

async fn set(page: &Page, crawls: &[&str], good: &[TrailPage]) -> Result<Trail, String> {
    let request =
        LibraryRequest::ContextSet { crawls: crawls.iter().map(|id| (*id).to_owned()).collect(), pages: good.to_vec() };
    match page.ask(request).await {
        LibraryEvent::ContextSet(set) => {
            set.inspect(|set| assert_eq!(set.source, Some(Source::Demo))).map(|set| set.trail)
        }
        other => panic!("no set: {other:?}"),
    }
}

fn good(record: &PageRecord) -> TrailPage {
    TrailPage { url: record.url.to_string(), title: record.text.title.clone(), ..TrailPage::default() }
}

async fn learned(page: &Page, strategy: &str, set: &Trail) -> Result<Box<ModelView>, String> {
    page.learned(ModelsRequest::Learn {
        number: 1,
        name: "from a graph".to_owned(),
        plan: Box::new(Plan {
            strategy: strategy.into(),
            trails: Trails { trails: vec![set.clone()] },
            ..Plan::default()
        }),
        source: Source::Demo,
        sources: Vec::new(),
    })
    .await
}

#[wasm_bindgen_test]
async fn relevant_pages_and_the_links_of_their_crawl_train_a_context_model() {
    let page = Page::new();
    let id = page.start(60).await;
    let records = page.finished().await;
    // The page that led to each of these was read, and links to it.
    let followed = records
        .iter()
        .filter(|record| record.discovery.parent.is_some() && record.discovery.depth > 1 && record.outcome.is_read());
    let chosen: Vec<&PageRecord> = followed.rev().take(3).collect();
    let pages: Vec<TrailPage> = chosen.iter().map(|record| good(record)).collect();
    let set = set(&page, &[&id], &pages).await.expect("the crawl is kept");
    assert_eq!((set.pages.len(), set.graphs.len()), (3, 1));
    assert!(set.pages.iter().all(|page| page.relevant));
    let graph = &set.graphs[0];
    assert_eq!(graph.source.fingerprint.len(), 16);
    let known: BTreeSet<&str> = records.iter().map(|record| record.url.as_str()).collect();
    let in_graph: BTreeSet<&str> = graph.pages.iter().map(|page| page.url.as_str()).collect();
    assert!(in_graph.is_subset(&known));
    for record in &chosen {
        let parent = record.discovery.parent.expect("it was followed");
        let parent = records.iter().find(|one| one.n == parent);
        assert!(in_graph.contains(parent.expect("it was crawled").url.as_str()));
    }
    assert_eq!(graph.layer_sizes()[0], 3);

    let view = learned(&page, "context-focused", &set).await;
    let view = view.expect("it learns from a set and a link graph");
    assert_eq!(view.plan.trails.trails[0].graphs[0].source, graph.source);
    assert_eq!(view.report.given as usize, graph.pages.len());
    let view = learned(&page, "hmm", &set).await;
    let view = view.expect("it learns transitions from the links of the graph");

    page.forget();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan { seeds: vec!["http://portal.test/".into()], pages: 3, ..Plan::default() }),
        source: Source::Demo,
        stay: false,
        model: Some(view.card.id.clone()),
        topic: None,
    });
    let kept = |message: &ToPage| match message {
        ToPage::Kept(kept) => Some(kept.clone()),
        _ => None,
    };
    page.until(kept).await.expect("this browser keeps");
    let LibraryEvent::Contents(Ok(listed)) = page.ask(LibraryRequest::List).await else { panic!("no list") };
    let names: Vec<&str> = listed.crawls.iter().map(|crawl| &*crawl.name).collect();
    assert!(names.contains(&"from a graph"), "{names:?}");
}

#[wasm_bindgen_test]
async fn relevant_pages_that_were_not_chosen_are_unlabeled_and_discarded_ones_are_negative() {
    let page = Page::new();
    let id = page.start(60).await;
    let records = page.finished().await;
    let relevant: Vec<&PageRecord> = records.iter().filter(|record| record.is_on_topic(GOOD_RELEVANCE)).collect();
    let chosen: Vec<TrailPage> = relevant.iter().rev().take(3).map(|record| good(record)).collect();
    let unlabeled = |set: &Trail| -> BTreeSet<String> {
        let graph = &set.graphs[0];
        graph.unlabeled.iter().map(|at| graph.pages[*at as usize].url.clone()).collect()
    };
    let before = set(&page, &[&id], &chosen).await.expect("the crawl is kept");
    let is_chosen = |url: &str| chosen.iter().any(|page| page.url == url);
    let is_relevant = |url: &str| relevant.iter().any(|record| record.url.as_str() == url);
    let in_graph = before.graphs[0].pages.iter().map(|page| page.url.clone());
    let expected: BTreeSet<String> = in_graph.filter(|url| is_relevant(url) && !is_chosen(url)).collect();
    assert!(expected.len() > 1, "{expected:?}");
    assert_eq!(unlabeled(&before), expected);

    let store = Database::open("salticid").await.expect("the store opens");
    let card = store.card(&id).await.expect("it is kept");
    let (topic, _) = store.judgments_of(&card, 1).await.expect("a crawl has a topic");
    // One that led to the chosen pages, one of those itself, and one that the crawl does not have.
    let discarded = expected.first().expect("there are some").clone();
    let judge = async |state: Option<JudgmentState>| {
        let edit = |url: &str| {
            let url = CanonicalUrl::parse(url).expect("a URL");
            JudgmentEdit { subject: topic.clone(), url, change: JudgmentChange::Set(state), at: 1 }
        };
        let edits = [discarded.as_str(), chosen[0].url.as_str(), "http://elsewhere.test/"].map(edit);
        store.judge(&edits).await.expect("there is room");
    };
    judge(Some(JudgmentState::Discarded)).await;
    let after = set(&page, &[&id], &chosen).await.expect("the crawl is kept");
    judge(None).await;
    let mut examples: Vec<(&str, bool)> = chosen.iter().map(|page| (page.url.as_str(), true)).collect();
    examples.push((&discarded, false));
    assert_eq!(after.pages.iter().map(|page| (page.url.as_str(), page.relevant)).collect::<Vec<_>>(), examples);
    assert_eq!(unlabeled(&after), expected.into_iter().filter(|url| *url != discarded).collect());
}

#[wasm_bindgen_test]
async fn a_deleted_crawl_gives_no_training_set() {
    let page = Page::new();
    let pages = [TrailPage { url: "http://portal.test/".to_owned(), ..TrailPage::default() }];
    assert!(set(&page, &["0123456789abcdef"], &pages).await.is_err());
}
