//! Converts the bytes of a page to a document.

use super::charset::{self, Decoded, Decoder};
use super::compose::{self, Origin};
use super::document::Document;
use super::extract::DocumentText;
use super::query_encoding::QueryEncoder;
use super::{page_class, reader};
use types::limits::PAGE_BYTES;
use types::url::CanonicalUrl;

/// Parses a page. `content_type` is the value of the HTTP header, `url` the address after redirects.
///
/// It never fails: unreadable parts are omitted, and [`Document::cut`] is true if a limit stopped the reading.
pub fn read(bytes: &[u8], content_type: Option<&str>, url: &CanonicalUrl, decoder: &dyn Decoder) -> Document {
    read_response(bytes, (content_type, None), url, decoder)
}

/// Parses a page as [`read`] does, with the values of the headers `Content-Type` and `Refresh`.
pub(crate) fn read_response(
    bytes: &[u8],
    (content_type, refresh): (Option<&str>, Option<&str>),
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    let kept = &bytes[..bytes.len().min(PAGE_BYTES)];
    let before = charset::decode(kept, content_type, decoder);
    let walk = reader::read(&before.text);
    let changed = charset::changed(&before, &walk.charsets, kept, decoder);
    let mut document = match &changed {
        Some(after) => document(reader::read(&after.text), after, refresh, url, decoder),
        None => document(walk, &before, refresh, url, decoder),
    };
    document.cut |= kept.len() < bytes.len();
    document
}

fn document(
    mut walk: DocumentText<'_>,
    page: &Decoded<'_>,
    refresh: Option<&str>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    let encoder = QueryEncoder::new(&page.label, decoder);
    let mut document = compose::compose(&mut walk, &Origin { url, refresh, encoder: encoder.as_ref() });
    document.cut |= page.is_cut;
    document.class = page_class::classify(&page.text, &document, &walk.scripts);
    document
}

/// Returns the number of steps that parsing a text takes, the same on every machine: its tokens and links, the open
/// elements, formatting elements and attributes that were visited, and the bytes of resolved references and labels.
/// Tests and fuzz targets limit it.
#[doc(hidden)]
pub fn work(text: &str, url: &CanonicalUrl) -> usize {
    let mut walk = reader::read(text);
    compose::compose(&mut walk, &Origin { url, refresh: None, encoder: None });
    walk.steps()
}
