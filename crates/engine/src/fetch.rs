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
    /// A body of this media type, which is not read.
    Unsupported(String),
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
        return Content::Unsupported(cut(what, limits::MEDIA_TYPE_CHARS).to_owned());
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
#[path = "fetch_tests.rs"]
mod tests;
