//! Tests the providers without network: pasted texts, bookmarks, saved crawls, the demo web.

use super::*;
use types::seeds::Seed;

#[test]
fn pasted_texts_give_addresses_and_report_invalid_ones() {
    let wanted = SeedInputs {
        text: "See [this](https://a.test/one), and <http://b.test/two>.\nexample.org\njavascript:alert(1)".to_owned(),
        ..SeedInputs::default()
    };
    let (found, asked) = run("pasted", &wanted, &[]);
    assert_eq!(urls(&found), ["https://a.test/one", "http://b.test/two", "https://example.org/"]);
    assert!(found.unwrap().warnings[0].contains("not “javascript:” URLs"));
    assert!(asked.is_empty());
    let (found, _) = run("pasted", &SeedInputs::default(), &[]);
    assert_eq!(found, Err(SeedsError::NoText));
}

#[test]
fn bookmarks_with_the_words_are_found_by_title_folder_or_address() {
    let file = br#"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://a.test/x">Chess</A>
        <DT><H3>Jazz clubs</H3><DL><p><DT><A HREF="http://b.test/y">Blue</A><DT><A HREF="javascript:alert(1)">Bad</A></DL><p>
        <DT><A HREF="http://c.test/jazz">C</A></DL>"#;
    let wanted = |words: &str| SeedInputs { file: file.to_vec(), ..query(words) };
    let (found, _) = run("bookmarks", &wanted("jazz"), &[]);
    assert_eq!(urls(&found), ["http://c.test/jazz", "http://b.test/y"]);
    let findings = found.unwrap();
    assert_eq!(findings.seeds[1].place, "Jazz clubs");
    assert!(findings.warnings[0].contains("Bad"));
    assert_eq!(urls(&run("bookmarks", &wanted(""), &[]).0).len(), 3);
    let (found, _) = run("bookmarks", &query("jazz"), &[]);
    assert!(is_variant(&found.unwrap_err(), "File(Empty"));
}

#[test]
fn the_library_is_searched_for_the_words() {
    let mut search = Search::new(find("library").unwrap(), &query(" jazz "), &EncodingRs).unwrap();
    assert_eq!(search.next_step(), SearchStep::LookUp("jazz".to_owned()));
    let url = CanonicalUrl::parse("http://a.test/").unwrap();
    search.looked_up(vec![Seed::new(url, "A\u{202e}\n b", "", "crawl")]);
    assert_eq!(search.next_step(), SearchStep::Done);
    assert_eq!(search.finish().unwrap().seeds[0].title, "A b");
}

#[test]
fn the_demo_web_search_finds_pages_of_the_demo_web() {
    let web = demo_web::DemoWeb::new(demo_web::DEFAULT_SEED);
    let url = "http://search.test/?q=asthma+inhaler";
    let simulated = web.fetch(url).expect("a host of the web");
    let response = simulated.result.expect("a response");
    let answers = [(url, 200, "text/html", response.body)];
    let (found, _) = run("demo-search", &query("asthma inhaler"), &answers);
    let found = found.unwrap();
    assert_eq!(found.seeds.len(), 10);
    for seed in &found.seeds {
        assert!(demo_web::is_host(seed.url.host()), "{}", seed.url);
        assert!(!seed.title.is_empty() && !seed.snippet.is_empty(), "{}", seed.url);
    }
}
