//! Trails in the database: one value for each trail, by number, and one for their order.
//!
//! A trail is saved as JSON in the format of trail files, which every later version reads, since it cannot be recreated. A lock
//! decides who may change trails (`services/trails`).

use super::commit::committed;
use super::{Database, StorageError, TRAILS, bytes, value};
use crate::protocol::trails::{SavedTrail, SavedTrails};
use engine::journal;
use engine::learning::trails::{read_saved_json, write_json};
use idb::Query;
use std::collections::BTreeSet;
use types::trails::{Trail, Trails};
use wasm_bindgen::JsValue;

/// The key of the order; the keys of trails are numbers.
const ORDER: &str = "order";

impl Database {
    /// Returns all trails in order. A trail that the order lacks comes last.
    pub async fn trails(&self) -> Result<SavedTrails, StorageError> {
        let transaction = self.connection.read(&[TRAILS])?;
        let store = transaction.object_store(TRAILS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.await?, values.await?);
        let (mut kept, mut order) = (SavedTrails::default(), Vec::new());
        for (key, value) in keys.iter().zip(&values) {
            let sealed = bytes(value);
            let Some(id) = id_of(key) else {
                // Without it, trails are ordered by number, which is the order in which they were created.
                order = journal::unseal::<Vec<u32>>(&sealed).unwrap_or_default();
                continue;
            };
            match unsealed(&sealed) {
                Ok(trail) => kept.trails.push(SavedTrail { id, trail }),
                Err(reason) => kept.unreadable.push((id, reason)),
            }
        }
        let place = |id: u32| order.iter().position(|one| *one == id);
        kept.trails
            .sort_by_cached_key(|trail| place(trail.id).unwrap_or(usize::MAX));
        Ok(kept)
    }

    /// Saves changes, all of them or none. Values that cannot be read are not touched.
    pub async fn save_trails(
        &self,
        put: &[SavedTrail],
        gone: &[u32],
        order: &[u32],
    ) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[TRAILS], true)?;
        let store = transaction.object_store(TRAILS)?;
        for trail in put {
            store.put(&value(&sealed(&trail.trail)), Some(&trail.id.into()))?;
        }
        for id in gone {
            store.delete(Query::Key((*id).into()))?;
        }
        let order = journal::seal(&order.to_vec())?;
        store.put(&value(&order), Some(&ORDER.into()))?;
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

fn sealed(trail: &Trail) -> Vec<u8> {
    let trails = vec![trail.clone()];
    journal::seal_text(&write_json(&Trails { trails }))
}

fn unsealed(sealed: &[u8]) -> Result<Trail, String> {
    let text = journal::unseal_text(sealed).map_err(|error| error.to_string())?;
    let (read, _) = read_saved_json(text.as_bytes()).map_err(|error| error.to_string())?;
    let trail = read.trails.into_iter().next();
    trail.ok_or_else(|| "the saved record contains no trail".to_owned())
}
