//! Pages that nobody fetched.

use types::report::{Measures, Outcome, PageRecord};
use types::url::CanonicalUrl;

/// Page `n` of a crawl: read, a seed, of this relevance.
pub(crate) fn record(n: u32, relevance: f64) -> PageRecord {
    PageRecord {
        n,
        url: CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL"),
        status: 200,
        outcome: Outcome::Read,
        title: format!("Page {n}"),
        snippet: "some words".into(),
        marks: vec![(5, 10)],
        language: Some("en".into()),
        parent: None,
        anchor: String::new(),
        pages: 1,
        depth: 0,
        priority: 1.0,
        parts: Vec::new(),
        relevance,
        words: vec![("words".into(), relevance)],
        host: "http://a.test".into(),
        links: 3,
        repeats: None,
        bytes: 1_000,
        at: 1_700_000_000_000 + u64::from(n),
        elapsed_ms: 12,
        spider: None,
        herd: None,
        queue: 0,
        links_to: Vec::new(),
        linked_from: Vec::new(),
        readings: Vec::new(),
        measures: Measures {
            pages: n,
            good: n,
            harvest: 1.0,
            average: relevance,
            window: relevance,
        },
    }
}
