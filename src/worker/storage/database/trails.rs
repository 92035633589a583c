//! Stores trails: one value for each trail, by number, one for their order, and one for the pages that a person rated.
//!
//! A trail is saved as JSON in the format of trail files, which every later version reads, because it cannot be recreated. The rated pages
//! are a JSON array of addresses for the same reason. A lock determines who may change trails (`services/trails`).

use super::commit::committed;
use super::{Database, StorageError, TRAILS, entries, value};
use crate::protocol::Source;
use crate::protocol::trails::{SavedTrail, SavedTrails};
use engine::journal;
use engine::learning::trails::{read_sourced_json, write_sourced_json};
use idb::Query;
use std::collections::BTreeSet;
use wasm_bindgen::JsValue;

/// The key of the order; the keys of trails are numbers.
const ORDER: &str = "order";
/// The key of the rated pages.
const RATED: &str = "rated";

impl Database {
    /// Returns all trails in order. Trails without a position come last.
    pub async fn trails(&self) -> Result<SavedTrails, StorageError> {
        let transaction = self.connection.read(&[TRAILS])?;
        let (mut kept, mut order) = (SavedTrails::default(), Vec::<u32>::new());
        for (key, sealed) in entries(&transaction, TRAILS).await? {
            let Some(id) = id_of(&key) else {
                match key.as_string().as_deref() {
                    Some(RATED) => kept.rated = unsealed_rated(&sealed),
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
        put: &[SavedTrail],
        gone: &[u32],
        order: &[u32],
        rated: &[String],
    ) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[TRAILS], true)?;
        let store = transaction.object_store(TRAILS)?;
        for trail in put {
            store.put(&value(&sealed(trail)), Some(&trail.id.into()))?;
        }
        for id in gone {
            store.delete(Query::Key((*id).into()))?;
        }
        let order = journal::seal(&order.to_vec())?;
        store.put(&value(&order), Some(&ORDER.into()))?;
        store.put(&value(&sealed_rated(rated)), Some(&RATED.into()))?;
        committed(transaction).await
    }

    /// Returns the addresses of all pages in trails.
    pub async fn trail_pages(&self) -> Result<BTreeSet<String>, StorageError> {
        let kept = self.trails().await?;
        let visits = kept.trails.into_iter().flat_map(|kept| kept.trail.pages);
        Ok(visits.map(|page| page.url).collect())
    }
}

fn id_of(key: &JsValue) -> Option<u32> {
    key.as_f64().map(types::to_u32)
}

fn sealed(saved: &SavedTrail) -> Vec<u8> {
    let source = saved.source.as_ref().map(Source::name);
    journal::seal_text(&write_sourced_json([(&saved.trail, source)]))
}

fn sealed_rated(rated: &[String]) -> Vec<u8> {
    journal::seal_text(&serde_json::Value::from(rated).to_string())
}

/// Returns the rated pages; none if they cannot be read, since training does not depend on them.
fn unsealed_rated(sealed: &[u8]) -> Vec<String> {
    let text = journal::unseal_text(sealed).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn unsealed(id: u32, sealed: &[u8]) -> Result<SavedTrail, String> {
    let text = journal::unseal_text(sealed).map_err(|error| error.to_string())?;
    let (read, _) = read_sourced_json(text.as_bytes()).map_err(|error| error.to_string())?;
    let read = read.into_iter().next();
    let (trail, source) = read.ok_or("the saved record contains no trail")?;
    // A trail without a known source is trained on from the source of the form.
    let source = source.and_then(|name| Source::named(&name));
    Ok(SavedTrail { id, trail, source })
}
