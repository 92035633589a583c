//! A `Content-Type` (the first line) and a body: a byte order mark beats the header, an unknown label counts for
//! nothing, and whatever is decoded can be shown.
#![no_main]

use engine::html::{Document, EncodingRs, read};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_sound, first_line};
use types::url::CanonicalUrl;

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
    // One of each by the length, since reading a page takes a while.
    let labels = ["utf-7", "UTF-7", "unicode-1-1-utf-7", "no-such-label", ""];
    let label = labels[body.len() % labels.len()];
    let content_type = format!("text/html; charset={label}");
    assert_eq!(page(body, Some(&content_type)), undeclared, "{label}");
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];
    let marked = [marks[header.len() % marks.len()], body].concat();
    let (with_header, without) = (page(&marked, Some(&header)), page(&marked, None));
    assert_eq!(with_header, without, "the mark wins");
});
