//! Everything that the web promises to have, and a URL that shows it.

mod reading;

use demo_web::truth::Truth;
use demo_web::{Answer, DEFAULT_SEED, DemoWeb, Failure, Outcome};
use reading::{body, header, landing, likeness, links, response, text, words};

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

#[test]
#[allow(clippy::too_many_lines)] // A table, one URL after the other.
fn special_urls_answer_with_their_status_type_and_size() {
    let web = web();
    for (url, status, kind, least, most) in [
        ("http://heavy.test/deep", 200, "text/html", 50_000, 70_000),
        (
            "http://heavy.test/deep-lists",
            200,
            "text/html",
            40_000,
            60_000,
        ),
        (
            "http://heavy.test/big",
            200,
            "text/html",
            3_000_000,
            4_000_000,
        ),
        (
            "http://heavy.test/huge",
            200,
            "text/html",
            8_500_000,
            10_000_000,
        ),
        (
            "http://heavy.test/many-links",
            200,
            "text/html",
            200_000,
            400_000,
        ),
        (
            "http://heavy.test/many-attributes",
            200,
            "text/html",
            200_000,
            500_000,
        ),
        ("http://heavy.test/empty", 200, "text/html", 0, 0),
        (
            "http://heavy.test/report.pdf",
            200,
            "application/pdf",
            50,
            500,
        ),
        ("http://heavy.test/photo.gif", 200, "image/gif", 40, 50),
        ("http://heavy.test/notes.txt", 200, "text/plain", 500, 5000),
        ("http://failing.test/error", 500, "text/html", 1, 100),
        ("http://failing.test/unavailable", 503, "text/html", 1, 100),
        (
            "http://portal.test/no-such-page",
            404,
            "text/html",
            100,
            1000,
        ),
        ("http://portal.test/robots.txt", 200, "text/plain", 10, 100),
        (
            "http://ready-hands.test/robots.txt",
            404,
            "text/html",
            1,
            100,
        ),
        (
            "http://broken-robots.test/robots.txt",
            503,
            "text/html",
            1,
            100,
        ),
        (
            "http://maze.test/calendar/2024/03/",
            200,
            "text/html",
            200,
            5000,
        ),
        ("http://maze.test/a/a/b/a/", 200, "text/html", 200, 5000),
        (
            "http://maze.test/shop?item=3&sid=0a",
            200,
            "text/html",
            200,
            5000,
        ),
        (
            "http://closed-garden.test/private/",
            200,
            "text/html",
            100,
            1000,
        ),
        (
            "http://closed-garden.test/search?q=roses",
            200,
            "text/html",
            100,
            1000,
        ),
    ] {
        let response = response(&web, url).unwrap();
        assert_eq!(response.status, status, "{url}");
        assert!(
            header(&response, "content-type").unwrap().starts_with(kind),
            "{url}"
        );
        assert!(
            (least..=most).contains(&response.body.len()),
            "{url}: {} bytes",
            response.body.len()
        );
    }
}

#[test]
fn redirects_have_their_status_and_target() {
    let web = web();
    for (url, status, location) in [
        (
            "http://moved.test/permanent",
            301,
            Some("http://portal.test/"),
        ),
        ("http://moved.test/found", 302, Some("http://moved.test/")),
        (
            "http://moved.test/kept",
            308,
            Some("http://open-almanac.test/"),
        ),
        (
            "http://moved.test/relative/here",
            302,
            Some("../?from=here"),
        ),
        ("http://moved.test/loop/a", 302, Some("/loop/b")),
        ("http://moved.test/loop/b", 301, Some("a")),
        ("http://moved.test/nowhere", 302, None),
        ("http://moved.test/script", 302, Some("javascript:alert(1)")),
        ("http://asthma-guide.test/triggers", 301, Some("/triggers/")),
    ] {
        let response = response(&web, url).unwrap();
        assert_eq!(
            (response.status, header(&response, "location")),
            (status, location),
            "{url}"
        );
    }
}

#[test]
fn the_chain_of_redirects_is_longer_than_five_and_ends() {
    let web = web();
    let five_on = landing(&web, "http://moved.test/chain/1");
    assert_eq!(response(&web, &five_on).unwrap().status, 302, "{five_on}");
    assert_eq!(landing(&web, &five_on), "http://moved.test/");
}

#[test]
fn hosts_fail_answer_late_and_ask_for_patience() {
    let web = web();
    let outcome = |url| web.answer(url).unwrap().outcome;
    assert_eq!(
        outcome("http://failing.test/reset"),
        Outcome::Failure(Failure::Reset)
    );
    assert_eq!(
        outcome("http://failing.test/time-out"),
        Outcome::Failure(Failure::TimedOut)
    );
    assert_eq!(web.answer("http://slow.test/").unwrap().delay_ms, 1500);
    assert_eq!(web.answer("http://portal.test/").unwrap().delay_ms, 0);
    let truth = Truth::of(&web);
    let (mut busy, mut served) = (0, 0);
    for url in truth
        .pages()
        .filter(|url| url.starts_with("http://busy.test/"))
    {
        let response = response(&web, url).unwrap();
        match response.status {
            429 => assert_eq!(header(&response, "retry-after"), Some("2")),
            status => assert_eq!(status, 200),
        }
        busy += usize::from(response.status == 429);
        served += usize::from(response.status == 200);
    }
    assert!(busy > 8 && served > 16, "{busy} refused, {served} served");
}

#[test]
fn a_failing_host_fails_in_every_way_but_at_its_door() {
    let web = web();
    let truth = Truth::of(&web);
    let mut seen = std::collections::BTreeSet::new();
    for url in truth
        .pages()
        .filter(|url| url.starts_with("http://failing.test/"))
    {
        seen.insert(match web.answer(url).unwrap() {
            Answer {
                outcome: Outcome::Response(response),
                ..
            } => response.status,
            Answer {
                outcome: Outcome::Failure(Failure::Reset),
                ..
            } => 1,
            Answer {
                outcome: Outcome::Failure(Failure::TimedOut),
                ..
            } => 2,
        });
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 200, 500, 503]);
    assert_eq!(response(&web, "http://failing.test/").unwrap().status, 200);
}

#[test]
fn robots_files_close_parts_that_pages_link_to_and_ask_for_delays() {
    let web = web();
    let closed = body(&web, "http://closed-garden.test/robots.txt");
    for line in [
        "Disallow: /private/",
        "Allow: /private/open/",
        "Disallow: /search?",
        "Disallow: /bed-2/",
    ] {
        assert!(closed.lines().any(|known| known == line), "{line}");
    }
    let home = links(
        &body(&web, "http://closed-garden.test/"),
        "http://closed-garden.test/",
    );
    for path in ["/private/", "/search?q=roses", "/bed-2/"] {
        assert!(
            home.iter()
                .any(|(to, _)| *to == format!("http://closed-garden.test{path}")),
            "{path}"
        );
    }
    assert!(body(&web, "http://arts-review.test/robots.txt").contains("Crawl-delay: 2"));
}

#[test]
fn pages_forbid_indexing_and_following_in_both_ways() {
    let web = web();
    let truth = Truth::of(&web);
    let (mut noindex, mut nofollow, mut header_says) = (0, 0, 0);
    for url in truth
        .pages()
        .filter(|url| url.starts_with("http://do-not-index.test/"))
    {
        let response = response(&web, url).unwrap();
        let html = body(&web, url);
        noindex += usize::from(html.contains("<meta name=\"robots\" content=\"noindex\">"));
        nofollow += usize::from(html.contains("<meta name=\"robots\" content=\"nofollow\">"));
        header_says += usize::from(header(&response, "x-robots-tag") == Some("noindex, nofollow"));
    }
    assert!(
        noindex > 5 && nofollow > 5 && header_says > 5,
        "{noindex} {nofollow} {header_says}"
    );
}

#[test]
fn traps_never_end_and_never_repeat() {
    let web = web();
    for (start, step) in [
        ("http://maze.test/calendar/2024/03/", 1),
        ("http://maze.test/a/", 0),
        ("http://maze.test/shop?item=1&sid=0", 2),
    ] {
        let mut seen = std::collections::BTreeSet::new();
        let mut url = start.to_owned();
        for _ in 0..300 {
            assert!(seen.insert(url.clone()), "{url} again");
            url.clone_from(&links(&body(&web, &url), &url)[step].0);
        }
    }
}

#[test]
fn three_languages_are_written_in_three_charsets() {
    let web = web();
    let truth = Truth::of(&web);
    let count = |language| {
        truth
            .pages()
            .filter(|url| truth.language_of(url) == Some(language))
            .count()
    };
    assert!(
        count("zh") > 100 && count("es") > 80,
        "{} {}",
        count("zh"),
        count("es")
    );
    for (url, header_says, decode, says) in [
        (
            "http://zhishi.test/",
            "text/html; charset=utf-8",
            encoding_rs::UTF_8,
            "<html lang=\"zh\">",
        ),
        (
            "http://zhishi.test/dengge/",
            "text/html; charset=utf-8",
            encoding_rs::UTF_8,
            "登革热的预防",
        ),
        (
            "http://baike.test/",
            "text/html",
            encoding_rs::GB18030,
            "<title>百科</title>",
        ),
        (
            "http://baike.test/",
            "text/html",
            encoding_rs::GB18030,
            "charset=gb18030",
        ),
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
        assert_eq!(
            header(&response, "content-type"),
            Some(header_says),
            "{url}"
        );
        let (text, _, broken) = decode.decode(&response.body);
        assert!(!broken && text.contains(says), "{url} does not say {says}");
    }
    assert_eq!(
        truth.topic_of("http://zhishi.test/dengge/"),
        Some("dengue-fever")
    );
}

#[test]
fn mirrors_and_print_versions_are_nearly_the_same() {
    let web = web();
    let truth = Truth::of(&web);
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
        if truth.language_of(url) == Some("en")
            && !url.ends_with(".test/")
            && !url.ends_with("about.html")
        {
            let alike = likeness(&words(&text(&copy)), &words(&text(&original)));
            assert!(alike > 0.8, "{url}: {alike}");
        }
    }
    assert!(mirrored > 50 && printed > 50, "{mirrored} {printed}");
}

#[test]
fn anchors_and_urls_speak_or_keep_silent() {
    let web = web();
    let truth = Truth::of(&web);
    let (mut all, mut useless, mut opaque) = (0, 0, 0);
    for from in truth.pages().step_by(9) {
        for (to, anchor) in links(&body(&web, from), from) {
            all += 1;
            useless += usize::from(
                ["read more", "click here", "next", "here", "more", "link"]
                    .contains(&anchor.as_str()),
            );
            opaque += usize::from(to.contains("/node/") || to.contains("/p?id="));
        }
    }
    assert!(
        useless * 100 > all * 4 && useless * 3 < all,
        "{useless} of {all} anchors say nothing"
    );
    assert!(
        opaque * 100 > all * 20 && opaque * 100 < all * 60,
        "{opaque} of {all} URLs say nothing"
    );
    assert_eq!(
        truth.topic_of("http://asthma-guide.test/inhaler-technique/"),
        Some("asthma")
    );
    assert_eq!(
        truth.topic_of("http://easy-breathing.test/node/4081"),
        Some("asthma")
    );
}

#[test]
fn tag_soup_leaves_tags_open_and_keeps_its_links() {
    let web = web();
    let truth = Truth::of(&web);
    let soup = truth
        .pages()
        .filter(|url| url.starts_with("http://tag-soup.test/articles/"));
    let mut count = 0;
    for url in soup {
        let html = body(&web, url);
        assert!(
            html.contains("<LI class='item>'")
                && !html.contains("</li>")
                && html.matches("<table").count() >= 2,
            "{url}"
        );
        assert!(links(&html, url).len() > 10, "{url}");
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn mischief_tries_every_trick() {
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
        assert!(
            body(&web, &format!("http://mischief.test/{path}")).contains(says),
            "{path}"
        );
    }
    let title = body(&web, "http://mischief.test/long-title");
    assert!(title.split("</title>").next().unwrap().len() > 8000);
    let home = "http://mischief.test/";
    let shelves = links(&body(&web, home), home);
    assert!(shelves.iter().any(|(to, _)| {
        links(&body(&web, to), to)
            .iter()
            .any(|(to, _)| to.ends_with("/script-tags"))
    }));
}
