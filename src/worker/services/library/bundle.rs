//! A whole crawl as one file, and back: its card, state, pages and response bodies.
//!
//! The sections of the file are `card`, `snapshot` (if there is one), `events`, `pages/0`, `pages/1` and so on, `bodies/0` and so on.
//! The first two are as in the database. The others are lists: a number (u64), a length (u32), as many bytes, all little-endian.
//! The bytes are written as they are saved, readable or not, so that a damaged crawl can be exported. An import checks everything
//! before it writes, and writes everything at once. The crate `archive` frames the sections.

use super::LibraryService;
use super::progress::{ImportError, ImportProgress};
use crate::protocol::library::Taken;
use crate::worker::browser::blob::BlobBuilder;
use crate::worker::storage::crawl_store::random_id;
use crate::worker::storage::database::{
    Batch, Body, Card, Database, Numbered, Part, SavedCrawl, StorageError, Weight,
};
use crate::worker::storage::lock;
use archive::bundle::{Bundle, BundleError, Writer};
use engine::journal;
use serde::de::DeserializeOwned;
use types::report::PageRecord;

const CARD: &str = "card";
const SNAPSHOT: &str = "snapshot";
const EVENTS: &str = "events";
const PAGES: &str = "pages/";
const BODIES: &str = "bodies/";
/// Values that are read from the database at once: a body has at most a few megabytes.
const VALUES: u32 = 32;
/// Bytes after which a section ends.
const SECTION_BYTES: usize = 4 * 1024 * 1024;

impl From<BundleError> for StorageError {
    fn from(error: BundleError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Writes a saved crawl into a file.
pub(super) async fn write(
    store: &Database,
    id: &str,
    pieces: &BlobBuilder,
) -> Result<(), StorageError> {
    let raw = store.raw(id).await?;
    let (mut writer, first) = Writer::begin();
    pieces.add(&first);
    pieces.add(&writer.section(CARD, &raw.card)?);
    if let Some(snapshot) = &raw.snapshot {
        pieces.add(&writer.section(SNAPSHOT, snapshot)?);
    }
    let mut events = Vec::new();
    for event in &raw.events {
        put(&mut events, event);
    }
    pieces.add(&writer.section(EVENTS, &events)?);
    for (part, name) in [(Part::Pages, PAGES), (Part::Bodies, BODIES)] {
        let (mut from, mut sections, mut section) = (0, 0, Vec::new());
        loop {
            let values = store.piece(part, id, from, VALUES).await?;
            for value in &values {
                put(&mut section, value);
            }
            let is_over = values.is_empty();
            if section.len() > SECTION_BYTES || is_over && !section.is_empty() {
                pieces.add(&writer.section(&format!("{name}{sections}"), &section)?);
                sections += 1;
                section.clear();
            }
            match values.last() {
                Some(last) => from = last.number + 1,
                None => break,
            }
        }
    }
    pieces.add(&writer.finish());
    Ok(())
}

fn put(list: &mut Vec<u8>, value: &Numbered) {
    list.extend(value.number.to_le_bytes());
    let length = u32::try_from(value.bytes.len()).expect("no value has 4 GiB");
    list.extend(length.to_le_bytes());
    list.extend(&value.bytes);
}

/// Parses a list; `None` if it is invalid.
fn list(mut bytes: &[u8]) -> Option<Vec<Numbered>> {
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (value, rest) = rest.split_at_checked(length)?;
        values.push(Numbered {
            number: u64::from_le_bytes(*number),
            bytes: value.to_vec(),
        });
        bytes = rest;
    }
    Some(values)
}

fn damaged(what: &str) -> StorageError {
    StorageError::Unreadable(format!(
        "the file's {what} cannot be read: it was modified or written by another version"
    ))
}

/// Reads a file and checks every value, yielding to other tasks.
async fn read(
    file: &[u8],
    progress: &mut ImportProgress<'_>,
) -> Result<(Card, Batch), ImportError> {
    let bundle = Bundle::open(file).map_err(StorageError::from)?;
    let card = bundle.section(CARD).ok_or_else(|| damaged("card"))?;
    let card = card.map_err(StorageError::from)?;
    let card: Card = journal::unseal(&card).map_err(StorageError::from)?;
    let snapshot = bundle.section(SNAPSHOT).transpose();
    let mut batch = Batch {
        snapshot: snapshot.map_err(StorageError::from)?,
        ..Batch::default()
    };
    let names: Vec<&str> = bundle.sections().map(|(name, _)| name).collect();
    for (at, name) in names.iter().enumerate() {
        let part = at as f64 / names.len() as f64;
        progress.parsing(part).await?;
        let values = || -> Result<Vec<Numbered>, StorageError> {
            let section = bundle.section(name).ok_or_else(|| damaged(name))??;
            list(&section).ok_or_else(|| damaged(name))
        };
        if *name == EVENTS {
            batch.events = values()?;
        } else if name.starts_with(PAGES) {
            let values = values()?;
            looked_at::<PageRecord>(&values, "pages", part, progress).await?;
            batch.pages.extend(values);
        } else if name.starts_with(BODIES) {
            let values = values()?;
            looked_at::<Body>(&values, "bodies", part, progress).await?;
            batch.bodies.extend(values);
        }
    }
    Ok((card, batch))
}

/// Checks that all of these values can be read.
async fn looked_at<T: DeserializeOwned>(
    values: &[Numbered],
    what: &str,
    part: f64,
    progress: &mut ImportProgress<'_>,
) -> Result<(), ImportError> {
    for value in values {
        journal::unseal::<T>(&value.bytes).map_err(|_| damaged(what))?;
        progress.parsing(part).await?;
    }
    Ok(())
}

impl LibraryService {
    /// Imports a crawl under a new id: whoever wrote the file knows the id in it, and could link to the crawl.
    pub(super) async fn import_crawl(
        &self,
        file: &[u8],
        progress: &mut ImportProgress<'_>,
    ) -> Result<Taken, ImportError> {
        let (mut card, batch) = read(file, progress).await?;
        let kept = SavedCrawl::new(card.clone(), batch.snapshot.clone(), batch.events.clone());
        // A crawl that cannot be opened is not imported.
        self.rebuilt(&kept).await?;
        let store = self.context.store().await?;
        card.id = random_id();
        card.deleted = None;
        card.source = card.source.from_a_file();
        card.weight = weight(&batch);
        let _lock = lock::take(&card.id, false)
            .await
            .ok_or(StorageError::Elsewhere)?;
        store.write(&card, &batch).await?;
        Ok(Taken::Crawl {
            id: card.id,
            name: card.name,
        })
    }
}

fn weight(batch: &Batch) -> Weight {
    let bytes = |values: &[Numbered]| values.iter().map(|value| value.bytes.len() as u64).sum();
    let snapshot = batch.snapshot.as_ref().map_or(0, Vec::len);
    Weight {
        journal: bytes(&batch.events),
        snapshot: snapshot as u64,
        pages: bytes(&batch.pages),
        bodies: bytes(&batch.bodies),
    }
}
