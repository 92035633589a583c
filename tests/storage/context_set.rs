//! Tests good pages of a saved crawl with the pages that lead to them, and a model trained on these alone, in a real
//! browser.

use protocol::library::{LibraryEvent, LibraryRequest};
use protocol::models::{ModelView, ModelsEvent, ModelsRequest};
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::plan::Plan;
use types::report::PageRecord;
use types::trails::{Trail, TrailPage, Trails};
use wasm_bindgen_test::wasm_bindgen_test;

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
    page.forget();
    page.say(&ToWorker::Models(ModelsRequest::Learn {
        number: 1,
        name: "from a graph".to_owned(),
        plan: Box::new(Plan {
            strategy: strategy.into(),
            trails: Trails { trails: vec![set.clone()] },
            ..Plan::default()
        }),
        source: Source::Demo,
        sources: Vec::new(),
    }));
    let learned = |message: &ToPage| match message {
        ToPage::Models(news) => match &**news {
            ModelsEvent::Learned { learned, .. } => Some(learned.clone()),
            _ => None,
        },
        _ => None,
    };
    page.until(learned).await
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
async fn a_deleted_crawl_gives_no_training_set() {
    let page = Page::new();
    let pages = [TrailPage { url: "http://portal.test/".to_owned(), ..TrailPage::default() }];
    assert!(set(&page, &["0123456789abcdef"], &pages).await.is_err());
}
