//! Stores comparisons: a card each, the outcome of each trial, and the responses of live sites.
//!
//! A trial counts as run in the transaction that saves its outcome. Card and outcomes are JSON, which later versions
//! read. Responses of live sites are kept as long as the comparison, so that no trial repeats a request, even after a
//! reload. Keys are lists that begin with the comparison's id, so that a comparison is one range. A trial in progress
//! is not saved, because it runs again.

use super::{
    ANSWERS, COMPARISONS, Database, OUTCOMES, SavedItem, StorageError, all_of, committed, delete, entries, put,
    sealed_json, unsealed_json,
};
use engine::journal;
use evaluation::compare::{Comparison, TrialOutcome};
use js_sys::Array;
use protocol::Source;
use protocol::compare::{ComparisonStatus, ComparisonSummary};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use types::report::Millis;
use types::sorting;
use wasm_bindgen::JsValue;

/// A saved comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompareCard {
    /// Sixteen random hexadecimal digits.
    pub id: String,
    /// The time of its start.
    pub created: Millis,
    /// The build of the app that ran its crawls ([`BUILD`](protocol::BUILD)), because results of two builds are not
    /// comparable. Empty if unknown.
    #[serde(default)]
    pub build: String,
    /// Its plan.
    pub plan: Comparison,
    /// The source of its pages.
    pub source: Source,
    /// A digest of its recorded web, which distinguishes two files of the same name.
    pub web: Option<String>,
    /// Its status.
    pub standing: ComparisonStatus,
    /// The number of trials.
    pub trials: u32,
    /// The number of finished trials.
    pub done: u32,
    /// The time of its deletion, which can be undone for a while.
    pub deleted: Option<Millis>,
}

impl CompareCard {
    /// Returns its entry in the list of comparisons.
    pub fn list_entry(&self) -> ComparisonSummary {
        ComparisonSummary {
            id: self.id.clone(),
            title: self.plan.title.clone(),
            created: self.created,
            strategies: self.plan.strategies.clone(),
            measures: self.plan.measures.clone(),
            pages: self.plan.pages,
            repeats: self.plan.repeats,
            parallel: self.plan.settings.in_flight,
            source: self.source.clone(),
            status: self.standing,
            trials: self.trials,
            done: self.done,
            unreadable: None,
        }
    }
}

impl Database {
    /// Returns the cards of all comparisons, the latest first. An unreadable one has its id as its name, and the
    /// reason.
    pub async fn comparisons(&self) -> Result<Vec<ComparisonSummary>, StorageError> {
        let transaction = self.begin_read(&[COMPARISONS])?;
        let card = |(key, value): (JsValue, Vec<u8>)| {
            let id = key.as_string().unwrap_or_default();
            match unsealed_json::<CompareCard>(&value) {
                Ok(card) => card.deleted.is_none().then(|| card.list_entry()),
                Err(error) => Some(ComparisonSummary {
                    title: id.clone(),
                    id,
                    unreadable: Some(error.to_string()),
                    ..ComparisonSummary::default()
                }),
            }
        };
        let all = entries(&transaction, COMPARISONS, None).await?;
        let mut cards: Vec<ComparisonSummary> = all.filter_map(card).collect();
        sorting::sort_by_key(&mut cards, |card| Reverse(card.created));
        Ok(cards)
    }

    /// Returns a comparison with its outcomes, in the order of the plan. Unreadable outcomes are omitted.
    pub async fn comparison(&self, id: &str) -> Result<(CompareCard, Vec<TrialOutcome>), StorageError> {
        let card = self.get(COMPARISONS, &id.into()).await?;
        let card: CompareCard = unsealed_json(&card.ok_or(StorageError::NoSuchComparison)?)?;
        if card.deleted.is_some() {
            return Err(StorageError::NoSuchComparison);
        }
        let kept = entries(&self.begin_read(&[OUTCOMES])?, OUTCOMES, Some(all_of(id)?)).await?;
        let outcomes: Vec<TrialOutcome> = kept.filter_map(|(_, one)| unsealed_json(&one).ok()).collect();
        // A card may have been written at the same time as an outcome.
        Ok((CompareCard { done: engine::count(outcomes.len()), ..card }, outcomes))
    }

    /// Saves the card of a comparison.
    pub async fn save_comparison(&self, card: &CompareCard) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[COMPARISONS], true)?;
        put(&transaction, COMPARISONS, &card.id.as_str().into(), &sealed_json(card)?)?;
        committed(transaction).await
    }

    /// Saves the outcome of trial `number` together with the card that counts it.
    pub async fn save_outcome(
        &self,
        card: &CompareCard,
        number: u32,
        outcome: &TrialOutcome,
    ) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[COMPARISONS, OUTCOMES], false)?;
        put(&transaction, COMPARISONS, &card.id.as_str().into(), &sealed_json(card)?)?;
        let key = Array::of2(&card.id.as_str().into(), &number.into());
        put(&transaction, OUTCOMES, &key, &sealed_json(outcome)?)?;
        committed(transaction).await
    }

    /// Saves the card of a comparison and deletes its outcomes, so that all crawls run again. Responses of live sites
    /// stay.
    pub async fn restart(&self, card: &CompareCard) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[COMPARISONS, OUTCOMES], false)?;
        put(&transaction, COMPARISONS, &card.id.as_str().into(), &sealed_json(card)?)?;
        delete(&transaction, &[OUTCOMES], &all_of(&card.id)?)?;
        committed(transaction).await
    }

    /// Returns the addresses that a comparison has requested from live sites.
    pub async fn requested_urls(&self, id: &str) -> Result<Vec<String>, StorageError> {
        let transaction = self.begin_read(&[ANSWERS])?;
        let keys = transaction.object_store(ANSWERS)?.get_all_keys(Some(all_of(id)?), None)?.await?;
        let address = |key: &JsValue| Array::from(key).get(1).as_string();
        Ok(keys.iter().filter_map(address).collect())
    }

    /// Returns the saved response of a live site; `None` if it was not requested.
    pub async fn saved_response<T: DeserializeOwned>(
        &self,
        id: &str,
        address: &str,
    ) -> Result<Option<T>, StorageError> {
        let key = Array::of2(&id.into(), &address.into());
        let found = self.get(ANSWERS, &key).await?;
        Ok(found.map(|sealed| journal::unseal(&sealed)).transpose()?)
    }

    /// Saves the response of a live site.
    pub async fn save_response<T: Serialize>(&self, id: &str, address: &str, answer: &T) -> Result<(), StorageError> {
        let sealed = journal::seal(answer)?;
        let key = Array::of2(&id.into(), &address.into());
        let transaction = self.begin_write(&[ANSWERS], false)?;
        put(&transaction, ANSWERS, &key, &sealed)?;
        committed(transaction).await
    }

    /// Marks a comparison as deleted at a time, or as not deleted. One whose card cannot be read is erased.
    pub async fn mark_comparison(&self, id: &str, deleted: Option<Millis>) -> Result<(), StorageError> {
        let card = self.get(COMPARISONS, &id.into()).await?.ok_or(StorageError::NoSuchComparison)?;
        match unsealed_json::<CompareCard>(&card) {
            Ok(card) => self.save_comparison(&CompareCard { deleted, ..card }).await,
            Err(_) => self.erase(SavedItem::Comparison, id).await,
        }
    }
}
