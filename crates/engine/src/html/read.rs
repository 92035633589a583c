//! Converts the bytes of a page to a document.

use super::charset::{self, Decoded, Decoder};
use super::compose::{self, Origin};
use super::document::Document;
use super::extract::DocumentText;
use super::metadata::{self, PageMetadata};
use super::outline::{self, Outline};
use super::query_encoding::QueryEncoder;
use super::{page_class, reader};
use types::limits::{BODY_TEXT_BYTES, PAGE_BYTES};
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
    let mut document = with_page(bytes, content_type, decoder, false, |mut walk, page| {
        document(&mut walk, page, refresh, (url, BODY_TEXT_BYTES), decoder)
    });
    document.cut |= bytes.len() > PAGE_BYTES;
    document
}

/// Parses a page as [`read`] does, with its whole text: without the limit [`BODY_TEXT_BYTES`].
pub fn read_whole_text(
    bytes: &[u8],
    content_type: Option<&str>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    with_page(bytes, content_type, decoder, false, |mut walk, page| {
        document(&mut walk, page, None, (url, usize::MAX), decoder)
    })
}

/// The content of a page for other programs and for reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageContent {
    /// The structure of the main text.
    pub outline: Outline,
    /// The data about the page.
    pub metadata: PageMetadata,
}

/// Reads the structure of a page's main text, and the data about the page. The arguments are those of [`read`].
pub fn read_content(
    bytes: &[u8],
    content_type: Option<&str>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> PageContent {
    with_page(bytes, content_type, decoder, true, |mut walk, page| {
        let record = walk.record.take().unwrap_or_default();
        let document = document(&mut walk, page, None, (url, BODY_TEXT_BYTES), decoder);
        let base = compose::base(&walk, url);
        PageContent {
            outline: outline::build(&document, &record.markup, base.as_ref()),
            metadata: metadata::read(&document, &record, walk.canonical.as_deref(), base.as_ref()),
        }
    })
}

/// Reads a page in the encoding that it declares; with `is_recorded`, its elements are recorded.
fn with_page<T>(
    bytes: &[u8],
    content_type: Option<&str>,
    decoder: &dyn Decoder,
    is_recorded: bool,
    make: impl FnOnce(DocumentText<'_>, &Decoded<'_>) -> T,
) -> T {
    let kept = &bytes[..bytes.len().min(PAGE_BYTES)];
    let before = charset::decode(kept, content_type, decoder);
    let walk = reader::read(&before.text, is_recorded);
    match &charset::changed(&before, &walk.charsets, kept, decoder) {
        Some(after) => make(reader::read(&after.text, is_recorded), after),
        None => make(walk, &before),
    }
}

fn document(
    walk: &mut DocumentText<'_>,
    page: &Decoded<'_>,
    refresh: Option<&str>,
    (url, text_bytes): (&CanonicalUrl, usize),
    decoder: &dyn Decoder,
) -> Document {
    let encoder = QueryEncoder::new(&page.label, decoder);
    let mut document = compose::compose(walk, &Origin { url, refresh, encoder: encoder.as_ref(), text_bytes });
    document.cut |= page.is_cut;
    document.class = page_class::classify(&page.text, &document, &walk.scripts);
    document
}

/// Returns the number of steps that parsing a text takes, the same on every machine: its tokens and links, the open
/// elements, formatting elements and attributes that were visited, and the bytes of resolved references and labels.
/// Tests and fuzz targets limit it.
#[doc(hidden)]
pub fn work(text: &str, url: &CanonicalUrl) -> usize {
    let mut walk = reader::read(text, false);
    compose::compose(&mut walk, &Origin { url, refresh: None, encoder: None, text_bytes: BODY_TEXT_BYTES });
    walk.steps()
}
