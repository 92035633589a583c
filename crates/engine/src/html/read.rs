//! Converts the bytes of a page to a document.

use super::charset::{self, Decoder};
use super::document::Document;
use super::{compose, page_class, reader};
use types::limits::PAGE_BYTES;
use types::url::CanonicalUrl;

/// Parses a page. `content_type` is the value of the HTTP header, `url` the address after redirects.
///
/// It never fails: unreadable parts are omitted, and [`Document::cut`] is true if a limit stopped the reading.
pub fn read(bytes: &[u8], content_type: Option<&str>, url: &CanonicalUrl, decoder: &dyn Decoder) -> Document {
    let kept = &bytes[..bytes.len().min(PAGE_BYTES)];
    let text = charset::text(kept, content_type, decoder);
    let mut walk = reader::read(&text);
    let is_shell = walk.scripts.is_shell();
    let mut document = compose::compose(&mut walk, url);
    document.cut |= kept.len() < bytes.len();
    document.class = page_class::classify(&text, &document, is_shell);
    document
}

/// Returns the number of steps that parsing a text takes, the same on every machine: its tokens and links, the open elements, formatting
/// elements and attributes that were visited, and the bytes of resolved references and labels. Tests and fuzz targets limit it.
#[doc(hidden)]
pub fn work(text: &str, url: &CanonicalUrl) -> usize {
    let mut walk = reader::read(text);
    compose::compose(&mut walk, url);
    walk.steps()
}
