//! Files that come in: told apart by how they begin, whatever they are called.
//!
//! Left out on purpose: bookmark files, which the editor of topics reads, since folders are topics.

use super::Librarian;
use crate::protocol::library::Taken;
use crate::worker::pack;
use archive::list;
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Largest file that is read, in bytes: it is held twice while it is read, and a tab's worker has 4 GiB in all.
const FILE_BYTES: f64 = 512.0 * 1024.0 * 1024.0;
/// How a crawl begins that was saved as one file.
const CRAWL: &[u8] = b"SALTICID";
/// How a recording begins that is not compressed.
const WARC: &[u8] = b"WARC/";
/// Complaints of a list that are told.
const COMPLAINTS: usize = 5;

impl Librarian {
    /// Takes in a file, or says why not, as a sentence without its period.
    pub(super) async fn import(&self, name: &str, file: &Blob) -> Result<Taken, String> {
        if file.size() > FILE_BYTES {
            return Err("it is larger than the 512 MB that this tab reads at once".to_owned());
        }
        let buffer = JsFuture::from(file.array_buffer()).await;
        let buffer = buffer.map_err(|_| "it cannot be read: choose it again".to_owned())?;
        let bytes = Uint8Array::new(&buffer).to_vec();
        if bytes.starts_with(CRAWL) {
            let taken = self.import_crawl(&bytes).await;
            return taken.map_err(|error| error.to_string());
        }
        if bytes.starts_with(WARC) || bytes.starts_with(pack::GZIP) {
            return self.import_recording(name, bytes);
        }
        let text = String::from_utf8(bytes).map_err(|_| UNKNOWN.to_owned())?;
        if text.trim_start().starts_with('<') {
            return Err(MARKUP.to_owned());
        }
        seeds(&text)
    }
}

const UNKNOWN: &str = "it is neither a crawl that was saved here (.salticid), nor a recording (.warc, .warc.gz), nor a list of addresses";
const MARKUP: &str = "it looks like a page or a file of bookmarks: those are read by the topics of a strategy that learns from examples";

fn seeds(text: &str) -> Result<Taken, String> {
    let (urls, complaints) = list::read(text);
    if urls.is_empty() {
        return Err("no address stands in it: write one a line".to_owned());
    }
    let complaints = complaints.iter().take(COMPLAINTS);
    Ok(Taken::Seeds {
        urls: urls.iter().map(ToString::to_string).collect(),
        complaints: complaints.map(ToString::to_string).collect(),
    })
}
