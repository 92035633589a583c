//! Any bytes as a page and as text: it is read within every cap, its links are http(s), its texts can be
//! shown.
//!
//! Inputs that are made of parts stand for large pages ([`salticid_fuzz::pages`]). The slowest is printed
//! ([`salticid_fuzz::slowest`]).
#![no_main]

use engine::html::{EncodingRs, read};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::assert_sound;
use salticid_fuzz::pages::page;
use salticid_fuzz::slowest::timed;
use types::url::CanonicalUrl;

fuzz_target!(|bytes: &[u8]| {
    let url = CanonicalUrl::parse("https://example.org/a/b?c").expect("a URL");
    let page = page(bytes);
    for content_type in [None, Some("text/plain"), Some("text/markdown")] {
        let document = timed(bytes, || read(&page, content_type, &url, &EncodingRs));
        assert_sound(&document);
        assert!(document.links.iter().all(|link| link.url != url), "a page does not link to itself");
    }
});
