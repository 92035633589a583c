//! Services without a key: their requests, their example responses (`answers/README.md`), and malicious responses.

use super::*;

/// For each service its id, its response, the beginning of the request, and the pages found.
const SERVICES: [(&str, &str, &str, &[&str]); 15] = [
    (
        "wikidata",
        include_str!("answers/wikidata.json"),
        "https://query.wikidata.org/sparql?format=json&query=SELECT%20",
        &["https://example.net/"],
    ),
    (
        "hacker-news",
        include_str!("answers/hacker-news.json"),
        "https://hn.algolia.com/api/v1/search?tags=story&hitsPerPage=10&query=jumping%20spiders",
        &["https://lab.example.com/eyes", "https://news.ycombinator.com/item?id=10000002"],
    ),
    (
        "stack-exchange",
        include_str!("answers/stack-exchange.json"),
        "https://api.stackexchange.com/2.3/search/advanced?site=stackoverflow&order=desc&sort=relevance&pagesize=10\
        &q=jumping%20spiders",
        &["https://stackoverflow.com/questions/20000001/count-the-eyes-of-jumping-spiders"],
    ),
    (
        "internet-archive",
        include_str!("answers/internet-archive.json"),
        "https://archive.org/advancedsearch.php?output=json&rows=10&fl%5B%5D=identifier&fl%5B%5D=title\
        &fl%5B%5D=description&q=jumping%20spiders",
        &["https://archive.org/details/jumping-spiders-1930", "https://archive.org/details/film_0042"],
    ),
    (
        "crossref",
        include_str!("answers/crossref.json"),
        "https://api.crossref.org/works?rows=10&select=URL%2Cresource%2Ctitle%2Cabstract&query=jumping%20spiders",
        &["https://doi.org/10.5555/12345678", "https://doi.org/10.5555/87654321"],
    ),
    (
        "openalex",
        include_str!("answers/openalex.json"),
        "https://api.openalex.org/works?per_page=10&select=doi%2Cdisplay_name%2Cprimary_location\
        &search=jumping%20spiders",
        &["https://journal.example.com/article/7", "https://doi.org/10.5555/11112222"],
    ),
    (
        "marginalia",
        include_str!("answers/marginalia.json"),
        "https://api.marginalia.nu/public/search/jumping%20spiders?count=10&lang=en",
        &["https://salticidae.example.org/jumping-spiders/"],
    ),
    (
        "mwmbl",
        include_str!("answers/mwmbl.json"),
        "https://api.mwmbl.org/api/v2/search/?q=jumping%20spiders",
        &["https://salticidae.example.org/jumping-spiders/", "https://blog.example.net/spiders"],
    ),
    (
        "wiby",
        include_str!("answers/wiby.json"),
        "https://wiby.me/json/?q=jumping%20spiders",
        &["http://spiders.example.net/"],
    ),
    (
        "github",
        include_str!("answers/github.json"),
        "https://api.github.com/search/repositories?per_page=10&q=jumping%20spiders",
        &["https://spiders.example.org/", "https://github.com/bob/jumping", "https://github.com/eve/legs"],
    ),
    (
        "gdelt",
        include_str!("answers/gdelt.json"),
        "https://api.gdeltproject.org/api/v2/doc/doc?mode=artlist&format=json&maxrecords=10&sort=hybridrel\
        &query=jumping%20spiders",
        &["https://news.example.org/2026/jumping-spiders"],
    ),
    (
        "europe-pmc",
        include_str!("answers/europe-pmc.json"),
        "https://www.ebi.ac.uk/europepmc/webservices/rest/search?format=json&resultType=lite&pageSize=10\
        &query=jumping%20spiders",
        &[
            "https://europepmc.org/article/PMC/PMC6000001",
            "https://europepmc.org/article/MED/30000002",
            "https://doi.org/10.5555/3",
        ],
    ),
    (
        "arxiv",
        include_str!("answers/arxiv.xml"),
        "https://export.arxiv.org/api/query?max_results=10&search_query=all%3Ajumping%20AND%20all%3Aspiders",
        &["http://arxiv.org/abs/2601.00001v1"],
    ),
    (
        "doaj",
        include_str!("answers/doaj.json"),
        "https://doaj.org/api/search/articles/jumping%20spiders?pageSize=10",
        &["https://journal.example.org/article/9"],
    ),
    (
        "semantic-scholar",
        include_str!("answers/semantic-scholar.json"),
        "https://api.semanticscholar.org/graph/v1/paper/search?limit=10&fields=title%2Curl%2Cabstract\
        &query=jumping%20spiders",
        &["https://www.semanticscholar.org/paper/649def34f8be52c8b66281af98ae884c09aef38b"],
    ),
];

/// Returns the findings of a service for a response with this status and body.
fn ask(id: &str, status: u16, body: &str) -> Result<Findings, SeedsError> {
    let words = query("jumping spiders");
    let (_, asked) = run(id, &words, &[]);
    let answers = [(asked[0].as_str(), status, "application/json", body.as_bytes().to_vec())];
    let (found, asked) = run(id, &words, &answers);
    assert_eq!(asked.len(), 1, "one request: {asked:?}");
    found
}

#[test]
fn every_service_gets_the_documented_request_and_its_example_response_gives_pages() {
    for (id, answer, request, expected) in SERVICES {
        let (_, asked) = run(id, &query(" jumping spiders "), &[]);
        assert!(asked[0].starts_with(request), "{}", asked[0]);
        assert_eq!(urls(&ask(id, 200, answer)), expected, "{id}");
    }
}

#[test]
fn titles_and_descriptions_are_text() {
    let seeds = |id: &str| {
        let (_, answer, ..) = SERVICES.into_iter().find(|(own, ..)| *own == id).unwrap();
        ask(id, 200, answer).unwrap().seeds
    };
    for (id, at, title, about) in [
        ("stack-exchange", 0, "Count the eyes of \"jumping\" spiders & others", ""),
        ("hacker-news", 1, "Ask HN: Jumping spiders as pets?", "Which jumping spiders are easy to keep?"),
        ("internet-archive", 0, "A revision of the jumping spiders", "With plates."),
        ("internet-archive", 1, "Hunters without webs", ""),
        ("crossref", 0, "Color vision in jumping spiders of the genus Habronattus", "They see red."),
        ("crossref", 1, "", ""),
        ("mwmbl", 1, "A blog on <i>spiders</i>", ""),
        ("wiby", 0, "Bob's jumping spiders", "My spiders & their webs"),
        ("github", 0, "ada/spiders", "Draws <canvas> spiders"),
        ("europe-pmc", 0, "Vision of Portia.", ""),
        ("arxiv", 0, "Jumping spiders if a < b: a model", "We model & count."),
        ("doaj", 0, "Courtship of jumping spiders", "They dance."),
        ("semantic-scholar", 0, "If p < 0.05: jumping spiders", "We count eyes."),
        ("wikidata", 0, "World Spider List", "database of jumping spiders and others"),
    ] {
        let seed = &seeds(id)[at];
        assert_eq!((seed.title.as_str(), seed.snippet.as_str()), (title, about), "{id}");
    }
}

#[test]
fn a_refusal_is_reported_with_the_service_message() {
    for (id, status, body, code, says) in [
        (
            "stack-exchange",
            400,
            r#"{"error_id":502,"error_message":"too many requests from this IP","error_name":"throttle_violation"}"#,
            "ServiceMessage",
            "api.stackexchange.com says: “too many requests from this IP”",
        ),
        (
            "openalex",
            429,
            r#"{"error":"Rate limit exceeded","message":"Get a free key"}"#,
            "ServiceMessage",
            "Get a free key",
        ),
        (
            "crossref",
            400,
            r#"{"status":"failed","message-type":"validation-failure","message":[{"type":"x","message":"No\u202e such\nfield"}]}"#,
            "ServiceMessage",
            "No such field",
        ),
        ("marginalia", 503, "", "Status", "Try again later"),
        ("wikidata", 429, "", "Status", "in a few minutes"),
        ("hacker-news", 403, "{}", "Status", "restricted"),
    ] {
        let error = ask(id, status, body).unwrap_err();
        assert!(is_variant(&error, code), "{id}: {error:?}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn an_answer_without_a_list_that_counts_no_results_has_none() {
    for (id, body) in [("gdelt", "{}"), ("semantic-scholar", r#"{"total":0,"offset":0}"#)] {
        let found = ask(id, 200, body);
        assert!(matches!(found, Err(SeedsError::NoResults(_))), "{id}: {found:?}");
    }
}

#[test]
fn responses_of_other_types_are_refused_and_results_of_other_types_left_out() {
    for (id, ..) in SERVICES {
        for body in [
            "null",
            "[]",
            "\"x\"",
            "{}",
            "<html>",
            r#"{"hits":{},"items":1,"results":"x","response":[],"message":{"items":null}}"#,
        ] {
            // The answer of Wiby is the list, which has no results here, and GDELT has no list without results.
            if matches!((id, body), ("wiby", "[]") | ("gdelt", "{}")) {
                continue;
            }
            let error = ask(id, 200, body).unwrap_err();
            assert!(
                matches!(error, SeedsError::UnexpectedFormat { .. } | SeedsError::ServiceMessage { .. }),
                "{id} {body}: {error:?}"
            );
        }
    }
    let found = ask(
        "hacker-news",
        200,
        r#"{"hits":[null,1,"x",[],{},{"url":7},{"url":{"a":1}},{"url":[[]]},{"url":"https://a.example.org/","title":9,"story_text":{}}]}"#,
    );
    assert_eq!(urls(&found), ["https://a.example.org/"]);
}

/// A service or a forged response must not direct a crawl into the person's own network.
#[test]
fn addresses_outside_the_public_internet_are_left_out() {
    let bad = [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example.org/",
        "http://127.0.0.1:9/reboot",
        "http://[::1]/",
        "http://192.168.178.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://router.lan/",
        "http://localhost/",
        "//a.example.org/",
        "",
    ];
    let hits = bad.map(|url| format!("{{\"url\":\"{url}\"}}")).join(",");
    let with_one = format!("{{\"hits\":[{hits},{{\"url\":\"https://a.example.org/\"}}]}}");
    let warnings = ask("hacker-news", 200, &with_one).unwrap().warnings;
    assert_eq!(warnings, ["12 entries of hn.algolia.com were left out: they have no address of a web page."]);
    let error = ask("hacker-news", 200, &format!("{{\"hits\":[{hits}]}}")).unwrap_err();
    assert!(is_variant(&error, "NoResults"), "{error:?}");
    let docs = r#"{"response":{"docs":[{"identifier":"../../evil"},{"identifier":"@evil.example.org"},{"identifier":"//evil.example.org/"}]}}"#;
    for url in urls(&ask("internet-archive", 200, docs)) {
        assert!(url.starts_with("https://archive.org/"), "{url}");
    }
}

#[test]
fn huge_and_deeply_nested_responses_are_refused_and_long_lists_are_cut() {
    let deep = format!("{{\"hits\":{}", "[".repeat(100_000));
    let hit = |n: usize| format!("{{\"url\":\"https://a.example.org/{n}\"}}");
    let many = |count: usize| {
        let hits: Vec<String> = (0..count).map(hit).collect();
        format!("{{\"hits\":[{}]}}", hits.join(","))
    };
    for body in [deep, many(limits::SEED_JSON_BYTES / 20)] {
        let error = ask("hacker-news", 200, &body).unwrap_err();
        assert!(is_variant(&error, "UnexpectedFormat"), "{error:?}");
    }
    let found = ask("hacker-news", 200, &many(5_000));
    assert_eq!(urls(&found).len(), limits::SEEDS_FOUND);
    assert_eq!(urls(&found)[0], "https://a.example.org/0");
    let late = format!("{{\"hits\":[{}{}]}}", "{},".repeat(limits::SEEDS_FOUND), hit(1));
    let error = ask("hacker-news", 200, &late).unwrap_err();
    assert!(is_variant(&error, "NoResults"), "{error:?}");
}

#[test]
fn words_keep_combining_marks_and_are_not_operators() {
    for (typed, sent) in [
        ("हिन्दी", "q=हिन्दी"),
        ("ไม้ไผ่", "q=ไม้ไผ่"),
        ("cats NOT dogs", "q=cats not dogs"),
        ("+AND- (OR) Notes \u{301}", "q=and or Notes"),
    ] {
        let (_, asked) = run("internet-archive", &query(typed), &[]);
        let url = percent_encoding::percent_decode_str(&asked[0]).decode_utf8();
        let url = url.expect("UTF-8");
        assert!(url.ends_with(sent), "{url}");
    }
}

#[test]
fn punctuation_of_a_query_does_not_become_request_syntax() {
    let typed = "a\" } DELETE #&x=1/../+\n".repeat(100);
    for (id, ..) in SERVICES {
        let (_, asked) = run(id, &query(&typed), &[]);
        let url = url::Url::parse(&asked[0]).expect("a URL");
        assert!(url.fragment().is_none(), "{url}");
        assert!(url.query_pairs().all(|(name, _)| name != "x"), "{url}");
        assert!(asked[0].len() < 3_000, "{} bytes", asked[0].len());
        if id == "wikidata" {
            let sparql = url.query_pairs().find(|(name, _)| name == "query");
            let (_, sparql) = sparql.expect("the query");
            assert!(sparql.contains("mwapi:srsearch \"a DELETE x 1 a DELETE"));
            assert_eq!(sparql.matches('"').count(), 10, "{sparql}");
        }
    }
    for id in ["wikidata", "internet-archive"] {
        let (found, asked) = run(id, &query("++ --"), &[]);
        assert_eq!((found, asked.len()), (Err(SeedsError::NoWords), 0), "no words for {id}");
    }
}

#[test]
fn marginalia_is_asked_in_the_language_of_the_query_if_it_has_that() {
    for (words, spoken, language) in
        [("Springspinnen", "de-AT", "de"), ("hoppspindlar", "sv", "sv"), ("пауки", "ru", "en"), ("spiders", "", "en")]
    {
        let inputs = SeedInputs { language: spoken.to_owned(), ..query(words) };
        let (_, asked) = run("marginalia", &inputs, &[]);
        assert!(asked[0].ends_with(&format!("&lang={language}")), "{asked:?}");
    }
}
