//! Error responses: the service's own reason is quoted, and the remedy fits the cause.

use super::*;

/// Returns the sentence of an error response.
fn sentence(id: &str, status: u16, headers: &[(&str, &str)], body: &str) -> String {
    answered(id, status, headers, body).expect_err("an error").to_string()
}

/// Recorded many times since 2025 (phabricator.wikimedia.org/T400119).
const NAMELESS: &str = "Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also \
    https://phabricator.wikimedia.org/T400119.\n";

#[test]
fn a_service_that_wants_to_know_who_asks_is_quoted_with_the_flag_of_the_proxy() {
    for (id, status, body) in [
        ("wikipedia", 403, NAMELESS),
        ("wikidata", 403, NAMELESS),
        ("wikipedia", 429, "You are making too many requests. Set a User-Agent with contact information."),
        (
            "wikipedia",
            403,
            "<!DOCTYPE html><title>Wikimedia Error</title><p>Please set a user-agent and respect our robot policy.",
        ),
        ("internet-archive", 403, "Forbidden: identify yourself by a User Agent."),
        (
            "github",
            403,
            r#"{"message":"Request forbidden by administrative rules. Please make sure your request has a User-Agent header."}"#,
        ),
    ] {
        let said = sentence(id, status, &[("content-type", "text/plain")], body);
        assert!(said.contains(" says: “") && said.contains("--contact"), "{said}");
        assert!(!said.contains("choose another") && !said.contains('<'), "{said}");
    }
    let said = sentence("wikipedia", 403, &[], NAMELESS);
    assert!(said.starts_with("en.wikipedia.org says: “Please set a user-agent and respect our robot policy"), "{said}");
}

/// Recorded: `throttle_violation` with status 400.
#[test]
fn a_throttle_says_when_it_ends_and_does_not_advise_to_repeat() {
    let throttled = r#"{"error_id":502,"error_message":"too many requests from this IP, more requests available in 84268 seconds","error_name":"throttle_violation"}"#;
    for status in [400, 502] {
        let said = sentence("stack-exchange", status, &[], throttled);
        assert!(said.ends_with("84268 seconds”. Try again in 23 hours."), "{said}");
        assert_eq!(
            answered("stack-exchange", status, &[], throttled).unwrap_err().limit(),
            Some(Remedy::Wait(Some(84_268)))
        );
    }
    let after = |seconds: &'static str| [("retry-after", seconds)];
    for (id, status, headers, body, wait, says) in [
        ("wikidata", 429, &after("120")[..], "", Some(120), "Try again in 2 minutes."),
        ("wikipedia", 503, &after("1")[..], "", Some(1), "Try again in a second."),
        ("wikipedia", 429, &after("Wed, 21 Oct 2026 07:28:00 GMT")[..], "", None, "in a few minutes."),
        (
            "gdelt",
            200,
            &[],
            "Please limit requests to one every 5 seconds or contact us for larger queries.",
            Some(5),
            "in 5 seconds.",
        ),
        ("mwmbl", 429, &[], r#"{"detail":"Rate limit: 1,000 requests per day"}"#, Some(86_400), "in 24 hours."),
        ("mwmbl", 429, &[], r#"{"detail":"5 requests per minute, 100 per day"}"#, Some(60), "in a minute."),
        ("mwmbl", 429, &[], r#"{"detail":"10,000 a day: retry in 5 minutes, or upgrade"}"#, Some(300), "in 5 minutes."),
        ("wikipedia", 429, &after("600")[..], NAMELESS, Some(600), "a page about you."),
        ("github", 403, &[], r#"{"message":"API rate limit exceeded for 192.0.2.1."}"#, None, "in a few minutes."),
        ("openalex", 429, &after("172800")[..], r#"{"error":"Rate limit exceeded"}"#, Some(172_800), "in 2 days."),
        ("searxng", 429, &[], "Too Many Requests", Some(3_600), "in an hour."),
        ("searxng", 429, &[], "<html><title>429 Too Many Requests</title>", Some(3_600), "in an hour."),
        ("searxng", 429, &after("600")[..], "", Some(600), "in 10 minutes."),
    ] {
        let error = answered(id, status, headers, body).unwrap_err();
        assert_eq!(error.limit(), Some(Remedy::Wait(wait)), "{id}: {error}");
        assert!(error.to_string().ends_with(says), "{error}");
    }
}

/// Recorded from the Internet Archive, with the media type of JSON.
#[test]
fn the_own_text_of_a_service_is_quoted_whatever_its_media_type_is() {
    let json = [("content-type", "application/json")];
    let range = "[RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results; scraping is supported through \
        the Scraping API, see https://archive.org/help/aboutsearch.htm";
    for (id, status, body, says) in [
        ("hacker-news", 200, "Service under maintenance", "says: “Service under maintenance”"),
        (
            "crossref",
            502,
            "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>",
            "says: “502 Bad Gateway”. Try again later.",
        ),
        (
            "crossref",
            200,
            "<!DOCTYPE html><title>Down for maintenance</title>",
            "says: “Down for maintenance”. Try again later.",
        ),
        ("gdelt", 200, "Your query was too short or too long.\n", "too long.”. Try other words"),
        ("arxiv", 503, "Rate exceeded.", "says: “Rate exceeded.”. It limits requests: try again in a few minutes."),
        ("arxiv", 400, "<feed xmlns='http://www.w3.org/2005/Atom'><title>arXiv Query: x</title>", "with status 400"),
        (
            "mwmbl",
            422,
            r#"{"detail":[{"type":"missing","loc":["query","q"],"msg":"Field required"}]}"#,
            "says: “Field required”. Try other words",
        ),
        ("europe-pmc", 200, r#"{"errCode":404,"errMsg":"Bad query"}"#, "says: “Bad query”"),
        (
            "wikipedia",
            200,
            r#"{"error":{"code":"cirrussearch-backend-error","info":"We could not complete your search"}}"#,
            "We could not complete",
        ),
    ] {
        let said = sentence(id, status, &json, body);
        assert!(said.contains(says), "{said}");
        assert!(!said.contains("URL"), "no URL of the person is involved: {said}");
    }
    let said = sentence("internet-archive", 200, &json, range);
    assert!(said.starts_with("archive.org says: “[RANGE_OUT_OF_BOUNDS] paging is only supported"), "{said}");
}

#[test]
fn the_remedy_for_a_missing_contact_is_that_of_the_program_that_asks() {
    for (asker, says) in [
        (Asker::Command, "start the proxy or command with --contact"),
        (Asker::Python, "pass contact="),
        (Asker::Browser, "find seeds another way"),
    ] {
        let inputs = SeedInputs { asker, ..query("jumping spiders") };
        let mut search = Search::new(find("wikidata").expect("in the list"), &inputs, &EncodingRs).expect("has words");
        assert!(matches!(search.next_step(), SearchStep::Fetch(..)));
        let raw = RawResponse { status: 403, headers: &[], body: NAMELESS.as_bytes(), elapsed_ms: 1 };
        search.answer(raw, &EncodingRs);
        let said = search.finish().unwrap_err().to_string();
        assert!(said.contains(says), "{said}");
        assert_eq!(said.contains("proxy"), asker == Asker::Command, "{said}");
    }
}

#[test]
fn a_text_that_is_no_reason_is_not_quoted() {
    for body in ["", "   \n", "{\"hits\":", "[1,", "\u{feff}", "…—…", &"word ".repeat(1_000), "<html><body>no title"]
    {
        let error = answered("hacker-news", 200, &[], body).unwrap_err();
        assert!(is_variant(&error, "UnexpectedFormat"), "{body:.20}: {error}");
        assert!(error.to_string().ends_with("Try again later."), "{error}");
    }
    let error = answered("searxng", 200, &[], "{\"results\":7}").unwrap_err();
    assert!(error.to_string().ends_with("Check its URL, or choose another one."), "{error}");
    let error = answered("searxng", 200, &[], "<html><title>Example Domain</title>").unwrap_err();
    assert!(error.to_string().ends_with("Check its URL, or choose another one."), "{error}");
    let hostile = "\u{202e}evil\u{0} ".to_owned() + &"long ".repeat(150);
    let said = sentence("hacker-news", 500, &[], &hostile);
    assert!(!said.contains(['\u{202e}', '\u{0}']) && said.chars().count() < 300, "{said}");
}

#[test]
fn services_that_cannot_be_reached_have_one_sentence_without_advice_on_spelling() {
    let failed = |id: &str, address: &str, code: &str| {
        let inputs = SeedInputs { address: address.to_owned(), ..query("jumping spiders") };
        let mut search = Search::new(find(id).expect("in the list"), &inputs, &EncodingRs).expect("has words");
        while let SearchStep::Fetch(..) = search.next_step() {
            let message = format!("The {code} failed. Check its spelling.");
            search.failed(Failure { code: code.to_owned(), message, kind: FailureKind::of(code) });
        }
        search.finish().expect_err("an error").to_string()
    };
    let offline = "Could not be reached. Check the internet connection, or try again later.";
    for code in ["dns", "connect", "tls", "timeout-headers", "network", "reset"] {
        for id in ["wikipedia", "wikidata", "hacker-news", "mwmbl"] {
            assert_eq!(failed(id, "", code), offline, "{id} {code}");
        }
        assert_eq!(failed("common-crawl", "a.test", code), offline, "not the host that the person entered");
        assert!(failed("searxng", "searx.test", code).contains("spelling"), "the person entered this host");
        assert!(failed("site", "a.test", code).contains("spelling"));
    }
    for code in ["blocked", "proxy-broken", "too-large", "address"] {
        assert!(failed("wikipedia", "", code).starts_with(&format!("The {code} failed")), "it names another cause");
    }
}

/// Titles of Hacker News, SearXNG and Marginalia are plain text.
#[test]
fn titles_in_plain_text_keep_angle_brackets_and_entities() {
    for (id, body) in [
        (
            "hacker-news",
            r#"{"hits":[{"url":"https://a.example.org/","title":"Why I use the <dialog> element & &amp;","objectID":"1"}]}"#,
        ),
        (
            "searxng",
            r#"{"results":[{"url":"https://a.example.org/","title":"Why I use the <dialog> element & &amp;"}]}"#,
        ),
        (
            "marginalia",
            r#"{"results":[{"url":"https://a.example.org/","title":"Why I use the <dialog> element & &amp;"}]}"#,
        ),
        ("mwmbl", r#"{"results":[{"url":"https://a.example.org/","title":"Why I use the <dialog> element & &amp;"}]}"#),
        (
            "internet-archive",
            r#"{"response":{"docs":[{"identifier":"a","title":"Why I use the <dialog> element & &amp;"}]}}"#,
        ),
        (
            "gdelt",
            r#"{"articles":[{"url":"https://a.example.org/","title":"Why I use the <dialog> element & &amp;"}]}"#,
        ),
    ] {
        let found = answered(id, 200, &[], body).expect("pages");
        assert_eq!(found.seeds[0].title, "Why I use the <dialog> element & &amp;", "{id}");
    }
    let about = r#"{"results":[{"url":"https://a.example.org/","title":"a","content":"if a<b and b>c"}]}"#;
    assert_eq!(answered("searxng", 200, &[], about).unwrap().seeds[0].snippet, "if a<b and b>c");
    let html = r#"{"items":[{"link":"https://a.example.org/","title":"The &lt;dialog&gt; element"}]}"#;
    assert_eq!(answered("stack-exchange", 200, &[], html).unwrap().seeds[0].title, "The <dialog> element");
}

/// RFC 4287 §3.1.1: a text of Atom without a type is plain. JSON Feed 1.1: titles are plain. RSS does not say, so its
/// texts may be HTML.
#[test]
fn texts_of_feeds_are_plain_where_their_format_says_so() {
    let atom = |kind: &str| {
        let title = format!("<title{kind}>The &lt;dialog&gt; element</title><summary{kind}>a &amp;amp; b</summary>");
        format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'>\
            <entry><link href='https://a.example.org/'/>{title}</entry></feed>"
        )
    };
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"https://a.example.org/","title":"The <dialog> element","content_text":"a &amp; b"}]}"#;
    let rss = "<rss><item><link>https://a.example.org/</link><title>The &lt;i&gt;dialog&lt;/i&gt; element</title>\
        <description>a &amp;amp; b</description></item></rss>";
    for (body, title, about) in [
        (atom(""), "The <dialog> element", "a &amp; b"),
        (atom(" type='text'"), "The <dialog> element", "a &amp; b"),
        (atom(" type='html'"), "The element", "a & b"),
        (json.to_owned(), "The <dialog> element", "a &amp; b"),
        (rss.to_owned(), "The dialog element", "a & b"),
    ] {
        let answers = [("http://a.test/list", 200, "text/xml", body.clone().into_bytes())];
        let (found, _) = run("site", &at("a.test/list", ""), &answers);
        let seed = &found.expect("a page").seeds[0];
        assert_eq!((seed.title.as_str(), seed.snippet.as_str()), (title, about), "{body}");
    }
}
