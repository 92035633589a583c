//! Stores models: a file each, with a separate card, so that a list need not read the files.
//!
//! Card and file are written in one transaction. A card is JSON, which later versions read. [`engine::journal::read_model`] determines the
//! parts of a file that they can read.

use super::commit::{committed, put};
use super::{Database, MODEL_CARDS, MODELS, StorageError, bytes};
use crate::protocol::models::ModelCard;
use engine::journal;
use idb::Query;
use std::cmp::Reverse;

impl Database {
    /// Returns the cards of all models, the latest first. An unreadable one has its id as its name, and the reason.
    pub async fn model_cards(&self) -> Result<Vec<ModelCard>, StorageError> {
        let transaction = self.connection.read(&[MODEL_CARDS])?;
        let store = transaction.object_store(MODEL_CARDS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.await?, values.await?);
        let card = |(key, value): (&wasm_bindgen::JsValue, &wasm_bindgen::JsValue)| {
            let id = key.as_string().unwrap_or_default();
            unsealed(&bytes(value)).unwrap_or_else(|error| ModelCard {
                name: id.clone(),
                id,
                stale: Some(error.to_string()),
                ..ModelCard::default()
            })
        };
        let mut cards: Vec<ModelCard> = keys.iter().zip(&values).map(card).collect();
        cards.sort_by_key(|card| Reverse(card.at));
        Ok(cards)
    }

    /// Saves a model, or only its card if no file is given.
    pub async fn save_model(
        &self,
        card: &ModelCard,
        file: Option<&[u8]>,
    ) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[MODELS, MODEL_CARDS], true)?;
        let id = card.id.as_str().into();
        let text = serde_json::to_string(card)
            .map_err(|error| StorageError::Unreadable(error.to_string()))?;
        let sealed = journal::seal_text(&text);
        put(&transaction, MODEL_CARDS, &id, &sealed)?;
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
            (Some(card), Some(file)) => Ok((unsealed(&card)?, file)),
            _ => Err(StorageError::NoSuchModel),
        }
    }

    /// Deletes a model.
    pub async fn erase_model(&self, id: &str) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[MODELS, MODEL_CARDS], false)?;
        for store in [MODELS, MODEL_CARDS] {
            transaction
                .object_store(store)?
                .delete(Query::Key(id.into()))?;
        }
        committed(transaction).await
    }
}

fn unsealed(sealed: &[u8]) -> Result<ModelCard, StorageError> {
    let text = journal::unseal_text(sealed)?;
    serde_json::from_str(&text).map_err(|error| StorageError::Unreadable(error.to_string()))
}
