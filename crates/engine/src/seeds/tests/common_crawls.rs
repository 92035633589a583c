//! Common Crawl's index: pages of a host that the person names.

use super::*;

const INDEXES: &str = r#"[{"id":"CC-MAIN-2026-43","name":"October 2026 Index","cdx-api":"https://index.commoncrawl.org/CC-MAIN-2026-43-index"},
    {"id":"CC-MAIN-2026-38","cdx-api":"https://index.commoncrawl.org/CC-MAIN-2026-38-index"}]"#;
const LIST: &str = "https://index.commoncrawl.org/collinfo.json";
const QUERY: &str = "https://index.commoncrawl.org/CC-MAIN-2026-43-index?url=www.a.test%2F*&output=json&fl=url\
    &filter=%3Dstatus%3A200&filter=%3Dmime%3Atext%2Fhtml&limit=1000";

fn of_index(status: u16, body: &str) -> (Result<Findings, SeedsError>, Vec<String>) {
    let answers =
        [(LIST, 200, "application/json", INDEXES.into()), (QUERY, status, "text/x-ndjson", body.as_bytes().to_vec())];
    run("common-crawl", &at("https://www.a.test/start", "jazz"), &answers)
}

#[test]
fn the_newest_index_is_asked_for_pages_of_the_host_and_those_with_the_words_are_found() {
    let lines = "{\"url\": \"https://www.example.org/about\"}\n{\"url\": \"https://www.example.org/jazz/1\"}\nno JSON\n\
        {\"url\": \"http://127.0.0.1/jazz\"}\n";
    let (found, asked) = of_index(200, lines);
    assert_eq!(asked, [LIST, QUERY]);
    assert_eq!(urls(&found), ["https://www.example.org/jazz/1"]);
    let left_out = "2 entries of index.commoncrawl.org were left out: they have no address of a web page.";
    assert_eq!(found.unwrap().warnings, [left_out]);
}

#[test]
fn a_host_that_the_index_does_not_have_is_no_error_of_the_index() {
    let message = r#"{"message": "No Captures found for: www.a.test/*"}"#;
    assert!(is_variant(&of_index(404, message).0.unwrap_err(), "NoResults"));
    assert!(is_variant(&of_index(503, "").0.unwrap_err(), "Status"));
    let said = of_index(503, r#"{"message": "Please reduce your request rate."}"#).0.unwrap_err().to_string();
    assert!(said.contains("says: “Please reduce your request rate.”"), "{said}");
    let answers = [(LIST, 200, "application/json", b"[]".to_vec())];
    let (found, asked) = run("common-crawl", &at("a.test", ""), &answers);
    assert!(is_variant(&found.unwrap_err(), "UnexpectedFormat"), "{asked:?}");
}
