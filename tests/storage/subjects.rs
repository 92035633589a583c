//! Tests topics and judgments in a real browser's IndexedDB.

use protocol::Source;
use types::judgment::{Judgment, JudgmentState};
use types::plan::Plan;
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{CrawlCard, Database, SavedItem, StorageError};

fn card(id: &str, query: &str) -> CrawlCard {
    let plan = Plan { query: query.to_owned(), ..Plan::default() };
    CrawlCard::new(id.to_owned(), plan, Source::Demo, 1)
}

fn url(n: u32) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL")
}

fn judged(state: JudgmentState, at: u64) -> Judgment {
    Judgment { state: Some(state), at, ..Judgment::default() }
}

#[wasm_bindgen_test]
async fn crawls_with_the_same_query_belong_to_one_topic_until_one_is_moved() {
    let store = Database::open("salticid-test-subjects").await.expect("the store opens");
    let cards = [card("a", "red foxes"), card("b", "Red  Foxes"), card("c", "owls")];
    let cards: Vec<&CrawlCard> = cards.iter().collect();
    let ids = store.file_crawls(&cards, 5).await.expect("there is room");
    assert_eq!(store.file_crawls(&cards, 6).await.as_ref(), Ok(&ids), "they have their topics already");
    assert!(ids[0] == ids[1] && ids[0] != ids[2]);
    store.move_crawl("b", "Red  Foxes", &ids[2], 7).await.expect("it can be moved");
    let owls = store.subject(&ids[2]).await.expect("it is kept");
    assert_eq!((owls.name.as_str(), owls.crawls), ("owls", vec!["c".to_owned(), "b".to_owned()]));
    store.move_crawl("a", "red foxes", &ids[2], 8).await.expect("it can be moved");
    let emptied = store.subject(&ids[0]).await.expect("it can be restored");
    assert_eq!((emptied.deleted, emptied.crawls.len()), (Some(8), 0), "it had no other crawl");
    assert_eq!(store.move_crawl("a", "", "none", 9).await.err(), Some(StorageError::NoSuchSubject));
}

#[wasm_bindgen_test]
async fn the_later_judgment_counts_when_topics_are_merged_until_that_is_undone() {
    let store = Database::open("salticid-test-judgments").await.expect("the store opens");
    let cards = [card("a", "foxes"), card("b", "owls")];
    let ids = store.file_crawls(&cards.iter().collect::<Vec<_>>(), 5).await.expect("there is room");
    for (subject, n, state, at) in [
        (0, 1, JudgmentState::Kept, 1),
        (0, 2, JudgmentState::Kept, 3),
        (1, 1, JudgmentState::Discarded, 2),
        (1, 2, JudgmentState::Discarded, 2),
        (1, 3, JudgmentState::Later, 2),
    ] {
        store.judge(&ids[subject], &url(n), &judged(state, at)).await.expect("there is room");
    }
    store.judge(&ids[1], &url(4), &Judgment::default()).await.expect("an empty one is deleted");
    store.change_subject(&ids[0], |subject| "Dens".clone_into(&mut subject.notes)).await.expect("it can be changed");
    let states = async |subject: &str| -> Vec<JudgmentState> {
        let judgments = store.judgments(subject).await.expect("they are kept");
        judgments.values().filter_map(|judgment| judgment.state).collect()
    };
    let before = [store.subject(&ids[0]).await, store.subject(&ids[1]).await];
    store.change_subject(&ids[1], |subject| "Nests".clone_into(&mut subject.notes)).await.expect("it can be changed");
    store.merge_subjects(&ids[1], &ids[0], 9).await.expect("they can be merged");
    assert_eq!(states(&ids[0]).await, [JudgmentState::Discarded, JudgmentState::Kept, JudgmentState::Later]);
    let merged = store.subject(&ids[0]).await.expect("it is kept");
    assert_eq!((merged.crawls.len(), merged.queries.len(), merged.notes.as_str()), (2, 2, "Dens\n\nNests"));
    assert_eq!(store.deleted_until(SavedItem::Subject, 9).await, Ok(vec![ids[1].clone()]));
    store.undo_merge(&ids[1]).await.expect("it can be undone");
    store.change_subject(&ids[1], |subject| subject.notes.clear()).await.expect("it can be changed");
    assert_eq!([store.subject(&ids[0]).await, store.subject(&ids[1]).await], before);
    assert_eq!(states(&ids[0]).await, [JudgmentState::Kept; 2]);
    assert_eq!(states(&ids[1]).await, [JudgmentState::Discarded, JudgmentState::Discarded, JudgmentState::Later]);
    store.erase(SavedItem::Subject, &ids[0]).await.expect("it can be erased");
    assert_eq!(store.judgments(&ids[0]).await.map(|judgments| judgments.len()), Ok(0));
}
