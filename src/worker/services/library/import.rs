//! Imports files. Their first bytes determine the format, whatever their names are.
//!
//! The pages of a bookmark file become seeds. The topics editor reads its folders as topics.

use super::LibraryService;
use super::progress::{ImportError, ImportProgress};
use crate::protocol::library::{ImportResult, LibraryEvent};
use crate::worker::browser::gzip;
use archive::list;
use engine::import_warning::ImportWarning;
use engine::learning::bookmarks;
use js_sys::Uint8Array;
use std::collections::BTreeSet;
use types::limits::SEEDS;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The most bytes of a file. Its content is parsed in the same memory, and a tab's worker has 4 GiB.
const FILE_BYTES: f64 = 512.0 * 1024.0 * 1024.0;
/// The first bytes of an exported crawl.
const CRAWL: &[u8] = b"SALTICID";
/// The first bytes of an uncompressed recording.
const WARC: &[u8] = b"WARC/";
/// The byte order mark at the start of some text files.
const MARK: &[u8] = b"\xEF\xBB\xBF";
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
        if bytes.starts_with(WARC) || bytes.starts_with(gzip::MAGIC) {
            return self.import_recording(name, bytes, &mut progress).await;
        }
        let begins = bytes.strip_prefix(MARK).unwrap_or(&bytes);
        if begins.trim_ascii_start().starts_with(b"<") {
            return bookmarked(&bytes).map_err(ImportError::Invalid);
        }
        let text = String::from_utf8(bytes).map_err(|_| UNKNOWN)?;
        let (urls, warnings) = list::read(&text);
        Ok(seeds(&urls, &warnings).ok_or("it contains no URL: write one per line")?)
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
        let piece = file.slice_with_f64_and_f64(at, end);
        let piece = piece.map_err(|_| UNREADABLE)?;
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

const UNKNOWN: &str = "it is not a saved crawl (.salticid), a recording (.warc, .warc.gz) or a list of URLs";
const NO_BOOKMARK: &str = "it contains no bookmarks of web pages: export your bookmarks from the browser as HTML";

/// Returns the pages of a bookmark file, folder by folder, each once.
fn bookmarked(file: &[u8]) -> Result<ImportResult, String> {
    let (file, warnings) = bookmarks::read(file).map_err(|error| error.to_string())?;
    let (mut urls, mut met) = (Vec::new(), BTreeSet::new());
    let mut folders = vec![file];
    while let Some(folder) = folders.pop() {
        let own = folder.bookmarks.into_iter().map(|bookmark| bookmark.url);
        urls.extend(own.filter(|url| met.insert(url.clone())));
        folders.extend(folder.folders.into_iter().rev());
    }
    seeds(&urls, &warnings).ok_or_else(|| NO_BOOKMARK.to_owned())
}

/// Returns as many seeds as a crawl may have, with the first warnings and the number of further ones; `None` if there is no URL.
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
