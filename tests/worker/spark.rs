//! Tests the way to Apache Spark and back: the files and commands of a crawl, and the import of the results of a crawl
//! in rounds.

use archive::bundle::{CardSource, of_crawl};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl, RoundEntry, RoundPage};
use engine::frontier::Score;
use js_sys::{Array, Uint8Array};
use protocol::library::{
    CrawlFile, CrawlSummary, ExportRequest, ImportResult, LibraryContents, LibraryEvent, LibraryRequest, SparkFiles,
};
use protocol::models::{ModelsEvent, ModelsRequest};
use protocol::steer::Change;
use protocol::{Source, ToPage, ToWorker};
use types::export::ExportFormat;
use types::plan::{Plan, Politeness};
use types::report::{EndReason, PageRecord, Phase};
use types::taxonomy::{Taxonomy, Topic};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

use crate::fakes::session::Page;

async fn spark(page: &Page, id: &str) -> Result<SparkFiles, String> {
    match page.ask(LibraryRequest::Spark(id.to_owned())).await {
        LibraryEvent::Spark { crawl, files } => {
            assert_eq!(crawl, id);
            files
        }
        other => panic!("no commands: {other:?}"),
    }
}

async fn text(file: &CrawlFile) -> String {
    let text = JsFuture::from(file.file.text()).await;
    text.ok().and_then(|text| text.as_string()).expect("a text")
}

#[wasm_bindgen_test]
async fn a_crawl_gives_its_plan_and_the_commands() {
    let page = Page::new();
    let id = page.start_by("shark-search", 5).await;
    page.finished().await;
    page.ask(LibraryRequest::Rename { id: id.clone(), name: "It's the -kernel".into() }).await;
    let files = spark(&page, &id).await.expect("it can run on Spark");
    assert_eq!(files.plan.name, "it-s-the-kernel.plan.json");
    assert!(files.model.is_none());
    let plan: serde_json::Value = serde_json::from_str(&text(&files.plan).await).expect("it is JSON");
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    assert_eq!(plan["query"], topic.query);
    assert_eq!(plan["seeds"][0], topic.seeds[0].as_str());
    assert_eq!((&plan["strategy"], &plan["pages"]), (&"shark-search".into(), &5.into()));
    let job = "python -m salticid.spark";
    assert_eq!(
        files.commands,
        [
            format!("{job} crawl --plan it-s-the-kernel.plan.json --web demo --out it-s-the-kernel"),
            format!("{job} export it-s-the-kernel --out it-s-the-kernel.salticid"),
        ]
    );
}

#[wasm_bindgen_test]
async fn a_strategy_that_learns_from_topics_is_refused_with_the_remedy() {
    let page = Page::new();
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = |name: &str, good| Topic { name: name.into(), good, words: name.into(), ..Topic::default() };
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            strategy: "focused".into(),
            seeds: web.topics()[0].seeds.clone(),
            taxonomy: Taxonomy { topics: vec![topic("asthma", true), topic("chess", false)] },
            pages: 3,
            ..Plan::default()
        }),
        source: Source::Demo,
        stay: false,
        model: None,
        topic: None,
    });
    let id = page.kept().await;
    let reason = spark(&page, &id).await.expect_err("it cannot learn there");
    assert!(reason.contains("salticid.spark train --taxonomy"), "{reason}");
}

#[wasm_bindgen_test]
async fn a_crawl_by_a_model_gives_the_model_as_well() {
    let page = Page::new();
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    let mut trails = web.trails(topic.id);
    trails.trails.truncate(4);
    let plan = Plan { strategy: "centroid".into(), query: topic.query.into(), trails, ..Plan::default() };
    page.say(&ToWorker::Models(ModelsRequest::Learn {
        number: 1,
        name: "My model".to_owned(),
        plan: Box::new(plan.clone()),
        source: Source::Demo,
        sources: vec![None; plan.trails.trails.len()],
    }));
    let learned = |message: &ToPage| match message {
        ToPage::Models(news) => match &**news {
            ModelsEvent::Learned { learned, .. } => Some(learned.clone()),
            _ => None,
        },
        _ => None,
    };
    let card = page.until(learned).await.expect("it is trained").card;
    page.forget();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            query: topic.query.into(),
            seeds: topic.seeds.clone(),
            strategy: "centroid".into(),
            pages: 3,
            ..Plan::default()
        }),
        source: Source::Demo,
        stay: false,
        model: Some(card.id.clone()),
        topic: None,
    });
    let id = page.kept().await;
    page.finished().await;
    let files = spark(&page, &id).await.expect("it can run on Spark");
    let model = files.model.expect("the crawl has a model");
    assert_eq!(model.name, "my-model.salticid-model");
    assert!(files.commands.iter().all(|one| one.contains(" --model my-model.salticid-model")));
    assert!(!text(&files.plan).await.contains("\"trails\""), "the model has them");
    page.say(&ToWorker::Models(ModelsRequest::Delete(card.id)));
    let erased = |message: &ToPage| match message {
        ToPage::Models(news) => match &**news {
            ModelsEvent::Models(Ok(cards)) => cards.is_empty().then_some(()),
            _ => None,
        },
        _ => None,
    };
    page.until(erased).await;
    let reason = spark(&page, &id).await.expect_err("the model is gone");
    assert!(reason.contains("import its file under Models"), "{reason}");
}

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("a URL")
}

/// Returns pages as those of a crawl in rounds, with a URL that waits.
fn in_rounds(plan: Plan, pages: &[PageRecord]) -> Crawl {
    let parent = |page: &PageRecord| {
        let number = page.discovery.parent?;
        Some(pages[number as usize - 1].url.clone())
    };
    let fetched =
        pages.iter().map(|page| RoundPage { record: page.clone(), parent: parent(page), near_duplicate_of: None });
    let links = [(pages[0].url.clone(), pages[1].url.clone())];
    let waiting = RoundEntry {
        url: url("http://portal.test/leisure/"),
        parent: Some(pages[0].url.clone()),
        score: Score::default(),
        factor: 1.0,
        anchor: "Leisure".to_owned(),
        depth: 1,
        pages: 1,
        hops: 0,
    };
    let checked = CheckedPlan::new(plan, &engine::strategy::Assets::default());
    Crawl::new(checked.expect("the plan is fine")).with_rounds(fetched, links, [waiting])
}

async fn imported(page: &Page, file: &[u8]) -> CrawlSummary {
    let parts = Array::of1(&Uint8Array::from(file));
    let request = LibraryRequest::Import {
        name: "spiders.salticid".into(),
        file: Blob::new_with_u8_array_sequence(&parts).expect("a blob can be made"),
    };
    let id = match page.ask(request).await {
        LibraryEvent::Imported { result: Ok(ImportResult::Crawl { id, .. }), .. } => id,
        other => panic!("not imported: {other:?}"),
    };
    let LibraryEvent::Contents(Ok(LibraryContents { crawls, .. })) = page.ask(LibraryRequest::List).await else {
        panic!("no list");
    };
    let crawl = crawls.into_iter().find(|crawl| crawl.id == id);
    crawl.expect("it is listed")
}

#[wasm_bindgen_test]
async fn the_results_of_a_crawl_in_rounds_are_imported_opened_exported_and_continued() {
    let page = Page::new();
    page.start_by("best-first", 12).await;
    let pages = page.finished().await;
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    let plan = Plan {
        query: topic.query.into(),
        seeds: topic.seeds.clone(),
        strategy: "best-first".into(),
        pages: 12,
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    let crawl = in_rounds(plan, &pages);
    let file = of_crawl(&crawl, "From Spark", CardSource::Demo, 7).expect("it can be written");
    let summary = imported(&page, &file).await;
    assert_eq!((summary.name.as_str(), summary.created), ("From Spark", 7));
    assert_eq!((summary.pages, summary.source.clone()), (12, Source::Demo));
    assert_eq!(summary.phase, Phase::Ended(EndReason::BudgetSpent));

    page.open(&summary.id, Vec::new());
    let opened = page.finished().await;
    let scores = |pages: &[PageRecord]| -> Vec<(CanonicalUrl, f64, Option<u32>)> {
        let score = |page: &PageRecord| (page.url.clone(), page.relevance, page.discovery.parent);
        pages.iter().map(score).collect()
    };
    assert_eq!(scores(&opened), scores(&pages));
    let (id, format) = (summary.id.clone(), ExportFormat::Crawl);
    let LibraryEvent::Exported(Ok(again)) = page.ask(LibraryRequest::Export(ExportRequest::whole(id, format))).await
    else {
        panic!("it is not exported");
    };
    assert_eq!(again.name, "from-spark.salticid");
    assert!(spark(&page, &summary.id).await.is_ok(), "and goes to Spark again");

    page.say(&ToWorker::Steer(Box::new(Change::Budget(13))));
    let last = |message: &ToPage| match message {
        ToPage::Batch(batch) if batch.progress.pages == 13 => Some(()),
        _ => None,
    };
    page.until(last).await;
}

/// A recording and the live web are named by the file as well.
#[wasm_bindgen_test]
async fn a_crawl_in_rounds_keeps_its_source() {
    let page = Page::new();
    page.start_by("best-first", 2).await;
    let pages = page.finished().await;
    for (source, expected, politeness, web) in [
        (CardSource::Proxy, Source::Proxy, Politeness::Adaptive, ""),
        (
            CardSource::RecordedIn("a b's.warc.gz".into()),
            Source::RecordedIn("a b's.warc.gz".into()),
            Politeness::Replay,
            r" --web 'a b'\''s.warc.gz'",
        ),
    ] {
        let plan = Plan {
            query: "linux".into(),
            seeds: vec!["http://portal.test/".into()],
            strategy: "best-first".into(),
            politeness,
            ..Plan::default()
        };
        let file = of_crawl(&in_rounds(plan, &pages), "x", source, 7);
        let summary = imported(&page, &file.expect("it can be written")).await;
        assert_eq!(summary.source, expected);
        let files = spark(&page, &summary.id).await.expect("it can run");
        let command = format!("python -m salticid.spark crawl --plan x.plan.json{web} --out x");
        assert_eq!(files.commands[0], command);
    }
}
