//! Tests of the services through the engine's own searches, and of the documented requests that the searches send.

use super::*;
use crate::topics;
use crate::web::{self, Recording};
use archive::limits::WarcLimits;
use engine::html::EncodingRs;
use engine::seeds::{self, Search, SearchStep, SeedInputs};
use serde_json::Value;
use std::sync::LazyLock;
use types::seeds::{Findings, Need, Web as SeedWeb};

static WELL: LazyLock<SimulatedServices> = LazyLock::new(|| {
    let topics = topics::of_comparison("demo", None).unwrap();
    SimulatedServices::new(web::open("demo").unwrap(), &topics, &[]).unwrap()
});

/// A web without pages, besides which the services have only the built-in ones.
struct NoWeb;

impl Web for NoWeb {
    fn response(&self, _url: &str) -> Option<RecordedResponse> {
        None
    }
}

fn failing(failures: &[&str]) -> SimulatedServices {
    let failures: Vec<FailingService> = failures.iter().map(|text| text.parse().unwrap()).collect();
    SimulatedServices::new(Box::new(NoWeb), &[], &failures).unwrap()
}

/// Runs the search of a provider to its end. Returns its findings, or the error's text, and the longest delay.
fn search(id: &str, query: &str, services: &SimulatedServices) -> (Result<Findings, String>, u32) {
    search_at("https://searx.boxed/", id, query, services)
}

/// Does the same with the address that a person names.
fn search_at(address: &str, id: &str, query: &str, services: &SimulatedServices) -> (Result<Findings, String>, u32) {
    let inputs = SeedInputs {
        query: query.to_owned(),
        language: "en".to_owned(),
        address: address.to_owned(),
        ..SeedInputs::default()
    };
    let mut search = Search::new(seeds::find(id).unwrap(), &inputs, &EncodingRs).unwrap();
    let mut longest = 0;
    while let SearchStep::Fetch(request, _) = search.next_step() {
        let reply = services.response(request.address()).unwrap_or_else(RecordedResponse::missing);
        longest = longest.max(reply.delay_ms);
        match reply.outcome {
            Ok(response) => search.answer(response.raw(reply.delay_ms), &EncodingRs),
            Err(failure) => search.failed(failure),
        }
    }
    (search.finish().map_err(|error| error.to_string()), longest)
}

/// The ids of the providers that ask services with a query.
fn providers() -> impl Iterator<Item = &'static str> {
    let live = seeds::LIST.iter().filter(|entry| entry.webs.contains(&SeedWeb::Live) && entry.needs[0] == Need::Query);
    live.map(|entry| entry.id).filter(|id| *id != "library")
}

fn get(url: &str) -> Response {
    WELL.response(url).unwrap().outcome.unwrap()
}

fn json(url: &str) -> Value {
    serde_json::from_slice(&get(url).body).unwrap()
}

fn texts(value: &Value, pointer: &str, field: &str) -> Vec<String> {
    let list = value.pointer(pointer).and_then(Value::as_array).unwrap();
    list.iter().map(|entry| entry[field].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_search_of_every_provider_finds_pages_that_the_services_serve() {
    for id in providers() {
        let queries = ["rust borrow checker", "migraine aura", "birmingham canals", "dutch still life"];
        let mut found = queries.iter().filter_map(|query| search(id, query, &WELL).0.ok());
        let found = found.next().unwrap_or_else(|| panic!("{id} finds nothing"));
        for seed in found.seeds {
            assert!(WELL.response(seed.url.as_str()).is_some(), "{id}: {}", seed.url.as_str());
        }
    }
}

#[test]
fn every_failure_of_every_provider_is_an_error_with_a_reason() {
    let failures = Data::read().unwrap().failure;
    for failure in failures.iter().map(|failure| &*failure.id).chain(["offline"]) {
        let services = failing(&[&format!("all={failure}")]);
        for id in providers() {
            let (found, _) = search(id, "rust borrow checker", &services);
            let error = found.map(|found| found.seeds).expect_err(id);
            assert!(error.ends_with(['.', '”']) || error.len() > 20, "{id}, {failure}: {error}");
        }
    }
}

#[test]
fn the_index_of_common_crawl_has_the_readable_pages_of_a_host() {
    let (found, _) = search_at("https://old-blog.boxed/", "common-crawl", "", &WELL);
    let error = found.unwrap_err();
    assert!(error.contains("no page of this site"), "its only page is gone: {error}");
    let (found, _) = search_at("https://migraine-society.boxed/start", "common-crawl", "", &WELL);
    let seeds: Vec<String> = found.unwrap().seeds.iter().map(|seed| seed.url.as_str().to_owned()).collect();
    assert!(seeds.contains(&"https://migraine-society.boxed/".to_owned()), "{seeds:?}");
    for seed in seeds {
        assert_eq!(get(&seed).status, 200, "{seed}");
    }
    let unavailable = failing(&["common-crawl=unavailable"]);
    let error = search_at("https://migraine-society.boxed/", "common-crawl", "", &unavailable).0.unwrap_err();
    assert!(error.contains("503"), "{error}");
}

#[test]
fn web_pages_may_read_the_services_that_say_so() {
    let allowed = |url: &str| get(url).header("access-control-allow-origin").map(str::to_owned);
    for url in [
        "https://hn.algolia.com/api/v1/search?query=rust",
        "https://api.github.com/search/repositories?q=rust",
        "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=rust&origin=*",
        "https://query.wikidata.org/sparql?query=SELECT",
    ] {
        assert_eq!(allowed(url).as_deref(), Some("*"), "{url}");
    }
    for url in [
        "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=rust",
        "https://searx.boxed/search?q=rust&format=json",
        "https://rust-guild.boxed/",
    ] {
        assert_eq!(allowed(url), None, "{url}");
    }
}

#[test]
fn requests_above_the_limit_of_a_service_are_refused_as_it_does() {
    let services = failing(&[]).with_limits().unwrap();
    let status = |url: &str| services.response(url).unwrap().outcome.unwrap().status;
    for (url, limit, refused) in [
        ("https://api.github.com/search/repositories?q=rust", 10, 403),
        ("https://searx.boxed/search?q=rust&format=json", 4, 429),
    ] {
        for request in 0..limit {
            assert_eq!(status(url), 200, "{request}: {url}");
        }
        assert_eq!(status(url), refused, "{url}");
    }
    assert_eq!(status("https://hn.algolia.com/api/v1/search?query=rust"), 200);
    let (found, _) = search("github", "rust borrow checker", &services);
    assert!(found.unwrap_err().contains("rate limit"));
}

#[test]
fn a_slow_service_takes_longer_than_a_start_waits_and_others_do_not() {
    let services = failing(&["wikipedia=slow"]);
    assert!(search("wikipedia", "migraine", &services).1 > 5_000);
    for id in providers().filter(|id| *id != "wikipedia") {
        assert!(search(id, "migraine", &services).1 < 1_500, "{id}");
    }
}

#[test]
fn the_last_failure_of_a_service_counts_and_unknown_names_are_refused_with_the_known_ones() {
    let services = failing(&["all=offline", "hacker-news=rate-limit"]);
    let reply = services.response("https://hn.algolia.com/api/v1/search?query=rust").unwrap();
    let response = reply.outcome.unwrap();
    assert_eq!((response.status, response.header("retry-after")), (429, Some("60")));
    let hosts = services.hosts();
    assert_eq!((hosts["hn.algolia.com"], hosts["en.wikipedia.org"], hosts["rust-guild.boxed"]), (false, true, false));
    for (text, says) in
        [("wikipedia", "SERVICE=FAILURE"), ("yahoo=slow", "choose all, arxiv"), ("wikipedia=gone", "throttle")]
    {
        let error = text.parse::<FailingService>().unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn wikimedia_refuses_a_client_without_a_contact_and_others_do_not() {
    for (host, agent, is_refused) in [
        ("de.wikipedia.org", "Salticid/0.1 (topical crawler, run by one person from a browser tab)", true),
        ("query.wikidata.org", "", true),
        ("en.wikipedia.org", "Salticid/0.1 (+https://example.org/about)", false),
        ("en.wikipedia.org", "Salticid/0.1 (mailto:person@example.org)", false),
        ("hn.algolia.com", "", false),
        ("notwikipedia.org", "", false),
    ] {
        let refusal = WELL.refusal(host, agent);
        assert_eq!(refusal.as_ref().map(|response| response.status), is_refused.then_some(403), "{host}, {agent}");
    }
}

#[test]
fn a_search_of_wikipedia_requires_all_words_unless_they_are_alternatives() {
    let titles = |query: &str| {
        let address =
            "https://de.wikipedia.org/w/api.php?action=query&list=search&format=json&formatversion=2&srsearch=";
        texts(&json(&format!("{address}{query}")), "/query/search", "title")
    };
    assert_eq!(titles("Zeche+Zollverein")[0], "Zeche Zollverein");
    assert_eq!(titles("Zeche+Zollverein+Fahrrad"), Vec::<String>::new());
    assert_eq!(titles("Zeche+OR+Zollverein+OR+Fahrrad").len(), 4);
    assert_eq!(titles("intitle:Kokerei+haswbstatement:P31")[0], "Kokerei");
}

#[test]
fn articles_have_external_links_up_to_the_limit_wikitext_and_an_item() {
    let query = "https://en.wikipedia.org/w/api.php?action=query&formatversion=2&format=json\
        &generator=search&gsrsearch=Migraine&prop=extlinks";
    let whole = json(&format!("{query}&ellimit=max"));
    let links = texts(&whole, "/query/pages/0/extlinks", "url");
    assert_eq!(links[0], "https://migraine-society.boxed/");
    assert_eq!(whole["batchcomplete"], true);
    let cut = json(&format!("{query}&ellimit=3"));
    assert_eq!(texts(&cut, "/query/pages/0/extlinks", "url"), links[..3]);
    assert!(cut["continue"]["elcontinue"].is_string() && cut["batchcomplete"].is_null());

    let parse = "https://de.wikipedia.org/w/api.php?action=parse&formatversion=2&format=json";
    let parsed = json(&format!("{parse}&page=Photosynthese&prop=wikitext|properties"));
    let text = parsed["parse"]["wikitext"].as_str().unwrap().to_owned();
    assert!(text.contains("|url=https://lernportal.boxed/photosynthese |title=Lernportal: Photosynthese"), "{text}");
    assert!(text.contains("== Weblinks ==\n* [https://botanik-verband.boxed/ Verband für Botanik]"), "{text}");
    assert!(parsed["parse"]["properties"]["wikibase_item"].as_str().is_some_and(|item| item.starts_with('Q')));
    assert_eq!(json(&format!("{parse}&page=Fehlt&prop=wikitext"))["error"]["code"], "missingtitle");
}

#[test]
fn texts_are_escaped_for_the_media_type_of_the_answer() {
    let answer = json("https://hn.algolia.com/api/v1/search?query=%22quoted%22+%24title+%5C");
    assert_eq!(answer["query"], "\"quoted\" $title \\");
    let feed = get("https://export.arxiv.org/api/query?search_query=all:%3Cb%3E&max_results=5");
    let feed = String::from_utf8(feed.body).unwrap();
    assert!(feed.contains("ArXiv Query: all:&lt;b&gt;"), "{feed}");
}

#[test]
fn pages_that_cannot_be_read_say_why_and_landing_pages_lead_to_the_page() {
    assert_eq!(get("https://members.boxed/rust/ownership").status, 403);
    assert_eq!(get("https://old-blog.boxed/rust-references").status, 404);
    assert_eq!(get("https://stackoverflow.com/robots.txt").status, 418);
    assert_eq!(get("https://stackoverflow.com/questions/9/q").status, 403);
    let works = json("https://api.crossref.org/works?query=aura&rows=1");
    let landing = get(works.pointer("/message/items/0/URL").unwrap().as_str().unwrap());
    let target = works.pointer("/message/items/0/resource/primary/URL").unwrap().as_str();
    assert_eq!((landing.status, landing.header("location")), (302, target));
    assert!(WELL.response("https://nowhere.boxed/").is_none());
}

#[test]
fn the_demo_web_is_found_and_served_under_names_that_services_may_return() {
    let (found, _) = search("hacker-news", "dengue", &WELL);
    let seed = &found.unwrap().seeds[0].url;
    assert!(seed.as_str().starts_with("http://") && seed.host().strip_suffix(DOMAIN).is_some(), "{}", seed.as_str());
    let page = get(seed.as_str());
    let body = String::from_utf8_lossy(&page.body);
    assert!(page.is_page() && !body.contains(".test/"), "{body}");
    assert_eq!(WELL.own_address(seed), Some(seed.as_str().replace(".boxed", ".test")));
    assert_eq!(WELL.own_address(&CanonicalUrl::parse("https://rust-guild.boxed/").unwrap()), None);
}

#[test]
fn a_recorded_encyclopedia_takes_the_place_of_the_english_wikipedia() {
    let body = "<title>Spider wasp</title><p>A spider wasp hunts spiders. <a href=\"/wiki/Wasp\">wasp</a>";
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://book.test/wiki/Spider_wasp_%28insect%29\r\n\
        Content-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    );
    let web = Recording::read(record.into_bytes(), &WarcLimits::NATIVE).unwrap();
    let services = SimulatedServices::new(Box::new(web), &[], &[]).unwrap();
    let (found, _) = search("wikipedia", "spider wasp", &services);
    let seed = &found.unwrap().seeds[0].url;
    assert_eq!(seed.as_str(), "https://en.wikipedia.org/wiki/Spider_wasp_(insect)");
    let own = services.own_address(seed);
    assert_eq!(own.as_deref(), Some("http://book.test/wiki/Spider_wasp_%28insect%29"));
    let served = services.response(seed.as_str()).unwrap().outcome.unwrap();
    assert_eq!(String::from_utf8(served.body).unwrap(), body);
}
