//! Provides checks that several fuzz targets share. The oracles are deliberately written separately from the code that
//! they judge.

pub mod pages;
pub mod saved;
pub mod slowest;
pub mod tokens;

use engine::html::Document;
use types::limits;
use types::url::CanonicalUrl;

/// Returns the size of an input that is made by repeating, in bytes: `SALTICID_FUZZ_BYTES`, or `usual`.
#[must_use]
pub fn bytes_or(usual: usize) -> usize {
    let given = std::env::var("SALTICID_FUZZ_BYTES").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A URL that is http or https, short enough, and canonical: read again it is the same.
///
/// # Panics
/// Panics if it is not.
pub fn assert_canonical(url: &CanonicalUrl) {
    let text = url.as_str();
    assert!(text.starts_with("http://") || text.starts_with("https://"), "{text}");
    assert!(text.len() <= limits::URL_BYTES, "{text}");
    assert!(!text.contains('#') && text.bytes().all(|byte| byte.is_ascii_graphic()), "{text}");
    assert!(!url.host().is_empty() && url.path().starts_with('/'), "{text}");
    assert_eq!(CanonicalUrl::parse(text).as_ref(), Ok(url), "canonical twice");
    assert_eq!(CanonicalUrl::try_from(text.to_owned()).as_ref(), Ok(url), "taken back");
}

/// A text that may be shown: at most so many characters, no control, nothing that turns or hides text.
///
/// # Panics
/// Panics if it may not.
pub fn assert_shown(text: &str, chars: usize) {
    assert!(text.chars().count() <= chars, "{} characters", text.chars().count());
    for c in text.chars() {
        let turns =
            matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let hides =
            matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0001}'..='\u{e007f}');
        let breaks = matches!(c, '\u{2028}' | '\u{2029}') || (c.is_control() && c != '\n');
        assert!(!turns && !hides && !breaks, "{c:?} in {text:?}");
    }
}

/// A page within every cap, all of its links followable, all of its texts showable.
///
/// # Panics
/// Panics if it is not.
pub fn assert_sound(document: &Document) {
    assert_shown(&document.title, limits::TITLE_CHARS);
    assert!(document.body.len() <= limits::BODY_TEXT_BYTES);
    assert_shown(&document.body, usize::MAX);
    for heading in &document.headings {
        assert_shown(heading, limits::HEADING_CHARS);
    }
    assert!(document.headings.len() <= limits::PAGE_HEADINGS);
    assert!(document.links.len() <= limits::PAGE_LINKS);
    for link in &document.links {
        assert_canonical(&link.url);
        assert_shown(&link.anchor, limits::ANCHOR_CHARS);
        // And the space between what stands before the link and what stands after it.
        assert_shown(&link.context, limits::CONTEXT_CHARS + 1);
        assert_shown(&link.heading, limits::HEADING_CHARS);
        let (start, end) = (link.span.0 as usize, link.span.1 as usize);
        assert!(start <= end && document.body.get(start..end).is_some(), "{:?}", link.span);
    }
    if let Some(code) = &document.language {
        assert!(code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase()), "{code}");
    }
}

/// Returns the first line of the input, and what follows it.
#[must_use]
pub fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    end.map_or((bytes, b""), |end| (&bytes[..end], &bytes[end + 1..]))
}
