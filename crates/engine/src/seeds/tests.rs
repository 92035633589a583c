//! The providers against answers as services and sites give them, and against answers that nobody should have to read.

use super::*;
use crate::fetch::{Failure, FailureKind, RawAnswer};
use crate::html::EncodingRs;
use crate::limits;

/// What is at an address: status, media type, body; a redirect has its target for a body.
type Answers<'a> = &'a [(&'a str, u16, &'a str, Vec<u8>)];

/// Runs a search over a few answers; everything else is a 404. Gives what was found and what was asked for.
fn run(
    id: &str,
    wanted: &Wanted,
    answers: Answers<'_>,
) -> (Result<Findings, SeedsError>, Vec<String>) {
    let mut asked = Vec::new();
    let mut search = match Search::new(find(id).expect("in the list"), wanted) {
        Ok(search) => search,
        Err(error) => return (Err(error), asked),
    };
    while let Step::Fetch(order, _) = search.next_step() {
        asked.push(order.address().to_owned());
        let found = answers.iter().find(|(at, ..)| *at == order.address());
        let (status, kind, body) = found.map_or((404, "text/html", &[][..]), |one| {
            (one.1, one.2, one.3.as_slice())
        });
        let (name, value) = if (300..400).contains(&status) {
            ("location", String::from_utf8_lossy(body).into_owned())
        } else {
            ("content-type", kind.to_owned())
        };
        let headers = [(name.to_owned(), value)];
        let raw = RawAnswer {
            status,
            headers: &headers,
            body,
            elapsed_ms: 1,
        };
        search.answer(raw, &EncodingRs);
        assert!(asked.len() < 50, "it goes on and on: {asked:?}");
    }
    (search.finish(), asked)
}

fn query(words: &str) -> Wanted {
    Wanted {
        query: words.to_owned(),
        ..Wanted::default()
    }
}

fn at(address: &str, words: &str) -> Wanted {
    Wanted {
        address: address.to_owned(),
        ..query(words)
    }
}

fn urls(found: &Result<Findings, SeedsError>) -> Vec<&str> {
    let findings = found.as_ref().expect("something was found");
    findings
        .seeds
        .iter()
        .map(|seed| seed.url.as_str())
        .collect()
}

const SEARCH: &str = "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=jumping+spider&srlimit=10&srprop=snippet&format=json&formatversion=2&origin=*";

fn wikipedia(status: u16, body: &str) -> Result<Findings, SeedsError> {
    let answers = [(SEARCH, status, "application/json", body.as_bytes().to_vec())];
    let (found, asked) = run("wikipedia", &query(" jumping spider "), &answers);
    assert_eq!(asked, [SEARCH]);
    found
}

mod wikipedias {
    use super::*;

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
                "seeds-nothing",
                "Try fewer or other words",
            ),
            (
                200,
                r#"{"error":{"code":"x","info":"Too\u202e busy"}}"#,
                "seeds-said",
                "says: “Too busy”",
            ),
            (
                200,
                "<html>a page</html>",
                "seeds-not-results",
                "something else",
            ),
            (200, r#"{"query":"#, "seeds-not-results", "something else"),
            (429, "", "seeds-status", "in a few minutes"),
            (503, "", "seeds-status", "It may work later"),
        ] {
            let error = wikipedia(status, body).unwrap_err();
            assert_eq!(error.code(), code, "{body}");
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
            assert_eq!(
                wikipedia(200, &body).unwrap_err().code(),
                "seeds-not-results"
            );
        }
    }

    #[test]
    fn without_words_nobody_is_asked() {
        for id in ["wikipedia", "library", "demo-search", "searxng"] {
            let (found, asked) = run(id, &at("searx.test", "  "), &[]);
            assert_eq!((found, asked.len()), (Err(SeedsError::NoWords), 0), "{id}");
        }
    }
}

mod searxng_instances {
    use super::*;

    fn instance(status: u16, body: &str) -> Result<Findings, SeedsError> {
        let url = "http://searx.test/search?q=jazz+%26+swing&format=json";
        let answers = [(url, status, "application/json", body.as_bytes().to_vec())];
        let (found, asked) = run("searxng", &at("searx.test", "jazz & swing"), &answers);
        assert_eq!(asked, [url]);
        found
    }

    #[test]
    fn results_are_taken_and_what_is_no_page_is_not() {
        let found = instance(
            200,
            r#"{"query":"jazz","results":[
                {"url":"https://a.test/jazz#top","title":"Jazz\u0000 \u202egnihton","content":"About jazz.","engine":"one"},
                {"url":"javascript:alert(1)","title":"x"},{"url":"ftp://b.test/"},{"title":"no address"},{"url":null},
                {"url":"https://a.test/jazz","title":"again"}]}"#,
        );
        assert_eq!(urls(&found), ["https://a.test/jazz"]);
        let seed = &found.unwrap().seeds[0];
        assert_eq!(
            (seed.title.as_str(), seed.place.as_str()),
            ("Jazz gnihton", "one, by searx.test")
        );
    }

    #[test]
    fn one_that_gives_no_json_says_who_can_change_that() {
        let error = instance(403, "Forbidden").unwrap_err();
        assert_eq!(error.code(), "seeds-json-off");
        assert!(error.to_string().contains("settings.yml"), "{error}");
    }

    #[test]
    fn the_address_may_be_that_of_its_folder_or_of_its_search_page() {
        for (typed, asked) in [
            (
                "https://s.example",
                "https://s.example/search?q=a&format=json",
            ),
            (
                "s.example/searxng",
                "https://s.example/searxng/search?q=a&format=json",
            ),
            (
                "s.example/searxng/",
                "https://s.example/searxng/search?q=a&format=json",
            ),
            (
                "http://s.example/search",
                "http://s.example/search?q=a&format=json",
            ),
        ] {
            assert_eq!(run("searxng", &at(typed, "a"), &[]).1, [asked], "{typed}");
        }
        let wrong = run("searxng", &at("javascript:alert(1)", "a"), &[]).0;
        assert_eq!(wrong.unwrap_err().code(), "url-scheme");
    }
}

mod sites {
    use super::*;

    const RSS: &str = r#"<?xml version="1.0"?><rss version="2.0" xmlns:dc="d"><channel><title>The &amp; Feed</title><link>http://a.test/</link>
        <item><title><![CDATA[Jazz <i>nights</i>]]></title><link>http://a.test/jazz?a=1&amp;b=2</link><description>&lt;p&gt;All about &lt;b&gt;jazz&lt;/b&gt;</description></item>
        <item><title>Chess</title><link>/chess</link></item><item><title>none</title></item></channel></rss>"#;
    const ATOM: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Atomic</title><link rel="self" href="/feed"/>
        <entry><title>Swing</title><link rel="edit" href="/edit/1"/><link href="http://a.test/swing"/><summary>s</summary></entry></feed>"#;
    const RDF: &str = r#"<rdf:RDF xmlns:rdf="r"><channel rdf:about="http://a.test/"><title>Old</title></channel>
        <item rdf:about="http://a.test/old"><title>Jazz of old</title><link>http://a.test/old</link></item></rdf:RDF>"#;

    fn listed(body: &[u8], kind: &str) -> Result<Findings, SeedsError> {
        let answers = [("http://a.test/list", 200, kind, body.to_vec())];
        run("site", &at("a.test/list", ""), &answers).0
    }

    #[test]
    fn feeds_of_every_kind_are_read() {
        for (body, expected) in [
            (
                RSS,
                vec!["http://a.test/jazz?a=1&b=2", "http://a.test/chess"],
            ),
            (ATOM, vec!["http://a.test/swing"]),
            (RDF, vec!["http://a.test/old"]),
        ] {
            assert_eq!(urls(&listed(body.as_bytes(), "application/xml")), expected);
        }
        let found = listed(RSS.as_bytes(), "text/plain").unwrap();
        let seed = &found.seeds[0];
        assert_eq!(
            (
                seed.title.as_str(),
                seed.snippet.as_str(),
                seed.place.as_str()
            ),
            ("Jazz nights", "All about jazz", "The & Feed")
        );
    }

    #[test]
    fn those_with_the_words_come_first_and_alone() {
        let answers = [(
            "http://a.test/list",
            200,
            "text/xml",
            RSS.as_bytes().to_vec(),
        )];
        let (found, _) = run("site", &at("a.test/list", "jazz"), &answers);
        assert_eq!(urls(&found), ["http://a.test/jazz?a=1&b=2"]);
        let (found, _) = run("site", &at("a.test/list", "cheese"), &answers);
        assert_eq!(urls(&found).len(), 2);
        assert!(found.unwrap().complaints[0].contains("the first of the list"));
    }

    #[test]
    fn sitemaps_are_those_of_robots_txt_with_their_index() {
        let map = |urls: &[&str]| {
            let all: Vec<String> = urls
                .iter()
                .map(|url| format!("<url><loc> {url} </loc><lastmod>2026</lastmod></url>"))
                .collect();
            format!(
                "<?xml version='1.0' encoding='UTF-8'?><urlset>{}</urlset>",
                all.concat()
            )
            .into_bytes()
        };
        let answers = [
            ("http://a.test/robots.txt", 200, "text/plain", b"User-agent: *\nDisallow: /closed\nsitemap: http://a.test/index.xml\nSitemap: not one\n".to_vec()),
            ("http://a.test/", 200, "text/html", b"<title>A</title><link rel='alternate' type='application/rss+xml' href='/feed'><link rel=stylesheet href=x.css>".to_vec()),
            ("http://a.test/index.xml", 200, "text/xml", b"<sitemapindex><sitemap><loc>http://a.test/one.xml</loc></sitemap><sitemap><loc>http://a.test/jazz.xml</loc></sitemap><sitemap><loc>http://a.test/closed.xml</loc></sitemap></sitemapindex>".to_vec()),
            ("http://a.test/one.xml", 200, "text/xml", map(&["http://a.test/jazz-one", "javascript:alert(1)"])),
            ("http://a.test/jazz.xml", 301, "", b"/moved.xml".to_vec()),
            ("http://a.test/moved.xml", 200, "text/xml", map(&["http://a.test/jazz-two"])),
            ("http://a.test/feed", 200, "text/xml", RSS.as_bytes().to_vec()),
        ];
        let (found, asked) = run("site", &at("http://a.test/", "jazz"), &answers);
        let paths: Vec<&str> = asked
            .iter()
            .map(|url| &url["http://a.test".len()..])
            .collect();
        assert_eq!(
            paths,
            [
                "/robots.txt",
                "/",
                "/index.xml",
                "/feed",
                "/jazz.xml",
                "/moved.xml",
                "/one.xml"
            ]
        );
        assert_eq!(
            urls(&found),
            [
                "http://a.test/jazz?a=1&b=2",
                "http://a.test/jazz-two",
                "http://a.test/jazz-one"
            ]
        );
        assert!(
            found
                .unwrap()
                .complaints
                .iter()
                .any(|one| one.contains("robots.txt of a.test"))
        );
    }

    #[test]
    fn a_closed_site_is_not_read() {
        for (status, robots, code) in [
            (200, "User-agent: *\nDisallow: /", "seeds-robots"),
            (503, "", "seeds-robots-down"),
            (200, "User-agent: *\nCrawl-delay: 60", "seeds-slow"),
        ] {
            let answers = [(
                "http://a.test/robots.txt",
                status,
                "text/plain",
                robots.as_bytes().to_vec(),
            )];
            let (found, asked) = run("site", &at("a.test", "jazz"), &answers);
            assert_eq!(found.unwrap_err().code(), code);
            assert_eq!(asked, ["http://a.test/robots.txt"], "{code}");
        }
    }

    #[test]
    fn a_site_without_lists_says_what_to_do() {
        let answers = [("http://a.test/", 200, "text/html", b"<p>hello".to_vec())];
        let (found, asked) = run("site", &at("a.test", "jazz"), &answers);
        assert_eq!(
            asked,
            [
                "http://a.test/robots.txt",
                "http://a.test/",
                "http://a.test/sitemap.xml"
            ]
        );
        let error = found.unwrap_err();
        assert_eq!(error.code(), "seeds-nothing");
        assert!(error.to_string().contains("Type the page itself as a seed"));
    }

    #[test]
    fn a_circle_of_redirects_ends() {
        let answers = [("http://a.test/", 302, "", b"/".to_vec())];
        let (found, asked) = run("site", &at("a.test", ""), &answers);
        assert_eq!(found.unwrap_err().code(), "seeds-redirects");
        assert!(asked.len() <= 8, "{asked:?}");
    }

    #[test]
    fn an_answer_that_does_not_come_says_why() {
        let mut search = Search::new(find("site").unwrap(), &at("a.test", "")).unwrap();
        while let Step::Fetch(..) = search.next_step() {
            search.failed(Failure {
                code: "dns".to_owned(),
                message: "There is no such host.".to_owned(),
                kind: FailureKind::Lasting,
            });
        }
        let error = search.finish().unwrap_err();
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            ("dns", "There is no such host.")
        );
    }

    #[test]
    fn the_charset_is_that_of_mark_header_or_declaration() {
        let latin = |head: &str| {
            let mut body =
                format!("{head}<rss><channel><item><link>http://a.test/x</link><title>caf")
                    .into_bytes();
            body.push(0xE9);
            body.extend(b"</title></item></channel></rss>");
            body
        };
        for (body, kind) in [
            (
                latin("<?xml version='1.0' encoding='ISO-8859-1'?>"),
                "text/xml",
            ),
            (latin(""), "text/xml; charset=iso-8859-1"),
            (
                latin("<?xml version='1.0' encoding='no-such-thing'?>"),
                "text/xml; charset=windows-1252",
            ),
        ] {
            assert_eq!(
                listed(&body, kind).unwrap().seeds[0].title,
                "café",
                "{kind}"
            );
        }
        let utf16: Vec<u8> =
            "\u{feff}<rss><item><link>http://a.test/x</link><title>日本</title></item></rss>"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect();
        assert_eq!(listed(&utf16, "text/xml").unwrap().seeds[0].title, "日本");
    }

    #[test]
    fn hostile_files_end_in_time_with_what_came_before() {
        let item = "<item><link>http://a.test/x</link></item>";
        let bomb = format!(
            "<!DOCTYPE rss [<!ENTITY a \"{}\"><!ENTITY b \"&a;&a;&a;&a;\">]><rss>{item}<item><link>http://a.test/y</link><title>&b;&#x41;&#xFFFFFFFF;&lt;</title></item></rss>",
            "x".repeat(100_000)
        );
        let found = listed(bomb.as_bytes(), "text/xml").unwrap();
        assert_eq!(found.seeds[1].title, "A<");
        for (name, body) in [
            ("deep", format!("<rss>{item}{}", "<a>".repeat(300_000))),
            ("cut", format!("<rss>{item}<item><link>http://a.test/z")),
            (
                "crossed",
                format!("<rss></b>{item}<b><c></b></c><item></rss>"),
            ),
            (
                "attributes",
                format!("<rss>{item}<a {}/></rss>", "x='1' ".repeat(200_000)),
            ),
            (
                "empty items",
                format!("<rss>{item}{}", "<item/>".repeat(400_000)),
            ),
            (
                "long text",
                format!(
                    "<rss>{item}<item><link>http://a.test/{}</link></item></rss>",
                    "x".repeat(4_000_000)
                ),
            ),
        ] {
            let found = listed(body.as_bytes(), "text/xml");
            assert_eq!(urls(&found), ["http://a.test/x"], "{name}");
        }
        for body in [
            &b"\xff\xfe\x00\x00"[..],
            b"<",
            b"<rss",
            b"<!DOCTYPE",
            b"&",
            b"<a xmlns:b='c'>",
            b"",
        ] {
            assert!(listed(body, "text/xml").is_err());
        }
    }

    #[test]
    fn of_very_many_pages_the_best_are_kept() {
        let many: Vec<String> = (0..5_000)
            .map(|n| format!("http://a.test/page-{n}\n"))
            .chain(["http://a.test/about-jazz\n".to_owned()])
            .collect();
        let answers = [(
            "http://a.test/list",
            200,
            "text/plain",
            many.concat().into_bytes(),
        )];
        let (found, _) = run("site", &at("a.test/list", "jazz"), &answers);
        assert_eq!(urls(&found), ["http://a.test/about-jazz"]);
        let (found, _) = run("site", &at("a.test/list", ""), &answers);
        assert_eq!(urls(&found).len(), limits::SEEDS_FOUND);
        assert_eq!(urls(&found)[0], "http://a.test/page-0");
    }
}

mod at_hand {
    use super::*;

    #[test]
    fn pasted_texts_give_their_addresses_and_tell_what_is_none() {
        let wanted = Wanted {
            text: "See [this](https://a.test/one), and <http://b.test/two>.\nexample.org\njavascript:alert(1)".to_owned(),
            ..Wanted::default()
        };
        let (found, asked) = run("pasted", &wanted, &[]);
        assert_eq!(
            urls(&found),
            [
                "https://a.test/one",
                "http://b.test/two",
                "https://example.org/"
            ]
        );
        assert!(found.unwrap().complaints[0].contains("not “javascript:” addresses"));
        assert!(asked.is_empty());
        let (found, _) = run("pasted", &Wanted::default(), &[]);
        assert_eq!(found, Err(SeedsError::NoText));
    }

    #[test]
    fn bookmarks_with_the_words_are_found_by_title_folder_or_address() {
        let file = br#"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://a.test/x">Chess</A>
            <DT><H3>Jazz clubs</H3><DL><p><DT><A HREF="http://b.test/y">Blue</A><DT><A HREF="javascript:alert(1)">Bad</A></DL><p>
            <DT><A HREF="http://c.test/jazz">C</A></DL>"#;
        let wanted = |words: &str| Wanted {
            file: file.to_vec(),
            ..query(words)
        };
        let (found, _) = run("bookmarks", &wanted("jazz"), &[]);
        assert_eq!(urls(&found), ["http://c.test/jazz", "http://b.test/y"]);
        let findings = found.unwrap();
        assert_eq!(findings.seeds[1].place, "Jazz clubs");
        assert!(findings.complaints[0].contains("Bad"));
        assert_eq!(urls(&run("bookmarks", &wanted(""), &[]).0).len(), 3);
        let (found, _) = run("bookmarks", &query("jazz"), &[]);
        assert_eq!(found.unwrap_err().code(), "bookmarks-not-a-file");
    }

    #[test]
    fn the_library_is_asked_for_the_words() {
        let mut search = Search::new(find("library").unwrap(), &query(" jazz ")).unwrap();
        assert_eq!(search.next_step(), Step::LookUp("jazz".to_owned()));
        let url = CanonicalUrl::parse("http://a.test/").unwrap();
        search.looked_up(vec![Seed::new(url, "A\u{202e}\n b", "", "crawl")]);
        assert_eq!(search.next_step(), Step::Done);
        assert_eq!(search.finish().unwrap().seeds[0].title, "A b");
    }

    #[test]
    fn the_demo_web_finds_pages_of_its_own() {
        let web = demo_web::DemoWeb::new(demo_web::DEFAULT_SEED);
        let url = "http://search.test/?q=asthma+inhaler";
        let answer = web.answer(url).expect("a host of the web");
        let demo_web::Outcome::Response(response) = answer.outcome else {
            panic!("no answer");
        };
        let answers = [(url, 200, "text/html", response.body)];
        let (found, _) = run("demo-search", &query("asthma inhaler"), &answers);
        let found = found.unwrap();
        assert_eq!(found.seeds.len(), 10);
        for seed in &found.seeds {
            assert!(web.has_host(seed.url.host()), "{}", seed.url);
            assert!(
                !seed.title.is_empty() && !seed.snippet.is_empty(),
                "{}",
                seed.url
            );
        }
    }
}

#[test]
fn the_list_has_every_provider_once_and_says_what_each_needs() {
    let mut ids: Vec<&str> = LIST.iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), LIST.len());
    for entry in LIST {
        let has_field = entry.needs.contains(&Need::Address) || entry.needs.contains(&Need::Text);
        assert_eq!(has_field, !entry.field.0.is_empty(), "{}", entry.id);
        assert!(
            !entry.webs.is_empty() && !entry.needs.is_empty(),
            "{}",
            entry.id
        );
        assert!(entry.sentence.ends_with('.'), "{}", entry.id);
    }
    let ready = |web| -> Vec<String> {
        let all = LIST.iter().map(|entry| Info::from(*entry));
        all.filter(|info| info.is_ready_for(web))
            .map(|info| info.id)
            .collect()
    };
    assert_eq!(ready(Web::Demo), ["demo-search", "library"]);
    assert_eq!(ready(Web::Live), ["library", "wikipedia"]);
    assert_eq!(ready(Web::Recorded), ["library"]);
}

#[cfg(not(target_arch = "wasm32"))]
mod anything {
    use super::*;
    use proptest::prelude::*;

    /// Pieces of which lists are made, in any order.
    fn pieces() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec![
            "<rss>",
            "<feed>",
            "<urlset>",
            "<sitemapindex>",
            "<item>",
            "</item>",
            "<entry>",
            "<url>",
            "<loc>",
            "</loc>",
            "<link href='",
            "<link>",
            "</link>",
            "'/>",
            "<title>",
            "</title>",
            "<![CDATA[",
            "]]>",
            "&amp;",
            "&#x",
            "&",
            ";",
            "http://a.test/x",
            "//",
            "javascript:",
            "<!--",
            "-->",
            "<?xml encoding='",
            "'?>",
            "<!DOCTYPE a [",
            "]>",
            "é",
            "\u{0}",
            " ",
            "{\"query\":{\"search\":[",
            "{\"results\":[",
            "{\"title\":\"a\"}",
            "]}}",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat().into_bytes())
    }

    proptest! {
        #[test]
        fn no_answer_makes_a_provider_panic(
            body in prop_oneof![pieces(), prop::collection::vec(any::<u8>(), 0..300)],
            status in prop::sample::select(vec![200_u16, 204, 301, 403, 404, 500]),
        ) {
            for entry in LIST {
                let wanted = Wanted {
                    address: "a.test".to_owned(),
                    text: String::from_utf8_lossy(&body).into_owned(),
                    file: body.clone(),
                    ..query("jazz")
                };
                let Ok(mut search) = Search::new(entry, &wanted) else { continue };
                let mut steps = 0;
                loop {
                    match search.next_step() {
                        Step::Done => break,
                        Step::LookUp(_) => search.looked_up(Vec::new()),
                        Step::Fetch(..) => {
                            let location = ("location".to_owned(), String::from_utf8_lossy(&body).into_owned());
                            let raw = RawAnswer { status, headers: &[location], body: &body, elapsed_ms: 1 };
                            search.answer(raw, &EncodingRs);
                        }
                    }
                    steps += 1;
                    prop_assert!(steps <= limits::SEED_FETCHES + 1);
                }
                match search.finish() {
                    Ok(found) => prop_assert!(found.seeds.len() <= limits::SEEDS_FOUND && found.complaints.len() <= limits::SEED_COMPLAINTS),
                    Err(error) => prop_assert!(!error.code().is_empty() && error.to_string().ends_with(['.', '!', '?'])),
                }
            }
        }
    }
}
