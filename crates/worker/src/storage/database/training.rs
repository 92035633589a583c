//! Stores what training needs: models, pages that were read in the reader, and trails.
//!
//! A model is a file with a separate card, so that a list need not read the files. [`engine::journal::read_model`]
//! determines the parts of a file that later versions can read. Pages are stored by address, so that training does not
//! fetch them again; their response bodies are not saved, because models only use text and links. A separate card has
//! the time and size of each, so that the oldest can be found without reading them all. Beyond the limits the oldest
//! are deleted, starting with those in no trail. Trails are a value each, by number, one for their order, and one for
//! the pages that a person rated. They are JSON in the format of trail files, which every later version reads, because
//! they cannot be recreated. A lock determines who may change trails (`services/trails`).

use super::{
    Database, MODEL_CARDS, MODELS, READING_CARDS, READINGS, SavedItem, StorageError, TRAILS, committed, delete,
    entries, put, sealed_json, unsealed_json,
};
use engine::fetch::FetchResponse;
use engine::journal;
use engine::learning::trails::{read_sourced_json, write_sourced_json};
use idb::{Query, Transaction};
use protocol::Source;
use protocol::models::ModelCard;
use protocol::trails::{SavedTrail, SavedTrails};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use types::report::Millis;
use types::sorting;
use types::url::CanonicalUrl;
use wasm_bindgen::JsValue;

impl Database {
    /// Returns the cards of all models, the latest first. An unreadable one has its id as its name, and the reason.
    pub async fn model_cards(&self) -> Result<Vec<ModelCard>, StorageError> {
        let transaction = self.begin_read(&[MODEL_CARDS])?;
        let card = |(key, value): (JsValue, Vec<u8>)| {
            let id = key.as_string().unwrap_or_default();
            unsealed_json(&value).unwrap_or_else(|error| ModelCard {
                name: id.clone(),
                id,
                stale: Some(error.to_string()),
                ..ModelCard::default()
            })
        };
        let all = entries(&transaction, MODEL_CARDS, None).await?;
        let mut cards: Vec<ModelCard> = all.map(card).filter(|card| card.deleted.is_none()).collect();
        sorting::sort_by_key(&mut cards, |card| Reverse(card.at));
        Ok(cards)
    }

    /// Saves a model, or only its card if no file is given.
    pub async fn save_model(&self, card: &ModelCard, file: Option<&[u8]>) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[MODELS, MODEL_CARDS], true)?;
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
            (Some(card), Some(file)) => match unsealed_json::<ModelCard>(&card)? {
                ModelCard { deleted: Some(_), .. } => Err(StorageError::NoSuchModel),
                card => Ok((card, file)),
            },
            _ => Err(StorageError::NoSuchModel),
        }
    }

    /// Marks a model as deleted at a time, or as not deleted. One whose card cannot be read is erased.
    pub async fn mark_model(&self, id: &str, deleted: Option<Millis>) -> Result<(), StorageError> {
        let card = self.get(MODEL_CARDS, &id.into()).await?.ok_or(StorageError::NoSuchModel)?;
        match unsealed_json::<ModelCard>(&card) {
            Ok(card) => self.save_model(&ModelCard { deleted, ..card }, None).await,
            Err(_) => self.erase(SavedItem::Model, id).await,
        }
    }
}

/// The most readings that are saved: the pages of hundreds of trails.
pub const READINGS_MOST: usize = 4_000;
/// The most bytes of readings: 4,000 pages of the usual 16 KB, or some hundred of the largest.
pub const READING_BYTES_MOST: u64 = 64 * 1024 * 1024;

/// A page that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedReaderPage {
    /// The time of the fetch.
    pub at: Millis,
    /// Its source.
    pub source: Source,
    /// The response, which is a page.
    pub response: FetchResponse,
}

/// Describes a reading without its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReaderPageCard {
    at: Millis,
    bytes: u64,
}

/// The size of all readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderStorageSize {
    /// The number of readings.
    pub pages: u32,
    /// Their bytes.
    pub bytes: u64,
}

impl ReaderStorageSize {
    /// Returns whether another page may displace existing ones, given that no page takes more than a tenth of the
    /// space.
    pub fn is_near_full(self) -> bool {
        self.pages as usize >= READINGS_MOST || self.bytes >= READING_BYTES_MOST / 10 * 9
    }
}

/// A reading's address and card.
type Carded = (String, ReaderPageCard);

impl Database {
    /// Saves a reading, which replaces an earlier one of the same address. Beyond the limits it displaces others, those
    /// of `wanted` last.
    pub async fn save_reading(
        &self,
        url: &CanonicalUrl,
        reading: &SavedReaderPage,
        wanted: &BTreeSet<String>,
    ) -> Result<(), StorageError> {
        let sealed = journal::seal(reading)?;
        let card = ReaderPageCard { at: reading.at, bytes: sealed.len() as u64 };
        let transaction = self.begin_write(&[READINGS, READING_CARDS], false)?;
        let key = JsValue::from(url.as_str());
        put(&transaction, READINGS, &key, &sealed)?;
        put(&transaction, READING_CARDS, &key, &journal::seal(&card)?)?;
        let all = cards(&transaction).await?;
        for address in surplus(all, url.as_str(), wanted) {
            delete(&transaction, &[READINGS, READING_CARDS], &Query::Key(address.as_str().into()))?;
        }
        committed(transaction).await
    }

    /// Returns a reading; `None` if there is none.
    pub async fn reading(&self, url: &CanonicalUrl) -> Result<Option<SavedReaderPage>, StorageError> {
        let found = self.get(READINGS, &url.as_str().into()).await?;
        Ok(found.map(|bytes| journal::unseal(&bytes)).transpose()?)
    }

    /// Returns the addresses of all readings fetched since a time.
    pub async fn readings_since(&self, since: Millis) -> Result<BTreeSet<String>, StorageError> {
        let all = cards(&self.begin_read(&[READING_CARDS])?).await?;
        Ok(all.into_iter().filter(|(_, card)| card.at >= since).map(|(address, _)| address).collect())
    }

    /// Returns the size of all readings.
    pub async fn readings_weight(&self) -> Result<ReaderStorageSize, StorageError> {
        let all = cards(&self.begin_read(&[READING_CARDS])?).await?;
        Ok(ReaderStorageSize { pages: engine::count(all.len()), bytes: all.iter().map(|(_, card)| card.bytes).sum() })
    }

    /// Deletes all readings.
    pub async fn delete_readings(&self) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[READINGS, READING_CARDS], false)?;
        for store in [READINGS, READING_CARDS] {
            transaction.object_store(store)?.clear()?;
        }
        committed(transaction).await
    }
}

/// Returns all cards by address. An unreadable one counts as the oldest.
async fn cards(transaction: &Transaction) -> Result<Vec<Carded>, StorageError> {
    let all = entries(transaction, READING_CARDS, None).await?;
    let carded = all.map(|(key, value)| {
        let card = journal::unseal(&value).unwrap_or_default();
        (key.as_string().unwrap_or_default(), card)
    });
    Ok(carded.collect())
}

/// Returns the readings that must be deleted, never the newest.
fn surplus(mut all: Vec<Carded>, newest: &str, wanted: &BTreeSet<String>) -> impl Iterator<Item = String> + use<> {
    let (mut pages, mut bytes) = (all.len(), all.iter().map(|(_, card)| card.bytes).sum::<u64>());
    if pages > READINGS_MOST || bytes > READING_BYTES_MOST {
        all.sort_by_cached_key(|(address, card)| (wanted.contains(address), card.at));
        all.retain(|(address, _)| address != newest);
    }
    all.into_iter()
        .take_while(move |(_, card)| {
            let too_many = pages > READINGS_MOST || bytes > READING_BYTES_MOST;
            pages -= 1;
            bytes = bytes.saturating_sub(card.bytes);
            too_many
        })
        .map(|(address, _)| address)
}

/// The key of the order; the keys of trails are numbers.
const ORDER: &str = "order";
/// The key of the rated pages.
const RATED: &str = "rated";

impl Database {
    /// Returns all trails in order. Trails without a position come last.
    pub async fn trails(&self) -> Result<SavedTrails, StorageError> {
        let transaction = self.begin_read(&[TRAILS])?;
        let (mut kept, mut order) = (SavedTrails::default(), Vec::<u32>::new());
        for (key, sealed) in entries(&transaction, TRAILS, None).await? {
            let Some(id) = key.as_f64().map(types::to_u32) else {
                match key.as_string().as_deref() {
                    // Without these, training goes on.
                    Some(RATED) => kept.rated = unsealed_json(&sealed).unwrap_or_default(),
                    // Without it, trails are ordered by number, which is the order of their creation.
                    Some(ORDER) => order = journal::unseal(&sealed).unwrap_or_default(),
                    _ => {}
                }
                continue;
            };
            match unsealed(id, &sealed) {
                Ok(saved) => kept.trails.push(saved),
                Err(reason) => kept.unreadable.push((id, reason)),
            }
        }
        let place = |id: u32| order.iter().position(|one| *one == id);
        kept.trails.sort_by_cached_key(|trail| place(trail.id).unwrap_or(usize::MAX));
        Ok(kept)
    }

    /// Saves changes, completely or not at all. Unreadable values are not changed.
    pub async fn save_trails(
        &self,
        changed: &[SavedTrail],
        deleted: &[u32],
        order: &[u32],
        rated: &[String],
    ) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[TRAILS], true)?;
        for trail in changed {
            put(&transaction, TRAILS, &trail.id.into(), &sealed(trail))?;
        }
        for id in deleted {
            delete(&transaction, &[TRAILS], &Query::Key((*id).into()))?;
        }
        put(&transaction, TRAILS, &ORDER.into(), &journal::seal(&order.to_vec())?)?;
        put(&transaction, TRAILS, &RATED.into(), &sealed_json(&rated)?)?;
        committed(transaction).await
    }

    /// Returns the addresses of all pages in trails.
    pub async fn trail_pages(&self) -> Result<BTreeSet<String>, StorageError> {
        let kept = self.trails().await?;
        let visits = kept.trails.into_iter().flat_map(|kept| kept.trail.pages);
        Ok(visits.map(|page| page.url).collect())
    }
}

fn sealed(saved: &SavedTrail) -> Vec<u8> {
    let source = saved.source.as_ref().map(Source::name);
    journal::seal_text(&write_sourced_json([(&saved.trail, source)]))
}

fn unsealed(id: u32, sealed: &[u8]) -> Result<SavedTrail, String> {
    let text = journal::unseal_text(sealed).map_err(|error| error.to_string())?;
    let (read, _) = read_sourced_json(text.as_bytes()).map_err(|error| error.to_string())?;
    let (trail, source) = read.into_iter().next().ok_or("the saved record contains no trail")?;
    // A trail without a known source is trained on from the source of the form.
    let source = source.and_then(|name| Source::named(&name));
    Ok(SavedTrail { id, trail, source })
}
