//! Tests properties of pages: robots directives, languages, copies, anchor texts, malformed HTML and script injections.

use crate::reading::{body, header, links, pages_of, response, similarity, text, words};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

#[test]
fn pages_have_robots_directives_in_meta_tags_and_headers() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let (mut noindex, mut nofollow, mut header_says) = (0, 0, 0);
    for url in pages_of(&truth, "do-not-index.test") {
        let response = response(&web, url).unwrap();
        let html = body(&web, url);
        noindex += usize::from(html.contains("<meta name=\"robots\" content=\"noindex\">"));
        nofollow += usize::from(html.contains("<meta name=\"robots\" content=\"nofollow\">"));
        header_says += usize::from(header(&response, "x-robots-tag") == Some("noindex, nofollow"));
    }
    assert!(noindex > 5 && nofollow > 5 && header_says > 5, "{noindex} {nofollow} {header_says}");
}

#[test]
fn three_languages_are_encoded_in_three_charsets() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let count = |language| truth.pages().filter(|url| truth.language_of(url) == Some(language)).count();
    assert!(count("zh") > 100 && count("es") > 80, "{} {}", count("zh"), count("es"));
    for (url, header_says, decode, says) in [
        ("http://zhishi.test/", "text/html; charset=utf-8", encoding_rs::UTF_8, "<html lang=\"zh\">"),
        ("http://zhishi.test/dengge/", "text/html; charset=utf-8", encoding_rs::UTF_8, "登革热的预防"),
        ("http://baike.test/", "text/html", encoding_rs::GB18030, "<title>百科</title>"),
        ("http://baike.test/", "text/html", encoding_rs::GB18030, "charset=gb18030"),
        (
            "http://vida-sana.test/",
            "text/html; charset=iso-8859-1",
            encoding_rs::WINDOWS_1252,
            "Cada semana se añaden páginas",
        ),
        (
            "http://vida-sana.test/asma/",
            "text/html; charset=iso-8859-1",
            encoding_rs::WINDOWS_1252,
            "tratamiento – Vida sana",
        ),
    ] {
        let response = response(&web, url).unwrap();
        assert_eq!(header(&response, "content-type"), Some(header_says), "{url}");
        let (text, _, broken) = decode.decode(&response.body);
        assert!(!broken && text.contains(says), "{url} does not say {says}");
    }
    assert_eq!(truth.topic_of("http://zhishi.test/dengge/"), Some("dengue-fever"));
}

#[test]
fn mirrors_and_print_versions_are_similar_to_their_originals() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let (mut mirrored, mut printed) = (0, 0);
    for url in truth.pages() {
        let original = if url.contains("//asthma-guide-mirror.test/") {
            mirrored += 1;
            url.replace("-mirror", "")
        } else if url.contains(".test/print") {
            printed += 1;
            url.replacen("/print?", "/p?", 1).replacen("/print", "", 1)
        } else {
            continue;
        };
        let (copy, original) = (body(&web, url), body(&web, &original));
        assert_ne!(copy, original, "{url}");
        // Words say little about Chinese, and short pages are mostly frame.
        if truth.language_of(url) == Some("en") && !url.ends_with(".test/") && !url.ends_with("about.html") {
            let alike = similarity(&words(&text(&copy)), &words(&text(&original)));
            assert!(alike > 0.8, "{url}: {alike}");
        }
    }
    assert!(mirrored > 50 && printed > 50, "{mirrored} {printed}");
}

#[test]
fn some_anchors_and_urls_are_generic() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let (mut all, mut useless, mut opaque) = (0, 0, 0);
    for from in truth.pages().step_by(9) {
        for (to, anchor) in links(&body(&web, from), from) {
            all += 1;
            useless +=
                usize::from(["read more", "click here", "next", "here", "more", "link"].contains(&anchor.as_str()));
            opaque += usize::from(to.contains("/node/") || to.contains("/p?id="));
        }
    }
    assert!(useless * 100 > all * 4 && useless * 3 < all, "{useless} of {all} anchors say nothing");
    assert!(opaque * 100 > all * 20 && opaque * 100 < all * 60, "{opaque} of {all} URLs say nothing");
    assert_eq!(truth.topic_of("http://asthma-guide.test/inhaler-technique/"), Some("asthma"));
    assert_eq!(truth.topic_of("http://easy-breathing.test/node/4081"), Some("asthma"));
}

#[test]
fn malformed_html_has_open_tags_and_all_links() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let soup = truth.pages().filter(|url| url.starts_with("http://tag-soup.test/articles/"));
    let mut count = 0;
    for url in soup {
        let html = body(&web, url);
        assert!(
            html.contains("<LI class='item>'") && !html.contains("</li>") && html.matches("<table").count() >= 2,
            "{url}"
        );
        assert!(links(&html, url).len() > 10, "{url}");
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn every_script_injection_is_served_and_linked() {
    let web = web();
    for (path, says) in [
        ("script-tags", "<script>alert"),
        ("event-handlers", "onerror=\"alert"),
        ("script-links", "<a href=\"javascript:"),
        ("data-links", "<a href=\"data:text/html"),
        ("turned-title", "<title>\u{202E}"),
        ("control-title", "\u{1B}[31m"),
        ("formula-title", "<title>=HYPERLINK("),
        ("markup-title", "<title>&lt;/title&gt;&lt;img"),
        ("meta-refresh", "http-equiv=\"refresh\""),
        ("script-base", "<base href=\"javascript:"),
        ("forms", "<form action=\"javascript:"),
        ("frames", "<iframe src=\"javascript:"),
    ] {
        assert!(body(&web, &format!("http://mischief.test/{path}")).contains(says), "{path}");
    }
    let title = body(&web, "http://mischief.test/long-title");
    assert!(title.split("</title>").next().unwrap().len() > 8000);
    let home = "http://mischief.test/";
    let shelves = links(&body(&web, home), home);
    assert!(
        shelves.iter().any(|(to, _)| { links(&body(&web, to), to).iter().any(|(to, _)| to.ends_with("/script-tags")) })
    );
}
