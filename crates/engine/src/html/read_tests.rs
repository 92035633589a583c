//! Tests the documents of small pages.

use super::*;
use crate::robots::MetaRobots;
use types::limits::{CONTEXT_CHARS, SHELL_TEXT_CHARS};
use types::report::PageClass;
use types::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/dir/page").unwrap();
    read(html.as_bytes(), Some("text/html; charset=utf-8"), &url, &Utf8Only)
}

/// Returns the only link of a page.
fn link(html: &str) -> Link {
    let mut document = page(html);
    assert_eq!(document.links.len(), 1, "{html}");
    document.links.remove(0)
}

#[test]
fn a_small_page_is_parsed_completely() {
    let document = page(concat!(
        "<!doctype html><html lang=en><title> On\n spiders </title><body><h1>Jumping <i>spiders</i></h1>",
        "<p>They hunt by <a href=/sight>sight</a>, not by web.<p><a href='#top'>Top</a> <a rel=nofollow href=mate>Mating</a></p>",
        "<script>no()</script><a href='mailto:x@y'>mail</a>"
    ));
    assert_eq!(document.title, "On spiders");
    assert_eq!(document.headings, ["Jumping spiders"]);
    assert_eq!(document.body, "Jumping spiders\nThey hunt by sight, not by web.\nTop Mating\nmail");
    assert_eq!(document.language.as_deref(), Some("en"));
    let links: Vec<_> =
        document.links.iter().map(|l| (l.url.as_str(), l.anchor.as_str(), l.context.as_str(), l.nofollow)).collect();
    assert_eq!(
        links,
        [
            ("https://example.org/sight", "sight", "They hunt by , not by web.", false),
            ("https://example.org/dir/mate", "Mating", "Top", true),
        ]
    );
    assert!(document.links.iter().all(|l| l.heading == "Jumping spiders"));
}

#[test]
fn a_span_is_the_range_of_the_anchor_in_the_body() {
    let document = page(concat!(
        "<div> <a href=/1> one </a>two<a href=/2>\n <b>three</b> four</a></div>",
        "<ul><li><a href=/3><div>five</div><div>six</div></a></ul><a href=/4><img alt=seven></a>",
    ));
    let spans: Vec<&str> =
        document.links.iter().map(|l| &document.body[l.span.0 as usize..l.span.1 as usize]).collect();
    assert_eq!(spans, ["one", "three four", "five\nsix", ""]);
    let anchors: Vec<&str> = document.links.iter().map(|l| l.anchor.as_str()).collect();
    assert_eq!(anchors, ["one", "three four", "five six", "seven"]);
}

#[test]
fn hidden_content_is_not_read() {
    for html in [
        "<script>x</script>",
        "<style>x</style>",
        "<template><a href=/x>x</a></template>",
        "<svg><title>x</title><text>x</text></svg>",
        "<noscript><a href=/x>x</a></noscript>",
        "<div hidden><a href=/x>x</a></div>",
        "<p style='color: red; DISPLAY : none'><a href=/x>x</a></p>",
        "<select><option>x</select>",
        "<textarea>x</textarea>",
        "<!-- x -->",
        "<iframe src=/x>x</iframe>",
        "<head><title></title></head>",
    ] {
        let document = page(html);
        assert_eq!((document.body.as_str(), document.links.len()), ("", 0), "{html}");
    }
}

#[test]
fn only_http_links_to_other_pages_are_links() {
    for (href, target) in [
        ("/a", Some("https://example.org/a")),
        ("b", Some("https://example.org/dir/b")),
        ("?q", Some("https://example.org/dir/page?q")),
        ("//other.org/c#d", Some("https://other.org/c")),
        (" https://other.org/ ", Some("https://other.org/")),
        ("#part", None),
        ("page", None),
        ("", None),
        ("javascript:alert(1)", None),
        ("JavaScript:alert(1)", None),
        ("\u{1}javascript:alert(1)", None),
        ("mailto:a@b.org", None),
        ("data:text/html,x", None),
        ("ftp://example.org/", None),
        ("https://user:pass@example.org/", None),
        ("http://[", None),
    ] {
        let document = page(&format!("<a href='{href}'>x</a>"));
        let found = document.links.first().map(|l| l.url.as_str().to_owned());
        assert_eq!(found.as_deref(), target, "{href:?}");
    }
}

#[test]
fn the_first_base_applies_to_all_links_of_the_page() {
    let html = "<a href=a>x</a><base target=_top><base href=/up/><base href=/no/><a href='#b'>y</a>";
    let targets: Vec<_> = page(html).links.into_iter().map(|l| l.url.as_str().to_owned()).collect();
    assert_eq!(targets, ["https://example.org/up/a", "https://example.org/up/"]);
    assert_eq!(link("<base href='javascript:x'><a href=a>x</a>").url.as_str(), "https://example.org/dir/a");
}

#[test]
fn rel_decides_whether_a_link_is_nofollow() {
    for (rel, nofollow) in [
        ("", false),
        ("nofollow", true),
        ("noopener NoFollow", true),
        ("ugc", true),
        ("sponsored", true),
        ("noreferrer", false),
        ("nofollowed", false),
    ] {
        assert_eq!(link(&format!("<a rel='{rel}' href=/x>x</a>")).nofollow, nofollow, "{rel}");
    }
}

#[test]
fn robots_metas_are_combined() {
    for (html, noindex, nofollow) in [
        ("<meta name=robots content='index, follow'>", false, false),
        ("<meta name=ROBOTS content='NoIndex'>", true, false),
        ("<meta name=robots content=noindex><meta name=salticid content=nofollow>", true, true),
        ("<meta name=robots content=none>", true, true),
        ("<meta name=googlebot content=none>", false, false),
        ("<meta name=robots>", false, false),
    ] {
        assert_eq!(page(html).robots, MetaRobots { noindex, nofollow }, "{html}");
    }
}

#[test]
fn a_link_without_text_uses_its_label() {
    for (html, anchor) in [
        ("<a href=/x><img alt=' Our\nlogo '></a>", "Our logo"),
        ("<a href=/x><img><img alt=second></a>", "second"),
        ("<a href=/x aria-label=label title=tip></a>", "label"),
        ("<a href=/x title=tip><img alt=''></a>", "tip"),
        ("<map><area href=/x alt=corner></map>", "corner"),
        ("<a href=/x><img alt=logo>text</a>", "text"),
        ("<a href=/x></a>", ""),
    ] {
        assert_eq!(link(html).anchor, anchor, "{html}");
    }
}

#[test]
fn the_context_is_the_block_without_the_anchor() {
    for (html, context) in [
        ("<p>Before <a href=/x>x</a> after.</p><p>Other", "Before after."),
        ("<ul><li>One<li>Two <a href=/x>x</a><li>Three</ul>", "Two"),
        ("<table><tr><td>Left<td><a href=/x>x</a> right</table>", "right"),
        ("<dl><dt><a href=/x>x</a><dd>Meaning</dl>", ""),
        ("<div>Head<p>Par</p>near <a href=/x>x</a><p>Next</p></div>", "Head Par near Next"),
        ("Naked <a href=/x>x</a> text", "Naked text"),
    ] {
        assert_eq!(link(html).context, context, "{html}");
    }
}

#[test]
fn a_long_context_is_cut_at_word_boundaries_around_the_link() {
    let words = "word ".repeat(1_000);
    let both = link(&format!("<p>{words}left <a href=/x>x</a> right {words}")).context;
    assert!(both.contains("word left right word"), "{both}");
    assert!(both.len() <= CONTEXT_CHARS && both.len() > CONTEXT_CHARS - 12, "{}", both.len());
    assert!(both.split(' ').all(|word| ["word", "left", "right"].contains(&word)), "{both}");
    let one_side = link(&format!("<p><a href=/x>x</a> right {words}")).context;
    assert!(one_side.len() <= CONTEXT_CHARS && one_side.len() > CONTEXT_CHARS - 12);
    let wide = link(&format!("<p>{} <a href=/x>x</a>", "日".repeat(1_000))).context;
    assert_eq!(wide.chars().count(), CONTEXT_CHARS - 1);
}

#[test]
fn a_link_has_the_heading_before_or_around_it() {
    let document = page(concat!(
        "<a href=/0>0</a><h1>First¶</h1><a href=/1>1</a><h2> </h2><a href=/2>2</a>",
        "<h3><a href=/3>Third</a></h3>",
    ));
    let headings: Vec<&str> = document.links.iter().map(|l| l.heading.as_str()).collect();
    assert_eq!(headings, ["", "First", "First", "Third"]);
    assert_eq!(document.headings, ["First", "Third"]);
}

#[test]
fn displayed_text_contains_no_bidirectional_controls_or_hidden_characters() {
    let document = page("<title>a\u{202e}b</title><h1>c\u{200b}d</h1><a href=/x>e\u{2066}f\u{7}</a> g\u{a0}h");
    assert_eq!(document.title, "ab");
    assert_eq!(document.body, "cd\nef g h");
    assert_eq!(document.links[0].anchor, "ef");
}

#[test]
fn the_title_is_the_first_one_outside_svg() {
    for (html, title) in [
        ("<title>A &amp; B</title><title>C</title>", "A & B"),
        ("<svg><title>Icon</title></svg><title>Page</title>", "Page"),
        ("<body><title>Late</title>", "Late"),
        ("<p>none", ""),
    ] {
        assert_eq!(page(html).title, title, "{html}");
    }
    assert_eq!(page(&format!("<title>{}</title>", "é".repeat(1_000))).title.chars().count(), 300);
}

#[test]
fn bold_text_is_recorded_as_ranges() {
    for (html, bold) in [
        ("<p>a <b>wolf</b> and <strong> sheet  web</strong>.", vec!["wolf", "sheet web"]),
        ("<b>one <strong>two</strong> three</b>", vec!["one two three"]),
        ("<h2><b>head</b>ing</h2><p>text <b>bold</b>", vec!["bold"]),
        ("<b>one <h2>head</h2> two <h3>ing</h3></b><p>text", vec!["one", "two"]),
        ("<b> </b><b></b><i>x</i>", vec![]),
        ("<b>open <p>ended", vec!["open", "ended"]),
        ("<p><b>1<p><b>2<p><b>3<p><b>4<ul><li>5</b></b></b>6", vec!["1", "2", "3", "4", "5"]),
    ] {
        let document = page(html);
        let texts = document.bold.iter();
        let texts = texts.map(|&(start, end)| &document.body[start as usize..end as usize]);
        assert_eq!(texts.collect::<Vec<_>>(), bold, "{html}");
    }
}

#[test]
fn bold_text_ends_where_the_text_is_cut() {
    let long = "x".repeat(types::limits::BODY_TEXT_BYTES - 4);
    let document = page(&format!("<p>{long} <b>bold</b> <b>after</b>"));
    let end = crate::count(types::limits::BODY_TEXT_BYTES);
    assert_eq!(document.bold, [(end - 3, end)]);
}

#[test]
fn the_number_of_bold_ranges_is_limited() {
    let many = "<b>x</b> ".repeat(types::limits::PAGE_BOLD + 5);
    assert_eq!(page(&many).bold.len(), types::limits::PAGE_BOLD);
}

#[test]
fn application_shells_need_scripts() {
    for shell in [
        "<noscript>You need to enable JavaScript to run this app.</noscript><div></div><script src=/a.js></script>",
        "<title>Spiders</title><div id=root></div><script src=/a.js></script>",
        "<div id=__next><a href=/a>A</a></div><script>1</script>",
        "<app-root></app-root><script src=/a.js></script>",
    ] {
        assert_eq!(page(shell).class, Some(PageClass::NeedsScript), "{shell}");
    }
}

#[test]
fn pages_with_text_and_short_pages_without_a_root_need_no_scripts() {
    let text = "word ".repeat(SHELL_TEXT_CHARS / 5);
    for own in [
        "Short.",
        "<div id=root></div>",
        "<script>1</script><noscript><img src=/count></noscript>Short.",
        &format!("<div id=root>{text} more</div><script>1</script>"),
    ] {
        assert_ne!(page(own).class, Some(PageClass::NeedsScript), "{own}");
    }
}

/// In html5ever both end tags close outer elements; SVG's `title` and `foreignObject` are scopes in the standard (WHATWG HTML §13.2.4.2).
#[test]
fn an_end_tag_in_svg_closes_nothing_outside() {
    assert_eq!(page("<span><svg><title>x</span>y</svg>z").body, "z");
    let within = link("<a href=/1><svg><foreignObject></a>t</foreignObject></svg>u");
    assert_eq!(within.anchor, "u");
}
