//! Sitemaps and feeds of a site: politeness, limits and malformed files.

use super::*;
use types::seeds::Findings;

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
        (RSS, vec!["http://a.test/jazz?a=1&b=2", "http://a.test/chess"]),
        (ATOM, vec!["http://a.test/swing"]),
        (RDF, vec!["http://a.test/old"]),
    ] {
        assert_eq!(urls(&listed(body.as_bytes(), "application/xml")), expected);
    }
    let found = listed(RSS.as_bytes(), "text/plain").unwrap();
    let seed = &found.seeds[0];
    assert_eq!(
        (seed.title.as_str(), seed.snippet.as_str(), seed.place.as_str()),
        ("Jazz nights", "All about jazz", "The & Feed")
    );
}

#[test]
fn only_pages_with_query_words_are_listed() {
    let answers = [("http://a.test/list", 200, "text/xml", RSS.as_bytes().to_vec())];
    let (found, _) = run("site", &at("a.test/list", "jazz"), &answers);
    assert_eq!(urls(&found), ["http://a.test/jazz?a=1&b=2"]);
    let (found, _) = run("site", &at("a.test/list", "cheese"), &answers);
    assert_eq!(urls(&found).len(), 2);
    assert!(found.unwrap().warnings[0].contains("the first ones listed"));
}

#[test]
fn sitemaps_of_robots_txt_and_their_indexes_are_read() {
    let map = |urls: &[&str]| {
        let all: Vec<String> =
            urls.iter().map(|url| format!("<url><loc> {url} </loc><lastmod>2026</lastmod></url>")).collect();
        format!("<?xml version='1.0' encoding='UTF-8'?><urlset>{}</urlset>", all.concat()).into_bytes()
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
    let paths: Vec<&str> = asked.iter().map(|url| &url["http://a.test".len()..]).collect();
    assert_eq!(paths, ["/robots.txt", "/", "/index.xml", "/feed", "/jazz.xml", "/moved.xml", "/one.xml"]);
    assert_eq!(urls(&found), ["http://a.test/jazz?a=1&b=2", "http://a.test/jazz-two", "http://a.test/jazz-one"]);
    assert!(found.unwrap().warnings.iter().any(|one| one.contains("robots.txt of a.test")));
}

#[test]
fn a_disallowed_site_is_not_read() {
    for (status, robots, code) in [
        (200, "User-agent: *\nDisallow: /", "Robots"),
        (503, "", "RobotsDown"),
        (200, "User-agent: *\nCrawl-delay: 60", "Slow"),
    ] {
        let answers = [("http://a.test/robots.txt", status, "text/plain", robots.as_bytes().to_vec())];
        let (found, asked) = run("site", &at("a.test", "jazz"), &answers);
        assert!(is_variant(&found.unwrap_err(), code));
        assert_eq!(asked, ["http://a.test/robots.txt"], "{code}");
    }
}

#[test]
fn a_site_without_lists_says_what_to_do() {
    let answers = [("http://a.test/", 200, "text/html", b"<p>hello".to_vec())];
    let (found, asked) = run("site", &at("a.test", "jazz"), &answers);
    assert_eq!(asked, ["http://a.test/robots.txt", "http://a.test/", "http://a.test/sitemap.xml"]);
    let error = found.unwrap_err();
    assert!(is_variant(&error, "NoResults"));
    assert!(error.to_string().contains("Enter the page itself as a seed"));
}

#[test]
fn a_redirect_loop_ends() {
    let answers = [("http://a.test/", 302, "", b"/".to_vec())];
    let (found, asked) = run("site", &at("a.test", ""), &answers);
    assert!(is_variant(&found.unwrap_err(), "Redirects"));
    assert!(asked.len() <= 8, "{asked:?}");
}

#[test]
fn a_missing_response_is_explained() {
    let mut search = Search::new(find("site").unwrap(), &at("a.test", "")).unwrap();
    while let SearchStep::Fetch(..) = search.next_step() {
        search.failed(Failure {
            code: "dns".to_owned(),
            message: "There is no such host.".to_owned(),
            kind: FailureKind::Permanent,
        });
    }
    let error = search.finish().unwrap_err();
    assert_eq!(error.to_string(), "There is no such host.");
}

#[test]
fn the_charset_comes_from_byte_order_mark_header_or_declaration() {
    let latin = |head: &str| {
        let mut body = format!("{head}<rss><channel><item><link>http://a.test/x</link><title>caf").into_bytes();
        body.push(0xE9);
        body.extend(b"</title></item></channel></rss>");
        body
    };
    for (body, kind) in [
        (latin("<?xml version='1.0' encoding='ISO-8859-1'?>"), "text/xml"),
        (latin(""), "text/xml; charset=iso-8859-1"),
        (latin("<?xml version='1.0' encoding='no-such-thing'?>"), "text/xml; charset=windows-1252"),
    ] {
        assert_eq!(listed(&body, kind).unwrap().seeds[0].title, "café", "{kind}");
    }
    let utf16: Vec<u8> = "\u{feff}<rss><item><link>http://a.test/x</link><title>日本</title></item></rss>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(listed(&utf16, "text/xml").unwrap().seeds[0].title, "日本");
}

#[test]
fn hostile_files_end_quickly_and_keep_the_entries_before() {
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
        ("crossed", format!("<rss></b>{item}<b><c></b></c><item></rss>")),
        ("attributes", format!("<rss>{item}<a {}/></rss>", "x='1' ".repeat(200_000))),
        ("empty items", format!("<rss>{item}{}", "<item/>".repeat(400_000))),
        ("long text", format!("<rss>{item}<item><link>http://a.test/{}</link></item></rss>", "x".repeat(4_000_000))),
    ] {
        let found = listed(body.as_bytes(), "text/xml");
        assert_eq!(urls(&found), ["http://a.test/x"], "{name}");
    }
    for body in [&b"\xff\xfe\x00\x00"[..], b"<", b"<rss", b"<!DOCTYPE", b"&", b"<a xmlns:b='c'>", b""] {
        assert!(listed(body, "text/xml").is_err());
    }
}

#[test]
fn the_best_of_many_pages_are_kept() {
    let many: Vec<String> = (0..5_000)
        .map(|n| format!("http://a.test/page-{n}\n"))
        .chain(["http://a.test/about-jazz\n".to_owned()])
        .collect();
    let answers = [("http://a.test/list", 200, "text/plain", many.concat().into_bytes())];
    let (found, _) = run("site", &at("a.test/list", "jazz"), &answers);
    assert_eq!(urls(&found), ["http://a.test/about-jazz"]);
    let (found, _) = run("site", &at("a.test/list", ""), &answers);
    assert_eq!(urls(&found).len(), limits::SEEDS_FOUND);
    assert_eq!(urls(&found)[0], "http://a.test/page-0");
}

/// A decompressor may cut a list at any byte.
#[test]
fn every_complete_entry_of_a_cut_list_is_read() {
    let entry = |n: usize| format!("<url><loc>http://a.test/{n}</loc><lastmod>2026-01-01</lastmod></url>\n");
    let head = "<?xml version='1.0' encoding='UTF-8'?>\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    let whole = format!("{head}{}{}{}</urlset>", entry(1), entry(2), entry(3));
    let ends: Vec<usize> = whole.match_indices("</url>").map(|(at, end)| at + end.len()).collect();
    for cut in ends[0]..whole.len() {
        let expected: Vec<String> =
            (1..=3).filter(|n| ends[n - 1] <= cut).map(|n| format!("http://a.test/{n}")).collect();
        let found = listed(&whole.as_bytes()[..cut], "text/xml");
        assert_eq!(urls(&found), expected, "{cut}");
        let warnings = found.unwrap().warnings;
        assert!(warnings[0].starts_with("Only the beginning"), "{cut}: {warnings:?}");
    }
    assert_eq!(listed(whole.as_bytes(), "text/xml").unwrap().warnings, [""; 0]);
}

/// A compressed sitemap of a million addresses is read up to the limit, with a warning.
#[test]
fn the_first_of_a_million_addresses_are_read() {
    let mut body = b"<urlset>".to_vec();
    for n in 0..1_000_000 {
        body.extend_from_slice(format!("<url><loc>http://a.test/jazz/{n}</loc></url>").as_bytes());
        if body.len() > limits::SEED_ANSWER_BYTES {
            break;
        }
    }
    let answers = [("http://a.test/list", 200, "text/xml", body)];
    let found = run("site", &at("a.test/list", "jazz"), &answers).0;
    assert_eq!(urls(&found).len(), limits::SEEDS_FOUND);
    assert_eq!(urls(&found)[0], "http://a.test/jazz/0");
    assert!(found.unwrap().warnings[0].starts_with("Only the beginning"));
}

#[test]
fn entries_beyond_the_limit_are_left_out_in_xml_too() {
    let list = |entries: usize| {
        let entries: Vec<String> = (0..entries).map(|n| format!("<item about='/{n}'/>")).collect();
        format!("<rss>{}<item about='/jazz'/></rss>", entries.concat())
    };
    let found = |entries: usize| {
        let answers = [("http://a.test/list", 200, "text/xml", list(entries).into_bytes())];
        run("site", &at("a.test/list", "jazz"), &answers).0
    };
    assert_eq!(urls(&found(limits::SITEMAP_ADDRESSES - 1)), ["http://a.test/jazz"]);
    let more = found(limits::SITEMAP_ADDRESSES);
    assert!(!urls(&more).contains(&"http://a.test/jazz"));
    assert!(more.unwrap().warnings[0].starts_with("Only the beginning"));
}

/// Each base resolved against the one before would make the address longer.
#[test]
fn the_first_base_of_a_page_applies_to_its_feeds() {
    let mut page = "<base href=/first/>".to_owned() + &"<base href=more/>".repeat(1_000);
    page.push_str("<link rel=alternate type=application/atom+xml href=feed>");
    let answers = [
        ("http://a.test/", 200, "text/html", page.into_bytes()),
        ("http://a.test/first/feed", 200, "text/xml", ATOM.as_bytes().to_vec()),
    ];
    let (found, asked) = run("site", &at("http://a.test/", ""), &answers);
    assert_eq!(urls(&found), ["http://a.test/swing"]);
    assert!(asked.contains(&"http://a.test/first/feed".to_owned()), "{asked:?}");
}

/// Sitemap indexes that name further indexes, each with many lists.
#[test]
fn nested_indexes_end_after_a_few_requests() {
    let names: Vec<String> = (0..20).map(|n| format!("http://a.test/{n}.xml")).collect();
    let lists = names.iter().map(|name| format!("<sitemap><loc>{name}</loc></sitemap>"));
    let lists = lists.collect::<Vec<_>>().concat();
    let index = format!("<sitemapindex>{lists}</sitemapindex>").into_bytes();
    let mut answers = vec![("http://a.test/sitemap.xml", 200, "text/xml", index.clone())];
    answers.extend(names.iter().map(|name| (name.as_str(), 200, "text/xml", index.clone())));
    let (_, asked) = run("site", &at("http://a.test/", ""), &answers);
    let read = asked.iter().filter(|one| names.contains(one));
    assert_eq!(read.count(), limits::SEED_SITEMAPS);
}
