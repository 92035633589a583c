//! Stores models: a file each, with a separate card, so that a list need not read the files.
//!
//! Card and file are written in one transaction. A card is JSON, which later versions read. [`engine::journal::read_model`] determines the
//! parts of a file that they can read.

use super::commit::{committed, put};
use super::{Database, MODEL_CARDS, MODELS, StorageError, entries, sealed_json, unsealed_json};
use crate::protocol::models::ModelCard;
use idb::Query;
use std::cmp::Reverse;
use wasm_bindgen::JsValue;

impl Database {
    /// Returns the cards of all models, the latest first. An unreadable one has its id as its name, and the reason.
    pub async fn model_cards(&self) -> Result<Vec<ModelCard>, StorageError> {
        let transaction = self.connection.read(&[MODEL_CARDS])?;
        let card = |(key, value): (JsValue, Vec<u8>)| {
            let id = key.as_string().unwrap_or_default();
            unsealed_json(&value).unwrap_or_else(|error| ModelCard {
                name: id.clone(),
                id,
                stale: Some(error.to_string()),
                ..ModelCard::default()
            })
        };
        let all = entries(&transaction, MODEL_CARDS).await?;
        let mut cards: Vec<ModelCard> = all.map(card).collect();
        cards.sort_by_key(|card| Reverse(card.at));
        Ok(cards)
    }

    /// Saves a model, or only its card if no file is given.
    pub async fn save_model(&self, card: &ModelCard, file: Option<&[u8]>) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[MODELS, MODEL_CARDS], true)?;
        let id = card.id.as_str().into();
        put(&transaction, MODEL_CARDS, &id, &sealed_json(card)?)?;
        if let Some(file) = file {
            put(&transaction, MODELS, &id, file)?;
        }
        committed(transaction).await
    }

    /// Returns the card and the file of a model.
    pub async fn model(&self, id: &str) -> Result<(ModelCard, Vec<u8>), StorageError> {
        let card = self.get(MODEL_CARDS, &id.into()).await?;
        let file = self.get(MODELS, &id.into()).await?;
        match (card, file) {
            (Some(card), Some(file)) => Ok((unsealed_json(&card)?, file)),
            _ => Err(StorageError::NoSuchModel),
        }
    }

    /// Deletes a model.
    pub async fn erase_model(&self, id: &str) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[MODELS, MODEL_CARDS], false)?;
        for store in [MODELS, MODEL_CARDS] {
            transaction.object_store(store)?.delete(Query::Key(id.into()))?;
        }
        committed(transaction).await
    }
}
