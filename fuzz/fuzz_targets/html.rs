//! Any bytes as a page: it is read within every cap, its links are http(s), its texts can be shown.
#![no_main]

use engine::html::{EncodingRs, read};
use engine::url::CanonicalUrl;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::assert_sound;

fuzz_target!(|bytes: &[u8]| {
    let url = CanonicalUrl::parse("https://example.org/a/b?c").expect("a URL");
    let document = read(bytes, None, &url, &EncodingRs);
    assert_sound(&document);
    assert!(
        document.links.iter().all(|link| link.url != url),
        "a page does not link to itself"
    );
});
