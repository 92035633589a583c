//! Converts a whole crawl to a file and back: its card, state, pages, their judgments, and response bodies.
//!
//! The sections of the file are `card`, `snapshot` (if there is one), `judgments` (if there are any), `events`,
//! `pages/0`, `pages/1` and so on, `bodies/0` and so on, `visits/0` and so on, `moments/0` and so on. The first two are
//! as in the database. Judgments are a list of URLs with judgments as JSON. The others are lists: a number (u64), a
//! length (u32), that many bytes, all little-endian. The bytes are written as they are saved, readable or not, so that
//! a damaged crawl can be exported. Only readable bodies that are stored plain, in compressed packs, are compressed one
//! by one. An import checks everything before it writes, and writes everything in one transaction. The crate `archive`
//! frames the sections.
//!
//! A file may come from anyone. An import rebuilds the crawl, whose state the engine checks, and takes card, records
//! and numbers from it instead of from the file. A crawl that was running is paused: it sends no request before the
//! person resumes it. Judgments replace none of the person's own.

use super::import::{ImportError, ImportProgress};
use super::{LibraryService, NAME_BYTES};
use crate::browser::blob::BlobBuilder;
use crate::browser::{clock, gzip};
use crate::crawl::journal_writer::plan_for_card;
use crate::crawl::timeline::MomentCheck;
use crate::services::judgments::without_records;
use crate::storage::crawl_store::random_id;
use crate::storage::database::{
    Batch, Body, CrawlCard, Database, Judgments, PageHistory, PageTexts, SavedCrawl, SavedPart, Sequenced,
    SteeringSummary, StorageError, StorageSize, TEXTS,
};
use crate::storage::lock;
use archive::bundle::{Bundle, BundleError, Writer, put_value, values};
use engine::crawl::Crawl;
use engine::event::{Event, EventKind};
use engine::journal;
use protocol::Source;
use protocol::library::ImportResult;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use types::judgment::Judgment;
use types::report::{Millis, PageRecord};
use types::text::{clean, cut};
use types::url::CanonicalUrl;

const CARD: &str = "card";
const SNAPSHOT: &str = "snapshot";
const JUDGMENTS: &str = "judgments";
const EVENTS: &str = "events";
const PAGES: &str = "pages/";
const BODIES: &str = "bodies/";
const VISITS: &str = "visits/";
const MOMENTS: &str = "moments/";
/// The number of values that are read from the database at once; a body has at most a few megabytes.
const VALUES: u32 = 32;
/// The bytes after which a section ends.
const SECTION_BYTES: usize = 4 * 1024 * 1024;
/// The most decompressed bytes of all sections. A tab's worker has 4 GiB, and the crawl is rebuilt at the same time.
const FILE_BYTES: u64 = 1 << 30;
/// The least bytes of a value, which has a header and a frame. Shorter values would take more memory than space in the
/// file.
const VALUE_BYTES: usize = 19;

impl From<BundleError> for StorageError {
    fn from(error: BundleError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Writes a saved crawl to a file.
pub(super) async fn write(store: &Database, id: &str, pieces: &BlobBuilder) -> Result<(), StorageError> {
    let raw = store.raw(id).await?;
    let (mut writer, first) = Writer::begin();
    pieces.add(&first);
    pieces.add(&writer.section(CARD, &raw.card)?);
    if let Some(snapshot) = &raw.snapshot {
        pieces.add(&writer.section(SNAPSHOT, snapshot)?);
    }
    let judgments = judgments_of_pages(store, &raw.card).await?;
    if !judgments.is_empty() {
        let json = serde_json::to_vec(&judgments).map_err(|error| StorageError::Unreadable(error.to_string()))?;
        pieces.add(&writer.section(JUDGMENTS, &json)?);
    }
    let mut events = Vec::new();
    for event in &raw.events {
        put_value(&mut events, event.number, &event.bytes);
    }
    pieces.add(&writer.section(EVENTS, &events)?);
    for (part, name) in [
        (SavedPart::Pages, PAGES),
        (SavedPart::Bodies, BODIES),
        (SavedPart::Visits, VISITS),
        (SavedPart::Moments, MOMENTS),
    ] {
        let (mut from, mut sections, mut section) = (0, 0, Vec::new());
        loop {
            let values = store.piece(part, id, from, VALUES).await?;
            for value in &values {
                let bytes = if part == SavedPart::Bodies { compressed(&value.bytes).await } else { None };
                put_value(&mut section, value.number, bytes.as_ref().unwrap_or(&value.bytes));
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

/// Returns the judgments of the pages of the crawl with this card; none if the card cannot be read.
async fn judgments_of_pages(store: &Database, card: &[u8]) -> Result<Vec<(CanonicalUrl, Judgment)>, StorageError> {
    let Ok(card) = journal::unseal::<CrawlCard>(card) else {
        return Ok(Vec::new());
    };
    let (_, mut judgments) = store.judgments_of(&card, clock::now()).await?;
    let mut of_pages = Judgments::new();
    if !judgments.is_empty() {
        store.each_page(&card.id, |page| of_pages.extend(judgments.remove_entry(&page.url))).await?;
    }
    // The file has the records.
    Ok(without_records(of_pages))
}

/// Returns a sealed body with compressed content; `None` if it is compressed or cannot be read. In the database its
/// pack is compressed.
async fn compressed(sealed: &[u8]) -> Option<Vec<u8>> {
    let body: Body = journal::unseal(sealed).ok()?;
    if body.packed.starts_with(gzip::MAGIC) {
        return None;
    }
    let packed = gzip::compress(body.packed).await;
    journal::seal(&Body { packed, ..body }).ok()
}

/// Parses a list; `None` if it is invalid.
fn list(section: &[u8]) -> Option<Vec<Sequenced>> {
    let value = |(number, bytes): (u64, &[u8])| {
        (bytes.len() >= VALUE_BYTES).then(|| Sequenced { number, bytes: bytes.to_vec() })
    };
    values(section)?.into_iter().map(value).collect()
}

fn damaged(what: &str) -> StorageError {
    StorageError::Unreadable(format!("the file's {what} cannot be read: it was modified or written by another version"))
}

/// The content of a file.
struct CrawlContent {
    kept: SavedCrawl,
    /// The values besides the records of pages.
    batch: Batch,
    /// The number of pages at the last of its moments.
    moments_until: u32,
    judgments: Vec<(CanonicalUrl, Judgment)>,
}

/// Reads a file and checks every value, yielding to other tasks. Records are only checked, because the rebuilt crawl
/// has its own.
async fn read(file: &[u8], progress: &mut ImportProgress<'_>) -> Result<CrawlContent, ImportError> {
    let bundle = Bundle::open(file).map_err(StorageError::from)?;
    let sections: Vec<(&str, u64)> = bundle.sections().collect();
    let total = sections.iter().map(|(_, bytes)| *bytes);
    if total.fold(0, u64::saturating_add) > FILE_BYTES {
        return Err("it decompresses to more than 1 GiB, the limit for imports".into());
    }
    let section = |name: &str| bundle.read_section(name).transpose().map_err(StorageError::from);
    let card = read_card(&section(CARD)?.ok_or_else(|| damaged("card"))?)?;
    let snapshot = section(SNAPSHOT)?;
    let judgments = match section(JUDGMENTS)? {
        Some(json) => serde_json::from_slice(&json).map_err(|_| damaged(JUDGMENTS))?,
        None => Vec::new(),
    };
    let (mut events, mut batch) = (Vec::new(), Batch::default());
    let mut check = MomentCheck::default();
    for (at, (name, _)) in sections.iter().enumerate() {
        let part = at as f64 / sections.len() as f64;
        progress.parsing(part).await?;
        let kind = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let (what, target) = match kind {
            EVENTS => ("events", Some(&mut events)),
            PAGES => ("pages", None),
            BODIES => ("bodies", Some(&mut batch.bodies)),
            VISITS => ("visits", Some(&mut batch.visits)),
            MOMENTS => ("replay", Some(&mut batch.moments)),
            _ => continue,
        };
        let values = section(name)?.and_then(|section| list(&section)).ok_or_else(|| damaged(name))?;
        for value in &values {
            let is_readable = match kind {
                PAGES => can_read::<PageRecord>(value),
                BODIES => can_read::<Body>(value),
                VISITS if value.number == 0 => can_read::<Millis>(value),
                VISITS if value.number >= TEXTS => can_read::<PageTexts>(value),
                VISITS => can_read::<PageHistory>(value),
                MOMENTS => check.take(&value.bytes),
                // Events are checked when the crawl is rebuilt.
                _ => true,
            };
            if !is_readable {
                return Err(damaged(what).into());
            }
            progress.parsing(part).await?;
        }
        if let Some(target) = target {
            target.extend(values);
        }
    }
    let kept = SavedCrawl::new(card, snapshot, events);
    Ok(CrawlContent { kept, batch, moments_until: check.pages(), judgments })
}

fn can_read<T: DeserializeOwned>(value: &Sequenced) -> bool {
    journal::unseal::<T>(&value.bytes).is_ok()
}

impl LibraryService {
    /// Imports a crawl under a new id. The author of the file knows the id in it, and could link to the crawl.
    pub(super) async fn import_crawl(
        &self,
        file: &[u8],
        progress: &mut ImportProgress<'_>,
    ) -> Result<ImportResult, ImportError> {
        let CrawlContent { kept, batch, moments_until, judgments } = read(file, progress).await?;
        // A crawl that cannot be opened is not imported.
        let crawl = self.context.rebuild(&kept).await?;
        let judgments = checked_judgments(judgments, &crawl)?;
        let (card, batch) = taken_in(kept, batch, moments_until, crawl).await?;
        let store = self.context.store().await?;
        let _lock = lock::take(&card.id, false).await.ok_or(StorageError::Elsewhere)?;
        store.import(&card, &batch, &judgments, clock::now()).await?;
        Ok(ImportResult::Crawl { id: card.id, name: card.name })
    }
}

/// Returns the judgments of a file, none of which may be later than now. Each is of a page of the crawl.
fn checked_judgments(judgments: Vec<(CanonicalUrl, Judgment)>, crawl: &Crawl) -> Result<Judgments, StorageError> {
    let pages: BTreeSet<&CanonicalUrl> = crawl.pages().iter().map(|page| &page.url).collect();
    let now = clock::now();
    let checked = |(url, judgment): (CanonicalUrl, Judgment)| {
        let is_valid = pages.contains(&url) && judgment.is_valid();
        is_valid.then(|| (url, Judgment { at: judgment.at.min(now), record: None, ..judgment }))
    };
    judgments.into_iter().map(checked).collect::<Option<_>>().ok_or_else(|| damaged(JUDGMENTS))
}

/// Returns an imported crawl in the form in which it is saved. Numbers, records and card come from the rebuilt crawl,
/// not from the file.
async fn taken_in(
    kept: SavedCrawl,
    mut batch: Batch,
    moments_until: u32,
    mut crawl: Crawl,
) -> Result<(CrawlCard, Batch), StorageError> {
    let SavedCrawl { card, snapshot, mut events } = kept;
    if card.source.is_live() && !crawl.plan().politeness.is_polite() {
        // This app starts no crawl like this, and the replayed crawl cannot be made polite without becoming a different
        // crawl.
        return Err(StorageError::Unreadable(
            "it would ask live sites without the delays between requests that they need".to_owned(),
        ));
    }
    let now = clock::now();
    if crawl.phase().is_fetching() {
        let pause = Event::at(now, EventKind::Paused);
        events.push(journal::record(&pause, true)?);
        journal::replay(&mut crawl, [pause]);
    }
    let first = u64::from(snapshot.is_some());
    batch.events = (first + 1..).zip(events).map(|(number, bytes)| Sequenced { number, bytes }).collect();
    batch.snapshot = snapshot;
    for page in crawl.pages() {
        batch.pages.push(Sequenced { number: page.n.into(), bytes: journal::seal(page)? });
    }
    let pages = batch.pages.len() as u64;
    if u64::from(moments_until) > pages {
        return Err(damaged("replay"));
    }
    let is_of_a_page = |number: u64| (1..=pages).contains(&number);
    batch.bodies.retain(|body| is_of_a_page(body.number));
    for (moment, number) in batch.moments.iter_mut().zip(1..) {
        moment.number = number;
    }
    batch
        .visits
        .retain(|value| value.number == 0 || is_of_a_page(value.number.checked_sub(TEXTS).unwrap_or(value.number)));
    let plain_snapshot = batch.snapshot.as_ref().map_or(0, |snapshot| snapshot.len() as u64);
    batch.pack();
    batch.compress().await;
    let card = card_of(card, &batch, plain_snapshot, &crawl, now);
    Ok((card, batch))
}

/// Reads a card. That of a program other than the app has its first fields only.
fn read_card(sealed: &[u8]) -> Result<CrawlCard, StorageError> {
    if let Ok(card) = journal::unseal(sealed) {
        return Ok(card);
    }
    // An import is a change, so the time of the last one is not used.
    let (id, name, created, _changed, plan, source): (_, _, _, Millis, _, _) = journal::unseal(sealed)?;
    Ok(CrawlCard { name, ..CrawlCard::new(id, plan, source, created) })
}

/// Returns the card of an imported crawl, with a new id and the checked plan.
fn card_of(card: CrawlCard, batch: &Batch, plain_snapshot: u64, crawl: &Crawl, now: Millis) -> CrawlCard {
    let name = clean(card.name.trim());
    let mut imported = CrawlCard {
        name: cut(&name, NAME_BYTES).to_owned(),
        created: card.created.min(now),
        source: card.source.from_a_file(),
        last: batch.events.last().map_or(0, |event| event.number),
        snapshot: u64::from(batch.snapshot.is_some()),
        weight: StorageSize {
            journal: Sequenced::total_bytes(&batch.events),
            snapshot: batch.snapshot.as_ref().map_or(0, |snapshot| snapshot.len() as u64),
            plain_snapshot,
            pages: Sequenced::total_bytes(&batch.pages) + Sequenced::total_bytes(&batch.moments),
            bodies: Sequenced::total_bytes(&batch.bodies),
        },
        // The texts that revisits found.
        texts: Sequenced::total_bytes(batch.visits.iter().filter(|value| value.number >= TEXTS)),
        steered: SteeringSummary { first: card.steered.first, list: crawl.steered().to_vec() },
        ..CrawlCard::new(random_id(), card.plan, Source::default(), now)
    };
    imported.last = imported.last.max(imported.snapshot);
    if batch.snapshot.is_some() {
        // The events after the snapshot are replayed without the card's plan.
        imported.plan = plan_for_card(crawl);
    }
    imported.follow(&crawl.progress(), now);
    imported
}
