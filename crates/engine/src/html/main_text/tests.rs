//! Tests the main text by kinds of content and of boilerplate. `tests/main_text.rs` measures it over whole pages.

use crate::html::{Document, EncodingRs, read};
use types::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("http://a.test/").unwrap();
    read(html.as_bytes(), None, &url, &EncodingRs)
}

fn main_of(html: &str) -> String {
    page(html).main_text().into_owned()
}

const TEXT: &str =
    "Jumping spiders hunt by day and see better than any other spider, and many of them wave their legs to court.";

/// Returns a text of so many words, the first of them links.
fn linked(links: usize, words: usize) -> String {
    let word =
        |place: usize| if place < links { format!("<a href=/w{place}>web{place}</a>") } else { format!("silk{place}") };
    (0..words).map(word).collect::<Vec<_>>().join(" ") + "."
}

#[test]
fn running_text_with_many_links_is_kept_between_running_text() {
    let plain = linked(0, 25);
    for (links, words) in [(10, 30), (11, 30), (45, 120), (110, 300), (20, 30), (29, 30)] {
        let text = linked(links, words);
        for (open, close) in [
            ("<p>", "</p>"),
            ("<div>", "</div>"),
            ("", "<br><br>"),
            ("<ul><li>", "</ul>"),
            ("<section><p>", "</section>"),
        ] {
            let html = format!("<h1>Garden</h1>{open}{plain}{close}{open}{text}{close}{open}{plain}{close}");
            let whole = page(&html);
            assert_eq!(whole.main_text(), whole.body, "{links} of {words} in {open}");
        }
    }
}

#[test]
fn running_text_with_many_links_is_kept_at_the_end_and_at_the_start() {
    let (plain, text) = (linked(0, 40), linked(14, 40));
    for html in
        [format!("<p>{plain}</p><p>{text}</p>"), format!("<p>{text}</p><p>{plain}</p>"), format!("<p>{text}</p>")]
    {
        let whole = page(&html);
        assert_eq!(whole.main_text(), whole.body);
    }
}

#[test]
fn a_page_without_running_text_is_its_own_main_text() {
    for html in [
        "<h1>Steps to bake bread</h1><ol><li>Mix flour and water</li><li>Add salt</li><li>Rest the dough</li>\
        <li>Bake it for an hour</li></ol>",
        "<h1>Poem</h1><p>A spider small<br>upon the wall<br>did spin her thread<br>above my bed</p>",
        "<table><tr><th>Name<th>Legs<tr><td>Spider<td>8<tr><td>Ant<td>6</table>",
        "<dl><dt>Abeam<dd>At right angles to the keel<dt>Aft<dd>Toward the stern</dl>",
        "<pre>let x = 1;\nlet y = 2;</pre>",
        "Hello",
        "<h1>Café Anker</h1>Hafenstraße 12<br>Telefon 0431 123456",
        "<a href=/1>Only links</a>",
        "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>",
        "<h1>404</h1>",
        "<p>蜘蛛</p>",
    ] {
        let whole = page(html);
        assert_eq!(whole.main_text(), whole.body, "{html}");
    }
    assert_eq!(main_of(""), "");
}

#[test]
fn short_content_has_no_navigation() {
    let (before, after) = ("<ul><li><a href=/>Home</a><li><a href=/b>About</a></ul>", "<footer>Imprint</footer>");
    for html in [
        "<h1>Bread</h1><ol><li>Mix flour and water</li><li>Bake it</li></ol>",
        "<p>A spider small<br>upon the wall</p>",
        "<table><tr><th>Name<th>Legs<tr><td>Spider<td>8</table>",
        "<p>Spider</p>",
    ] {
        assert_eq!(main_of(&format!("{before}{html}{after}")), page(html).body, "{html}");
    }
}

#[test]
fn the_text_of_a_short_page_is_not_the_boilerplate_beside_it() {
    let lines = |times| format!("<h1>Poem</h1><p>{}</p>", ["the spider sat upon the wall"].repeat(times).join("<br>"));
    let poems = [2, 4, 8, 12].map(lines);
    let contents = [
        "<h1>Abeam</h1><p>At right angles to the keel.</p>",
        "<h1>Abeam</h1><p>At right angles to the keel of a ship, or of a boat with a keel.</p>",
        "<h1>Terms</h1><dl><dt>Abeam<dd>At right angles to the keel<dt>Aft<dd>Toward the stern</dl>",
        "<table><tr><th>Name<th>Legs<tr><td>Spider<td>8<tr><td>Ant<td>6</table>",
        "<h1>Code</h1><pre>let x = 1;\nlet y = 2;</pre>",
        "<h1>Interview</h1><p>Q: Why?</p><p>A: To eat.</p><p>Q: When?</p><p>A: At night.</p>",
        "<h1>Spider silk</h1><p>10 m, white</p><p>€ 12.50</p><p>In stock</p>",
        "<h1>Contact</h1><p>Spider House<br>12 Garden Street<br>Phone 0431 123456</p>",
        "<h1>Gallery</h1><figure><img src=a><figcaption>A wolf spider</figcaption></figure>\
        <figure><img src=b><figcaption>Its eggs</figcaption></figure>",
    ];
    let list = format!("<h1>Spiders</h1><ul>{}</ul>", "<li><a href=/x>A spider</a>".repeat(16));
    let menu = format!("<nav><ul>{}</ul></nav>", "<li><a href=/m>Section</a>".repeat(12));
    let notice = "Copyright 2020 Example Company. All rights reserved. This site is run by volunteers, and donations \
        are welcome.";
    for content in contents.into_iter().chain(poems.iter().chain([&list]).map(String::as_str)) {
        let expected = page(content).body;
        for (open, close) in [
            ("<footer><p>", "</footer>"),
            ("<aside><p>", "</aside>"),
            ("<nav><p>", "</nav>"),
            ("<div role=contentinfo>", "</div>"),
            ("<div class=newsletter><p>", "</div>"),
            ("<div id=footer>", "</div>"),
        ] {
            for html in [
                format!("{menu}<main><article>{content}</article></main>{open}{notice}{close}"),
                format!("{menu}<main>{content}{open}{notice}{close}</main>"),
                format!("{menu}{open}{notice}{close}<div id=page>{content}</div>"),
                format!("{menu}<main>{content}</main>{open}{}{close}", [notice; 6].join(" ")),
            ] {
                assert_eq!(main_of(&html), expected, "{html}");
            }
        }
    }
}

#[test]
fn navigation_and_lists_of_links_are_left_out() {
    let html = format!(
        "<ul><li><a href=/home>Home and news</a><li><a href=/about>About us</a></ul><h1>Jumping spiders</h1>\
        <p>{TEXT}</p>
         <p>{TEXT}</p><p><a href=/1>One</a> <a href=/2>Two</a> and <a href=/3>three more pages</a></p>"
    );
    assert_eq!(main_of(&html), format!("Jumping spiders\n{TEXT}\n{TEXT}"));
}

#[test]
fn short_blocks_belong_to_the_text_around_them() {
    let html = format!("<p>{TEXT}</p><p>So they dance.</p><p>{TEXT}</p>");
    assert_eq!(main_of(&html), format!("{TEXT}\nSo they dance.\n{TEXT}"));
}

#[test]
fn boilerplate_by_element_role_class_and_id_is_left_out() {
    for (open, close) in [
        ("<nav>", "</nav>"),
        ("<aside>", "</aside>"),
        ("<footer>", "</footer>"),
        ("<dialog open>", "</dialog>"),
        ("<div role=navigation>", "</div>"),
        ("<section role='complementary'>", "</section>"),
        ("<div role=dialog aria-modal=true>", "</div>"),
        ("<div class='cookie-banner'>", "</div>"),
        ("<div id=sidebar>", "</div>"),
        ("<div class='col-md-4 rightSidebar'>", "</div>"),
        ("<ul class='breadcrumb'><li>", "</ul>"),
        ("<div id=comments>", "</div>"),
        ("<div class='c-newsletter__box'>", "</div>"),
        ("<div class='post-share social'>", "</div>"),
        ("<form>", "</form>"),
    ] {
        let notice =
            "We use this box to tell you something, which is long enough to look like text, but is not of the page.";
        let html = format!("<p>{TEXT}</p>{open}{notice}{close}<p>{TEXT}</p>");
        assert_eq!(main_of(&html), format!("{TEXT}\n{TEXT}"), "{open}");
    }
}

#[test]
fn a_request_to_accept_cookies_is_left_out_whatever_its_name() {
    let notice = "<p>We use cookies and similar technologies to give you the best experience on our website and to \
        show ads.</p>";
    let text = format!("<p>{TEXT}</p><p>{TEXT}</p>");
    for notice in [
        format!("<div class='css-1q2w'>{notice}<button>Accept</button></div>"),
        format!("<div>{notice}<div><button>Settings</button><button>Accept all</button></div></div>"),
        format!("<section><h2>Your choice</h2><div>{notice}</div><div><button>I agree</button></div></section>"),
        format!("<div>{notice}<a class='btn btn-primary' href=#>OK</a> <a href=/privacy>Read more</a></div>"),
        format!("<div>{notice}<a role=button href=#>Dismiss</a></div>"),
        format!("<div>{notice}<button>×</button></div>"),
        "<div><p>クッキーを使用しています。</p><button>閉じる</button><button>同意する</button></div>".to_owned(),
        "<div><p>Ta strona używa ciasteczek, aby działać.</p><button>Rozumiem</button></div>".to_owned(),
    ] {
        for html in [
            format!("{notice}<article>{text}</article>"),
            format!("<article>{text}</article>{notice}"),
            format!("{notice}{text}"),
        ] {
            assert_eq!(main_of(&html), format!("{TEXT}\n{TEXT}"), "{html}");
        }
    }
    let article = "<h2>Cookies</h2><p>A cookie is a small text that a site stores, and that the browser sends back \
        to it with each request, whether it accepts them or not.</p>";
    for html in [
        format!("<div>{article}<button>Accept</button></div><p>Spiders hunt by day, and see better than others.</p>"),
        format!("{text}<div>{article}<button>Share</button></div>"),
        format!("{text}<div>{article}</div>"),
        format!("{text}<section>{article}<p>You may accept.</p><button>Copy link</button></section>"),
        format!("{text}<div>{article}<h3><button>How do I accept them?</button></h3></div>"),
        format!("{text}<div>{article}<a class=button href=/2>Next: how browsers reject them</a></div>"),
        format!("{text}<div>{article}<a href=/ok>OK</a></div>"),
    ] {
        assert!(main_of(&html).contains("A cookie is"), "{html}");
    }
}

#[test]
fn a_linked_heading_is_kept_directly_above_running_text() {
    let reference = |link: &str| format!("<h2><a href='#{link}'>{link}</a></h2><p>{TEXT}</p>");
    let html = format!("<h1>API</h1>{}{}", reference("One"), reference("Two"));
    for html in [format!("<div>{html}</div>"), html.replace("<p>", "").replace("</p>", "<br>"), html] {
        assert_eq!(main_of(&html), format!("API\nOne\n{TEXT}\nTwo\n{TEXT}"), "{html}");
    }
    let beside = format!("<h1>API</h1><div><h2><a href=/other>Other page</a></h2></div><p>{TEXT}</p>");
    assert_eq!(main_of(&beside), format!("API\n{TEXT}"));
}

#[test]
fn a_block_with_most_of_the_text_is_no_boilerplate_whatever_its_name() {
    for class in ["page has-sidebar", "sidebar", "comment", "menu-wrapper", "modal"] {
        let html = format!("<div class='{class}'><p>{TEXT}</p><p>{TEXT}</p></div><p>Imprint</p>");
        assert!(main_of(&html).contains(TEXT), "{class}");
    }
    assert!(main_of(&format!("<aside><p>{TEXT}</p></aside>")).contains(TEXT));
    assert!(main_of(&format!("<p>Spiders</p><nav><ul><li><a href=/>Home</a></ul><p>{TEXT}<p>{TEXT}")).contains(TEXT));
}

#[test]
fn cells_of_a_table_that_arranges_the_page_are_judged_alone() {
    let html = format!(
        "<table><tr><td><a href=/>Home</a><br><a href=/a>About</a><td>{TEXT}<br><br>{TEXT}\
        <td><a href=/c>Contact</a></table>"
    );
    assert_eq!(main_of(&html), format!("{TEXT}\n{TEXT}"));
    let data = format!("<p>{TEXT}<table><tr><td>Legs<td>8<tr><td>Eyes<td>8</table><p>{TEXT}");
    assert_eq!(main_of(&data), page(&data).body);
}

#[test]
fn scripts_without_spaces_and_their_punctuation_are_running_text() {
    for text in [
        "蜘蛛在夜里织网，等待飞蛾落入其中；清晨的露水挂在丝上，闪闪发光，孩子们都停下来看。",
        "くもは夜に網を張り、蛾が来るのを待ちます。朝になると露が糸に光り、子どもたちは足を止めて見ます。",
        "تنسج العناكب شباكها ليلا، وتنتظر الفراشات حتى الصباح. وفي الفجر يلمع الندى على الخيوط، فيقف الأطفال وينظرون.",
        "मकड़ी रात में जाला बुनती है और पतंगों की राह देखती है। सुबह ओस की बूँदें धागों पर चमकती हैं।",
    ] {
        let html = format!(
            "<div><a href=/>家</a> <a href=/b>新闻</a></div><div>{text}</div><div>{text}</div><div><a href=/c>联系</a></div>"
        );
        assert_eq!(main_of(&html), format!("{text}\n{text}"));
    }
}

#[test]
fn deep_long_and_unclosed_blocks_have_ranges_within_the_text() {
    let deep = "<div class=sidebar>".repeat(400) + TEXT;
    let links = "<a href=/1>x".repeat(5_000);
    let cells = "<table><tr>".to_owned() + &"<td>a<br>b".repeat(20_000);
    let classes = format!("<div class='{}'>{TEXT}", "nav ".repeat(100_000));
    for html in [&deep, &links, &cells, &classes, &"<table><tr><td>".repeat(500), &"<p>.".repeat(50_000)] {
        let page = page(html);
        assert!(page.main_ranges().all(|range| page.body.get(range).is_some()));
        assert!(page.body.is_empty() || !page.main_text().is_empty());
    }
}

#[test]
fn ranges_are_ascending_and_at_the_borders_of_characters() {
    let html = format!("<nav>Menü</nav><p>Ä {TEXT}</p><nav>Menü</nav><p>{TEXT} ß</p><footer>ü</footer>");
    let page = page(&html);
    let ranges: Vec<_> = page.main_ranges().collect();
    assert_eq!(ranges.len(), 2);
    assert!(ranges.is_sorted_by(|a, b| a.end < b.start));
    assert!(ranges.iter().all(|range| page.body.get(range.clone()).is_some()));
}

#[test]
fn the_other_text_is_that_outside_the_main_text() {
    let html = format!(
        "<nav><ul><li><a href=/1>Start</a><li><a href=/2>Contact</a></ul></nav>\
        <div class=cookie-banner><p>We use cookies.</p><button>Accept</button></div>\
        <main><h1>Spiders</h1><p>{TEXT}</p></main>\
        <aside class=related><h2>Related</h2><ul><li><a href=/3>Mites</a><li><a href=/4>Ants</a></ul></aside>\
        <footer><p>2025</p></footer>"
    );
    let page = page(&html);
    assert_eq!(page.main_text(), format!("Spiders\n{TEXT}"));
    let other = "Start\nContact\nWe use cookies.\nAccept\nRelated\nMites\nAnts\n2025";
    assert_eq!(page.other_text(), other);
    assert_eq!(Document { main: Vec::new(), ..page }.other_text(), "");
}
