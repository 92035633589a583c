//! Files that come in: told apart by how they begin, whatever they are called.
//!
//! Of a bookmark file the pages are taken, to start from. Left out on purpose: its folders as topics, which the editor of topics reads.

use super::Librarian;
use super::course::{Course, Untaken};
use crate::protocol::library::{LibraryNews, Taken};
use crate::worker::pack;
use archive::list;
use engine::bookmarks;
use engine::url::CanonicalUrl;
use js_sys::Uint8Array;
use std::collections::BTreeSet;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Largest file that is read, in bytes: what it holds is kept beside it while it is read, and a tab's worker has 4 GiB in all.
const FILE_BYTES: f64 = 512.0 * 1024.0 * 1024.0;
/// How a crawl begins that was saved as one file.
const CRAWL: &[u8] = b"SALTICID";
/// How a recording begins that is not compressed.
const WARC: &[u8] = b"WARC/";
/// The byte order mark, which some programs write at the head of a text.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// Complaints of a list that are told one by one.
const COMPLAINTS: usize = 5;

/// Bytes that are read from a file at once.
const PIECE_BYTES: f64 = 4.0 * 1024.0 * 1024.0;
/// The part of the work that reading the bytes is; the rest is finding out what they say.
pub(super) const BYTES_PART: f64 = 0.2;

impl Librarian {
    /// Takes in a file, or says why not.
    pub(super) async fn import(&self, name: String, file: &Blob) -> LibraryNews {
        let taken = match self.taken(&name, file).await {
            Ok(taken) => Ok(taken),
            Err(Untaken::Wrong(sentence)) => Err(sentence),
            Err(Untaken::Left) => return LibraryNews::Left(name),
        };
        LibraryNews::Imported { name, taken }
    }

    async fn taken(&self, name: &str, file: &Blob) -> Result<Taken, Untaken> {
        if file.size() > FILE_BYTES {
            return Err("it is larger than the 512 MB that this tab reads at once".into());
        }
        let mut course = Course::begin(self, name);
        let bytes = bytes(file, &mut course).await?;
        if bytes.starts_with(CRAWL) {
            return self.import_crawl(&bytes, &mut course).await;
        }
        if bytes.starts_with(WARC) || bytes.starts_with(pack::GZIP) {
            return self.import_recording(name, bytes, &mut course).await;
        }
        let begins = bytes.strip_prefix(MARK).unwrap_or(&bytes);
        if begins.trim_ascii_start().starts_with(b"<") {
            return bookmarked(&bytes).map_err(Untaken::Wrong);
        }
        let text = String::from_utf8(bytes).map_err(|_| UNKNOWN)?;
        let (urls, complaints) = list::read(&text);
        Ok(seeds(&urls, &complaints).ok_or("no address stands in it: write one a line")?)
    }
}

/// The bytes of a file, piece by piece: never twice in memory.
async fn bytes(file: &Blob, course: &mut Course<'_>) -> Result<Vec<u8>, Untaken> {
    const UNREADABLE: &str = "it cannot be read: choose it again";
    let (size, mut at, mut bytes) = (file.size(), 0.0, Vec::new());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size is positive, and was just found to be at most FILE_BYTES"
    )]
    let room = bytes.try_reserve_exact(size as usize);
    room.map_err(|_| "this tab has no memory left for it: close others and try again")?;
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
        course.go_on(BYTES_PART * at / size).await?;
    }
    Ok(bytes)
}

const UNKNOWN: &str = "it is neither a crawl that was saved here (.salticid), nor a recording (.warc, .warc.gz), nor a list of addresses";
const NO_BOOKMARK: &str =
    "no bookmark of a page stands in it: export your bookmarks from the browser as HTML";

/// The pages of a bookmark file, folder by folder, each once.
fn bookmarked(file: &[u8]) -> Result<Taken, String> {
    let (file, complaints) = bookmarks::read(file).map_err(|error| error.to_string())?;
    let (mut urls, mut met) = (Vec::new(), BTreeSet::new());
    let mut folders = vec![file];
    while let Some(folder) = folders.pop() {
        let own = folder.bookmarks.into_iter().map(|bookmark| bookmark.url);
        urls.extend(own.filter(|url| met.insert(url.clone())));
        folders.extend(folder.folders.into_iter().rev());
    }
    seeds(&urls, &complaints).ok_or_else(|| NO_BOOKMARK.to_owned())
}

/// Addresses to start from, with the first complaints and the number of all others; nothing where there is no address.
fn seeds<T: ToString>(urls: &[CanonicalUrl], complaints: &[T]) -> Option<Taken> {
    let more = complaints.len().saturating_sub(COMPLAINTS);
    let told = complaints.iter().take(COMPLAINTS).map(ToString::to_string);
    let more = (more > 0).then(|| format!("and {more} more like these"));
    (!urls.is_empty()).then(|| Taken::Seeds {
        urls: urls.iter().map(ToString::to_string).collect(),
        complaints: told.chain(more).collect(),
    })
}
