//! Imports files. Their first bytes determine the format, whatever their names are. An import reports its progress,
//! yields to other tasks, and ends if the person cancels it. A recorded web replaces the open one.
//!
//! The pages of a bookmark file become seeds. The topics editor reads its folders as topics.

use super::LibraryService;
use crate::browser::BrowserDecoder;
use crate::browser::clock::{self, Yielder};
use crate::storage::database::StorageError;
use archive::limits::WarcLimits;
use archive::list;
use archive::warc::{Recording, RecordingReader, WarcError};
use engine::import_warning::ImportWarning;
use engine::learning::bookmarks::{self, Bookmark, BookmarksError, Folder};
use js_sys::Uint8Array;
use protocol::library::{ImportResult, LibraryEvent, RecordedWeb};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::SEEDS;
use types::sorting;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The most bytes of a file. Its content is parsed in the same memory, and a tab's worker has 4 GiB.
const FILE_BYTES: f64 = 512.0 * 1024.0 * 1024.0;
/// The first bytes of an exported crawl.
const CRAWL: &[u8] = b"SALTICID";
/// The most warnings that are listed.
const WARNINGS: usize = 5;

/// The number of bytes that are read from a file at once.
const PIECE_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

impl LibraryService {
    /// Imports a file, or returns the reason of a failure.
    pub(super) async fn import(&self, name: String, file: &Blob) -> LibraryEvent {
        let result = match self.import_file(&name, file).await {
            Ok(imported) => Ok(imported),
            Err(ImportError::Invalid(sentence)) => Err(sentence),
            Err(ImportError::Cancelled) => return LibraryEvent::ImportCanceled(name),
        };
        LibraryEvent::Imported { name, result }
    }

    async fn import_file(&self, name: &str, file: &Blob) -> Result<ImportResult, ImportError> {
        if file.size() > FILE_BYTES {
            return Err("it is larger than 512 MB, the limit for imports".into());
        }
        let mut progress = ImportProgress::begin(self, name);
        let bytes = bytes(file, &mut progress).await?;
        if bytes.starts_with(CRAWL) {
            return self.import_crawl(&bytes, &mut progress).await;
        }
        if archive::warc::is_recording(name, &bytes) {
            return self.import_recording(name, bytes, &mut progress).await;
        }
        match bookmarks::read(&bytes, &BrowserDecoder) {
            Ok((file, warnings)) => bookmarked(file, &warnings).map_err(ImportError::Invalid),
            Err(BookmarksError::Text) => {
                let text = bookmarks::list_text(&bytes, &BrowserDecoder).ok_or(UNKNOWN)?;
                let (urls, warnings) = list::read(&text);
                seeds(&urls, &warnings).ok_or_else(|| ImportError::Invalid(NO_URL.to_owned()))
            }
            Err(error) => Err(ImportError::Invalid(error.to_string())),
        }
    }
}

/// Reads a file piece by piece, so that it is never in memory twice.
async fn bytes(file: &Blob, progress: &mut ImportProgress<'_>) -> Result<Vec<u8>, ImportError> {
    const UNREADABLE: &str = "the browser could not read it: choose it again";
    let (size, mut at, mut bytes) = (file.size(), 0.0, Vec::new());
    let room = bytes.try_reserve_exact(types::to_u32(size) as usize);
    room.map_err(|_| "this tab has too little memory: close other tabs and try again")?;
    while at < size {
        let end = (at + PIECE_BYTES).min(size);
        let piece = file.slice_with_f64_and_f64(at, end).map_err(|_| UNREADABLE)?;
        let buffer = JsFuture::from(piece.array_buffer()).await;
        let piece = Uint8Array::new(&buffer.map_err(|_| UNREADABLE)?);
        let filled = bytes.len();
        bytes.resize(filled + piece.length() as usize, 0);
        piece.copy_to(&mut bytes[filled..]);
        at = end;
        progress.reading(at / size).await?;
    }
    Ok(bytes)
}

const UNKNOWN: &str = "it is not a saved crawl (.salticid), a recording (.wacz, .warc, .warc.gz, .warc.zst, .arc.gz), \
    bookmarks or a list of URLs";
const NO_URL: &str = "it contains no URL: write one per line";
const NO_BOOKMARK: &str = "it contains no bookmarks of web pages: export your bookmarks from the browser as HTML";

/// Returns the pages of a bookmark file, folder by folder, each once.
fn bookmarked(file: Folder, warnings: &[ImportWarning]) -> Result<ImportResult, String> {
    let (mut urls, mut met, mut repeated) = (Vec::new(), BTreeSet::new(), 0);
    let mut folders = vec![file];
    while let Some(folder) = folders.pop() {
        for Bookmark { url, .. } in folder.bookmarks {
            if met.insert(url.clone()) {
                urls.push(url);
            } else {
                repeated += 1;
            }
        }
        folders.extend(folder.folders.into_iter().rev());
    }
    let repeated = (repeated > 0).then_some(ImportWarning::Repeated(repeated));
    let warnings: Vec<ImportWarning> = repeated.into_iter().chain(warnings.iter().cloned()).collect();
    seeds(&urls, &warnings).ok_or_else(|| NO_BOOKMARK.to_owned())
}

/// Returns as many seeds as a crawl may have, with the first warnings and the number of further ones; `None` if there
/// is no URL.
fn seeds(urls: &[CanonicalUrl], warnings: &[ImportWarning]) -> Option<ImportResult> {
    let more = warnings.len().saturating_sub(WARNINGS);
    let listed = warnings.iter().take(WARNINGS).map(ToString::to_string);
    let more = (more > 0).then(|| format!("and {more} more like these"));
    let cut = (urls.len() > SEEDS).then(|| {
        let all = urls.len();
        format!("a crawl has at most {SEEDS} seeds: the first of {all} were imported")
    });
    (!urls.is_empty()).then(|| ImportResult::Seeds {
        urls: urls.iter().take(SEEDS).map(ToString::to_string).collect(),
        warnings: listed.chain(more).chain(cut).collect(),
    })
}

/// The milliseconds between two reports.
const REPORT_MS: f64 = 100.0;
/// The share of the work for reading the bytes. The rest is parsing.
const READING_SHARE: f64 = 0.2;

/// The error of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportError {
    /// The person canceled it, or imported another file.
    Cancelled,
    /// The file is invalid; the reason, as a sentence without its period.
    Invalid(String),
}

impl From<StorageError> for ImportError {
    fn from(error: StorageError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<&str> for ImportError {
    fn from(sentence: &str) -> Self {
        Self::Invalid(sentence.to_owned())
    }
}

/// An import in progress.
pub(super) struct ImportProgress<'a> {
    library: &'a LibraryService,
    name: &'a str,
    /// The number of this import.
    number: u32,
    yielder: Yielder,
    /// The time of the last report.
    reported_at: f64,
}

impl<'a> ImportProgress<'a> {
    /// Starts an import, which cancels an earlier one.
    pub(super) fn begin(library: &'a LibraryService, name: &'a str) -> Self {
        let number = library.imports.get() + 1;
        library.imports.set(number);
        let now = clock::precise();
        Self { library, name, number, yielder: Yielder::new(), reported_at: now }
    }

    /// Reports that the share `part` of the bytes is read, in 0..=1. Fails with [`ImportError::Cancelled`].
    pub(super) async fn reading(&mut self, part: f64) -> Result<(), ImportError> {
        self.advance(READING_SHARE * part).await
    }

    /// Reports that the share `part` of the bytes is parsed, in 0..=1. Fails with [`ImportError::Cancelled`].
    pub(super) async fn parsing(&mut self, part: f64) -> Result<(), ImportError> {
        let done = (1.0 - READING_SHARE).mul_add(part, READING_SHARE);
        self.advance(done).await
    }

    async fn advance(&mut self, part: f64) -> Result<(), ImportError> {
        if !self.yielder.is_due() {
            return Ok(());
        }
        let now = clock::precise();
        if now - self.reported_at >= REPORT_MS {
            self.reported_at = now;
            let event = LibraryEvent::Reading { name: self.name.to_owned(), part };
            self.library.send(event);
        }
        self.yielder.yield_now().await;
        if self.library.imports.get() == self.number { Ok(()) } else { Err(ImportError::Cancelled) }
    }
}

/// The most seeds that are suggested.
const SUGGESTED: usize = 8;

impl LibraryService {
    /// Reads a WARC file and opens it.
    pub(super) async fn import_recording(
        &self,
        name: &str,
        file: Vec<u8>,
        progress: &mut ImportProgress<'_>,
    ) -> Result<ImportResult, ImportError> {
        let mut reading = RecordingReader::new(file, &WarcLimits::TAB)?;
        while reading.step()? {
            progress.parsing(reading.part()).await?;
        }
        let recording = reading.finish()?;
        let web = describe(name, &recording);
        self.context.recording.open(name, recording);
        Ok(ImportResult::Web(web))
    }
}

impl From<WarcError> for ImportError {
    fn from(error: WarcError) -> Self {
        Self::Invalid(error.to_string())
    }
}

fn describe(name: &str, recording: &Recording) -> RecordedWeb {
    let mut hosts: BTreeMap<&str, (u32, &CanonicalUrl)> = BTreeMap::new();
    let mut pages = 0;
    for url in recording.urls() {
        pages += 1;
        let length = |url: &CanonicalUrl| url.path_and_query().len();
        let (count, top) = hosts.entry(url.host_key()).or_insert((0, url));
        *count += 1;
        if url.path_and_query() != "/robots.txt" && (length(url) < length(top) || top.path_and_query() == "/robots.txt")
        {
            *top = url;
        }
    }
    let count = hosts.len();
    let mut largest: Vec<(u32, &CanonicalUrl)> = hosts.into_values().collect();
    sorting::sort_by_key(&mut largest, |(count, url)| (Reverse(*count), *url));
    let seeds = largest.into_iter().take(SUGGESTED);
    RecordedWeb {
        name: name.to_owned(),
        pages,
        hosts: engine::count(count),
        seeds: seeds.map(|(_, url)| url.to_string()).collect(),
        others: recording.others().total(),
        repeated: recording.repeated(),
        skipped: recording.skipped().count,
        warnings: recording.skipped().listed.iter().map(ToString::to_string).collect(),
    }
}
