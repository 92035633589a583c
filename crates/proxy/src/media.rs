//! Filters responses by their media type: passes the types that a crawler reads, and none that a browser would run.
//!
//! A response of the proxy is same-origin with the app, so a script, a style sheet or a worker among them would act as
//! the app's own. HTML, text, XML, JSON and feeds pass; compressed lists (`.gz`) pass as sitemaps. A response without a
//! type passes, because with `nosniff` no browser runs it. Of several types the last valid one counts, and only that is
//! passed on, so that the browser and the crawler see the type that was judged.
//!
//! Documents that a crawl reads, such as PDF files, pass as well: no browser runs them as the app's own. Of other
//! documents, which a crawl lists, the type passes without the body.
//!
//! Source: WHATWG MIME Sniffing §4.6 (groups of types), Fetch §3.6 (`nosniff`) and §2.2.3 (several `Content-Type`
//! headers).

use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use types::document::DocumentKind;
use types::header::MediaType;

use crate::decode::Wanted;
use crate::error::Refusal;
use crate::guard::target::Target;
use crate::limits::Limits;

/// The types under which compressed files are served.
const PACKED: [&str; 5] = [
    "application/gzip",
    "application/x-gzip",
    "application/octet-stream",
    "application/x-octet-stream",
    "binary/octet-stream",
];

/// Text types that a browser interprets (HTML standard; obsolete names of JavaScript in MIME Sniffing §4.6).
const ACTIVE_TEXT: [&str; 8] =
    ["javascript", "ecmascript", "jscript", "livescript", "css", "cache-manifest", "xsl", "vbscript"];

/// Returns the part of a response's body to read, from its head; `None` for a body that is not used.
///
/// # Errors
/// [`Refusal::ContentType`] for a page of a type that is not passed on. Redirects and errors are never refused, because
/// their status and location are used.
pub(crate) fn judge(
    target: &Target,
    status: u16,
    headers: &HeaderMap,
    limits: &Limits,
) -> Result<Option<Wanted>, Refusal> {
    if target.is_robots_file() {
        return Ok(Some(Wanted::First(limits.robots_bytes)));
    }
    let known = media_type(headers);
    match known.as_ref().and_then(|known| refused_kind(target, &known.essence)) {
        _ if (200..300).contains(&status) && known.as_ref().is_some_and(|known| known.document_format().is_some()) => {
            Ok(Some(Wanted::Document))
        }
        None => Ok(Some(wanted(known.as_ref(), limits))),
        Some(_) if known.as_ref().is_some_and(names_document) => Ok(None),
        Some(kind) if (200..300).contains(&status) && status != 204 => Err(Refusal::ContentType(kind)),
        Some(_) => Ok(None),
    }
}

/// Returns the part of a body of an allowed type to read. The beginning of a page, a list or a compressed list is
/// useful, but that of JSON is not. A body without a type is treated as a list, since lists are often served without
/// one. A page's limit would cut it undetectably for the crawler.
fn wanted(known: Option<&MediaType>, limits: &Limits) -> Wanted {
    match known {
        Some(known) if known.is_html() => Wanted::First(limits.page_bytes),
        Some(known) if is_json(&known.essence) => Wanted::All,
        _ => Wanted::First(limits.decoded_bytes),
    }
}

/// Returns true for headers with the type of a document.
pub(crate) fn is_document(headers: &HeaderMap) -> bool {
    media_type(headers).as_ref().is_some_and(names_document)
}

fn names_document(known: &MediaType) -> bool {
    DocumentKind::of_media_type(&known.essence).is_some()
}

/// Sets the media type of a robots.txt (RFC 9309 §2.3), whatever its host sends.
pub(crate) fn mark_robots_file(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
}

/// Replaces the `Content-Type` headers by the type that counts, unless they are a single one of that type, and removes
/// them if there is none.
pub(crate) fn mark_media_type(headers: &mut HeaderMap) {
    let known = media_type(headers).and_then(|known| HeaderValue::from_str(&known.to_string()).ok());
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let is_single = values.next().is_some_and(|value| !value.as_bytes().contains(&b',')) && values.next().is_none();
    match known {
        Some(_) if is_single => {}
        Some(known) => {
            headers.insert(CONTENT_TYPE, known);
        }
        None => {
            headers.remove(CONTENT_TYPE);
        }
    }
}

/// Returns the media type that counts.
fn media_type(headers: &HeaderMap) -> Option<MediaType> {
    let values = headers.get_all(CONTENT_TYPE).iter();
    let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    MediaType::extract(values.iter().map(AsRef::as_ref))
}

/// Returns the readable name of a type that is not passed on.
fn refused_kind(target: &Target, kind: &str) -> Option<&'static str> {
    let passes = is_readable(kind) || (target.is_packed_file() && PACKED.contains(&kind));
    (!passes).then(|| name(kind))
}

/// Returns true for HTML, text that a browser only displays, XML, JSON, and feeds.
fn is_readable(kind: &str) -> bool {
    match kind.split_once('/') {
        Some(("text", text)) => !ACTIVE_TEXT.iter().any(|active| text.contains(active)),
        Some(("application", "xml")) => true,
        Some(("application", sort)) => sort.ends_with("+xml") && sort != "xslt+xml" || is_json(kind),
        _ => false,
    }
}

fn is_json(kind: &str) -> bool {
    kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json")
}

/// Returns the readable name of a media type.
fn name(kind: &str) -> &'static str {
    match kind.split_once('/') {
        Some(("image", _)) => "an image",
        Some(("audio", _)) => "audio",
        Some(("video", _)) => "video",
        Some(("font", _)) => "a font",
        Some((_, sort)) if sort.contains("css") => "a style sheet",
        Some((_, sort)) if sort.contains("script") => "a script",
        Some((_, "wasm")) => "a program",
        _ => "a file of another type",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(url: &str, status: u16, types: &[&str]) -> Result<Option<Wanted>, Refusal> {
        let target = Target::parse(url, 2_083).expect("a URL");
        judge(&target, status, &headers(types), &Limits::default())
    }

    #[test]
    fn types_that_a_crawler_reads_pass() {
        for kind in [
            "text/html",
            "Text/HTML; charset=\"utf-8\"",
            "application/xhtml+xml",
            "text/plain; charset=utf-8",
            "text/xml",
            "application/xml",
            "application/rss+xml",
            "application/atom+xml; charset=UTF-8",
            "application/rdf+xml",
            "application/json",
            "application/feed+json",
            "application/ld+json",
            "text/csv",
            "",
        ] {
            let judged = judged("http://a.test/", 200, &[kind]);
            assert!(matches!(judged, Ok(Some(_))), "{kind}: {judged:?}");
        }
        assert!(matches!(judged("http://a.test/", 200, &[]), Ok(Some(_))));
    }

    #[test]
    fn active_and_binary_types_are_refused_by_kind() {
        for (kind, name) in [
            ("text/javascript", "a script"),
            ("application/javascript; charset=utf-8", "a script"),
            ("application/x-javascript", "a script"),
            ("text/javascript1.5", "a script"),
            ("text/x-ecmascript", "a script"),
            ("text/jscript", "a script"),
            ("text/livescript", "a script"),
            ("text/css", "a style sheet"),
            ("image/png", "an image"),
            ("image/svg+xml", "an image"),
            ("application/wasm", "a program"),
            ("application/octet-stream", "a file of another type"),
            ("multipart/x-mixed-replace", "a file of another type"),
        ] {
            let refused = judged("http://a.test/", 200, &[kind]);
            assert_eq!(refused, Err(Refusal::ContentType(name)), "{kind}");
        }
    }

    #[test]
    fn of_documents_that_are_not_read_the_type_passes_without_the_body() {
        for kind in ["application/postscript", "application/gzip", "image/tiff"] {
            assert_eq!(judged("http://a.test/", 200, &[kind]), Ok(None), "{kind}");
        }
    }

    #[test]
    fn documents_that_are_read_pass_unless_they_come_with_an_error() {
        assert_eq!(judged("http://a.test/", 200, &["application/pdf"]), Ok(Some(Wanted::Document)));
        assert_eq!(judged("http://a.test/", 404, &["application/pdf"]), Ok(None));
    }

    fn headers(types: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for kind in types {
            headers.append(CONTENT_TYPE, HeaderValue::from_str(kind).expect("a value"));
        }
        headers
    }

    /// Fetch §2.2.3.
    #[test]
    fn the_last_valid_type_is_judged_and_no_other_is_passed_on() {
        let script = Err(Refusal::ContentType("a script"));
        for types in [&["text/html", "text/javascript"][..], &["text/html, text/javascript"]] {
            assert_eq!(judged("http://a.test/", 200, types), script, "{types:?}");
        }
        for (types, passed) in [
            (&["text/html; charset=gbk"][..], Some("text/html; charset=gbk")),
            (&["text/html;charset=gbk", "text/html"], Some("text/html;charset=gbk")),
            (&["text/javascript", "text/html"], Some("text/html")),
            (&["text/javascript, text/html"], Some("text/html")),
            (&["text/html, text/html; charset=utf-8"], Some("text/html;charset=utf-8")),
            (&["text/html, */*"], Some("text/html")),
            (&["unknown/unknown"], None),
            (&["application/unknown"], None),
            (&["*/*"], None),
            (&["html"], None),
            (&["text/javascript charset=utf-8"], None),
        ] {
            assert!(judged("http://a.test/", 200, types).is_ok(), "{types:?}");
            let mut headers = headers(types);
            mark_media_type(&mut headers);
            let values: Vec<_> = headers.get_all(CONTENT_TYPE).iter().collect();
            assert_eq!(values, passed.into_iter().collect::<Vec<_>>(), "{types:?}");
        }
    }

    #[test]
    fn compressed_lists_pass_by_their_name_and_are_cut_at_the_limit() {
        let head = Wanted::First(Limits::default().decoded_bytes);
        for kind in PACKED {
            let packed = judged("http://a.test/sitemap.xml.gz?a", 200, &[kind]);
            assert_eq!(packed, Ok(Some(head)), "{kind}");
            assert!(!matches!(judged("http://a.test/sitemap.xml", 200, &[kind]), Ok(Some(_))), "{kind}");
        }
        assert!(judged("http://a.test/a.gz", 200, &["text/javascript"]).is_err());
    }

    #[test]
    fn a_redirect_an_error_and_an_empty_answer_are_never_refused() {
        for status in [204, 301, 304, 404, 500] {
            let judged = judged("http://a.test/", status, &["image/png"]);
            assert_eq!(judged, Ok(None), "{status}");
        }
        assert!(matches!(judged("http://a.test/", 404, &["text/html"]), Ok(Some(_))));
    }
}
