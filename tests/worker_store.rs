//! The database's layout: one of an older version gets what it lacks, and nothing that it has is lost.
#![cfg(feature = "crawler")]

use engine::plan::Plan;
use idb::{DatabaseEvent as _, Factory, ObjectStoreParams, TransactionMode};
use js_sys::Uint8Array;
use salticid::protocol::Source;
use salticid::protocol::trails::{Kept, KeptTrail};
use salticid::worker::store::{Card, Store};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Makes a database as the first layout had it, with one crawl.
async fn first_layout(name: &str, card: &Card) {
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
    let transaction = database
        .transaction(&["crawls"], TransactionMode::ReadWrite)
        .expect("it can be written");
    let sealed = engine::journal::seal(card).expect("plain data");
    let value = JsValue::from(Uint8Array::from(sealed.as_slice()));
    let store = transaction.object_store("crawls").expect("it is there");
    let put = store.put(&value, Some(&card.id.as_str().into()));
    put.expect("it can be put").await.expect("it is put");
    transaction
        .commit()
        .expect("it ends")
        .await
        .expect("it is kept");
    database.close();
}

#[wasm_bindgen_test]
async fn a_database_without_trails_gets_a_place_for_them_and_keeps_its_crawls() {
    let card = Card::new("00000000000000c1".into(), Plan::default(), Source::Demo, 1);
    first_layout("older", &card).await;
    let store = Store::open("older")
        .await
        .expect("it is brought up to date");
    assert_eq!(store.card(&card.id).await, Ok(card));
    assert_eq!(store.trails().await, Ok(Kept::default()));
    let trail = KeptTrail {
        id: 4,
        ..KeptTrail::default()
    };
    let kept = store
        .keep_trails(std::slice::from_ref(&trail), &[], &[4])
        .await;
    assert_eq!(kept, Ok(()));
    drop(store);
    let again = Store::open("older").await.expect("it opens again");
    let trails = again.trails().await.expect("they can be told").trails;
    assert_eq!(trails, [trail]);
}
