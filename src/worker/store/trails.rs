//! Trails in the store: one value a trail, by its number, and one that says in which order they stand.
//!
//! A trail is kept as a file of trails has it (JSON), which every later version reads: it cannot be made again.
//! Left out on purpose: who may change them, which a lock decides (`worker/trails`).

use super::commit::committed;
use super::{Store, StoreError, TRAILS, bytes, value};
use crate::protocol::trails::{Kept, KeptTrail};
use engine::journal;
use engine::trails::{Trail, Trails, read_kept_json, write_json};
use idb::Query;
use std::collections::BTreeSet;
use wasm_bindgen::JsValue;

/// Under which key the order stands; those of the trails are numbers.
const ORDER: &str = "order";

impl Store {
    /// All trails, in their order; one that the order does not have comes last.
    pub async fn trails(&self) -> Result<Kept, StoreError> {
        let transaction = self.connection.read(&[TRAILS])?;
        let store = transaction.object_store(TRAILS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.await?, values.await?);
        let (mut kept, mut order) = (Kept::default(), Vec::new());
        for (key, value) in keys.iter().zip(&values) {
            let sealed = bytes(value);
            let Some(id) = id_of(key) else {
                // Without it the trails stand by their numbers, which is the order in which they were made.
                order = journal::unseal::<Vec<u32>>(&sealed).unwrap_or_default();
                continue;
            };
            match unsealed(&sealed) {
                Ok(trail) => kept.trails.push(KeptTrail { id, trail }),
                Err(reason) => kept.unreadable.push((id, reason)),
            }
        }
        let place = |id: u32| order.iter().position(|one| *one == id);
        kept.trails
            .sort_by_cached_key(|trail| place(trail.id).unwrap_or(usize::MAX));
        Ok(kept)
    }

    /// Keeps what was changed, all of it or nothing. What cannot be read is not touched.
    pub async fn keep_trails(
        &self,
        put: &[KeptTrail],
        gone: &[u32],
        order: &[u32],
    ) -> Result<(), StoreError> {
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

    /// The addresses of all pages that stand in a trail.
    pub async fn trail_pages(&self) -> Result<BTreeSet<String>, StoreError> {
        let kept = self.trails().await?;
        let visits = kept.trails.into_iter().flat_map(|kept| kept.trail.pages);
        Ok(visits.map(|page| page.url).collect())
    }
}

fn id_of(key: &JsValue) -> Option<u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "written from a u32; the conversion saturates"
    )]
    key.as_f64().map(|number| number as u32)
}

fn sealed(trail: &Trail) -> Vec<u8> {
    let trails = vec![trail.clone()];
    journal::seal_text(&write_json(&Trails { trails }))
}

fn unsealed(sealed: &[u8]) -> Result<Trail, String> {
    let text = journal::unseal_text(sealed).map_err(|error| error.to_string())?;
    let (read, _) = read_kept_json(text.as_bytes()).map_err(|error| error.to_string())?;
    let trail = read.trails.into_iter().next();
    trail.ok_or_else(|| "there is no trail in what was kept".to_owned())
}
