//! Comparisons in the store: a card each, the outcome of each of their trials, and what live sites answered.
//!
//! A trial counts as run in the transaction that keeps its outcome; card and outcomes are JSON, which later versions read. What a live site
//! answered is kept as long as the comparison is, so that no trial asks again what an earlier one asked, after a reload neither. Keys are lists,
//! a comparison's id first, so that all of one go in one range. Left out on purpose: how far a trial is that runs, since it runs anew.

use super::commit::committed;
use super::crawl::whole;
use super::{ANSWERS, COMPARISONS, OUTCOMES, Store, StoreError, bytes, value};
use crate::protocol::Source;
use crate::protocol::compare::{RunCard, Standing};
use engine::compare::{Comparison, Outcome};
use engine::event::Millis;
use engine::journal;
use idb::Query;
use js_sys::Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use wasm_bindgen::JsValue;

/// A comparison that is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompareCard {
    /// Its id: sixteen hexadecimal digits, drawn at random.
    pub id: String,
    /// When it began.
    pub created: Millis,
    /// The build of the app that ran its crawls ([`BUILD`](crate::protocol::BUILD)): those of two builds are not set beside each other. Empty for
    /// one that nobody knows.
    #[serde(default)]
    pub build: String,
    /// Its plan.
    pub plan: Comparison,
    /// Where its pages come from.
    pub source: Source,
    /// A short name for the recorded web that it is of, so that another file of the same name is told from it.
    pub web: Option<String>,
    /// How it stands.
    pub standing: Standing,
    /// Trials in all.
    pub trials: u32,
    /// Trials that were run.
    pub done: u32,
}

impl CompareCard {
    /// The same for a list.
    pub fn told(&self) -> RunCard {
        RunCard {
            id: self.id.clone(),
            title: self.plan.title.clone(),
            created: self.created,
            strategies: self.plan.strategies.clone(),
            measures: self.plan.measures.clone(),
            pages: self.plan.pages,
            repeats: self.plan.repeats,
            source: self.source.clone(),
            standing: self.standing,
            trials: self.trials,
            done: self.done,
            unreadable: None,
        }
    }
}

impl Store {
    /// The cards of all comparisons, the latest first. One that cannot be read has its id for a name, and the reason.
    pub async fn comparisons(&self) -> Result<Vec<RunCard>, StoreError> {
        let transaction = self.connection.read(&[COMPARISONS])?;
        let store = transaction.object_store(COMPARISONS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.await?, values.await?);
        let card = |(key, value): (&JsValue, &JsValue)| {
            let id = key.as_string().unwrap_or_default();
            match unsealed::<CompareCard>(&bytes(value)) {
                Ok(card) => card.told(),
                Err(error) => RunCard {
                    title: id.clone(),
                    id,
                    unreadable: Some(error.to_string()),
                    ..RunCard::default()
                },
            }
        };
        let mut cards: Vec<RunCard> = keys.iter().zip(&values).map(card).collect();
        cards.sort_by_key(|card| Reverse(card.created));
        Ok(cards)
    }

    /// A comparison with the outcomes that it has, in the order of the plan. Those that cannot be read are left out, as if they had never come.
    pub async fn comparison(&self, id: &str) -> Result<(CompareCard, Vec<Outcome>), StoreError> {
        let card = self.get(COMPARISONS, &id.into()).await?;
        let card = unsealed(&card.ok_or(StoreError::NoSuchComparison)?)?;
        let kept = self.get_all(OUTCOMES, of(id)?).await?;
        let outcomes: Vec<Outcome> = kept.iter().filter_map(|one| unsealed(one).ok()).collect();
        Ok((
            CompareCard {
                // A card may have been written while an outcome was.
                done: u32::try_from(outcomes.len()).unwrap_or(u32::MAX),
                ..card
            },
            outcomes,
        ))
    }

    /// Keeps the card of a comparison.
    pub async fn keep_comparison(&self, card: &CompareCard) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[COMPARISONS], true)?;
        let sealed = sealed(card)?;
        transaction
            .object_store(COMPARISONS)?
            .put(&value(&sealed), Some(&card.id.as_str().into()))?;
        committed(transaction).await
    }

    /// Keeps the outcome of a trial, the `number`-th of all, and the card that counts it, both or neither.
    pub async fn keep_outcome(
        &self,
        card: &CompareCard,
        number: u32,
        outcome: &Outcome,
    ) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[COMPARISONS, OUTCOMES], false)?;
        transaction
            .object_store(COMPARISONS)?
            .put(&value(&sealed(card)?), Some(&card.id.as_str().into()))?;
        let key = Array::of2(&card.id.as_str().into(), &number.into());
        transaction
            .object_store(OUTCOMES)?
            .put(&value(&sealed(outcome)?), Some(&key))?;
        committed(transaction).await
    }

    /// Keeps the card of a comparison whose crawls are all to run anew, and forgets their outcomes, both or neither. What live sites answered stays.
    pub async fn begin_anew(&self, card: &CompareCard) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[COMPARISONS, OUTCOMES], false)?;
        transaction
            .object_store(COMPARISONS)?
            .put(&value(&sealed(card)?), Some(&card.id.as_str().into()))?;
        transaction.object_store(OUTCOMES)?.delete(of(&card.id)?)?;
        committed(transaction).await
    }

    /// The addresses at which a comparison has asked live sites.
    pub async fn asked(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let transaction = self.connection.read(&[ANSWERS])?;
        let keys = transaction.object_store(ANSWERS)?;
        let keys = keys.get_all_keys(Some(of(id)?), None)?.await?;
        let address = |key: &JsValue| Array::from(key).get(1).as_string();
        Ok(keys.iter().filter_map(address).collect())
    }

    /// What a live site answered to a comparison; none where it was not asked.
    pub async fn kept_answer<T: DeserializeOwned>(
        &self,
        id: &str,
        address: &str,
    ) -> Result<Option<T>, StoreError> {
        let key = Array::of2(&id.into(), &address.into());
        let found = self.get(ANSWERS, &key).await?;
        Ok(found.map(|sealed| journal::unseal(&sealed)).transpose()?)
    }

    /// Keeps what a live site answered to a comparison.
    pub async fn keep_answer<T: Serialize>(
        &self,
        id: &str,
        address: &str,
        answer: &T,
    ) -> Result<(), StoreError> {
        let sealed = journal::seal(answer)?;
        let key = Array::of2(&id.into(), &address.into());
        let transaction = self.connection.write(&[ANSWERS], false)?;
        transaction
            .object_store(ANSWERS)?
            .put(&value(&sealed), Some(&key))?;
        committed(transaction).await
    }

    /// Forgets a comparison with all that belongs to it.
    pub async fn erase_comparison(&self, id: &str) -> Result<(), StoreError> {
        let transaction = self
            .connection
            .write(&[COMPARISONS, OUTCOMES, ANSWERS], false)?;
        transaction
            .object_store(COMPARISONS)?
            .delete(Query::Key(id.into()))?;
        for store in [OUTCOMES, ANSWERS] {
            transaction.object_store(store)?.delete(of(id)?)?;
        }
        committed(transaction).await
    }
}

/// All keys of a comparison.
fn of(id: &str) -> Result<Query, StoreError> {
    Ok(Query::KeyRange(whole(id)?))
}

fn sealed<T: Serialize>(what: &T) -> Result<Vec<u8>, StoreError> {
    let text =
        serde_json::to_string(what).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(journal::seal_text(&text))
}

fn unsealed<T: DeserializeOwned>(sealed: &[u8]) -> Result<T, StoreError> {
    let text = journal::unseal_text(sealed)?;
    serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(error.to_string()))
}
