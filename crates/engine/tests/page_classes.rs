//! Measures the classes of pages that are no pages over a corpus of responses: precision, recall, and the exact class.
//!
//! `page_classes/*.txt` have the responses of a class each, and `innocent.txt` pages to read that resemble them. A
//! response begins with a line `=== name | url | status | content-type`; the body follows. The hosts of vendors end
//! with `.example` there, so that nothing is fetched from them. Responses with an error status have no class and are
//! left out.

use engine::fetch::{Content, FetchRequest, FetchResponse, RawResponse};
use engine::html::EncodingRs;
use std::collections::BTreeMap;
use std::path::PathBuf;
use types::report::PageClass;
use types::url::CanonicalUrl;

/// The lowest share of pages with a class that are no pages.
const PRECISION: f64 = 0.97;
/// The lowest share of the pages of a class that have any class.
const RECALL: f64 = 0.8;
/// The lowest share of the detected pages of a class that have the class itself.
const EXACT: f64 = 0.9;

/// The corpus file of the pages that have no class.
const INNOCENT: &str = "innocent";

/// A response of the corpus with the class that was read.
struct Case {
    file: String,
    name: String,
    class: Option<PageClass>,
}

/// Returns the class of a response; content with a media type that is not read counts as not HTML.
fn class(url: &str, content_type: &str, body: &[u8]) -> Option<PageClass> {
    let url = CanonicalUrl::parse(url).expect("the corpus has valid URLs");
    let headers = [("content-type".to_owned(), content_type.to_owned())];
    let headers = if content_type.is_empty() { &[][..] } else { &headers };
    let raw = RawResponse { status: 200, headers, body, elapsed_ms: 0 };
    match FetchResponse::read(&FetchRequest::page(url), raw, 0, &EncodingRs).content {
        Content::Page(document) => document.class,
        Content::Unsupported(_) => Some(PageClass::NotHtml),
        other => panic!("a successful response is a page, not {other:?}"),
    }
}

/// Returns the responses of a file with a successful status.
fn cases(file: &str, text: &str) -> Vec<Case> {
    let text = text.replace("\r\n", "\n").replace(".example", "");
    let responses = text.strip_prefix("=== ").unwrap_or(&text).split("\n=== ");
    let read = responses.filter_map(|response| {
        let (head, body) = response.split_once('\n').unwrap_or((response, ""));
        let fields: Vec<&str> = head.split('|').map(str::trim).collect();
        let [name, url, status, content_type] = fields[..] else {
            panic!("{file}: not a head: {head}");
        };
        let is_success = status.starts_with('2');
        is_success.then(|| Case {
            file: file.to_owned(),
            name: name.to_owned(),
            class: class(url, content_type, body.as_bytes()),
        })
    });
    read.collect()
}

fn corpus() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/page_classes");
    let files = std::fs::read_dir(&folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "txt"));
    paths.sort();
    let read = paths.iter().flat_map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read(path).expect("a corpus file can be read");
        cases(&name, &String::from_utf8_lossy(&text))
    });
    read.collect()
}

/// Returns the class of a corpus file; `None` for pages to read.
fn expected(file: &str) -> Option<PageClass> {
    let code = match file {
        INNOCENT => return None,
        "empty" => "empty-page",
        other => other,
    };
    Some(PageClass::from_code(code).expect("a file is named after a class"))
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Returns the number of pages by file and class, and the pages with a wrong class, for a failed test.
fn confusion(cases: &[Case]) -> String {
    let code = |class: Option<PageClass>| class.map_or("-", PageClass::code);
    let mut table: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for case in cases {
        *table.entry(&case.file).or_default().entry(code(case.class)).or_default() += 1;
    }
    let rows = table.iter().map(|(file, row)| format!("{file}: {row:?}"));
    let wrong = cases.iter().filter(|case| case.class != expected(&case.file));
    let wrong = wrong.map(|case| format!("  {} {}: {}", case.file, case.name, code(case.class)));
    rows.chain(wrong).collect::<Vec<_>>().join("\n")
}

#[test]
fn pages_that_are_no_pages_are_detected_with_their_class() {
    let cases = corpus();
    let table = confusion(&cases);
    let detected = cases.iter().filter(|case| case.class.is_some()).count();
    let innocent = cases.iter().filter(|case| case.class.is_some() && case.file == INNOCENT).count();
    let precision = share(detected - innocent, detected);
    let mut files: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &cases {
        files.entry(&case.file).or_default().push(case);
    }
    files.remove(INNOCENT);
    let figures: Vec<(&str, f64, f64)> = files
        .iter()
        .map(|(file, cases)| {
            let found = cases.iter().filter(|case| case.class.is_some()).count();
            let exact = cases.iter().filter(|case| case.class == expected(file)).count();
            (*file, share(found, cases.len()), share(exact, found))
        })
        .collect();
    let report = format!("precision {precision:.3}; recall and exact classes {figures:.2?}\n{table}");
    println!("{report}");
    assert!(precision >= PRECISION, "{report}");
    for (file, recall, exact) in figures {
        assert!(recall >= RECALL, "recall of {file}: {report}");
        assert!(exact >= EXACT, "exact class of {file}: {report}");
    }
}
