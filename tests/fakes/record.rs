//! Provides records of pages without a fetch.

use types::report::{Discovery, FetchFigures, Measures, PageRecord, PageText, Validators};
use types::url::CanonicalUrl;

/// Returns page `n` of a crawl: read, a seed, of this relevance.
pub(crate) fn record(n: u32, relevance: f64) -> PageRecord {
    let url = CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL");
    PageRecord {
        status: 200,
        text: PageText {
            title: format!("Page {n}"),
            snippet: "some words".into(),
            marks: vec![(5, 10)],
            language: Some("en".into()),
            document: None,
        },
        discovery: Discovery { pages: 1, priority: 1.0, ..Discovery::default() },
        relevance,
        words: vec![("words".into(), relevance)],
        fetch: FetchFigures {
            is_rendered: false,
            links: 3,
            bytes: 1_000,
            at: 1_700_000_000_000 + u64::from(n),
            elapsed_ms: 12,
            validators: Validators { etag: Some("\"33a64df5\"".into()), last_modified: Some(784_111_777_000) },
        },
        measures: Measures { pages: n, good: n, harvest: 1.0, average: relevance, window: relevance },
        ..PageRecord::new(n, url)
    }
}
