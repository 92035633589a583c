//! Converts the bytes of a page to a document.

use super::charset::{self, Decoded, Decoder, Utf8Only};
use super::compose::{self, Origin, References};
use super::document::Document;
use super::extract::DocumentText;
use super::file::ReadFile;
use super::metadata::{self, PageMetadata};
use super::outline::{self, Outline};
use super::query_encoding::QueryEncoder;
use super::text_format::TextFormat;
use super::{listing, page_class, reader, script_data};
use std::collections::BTreeSet;
use types::header::MediaType;
use types::limits::{PAGE_BYTES, PAGE_LINKS};
use types::page_class::PageClass;
use types::url::CanonicalUrl;

/// The headers of a response that concern its page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageHeaders<'a> {
    /// The value of `Content-Type`.
    pub(crate) content_type: Option<&'a str>,
    /// The value of `Refresh`.
    pub(crate) refresh: Option<&'a str>,
    /// The reference of a `Link` with the relation `canonical`.
    pub(crate) canonical: Option<&'a str>,
}

/// Parses a page. `content_type` is the value of the HTTP header, `url` the address after redirects.
///
/// It never fails: unreadable parts are omitted, and [`Document::cut`] is true if a limit stopped the reading.
pub fn read(bytes: &[u8], content_type: Option<&str>, url: &CanonicalUrl, decoder: &dyn Decoder) -> Document {
    read_response(bytes, PageHeaders { content_type, ..PageHeaders::default() }, url, decoder)
}

/// Parses a page as [`read`] does, with more headers.
pub(crate) fn read_response(
    bytes: &[u8],
    headers: PageHeaders<'_>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    let mut document = with_page(bytes, headers.content_type, (url, false), decoder, |mut walk, page, encoder| {
        let (refresh, canonical) = (headers.refresh, headers.canonical);
        document(&mut walk, page, &Origin { refresh, canonical, ..Origin::new(url, encoder) })
    });
    document.cut |= bytes.len() > PAGE_BYTES;
    document
}

/// Parses a page as [`read`] does, with its whole text: without the limit [`types::limits::BODY_TEXT_BYTES`].
pub fn read_whole_text(
    bytes: &[u8],
    content_type: Option<&str>,
    url: &CanonicalUrl,
    decoder: &dyn Decoder,
) -> Document {
    if let Some(file) = ReadFile::detect(bytes, content_type, url, decoder) {
        return file.document(url, usize::MAX);
    }
    read_text(bytes, content_type, (url, usize::MAX), decoder)
}

/// Parses a page with at most so many bytes of text.
fn read_text(
    bytes: &[u8],
    content_type: Option<&str>,
    (url, text_bytes): (&CanonicalUrl, usize),
    decoder: &dyn Decoder,
) -> Document {
    with_page(bytes, content_type, (url, false), decoder, |mut walk, page, encoder| {
        document(&mut walk, page, &Origin { text_bytes, ..Origin::new(url, encoder) })
    })
}

/// Returns the text of a piece of HTML, with that of its hidden elements: in a title, `<dialog>` is rather a word whose
/// markup was not escaped.
pub(crate) fn text_of_piece(html: &str, url: &CanonicalUrl) -> String {
    if !html.contains(['<', '&']) {
        return html.to_owned();
    }
    compose::compose(&mut reader::read_piece(html), &Origin::new(url, None)).body
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
    match ReadFile::detect(bytes, content_type, url, decoder) {
        Some(file) => file.content(url),
        None => content(bytes, content_type, url, decoder),
    }
}

fn content(bytes: &[u8], content_type: Option<&str>, url: &CanonicalUrl, decoder: &dyn Decoder) -> PageContent {
    with_page(bytes, content_type, (url, true), decoder, |mut walk, page, encoder| {
        let record = walk.record.take().unwrap_or_default();
        let document = document(&mut walk, page, &Origin::new(url, encoder));
        let references = References::new(&walk, url, encoder);
        PageContent {
            outline: outline::build(&document, &record.markup, &references),
            metadata: metadata::read(&document, &record, walk.canonical.as_deref(), &references),
        }
    })
}

/// The media type of the HTML of a file.
const FILE_MARKUP: Option<&str> = Some("text/html;charset=utf-8");

/// Parses the HTML of a file at a URL, with at most so many bytes of text.
pub(super) fn read_file_markup(html: &str, url: &CanonicalUrl, text_bytes: usize) -> Document {
    let document = read_text(html.as_bytes(), FILE_MARKUP, (url, text_bytes), &Utf8Only);
    // A report may quote the words of a wall.
    Document { class: None, ..document }
}

/// Reads the structure of the HTML of a file.
pub(super) fn read_file_content(html: &str, url: &CanonicalUrl) -> PageContent {
    content(html.as_bytes(), FILE_MARKUP, url, &Utf8Only)
}

/// Reads a page in the encoding that it declares, and as XML if its type is one of XML; plain text, Markdown
/// and feeds are converted to HTML. With `is_recorded`, its elements are recorded.
fn with_page<T>(
    bytes: &[u8],
    content_type: Option<&str>,
    (url, is_recorded): (&CanonicalUrl, bool),
    decoder: &dyn Decoder,
    make: impl FnOnce(DocumentText<'_>, &Decoded<'_>, Option<&QueryEncoder<'_>>) -> T,
) -> T {
    let kept = &bytes[..bytes.len().min(PAGE_BYTES)];
    let media_type = MediaType::extract(content_type);
    let format = media_type.as_ref().and_then(|known| TextFormat::new(known, url, kept));
    let mut before = match format {
        Some(TextFormat::Feed) => listing::decode(kept, content_type, decoder),
        _ => charset::decode(kept, content_type, Some(url.host()), decoder),
    };
    if let Some(format) = format {
        let (html, is_cut) = format.to_html(&before.text, url);
        (before.text, before.is_cut) = (html.into(), before.is_cut || is_cut);
    }
    let is_xml = format.is_none() && media_type.is_some_and(|known| known.is_xml());
    let walk = reader::read(&before.text, is_recorded, is_xml);
    let after = charset::changed(&before, &walk.charsets, kept, decoder);
    let (walk, page) = match &after {
        Some(after) => (reader::read(&after.text, is_recorded, is_xml), after),
        None => (walk, &before),
    };
    let encoder = QueryEncoder::new(&page.label, decoder);
    make(walk, page, encoder.as_ref())
}

fn document(walk: &mut DocumentText<'_>, page: &Decoded<'_>, origin: &Origin<'_>) -> Document {
    let mut document = compose::compose(walk, origin);
    document.cut |= page.is_cut;
    document.class = page_class::classify(&page.text, &document, &walk.scripts);
    if document.class == Some(PageClass::NeedsScript) {
        add_data_links(&mut document, &page.text, origin.url);
    }
    document
}

/// Adds the links in the data of an application's shell that are not among the others.
fn add_data_links(document: &mut Document, markup: &str, url: &CanonicalUrl) {
    let data = script_data::links(markup, url, document.body.len());
    let known: BTreeSet<CanonicalUrl> = document.links.iter().map(|link| link.url.clone()).collect();
    let left = PAGE_LINKS.saturating_sub(document.links.len());
    document.links.extend(data.into_iter().filter(|link| !known.contains(&link.url)).take(left));
}

/// Returns the number of steps that parsing a text takes, the same on every machine: its tokens and links, the open
/// elements, formatting elements and attributes that were visited, and the bytes of resolved references and labels.
/// Tests and fuzz targets limit it.
#[doc(hidden)]
pub fn work(text: &str, url: &CanonicalUrl) -> usize {
    let mut walk = reader::read(text, false, false);
    compose::compose(&mut walk, &Origin::new(url, None));
    walk.steps()
}
