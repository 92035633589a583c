//! Compares the files written for a small crawl byte by byte with those in `tests/golden`.
//!
//! After a deliberate change of a format, `SALTICID_BLESS=1 cargo test -p archive` writes the files again. Then run
//! `checks/run.sh`, which opens them with third-party software.

use types::document::{DocumentFormat, ReadDocument};
use types::report::{Discovery, FetchFigures, FetchOutcome, PageRecord, PageText, Validators};
use types::url::CanonicalUrl;

pub(crate) fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).unwrap()
}

fn page(n: u32, address: &str, title: &str, relevance: f64) -> PageRecord {
    PageRecord {
        status: 200,
        text: PageText { title: title.to_owned(), language: Some("en".to_owned()), ..PageText::default() },
        discovery: Discovery {
            parent: Some(1),
            pages: 1,
            depth: 1,
            priority: 0.25,
            parts: vec![0.5, 0.0],
            ..Discovery::default()
        },
        relevance,
        fetch: FetchFigures {
            bytes: 10,
            at: 1_795_163_400_000 + u64::from(n),
            elapsed_ms: 12,
            ..FetchFigures::default()
        },
        ..PageRecord::new(n, url(address))
    }
}

/// Returns a seed, a good page with a hostile title, a missing page, and a near-duplicate of the second.
pub(crate) fn crawl() -> Vec<PageRecord> {
    let seed = {
        let mut record = page(1, "http://a.test/", "Start", 0.1);
        record.discovery.parent = None;
        record.discovery.depth = 0;
        record.discovery.priority = 1.0;
        record
    };
    let good = {
        let mut record = page(2, "http://a.test/on?x=1&y=2", "=HYPERLINK(\"http://x.test\") & <b>", 0.75);
        record.fetch.validators =
            Validators { etag: Some("W/\"33a64df5\"".into()), last_modified: Some(784_111_777_000) };
        record.discovery.anchor = "say \"on\", please\nnow".to_owned();
        record
    };
    let gone = {
        let mut record = page(3, "http://a.test/gone", "", 0.0);
        record.status = 404;
        record.outcome = FetchOutcome::Status(404);
        record.text.language = None;
        record.discovery.priority = -3.0;
        record
    };
    let copy = {
        let mut record = page(4, "http://b.test:8080/on", "Dengue, the fever", 0.5);
        record.discovery.parent = Some(2);
        record.discovery.depth = 2;
        record.near_duplicate_of = Some(2);
        record.text.document = Some(ReadDocument { format: DocumentFormat::Pdf, pages: 12 });
        record
    };
    vec![seed, good, gone, copy]
}

const RENEW: &str = "if the change was meant, run SALTICID_BLESS=1 cargo test -p archive";

/// Compares a text with a committed file.
pub(crate) fn golden(name: &str, written: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("SALTICID_BLESS").is_some() {
        std::fs::write(&path, written).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines = kept.split('\n').zip(written.split('\n')).enumerate();
    for (at, (kept, written)) in lines {
        assert_eq!(written, kept, "line {} of {name}; {RENEW}", at + 1);
    }
    assert_eq!(written.len(), kept.len(), "length of {name}; {RENEW}");
}
