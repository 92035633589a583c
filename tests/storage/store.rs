//! Tests the database's layout: an older database gets the missing stores, and keeps its content.

use engine::journal;
use idb::{DatabaseEvent as _, Factory, ObjectStoreParams, TransactionMode};
use js_sys::Uint8Array;
use salticid::protocol::Source;
use salticid::protocol::trails::{SavedTrail, SavedTrails};
use salticid::worker::storage::database::{CrawlCard, Database, SteeringSummary};
use types::plan::Plan;
use types::spec::StrategySpec;
use types::steering::Steering;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// Creates a database in the first layout, with one crawl.
async fn first_layout(name: &str, card: &CrawlCard) {
    let factory = Factory::new().expect("there is a database");
    let mut request = factory.open(name, Some(1)).expect("it can be opened");
    request.on_upgrade_needed(|event| {
        let database = event.database().expect("it is being made");
        for store in ["crawls", "snapshots", "journal", "pages", "bodies"] {
            let made = database.create_object_store(store, ObjectStoreParams::new());
            made.expect("it can be made");
        }
    });
    let database = request.await.expect("it opens");
    let transaction = database.transaction(&["crawls"], TransactionMode::ReadWrite).expect("it can be written");
    let sealed = journal::seal(card).expect("plain data");
    let value = JsValue::from(Uint8Array::from(sealed.as_slice()));
    let store = transaction.object_store("crawls").expect("it is there");
    let put = store.put(&value, Some(&card.id.as_str().into()));
    put.expect("it can be put").await.expect("it is put");
    transaction.commit().expect("it ends").await.expect("it is kept");
    database.close();
}

#[wasm_bindgen_test]
fn the_strategy_before_the_first_switch_is_remembered() {
    let plan = |strategy: &str| Plan { strategy: strategy.into(), ..Plan::default() };
    let to = |id: &str| Steering::Strategy(StrategySpec::from(id));
    let mut steered = SteeringSummary::default();
    steered.take(3, &Steering::Budget(9), &plan("best-first"));
    assert_eq!(steered.first, None);
    steered.take(4, &to("shark-search"), &plan("best-first"));
    steered.take(5, &to("fish-search"), &plan("shark-search"));
    assert_eq!(steered.first, Some(plan("best-first").strategy.clone()));
    // The first strategy of a crawl is unknown if its first switch was not saved.
    let mut late = SteeringSummary { first: None, list: vec![(2, to("shark-search"))] };
    late.take(5, &to("fish-search"), &plan("shark-search"));
    assert_eq!(late.first, None);
}

#[wasm_bindgen_test]
async fn upgrading_a_database_without_trails_keeps_its_crawls() {
    let card = CrawlCard::new("00000000000000c1".into(), Plan::default(), Source::Demo, 1);
    first_layout("older", &card).await;
    let store = Database::open("older").await.expect("it is brought up to date");
    assert_eq!(store.card(&card.id).await, Ok(card));
    assert_eq!(store.trails().await, Ok(SavedTrails::default()));
    let trail = SavedTrail { id: 4, ..SavedTrail::default() };
    let kept = store.save_trails(std::slice::from_ref(&trail), &[], &[4], &[]).await;
    assert_eq!(kept, Ok(()));
    drop(store);
    let again = Database::open("older").await.expect("it opens again");
    let trails = again.trails().await.expect("they can be told").trails;
    assert_eq!(trails, [trail]);
}

#[wasm_bindgen_test]
fn a_crawl_is_named_after_its_query_or_its_target_topics_or_its_first_seed() {
    let topic = |name: &str, good| Topic { name: name.into(), good, ..Topic::default() };
    let mut plan = Plan {
        query: " foxes ".into(),
        seeds: vec!["http://a.test/".into()],
        taxonomy: Taxonomy { topics: vec![topic("Chess", false), topic("Asthma", true)] },
        ..Plan::default()
    };
    let name = |plan: &Plan| CrawlCard::new("a".into(), plan.clone(), Source::Demo, 1).name;
    assert_eq!(name(&plan), "foxes");
    plan.query.clear();
    assert_eq!(name(&plan), "Asthma");
    plan.taxonomy.topics.truncate(1);
    assert_eq!(name(&plan), "http://a.test/");
}
