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
        (
            "<entry xmlns='http://www.w3.org/2005/Atom'><id>tag:1</id><link href='/one'/></entry>",
            vec!["http://a.test/one"],
        ),
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

/// Checks the pages of a list at `http://a.test/list`.
fn check(body: &str, expected: &[&str]) {
    assert_eq!(urls(&listed(body.as_bytes(), "application/xml")), expected, "{body}");
}

#[test]
fn a_damaged_place_does_not_end_a_list() {
    let two = ["http://a.test/one", "http://a.test/two"];
    let item = |title: &str, link: &str| format!("<item><title>{title}</title><link>{link}</link></item>");
    let feed = |one: &str| {
        format!(
            "<?xml version='1.0'?><rss version='2.0'><channel><title>S</title>{one}{}</channel></rss>",
            item("Two", two[1])
        )
    };
    for title in [
        "D&D & spiders",
        "&",
        "a < b",
        "a &nbsp; &eacute; &unknown; &#xFFFFFFFF; &#;",
        "<b>bold</i>",
        "x</foo>",
        "\u{1}\u{b}",
        "<![CDATA[a & <b]]>",
    ] {
        check(&feed(&item(title, two[0])), &two);
    }
    for between in [
        "<br />\n<b>Warning</b>: Undefined \"x\" in /a.php on line <b>3</b><br />",
        "&",
        "<>",
        "</>",
        "<!x>",
        "<?php echo 1; ?>",
        "<a b='c' b=d e>",
    ] {
        check(&feed(&(item("One", two[0]) + between)), &two);
        check(&(between.to_owned() + &feed(&item("One", two[0]))), &two);
    }
    check(&feed(&item("One", "http://a.test/one?a=1&b=2")), &["http://a.test/one?a=1&b=2", two[1]]);
    check(
        &feed(&item("One", "http://a.test/one?a=1&copy=2&amp;reg=3")),
        &["http://a.test/one?a=1&copy=2&reg=3", two[1]],
    );
    check(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://a.test/s?a=1&b=2</loc></url>\
        <url><loc>http://a.test/two</loc></url></urlset>",
        &["http://a.test/s?a=1&b=2", two[1]],
    );
    check("Notice: x in y\n<rss><item><link>http://a.test/one</link></item></rss>", &two[..1]);
    check(&feed("<item><link>http://a.test/one</link>"), &two);
    let found = listed(feed(&item("D&D & spiders", two[0])).as_bytes(), "text/xml").unwrap();
    assert_eq!((found.seeds[0].title.as_str(), &found.warnings[..]), ("D&D & spiders", &[][..]));
}

/// An end tag may be missing, or a start tag in its place.
#[test]
fn a_field_without_an_end_tag_ends_at_the_next_element() {
    for item in [
        "<title>A</title><link>http://a.test/1<pubDate>Mon, 1 Jan</pubDate>",
        "<title>A</title><link>http://a.test/1<comments>http://a.test/1#c</comments>",
        "<title>A</title><link>http://a.test/1<guid>http://a.test/2</guid>",
        "<title>A</title><guid>http://a.test/1<pubDate>Mon, 1 Jan</pubDate>",
        "<title>A</title><guid isPermaLink='true'>/1<dc:date>2020</dc:date>",
        "<title>A<category>cat</category><link>http://a.test/1</link>",
        "<title>A<dc:creator>B</dc:creator><link>http://a.test/1</link>",
        "<description>d</description><title>A<pubDate>Mon</pubDate><link>http://a.test/1",
        "<title>A<title><link>http://a.test/1<link>",
        "<link>/1<title>A",
    ] {
        let feed = format!("<rss><channel><title>S<link>http://a.test/</link><item>{item}</item></channel></rss>");
        let found = listed(feed.as_bytes(), "text/xml");
        assert_eq!(urls(&found), ["http://a.test/1"], "{item}");
        let seed = &found.unwrap().seeds[0];
        assert_eq!((seed.title.as_str(), seed.place.as_str()), ("A", "S"), "{item}");
    }
    check(
        "<rss><channel xml:base='http://b.test/'><item><link>one<item><link>two</item></channel></rss>",
        &["http://b.test/one", "http://b.test/two"],
    );
    for url in [
        "<loc>http://a.test/1<lastmod>2020-01-01</lastmod><priority>0.5</priority>",
        "<loc>http://a.test/1<loc>",
        "<loc>http://a.test/1<image:image><image:loc>http://b.test/a.jpg</image:loc></image:image>",
    ] {
        check(&format!("<urlset><url>{url}</url></urlset>"), &["http://a.test/1"]);
    }
    // Markup that is not escaped is a part of the text.
    let texts = "<title>The <i>best</i> List<String> ever</title><description><p>All <b>about</b></p> it</description>";
    let feed = format!("<rss><item>{texts}<link>http://a.test/1</link></item></rss>");
    let seed = listed(feed.as_bytes(), "text/xml").unwrap().seeds.remove(0);
    assert_eq!((seed.title.as_str(), seed.snippet.as_str()), ("The best List ever", "All about it"));
}

#[test]
fn rss_2_0_a_guid_is_a_permalink_unless_it_says_otherwise() {
    let items = "<item><title>1</title><guid>http://a.test/one</guid></item>
        <item><guid isPermaLink='true'> http://a.test/two#When:6:56:02PM </guid></item>
        <item><guid isPermaLink='false'>tag:3</guid><link>http://a.test/three</link></item>
        <item><guid>http://a.test/guid</guid><link>http://a.test/four</link></item>";
    let pages = ["http://a.test/one", "http://a.test/two", "http://a.test/three", "http://a.test/four"];
    check(&format!("<rss version='2.0'><channel>{items}</channel></rss>"), &pages);
    for guid in
        ["<guid isPermaLink='false'>http://a.test/x</guid>", "<guid>12345</guid>", "<guid>tag:x</guid>", "<guid/>"]
    {
        let found = listed(format!("<rss>{items}<item><title>x</title>{guid}</item></rss>").as_bytes(), "text/xml");
        assert_eq!(urls(&found), pages);
        let warning = "1 entry of http://a.test/list was left out: it has no address of a web page.";
        assert_eq!(found.unwrap().warnings, [warning], "{guid}");
    }
}

#[test]
fn rss_1_0_5_5_the_link_of_an_item_is_its_page_and_about_its_identifier() {
    let rdf = |items: &str| {
        format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>
            <channel rdf:about='http://a.test/'><title>Planet</title>\
            <link>http://a.test/</link></channel>{items}</rdf:RDF>"
        )
    };
    check(
        &rdf("<item rdf:about='tag:blogger.com,1999:blog-1.post-2'><title>isn't</title>\
            <link>http://b.test/x.html</link></item>"),
        &["http://b.test/x.html"],
    );
    check(&rdf("<item rdf:about='http://a.test/id'><link>http://a.test/page</link></item>"), &["http://a.test/page"]);
    check(&rdf("<item rdf:about='http://a.test/id'><title>x</title></item>"), &["http://a.test/id"]);
}

#[test]
fn an_address_counts_only_in_the_namespace_of_its_item() {
    let page = ["http://a.test/page"];
    let map = |inner: &str| {
        format!(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
            xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url>{inner}\
            <loc>http://a.test/page</loc></url></urlset>"
        )
    };
    check(&map("<image:image><image:loc>http://b.test/a.jpg</image:loc></image:image>"), &page);
    check(&map("<image:loc>http://b.test/a.jpg</image:loc>"), &page);
    check(&map("<video:loc>http://b.test/a.mp4</video:loc>"), &page);
    check(
        &map("<image xmlns='http://www.google.com/schemas/sitemap-image/1.1'><loc>http://b.test/a.jpg</loc></image>"),
        &page,
    );
    check(
        "<sm:urlset xmlns:sm='s' xmlns:image='i'><sm:url><image:loc>http://b.test/</image:loc>\
        <sm:loc>http://a.test/page</sm:loc></sm:url></sm:urlset>",
        &page,
    );
    check("<urlset xmlns='s' xmlns:same='s'><url><same:loc>http://a.test/page</same:loc></url></urlset>", &page);
    check(
        "<rss xmlns:atom='http://www.w3.org/2005/Atom' xmlns:x='x'><item><x:link>http://b.test/</x:link>\
        <atom:link rel='self' href='/self'/><link>http://a.test/page</link></item></rss>",
        &page,
    );
    check("<rss><item><atom:link href='http://a.test/page'/></item></rss>", &page);
    check(
        "<rss><channel><image><url>http://b.test/logo.png</url></image>\
        <item><link>http://a.test/page</link></item></channel></rss>",
        &page,
    );
}

#[test]
fn rfc_4287_4_2_11_the_source_of_an_entry_is_another_feed() {
    let source = "<source><id>x</id><title>Other</title><link href='http://b.test/'/></source>";
    let atom = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry>{source}<title>Mine</title>\
        <link rel='alternate' href='http://a.test/x'/></entry></feed>"
    );
    let found = listed(atom.as_bytes(), "application/atom+xml");
    assert_eq!(urls(&found), ["http://a.test/x"]);
    assert_eq!(found.unwrap().seeds[0].title, "Mine");
}

/// RSS 2.0, RFC 4287 §3.2 and §4.2.11: parts of an item and of a feed have titles and addresses of their own.
#[test]
fn the_title_and_the_address_of_a_nested_element_are_not_those_of_the_item() {
    let fields = "<title>spider</title><link>http://a.test/1</link>";
    for name in ["image", "textInput", "source", "author", "contributor"] {
        let nested =
            format!("<{name}><url>http://a.test/x</url><title>img</title><link>http://a.test/img</link></{name}>");
        for item in [format!("{nested}{fields}"), format!("{fields}{nested}")] {
            let feed = format!("<rss><channel>{nested}<title>S</title><item>{item}</item></channel></rss>");
            let found = listed(feed.as_bytes(), "text/xml");
            assert_eq!(urls(&found), ["http://a.test/1"], "{item}");
            let seed = &found.unwrap().seeds[0];
            assert_eq!((seed.title.as_str(), seed.place.as_str()), ("spider", "S"), "{item}");
        }
        // An element with a text only may lack its end tag.
        check(&format!("<rss><item><{name}>A{fields}</item></rss>"), &["http://a.test/1"]);
    }
}

/// RFC 4287 §4.1.1: an entry may have an alternate link for each media type.
#[test]
fn rfc_4287_4_1_1_the_page_of_an_entry_is_its_alternate_link_in_html() {
    let link = |kind: &str, name: &str| format!("<link rel='alternate' type='{kind}' href='http://a.test/{name}'/>");
    let json = link("application/json", "json");
    for (links, expected) in [
        (json.clone() + &link("text/html", "1"), "1"),
        (link("text/html", "1") + &json + &link("text/html", "2"), "1"),
        (json.clone() + &link("application/xhtml+xml; charset=utf-8", "1"), "1"),
        (json.clone() + &link("", "1"), "1"),
        (json.clone() + "<link href='http://a.test/1'/>", "1"),
        (json.clone() + "<link>http://a.test/1</link>", "1"),
        (json.clone() + "<id>http://a.test/id</id>", "json"),
        (json.clone() + &link("application/pdf", "pdf"), "json"),
    ] {
        let feed = format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry>{links}</entry></feed>");
        check(&feed, &[&format!("http://a.test/{expected}")]);
    }
}

/// RFC 4287 §4.1.2: an entry without an alternate link has its whole content; its id may be its address.
#[test]
fn rfc_4287_4_1_2_the_id_of_an_entry_without_a_link_may_be_its_address() {
    let feed =
        |namespace: &str, entry: &str| format!("<feed xmlns='{namespace}'><id>http://a.test/</id>{entry}</feed>");
    for namespace in ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"] {
        let link = "<link rel='self' href='http://a.test/api/1'/>";
        for entry in [
            format!("<entry><id>http://a.test/x</id>{link}<content>whole</content></entry>"),
            format!("<entry>{link}<id> http://a.test/x\n</id></entry>"),
            "<entry><id>http://a.test/id</id><link href='http://a.test/x'/></entry>".to_owned(),
            "<entry><id>tag:a.test,2026:1</id><link href='http://a.test/x'/></entry>".to_owned(),
            "<entry><id>tag:a.test,2026:1</id><content type='text/html' src='/x'/></entry>".to_owned(),
            "<entry><content src='/text'/><link href='http://a.test/x'/></entry>".to_owned(),
        ] {
            check(&feed(namespace, &entry), &["http://a.test/x"]);
        }
    }
}

#[test]
fn feeds_of_the_first_versions_are_read() {
    check(
        "<?xml version='1.0'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
        xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel><title>M</title><link>http://a.test/</link></channel>\
        <item><title>1</title><link>http://a.test/one</link></item></rdf:RDF>",
        &["http://a.test/one"],
    );
    check(
        "<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS 0.91//EN' 'http://x/rss-0.91.dtd'>\
        <rss version='0.91'><channel><title>M</title>\
        <item><title>1</title><link>http://a.test/one</link></item></channel></rss>",
        &["http://a.test/one"],
    );
    check(
        "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>M</title><entry><title mode='escaped'>1</title>\
        <link rel='service.edit' href='http://a.test/edit'/><link rel='alternate' type='text/html' \
        href='http://a.test/one'/><issued>2004</issued></entry></feed>",
        &["http://a.test/one"],
    );
}

#[test]
fn xml_base_4_applies_to_the_links_inside_of_its_element() {
    let entries = "<entry xml:base='2026/'><link href='one'/></entry>\
        <entry><link xml:base='http://b.test/x/' href='two'/></entry><entry><link href='/three'/></entry>";
    check(
        &format!("<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://c.test/blog/'>{entries}</feed>"),
        &["http://c.test/blog/2026/one", "http://b.test/x/two", "http://c.test/three"],
    );
    check(
        &format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>"),
        &["http://a.test/2026/one", "http://b.test/x/two", "http://a.test/three"],
    );
    check(
        "<rss><channel xml:base='http://b.test/'><item><link>x</link></item></channel>\
        <item><link>y</link></item></rss>",
        &["http://b.test/x", "http://a.test/y"],
    );
    let growing = "<entry xml:base='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/'><a xml:base='b/'><link href='x'/></a></entry>"
        .repeat(20_000);
    assert_eq!(urls(&listed(format!("<feed>{growing}</feed>").as_bytes(), "text/xml")).len(), 1);
}

#[test]
fn json_feeds_are_read() {
    let feed = r#"{"version":"https://jsonfeed.org/version/1.1","title":"My feed","items":[
        {"id":"1","url":"http://a.test/one","title":"One","content_html":"<p>About <b>jazz</b>"},
        {"id":"http://a.test/two","content_text":"Two"},{"id":3,"external_url":"http://b.test/three"},{"id":"4"},7]}"#;
    for kind in ["application/feed+json", "application/json", "text/plain"] {
        let found = listed(feed.as_bytes(), kind);
        assert_eq!(urls(&found), ["http://a.test/one", "http://a.test/two", "http://b.test/three"], "{kind}");
        let found = found.unwrap();
        assert_eq!((found.seeds[0].snippet.as_str(), found.seeds[0].place.as_str()), ("About jazz", "My feed"));
        assert_eq!(
            found.warnings,
            ["2 entries of http://a.test/list were left out: they have no address of a web page."]
        );
    }
    let cut = listed(&feed.as_bytes()[..100], "application/feed+json").unwrap_err();
    assert_eq!(
        cut.to_string(),
        "Could not read http://a.test/list: it is damaged or too long. Enter one of its pages as a seed."
    );
    assert!(is_variant(&listed(b"{\"a\":1}", "application/json").unwrap_err(), "NoResults"));
}

/// `json_encode` of PHP escapes slashes; some feeds name no version.
#[test]
fn a_json_feed_is_recognized_by_its_version_or_its_items() {
    let items = r#""items":[{"id":"1","url":"http:\/\/a.test\/one"}]"#;
    for head in [
        r#"{"version":"https:\/\/jsonfeed.org\/version\/1","#,
        r#"{"version" : "https://jsonfeed.org/version/1.1","#,
        "\n\u{feff}{",
    ] {
        check(&format!("{head}{items}}}"), &["http://a.test/one"]);
    }
    let empty = listed(br#"{"version":"https:\/\/jsonfeed.org\/version\/1","items":[{"id":"1"}]}"#, "application/json");
    assert_eq!(empty.unwrap_err(), SeedsError::WithoutAddresses("http://a.test/list".to_owned()));
}

#[test]
fn the_items_before_the_damage_of_a_json_feed_are_read() {
    let head = r#"{"version":"https://jsonfeed.org/version/1","title":"S","items":[{"url":"http://a.test/one"},"#;
    let second = r#"{"authors":[{"name":"n"}],"title":"Two","url":"http://a.test/two"}"#;
    let pages = ["http://a.test/one", "http://a.test/two"];
    for cut in 0..second.len() {
        let found = listed(format!("{head}{}", &second[..cut]).as_bytes(), "application/feed+json");
        assert_eq!(urls(&found), pages[..1], "{cut}");
        let warning = "Only the beginning of http://a.test/list was read: it is too long or damaged.";
        assert_eq!(found.unwrap().warnings, [warning], "{cut}");
    }
    for (end, warnings) in
        [("", 1), ("]", 1), (",", 1), (",{\"title\":\"He said \"hi\"\"}]}", 1), ("]}", 0), (",]}", 0)]
    {
        let found = listed(format!("{head}{second}{end}").as_bytes(), "application/feed+json");
        assert_eq!(urls(&found), pages, "{end}");
        assert_eq!(found.unwrap().warnings.len(), warnings, "{end}");
    }
    let raw = second.replace("Two", "Two\n\tlines \u{1}");
    let found = listed(format!("{head}{raw}]}}").as_bytes(), "application/feed+json").unwrap();
    assert_eq!((found.seeds[1].title.as_str(), found.warnings.len()), ("Two lines \u{fffd}", 0));
    let long = format!("{head}{second},{{\"title\":\"{}\"}}]}}", "x".repeat(limits::SEED_JSON_BYTES));
    let found = listed(long.as_bytes(), "application/feed+json");
    assert_eq!(urls(&found), pages);
    assert!(found.unwrap().warnings[0].starts_with("Only the beginning"));
}

#[test]
fn relative_addresses_of_a_json_feed_are_resolved() {
    let feed = |head: &str| {
        format!(
            r#"{{{head}"items":[{{"id":"1","url":"/one"}},{{"id":"/id","url":"","external_url":"two"}},
            {{"id":"http://a.test/three","url":"javascript:x"}},{{"id":"four"}},{{"url":"//c.test/five"}}]}}"#
        )
    };
    let pages = ["http://a.test/one", "http://a.test/two", "http://a.test/three", "http://c.test/five"];
    let elsewhere = ["http://b.test/one", "http://b.test/x/two", "http://a.test/three", "http://c.test/five"];
    for (head, expected) in [
        ("", pages),
        (r#""home_page_url":"http://b.test/x/","feed_url":"http://a.test/y/feed","#, elsewhere),
        (r#""home_page_url":7,"feed_url":"http://b.test/x/feed.json","#, elsewhere),
        (r#""home_page_url":"mailto:x","#, pages),
    ] {
        let found = listed(feed(head).as_bytes(), "application/feed+json");
        assert_eq!(urls(&found), expected, "{head}");
        let warning = "1 entry of http://a.test/list was left out: it has no address of a web page.";
        assert_eq!(found.unwrap().warnings, [warning]);
    }
}

#[test]
fn a_relative_guid_is_resolved_if_it_is_a_permalink() {
    check(
        "<rss><channel xml:base='http://b.test/x/'><item><guid>/one</guid></item>\
        <item><guid isPermaLink='true'>two</guid></item><item><guid isPermaLink='false'>/no</guid></item>\
        <item><guid>12345</guid></item><item><guid>//c.test/three</guid><title>t</title></item></channel></rss>",
        &["http://b.test/one", "http://b.test/x/two", "http://c.test/three"],
    );
}

#[test]
fn a_text_of_another_namespace_counts_only_if_the_item_has_none() {
    let item = |inner: &str| {
        format!(
            "<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/' \
            xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><itunes:title>no</itunes:title>\
            <title>Feed</title><item><link>http://a.test/x</link>{inner}</item></channel></rss>"
        )
    };
    let plain = "<title>Own</title><description>About</description>";
    let other = "<media:content url='/a.jpg'>\n<media:title>Photo</media:title>\n\
        <media:description>Caption</media:description></media:content>";
    for (inner, title, summary) in [
        (format!("{other}{plain}"), "Own", "About"),
        (format!("{plain}{other}"), "Own", "About"),
        (format!("<itunes:title>I</itunes:title><dc:title>D</dc:title>{plain}"), "Own", "About"),
        (other.to_owned(), "Photo", "Caption"),
        (format!("<title/>{other}<description> </description>"), "Photo", "Caption"),
        ("<dc:title>D</dc:title><dc:description>d</dc:description>".to_owned(), "D", "d"),
        ("<media:image><media:title>Photo</media:title></media:image>".to_owned(), "Photo", ""),
        (format!("{other}<content:encoded>All</content:encoded>"), "Photo", "All"),
    ] {
        let seed = listed(item(&inner).as_bytes(), "text/xml").unwrap().seeds.remove(0);
        assert_eq!(
            (seed.title.as_str(), seed.snippet.as_str(), seed.place.as_str()),
            (title, summary, "Feed"),
            "{inner}"
        );
    }
}

#[test]
fn markup_before_the_outermost_element_is_ignored() {
    let feed = "<rss><channel><item><link>http://a.test/one</link></item></channel></rss>";
    for junk in [
        "<!doctype html><html><head><meta charset=utf-8><title>x</title></head><body><br><p>Warning</body></html>",
        "<html xmlns='http://www.w3.org/1999/xhtml'><br>",
        &"<b>Warning</b>: x<br>\n".repeat(20),
    ] {
        let found = listed(format!("{junk}{feed}").as_bytes(), "text/xml");
        assert_eq!(urls(&found), ["http://a.test/one"], "{junk}");
        assert_eq!(found.unwrap().warnings, [""; 0], "{junk}");
    }
    check(&format!("<html></html>{ATOM}"), &["http://a.test/swing"]);
    // The metadata of a drawing are no list.
    let page = "<title>A</title><svg><metadata><rdf:RDF><cc:Work/></rdf:RDF></metadata></svg>\
        <link rel=alternate type=application/rss+xml href=/feed>";
    let answers = [
        ("http://a.test/", 200, "text/html", page.as_bytes().to_vec()),
        ("http://a.test/feed", 200, "text/xml", feed.as_bytes().to_vec()),
    ];
    assert_eq!(urls(&run("site", &at("a.test", ""), &answers).0), ["http://a.test/one"]);
}

/// The proxy passes on the type of a document without its body.
#[test]
fn a_document_is_no_list() {
    for body in ["", "%PDF-1.4"] {
        let error = listed(body.as_bytes(), "application/pdf").unwrap_err().to_string();
        assert!(error.ends_with("is a document (PDF), not a page or a list. Enter a page that links to it as a seed."));
    }
}

/// JSON Feed 1.0 is served as `application/json`, and many feeds as `text/xml`.
#[test]
fn feeds_with_general_media_types_are_discovered() {
    let feed = "<rss><item><link>http://a.test/one</link></item></rss>";
    for kind in ["text/xml", "application/xml", "Application/JSON; charset=utf-8", "application/x-atom+xml"] {
        let page = format!(
            "<link rel=alternate type=application/json href='/wp-json/wp/v2/pages/1'>\
            <link rel=alternate type=text/xml href='/oembed?format=xml'>\
            <link rel=alternate type='{kind}' href=/feed><link rel=alternate hreflang=de href=/de>"
        );
        let answers = [
            ("http://a.test/", 200, "text/html", page.into_bytes()),
            ("http://a.test/feed", 200, "text/xml", feed.as_bytes().to_vec()),
        ];
        let (found, asked) = run("site", &at("a.test", ""), &answers);
        assert_eq!(urls(&found), ["http://a.test/one"], "{kind}");
        assert_eq!(asked[asked.len() - 1], "http://a.test/feed");
    }
    let page = b"<link rel=alternate type=application/json href=/api><link rel=alternate type=text/xml href=/xml>\
        <link rel=alternate type=application/feed+json href=/feed.json>";
    let answers = [
        ("http://a.test/", 200, "text/html", page.to_vec()),
        ("http://a.test/api", 200, "application/json", b"{\"id\":1}".to_vec()),
        ("http://a.test/feed.json", 200, "application/json", b"{\"items\":[{\"url\":\"/one\"}]}".to_vec()),
    ];
    let (found, asked) = run("site", &at("a.test", ""), &answers);
    assert_eq!(urls(&found), ["http://a.test/one"]);
    let feeds: Vec<&str> = asked.iter().map(|url| &url["http://a.test".len()..]).collect();
    assert_eq!(feeds[feeds.len() - 2..], ["/feed.json", "/api"], "feeds of a feed's type come first");
}

#[test]
fn only_pages_with_query_words_are_listed() {
    let answers = [("http://a.test/list", 200, "text/xml", RSS.as_bytes().to_vec())];
    let (found, _) = run("site", &at("a.test/list", "jazz"), &answers);
    assert_eq!(urls(&found), ["http://a.test/jazz?a=1&b=2"]);
    let (found, _) = run("site", &at("a.test/list", "cheese"), &answers);
    assert_eq!(urls(&found).len(), 2);
    assert!(found.unwrap().warnings[1].contains("the first ones listed"));
}

#[test]
fn sitemaps_of_robots_txt_and_their_indexes_are_read() {
    let map = |urls: &[&str]| {
        let all: Vec<String> =
            urls.iter().map(|url| format!("<url><loc> {url} </loc><lastmod>2026</lastmod></url>")).collect();
        format!("<?xml version='1.0' encoding='UTF-8'?><urlset>{}</urlset>", all.concat()).into_bytes()
    };
    let answers = [
        (
            "http://a.test/robots.txt",
            200,
            "text/plain",
            b"User-agent: *\nDisallow: /closed\n\
            sitemap: http://a.test/index.xml\nSitemap: not one\n"
                .to_vec(),
        ),
        (
            "http://a.test/",
            200,
            "text/html",
            b"<title>A</title>\
            <link rel='alternate' type='application/rss+xml' href='/feed'><link rel=stylesheet href=x.css>"
                .to_vec(),
        ),
        (
            "http://a.test/index.xml",
            200,
            "text/xml",
            b"<sitemapindex><sitemap><loc>http://a.test/one.xml</loc></sitemap>\
            <sitemap><loc>http://a.test/jazz.xml</loc></sitemap>\
            <sitemap><loc>http://a.test/closed.xml</loc></sitemap></sitemapindex>"
                .to_vec(),
        ),
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
    let mut search = Search::new(find("site").unwrap(), &at("a.test", ""), &EncodingRs).unwrap();
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
        "<!DOCTYPE rss [<!ENTITY a \"{}\"><!ENTITY b \"&a;&a;&a;&a;\">]><rss>{item}<item><link>http://a.test/y</link>\
        <title>&b;&#x41;&#xFFFFFFFF;&lt;</title></item></rss>",
        "x".repeat(100_000)
    );
    let found = listed(bomb.as_bytes(), "text/xml").unwrap();
    assert_eq!(found.seeds[1].title, "&b;A\u{fffd}<");
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

/// A decompressor may cut a list at any byte. An entry is complete if its address is.
#[test]
fn every_complete_entry_of_a_cut_list_is_read() {
    let entry = |n: usize| format!("<url><loc>http://a.test/{n}</loc><lastmod>2026-01-01</lastmod></url>\n");
    let head = "<?xml version='1.0' encoding='UTF-8'?>\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    let whole = format!("{head}{}{}{}</urlset>", entry(1), entry(2), entry(3));
    let ends: Vec<usize> = whole.match_indices("</loc>").map(|(at, end)| at + end.len()).collect();
    for cut in ends[0]..whole.len() {
        let expected: Vec<String> =
            (1..=3).filter(|n| ends[n - 1] <= cut).map(|n| format!("http://a.test/{n}")).collect();
        let found = listed(&whole.as_bytes()[..cut], "text/xml");
        assert_eq!(urls(&found), expected, "{cut}");
        let warnings = found.unwrap().warnings;
        assert!(warnings[0].starts_with("Only the beginning"), "{cut}: {warnings:?}");
    }
    assert_eq!(listed(whole.as_bytes(), "text/xml").unwrap().warnings, [""; 0]);
    let two = ["http://a.test/1", "http://a.test/2"];
    for (end, read) in [
        ("<title>B</title><link>http://a.test/2</link></i", 2),
        ("<link>http://a.test/2</link><title>B", 2),
        ("<title>B</title><link>http://a.test/2</li", 1),
        ("<title>B</title><link>http://a.test/", 1),
        ("<guid>http://a.test/3</guid><link>http://a.te", 1),
    ] {
        let feed = format!("<rss><channel><item><link>http://a.test/1</link></item><item>{end}");
        let found = listed(feed.as_bytes(), "text/xml");
        assert_eq!(urls(&found), two[..read], "{end}");
        assert!(found.unwrap().warnings[0].starts_with("Only the beginning"), "{end}");
    }
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
    let home = ("http://a.test/", 200, "text/html", b"<p>home".to_vec());
    let mut answers = vec![home, ("http://a.test/sitemap.xml", 200, "text/xml", index.clone())];
    answers.extend(names.iter().map(|name| (name.as_str(), 200, "text/xml", index.clone())));
    let (found, asked) = run("site", &at("http://a.test/", ""), &answers);
    let read = asked.iter().filter(|one| names.contains(one));
    assert_eq!(read.count(), limits::SEED_SITEMAPS);
    let sentence = format!("16 sitemaps of a.test were not read: at most {} are.", limits::SEED_SITEMAPS);
    assert_eq!(found.unwrap_err().to_string(), sentence);
}

#[test]
fn sitemap_lines_without_a_url_are_counted() {
    let robots = b"Sitemap: http://a.test/list\nSitemap: not one\nSitemap: mailto:x\nSitemap:".to_vec();
    let list = b"<urlset><url><loc>http://a.test/one</loc></url></urlset>".to_vec();
    let answers = [
        ("http://a.test/", 200, "text/html", b"<p>home".to_vec()),
        ("http://a.test/robots.txt", 200, "text/plain", robots),
        ("http://a.test/list", 200, "text/xml", list),
    ];
    let (found, _) = run("site", &at("http://a.test/", ""), &answers);
    let left_out = "2 entries of http://a.test/robots.txt were left out: they have no address of a web page.";
    assert_eq!(found.unwrap().warnings, [left_out]);
}

/// XML 1.0 §4.3.3; writers of text declare UTF-16 for what is then stored in UTF-8.
#[test]
fn the_encoding_of_a_list_is_the_declared_one_if_it_can_be() {
    let feed = |encoding: &str| {
        format!(
            "<?xml version='1.0' encoding='{encoding}'?><rss><item><title>Паук</title>\
            <link>http://a.test/one</link></item></rss>"
        )
    };
    let feed_1251 = feed("windows-1251");
    let legacy = encoding_rs::WINDOWS_1251.encode(&feed_1251).0.into_owned();
    let blank = [b"\n", &*legacy].concat();
    for body in [feed("utf-8").into_bytes(), feed("utf-16").into_bytes(), legacy, blank] {
        let found = listed(&body, "text/xml").unwrap();
        assert_eq!(found.seeds[0].title, "Паук", "{}", body.escape_ascii());
    }
}

/// Bytes that are hardly UTF-8 are not what a header or a declaration says.
#[test]
fn a_list_that_is_not_in_its_declared_utf_8_is_read_as_undeclared() {
    let feed = |encoding: &str, title: &str| {
        format!(
            "<?xml version='1.0' encoding='{encoding}'?><rss><item><title>{title}</title>\
            <link>http://a.test/one</link><description>{title}</description></item></rss>"
        )
    };
    let russian = "Её «ВАЗ» и пауки Сибири";
    for (encoding, sent) in
        [("utf-8", "text/xml"), ("UTF-8", "text/xml; charset=UTF-8"), ("windows-1251", "text/xml; charset=utf-8")]
    {
        let body = encoding_rs::WINDOWS_1251.encode(&feed(encoding, russian)).0.into_owned();
        assert_eq!(listed(&body, sent).unwrap().seeds[0].title, russian, "{encoding} {sent}");
    }
    let western = b"<?xml version='1.0' encoding='utf-8'?><rss><item><title>It\x92s caf\xe9</title>\
        <link>http://a.test/caf\xe9</link></item></rss>";
    let found = listed(western, "application/rss+xml");
    assert_eq!(urls(&found), ["http://a.test/caf%C3%A9"]);
    assert_eq!(found.unwrap().seeds[0].title, "It\u{2019}s caf\u{e9}");
    // A damaged place of a file in UTF-8 changes nothing else.
    let body = feed("utf-8", "caf\u{e9} \u{1}").into_bytes();
    let body: Vec<u8> = body.into_iter().map(|byte| if byte == 1 { 0xff } else { byte }).collect();
    assert_eq!(listed(&body, "text/xml").unwrap().seeds[0].title, "caf\u{e9} \u{fffd}");
}

#[test]
fn a_plain_list_may_have_other_lines_which_are_counted() {
    let found =
        listed(b"# pages\nhttp://a.test/one\n\nhttp://a.test/two\nhttp://a.test/three\nwww\n", "text/plain").unwrap();
    assert_eq!(found.seeds.len(), 3);
    let left_out = "2 entries of http://a.test/list were left out: they have no address of a web page.";
    assert_eq!(found.warnings, [left_out]);
}

/// RFC 4287 §4.2.7.2: a relation is a name or an IRI.
#[test]
fn a_feed_without_addresses_is_refused_with_the_reason() {
    let feed =
        |link: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>t</title>{link}</entry></feed>");
    let relation = "http://www.iana.org/assignments/relation/alternate";
    check(&feed(&format!("<link rel='{relation}' href='http://a.test/one'/>")), &["http://a.test/one"]);
    check("http://a.test/one\rhttp://a.test/two", &["http://a.test/one", "http://a.test/two"]);
    let error = listed(feed("<link rel='self' href='http://a.test/x'/>").as_bytes(), "application/xml").unwrap_err();
    assert_eq!(error, SeedsError::WithoutAddresses("http://a.test/list".to_owned()));
}

/// A section that is not closed costs no item behind it.
#[test]
fn items_behind_an_unclosed_cdata_section_are_read() {
    let item = |n: usize, title: &str| {
        format!(
            "<item><title>{title}</title><link>http://a.test/{n}</link><description><![CDATA[<p>x]]></description></item>"
        )
    };
    for title in ["<![CDATA[Two & more", "<![CDATA[Two & more]]", "<![CDATA[Two & more]>", "Two & more]]>"] {
        let feed = format!("<rss><channel>{}{}{}</channel></rss>", item(1, "One"), item(2, title), item(3, "Three"));
        let found = listed(feed.as_bytes(), "text/xml");
        assert_eq!(urls(&found), ["http://a.test/1", "http://a.test/2", "http://a.test/3"], "{title}");
        assert!(found.unwrap().seeds[1].title.starts_with("Two & more"), "{title}");
    }
    let whole = format!("<rss>{}</rss>", item(1, "<![CDATA[a <![CDATA[ b</title> c]]>"));
    assert_eq!(urls(&listed(whole.as_bytes(), "text/xml")), ["http://a.test/1"]);
    let many = format!("<rss>{}{}</rss>", item(1, "One"), "<![CDATA[".repeat(200_000));
    assert_eq!(urls(&listed(many.as_bytes(), "text/xml")), ["http://a.test/1"]);
}
