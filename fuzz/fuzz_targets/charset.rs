//! A `Content-Type` (the first line) and a body: a byte order mark beats the header, an unknown label counts for nothing, and whatever
//! is decoded can be shown.
#![no_main]

use engine::html::{Document, EncodingRs, read};
use engine::url::CanonicalUrl;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_sound, first_line};

fn page(bytes: &[u8], content_type: Option<&str>) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").expect("a URL");
    read(bytes, content_type, &url, &EncodingRs)
}

fuzz_target!(|input: &[u8]| {
    let (header, body) = first_line(input);
    let header = String::from_utf8_lossy(header);
    let undeclared = page(body, None);
    assert_sound(&undeclared);
    assert_sound(&page(body, Some(&header)));
    for label in ["utf-7", "UTF-7", "unicode-1-1-utf-7", "no-such-label", ""] {
        let content_type = format!("text/html; charset={label}");
        assert_eq!(page(body, Some(&content_type)), undeclared, "{label}");
    }
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"] {
        let marked = [mark, body].concat();
        assert_eq!(
            page(&marked, Some(&header)),
            page(&marked, None),
            "the mark wins"
        );
    }
});
