//! Tests reading of responses.

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
    for body in [&b"\x1f\x8b\x08\0<p>"[..], b"\x28\xb5\x2f\xfd<p>", b"\x1f\x9d<p>", b"BZh91AY&SY<p>", b"\xfd7zXZ\0<p>"]
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
    assert!(matches!(unread, Content::Unsupported(_)), "{unread:?}");
    let left_out = read(200, &[("content-type", "application/pdf"), (TRUNCATED, "unspecified")], b"", Purpose::Page);
    assert!(matches!(left_out.content, Content::Unsupported(_)), "{left_out:?}");
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
fn xml_is_a_page_if_its_root_is_html_in_the_namespace_of_xhtml_or_that_of_a_feed() {
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
        ("application/rss+xml", "<rss><channel><item><link>/1</link><title>text", true),
        ("application/atom+xml", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='/1'/><title>text", true),
        ("text/xml", "<feed xmlns='urn:products'><entry>", false),
        ("text/xml", "<sitemapindex><sitemap><loc>/1", false),
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
    let response = read(200, &[("content-type", "text/plain")], &vec![b'#'; limits::ROBOTS_BYTES + 9], Purpose::Robots);
    assert!(matches!(response.content, Content::Robots(file) if file.len() == limits::ROBOTS_BYTES));
}
