//! SearXNG instances: results and error responses.

use super::*;
use types::seeds::Findings;

fn instance(status: u16, body: &str) -> Result<Findings, SeedsError> {
    let url = "http://searx.test/search?q=jazz+%26+swing&format=json";
    let answers = [(url, status, "application/json", body.as_bytes().to_vec())];
    let (found, asked) = run("searxng", &at("searx.test", "jazz & swing"), &answers);
    assert_eq!(asked, [url]);
    found
}

#[test]
fn results_are_read_and_invalid_urls_left_out() {
    let found = instance(
        200,
        r#"{"query":"jazz","results":[
            {"url":"https://a.test/jazz#top","title":"Jazz\u0000 \u202egnihton","content":"About jazz.","engine":"one"},
            {"url":"javascript:alert(1)","title":"x"},{"url":"ftp://b.test/"},{"title":"no address"},{"url":null},
            {"url":"https://a.test/jazz","title":"again"}]}"#,
    );
    assert_eq!(urls(&found), ["https://a.test/jazz"]);
    let seed = &found.unwrap().seeds[0];
    assert_eq!((seed.title.as_str(), seed.place.as_str()), ("Jazz gnihton", "one, by searx.test"));
}

#[test]
fn an_instance_without_json_is_reported_with_a_remedy() {
    for body in ["Forbidden", "", "<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>"] {
        let error = instance(403, body).unwrap_err();
        assert!(is_variant(&error, "JsonOff"), "{body}");
        assert!(error.to_string().contains("settings.yml"), "{error}");
    }
    let said = instance(403, "Your address is blocked.").unwrap_err().to_string();
    assert!(said.contains("says: “Your address is blocked.”"), "another reason: {said}");
}

#[test]
fn the_address_of_an_instance_may_be_its_folder_or_its_search_page() {
    for (typed, asked) in [
        ("https://s.example", "https://s.example/search?q=a&format=json"),
        ("s.example/searxng", "https://s.example/searxng/search?q=a&format=json"),
        ("s.example/searxng/", "https://s.example/searxng/search?q=a&format=json"),
        ("http://s.example/search", "http://s.example/search?q=a&format=json"),
        ("s.example/research", "https://s.example/research/search?q=a&format=json"),
        ("s.example/my/search", "https://s.example/my/search?q=a&format=json"),
    ] {
        assert_eq!(run("searxng", &at(typed, "a"), &[]).1, [asked], "{typed}");
    }
    let wrong = run("searxng", &at("javascript:alert(1)", "a"), &[]).0;
    assert!(is_variant(&wrong.unwrap_err(), "Address(Scheme"));
}
