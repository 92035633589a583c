//! Stores the topics of the Library, and the judgments of their pages.
//!
//! A topic is a value by id, which lists its crawls, so that a crawl that another worker has locked can be moved. A
//! judgment is a value by topic and URL. Both are JSON, which later versions read. A crawl that is in no topic is added
//! to that of its query when it is opened or listed.

use super::crawl::write_step;
use super::{
    ALL, Batch, CrawlCard, Database, JUDGMENTS, SUBJECTS, StorageError, all_of, committed, delete, entries, put,
    sealed_json, unsealed_json,
};
use crate::storage::crawl_store::random_id;
use engine::journal;
use idb::{Query, Transaction};
use js_sys::Array;
use protocol::subjects::{JudgmentEdit, Merge, Subject};
use std::collections::{BTreeMap, BTreeSet};
use types::judgment::Judgment;
use types::report::{Millis, PageRecord};
use types::url::CanonicalUrl;
use wasm_bindgen::JsValue;

/// The judgments of a topic by URL.
pub type Judgments = BTreeMap<CanonicalUrl, Judgment>;

/// The topic to which a crawl is moved.
#[derive(Clone, Copy, Debug)]
pub enum Destination<'a> {
    /// The topic with this id.
    Known(&'a str),
    /// A new topic with this name.
    New(&'a str),
}

impl Database {
    /// Returns all topics, including deleted ones that can be restored. Unreadable ones are omitted: their crawls get
    /// new topics.
    pub async fn subjects(&self) -> Result<Vec<Subject>, StorageError> {
        all(&self.begin_read(&[SUBJECTS])?).await
    }

    /// Returns a topic.
    pub async fn subject(&self, id: &str) -> Result<Subject, StorageError> {
        let found = self.get(SUBJECTS, &id.into()).await?;
        unsealed_json(&found.ok_or(StorageError::NoSuchSubject)?)
    }

    /// Returns the topic to which a new crawl with this query belongs, if it exists.
    pub async fn subject_of(&self, query: &str) -> Result<Option<Subject>, StorageError> {
        Ok(self.subjects().await?.into_iter().find(|subject| subject.covers(query, "")))
    }

    /// Returns the topic of a new crawl: the one with this id, which it updates, or else that of its query, if it
    /// exists.
    pub async fn subject_of_start(&self, topic: Option<&str>, query: &str) -> Result<Option<Subject>, StorageError> {
        match topic {
            Some(id) => self.subject(id).await.map(Some),
            None => self.subject_of(query).await,
        }
    }

    /// Returns the pages that were discarded in the topic of a new crawl ([`Self::subject_of_start`]).
    pub async fn discarded_pages(
        &self,
        topic: Option<&str>,
        query: &str,
    ) -> Result<BTreeSet<CanonicalUrl>, StorageError> {
        let Some(subject) = self.subject_of_start(topic, query).await? else {
            return Ok(BTreeSet::new());
        };
        Ok(discarded(self.judgments(&subject.id).await?))
    }

    /// Returns the ids of the topics of crawls, in order. Those that are in no topic are added to that of their query,
    /// which is created if it does not exist.
    pub async fn file_crawls(&self, cards: &[&CrawlCard], now: Millis) -> Result<Vec<String>, StorageError> {
        let transaction = self.begin_write(&[SUBJECTS], false)?;
        let ids = file(&transaction, cards, now).await?;
        committed(transaction).await?;
        Ok(ids)
    }

    /// Writes an imported crawl with the judgments of its pages to its topic, completely or not at all. Pages that are
    /// judged there keep their judgments.
    pub async fn import(
        &self,
        card: &CrawlCard,
        batch: &Batch,
        judgments: &Judgments,
        now: Millis,
    ) -> Result<(), StorageError> {
        let stores = [&ALL[..], &[SUBJECTS, JUDGMENTS]].concat();
        let transaction = self.begin_write(&stores, batch.snapshot.is_some())?;
        write_step(&transaction, card, batch)?;
        let subject = file(&transaction, &[card], now).await?.remove(0);
        let known = judgments_in(&transaction, &subject).await?;
        for (url, judgment) in judgments.iter().filter(|(url, _)| !known.contains_key(url)) {
            write_judgment(&transaction, &subject, url, judgment)?;
        }
        committed(transaction).await
    }

    /// Changes a topic in one transaction.
    pub async fn change_subject(&self, id: &str, how: impl FnOnce(&mut Subject)) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[SUBJECTS], false)?;
        let mut subject = one(&transaction, id).await?;
        how(&mut subject);
        save(&transaction, &subject)?;
        committed(transaction).await
    }

    /// Moves a crawl with a query to a topic, with the judgments of its pages; of two judgments of a page, the later
    /// one counts. Those of `shared` pages, which other crawls of its present topic have as well, stay there, too. A
    /// topic without another crawl is merged into the other one, and stays if that would be a new one.
    pub async fn move_crawl(
        &self,
        (crawl, query): (&str, &str),
        into: Destination<'_>,
        pages: &BTreeSet<CanonicalUrl>,
        shared: &BTreeSet<CanonicalUrl>,
        now: Millis,
    ) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[SUBJECTS, JUDGMENTS], true)?;
        let mut subjects = all(&transaction).await?;
        let only = subjects.iter().find(|subject| subject.crawls == [crawl]).map(|subject| subject.id.clone());
        let into = match into {
            Destination::New(_) if only.is_some() => return Ok(()),
            Destination::New(name) => {
                let subject = new_subject(name, now);
                let id = subject.id.clone();
                subjects.push(subject);
                id
            }
            Destination::Known(id) => present(&transaction, id).await?.id,
        };
        if let Some(only) = only.filter(|only| *only != into) {
            return self.merge_subjects(&only, &into, now).await;
        }
        let earlier = judgments_in(&transaction, &into).await?;
        for subject in &mut subjects {
            if subject.id == into {
                subject.add(crawl, query);
            } else if subject.crawls.iter().any(|known| known == crawl) {
                subject.crawls.retain(|known| known != crawl);
                subject.remove_query(query);
                let judgments = judgments_in(&transaction, &subject.id).await?;
                for (url, judgment) in judgments.into_iter().filter(|(url, _)| pages.contains(url)) {
                    if earlier.get(&url).is_none_or(|earlier| earlier.at <= judgment.at) {
                        write_judgment(&transaction, &into, &url, &judgment)?;
                    }
                    if !shared.contains(&url) {
                        delete(&transaction, &[JUDGMENTS], &Query::Key(key(&subject.id, &url)))?;
                    }
                }
            } else {
                continue;
            }
            save(&transaction, subject)?;
        }
        committed(transaction).await
    }

    /// Adds crawls, judgments and notes of a topic to another one, and marks it as deleted, which [`Self::undo_merge`]
    /// undoes. Of two judgments of a page, the later one counts. Deleted topics, for example those that another tab has
    /// merged, are not merged.
    pub async fn merge_subjects(&self, from: &str, into: &str, now: Millis) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[SUBJECTS, JUDGMENTS], true)?;
        let (mut merged, mut subject) = (present(&transaction, from).await?, present(&transaction, into).await?);
        if merged.id == subject.id {
            return Err(StorageError::NoSuchSubject);
        }
        let known = subject.clone();
        for crawl in &merged.crawls {
            subject.add(crawl, "");
        }
        for query in &merged.queries {
            subject.add_query(query);
        }
        (subject.notes, subject.model) = notes_and_model(&known.notes, known.model.as_ref(), &merged);
        let mut judgments = judgments_in(&transaction, into).await?;
        let mut replaced = Vec::new();
        for (url, judgment) in judgments_in(&transaction, from).await? {
            let earlier = judgments.remove(&url).unwrap_or_default();
            if earlier.at <= judgment.at {
                put(&transaction, JUDGMENTS, &key(into, &url), &sealed_json(&judgment)?)?;
                replaced.push((url, earlier));
            }
        }
        merged.deleted = Some(now);
        merged.merged = Some(Merge {
            into: into.to_owned(),
            crawls: std::mem::take(&mut merged.crawls),
            queries: subject.queries[known.queries.len()..].to_vec(),
            notes: known.notes,
            model: known.model,
            judgments: replaced,
        });
        save(&transaction, &subject)?;
        save(&transaction, &merged)?;
        committed(transaction).await
    }

    /// Undoes the merge of a topic: it gets its crawls again, wherever they were moved since. What the merge has changed
    /// in the other topic, and nobody since, is as before it: queries, notes, model and judgments.
    pub async fn undo_merge(&self, from: &str) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[SUBJECTS, JUDGMENTS], true)?;
        let mut merged = one(&transaction, from).await?;
        let Some(Merge { into, crawls, queries, notes, model, judgments }) = merged.merged.take() else {
            return Ok(());
        };
        for mut subject in all(&transaction).await?.into_iter().filter(|subject| subject.id != from) {
            let known = subject.clone();
            subject.crawls.retain(|crawl| !crawls.contains(crawl));
            if let Some(merge) = &mut subject.merged {
                merge.crawls.retain(|crawl| !crawls.contains(crawl));
            }
            if subject.id == into || subject.crawls != known.crawls {
                subject.queries.retain(|query| !queries.contains(query));
            }
            if subject.id == into {
                let (joined, chosen) = notes_and_model(&notes, model.as_ref(), &merged);
                if subject.notes == joined {
                    subject.notes.clone_from(&notes);
                }
                if subject.model == chosen {
                    subject.model.clone_from(&model);
                }
            }
            if subject != known {
                save(&transaction, &subject)?;
            }
        }
        let (own, present) = (judgments_in(&transaction, from).await?, judgments_in(&transaction, &into).await?);
        for (url, judgment) in judgments {
            if present.get(&url) == own.get(&url) {
                write_judgment(&transaction, &into, &url, &judgment)?;
            }
        }
        (merged.deleted, merged.crawls) = (None, crawls);
        save(&transaction, &merged)?;
        committed(transaction).await
    }

    /// Returns the judgments of a topic. Unreadable ones are omitted.
    pub async fn judgments(&self, subject: &str) -> Result<Judgments, StorageError> {
        judgments_in(&self.begin_read(&[JUDGMENTS])?, subject).await
    }

    /// Returns the id of the topic of a crawl, and its judgments.
    pub async fn judgments_of(&self, card: &CrawlCard, now: Millis) -> Result<(String, Judgments), StorageError> {
        let subject = self.file_crawls(&[card], now).await?.remove(0);
        let judgments = self.judgments(&subject).await?;
        Ok((subject, judgments))
    }

    /// Keeps the records of pages of a topic with their judgments, since their crawl is about to be deleted.
    pub async fn keep_records(&self, subject: &str, records: Vec<PageRecord>) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[JUDGMENTS], true)?;
        let mut judgments = judgments_in(&transaction, subject).await?;
        for record in records {
            let url = record.url.clone();
            if let Some(mut judgment) = judgments.remove(&url) {
                judgment.record = Some(journal::seal(&record)?);
                write_judgment(&transaction, subject, &url, &judgment)?;
            }
        }
        committed(transaction).await
    }

    /// Returns the judgments of all topics with the id of their topic.
    pub async fn all_judgments(&self) -> Result<Vec<(String, Judgment)>, StorageError> {
        let found = entries(&self.begin_read(&[JUDGMENTS])?, JUDGMENTS, None).await?;
        let judged = |(key, value): (JsValue, Vec<u8>)| {
            Some((Array::from(&key).get(0).as_string()?, unsealed_json(&value).ok()?))
        };
        Ok(found.filter_map(judged).collect())
    }

    /// Changes judgments in order, in one transaction; empty ones are deleted. Those of a merged topic belong to the
    /// one that it was merged into. Returns the number of changes that were dropped because their topics are deleted.
    pub async fn judge(&self, edits: &[JudgmentEdit]) -> Result<usize, StorageError> {
        let transaction = self.begin_write(&[SUBJECTS, JUDGMENTS], false)?;
        let mut dropped = 0;
        for JudgmentEdit { subject, url, change, at } in edits {
            let Some(subject) = living(&transaction, subject).await? else {
                dropped += 1;
                continue;
            };
            let found = transaction.object_store(JUDGMENTS)?.get(Query::Key(key(&subject.id, url)))?.await?;
            // One that cannot be read is replaced.
            let known = found.and_then(|value| unsealed_json::<Judgment>(&super::bytes(&value)).ok());
            let mut judgment = known.unwrap_or_default();
            judgment.apply(change, *at);
            write_judgment(&transaction, &subject.id, url, &judgment)?;
        }
        committed(transaction).await?;
        Ok(dropped)
    }
}

/// Returns the discarded pages.
pub(crate) fn discarded(judgments: Judgments) -> BTreeSet<CanonicalUrl> {
    let judgments = judgments.into_iter();
    judgments.filter_map(|(url, judgment)| (judgment.rating() == Some(false)).then_some(url)).collect()
}

/// Returns the record that was kept with a judgment, if it can be read.
pub(crate) fn kept_record(judgment: &Judgment) -> Option<PageRecord> {
    journal::unseal(judgment.record.as_deref()?).ok()
}

/// Adds crawls to topics within a transaction ([`Database::file_crawls`]).
async fn file(transaction: &Transaction, cards: &[&CrawlCard], now: Millis) -> Result<Vec<String>, StorageError> {
    let mut subjects = all(transaction).await?;
    let mut ids = Vec::new();
    for card in cards {
        let known = subjects.iter().find(|subject| subject.crawls.contains(&card.id));
        if let Some(known) = known {
            ids.push(known.id.clone());
            continue;
        }
        let query = card.plan.query.as_str();
        let at = subjects.iter().position(|subject| subject.covers(query, &card.name)).unwrap_or_else(|| {
            subjects.push(new_subject(&card.name, now));
            subjects.len() - 1
        });
        subjects[at].add(&card.id, query);
        save(transaction, &subjects[at])?;
        ids.push(subjects[at].id.clone());
    }
    Ok(ids)
}

fn new_subject(name: &str, now: Millis) -> Subject {
    Subject { id: random_id(), name: name.to_owned(), created: now, ..Subject::default() }
}

/// Writes the judgment of a page, or deletes an empty one.
fn write_judgment(
    transaction: &Transaction,
    subject: &str,
    url: &CanonicalUrl,
    judgment: &Judgment,
) -> Result<(), StorageError> {
    let key = key(subject, url);
    if judgment.is_empty() {
        return delete(transaction, &[JUDGMENTS], &Query::Key(key));
    }
    put(transaction, JUDGMENTS, &key, &sealed_json(judgment)?)
}

fn key(subject: &str, url: &CanonicalUrl) -> JsValue {
    Array::of2(&subject.into(), &url.as_str().into()).into()
}

fn save(transaction: &Transaction, subject: &Subject) -> Result<(), StorageError> {
    put(transaction, SUBJECTS, &subject.id.as_str().into(), &sealed_json(subject)?)
}

async fn one(transaction: &Transaction, id: &str) -> Result<Subject, StorageError> {
    let found = transaction.object_store(SUBJECTS)?.get(Query::Key(id.into()))?.await?;
    unsealed_json(&super::bytes(&found.ok_or(StorageError::NoSuchSubject)?))
}

/// Returns a topic that is not deleted.
async fn present(transaction: &Transaction, id: &str) -> Result<Subject, StorageError> {
    let subject = one(transaction, id).await?;
    if subject.deleted.is_some() { Err(StorageError::NoSuchSubject) } else { Ok(subject) }
}

/// Returns the notes and the model of a topic with these ones after another one was merged into it.
fn notes_and_model(notes: &str, model: Option<&String>, merged: &Subject) -> (String, Option<String>) {
    let notes = [notes.trim(), merged.notes.trim()].into_iter().filter(|notes| !notes.is_empty());
    (notes.collect::<Vec<_>>().join("\n\n"), model.or(merged.model.as_ref()).cloned())
}

/// Returns a topic, or the one that it was merged into; `None` if that does not exist or is deleted.
async fn living(transaction: &Transaction, id: &str) -> Result<Option<Subject>, StorageError> {
    let mut id = id.to_owned();
    loop {
        let subject = match one(transaction, &id).await {
            Err(StorageError::NoSuchSubject) => return Ok(None),
            found => found?,
        };
        let Some(merge) = &subject.merged else {
            return Ok(subject.deleted.is_none().then_some(subject));
        };
        id.clone_from(&merge.into);
    }
}

async fn all(transaction: &Transaction) -> Result<Vec<Subject>, StorageError> {
    let found = entries(transaction, SUBJECTS, None).await?;
    Ok(found.filter_map(|(_, value)| unsealed_json(&value).ok()).collect())
}

async fn judgments_in(transaction: &Transaction, subject: &str) -> Result<Judgments, StorageError> {
    let found = entries(transaction, JUDGMENTS, Some(all_of(subject)?)).await?;
    let judged = |(key, value): (JsValue, Vec<u8>)| {
        let url = CanonicalUrl::parse(&Array::from(&key).get(1).as_string()?).ok()?;
        Some((url, unsealed_json(&value).ok()?))
    };
    Ok(found.filter_map(judged).collect())
}
