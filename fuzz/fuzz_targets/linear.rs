//! A page of repeated parts ([`salticid_fuzz::pages::Parts`]), grown from 64 KiB to 2 MiB: its work grows by at most
//! 1.3 times its size, and is a few steps for each byte. The slowest page is printed ([`salticid_fuzz::slowest`]).
#![no_main]

use engine::html::{EncodingRs, read, work};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::pages::Parts;
use salticid_fuzz::slowest::timed;
use types::url::CanonicalUrl;

const SMALL_BYTES: usize = 64 * 1024;
const LARGE_BYTES: usize = 2 * 1024 * 1024;
/// The maximum length of a unit, so that the small page has several.
const UNIT_BYTES: usize = 2 * 1024;
/// The maximum number of steps for each byte of a page: seven formatting elements continue in each `<p>x`.
const STEPS_PER_BYTE: usize = 16;
/// The number of steps that a page may take beyond that.
const SLACK: usize = 10_000;

fuzz_target!(|input: &[u8]| {
    let parts = Parts::new(input).filter(|parts| parts.unit.len() <= UNIT_BYTES);
    let Some(parts) = parts else {
        return;
    };
    let url = CanonicalUrl::parse("https://example.org/a/b?c").expect("a URL");
    let start = parts.start().len();
    let page = |bytes: usize| parts.page(start + bytes);
    let steps = |page: &[u8]| work(&String::from_utf8_lossy(page), &url);
    let grown = page(LARGE_BYTES);
    timed(input, || read(&grown, None, &url, &EncodingRs));

    let [head, small] = [0, SMALL_BYTES].map(|bytes| steps(&page(bytes)));
    let large = steps(&grown);
    assert!(large <= STEPS_PER_BYTE * grown.len() + SLACK, "{large} steps for {} bytes", grown.len());
    let (small, large) = (small.saturating_sub(head), large.saturating_sub(head));
    let linear = small * (LARGE_BYTES / SMALL_BYTES);
    assert!(large <= linear + linear * 3 / 10 + SLACK, "{small} steps became {large}");
});
