//! Reads and writes files of topics.
//!
//! Bookmark files are parsed by the engine; a file that begins with a brace is JSON. The topics are checked when a crawl starts.

use crate::protocol::{FileKind, ToPage, TopicsRead};
use crate::worker::browser::blob;
use crate::worker::context::Context;
use engine::learning::bookmarks::{self, Bookmark, Folder};
use std::rc::Rc;
use types::limits::{BOOKMARK_BYTES, BOOKMARK_DEPTH, BOOKMARKS};
use types::taxonomy::{Taxonomy, Topic};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// The most open brackets in the JSON of a taxonomy with the depth of a bookmark file: two for each topic.
const JSON_DEPTH: usize = 2 * BOOKMARK_DEPTH + 2;

/// Reads a file of topics and sends them.
pub(crate) fn on_read(context: &Rc<Context>, name: String, file: Blob) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let read = read(&file).await;
        context.send(&ToPage::TopicsRead { name, read });
    });
}

/// Writes topics as a file and sends its text.
pub(crate) fn on_write(context: &Context, taxonomy: &Taxonomy, kind: FileKind) {
    let text = write(taxonomy, kind);
    context.send(&ToPage::TopicsWritten { kind, text });
}

/// Parses a file of topics. The error is the end of a sentence.
async fn read(file: &Blob) -> Result<TopicsRead, String> {
    let too_large = "the file is too large: export fewer bookmarks, or without icons";
    let bytes = blob::read_short(file, BOOKMARK_BYTES, too_large).await?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    if text.trim_ascii_start().starts_with(b"{") {
        return read_json(text);
    }
    let (folder, warnings) = bookmarks::read(&bytes).map_err(|error| error.to_string())?;
    Ok(TopicsRead { taxonomy: Taxonomy::from(&folder), warnings: warnings.iter().map(ToString::to_string).collect() })
}

fn read_json(bytes: &[u8]) -> Result<TopicsRead, String> {
    if depth(bytes) > JSON_DEPTH {
        return Err(format!("folders are nested too deeply: the limit is {BOOKMARK_DEPTH} levels"));
    }
    let text = String::from_utf8_lossy(bytes);
    let taxonomy = serde_json::from_str::<Taxonomy>(&text).ok();
    let taxonomy = taxonomy.ok_or("this is not a topics file: the form is {\"topics\": [{\"name\": …, \"good\": …, \"examples\": […], \"topics\": […]}]}")?;
    if size(&taxonomy.topics) > BOOKMARKS {
        return Err(format!("the file has more than {BOOKMARKS} folders and examples: remove some"));
    }
    Ok(TopicsRead { taxonomy, warnings: Vec::new() })
}

/// Returns the most brackets that are open at once. Those in strings do not count.
fn depth(json: &[u8]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => open += 1,
            b'}' | b']' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// Returns the number of topics and examples.
fn size(topics: &[Topic]) -> usize {
    let one = |topic: &Topic| 1 + topic.examples.len() + size(&topic.topics);
    topics.iter().map(one).sum()
}

/// Returns the text of a file with these topics. Bookmarks omit examples that are not URLs.
fn write(taxonomy: &Taxonomy, kind: FileKind) -> String {
    match kind {
        FileKind::Bookmarks => bookmarks::write(&Folder {
            name: "Bookmarks".to_owned(),
            bookmarks: Vec::new(),
            folders: taxonomy.topics.iter().map(folder).collect(),
        }),
        FileKind::Json => serde_json::to_string_pretty(taxonomy).unwrap_or_default(),
    }
}

fn folder(topic: &Topic) -> Folder {
    let url = |text: &String| CanonicalUrl::from_person(text).ok();
    let urls = topic.examples.iter().filter_map(url);
    Folder {
        name: topic.name.clone(),
        bookmarks: urls.map(|url| Bookmark { title: url.to_string(), url, added: None }).collect(),
        folders: topic.topics.iter().map(folder).collect(),
    }
}
