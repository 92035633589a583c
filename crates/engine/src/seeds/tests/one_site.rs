//! Tests that a search of a site contacts only that site and its redirect targets.

use super::*;

const INDEX: &[u8] = b"<sitemapindex><sitemap><loc>http://maps.test/a.xml</loc></sitemap>\
    <sitemap><loc>http://a.test/own.xml</loc></sitemap></sitemapindex>";
const FEEDS: &[u8] = b"<link rel=alternate type='application/rss+xml' href='http://feeds.test/a'>\
    <link rel=alternate type='application/rss+xml' href='/feed'>";

/// Returns a list of one page.
fn list(page: &str) -> Vec<u8> {
    format!("<urlset><url><loc>{page}</loc></url></urlset>").into_bytes()
}

/// Returns a robots.txt that names these lists.
fn robots(lists: &[&str]) -> Vec<u8> {
    let lines = lists.iter().map(|list| format!("Sitemap: {list}\n"));
    lines.collect::<String>().into_bytes()
}

#[test]
fn lists_on_other_hosts_are_not_read_wherever_they_are_named() {
    let far: Vec<String> = (0..=limits::SEED_SITEMAPS).map(|n| format!("http://maps.test/{n}.xml")).collect();
    let mut named: Vec<&str> = far.iter().map(String::as_str).collect();
    named.push("http://a.test/index.xml");
    let answers = [
        ("http://a.test/robots.txt", 200, "text/plain", robots(&named)),
        ("http://a.test/", 200, "text/html", FEEDS.to_vec()),
        ("http://a.test/index.xml", 200, "text/xml", INDEX.to_vec()),
        ("http://a.test/own.xml", 200, "text/xml", list("http://a.test/x")),
        ("http://a.test/feed", 302, "", b"http://feeds.test/b".to_vec()),
    ];
    let (found, asked) = run("site", &at("a.test", ""), &answers);
    assert_eq!(
        asked,
        [
            "http://a.test/robots.txt",
            "http://a.test/",
            "http://a.test/index.xml",
            "http://a.test/feed",
            "http://a.test/own.xml"
        ]
    );
    assert_eq!(urls(&found), ["http://a.test/x"]);
    let warnings = found.unwrap().warnings;
    assert!(warnings[0].contains("http://maps.test/0.xml"), "{warnings:?}");
}

#[test]
fn if_all_lists_are_on_other_hosts_the_first_is_reported() {
    let page = b"<link rel=alternate type='application/rss+xml' href='http://feeds.test/a'>";
    let answers = [("http://a.test/", 200, "text/html", page.to_vec())];
    let error = run("site", &at("a.test", ""), &answers).0.unwrap_err();
    assert!(is_variant(&error, "Elsewhere"));
    assert!(error.to_string().contains("http://feeds.test/a"), "{error}");
}

#[test]
fn the_redirect_target_of_the_address_belongs_to_the_site() {
    let answers = [
        (
            "http://a.test/robots.txt",
            200,
            "text/plain",
            robots(&["https://www.a.test/own.xml", "https://a.test/too.xml"]),
        ),
        ("http://a.test/", 301, "", b"https://www.a.test/".to_vec()),
        ("https://www.a.test/", 503, "", Vec::new()),
        ("https://www.a.test/own.xml", 200, "text/xml", list("https://www.a.test/x")),
        ("https://a.test/too.xml", 200, "text/xml", list("https://www.a.test/y")),
    ];
    let (found, asked) = run("site", &at("a.test", ""), &answers);
    assert_eq!(urls(&found), ["https://www.a.test/y", "https://www.a.test/x"], "{asked:?}");
}

#[test]
fn a_missing_default_sitemap_is_no_error_even_after_a_redirect() {
    for moved in ["/lists/sitemap.xml", "http://elsewhere.test/"] {
        let answers = [
            ("http://a.test/sitemap.xml", 301, "", moved.as_bytes().to_vec()),
            ("http://a.test/", 200, "text/html", Vec::new()),
        ];
        let (found, asked) = run("site", &at("a.test", ""), &answers);
        assert!(is_variant(&found.unwrap_err(), "NoResults"), "{asked:?}");
        assert!(!asked.iter().any(|url| url.contains("elsewhere.test")));
    }
}

#[test]
fn a_missing_sitemap_that_the_person_named_is_an_error() {
    let (found, asked) = run("site", &at("a.test/sitemap.xml", ""), &[]);
    assert!(is_variant(&found.unwrap_err(), "Status"), "{asked:?}");
}

#[test]
fn a_default_sitemap_that_redirects_to_a_requested_list_is_not_followed() {
    let answers = [
        ("http://a.test/robots.txt", 200, "text/plain", robots(&["https://www.a.test/sitemap.xml"])),
        ("http://a.test/", 301, "", b"https://www.a.test/".to_vec()),
        ("http://a.test/sitemap.xml", 301, "", b"https://www.a.test/sitemap.xml".to_vec()),
    ];
    let (_, asked) = run("site", &at("a.test", ""), &answers);
    let times = asked.iter().filter(|url| *url == "https://www.a.test/sitemap.xml");
    assert_eq!(times.count(), 1, "{asked:?}");
}
