//! Tests the documents of small pages.

use super::*;
use crate::html::EncodingRs;
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
        "<p>They hunt by <a href=/sight>sight</a>, not by web.<p><a href='#top'>Top</a> \
        <a rel=nofollow href=mate>Mating</a></p>",
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

/// Two lists with the same names and classes, numbers aside, have one place; the menu and the other class have others.
#[test]
fn a_place_is_the_path_of_blocks_around_a_link() {
    let document = page(concat!(
        "<nav><ul><li><a href=/menu>menu</a></ul></nav>",
        "<div class='staff row-1'><ul><li><a href=/one>one</a></ul></div>",
        "<div class='staff row-2'><ul><li><b><a href=/two>two</a></b></ul></div>",
        "<div class=other><ul><li><a href=/three>three</a></ul></div><a href=/four>four</a>",
    ));
    let [menu, one, two, three, four] = [0, 1, 2, 3, 4].map(|at| document.links[at].place);
    assert_eq!([menu.is_aside, one.is_aside, four.is_aside], [true, false, false]);
    assert_eq!([menu.block, one.block, four.block], [BlockKind::Item, BlockKind::Item, BlockKind::Container]);
    assert_eq!(one, two);
    assert!(one.path != three.path && one.path != menu.path && three.path != menu.path);
    assert_eq!(four, LinkPlace::default());
}

#[test]
fn hidden_content_is_not_read() {
    for html in [
        "<script>x</script>",
        "<style>x</style>",
        "<template><a href=/x>x</a></template>",
        "<svg><title>x</title><text>x</text></svg>",
        "<template shadowroot=open><a href=/x>x</a></template>",
        "<iframe src=//other.test/x></iframe>",
        "<div hidden>x</div>",
        "<p style='color: red; DISPLAY : none'>x</p>",
        "<div hidden><template><p>x</template><svg><a href=/x>x</a></svg></div>",
        "<svg hidden><a href=/x>x</a></svg>",
        "<dialog><p>x</p></dialog>",
        "<dialog hidden open>x</dialog>",
        "<div popover>x</div>",
        "<p POPOVER=manual>x</p>",
        "<dialog popover>x</dialog>",
        "<select><option>x</select>",
        "<textarea>x</textarea>",
        "<noframes><p>x <a href=/x>x</a></noframes>",
        "<!-- x -->",
        "<iframe>x</iframe>",
        "<head><title></title></head>",
    ] {
        let document = page(&format!("<p>Seen</p>{html}"));
        assert_eq!((document.body.as_str(), document.links.len()), ("Seen", 0), "{html}");
    }
}

/// Returns the text, and the targets on the same host as paths, others whole.
fn text_and_links(html: &str) -> (String, Vec<String>) {
    shown(page(html))
}

fn shown(document: Document) -> (String, Vec<String>) {
    let short = |link: Link| {
        let url = link.url.as_str();
        url.strip_prefix("https://example.org").unwrap_or(url).to_owned()
    };
    (document.body, document.links.into_iter().map(short).collect())
}

/// A script must show such a page, since nobody publishes a page that shows nothing.
#[test]
fn a_page_whose_whole_content_is_hidden_is_read() {
    for html in [
        "<body style='display:none'><p>text <a href=/x>x</a>",
        "<body hidden><p>text <a href=/x>x</a>",
        "<body hidden=hidden><p>text <a href=/x>x</a>",
        "<body style='visibility:hidden'><p>text <a href=/x>x</a>",
        "<body style='opacity:0'><p>text <a href=/x>x</a>",
        "<html hidden><body><p>text <a href=/x>x</a>",
        "<body><div hidden>text <a href=/x>x</a></div><script>1</script>",
        "<body><div><main style='display: none'>text <a href=/x>x</a></main></div>",
        "<body style='display:none'><div hidden>text <a href=/x>x</a></div>",
        "<body aria-hidden=true>text <a href=/x>x</a>",
        "<p hidden=until-found>text <a href=/x>x</a>",
        "<dialog>text <a href=/x>x</a></dialog>",
        "<dialog open>text <a href=/x>x</a></dialog>",
        "<dialog open popover>text <a href=/x>x</a></dialog>",
        "<button popovertarget=x>text</button> <a href=/x>x</a>",
    ] {
        assert_eq!(text_and_links(html), ("text x".into(), vec!["/x".into()]), "{html}");
    }
    let beside = "<noscript><p>No scripts</noscript><div hidden>text</div>";
    assert_eq!(text_and_links(beside).0, "No scripts\ntext");
    assert_eq!(text_and_links("<p>Seen<div hidden>text</div><p hidden=UNTIL-FOUND>found").0, "Seen\nfound");
    for (visible, hidden_words, is_read) in [
        ("<div id=loader>Loading...</div>", 200, true),
        ("<div id=loader>Loading...</div><noscript>No scripts</noscript>", 200, true),
        ("<p>Seen", 100, false),
        ("<p><a href=/y>Home</a>", 200, false),
        ("<p>Jumping spiders hunt by sight, and by sight alone, as they spin no web.", 200, false),
    ] {
        let words = "words ".repeat(hidden_words);
        let document = page(&format!("<body>{visible}<div style='display:none'><p>{words}<a href=/x>x</a></div>"));
        assert_eq!(document.body.contains("words"), is_read, "{visible}");
        let hidden = document.links.iter().filter(|link| link.hidden).count();
        assert_eq!(hidden, usize::from(!is_read), "{visible}");
    }
}

/// WHATWG HTML §4.12.2: without scripting, `noscript` represents its children.
#[test]
fn the_content_of_noscript_is_read() {
    for html in [
        "<noscript><p>text <a href=/x>x</a></p></noscript>",
        "<head><noscript><style>s</style><link></noscript></head><p>text <a href=/x>x</a>",
        "<noscript>text</noscript> <a href=/x>x</a>",
        "<noscript><p>text </noscript><a href=/x>x</a>",
    ] {
        let (text, links) = text_and_links(html);
        assert_eq!((text.replace('\n', " "), links), ("text x".into(), vec!["/x".into()]), "{html}");
    }
}

/// WHATWG HTML §4.12.3, "declarative shadow roots".
#[test]
fn a_declarative_shadow_root_is_read() {
    for mode in ["open", "CLOSED"] {
        let html = format!("<x-card><template shadowrootmode={mode}><p>text <a href=/x>x</a></template></x-card>");
        assert_eq!(text_and_links(&html), ("text x".into(), vec!["/x".into()]), "{mode}");
    }
    assert_eq!(text_and_links("<x-card><template shadowrootmode=none><p>text</template>seen").0, "seen");
}

/// DOM, "attach a shadow root": the host is a custom element or one of a list, and has one shadow root.
#[test]
fn a_declarative_shadow_root_is_read_once_and_only_where_it_may_be() {
    let root = "<template shadowrootmode=open>b</template>";
    for (before, after, text) in [
        ("<a href=/x>", "</a>", "a"),
        ("<ul><li>", "</ul>", "a"),
        ("<table><tr><td>", "</table>", "a"),
        ("<button>", "</button>", "a"),
        ("<b>", "</b>", "a"),
        ("<div>", "</div>", "ba"),
        ("<h2>", "</h2>", "ba"),
        ("<p>", "</p>", "ba"),
        ("<span>", "</span>", "ba"),
        ("<a-card-with-a-long-name>", "</a-card-with-a-long-name>", "ba"),
        ("", "", "ba"),
    ] {
        for roots in [root.to_owned(), root.repeat(2)] {
            assert_eq!(text_and_links(&format!("{before}{roots}a{after}")).0, text, "{before}{roots}");
        }
    }
    let nested = format!("<x-a><template shadowrootmode=open><div>{root}</div></template>a</x-a><x-a>{root}</x-a>");
    assert_eq!(text_and_links(&nested).0, "b\nab");
}

#[test]
fn the_readings_of_a_ruby_are_not_between_the_characters_of_its_word() {
    for html in [
        "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>を書く",
        "<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を書く",
        "<ruby>漢字<rt>かんじ</ruby>を書く",
        "<ruby><rb>漢<rb>字<rt>かん<rt>じ<rtc><rt>kanji</ruby>を書く",
        "<ruby>漢字<rt>かん<b>じ</b></rt></ruby>を<rt>書く</rt>",
    ] {
        assert_eq!(page(html).body, "漢字を書く", "{html}");
    }
}

/// WHATWG HTML §4.5.11 (`rt`) and §13.2.6.5 (HTML in SVG and MathML).
#[test]
fn links_in_content_that_is_no_text_of_the_page_are_read() {
    for html in [
        "<ruby>text<rp>(</rp><rt><a href=/x>reading</a></rt><rp>)</rp></ruby>",
        "<ruby>text<rtc><rt><b><a href=/x>reading</a></ruby>",
        "text<svg><foreignObject><p><a href=/x>reading</a></p></foreignObject></svg>",
        "text<math><mtext><a href=/x>reading</a></mtext></math>",
    ] {
        let document = page(html);
        let links: Vec<_> = document.links.iter().map(|link| (link.url.path(), &*link.anchor, link.hidden)).collect();
        assert_eq!((document.body.as_str(), links), ("text", vec![("/x", "reading", false)]), "{html}");
    }
}

#[test]
fn frames_are_links_marked_as_such() {
    let frameset = concat!(
        "<html><head><title>Spider site</title></head><frameset cols='20%,80%'><frame src=menu.html title=Menu>",
        "<frameset><frame src='//other.test/main.html'></frameset>ignored<noframes><body><p>No frames: ",
        "<a href=/plain>plain</a></body></noframes></frameset><body>ignored <a href=/no>no</a></body>",
    );
    assert_eq!(
        text_and_links(frameset),
        (
            "No frames: plain".into(),
            vec!["/dir/menu.html".into(), "https://other.test/main.html".into(), "/plain".into()]
        )
    );
    let document = page(frameset);
    let kinds: Vec<_> = document.links.iter().map(|link| (link.kind.name(), link.anchor.as_str())).collect();
    assert_eq!(kinds, [("frame", "Menu"), ("frame", ""), ("anchor", "plain")]);
    assert_eq!(document.class, None);
}

/// WHATWG HTML §13.2.6.4.7, "frameset-ok flag". With scripts, a `noscript` before the frames is not read.
#[test]
fn a_page_consists_of_frames_unless_content_precedes_them() {
    for (before, has_frames) in [
        ("", true),
        ("<noscript><p>Please enable JavaScript</p></noscript>", true),
        ("<head><noscript><table><tr><td>Text<img src=/count></table></noscript></head>", true),
        ("<div>", true),
        ("<p>", true),
        ("<p></p>", true),
        ("<center>", true),
        ("<center><font>", true),
        ("<form>", true),
        ("<div></div>\n", true),
        ("<body><br><hr><input type=HIDDEN name=x>&nbsp;", true),
        ("text", false),
        ("<p>text</p>", false),
        ("<noscript>text</noscript><p>text</p>", false),
        ("<img src=/x.png>", false),
        ("<input>", false),
        ("<table></table>", false),
        ("<ul><li></ul>", false),
        ("<iframe></iframe>", false),
        ("<textarea></textarea>", false),
        ("<select></select>", false),
        ("<button></button>", false),
        ("<xmp></xmp>", false),
    ] {
        let document = page(&format!("{before}<frameset><frame src=/x></frameset><p>ignored</p>"));
        let frames = document.links.iter().filter(|link| link.kind == LinkKind::Frame).count();
        assert_eq!((frames, !document.body.contains("ignored")), (usize::from(has_frames), has_frames), "{before}");
        assert!(!has_frames || document.class.is_none(), "{before}: {:?}", document.class);
    }
    assert_eq!(text_and_links("<template><frameset></template><p>text").0, "text");
}

/// XML 1.0 §3.1 (tags of empty elements) and §2.7 (CDATA sections), Namespaces in XML 1.0 §3.
#[test]
fn xhtml_is_read_as_xml() {
    let xhtml = |html: &str| {
        let url = CanonicalUrl::parse("https://example.org/dir/page").unwrap();
        read(html.as_bytes(), Some("application/xhtml+xml; charset=utf-8"), &url, &Utf8Only)
    };
    let content = "<p>text <a href='/x'>x</a></p>";
    for empty in [
        "<script src='/x.js'/>",
        "<style/>",
        "<title/>",
        "<textarea/>",
        "<select/>",
        "<video/>",
        "<template/>",
        "<p hidden='hidden'/>",
        "<svg/>",
        "<svg><title/></svg>",
        "<noframes/>",
        "<a name='top'/>",
        "<br/>",
    ] {
        assert_eq!(shown(xhtml(&format!("{empty}{content}"))), ("text x".into(), vec!["/x".into()]), "{empty}");
    }
    for (html, text, links) in [
        ("<iframe src='/f'/><p>text</p>", "text", vec!["/f"]),
        ("<p><![CDATA[if a < b]]> text</p>", "if a < b text", vec![]),
        ("<div><svg><g/></svg><p><![CDATA[<b>]]></p></div>", "<b>", vec![]),
        ("<style><![CDATA[</style>]]></style><p>text</p>", "text", vec![]),
        ("<div><a id='top'/><b/><form/><p>text</p></div>", "text", vec![]),
        (
            "<script>\n//<![CDATA[\nw('<script></script><a href=\"/bad\">bad</a>');\n//]]>\n</script><p>text</p>",
            "text",
            vec![],
        ),
        (
            "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x' [ <!ENTITY m 'a > b'> ] ><frameset><frame src='/f'/>",
            "",
            vec!["/f"],
        ),
        ("<?php if (a > b) echo 1 ?><p>text</p>", "text", vec![]),
        (
            "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:script>no</h:script><h:p>text <h:a href='/x'>x</h:a>",
            "text x",
            vec!["/x"],
        ),
        (
            "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:h='http://www.w3.org/1999/xhtml'><h:a href='/x'>x</h:a>",
            "x",
            vec!["/x"],
        ),
    ] {
        let document = xhtml(html);
        assert_eq!(document.class, None, "{html}");
        let links: Vec<String> = links.into_iter().map(str::to_owned).collect();
        assert_eq!(shown(document), (text.to_owned(), links), "{html}");
    }
    for title in
        ["<title><![CDATA[A & B]]></title>", "<title>\n <![CDATA[A & B]]>\n</title>", "<title>A &amp; B</title>"]
    {
        assert_eq!(xhtml(&format!("{title}{content}")).title, "A & B", "{title}");
    }
    assert_eq!(xhtml("<html xml:lang='de'><p>Kurz</p>").language.as_deref(), Some("de"));
    assert_eq!(text_and_links(&format!("<script src='/x.js'/>{content}")), (String::new(), vec![]));
    assert_eq!(text_and_links("<p><![CDATA[no]]>text</p>").0, "text");
}

#[test]
fn pages_within_a_page_are_links_if_they_are_of_the_same_site() {
    for (html, links) in [
        ("<iframe src=/x>no</iframe>", vec!["/x"]),
        ("<iframe src='https://www.example.org/x'></iframe>", vec!["https://www.example.org/x"]),
        ("<iframe src='https://other.test/x'></iframe>", vec![]),
        ("<iframe src=about:blank></iframe><iframe srcdoc=x></iframe>", vec![]),
        ("<object data=/x.html></object>", vec!["/x.html"]),
        ("<object data=/x type=text/html></object>", vec!["/x"]),
        ("<object data=/x.pdf></object><object data=/y type=image/svg+xml></object>", vec![]),
        ("<embed src=/x.htm><embed src=/x.swf>", vec!["/x.htm"]),
        ("<frame src=/x>", vec![]),
    ] {
        let (_, found) = text_and_links(&format!("<p>Seen</p>{html}"));
        assert_eq!(found, links, "{html}");
    }
    assert_eq!(
        text_and_links("<object data=/x.swf><a href=/plain>text</a></object>"),
        ("text".into(), vec!["/plain".into()])
    );
}

#[test]
fn links_of_vector_graphics_have_the_text_within_them() {
    for html in [
        "<svg><a xlink:href='/x'><rect/><g><text>web</text></g></a><text>no</text></svg>",
        "<svg><a href='/x'><text> </text><text>web</text></a></svg>",
        "<svg><a href='/x' xlink:href=/no aria-label=web><text>no</text></a></svg>",
        "<svg><a href='/x' xlink:title=web></svg>no",
    ] {
        let found = link(&html.replace("</svg>no", "</svg>"));
        assert_eq!((found.url.path(), found.anchor.as_str()), ("/x", "web"), "{html}");
    }
}

/// Scripts open menus, so their links are the page's although they are hidden at first.
#[test]
fn links_in_hidden_elements_are_links_that_are_marked() {
    for html in [
        "<nav hidden><ul><li><a href=/x>web</a></ul></nav>",
        "<div style='display:none'><p>text <a href=/x> <span>web</span></a> more</p></div>",
        "<a hidden href=/x>web</a>",
        "<div hidden><a href=/x aria-label=web><b>text</b></a></div>",
        "<div hidden><a href=/x><div>web</div></a>text</div>",
        "<div hidden><map><area href=/x alt=web></map>text</div>",
    ] {
        let document = page(&format!("<p>Seen</p>{html}<p>and <a href=/y>this</a></p>"));
        let links: Vec<_> = document.links.iter().map(|link| (link.url.path(), &*link.anchor, link.hidden)).collect();
        assert_eq!(links, [("/x", "web", true), ("/y", "this", false)], "{html}");
        assert_eq!(document.body, "Seen\nand this", "{html}");
    }
    let document = page("<p>Seen</p><div hidden><a href=/1>one</a><a href=/2></a>text<a href=/3>three</a></div>");
    let anchors: Vec<_> = document.links.iter().map(|link| &*link.anchor).collect();
    assert_eq!(anchors, ["one", "", "three"]);
}

/// CSS Display §2: a value that is not `none` hides nothing.
#[test]
fn only_the_display_value_none_hides_an_element() {
    for (style, is_hidden) in [
        ("display:none", true),
        ("DISPLAY : NONE !important", true),
        ("color:red;display:none;", true),
        ("display:nonesuch", false),
        ("display:none-yet", false),
        ("display:inline none", false),
        ("-x-display:none", false),
    ] {
        let document = page(&format!("<p>Seen</p><p style='{style}'>text</p>"));
        assert_eq!(document.body, if is_hidden { "Seen" } else { "Seen\ntext" }, "{style}");
    }
}

/// WHATWG HTML §4.2.5.3: the first refresh of the page, relative to the base so far.
#[test]
fn a_refresh_of_at_most_ten_seconds_is_a_redirect_and_a_slower_one_a_link() {
    for (html, redirect, links) in [
        ("<meta http-equiv='refresh' content='0; url=/home/'><title>Welcome</title>", Some("/home/"), vec!["/home/"]),
        ("<META HTTP-EQUIV=REFRESH CONTENT='0; URL=/home/'>", Some("/home/"), vec!["/home/"]),
        ("<noscript><meta http-equiv=refresh content='10;url=/home/'></noscript>", Some("/home/"), vec!["/home/"]),
        ("<p>text<meta http-equiv=refresh content='0;/home/index.html#top'>", Some("/home/index.html"), vec!["/home/"]),
        ("<meta http-equiv=refresh content='11;url=/home/'>", None, vec!["/home/"]),
        ("<meta http-equiv=refresh content='60'>", None, vec![]),
        ("<meta http-equiv=refresh content='0;url=page#part'>", None, vec![]),
        ("<meta http-equiv=refresh content='0;url=javascript:x'>", None, vec![]),
        (
            "<meta http-equiv=refresh content='0;url=a'><meta http-equiv=refresh content='0;url=b'>",
            Some("/dir/a"),
            vec!["/dir/a"],
        ),
        ("<base href=/up/><meta http-equiv=refresh content='0;url=a'>", Some("/up/a"), vec!["/up/a"]),
        ("<meta http-equiv=refresh content='0;url=a'><base href=/up/>", Some("/dir/a"), vec!["/dir/a"]),
        ("<meta name=robots content=nofollow><meta http-equiv=refresh content='0;url=a'>", None, vec!["/dir/a"]),
        ("<template><meta http-equiv=refresh content='0;url=a'></template>", None, vec![]),
        ("<!-- <meta http-equiv=refresh content='0;url=a'> -->", None, vec![]),
        ("<noframes><meta http-equiv=refresh content='0;url=a'></noframes>", None, vec![]),
    ] {
        let document = page(html);
        let found = document.redirect.as_deref().map(|url| url.trim_start_matches("https://example.org"));
        assert_eq!(found, redirect, "{html}");
        assert_eq!(text_and_links(html).1, links, "{html}");
        assert!(document.links.iter().all(|link| link.kind == LinkKind::Refresh), "{html}");
    }
}

#[test]
fn a_canonical_url_is_one_of_the_same_host() {
    for (html, canonical) in [
        ("<link rel=canonical href=/x>", Some("https://example.org/x")),
        ("<link rel='alternate CANONICAL' href='http://example.org/x'>", Some("http://example.org/x")),
        ("<link rel=canonical href=/x><link rel=canonical href=/y>", Some("https://example.org/x")),
        ("<link rel=canonical href=page>", None),
        ("<link rel=canonical href='https://other.org/x'>", None),
        ("<link rel=canonical href=''><link rel=stylesheet href=/x>", None),
        (
            "<title>t</title><meta name=a content=b><script>1</script><link rel=canonical href=/x>",
            Some("https://example.org/x"),
        ),
        ("<p>text<link rel=canonical href=/x>", None),
        ("<a href=/y></a><link rel=canonical href=/x>", None),
        ("<body><div></div><link rel=canonical href=/x>", None),
    ] {
        assert_eq!(page(html).canonical.as_ref().map(CanonicalUrl::as_str), canonical, "{html}");
    }
}

/// Reads bytes without a header.
fn bytes(html: &[u8]) -> Document {
    let url = CanonicalUrl::parse("https://example.org/dir/page").unwrap();
    read(html, None, &url, &EncodingRs)
}

/// WHATWG HTML §13.2.3.5, "changing the encoding while parsing".
#[test]
fn a_meta_after_the_prescan_changes_the_encoding() {
    let long = "x".repeat(1_100);
    let style = "a{}".repeat(1_000);
    for before in [
        format!("<head><!-- {long} -->"),
        format!("<head><style>{style}</style>"),
        format!("<body><p>{long}</p>"),
        format!("<noscript>{long}</noscript>"),
        format!("<head><!-- {long} --><meta charset=bogus>"),
        "<script>'<meta charset=koi8-r>'</script>".to_owned(),
    ] {
        let head = |charset: &str| format!("{before}<meta charset={charset}><title>").into_bytes();
        let cyrillic = bytes(&[&head("windows-1251"), &b"\xcf\xe0\xf3\xea\xe8 \xe8 \xf1\xe5\xf2\xe8"[..]].concat());
        assert_eq!(cyrillic.title, "Пауки и сети", "{}", &before[..20]);
        let chinese = bytes(&[&head("gb2312"), &b"\xd6\xa9\xd6\xeb\xb5\xc4\xcd\xf8\xd5\xbe"[..]].concat());
        assert_eq!(chinese.title, "蜘蛛的网站", "{}", &before[..20]);
    }
    let certain = [b"<!--".as_slice(), long.as_bytes(), "--><meta charset=big5><title>ä日".as_bytes()].concat();
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    let document = read(&certain, Some("text/html; charset=utf-8"), &url, &EncodingRs);
    assert_eq!(document.title, "ä日");
}

/// WHATWG URL §4.4, "query state": the query has the encoding of the page, the path is UTF-8.
#[test]
fn the_query_of_a_link_has_the_encoding_of_the_page() {
    for (html, target) in [
        (
            &b"<meta charset=windows-1251><a href='/\xef\xee\xe8\xf1\xea?q=\xef\xe0\xf3\xea'>x</a>"[..],
            "/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA?q=%EF%E0%F3%EA",
        ),
        (b"<meta charset=gbk><a href='/s?wd=\xd6\xa9\xd6\xeb'>x</a>", "/s?wd=%D6%A9%D6%EB"),
        (b"<meta charset=gbk><a href='/s?wd=&#x8718;'>x</a>", "/s?wd=%D6%A9"),
        (b"<meta charset=shift_jis><a href='/s?q=\x83N\x83\x82'>x</a>", "/s?q=%83N%83%82"),
        (b"<meta charset=iso-2022-jp><a href='/s?q=\x1b$B%/\x1b(B'>x</a>", "/s?q=%1B$B%/%1B(B"),
        (b"<meta charset=gb18030><a href='/s?q=\x81\x30\x97\x38'>x</a>", "/s?q=%810%978"),
        (b"<meta charset=latin1><a href='/s?q=Stra\xdfe'>x</a>", "/s?q=Stra%DFe"),
        (b"<meta charset=latin1><a href='/s?q=&#1087;a'>x</a>", "/s?q=%26%231087%3Ba"),
        (b"<meta charset=latin1><meta http-equiv=refresh content='0;url=/s?q=\xdf'>", "/s?q=%DF"),
        (b"<meta charset=utf-8><a href='/s?q=\xc3\x9f'>x</a>", "/s?q=%C3%9F"),
        (b"<meta charset=windows-1251><base href='/b/?z=\xef\xe0\xf3\xea'><a href=''>x</a>", "/b/?z=%EF%E0%F3%EA"),
    ] {
        let document = bytes(html);
        assert_eq!(document.links[0].url.path_and_query(), target);
    }
}

#[test]
fn a_page_that_is_cut_within_a_character_is_read_in_its_encoding() {
    let mut page = "<p>é".as_bytes().to_vec();
    page.resize(types::limits::PAGE_BYTES - 1, b'x');
    page.extend("日本".as_bytes());
    let document = bytes(&page);
    assert!(document.cut && document.body.starts_with("éxx"));
    let incomplete = bytes(&"<p>日本".as_bytes()[..8]);
    assert_eq!((incomplete.body.as_str(), incomplete.cut), ("日", true));
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
        ("nofollow,ugc", true),
        ("nofollow, noopener", true),
        ("noopener,nofollow", true),
        ("ugc,sponsored", true),
        ("nofollow;noopener", true),
        ("noreferrer", false),
        ("noopener,noreferrer", false),
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
    for body in [
        "Short.",
        "<div id=root></div>",
        "<script>1</script><noscript><img src=/count></noscript>Short.",
        &format!("<div id=root>{text} more</div><script>1</script>"),
    ] {
        assert_ne!(page(body).class, Some(PageClass::NeedsScript), "{body}");
    }
}

/// In html5ever both end tags close outer elements; SVG's `title` and `foreignObject` are scopes in the standard
/// (WHATWG HTML §13.2.4.2).
#[test]
fn an_end_tag_in_svg_closes_nothing_outside() {
    assert_eq!(page("<span><svg><title>x</span>y</svg>z").body, "z");
    let within = link("<a href=/1><svg><foreignObject></a>t</foreignObject></svg>u");
    assert_eq!(within.anchor, "u");
}

/// WHATWG URL §4.4 (white space), HTML §4.2.3 (`base`), HTML §13.2.5.73 (references in attributes), RFC 3986 §6.2.2.2
/// (escapes).
#[test]
fn references_are_resolved_as_in_a_browser() {
    for (html, links) in [
        ("<a\nhref=\"\n   /exam\n ple\t/x  \">x</a><a\thref=/y>y</a>", vec!["/exam%20ple/x", "/y"]),
        ("<base href='/app/'><a href='p'>x</a>", vec!["/app/p"]),
        ("<a href='p'>x</a><base href='/late/'>", vec!["/late/p"]),
        ("<base target=_top><base href='/one/'><base href='/two/'><a href='p'>x</a>", vec!["/one/p"]),
        ("<!-- <base href='/no/'> --><body><base href='/in-body/'><a href='p'>x</a>", vec!["/in-body/p"]),
        (
            "<a href='?a=1&copy=2&reg=3&sect=4&order_id=6&amp;lang=en&#38;b=2'>x</a>",
            vec!["/dir/page?a=1&copy=2&reg=3&sect=4&order_id=6&lang=en&b=2"],
        ),
        (
            "<a href='/AC%252FDC/+x?q=%25'>x</a><a href='/f.php?variable'>y</a>",
            vec!["/AC%252FDC/+x?q=%25", "/f.php?variable"],
        ),
    ] {
        assert_eq!(text_and_links(html).1, links, "{html}");
    }
}

#[test]
fn the_text_decides_on_the_language_against_the_attribute() {
    let ukrainian =
        "Павуки — це ряд членистоногих, що мають вісім ніг і плетуть павутиння, щоб ловити комах. ".repeat(3);
    for lang in ["ru", "en", "uk", ""] {
        let document = page(&format!("<html lang='{lang}'><p>{ukrainian}"));
        assert_eq!(document.language.as_deref(), Some("uk"), "{lang}");
    }
}
