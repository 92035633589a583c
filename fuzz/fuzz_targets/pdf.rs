//! A PDF file: it is read within the limits, whatever it is, and its links lie in its text.
#![no_main]

use documents::Limits;
use documents::pdf::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let limits = Limits { bytes: 1 << 20, pages: 8, operations: 1 << 22, links: 64 };
    let Ok(text) = read(input, &limits) else {
        return;
    };
    assert!(!text.pages.is_empty() && text.pages.len() <= limits.pages && text.pages.len() <= text.page_count);
    assert!(text.links.len() <= limits.links && text.title.chars().count() <= 300);
    for link in &text.links {
        assert!(text.pages[link.page].get(link.span.clone()).is_some(), "{link:?}");
    }
    let is_text = |c: char| c == '\n' || !c.is_control();
    assert!(text.pages.iter().all(|page| page.chars().all(is_text)));
    assert_eq!(read(input, &limits).as_ref(), Ok(&text), "the same file has the same text");
});
