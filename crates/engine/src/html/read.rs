//! Converts bytes to a document: charset, tree, text, links, language, in this order.

use super::charset::{self, Decoder};
use super::document::Document;
use super::{compose, extract, parse};
use types::limits::PAGE_BYTES;
use types::url::CanonicalUrl;

/// Reads a page.
///
/// `content_type` is the value of the HTTP header, `url` the address of the page after redirects. It never fails: unreadable
/// parts are omitted, and [`Document::cut`] is true if a limit stopped the reading.
pub fn read(
    bytes: &[u8],
    content_type: Option<&str>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    let kept = &bytes[..bytes.len().min(PAGE_BYTES)];
    let text = charset::text(kept, content_type, decoder);
    let parsed = parse::parse(&text);
    let mut document = compose::compose(extract::walk(&parsed.tree), url);
    document.cut |= parsed.cut || kept.len() < bytes.len();
    document
}
