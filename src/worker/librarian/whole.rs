//! A whole crawl as one file, and back: its card, its state, its pages, what their servers sent.
//!
//! The sections of the file are `card`, `snapshot` (where there is one), `events`, `pages/0`, `pages/1` and so on, `bodies/0` and so on. The
//! first two are what stands in the store; the others are lists: a number (u64), a length (u32), as many bytes, all little-endian. The
//! bytes are written as they are kept, readable or not, so that a damaged crawl can be carried away. Read back, everything is looked at
//! before anything is written, and all of it is written at once.
//! Left out on purpose: the frame around the sections, which is the crate `archive`'s.

use super::Librarian;
use super::course::{Course, Untaken};
use super::export::Pieces;
use super::import::BYTES_PART;
use crate::protocol::library::Taken;
use crate::worker::lock;
use crate::worker::shelf::drawn;
use crate::worker::store::{Batch, Body, Card, Kept, Numbered, Part, Store, StoreError, Weight};
use archive::bundle::{Bundle, BundleError, Writer};
use engine::journal;
use engine::report::PageRecord;
use serde::de::DeserializeOwned;

const CARD: &str = "card";
const SNAPSHOT: &str = "snapshot";
const EVENTS: &str = "events";
const PAGES: &str = "pages/";
const BODIES: &str = "bodies/";
/// Values that are read from the store at once: a body has at most some megabytes.
const VALUES: u32 = 32;
/// Bytes from which on a section is full.
const SECTION_BYTES: usize = 4 * 1024 * 1024;

impl From<BundleError> for StoreError {
    fn from(error: BundleError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Writes a crawl as it is kept.
pub(super) async fn write(store: &Store, id: &str, pieces: &Pieces) -> Result<(), StoreError> {
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

/// The values of a list; `None` where it is none.
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

fn damaged(what: &str) -> StoreError {
    StoreError::Unreadable(format!(
        "the file's {what} cannot be read: it was changed, or written by another version"
    ))
}

/// Reads a file with turns for everything else, and looks at every value.
async fn read(file: &[u8], course: &mut Course<'_>) -> Result<(Card, Batch), Untaken> {
    let bundle = Bundle::open(file).map_err(StoreError::from)?;
    let card = bundle.section(CARD).ok_or_else(|| damaged("card"))?;
    let card = card.map_err(StoreError::from)?;
    let card: Card = journal::unseal(&card).map_err(StoreError::from)?;
    let snapshot = bundle.section(SNAPSHOT).transpose();
    let mut batch = Batch {
        snapshot: snapshot.map_err(StoreError::from)?,
        ..Batch::default()
    };
    let names: Vec<&str> = bundle.sections().map(|(name, _)| name).collect();
    for (at, name) in names.iter().enumerate() {
        let part = at as f64 / names.len() as f64;
        let part = BYTES_PART + (1.0 - BYTES_PART) * part;
        course.go_on(part).await?;
        let values = || -> Result<Vec<Numbered>, StoreError> {
            let section = bundle.section(name).ok_or_else(|| damaged(name))??;
            list(&section).ok_or_else(|| damaged(name))
        };
        if *name == EVENTS {
            batch.events = values()?;
        } else if name.starts_with(PAGES) {
            let values = values()?;
            looked_at::<PageRecord>(&values, "pages", part, course).await?;
            batch.pages.extend(values);
        } else if name.starts_with(BODIES) {
            let values = values()?;
            looked_at::<Body>(&values, "bodies", part, course).await?;
            batch.bodies.extend(values);
        }
    }
    Ok((card, batch))
}

/// Every one of these values can be read.
async fn looked_at<T: DeserializeOwned>(
    values: &[Numbered],
    what: &str,
    part: f64,
    course: &mut Course<'_>,
) -> Result<(), Untaken> {
    for value in values {
        journal::unseal::<T>(&value.bytes).map_err(|_| damaged(what))?;
        course.go_on(part).await?;
    }
    Ok(())
}

impl Librarian {
    /// Takes in a crawl. One that is here already is taken in beside it, under an id of its own.
    pub(super) async fn import_crawl(
        &self,
        file: &[u8],
        course: &mut Course<'_>,
    ) -> Result<Taken, Untaken> {
        let (mut card, batch) = read(file, course).await?;
        let kept = Kept::new(card.clone(), batch.snapshot.clone(), batch.events.clone());
        // A crawl that could not be opened is not taken in.
        self.rebuilt(&kept).await?;
        let store = self.shelf.store().await?;
        let is_free = store.card(&card.id).await == Err(StoreError::NoSuchCrawl);
        if !is_id(&card.id) || !is_free {
            card.id = drawn();
        }
        card.deleted = None;
        card.source = card.source.from_a_file();
        card.weight = weight(&batch);
        let _lock = lock::take(&card.id, false)
            .await
            .ok_or(StoreError::Elsewhere)?;
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

fn is_id(id: &str) -> bool {
    id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}
