//! Wikipedia's search: its articles, and its refusals.

use super::*;
use types::seeds::Findings;

const SEARCH: &str = "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=jumping+spider&srlimit=10&srprop=snippet&format=json&formatversion=2&origin=*";

fn wikipedia(status: u16, body: &str) -> Result<Findings, SeedsError> {
    let answers = [(SEARCH, status, "application/json", body.as_bytes().to_vec())];
    let (found, asked) = run("wikipedia", &query(" jumping spider "), &answers);
    assert_eq!(asked, [SEARCH]);
    found
}

#[test]
fn articles_are_found_with_their_texts_as_text() {
    let found = wikipedia(
        200,
        r#"{"batchcomplete":true,"query":{"searchinfo":{"totalhits":2},"search":[
            {"ns":0,"title":"Jumping spider","pageid":1,"snippet":"<span class=\"searchmatch\">Jumping</span> spiders &amp; <b>others</b>"},
            {"ns":0,"title":"AC/DC: 100% What?","pageid":2}]}}"#,
    );
    assert_eq!(
        urls(&found),
        [
            "https://en.wikipedia.org/wiki/Jumping_spider",
            "https://en.wikipedia.org/wiki/AC/DC:_100%25_What%3F"
        ]
    );
    let seed = &found.unwrap().seeds[0];
    assert_eq!(seed.title, "Jumping spider");
    assert_eq!(seed.snippet, "Jumping spiders & others");
}

#[test]
fn what_goes_wrong_is_said_with_what_to_do() {
    for (status, body, code, says) in [
        (
            200,
            r#"{"query":{"search":[]}}"#,
            "Nothing",
            "Try fewer or other words",
        ),
        (
            200,
            r#"{"error":{"code":"x","info":"Too\u202e busy"}}"#,
            "Said",
            "says: “Too busy”",
        ),
        (
            200,
            "<html>a page</html>",
            "NotResults",
            "did not return search results",
        ),
        (
            200,
            r#"{"query":"#,
            "NotResults",
            "did not return search results",
        ),
        (429, "", "Status", "in a few minutes"),
        (503, "", "Status", "Try again later"),
    ] {
        let error = wikipedia(status, body).unwrap_err();
        assert!(is_variant(&error, code), "{body}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn huge_and_deep_answers_are_no_answers() {
    let deep = format!("{{\"query\":{}", "[".repeat(100_000));
    let many = format!(
        "{{\"query\":{{\"search\":[{}{{\"title\":\"b\"}}]}}}}",
        "{\"title\":\"a\"},".repeat(limits::SEED_JSON_BYTES / 10)
    );
    for body in [deep, many] {
        assert!(is_variant(
            &wikipedia(200, &body).unwrap_err(),
            "NotResults"
        ));
    }
}

#[test]
fn without_words_nobody_is_asked() {
    for id in ["wikipedia", "library", "demo-search", "searxng"] {
        let (found, asked) = run(id, &at("searx.test", "  "), &[]);
        assert_eq!((found, asked.len()), (Err(SeedsError::NoWords), 0), "{id}");
    }
}
