//! Compares the files written for a small crawl byte by byte with those in `tests/golden`.
//!
//! After a deliberate change of a format, `SALTICID_BLESS=1 cargo test -p archive` writes the files again. Then run
//! `checks/run.sh`, which opens them with third-party software.

use types::report::{Outcome, PageRecord};
use types::url::CanonicalUrl;

pub(crate) fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).unwrap()
}

fn page(n: u32, address: &str, title: &str, relevance: f64) -> PageRecord {
    let url = url(address);
    PageRecord {
        n,
        status: 200,
        outcome: Outcome::Read,
        title: title.to_owned(),
        snippet: String::new(),
        marks: Vec::new(),
        language: Some("en".to_owned()),
        parent: Some(1),
        anchor: String::new(),
        pages: 1,
        depth: 1,
        priority: 0.25,
        parts: vec![0.5, 0.0],
        relevance,
        repeats: None,
        words: Vec::new(),
        host: url.host_key().to_owned(),
        links: 0,
        bytes: 10,
        at: 1_795_163_400_000 + u64::from(n),
        elapsed_ms: 12,
        spider: None,
        herd: None,
        queue: 0,
        links_to: Vec::new(),
        linked_from: Vec::new(),
        readings: Vec::new(),
        measures: types::report::Measures::default(),
        url,
    }
}

/// Returns a seed, a good page with a hostile title, a missing page, a near-copy of the second.
pub(crate) fn crawl() -> Vec<PageRecord> {
    let seed = PageRecord {
        parent: None,
        depth: 0,
        priority: 1.0,
        ..page(1, "http://a.test/", "Start", 0.1)
    };
    let good = PageRecord {
        anchor: "say \"on\", please\nnow".to_owned(),
        ..page(
            2,
            "http://a.test/on?x=1&y=2",
            "=HYPERLINK(\"http://x.test\") & <b>",
            0.75,
        )
    };
    let gone = PageRecord {
        status: 404,
        outcome: Outcome::Status(404),
        language: None,
        priority: -3.0,
        ..page(3, "http://a.test/gone", "", 0.0)
    };
    let copy = PageRecord {
        parent: Some(2),
        depth: 2,
        repeats: Some(2),
        ..page(4, "http://b.test:8080/on", "Dengue, the fever", 0.5)
    };
    vec![seed, good, gone, copy]
}

/// Holds a text to a committed file.
pub(crate) fn golden(name: &str, written: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("SALTICID_BLESS").is_some() {
        std::fs::write(&path, written).unwrap();
    }
    let kept = std::fs::read(&path).unwrap();
    assert_eq!(written, String::from_utf8_lossy(&kept), "{name}");
}
