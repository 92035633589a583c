//! The interface to the fetcher: requests, responses, and the conversion of a response's bytes into the data that the
//! crawl uses.
//!
//! Every driver (tab, lab, tests) creates its [`FetchResponse`]s here, so that all of them parse pages alike. Parsing
//! is a pure function outside the state machine: a journal stores parsed responses, not bytes.

use crate::html::file::ReadFile;
use crate::html::prescan::XmlRoot;
use crate::html::{self, Decoder, Document};
use crate::robots::{self, MetaRobots};
use serde::{Deserialize, Serialize};
use types::document::DocumentFormat;
use types::header::{MediaType, RENDERED, TRUNCATED, compressed_type, is_binary};
use types::limits;
use types::report::Validators;
use types::response_head::is_redirect;
use types::text::cut;
use types::url::CanonicalUrl;

/// The number of a request, unique in its crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FetchId(pub u64);

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// A page.
    Page,
    /// A page to learn from, before the crawl begins.
    Example,
    /// A robots.txt.
    Robots,
    /// An address that does not exist, whose answer shows how the host says so.
    UnknownAddress,
    /// A source of seeds: a list of pages or the results of a search. Crawls do not request it.
    Seeds,
}

impl Purpose {
    /// Returns the maximum length of a decoded body that is read, in bytes. A source that truncates a body passes on at
    /// least one more byte, which reveals the truncation.
    pub fn most_bytes(self) -> usize {
        match self {
            Self::Page | Self::Example | Self::UnknownAddress => limits::PAGE_BYTES,
            Self::Robots => limits::ROBOTS_BYTES,
            Self::Seeds => limits::SEED_ANSWER_BYTES,
        }
    }

    /// Returns the maximum length of a body with these `Content-Type` headers as [`Self::most_bytes`] does: documents
    /// are longer than pages.
    pub fn most_bytes_of<'a>(self, content_types: impl IntoIterator<Item = &'a str>) -> usize {
        if self.format(content_types).is_some() { limits::DOCUMENT_BYTES } else { self.most_bytes() }
    }

    /// Returns whether a body may be parsed, by its `Content-Type` headers. A page must be HTML, text or XML, of which
    /// [`is_page`] tells by the body whether it is a page, or a document that drivers read, or have no known type.
    pub fn may_parse<'a>(self, content_types: impl IntoIterator<Item = &'a str>) -> bool {
        let may_parse = |known: &MediaType| {
            known.is_html() || known.is_text() || known.is_xml() || known.document_format().is_some()
        };
        matches!(self, Self::Robots | Self::Seeds) || MediaType::extract(content_types).as_ref().is_none_or(may_parse)
    }

    /// Returns the format of documents that a body has by its `Content-Type` headers.
    fn format<'a>(self, content_types: impl IntoIterator<Item = &'a str>) -> Option<DocumentFormat> {
        let may_read = !matches!(self, Self::Robots | Self::Seeds);
        MediaType::extract(content_types).filter(|_| may_read)?.document_format()
    }
}

/// A request for a URL. The fetcher must not follow redirects: the crawl does, so that robots, scope and hop limits
/// hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchRequest {
    /// Its number.
    pub id: FetchId,
    /// The page's canonical URL, which identifies it.
    pub url: CanonicalUrl,
    /// The spelling to request if the host redirects to one that is not canonical ([`FetchRequest::address`]).
    pub exact: Option<Box<str>>,
    /// The purpose.
    pub purpose: Purpose,
}

impl FetchRequest {
    /// Returns the request for one page outside a crawl. Its id is 0.
    pub fn page(url: CanonicalUrl) -> Self {
        Self { id: FetchId(0), url, exact: None, purpose: Purpose::Page }
    }

    /// Returns the http(s) address to request.
    pub fn address(&self) -> &str {
        self.exact.as_deref().unwrap_or(self.url.as_str())
    }
}

/// A response as received: status, headers (names in lower case), decoded body.
#[derive(Clone, Copy, Debug)]
pub struct RawResponse<'a> {
    /// HTTP status, 100..=999.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: &'a [(String, String)],
    /// The body, after decoding of transfer and content codings.
    pub body: &'a [u8],
    /// The duration of the fetch in milliseconds.
    pub elapsed_ms: u32,
}

impl<'a> RawResponse<'a> {
    /// Returns the values of a header in order; `name` is in lower case.
    pub(crate) fn header_values(self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |(given, _)| given == name);
        named.map(|(_, value)| value.as_str())
    }

    /// Returns whether the source says that the body is incomplete.
    pub(crate) fn is_truncated(self) -> bool {
        self.header_values(TRUNCATED).next().is_some()
    }
}

/// A parsed response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FetchResponse {
    /// HTTP status.
    pub status: u16,
    /// `Location`, as it was written; else the target of a refresh in header or markup, which redirects as well.
    pub location: Option<String>,
    /// `Retry-After`, in milliseconds from the response.
    pub retry_after_ms: Option<u64>,
    /// `X-Robots-Tag`.
    pub robots: MetaRobots,
    /// `ETag` and `Last-Modified`.
    pub validators: Validators,
    /// Size of the body, in bytes.
    pub bytes: u32,
    /// The duration of the fetch in milliseconds.
    pub elapsed_ms: u32,
    /// The body is what the page's scripts made of it in a browser.
    pub is_rendered: bool,
    /// The content.
    pub content: Content,
}

impl FetchResponse {
    /// Returns the redirect target; `None` if there is no redirect, or its target is invalid or the same URL.
    pub fn target(&self, of: &CanonicalUrl) -> Option<CanonicalUrl> {
        let (target, _) = of.resolve(self.location.as_deref()?).ok()?;
        (target != *of).then_some(target)
    }

    /// Returns the page; `None` for other content.
    pub fn document(&self) -> Option<&Document> {
        match &self.content {
            Content::Page(document) => Some(document),
            _ => None,
        }
    }

    /// Returns the milliseconds after which a 429 or 503 response asks to retry; `None` for other responses.
    pub fn retry_delay(&self) -> Option<u64> {
        let asks = matches!(self.status, 429 | 503);
        let ms = asks.then(|| self.retry_after_ms.unwrap_or(limits::RETRY_MS))?;
        Some(ms.min(limits::RETRY_AFTER_MAX_MS))
    }
}

/// The content of a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// A page.
    Page(Box<Document>),
    /// The bytes of a robots.txt.
    Robots(Box<[u8]>),
    /// A body that is not read, with a code and a detail.
    Unsupported {
        /// `type`.
        code: Box<str>,
        /// The media type.
        what: String,
    },
    /// No content: an error or a redirect.
    Nothing,
}

impl FetchResponse {
    /// Parses a page whose request succeeded. The names of the headers are in lower case.
    pub fn page(url: &CanonicalUrl, headers: &[(String, String)], body: &[u8], decoder: &dyn Decoder) -> Self {
        let raw = RawResponse { status: 200, headers, body, elapsed_ms: 0 };
        Self::read(&FetchRequest::page(url.clone()), raw, 0, decoder)
    }

    /// Parses the response to a request. `now` is the time of the response in milliseconds since 1970.
    pub fn read(request: &FetchRequest, raw: RawResponse<'_>, now: u64, decoder: &dyn Decoder) -> Self {
        let header = |name: &str| raw.header_values(name).next();
        let robots = raw.header_values("x-robots-tag").map(robots::header_robots);
        let robots = robots.fold(MetaRobots::default(), MetaRobots::and);
        let content = content(request, raw, decoder);
        let location = header("location").filter(|_| is_redirect(raw.status));
        let refresh = || match &content {
            Content::Page(document) if !robots.nofollow => document.redirect.as_deref(),
            _ => None,
        };
        Self {
            status: raw.status,
            location: location.or_else(refresh).map(str::to_owned),
            retry_after_ms: header("retry-after").and_then(|value| retry_after(value, now)),
            robots,
            validators: Validators {
                etag: header("etag").and_then(etag),
                last_modified: header("last-modified").and_then(http_date),
            },
            bytes: crate::count(raw.body.len()),
            elapsed_ms: raw.elapsed_ms,
            is_rendered: header(RENDERED).is_some(),
            content,
        }
    }
}

fn content(request: &FetchRequest, raw: RawResponse<'_>, decoder: &dyn Decoder) -> Content {
    let is_success = (200..300).contains(&raw.status);
    // A host may send rules with an error status.
    let has_rules = is_success || ((400..500).contains(&raw.status) && robots::may_be_rules(raw.body));
    if request.purpose == Purpose::Robots && has_rules {
        return Content::Robots(raw.body[..raw.body.len().min(request.purpose.most_bytes())].into());
    }
    if !is_success {
        return Content::Nothing;
    }
    let media_type = MediaType::extract(raw.header_values("content-type"));
    let file = document_format(request, raw).and_then(|format| ReadFile::new(format, raw.body, decoder));
    if let Some(file) = file {
        let mut document = file.document(&request.url, limits::BODY_TEXT_BYTES);
        document.cut |= raw.is_truncated();
        return Content::Page(Box::new(document));
    }
    if let Some(what) = unsupported(request.purpose, media_type.as_ref(), raw.body) {
        return Content::Unsupported { code: "type".into(), what: cut(what, limits::MEDIA_TYPE_CHARS).to_owned() };
    }
    let content_type = media_type.map(|known| known.to_string());
    let headers = html::PageHeaders {
        content_type: content_type.as_deref(),
        refresh: raw.header_values("refresh").next(),
        canonical: raw.header_values("link").find_map(canonical),
    };
    let mut document = html::read_response(raw.body, headers, &request.url, decoder);
    document.cut |= raw.is_truncated();
    Content::Page(Box::new(document))
}

/// Returns the target of the first link with the relation `canonical` in a `Link` header (RFC 8288 §3, RFC 6596).
fn canonical(value: &str) -> Option<&str> {
    let mut links = value.split('<').filter_map(|link| link.split_once('>'));
    links.find_map(|(target, parameters)| {
        let mut parameters = parameters.split([';', ',']).filter_map(|parameter| parameter.split_once('='));
        let is_canonical = parameters.any(|(name, value)| {
            let mut relations = value.trim().trim_matches('"').split_ascii_whitespace();
            name.trim().eq_ignore_ascii_case("rel") && relations.any(|word| word.eq_ignore_ascii_case("canonical"))
        });
        is_canonical.then(|| target.trim()).filter(|target| !target.is_empty())
    })
}

/// Returns the format of a response that drivers read as a document: by its first bytes whatever its type is, or by its
/// type. A source may have left out the body.
pub fn document_format(request: &FetchRequest, raw: RawResponse<'_>) -> Option<DocumentFormat> {
    let is_success = (200..300).contains(&raw.status);
    let is_left_out = raw.body.is_empty() && raw.is_truncated();
    if !is_success || is_left_out || matches!(request.purpose, Purpose::Robots | Purpose::Seeds) {
        return None;
    }
    let media_type = MediaType::extract(raw.header_values("content-type"));
    DocumentFormat::detect(&request.url, media_type.as_ref(), raw.body)
}

/// Returns the media type of a body that is not read as a page; `None` if it is. A body without a known type is a page
/// unless its bytes are no text (MIME Sniffing §7.1), and compressed bytes are a page under no type.
fn unsupported<'a>(purpose: Purpose, media_type: Option<&'a MediaType>, body: &[u8]) -> Option<&'a str> {
    match media_type {
        _ if purpose == Purpose::Seeds => None,
        Some(known) if !is_markup(known, body) => Some(&known.essence),
        None if is_binary(body) => Some("application/octet-stream"),
        _ => compressed_type(body),
    }
}

/// Returns true for a body that is read as a page, by its `Content-Type` headers and its bytes: HTML, XHTML, feeds,
/// plain text, Markdown, or text without a known type. PDF files are none.
pub fn is_page<'a>(content_types: impl IntoIterator<Item = &'a str>, body: &[u8]) -> bool {
    unsupported(Purpose::Page, MediaType::extract(content_types).as_ref(), body).is_none()
}

/// Returns true for HTML; for XML whose root element is that of XHTML, as browsers decide, or of a feed; and for text
/// that does not begin like a file for programs.
fn is_markup(media_type: &MediaType, body: &[u8]) -> bool {
    media_type.is_html()
        || media_type.is_xml() && html::prescan::xml_root(body) != XmlRoot::Other
        || media_type.is_text() && !is_binary(body) && !html::is_data_file(body)
}

/// Parses `Retry-After`, seconds or an HTTP date, into milliseconds from `now` (RFC 9110 §10.2.3). Some servers write a
/// fraction, or the unit: `90.5`, `60s`.
pub(crate) fn retry_after(value: &str, now: u64) -> Option<u64> {
    let value = value.trim();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let (whole, rest) = value.split_at(end);
    let unit = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit()).trim_start();
    if !whole.is_empty() && matches!(unit.to_ascii_lowercase().as_str(), "" | "s" | "sec" | "second" | "seconds") {
        let part = u64::from(rest.len() > unit.len() && rest.starts_with('.'));
        return Some(whole.parse::<u64>().unwrap_or(u64::MAX).saturating_add(part).saturating_mul(1_000));
    }
    Some(http_date(value)?.saturating_sub(now))
}

/// Parses an HTTP date into milliseconds since 1970 (RFC 9110 §5.6.7). Some servers name its time zone otherwise.
fn http_date(value: &str) -> Option<u64> {
    let value = value.trim();
    let mut zones = ["UTC", "+0000", "-0000", "gmt"].into_iter();
    let in_gmt = zones.find_map(|zone| Some(format!("{}GMT", value.strip_suffix(zone)?)));
    let date = httpdate::parse_http_date(in_gmt.as_deref().unwrap_or(value)).ok()?;
    let since_1970 = date.duration_since(std::time::UNIX_EPOCH).ok()?;
    u64::try_from(since_1970.as_millis()).ok()
}

/// Returns a valid entity tag as it is written: visible characters in quotes, optionally with the weak prefix `W/` (RFC
/// 9110 §8.8.3).
fn etag(value: &str) -> Option<Box<str>> {
    let value = value.trim();
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    let inner = opaque.strip_prefix('"')?.strip_suffix('"')?;
    let is_tag = |c: char| c == '!' || ('#'..='~').contains(&c) || c >= '\u{80}';
    (value.len() <= limits::ETAG_BYTES && inner.chars().all(is_tag)).then(|| value.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::EncodingRs;
    use types::document::ReadDocument;
    use types::report::PageClass;

    fn read(status: u16, headers: &[(&str, &str)], body: &[u8], purpose: Purpose) -> FetchResponse {
        let url = CanonicalUrl::parse("http://a.test/").expect("a URL");
        let headers: Vec<(String, String)> = headers.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect();
        let raw = RawResponse { status, headers: &headers, body, elapsed_ms: 7 };
        FetchResponse::read(
            &FetchRequest { id: FetchId(1), url, exact: None, purpose },
            raw,
            784_111_777_000 - 5_000,
            &EncodingRs,
        )
    }

    #[test]
    fn the_canonical_url_of_the_header_counts_behind_that_of_the_markup() {
        let of = |links: &[&str], body: &str| {
            let headers: Vec<_> = links.iter().map(|link| ("link", *link)).collect();
            match read(200, &headers, body.as_bytes(), Purpose::Page).content {
                Content::Page(document) => document.canonical.map(String::from),
                _ => None,
            }
        };
        let x = Some("http://a.test/x".to_owned());
        for links in [
            &["<http://a.test/x>; rel=canonical"][..],
            &["</style.css>; rel=preload; as=style, </x>; type=\"text/html\"; REL=\"alternate Canonical\""],
            &["</feed>; rel=alternate", "< /x > ;rel=canonical"],
        ] {
            assert_eq!(of(links, "<base href=/folder/><p>x"), x, "{links:?}");
        }
        assert_eq!(of(&["</y>; rel=canonical"], "<link rel=canonical href=/x>"), x);
        for link in ["</y>; rel=alternate", "<http://b.test/y>; rel=canonical", "<>; rel=canonical", "rel=canonical"] {
            assert_eq!(of(&[link], "<p>x"), None, "{link}");
        }
    }

    #[test]
    fn html_and_text_are_read() {
        for (media_type, is_page) in [
            ("text/html; charset=utf-8", true),
            ("Application/XHTML+xml", true),
            ("application/zip", false),
            ("text/plain", true),
            ("text/x-markdown", true),
            ("text/csv", false),
        ] {
            let response = read(200, &[("content-type", media_type)], b"<p>x", Purpose::Page);
            assert_eq!(matches!(response.content, Content::Page(_)), is_page, "{media_type}");
        }
        let is_page = |content_type: &str, body: &[u8]| {
            let response = read(200, &[("content-type", content_type)], body, Purpose::Page);
            matches!(response.content, Content::Page(_))
        };
        for data in ["\0\x01", "{\"a\": 1}", "[{\"a\": 1}]", "#!/bin/sh", "User-agent: *", "a,b,c\n1,2,3\n4,5,6\n"] {
            assert!(!is_page("text/plain", data.as_bytes()), "{data}");
        }
        for text in [
            "# my-lib\n\nvar x = require('my-lib')({ host: 'a' })",
            "[1] Smith, J. (2020). Silk, webs",
            "[1.2.0] - fixed a, b",
            "Function of the spleen",
            "Export controls, in short",
            "| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n",
        ] {
            assert!(is_page("text/plain", text.as_bytes()), "{text}");
        }
        let (russian, _, _) = encoding_rs::WINDOWS_1251.encode("Пауки плетут паутину из шёлка");
        assert!(is_page("text/plain; charset=windows-1251", &russian));
        assert!(matches!(read(200, &[], b"<p>x", Purpose::Page).content, Content::Page(_)), "no type at all");
    }

    /// Fetch §2.2.3 (the last valid type counts) and MIME Sniffing §7 (unknown and invalid types).
    #[test]
    fn unknown_and_repeated_types_are_html_as_in_browsers() {
        let is_page = |values: &[&str], body: &[u8]| {
            let headers: Vec<_> = values.iter().map(|value| ("content-type", *value)).collect();
            matches!(read(200, &headers, body, Purpose::Page).content, Content::Page(_))
        };
        for values in [
            &["text/html;;charset=UTF-8"][..],
            &["text/html, text/html; charset=utf-8"],
            &["text/plain, text/html"],
            &["text/plain", "text/html"],
            &["text/html charset=utf-8"],
            &["unknown/unknown"],
            &["application/unknown"],
            &["*/*"],
            &["html"],
            &[""],
            &["text/html:charset=utf-8"],
            &["text/html,"],
            &[";text/html"],
            &["text/html;charset=\"utf-8"],
            &["TEXT/HTML ; version=4"],
            &["text/html", "text/html;"],
        ] {
            assert!(is_page(values, b"<p>x"), "{values:?}");
        }
        for values in [&["text/html, text/css"][..], &["text/html", "image/png"], &["text/htm"]] {
            assert!(!is_page(values, b"<p>x"), "{values:?}");
        }
        for values in [&["*/*"][..], &["html"], &[]] {
            assert!(!is_page(values, b"%!PS-Adobe-3.0"), "{values:?}");
            assert!(!is_page(values, b"\x89PNG\r\n\x1a\n"), "{values:?}");
        }
        for body in
            [&b"\x1f\x8b\x08\0<p>"[..], b"\x28\xb5\x2f\xfd<p>", b"\x1f\x9d<p>", b"BZh91AY&SY<p>", b"\xfd7zXZ\0<p>"]
        {
            assert!(!is_page(&["text/html"], body), "compressed bytes are no words: {body:?}");
        }
    }

    #[test]
    fn pdf_files_are_read_by_their_type_or_first_bytes_if_the_driver_reads_them() {
        let file = include_bytes!("../../../fuzz/seeds/pdf/plain");
        for (kind, body, class) in [
            ("application/pdf", &file[..], None),
            ("text/html", file, None),
            ("application/octet-stream", file, None),
            ("application/pdf", b"<p>x", Some(PageClass::DamagedFile)),
            ("application/x-pdf", b"%PDF-1.4", Some(PageClass::DamagedFile)),
        ] {
            let response = read(200, &[("content-type", kind)], body, Purpose::Page);
            let Content::Page(document) = response.content else {
                panic!("{kind}: no page");
            };
            let pages = u32::from(class.is_none());
            let file = ReadDocument { format: DocumentFormat::Pdf, pages };
            assert_eq!((document.class, document.file), (class, Some(file)), "{kind}");
            assert_eq!(document.body.starts_with("Wolf spiders hunt"), class.is_none(), "{kind}");
        }
        let request = FetchRequest::page(CanonicalUrl::parse("http://a.test/").expect("a URL"));
        let raw = RawResponse { status: 200, headers: &[], body: file, elapsed_ms: 0 };
        let unread = FetchResponse::read(&request, raw, 0, &html::Utf8Only).content;
        assert!(matches!(unread, Content::Unsupported { .. }), "{unread:?}");
        let left_out =
            read(200, &[("content-type", "application/pdf"), (TRUNCATED, "unspecified")], b"", Purpose::Page);
        assert!(matches!(left_out.content, Content::Unsupported { .. }), "{left_out:?}");
    }

    #[test]
    fn docx_odt_and_epub_files_are_read_like_pages() {
        let (docx, odt, epub) = (DocumentFormat::Docx, DocumentFormat::Odt, DocumentFormat::Epub);
        let file = |format| -> &[u8] {
            match format {
                DocumentFormat::Docx => include_bytes!("../../../fuzz/seeds/office/docx"),
                DocumentFormat::Odt => include_bytes!("../../../fuzz/seeds/office/odt"),
                _ => include_bytes!("../../../fuzz/seeds/office/epub"),
            }
        };
        for (format, kind) in [(docx, docx.media_type()), (odt, "application/zip"), (epub, "text/plain")] {
            let response = read(200, &[("content-type", kind)], file(format), Purpose::Page);
            let page = response.document().expect("a page");
            assert_eq!((page.file, page.class), (Some(ReadDocument { format, pages: 0 }), None));
            assert_eq!(page.headings, ["Wolf spiders"]);
            assert!(page.body.starts_with("Wolf spiders\nThey hunt"), "{}", page.body);
            assert_eq!(page.links[0].url.as_str(), "http://a.test/silk");
        }
        for format in [docx, odt, epub] {
            let response = read(200, &[("content-type", format.media_type())], b"PK\x03\x04", Purpose::Page);
            assert_eq!(response.document().and_then(|page| page.class), Some(PageClass::DamagedFile));
        }
    }

    /// XML 1.0 §4.3.3 and appendix F: a byte order mark, then the declaration; a `<meta>` says nothing.
    #[test]
    fn the_encoding_of_xhtml_is_that_of_its_declaration() {
        let html = "<html xmlns='http://www.w3.org/1999/xhtml'><meta charset='iso-8859-1'/><p>Z\u{fc}rich";
        let declared = format!("<?xml version='1.0' encoding='utf-8'?><!-- {} -->{html}", "x".repeat(5_000));
        let utf_16: Vec<u8> = format!("\u{feff}{html}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        for body in [declared.as_bytes(), &utf_16] {
            let response = read(200, &[("content-type", "text/xml")], body, Purpose::Page);
            assert_eq!(response.document().map(|page| &*page.body), Some("Z\u{fc}rich"));
        }
    }

    /// WHATWG MIME Sniffing §4.6 (types of XML) and HTML §7.5.3 ("loading XML documents"): the namespace decides.
    #[test]
    fn xml_is_a_page_if_its_root_is_html_in_the_namespace_of_xhtml() {
        let root = "<html xmlns='http://www.w3.org/1999/xhtml'>";
        let prolog = "<?xml version='1.0'?><!-- <x> --><!DOCTYPE html [<!ENTITY x ''>]>";
        let prefixed = "<x:html lang='en' xmlns:x='http://www.w3.org/1999/xhtml'>";
        for (kind, head, is_page) in [
            ("text/xml", root, true),
            ("application/xml; charset=utf-8", &*format!("{prolog}{root}"), true),
            ("application/xml", prefixed, true),
            ("text/xml", "<html>", false),
            ("text/xml", "<html xmlns='http://a.test/'>", false),
            ("text/xml", "<x:html xmlns='http://www.w3.org/1999/xhtml'>", false),
            ("text/xml", "<urlset xmlns='http://www.w3.org/1999/xhtml'><html>", false),
            ("text/xml", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", false),
            ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'>", false),
        ] {
            let body = format!("{head}<script src='/x.js'/><p>text</p>");
            let response = read(200, &[("content-type", kind)], body.as_bytes(), Purpose::Page);
            let page = response.document().map(|page| (page.class, page.body.ends_with("text")));
            assert_eq!(page, is_page.then_some((None, true)), "{kind}: {head}");
            assert_eq!(super::is_page([kind], body.as_bytes()), is_page, "{kind}: {head}");
            assert!(!is_page || Purpose::Page.may_parse([kind]), "the browser reads the body of {kind}");
        }
    }

    #[test]
    fn the_charset_of_an_earlier_type_counts() {
        let types = [("content-type", "text/html;charset=windows-1251"), ("content-type", "text/html")];
        let response = read(200, &types, b"<p>\xef\xe0\xf3\xea", Purpose::Page);
        assert_eq!(response.document().map(|page| &*page.body), Some("паук"));
    }

    #[test]
    fn a_body_that_its_source_marks_as_incomplete_is_cut() {
        let response = read(200, &[(TRUNCATED, "unspecified")], b"<p>x", Purpose::Page);
        assert!(response.document().is_some_and(|page| page.cut));
    }

    #[test]
    fn a_page_over_the_size_limit_is_truncated_and_marked_as_cut() {
        for (more, is_cut) in [(0, false), (1, true), (3 * limits::PAGE_BYTES, true)] {
            let mut body = b"<title>Large</title><p>first<!--".to_vec();
            body.resize(limits::PAGE_BYTES + more, b'x');
            for purpose in [Purpose::Page, Purpose::Example] {
                let response = read(200, &[], &body, purpose);
                let Content::Page(page) = response.content else {
                    panic!("{more} bytes over the limit: no page");
                };
                assert_eq!((&*page.title, &*page.body), ("Large", "first"));
                assert_eq!(page.cut, is_cut, "{more} bytes over the limit");
            }
        }
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let ms = |value| read(503, &[("retry-after", value)], b"", Purpose::Page).retry_after_ms;
        assert_eq!(ms("120"), Some(120_000));
        assert_eq!(ms("Sun, 06 Nov 1994 08:49:37 GMT"), Some(5_000));
        for date in ["Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(ms(date), Some(5_000), "{date}");
        }
        for (seconds, expected) in [("90.5", 91_000), ("60s", 60_000), ("60 seconds", 60_000), ("0", 0)] {
            assert_eq!(ms(seconds), Some(expected), "{seconds}");
        }
        assert_eq!(ms("99999999999999999999"), Some(u64::MAX));
        for other in ["soon", "", "-5", "5 minutes", ".", "2026-11-20"] {
            assert_eq!(ms(other), None, "{other}");
        }
    }

    #[test]
    fn a_valid_entity_tag_is_kept_as_written_and_an_invalid_one_is_dropped() {
        let long = format!("\"{}\"", "x".repeat(limits::ETAG_BYTES));
        for (value, kept) in [
            ("\"33a64df5\"", true),
            ("W/\"0815\"", true),
            ("\"\"", true),
            ("33a64df5", false),
            ("\"a b\"", false),
            ("\"a\"b\"", false),
            ("\"", false),
            ("w/\"a\"", false),
            (&long, false),
        ] {
            let validators = read(200, &[("etag", value)], b"", Purpose::Page).validators;
            assert_eq!(validators.etag.as_deref(), kept.then_some(value), "{value}");
        }
    }

    /// RFC 9110 §5.6.7 gives these three forms of 784,111,777 seconds after 1970.
    #[test]
    fn last_modified_is_read_in_all_three_date_forms() {
        for (value, ms) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(784_111_777_000)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(784_111_777_000)),
            ("Sun Nov  6 08:49:37 1994", Some(784_111_777_000)),
            ("yesterday", None),
            ("Sun, 06 Nov 1960 08:49:37 GMT", None),
        ] {
            let headers = [("last-modified", value)];
            let validators = read(200, &headers, b"", Purpose::Page).validators;
            assert_eq!(validators.last_modified, ms, "{value}");
        }
    }

    #[test]
    fn several_robots_headers_are_parsed_separately() {
        let robots = |values: &[&str]| {
            let headers: Vec<_> = values.iter().map(|v| ("x-robots-tag", *v)).collect();
            let robots = read(200, &headers, b"", Purpose::Page).robots;
            (robots.noindex, robots.nofollow)
        };
        for (values, expected) in [
            (["googlebot: noindex", "nofollow"], (false, true)),
            (["nofollow", "googlebot: noindex"], (false, true)),
            (["salticid: noindex", "googlebot: nofollow"], (true, false)),
            (["noindex", "nofollow"], (true, true)),
        ] {
            assert_eq!(robots(&values), expected, "{values:?}");
        }
    }

    #[test]
    fn a_location_counts_only_with_a_redirect() {
        let location = |status| read(status, &[("location", "/x")], b"", Purpose::Page).location;
        assert_eq!(location(302), Some("/x".to_owned()));
        assert_eq!(location(200), None);
    }

    #[test]
    fn a_robots_file_of_a_client_error_is_kept_and_a_page_is_not() {
        let file = b"User-agent: *\nDisallow: /\xFF";
        for (status, body, is_kept) in [
            (200, &file[..], true),
            (418, file, true),
            (404, b" <p>User-agent: *\nDisallow: /", false),
            (200, b"<p>", true),
            (503, file, false),
        ] {
            let kept = if is_kept { Content::Robots(body.into()) } else { Content::Nothing };
            assert_eq!(read(status, &[], body, Purpose::Robots).content, kept, "{status}");
        }
    }

    #[test]
    fn a_robots_file_is_kept_up_to_its_limit() {
        let response =
            read(200, &[("content-type", "text/plain")], &vec![b'#'; limits::ROBOTS_BYTES + 9], Purpose::Robots);
        assert!(matches!(response.content, Content::Robots(file) if file.len() == limits::ROBOTS_BYTES));
    }
}
