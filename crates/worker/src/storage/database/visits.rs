//! Stores the history of a crawl's pages: one value for each revisited page, by crawl and number of the record.
//!
//! The value with number 0 is the time of the latest revisit, because records are numbered from 1. The texts of a page
//! are a separate value, [`TEXTS`] after its history. They are megabytes, and few are needed at a time.

use super::crawl::{change_card, key, numbered, range};
use super::{CRAWLS, Database, StorageError, TEXTS, VISITS, bytes, committed, entries, put};
use engine::html::Document;
use engine::journal;
use engine::revisit::without_moved_lines;
use idb::Query;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::report::Millis;
use types::revisit::{Visit, VisitOutcome};
use types::url::CanonicalUrl;

/// The visits of a page since its crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageHistory {
    /// Its visits after that of the crawl, the first one first.
    pub visits: Vec<Visit>,
    /// The latest links on it that led to unknown pages, with their texts.
    pub new: Vec<(CanonicalUrl, String)>,
    /// The time of the visit that found those links.
    pub new_at: Millis,
}

impl PageHistory {
    /// Returns the time of the visit that found the page gone; `None` if there is none, or if a later one read it.
    pub fn gone_at(&self) -> Option<Millis> {
        let answered = self.visits.iter().rev().find(|visit| visit.outcome != VisitOutcome::Failed)?;
        (answered.outcome == VisitOutcome::Gone).then_some(answered.at)
    }
}

/// The texts of a page since its crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageTexts {
    /// Its latest text, unless that is the text of the crawl.
    pub latest: Option<VisitedText>,
    /// Its text before the last change.
    pub before: Option<VisitedText>,
}

/// The text of a page at a visit, and its links.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VisitedText {
    /// The title and the main text, so that a change of menus or advertisements is no change of the page.
    pub text: String,
    /// The text outside the main text, where its lines may move to and come from.
    pub other: String,
    /// The targets of its links, with their texts.
    pub links: Vec<(CanonicalUrl, String)>,
}

impl From<&Document> for VisitedText {
    fn from(document: &Document) -> Self {
        let links = document.links.iter();
        Self {
            text: format!("{}\n{}", document.title, document.main_text()),
            other: document.other_text(),
            links: links.map(|link| (link.url.clone(), link.anchor.clone())).collect(),
        }
    }
}

impl VisitedText {
    /// Returns the texts of two visits to compare: without the lines that moved in or out of the main text.
    pub fn compared(before: &Self, latest: &Self) -> [String; 2] {
        without_moved_lines([before, latest].map(|visit| (visit.text.as_str(), visit.other.as_str())))
    }
}

impl Database {
    /// Saves the start of a revisit.
    pub async fn begin_revisit(&self, id: &str, at: Millis) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[VISITS], false)?;
        put(&transaction, VISITS, &key(id, 0), &journal::seal(&at)?)?;
        committed(transaction).await
    }

    /// Saves the history of the page of a record, and its texts if there are new ones. Returns the growth of the
    /// crawl's texts in bytes, which its card counts among the bodies.
    pub async fn save_history(
        &self,
        id: &str,
        n: u32,
        history: &PageHistory,
        texts: Option<&PageTexts>,
    ) -> Result<i64, StorageError> {
        let n = u64::from(n);
        let history = journal::seal(history)?;
        let texts = texts.map(journal::seal).transpose()?;
        let transaction = self.begin_write(&[CRAWLS, VISITS], false)?;
        put(&transaction, VISITS, &key(id, n), &history)?;
        let mut growth = 0;
        if let Some(texts) = texts {
            let key = key(id, TEXTS + n);
            let store = transaction.object_store(VISITS)?;
            let before = store.get(Query::Key(key.clone()))?.await?;
            growth = length(&texts) - before.map_or(0, |before| length(&bytes(&before)));
            put(&transaction, VISITS, &key, &texts)?;
            change_card(&transaction, id, |card| card.add_texts(growth)).await?;
        }
        committed(transaction).await?;
        Ok(growth)
    }

    /// Returns the start of the latest revisit and the history of each page, by its record. Unreadable ones are
    /// omitted.
    pub async fn histories(&self, id: &str) -> Result<(Option<Millis>, Vec<(u32, PageHistory)>), StorageError> {
        let transaction = self.begin_read(&[VISITS])?;
        let stored = entries(&transaction, VISITS, Some(range(id, 0, TEXTS - 1)?)).await?;
        let (mut at, mut histories) = (None, Vec::new());
        for value in stored.map(numbered) {
            match u32::try_from(value.number) {
                Ok(0) => at = journal::unseal(&value.bytes).ok(),
                Ok(n) => histories.extend(journal::unseal(&value.bytes).ok().map(|read| (n, read))),
                Err(_) => {}
            }
        }
        Ok((at, histories))
    }

    /// Returns the times at which pages were found gone, by their records. Unreadable histories are omitted.
    pub async fn gone_pages(&self, id: &str) -> BTreeMap<u32, Millis> {
        let (_, histories) = self.histories(id).await.unwrap_or_default();
        histories.into_iter().filter_map(|(n, history)| Some((n, history.gone_at()?))).collect()
    }

    /// Returns the texts of the page of a record; none if no visit read it.
    pub async fn texts(&self, id: &str, n: u32) -> Result<PageTexts, StorageError> {
        let bytes = self.get(VISITS, &key(id, TEXTS + u64::from(n))).await?;
        let texts = bytes.map(|bytes| journal::unseal(&bytes)).transpose()?;
        Ok(texts.unwrap_or_default())
    }
}

fn length(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX)
}
