//! Tests the data about pages by the vocabularies that sites use.

use crate::html::{EncodingRs, PageMetadata, read_content};
use types::url::CanonicalUrl;

fn metadata(html: &str) -> PageMetadata {
    let url = CanonicalUrl::parse("http://a.test/dir/").unwrap();
    read_content(html.as_bytes(), None, &url, &EncodingRs).metadata
}

#[test]
fn a_paper_is_described_for_scholarly_indexes() {
    let html = "<title>Paper | Site</title><meta name=citation_title content='On &amp; off'>\
        <meta name=citation_author content='Lovelace, Ada'><meta name=citation_author content='Charles Babbage'>\
        <meta name=citation_publication_date content='1843/9/2'><meta name=citation_journal_title content=Memoirs>\
        <meta name=citation_volume content=3><meta name=citation_issue content=1><meta name=citation_issn content=1234-5678>\
        <meta name=citation_firstpage content=666><meta name=citation_lastpage content=731>\
        <meta name=citation_doi content='doi:10.1000/182'><meta name=citation_publisher content=Taylor>\
        <meta property=og:site_name content=Site><meta property=og:title content=Other>\
        <link rel=canonical href=../on><link rel=license href=//cc.test/by>\
        <link rel=alternate hreflang=de href=/de><link rel='feed alternate' type='Application/RSS+xml' href=../rss>\
        <link rel=alternate type=application/atom+xml href=/comments><meta name=author content=Nobody>";
    let expected = PageMetadata {
        title: "On & off".to_owned(),
        authors: vec!["Lovelace, Ada".to_owned(), "Charles Babbage".to_owned()],
        date: "1843-09-02".to_owned(),
        publisher: "Taylor".to_owned(),
        site_name: "Site".to_owned(),
        canonical: "http://a.test/on".to_owned(),
        feed: "http://a.test/rss".to_owned(),
        license: "http://cc.test/by".to_owned(),
        doi: "10.1000/182".to_owned(),
        issn: "1234-5678".to_owned(),
        journal: "Memoirs".to_owned(),
        volume: "3".to_owned(),
        issue: "1".to_owned(),
        first_page: "666".to_owned(),
        last_page: "731".to_owned(),
        ..PageMetadata::default()
    };
    assert_eq!(metadata(html), expected);
}

#[test]
fn linked_data_describes_the_work_and_not_the_site() {
    let html = r#"<title>T</title><script type="application/ld+json">{"@graph": [{"@type": "WebSite", "name": "Site"},
        {"@type": ["NewsArticle"], "headline": "News", "author": [{"name": "Ada"}, "Bob",
         {"@type": "NewsMediaOrganization", "name": "Reuters"}], "inLanguage": "de-AT",
         "datePublished": "2026-11-20T08:30:00Z", "publisher": {"@type": "Organization", "name": "Press"},
         "isPartOf": {"@type": "PublicationIssue", "issueNumber": 7, "isPartOf": {"@type": "Periodical", "name": "J",
         "issn": "1-2"}}, "sameAs": "https://doi.org/10.1/x"}]}</script><script type="application/ld+json">{</script>"#;
    let data = metadata(html);
    assert_eq!(data.kind, "NewsArticle");
    assert_eq!(data.title, "News");
    assert_eq!(data.authors, ["Ada", "Bob", "Reuters"]);
    assert_eq!(data.organizations, ["Reuters"]);
    assert_eq!([data.date, data.publisher, data.language], ["2026-11-20", "Press", "de-AT"]);
    assert_eq!([data.journal, data.issue, data.issn, data.doi], ["J", "7", "1-2", "10.1/x"]);
}

#[test]
fn references_of_linked_data_are_the_nodes_that_they_name() {
    let page = |graph: &str| {
        metadata(&format!(
            "<title>T</title><meta name=author content='Jane Doe'><script type='application/ld+json'>{{\"@graph\": \
             [{graph}]}}</script>"
        ))
    };
    let graph =
        r##"{"@type": "Article", "headline": "News", "author": {"@id": "#jane"}, "publisher": {"@id": "#us"}}"##;
    let unknown = page(graph);
    assert_eq!((unknown.authors, unknown.publisher), (vec!["Jane Doe".to_owned()], String::new()));
    let nodes = r##"{"@type": "Person", "@id": "#jane", "name": "Jane Roe"},
        {"@type": "Organization", "@id": "#us", "name": "Us"}"##;
    let known = page(&format!("{graph}, {nodes}"));
    assert_eq!((known.authors, known.publisher), (vec!["Jane Roe".to_owned()], "Us".to_owned()));
    assert_eq!(page(r#"{"@type": "Article", "author": "https://a.test/jane"}"#).authors, ["Jane Doe"]);
}

#[test]
fn several_authors_in_one_element_are_several_persons() {
    for (author, expected) in [
        ("Ada Lovelace, Charles Babbage", &["Ada Lovelace", "Charles Babbage"][..]),
        ("Ada Lovelace, Mary Somerville and Charles Babbage", &["Ada Lovelace", "Mary Somerville", "Charles Babbage"]),
        ("Lovelace, Ada", &["Lovelace, Ada"]),
        ("Jane Doe, PhD", &["Jane Doe, PhD"]),
        ("Ministry of Health, Labour and Welfare", &["Ministry of Health, Labour and Welfare"]),
    ] {
        assert_eq!(metadata(&format!("<meta name=author content='{author}'>")).authors, expected);
    }
}

#[test]
fn dublin_core_and_opengraph_fill_the_gaps() {
    let html = "<html lang=fr><title>T</title><meta name=DC.creator content='A; B'><meta name=DC.date content=2020-05>\
        <meta property=og:type content=article>\
        <meta property=og:description content=D><meta name=description content=E><meta name=DC.identifier content=x/1>";
    let data = metadata(html);
    assert_eq!(data.authors, ["A", "B"]);
    assert_eq!([data.title, data.date, data.description, data.doi], ["T", "2020-05", "D", ""]);
    assert_eq!([data.language, data.kind], ["fr", "article"]);
}

#[test]
fn a_heading_tells_the_title_from_the_name_of_the_site() {
    for (html, title) in [
        ("<title>Orb webs | Spiders</title><h1>Orb webs</h1>", "Orb webs"),
        ("<title>Orb webs | Spiders</title><h1>Webs</h1>", "Orb webs | Spiders"),
        ("<title>Orb webs</title><h1>Orb</h1>", "Orb webs"),
    ] {
        assert_eq!(metadata(html).title, title, "{html}");
    }
}

#[test]
fn dates_that_do_not_begin_with_a_year_are_omitted() {
    for (written, expected) in [("20240131", "2024-01-31"), ("2024", "2024"), ("2024-13", "2024"), ("May 2024", "")] {
        assert_eq!(metadata(&format!("<meta name=date content='{written}'>")).date, expected);
    }
}
