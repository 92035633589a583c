//! Wikipedia's search: articles and error responses.

use super::*;
use types::seeds::Findings;

/// Returns the request for a Wikipedia's articles.
fn request(site: &str, words: &str) -> String {
    format!(
        "https://{site}.wikipedia.org/w/api.php?action=query&list=search&srsearch={words}&srlimit=10&srprop=snippet\
        &generator=search&gsrsearch={words}&gsrlimit=10&prop=extlinks&ellimit=max&format=json&formatversion=2&origin=*"
    )
}

fn wikipedia(status: u16, body: &str) -> Result<Findings, SeedsError> {
    let request = request("en", "jumping+spider");
    let body = body.as_bytes().to_vec();
    let answers = [(request.as_str(), status, "application/json", body)];
    let (found, asked) = run("wikipedia", &query(" jumping spider "), &answers);
    assert_eq!(asked, [request]);
    found
}

#[test]
fn pages_that_articles_cite_are_found_if_they_have_a_word_and_all_links_are_kept() {
    let found = wikipedia(200, include_str!("answers/wikipedia.json"));
    assert_eq!(
        urls(&found),
        [
            "https://en.wikipedia.org/wiki/Jumping_spider",
            "https://salticidae.example.org/jumping-spiders/",
            "https://en.wikipedia.org/wiki/Portia_(spider)",
            "https://salticidae.example.org/jumping-spiders",
        ]
    );
    let found = found.unwrap();
    assert_eq!(found.seeds[1].place, "cited by “Jumping spider”");
    assert_eq!(found.links.len(), 5, "all but the archived copy");
    let hostile = wikipedia(
        200,
        r#"{"query":{"search":[{"title":"A"}],"pages":[{"title":"A","extlinks":[
            {"url":"http://192.168.1.1/spider"},{"url":"javascript:spider()"},{"url":7},null,{"url":"//spider.example.org/"}]}]}}"#,
    );
    assert_eq!(urls(&hostile), ["https://en.wikipedia.org/wiki/A"]);
    assert!(hostile.unwrap().links.is_empty());
}

#[test]
fn the_english_wikipedia_is_searched_too_if_that_of_the_query_finds_few_articles() {
    let none = |site: &str, words: &str| {
        let body = br#"{"query":{"search":[]}}"#.to_vec();
        (request(site, words), 200, "application/json", body)
    };
    let russian = "%D0%BF%D0%B0%D1%83%D0%BA";
    for (words, spoken, encoded, sites) in [
        ("паук", "en", russian, &["ru", "en"][..]),
        ("Spinne", "de-AT", "Spinne", &["de", "en"]),
        ("Edderkopp", "nb-NO", "Edderkopp", &["no", "en"]),
        ("spider", "en-GB", "spider", &["en"]),
    ] {
        let inputs = SeedInputs { language: spoken.to_owned(), ..query(words) };
        let all = ["ru", "de", "no", "en"].map(|site| none(site, encoded));
        let answers: Vec<_> =
            all.iter().map(|(at, status, kind, body)| (at.as_str(), *status, *kind, body.clone())).collect();
        let (found, asked) = run("wikipedia", &inputs, &answers);
        let expected: Vec<String> = sites.iter().map(|site| request(site, encoded)).collect();
        assert_eq!(asked, expected, "{words}");
        assert!(is_variant(&found.unwrap_err(), "NoResults"));
    }
}

#[test]
fn the_english_wikipedia_is_searched_too_if_the_query_may_be_english() {
    let titles = r#"{"query":{"search":[{"title":"A"},{"title":"B"},{"title":"C"}]}}"#;
    for (words, encoded, sites) in [
        ("jumping spiders", "jumping+spiders", &["de", "en"][..]),
        ("Wie jagen Springspinnen ohne ein Netz zu bauen", "Wie+jagen+Springspinnen+ohne+ein+Netz+zu+bauen", &["de"]),
    ] {
        let inputs = SeedInputs { language: "de-AT".to_owned(), ..query(words) };
        let requests: Vec<String> = sites.iter().map(|site| request(site, encoded)).collect();
        let answers: Vec<_> = requests.iter().map(|at| (at.as_str(), 200, "application/json", titles.into())).collect();
        let (found, asked) = run("wikipedia", &inputs, &answers);
        assert_eq!(asked, requests);
        assert_eq!(urls(&found).len(), 3 * sites.len());
    }
}

/// Processing all articles, pages and links of such a response would take minutes.
#[test]
fn responses_with_too_many_articles_pages_and_links_are_cut() {
    let joined = |count: usize, one: &dyn Fn(usize) -> String| {
        let all: Vec<String> = (0..count).map(one).collect();
        all.join(",")
    };
    let answer = |articles: String, pages: String| {
        let body = format!("{{\"query\":{{\"search\":[{articles}],\"pages\":[{pages}]}}}}");
        assert!(body.len() < limits::SEED_JSON_BYTES);
        wikipedia(200, &body).expect("pages")
    };
    let link = |n: usize| format!("{{\"url\":\"http://a.example.org/spider/{n}\"}}");

    let equal = joined(20_000, &|_| "{\"title\":\"A\"}".to_owned());
    let page = format!("{{\"title\":\"A\",\"extlinks\":[{}]}}", joined(8_000, &link));
    let found = answer(equal, page);
    assert_eq!(found.links.len(), 500);
    assert_eq!(found.seeds.len(), 3, "one article and two cited pages");

    let titles = joined(10_000, &|n| format!("{{\"title\":\"A{n}\"}}"));
    let pages = joined(10_000, &|n| format!("{{\"title\":\"A{n}\",\"extlinks\":[{}]}}", link(n)));
    let found = answer(titles, pages);
    assert_eq!(found.links.len(), 10);
    assert_eq!(found.seeds.len(), 20, "ten articles, each with one cited page");
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
        ["https://en.wikipedia.org/wiki/Jumping_spider", "https://en.wikipedia.org/wiki/AC/DC:_100%25_What%3F"]
    );
    let seed = &found.unwrap().seeds[0];
    assert_eq!(seed.title, "Jumping spider");
    assert_eq!(seed.snippet, "Jumping spiders & others");
}

#[test]
fn errors_contain_a_remedy() {
    for (status, body, code, says) in [
        (200, r#"{"query":{"search":[]}}"#, "NoResults", "Try fewer or other words"),
        (200, r#"{"error":{"code":"x","info":"Too\u202e busy"}}"#, "ServiceMessage", "says: “Too busy”"),
        (200, "<html>a page</html>", "UnexpectedFormat", "did not return search results"),
        (200, r#"{"query":"#, "UnexpectedFormat", "did not return search results"),
        (429, "", "Status", "in a few minutes"),
        (503, "", "Status", "Try again later"),
    ] {
        let error = wikipedia(status, body).unwrap_err();
        assert!(is_variant(&error, code), "{body}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn huge_and_deeply_nested_responses_are_refused() {
    let deep = format!("{{\"query\":{}", "[".repeat(100_000));
    let many = format!(
        "{{\"query\":{{\"search\":[{}{{\"title\":\"b\"}}]}}}}",
        "{\"title\":\"a\"},".repeat(limits::SEED_JSON_BYTES / 10)
    );
    for body in [deep, many] {
        assert!(is_variant(&wikipedia(200, &body).unwrap_err(), "UnexpectedFormat"));
    }
}

#[test]
fn without_words_no_request_is_sent() {
    for id in ["wikipedia", "wikidata", "marginalia", "library", "demo-search", "searxng"] {
        let (found, asked) = run(id, &at("searx.test", "  "), &[]);
        assert_eq!((found, asked.len()), (Err(SeedsError::NoWords), 0), "{id}");
    }
}

#[test]
fn a_search_that_runs_out_of_time_says_whether_it_found_pages() {
    let entry = find("library").expect("in the list");
    let page = || {
        let url = CanonicalUrl::parse("http://a.test/").expect("a URL");
        types::seeds::Seed::new(url, "A", "", "")
    };
    for (seeds, expected) in
        [(vec![], Err(SeedsError::TimedOut(5))), (vec![page()], Ok(vec![SeedsError::Unfinished(5).to_string()]))]
    {
        let mut search = Search::new(entry, &query("spiders"), &EncodingRs).expect("has words");
        search.looked_up(seeds);
        search.timed_out(5);
        let warnings = search.finish().map(|findings| findings.warnings);
        assert_eq!(warnings, expected);
    }
}
