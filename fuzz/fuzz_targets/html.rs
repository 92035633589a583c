//! Any bytes as a page: it is read within every cap and within the work that is allowed, its links are http(s), its texts can be shown.
//!
//! Inputs that are made of parts stand for large pages ([`salticid_fuzz::pages`]). The slowest page so far is told by its CPU time, with
//! `SALTICID_FUZZ_MS` as an upper limit of it.
#![no_main]

use engine::html::{EncodingRs, parse_work, read};
use types::limits::PARSE_WORK;
use types::url::CanonicalUrl;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::assert_sound;
use salticid_fuzz::pages::{cpu_time, page};
use std::sync::atomic::{AtomicU64, Ordering};

/// The slowest page so far, in microseconds of CPU time.
static SLOWEST: AtomicU64 = AtomicU64::new(0);
/// The excess that the last token before the stop may cause.
const OVERSHOOT: u64 = PARSE_WORK / 10;

fuzz_target!(|bytes: &[u8]| {
    let url = CanonicalUrl::parse("https://example.org/a/b?c").expect("a URL");
    let page = page(bytes);
    let before = cpu_time();
    let document = read(&page, None, &url, &EncodingRs);
    if let (Some(before), Some(after)) = (before, cpu_time()) {
        note(after.saturating_sub(before).as_micros(), bytes);
    }
    assert_sound(&document);
    assert!(
        document.links.iter().all(|link| link.url != url),
        "a page does not link to itself"
    );
    let work = parse_work(&String::from_utf8_lossy(&page));
    assert!(work <= PARSE_WORK + OVERSHOOT, "{work} units of work");
});

/// Tells a page that took longer than all before it.
fn note(microseconds: u128, input: &[u8]) {
    let micros = u64::try_from(microseconds).unwrap_or(u64::MAX);
    if SLOWEST.fetch_max(micros, Ordering::Relaxed) < micros {
        eprintln!(
            "slowest so far: {micros} µs: {:?}",
            String::from_utf8_lossy(input)
        );
    }
    let most = std::env::var("SALTICID_FUZZ_MS").ok();
    if let Some(most) = most.and_then(|text| text.parse::<u64>().ok()) {
        assert!(micros <= most * 1_000, "{micros} µs");
    }
}
