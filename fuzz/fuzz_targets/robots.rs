//! A path (the first line) and a robots.txt: it is read and matched, whatever it is; and what says what a page forbids
//! is read too.
#![no_main]

use engine::robots::{RobotsPolicy, directives, header_robots};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::first_line;
use types::limits;
use types::url::CanonicalUrl;

fn policy(file: &[u8]) -> RobotsPolicy {
    RobotsPolicy::from_status(200, file)
}

fuzz_target!(|input: &[u8]| {
    let (path, file) = first_line(input);
    let text = String::from_utf8_lossy(path);
    let read = policy(file);
    let own = CanonicalUrl::parse("http://a.test/robots.txt").expect("a URL");
    assert!(read.allows(&own), "robots.txt itself is always allowed");
    assert!(read.crawl_delay_ms().is_none_or(|ms| ms <= limits::CRAWL_DELAY_MAX_MS));
    assert!(!read.summary().is_empty());

    let url = CanonicalUrl::parse(&format!("http://a.test/{}", text.trim_start_matches('/')));
    if let Ok(url) = &url {
        let allowed = read.allows(url);
        if !file.starts_with(b"\xEF\xBB\xBF") {
            let marked = [b"\xEF\xBB\xBF", file].concat();
            assert_eq!(policy(&marked).allows(url), allowed, "a mark changes nothing");
            let commented = [b"# a comment\n", file].concat();
            assert_eq!(policy(&commented).allows(url), allowed, "a comment changes nothing");
        }
        // A file that forbids every page is honored despite the status.
        assert!(RobotsPolicy::from_status(404, file).allows(url) || !allowed);
        assert_eq!(RobotsPolicy::from_status(503, file).allows(url), *url == own);
    }
    let _ = (directives(&text), header_robots(&text), header_robots(&String::from_utf8_lossy(file)));
});
