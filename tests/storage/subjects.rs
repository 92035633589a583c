//! Tests topics and judgments in a real browser's IndexedDB.

use protocol::Source;
use protocol::subjects::JudgmentEdit;
use std::collections::BTreeSet;
use types::judgment::{JudgmentChange, JudgmentState};
use types::plan::Plan;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{CrawlCard, Database, Destination, SavedItem, StorageError};

fn card(id: &str, query: &str) -> CrawlCard {
    let plan = Plan { query: query.to_owned(), ..Plan::default() };
    CrawlCard::new(id.to_owned(), plan, Source::Demo, 1)
}

fn url(n: u32) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL")
}

fn edit(subject: &str, n: u32, change: JudgmentChange, at: u64) -> JudgmentEdit {
    JudgmentEdit { subject: subject.to_owned(), url: url(n), change, at }
}

/// Sets the state of a page at a time.
async fn judge(store: &Database, subject: &str, n: u32, state: Option<JudgmentState>, at: u64) {
    assert_eq!(store.judge(&[edit(subject, n, JudgmentChange::Set(state), at)]).await, Ok(0));
}

#[wasm_bindgen_test]
async fn crawls_with_the_same_query_belong_to_one_topic_until_one_is_moved() {
    let store = Database::open("salticid-test-subjects").await.expect("the store opens");
    let cards = [card("a", "red foxes"), card("b", "Red  Foxes"), card("c", "owls")];
    let cards: Vec<&CrawlCard> = cards.iter().collect();
    let ids = store.file_crawls(&cards, 5).await.expect("there is room");
    assert_eq!(store.file_crawls(&cards, 6).await.as_ref(), Ok(&ids), "they have their topics already");
    assert!(ids[0] == ids[1] && ids[0] != ids[2]);
    for n in 1..=4 {
        judge(&store, &ids[0], n, Some(JudgmentState::Kept), 2).await;
    }
    for (n, at) in [(1, 1), (2, 3)] {
        judge(&store, &ids[2], n, Some(JudgmentState::Later), at).await;
    }
    let (pages, shared) = ([url(1), url(2), url(3)].into(), [url(3), url(4)].into());
    store
        .move_crawl(("b", "Red  Foxes"), Destination::Known(&ids[2]), &pages, &shared, 7)
        .await
        .expect("it can be moved");
    let owls = store.subject(&ids[2]).await.expect("it is kept");
    assert_eq!((owls.name.as_str(), owls.crawls), ("owls", vec!["c".to_owned(), "b".to_owned()]));
    let red_foxes = store.subject_of("red foxes").await.expect("they are kept");
    assert_eq!(red_foxes.map(|subject| subject.id).as_ref(), Some(&ids[2]), "later crawls follow");
    let states = async |subject: &str| -> Vec<(CanonicalUrl, Option<JudgmentState>)> {
        let judgments = store.judgments(subject).await.expect("they are kept");
        judgments.into_iter().map(|(url, judgment)| (url, judgment.state)).collect()
    };
    let (kept, later) = (Some(JudgmentState::Kept), Some(JudgmentState::Later));
    assert_eq!(states(&ids[2]).await, [(url(1), kept), (url(2), later), (url(3), kept)]);
    assert_eq!(states(&ids[0]).await, [(url(3), kept), (url(4), kept)], "other crawls have these");
    let none = BTreeSet::new();
    store.move_crawl(("a", "red foxes"), Destination::Known(&ids[2]), &none, &none, 8).await.expect("it can be moved");
    let emptied = store.subject(&ids[0]).await.expect("it can be restored");
    assert_eq!((emptied.deleted, emptied.crawls.len()), (Some(8), 0), "it had no other crawl");
    let nowhere = store.move_crawl(("a", ""), Destination::Known("none"), &none, &none, 9).await;
    assert_eq!(nowhere.err(), Some(StorageError::NoSuchSubject));
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
        judge(&store, &ids[subject], n, Some(state), at).await;
    }
    judge(&store, &ids[1], 4, None, 2).await;
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
    // Another tab does not know of the merge.
    judge(&store, &ids[1], 5, Some(JudgmentState::Later), 10).await;
    assert_eq!(states(&ids[0]).await.len(), 4);
    judge(&store, &ids[1], 5, None, 10).await;
    store.undo_merge(&ids[1]).await.expect("it can be undone");
    store.change_subject(&ids[1], |subject| subject.notes.clear()).await.expect("it can be changed");
    assert_eq!([store.subject(&ids[0]).await, store.subject(&ids[1]).await], before);
    assert_eq!(states(&ids[0]).await, [JudgmentState::Kept; 2]);
    assert_eq!(states(&ids[1]).await, [JudgmentState::Discarded, JudgmentState::Discarded, JudgmentState::Later]);
    store.erase(SavedItem::Subject, &ids[0]).await.expect("it can be erased");
    assert_eq!(store.judgments(&ids[0]).await.map(|judgments| judgments.len()), Ok(0));
}

#[wasm_bindgen_test]
async fn merges_are_undone_in_any_order_and_deleted_topics_are_not_merged() {
    let store = Database::open("salticid-test-merges").await.expect("the store opens");
    let cards = [card("a", "foxes"), card("b", "owls"), card("c", "newts")];
    let ids = store.file_crawls(&cards.iter().collect::<Vec<_>>(), 1).await.expect("there is room");
    let [foxes, owls, newts] = [0, 1, 2].map(|n: usize| ids[n].as_str());
    judge(&store, owls, 1, Some(JudgmentState::Kept), 1).await;
    store.merge_subjects(owls, foxes, 2).await.expect("they can be merged");
    // Another tab still lists the merged topic.
    for (from, into) in [(foxes, owls), (owls, foxes), (foxes, foxes)] {
        assert_eq!(store.merge_subjects(from, into, 3).await, Err(StorageError::NoSuchSubject));
    }
    let none = BTreeSet::new();
    assert_eq!(
        store.move_crawl(("c", "newts"), Destination::Known(owls), &none, &none, 3).await,
        Err(StorageError::NoSuchSubject)
    );
    // What the person changes after a merge stays.
    judge(&store, foxes, 1, Some(JudgmentState::Discarded), 4).await;
    store.change_subject(foxes, |subject| "Dens".clone_into(&mut subject.notes)).await.expect("it can be changed");
    store.merge_subjects(foxes, newts, 5).await.expect("they can be merged");
    store.undo_merge(owls).await.expect("it can be undone");
    store.undo_merge(foxes).await.expect("it can be undone");
    for (id, crawl, query, notes) in [(foxes, "a", "foxes", "Dens"), (owls, "b", "owls", ""), (newts, "c", "newts", "")]
    {
        let subject = store.subject(id).await.expect("it is kept");
        assert_eq!((subject.crawls, subject.queries), (vec![crawl.to_owned()], vec![query.to_owned()]));
        assert_eq!((subject.notes.as_str(), subject.deleted, subject.merged), (notes, None, None), "{query}");
    }
    let judged = store.judgments(foxes).await.expect("they are kept");
    assert_eq!(judged[&url(1)].state, Some(JudgmentState::Discarded));
    assert_eq!(store.judgments(newts).await.map(|judgments| judgments.len()), Ok(0));
}

#[wasm_bindgen_test]
async fn changes_of_one_judgment_by_two_tabs_are_both_kept() {
    let open = async || Database::open("salticid-test-tabs").await.expect("the store opens");
    let (one, other) = (open().await, open().await);
    let topic = one.file_crawls(&[&card("a", "foxes")], 1).await.expect("there is room").remove(0);
    let note = edit(&topic, 1, JudgmentChange::Note("Dens".into()), 2);
    // It begins while the other tab waits for the database.
    spawn_local(async move { assert_eq!(other.judge(&[note]).await, Ok(0)) });
    judge(&one, &topic, 1, Some(JudgmentState::Kept), 3).await;
    judge(&one, &topic, 2, None, 3).await;
    let kept = one.judgments(&topic).await.expect("they are kept").remove(&url(1)).expect("it is judged");
    assert_eq!((kept.state, kept.note.as_str(), kept.at), (Some(JudgmentState::Kept), "Dens", 3));
    let emptied = [JudgmentChange::Set(None), JudgmentChange::Note(String::new())];
    assert_eq!(one.judge(&emptied.map(|change| edit(&topic, 1, change, 4))).await, Ok(0));
    assert_eq!(one.judgments(&topic).await.map(|judgments| judgments.len()), Ok(0), "an empty one is deleted");
}

#[wasm_bindgen_test]
async fn judgments_of_deleted_topics_are_counted_as_dropped_and_the_others_are_saved() {
    let store = Database::open("salticid-test-dropped").await.expect("the store opens");
    let cards = [card("a", "foxes"), card("b", "owls"), card("c", "newts")];
    let ids = store.file_crawls(&cards.iter().collect::<Vec<_>>(), 1).await.expect("there is room");
    store.merge_subjects(&ids[1], &ids[0], 2).await.expect("they can be merged");
    store.change_subject(&ids[2], |subject| subject.deleted = Some(2)).await.expect("it can be deleted");
    let kept = || JudgmentChange::Set(Some(JudgmentState::Kept));
    let topics = [ids[2].as_str(), "erased", &ids[1], &ids[0]];
    let edits: Vec<JudgmentEdit> = topics.into_iter().zip(1..).map(|(topic, n)| edit(topic, n, kept(), 3)).collect();
    assert_eq!(store.judge(&edits).await, Ok(2));
    let saved = store.judgments(&ids[0]).await.expect("they are kept");
    assert_eq!(saved.into_keys().collect::<Vec<_>>(), [url(3), url(4)]);
    assert_eq!(store.judgments(&ids[2]).await.map(|judgments| judgments.len()), Ok(0));
    store.change_subject(&ids[0], |subject| subject.deleted = Some(4)).await.expect("it can be deleted");
    assert_eq!(
        store.judge(&[edit(&ids[1], 5, kept(), 5)]).await,
        Ok(1),
        "the topic that it was merged into is deleted"
    );
}
