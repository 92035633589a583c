//! Wikipedia's search: articles and error responses.

use super::*;
use types::seeds::Findings;

/// Returns the request for a Wikipedia's articles.
fn request(site: &str, words: &str) -> String {
    request_for_two(site, words, words)
}

/// Returns the request for a Wikipedia's articles by one query, and for those by another one with their links.
fn request_for_two(site: &str, words: &str, others: &str) -> String {
    format!(
        "https://{site}.wikipedia.org/w/api.php?action=query&list=search&srsearch={words}&srlimit=10&srprop=snippet\
        &generator=search&gsrsearch={others}&gsrlimit=10&prop=extlinks&ellimit=max\
        &format=json&formatversion=2&origin=*"
    )
}

/// Returns the request for the text of an article.
fn text_request(site: &str, title: &str) -> String {
    format!(
        "https://{site}.wikipedia.org/w/api.php?action=parse&page={title}&prop=wikitext%7Cproperties&redirects=1\
        &format=json&formatversion=2&origin=*"
    )
}

/// Returns the findings of a search whose first request gets this response, without more articles and without the
/// articles' texts.
fn wikipedia(status: u16, body: &str) -> Result<Findings, SeedsError> {
    let request = request("en", "jumping+spider");
    let any = self::request("en", "jumping+OR+spider");
    let answers = [
        (request.as_str(), status, "application/json", body.as_bytes().to_vec()),
        (any.as_str(), 200, "application/json", titled(&[])),
    ];
    let (found, asked) = run("wikipedia", &query(" jumping spider "), &answers);
    assert_eq!(asked[0], request);
    found
}

/// Returns a Wikipedia's answer with articles of these titles.
fn titled(titles: &[&str]) -> Vec<u8> {
    let titles: Vec<String> = titles.iter().map(|title| format!("{{\"title\":\"{title}\"}}")).collect();
    format!("{{\"query\":{{\"search\":[{}]}}}}", titles.join(",")).into_bytes()
}

#[test]
fn articles_precede_the_pages_that_they_cite_and_all_links_are_kept() {
    let found = wikipedia(200, include_str!("answers/wikipedia.json"));
    assert_eq!(
        urls(&found),
        [
            "https://en.wikipedia.org/wiki/Jumping_spider",
            "https://salticidae.example.org/jumping-spiders/",
            "https://www.example.net/",
            "https://en.wikipedia.org/wiki/Portia_(spider)",
            "https://salticidae.example.org/jumping-spiders",
            "https://www.example.net/portia",
        ]
    );
    let found = found.unwrap();
    assert_eq!(found.seeds[1].place, "cited by “Jumping spider”");
    assert_eq!(found.links.len(), 5, "all but the archived copy");
    let hostile = wikipedia(
        200,
        r#"{"query":{"search":[{"title":"A"}],"pages":[{"title":"A","extlinks":[
            {"url":"http://192.168.1.1/spider"},{"url":"javascript:spider()"},{"url":7},null,{"url":"//spider.example.org/"},
            {"url":"https://de.wikipedia.org/wiki/A"},{"url":"https://web.archive.org/spider"}]}]}}"#,
    );
    assert_eq!(urls(&hostile), ["https://en.wikipedia.org/wiki/A"]);
    assert!(hostile.unwrap().links.is_empty());
}

/// Latin URLs never have Han words.
#[test]
fn an_article_in_any_script_has_cited_pages() {
    let answer = r#"{"batchcomplete":true,"query":{"searchinfo":{"totalhits":2000},"search":[{"ns":0,"title":"机器学习","pageid":1,"snippet":"<span class=\"searchmatch\">机器学习</span>是人工智能的一个分支"},{"ns":0,"title":"监督学习","pageid":2,"snippet":""},{"ns":0,"title":"深度学习","pageid":3,"snippet":""}],"pages":[{"pageid":1,"ns":0,"title":"机器学习","index":1,"extlinks":[{"url":"https://www.coursera.org/learn/machine-learning"},{"url":"http://www.jmlr.org/"},{"url":"https://scikit-learn.org/stable/"}]}]}}"#;
    let words = "%E6%9C%BA%E5%99%A8%E5%AD%A6%E4%B9%A0";
    let (first, text) = (request("zh", words), text_request("zh", words));
    let answers = [(first.as_str(), 200, "application/json", answer.into())];
    let (found, asked) = run("wikipedia", &query("机器学习"), &answers);
    assert_eq!(asked[..2], [first.clone(), text.clone()]);
    assert!(urls(&found).contains(&"https://www.coursera.org/learn/machine-learning"), "{:?}", urls(&found));
    let wikitext = r#"{"parse":{"title":"机器学习","wikitext":"文<ref>{{cite web|url=https://a.example.org/1|title=别的}}</ref><ref>{{cite web|url=https://a.example.org/2|title=机器学习入门}}</ref>\n== 外部链接 ==\n* [https://www.jmlr.org/ 期刊]"}}"#;
    let answers = [answers[0].clone(), (text.as_str(), 200, "application/json", wikitext.into())];
    let found = run("wikipedia", &query("机器学习"), &answers).0;
    let listed = urls(&found);
    assert_eq!(
        listed[1..3],
        ["https://www.jmlr.org/", "https://a.example.org/2"],
        "the list, then the citation by its title"
    );
    assert!(!listed.contains(&"https://a.example.org/1"));
    let seeds = &found.as_ref().unwrap().seeds;
    assert_eq!((seeds[1].title.as_str(), seeds[1].place.as_str()), ("期刊", "an external link of “机器学习”"));
    assert_eq!((seeds[2].title.as_str(), seeds[2].place.as_str()), ("机器学习入门", "cited by “机器学习”"));
}

#[test]
fn at_most_eight_pages_of_an_article_are_seeds() {
    let cited = |n: usize| format!("<ref>[https://a.example.org/{n} Jumping spider {n}]</ref>");
    let listed = |n: usize| format!("\\n* [https://b.example.org/{n} List {n}]");
    let wikitext =
        (0..400).map(cited).collect::<String>() + "\\n== External links ==" + &(0..3).map(listed).collect::<String>();
    let (first, text) = (request("en", "jumping+spider"), text_request("en", "Jumping+spider"));
    let article = format!("{{\"parse\":{{\"wikitext\":\"{wikitext}\"}}}}").into_bytes();
    let links = r#"[{"url":"https://c.example.org/jumping-spider"},{"url":"https://d.example.org/spider"}]"#;
    let found = r#"{"query":{"search":[{"title":"Jumping spider"},{"title":"B"},{"title":"C"}],"pages":["#.to_owned()
        + &format!(r#"{{"title":"Jumping spider","extlinks":{links}}}]}}}}"#);
    let answers = [
        (first.as_str(), 200, "application/json", found.into_bytes()),
        (text.as_str(), 200, "application/json", article),
    ];
    let found = run("wikipedia", &query("jumping spider"), &answers).0;
    let seeds = urls(&found);
    assert_eq!(seeds.len(), 3 + 8);
    assert_eq!(seeds[1..4], ["https://b.example.org/0", "https://b.example.org/1", "https://b.example.org/2"]);
    assert_eq!(seeds[4], "https://a.example.org/0");
    let links = found.unwrap().links;
    assert_eq!(links.len(), limits::SEED_LINKS / 10, "a long article leaves room for the others");
    assert_eq!(links[0].1.as_str(), "https://b.example.org/0");
}

#[test]
fn websites_of_the_subjects_come_from_wikidata() {
    let first = request("en", "rust");
    let texts = ["Rust", "Cargo"].map(|title| text_request("en", title));
    let text =
        |item: &str| format!(r#"{{"parse":{{"wikitext":"","properties":{{"wikibase_item":"{item}"}}}}}}"#).into_bytes();
    let answers = [
        (first.as_str(), 200, "application/json", titled(&["Rust", "Cargo", "C"])),
        (texts[0].as_str(), 200, "application/json", text("Q575650")),
        (texts[1].as_str(), 200, "application/json", text("Q1 } DELETE")),
    ];
    let (_, asked) = run("wikipedia", &query("rust"), &answers);
    let sites = asked.last().expect("a request");
    let sparql = percent_encoding::percent_decode_str(sites).decode_utf8().expect("UTF-8");
    assert!(sparql.contains("VALUES ?topic { wd:Q575650 }"), "{sparql}");
    for property in ["wdt:P856|wdt:P973|wdt:P953 ?site", "wdt:P101|wdt:P921 ?topic"] {
        assert!(sparql.contains(property), "{sparql}");
    }
    let item = r#"{"results":{"bindings":[{"site":{"type":"uri","value":"https://rust.example.org/"},"itemLabel":{"value":"Rust"}}]}}"#;
    let with_sites = (sites.as_str(), 200, "application/sparql-results+json", item.into());
    let all = [&answers[..], &[with_sites]].concat();
    let found = run("wikipedia", &query("rust"), &all).0;
    assert_eq!(urls(&found)[..2], ["https://en.wikipedia.org/wiki/Rust", "https://rust.example.org/"]);
    assert_eq!(found.unwrap().seeds[1].place, "website, by Wikidata");
}

/// The articles of the repeated search have no items.
#[test]
fn websites_of_the_subjects_are_found_for_articles_with_fewer_words() {
    let words = "glass+making+Murano+history";
    let strict = request("en", words);
    let fewer = request_for_two("en", "glass+making+history", "glass+OR+making+OR+Murano+OR+history");
    let text = text_request("en", "Glass");
    let answers = [
        (strict.as_str(), 200, "application/json", titled(&[])),
        (fewer.as_str(), 200, "application/json", titled(&["Glass"])),
        (
            text.as_str(),
            200,
            "application/json",
            br#"{"parse":{"wikitext":"","properties":{"wikibase_item":"Q11469"}}}"#.to_vec(),
        ),
    ];
    let (_, asked) = run("wikipedia", &query("glass making Murano history"), &answers);
    assert!(asked.last().expect("a request").contains("wd%3AQ11469"), "{asked:?}");
}

/// After a limiter's response, the text of the second article is not requested.
#[test]
fn pages_of_articles_whose_text_is_not_answered_are_chosen_by_their_urls() {
    let (first, text) = (request("en", "jazz"), text_request("en", "A"));
    let articles = r#"{"query":{"search":[{"title":"A"},{"title":"B"},{"title":"C"}],"pages":[
        {"title":"A","extlinks":[{"url":"https://one.example.org/jazz"}]},
        {"title":"B","extlinks":[{"url":"https://two.example.org/jazz"}]}]}}"#;
    let answers = [
        (first.as_str(), 200, "application/json", articles.into()),
        (text.as_str(), 429, "text/plain", b"Too many requests".to_vec()),
    ];
    let (found, asked) = run("wikipedia", &query("jazz"), &answers);
    assert_eq!(asked[..2], [first.clone(), text.clone()]);
    assert!(!asked.contains(&text_request("en", "B")), "{asked:#?}");
    let listed = urls(&found);
    assert!(["https://one.example.org/jazz", "https://two.example.org/jazz"].iter().all(|page| listed.contains(page)));
}

/// Chinese, Japanese and Thai have no spaces between words.
#[test]
fn a_query_without_spaces_is_repeated_for_any_of_its_parts() {
    for (site, words, parts) in [
        ("zh", "针灸治疗失眠", "针灸 OR 灸治 OR 治疗 OR 疗失 OR 失眠"),
        ("ja", "書道の歴史", "書道 OR 道の OR の歴 OR 歴史"),
        ("th", "มวยไทย", "มว OR วย OR ยไ OR ไท OR ทย"),
    ] {
        let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let strict = request(site, &encoded(words));
        let inputs = SeedInputs { language: site.to_owned(), ..query(words) };
        let answers = [(strict.as_str(), 200, "application/json", titled(&["A", "B"]))];
        let (_, asked) = run("wikipedia", &inputs, &answers);
        assert!(asked.contains(&request(site, &encoded(parts))), "{asked:#?}");
        let answers = [(strict.as_str(), 200, "application/json", titled(&["A", "B", "C"]))];
        let (_, asked) = run("wikipedia", &inputs, &answers);
        assert!(!asked.iter().any(|asked| asked.contains("+OR+")), "{asked:#?}");
    }
}

/// Wikipedia requires all words.
#[test]
fn a_search_with_few_articles_is_repeated_once_without_the_rarest_word_and_for_any_word() {
    let strict = request("en", "glass+making+Murano+history");
    let fewer = request_for_two("en", "glass+making+history", "glass+OR+making+OR+Murano+OR+history");
    let with_fewer = r#"{"query":{"search":[{"title":"Glass"},{"title":"A"}],"pages":[
        {"title":"History of glass","index":2},{"title":"Murano","index":1},{"title":"Glass","index":3},{"index":4}]}}"#;
    let inputs = query("glass making Murano history");
    for (found, asks_again) in [(&["A", "B"][..], true), (&[], true), (&["A", "B", "C"], false)] {
        let answers = [
            (strict.as_str(), 200, "application/json", titled(found)),
            (fewer.as_str(), 200, "application/json", with_fewer.into()),
        ];
        let (seeds, asked) = run("wikipedia", &inputs, &answers);
        let articles = |asked: &String| asked.contains("action=query");
        let searches: Vec<&String> = asked.iter().filter(|asked| articles(asked)).collect();
        if asks_again {
            assert_eq!(searches, [&strict, &fewer]);
            assert_eq!(urls(&seeds).len(), 4.max(found.len() + 3), "each article once");
            let last = ["https://en.wikipedia.org/wiki/Murano", "https://en.wikipedia.org/wiki/History_of_glass"];
            assert_eq!(urls(&seeds)[urls(&seeds).len() - 2..], last, "in the order of their index");
        } else {
            assert_eq!(searches, [&strict]);
        }
    }
    for (words, again) in [("Murano glass", &["Murano+OR+glass"][..]), ("Murano", &[])] {
        let strict = request("en", &words.replace(' ', "+"));
        let answers = [(strict.as_str(), 200, "application/json", titled(&[]))];
        let (_, asked) = run("wikipedia", &query(words), &answers);
        let expected: Vec<String> = again.iter().map(|again| request("en", again)).collect();
        assert_eq!(asked[1..], expected, "{words}");
    }
}

#[test]
fn the_best_articles_of_the_first_search_that_finds_any_are_read() {
    let inputs = query("glass making Murano history");
    let strict = request("en", "glass+making+Murano+history");
    let fewer = request_for_two("en", "glass+making+history", "glass+OR+making+OR+Murano+OR+history");
    for (found, with_fewer, read) in [(&[][..], &["Glass"][..], "Glass"), (&["Murano"], &["Glass"], "Murano")] {
        let answers = [
            (strict.as_str(), 200, "application/json", titled(found)),
            (fewer.as_str(), 200, "application/json", titled(with_fewer)),
        ];
        let (_, asked) = run("wikipedia", &inputs, &answers);
        let texts: Vec<&String> = asked.iter().filter(|asked| asked.contains("action=parse")).collect();
        assert_eq!(texts, [&text_request("en", read)], "{found:?}");
    }
}

/// The beginning of a crawl waits for the pages that the best articles cite.
#[test]
fn the_best_articles_are_read_before_other_wikipedias_are_searched() {
    let inputs = SeedInputs { language: "de-AT".to_owned(), ..query("jumping spiders") };
    let [strict, any, english] =
        [request("de", "jumping+spiders"), request("de", "jumping+OR+spiders"), request("en", "jumping+spiders")];
    let answers = [
        (strict.as_str(), 200, "application/json", titled(&["A"])),
        (any.as_str(), 200, "application/json", titled(&["B"])),
    ];
    let (_, asked) = run("wikipedia", &inputs, &answers);
    assert_eq!(asked, [strict.clone(), text_request("de", "A"), any.clone(), english]);
}

#[test]
fn pages_are_known_before_the_search_ends() {
    let inputs = query("jumping spiders");
    let mut search = Search::new(find("wikipedia").expect("in the list"), &inputs, &EncodingRs).expect("has words");
    assert!(search.so_far().seeds.is_empty());
    let SearchStep::Fetch(..) = search.next_step() else { panic!("a request") };
    let body = titled(&["A", "B", "C"]);
    search.answer(RawResponse { status: 200, headers: &[], body: &body, elapsed_ms: 1 }, &EncodingRs);
    assert!(matches!(search.next_step(), SearchStep::Fetch(..)));
    let so_far = search.so_far();
    assert_eq!((so_far.seeds.len(), so_far.warnings.len()), (3, 0));
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
        ("Photosynthese", "en-US", "Photosynthese", &["en", "de"]),
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
    for (words, encoded, sites) in [
        ("jumping spiders", "jumping+spiders", &["de", "en"][..]),
        ("Wie jagen Springspinnen ohne ein Netz zu bauen", "Wie+jagen+Springspinnen+ohne+ein+Netz+zu+bauen", &["de"]),
    ] {
        let inputs = SeedInputs { language: "de-AT".to_owned(), ..query(words) };
        let requests: Vec<String> = sites.iter().map(|site| request(site, encoded)).collect();
        let titles = titled(&["A", "B", "C"]);
        let answers: Vec<_> =
            requests.iter().map(|at| (at.as_str(), 200, "application/json", titles.clone())).collect();
        let (found, asked) = run("wikipedia", &inputs, &answers);
        let searches: Vec<&String> = asked.iter().filter(|asked| asked.contains("action=query")).collect();
        assert_eq!(searches, requests.iter().collect::<Vec<_>>());
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
    assert_eq!(found.links.len(), limits::SEED_LINKS / 10, "a tenth for each article");
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
