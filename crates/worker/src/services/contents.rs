//! Lists saved crawls and models, which the page shows from the start, and erases deleted crawls: this needs no chunk.

use crate::browser::clock;
use crate::context::Context;
use crate::storage::database::{CrawlCard, Database, SavedItem, StorageError};
use crate::storage::{lock, quota};
use protocol::ToPage;
use protocol::library::{CrawlSummary, LibraryContents, LibraryEvent};
use protocol::models::ModelsEvent;
use protocol::subjects::{Subject, SubjectSummary};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::report::Millis;
use types::sorting;
use wasm_bindgen_futures::spawn_local;

/// Least milliseconds for which a deletion can be undone.
const GRACE_MS: Millis = 60_000;

/// Sends the contents of the Library.
pub(crate) fn send_library(context: &Rc<Context>) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let contents = library_contents(&context).await.map_err(String::from);
        context.send(&ToPage::Library(Box::new(LibraryEvent::Contents(contents))));
    });
}

/// Sends the list of models.
pub(crate) fn send_models(context: &Rc<Context>) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let cards = async { context.store().await?.model_cards().await }.await;
        let cards = cards.map_err(String::from);
        context.send(&ToPage::Models(Box::new(ModelsEvent::Models(cards))));
    });
}

/// Returns the contents of the Library, the latest changed crawl first.
pub(crate) async fn library_contents(context: &Context) -> Result<LibraryContents, StorageError> {
    let store = context.store().await?;
    let (cards, unreadable) = store.cards().await?;
    let subjects = subjects(&store, &cards).await?;
    let readings = store.readings_weight().await?;
    let mut held = lock::held().await;
    held.retain(|id| !context.is_revisiting(id));
    let quota = quota().await;
    let mut crawls: Vec<CrawlSummary> = cards.into_iter().map(|card| summary(card, &held)).collect();
    sorting::sort_by(&mut crawls, |a, b| b.changed.cmp(&a.changed).then(a.id.cmp(&b.id)));
    let unreadable = unreadable.into_iter();
    Ok(LibraryContents {
        subjects,
        crawls,
        unreadable: unreadable.map(|(id, error)| (id, error.to_string())).collect(),
        used: quota.used,
        quota: quota.allowed,
        is_persistent: quota.is_persistent,
        readings: (readings.pages, readings.bytes),
    })
}

/// Returns the topics, the one with the latest changed crawl first. Crawls without a topic get one.
async fn subjects(store: &Database, cards: &[CrawlCard]) -> Result<Vec<SubjectSummary>, StorageError> {
    let mut subjects = store.subjects().await?;
    let is_filed = |card: &&CrawlCard| subjects.iter().any(|subject| subject.crawls.contains(&card.id));
    let unfiled: Vec<_> = cards.iter().filter(|card| card.deleted.is_none() && !is_filed(card)).collect();
    if !unfiled.is_empty() {
        store.file_crawls(&unfiled, clock::now()).await?;
        subjects = store.subjects().await?;
    }
    let changed: BTreeMap<&str, Millis> = cards.iter().map(|card| (card.id.as_str(), card.changed)).collect();
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for (subject, judgment) in store.all_judgments().await? {
        let counts = counts.entry(subject).or_default();
        if let Some(state) = judgment.state {
            counts[state as usize] += 1;
        }
    }
    let summary = |mut subject: Subject| {
        let judged = counts.get(&subject.id);
        // Crawls that were erased are not listed.
        subject.crawls.retain(|id| changed.contains_key(id.as_str()));
        if let Some(merge) = &mut subject.merged {
            // The worker undoes the merge.
            merge.judgments.clear();
        }
        let is_listed = judged.is_some() || !subject.is_empty();
        is_listed.then(|| SubjectSummary { subject, judged: judged.copied().unwrap_or_default() })
    };
    let mut listed: Vec<SubjectSummary> = subjects.into_iter().filter_map(summary).collect();
    sorting::sort_by_key(&mut listed, |SubjectSummary { subject, .. }| {
        let latest = subject.crawls.iter().filter_map(|id| changed.get(id.as_str())).max();
        Reverse(latest.copied().unwrap_or(subject.created))
    });
    Ok(listed)
}

fn summary(card: CrawlCard, held: &BTreeSet<String>) -> CrawlSummary {
    CrawlSummary {
        is_held: held.contains(&card.id),
        id: card.id,
        name: card.name,
        created: card.created,
        changed: card.changed,
        stay: !card.plan.scope.allow.is_empty(),
        plan: card.plan,
        source: card.source,
        phase: card.phase,
        pages: card.pages,
        good: card.good,
        bytes: card.weight.total() + card.texts,
        body_bytes: card.weight.bodies,
        is_deleted: card.deleted.is_some(),
    }
}

/// Erases what was deleted and can no longer be restored. What another worker has open is skipped until the next time.
pub(crate) fn erase_expired(context: &Rc<Context>) {
    let context = Rc::clone(context);
    let erase = async move || -> Result<(), StorageError> {
        let store = context.store().await?;
        let expiry = clock::now() - GRACE_MS;
        for item in [SavedItem::Crawl, SavedItem::Model, SavedItem::Comparison, SavedItem::Subject] {
            for id in store.deleted_until(item, expiry).await? {
                if let Some(_lock) = lock::take_item(item, &id).await {
                    store.erase(item, &id).await?;
                }
            }
        }
        Ok(())
    };
    // A database that cannot be opened is reported when something is to be saved.
    spawn_local(async move { drop(erase().await) });
}
