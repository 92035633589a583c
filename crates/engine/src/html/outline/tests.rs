//! Tests outlines by the Markdown and the plain text of small pages.

use crate::html::{EncodingRs, Outline, read_content};
use types::url::CanonicalUrl;

fn outline(html: &str) -> Outline {
    let url = CanonicalUrl::parse("http://a.test/dir/").unwrap();
    read_content(html.as_bytes(), None, &url, &EncodingRs).outline
}

fn check(html: &str, markdown: &str) {
    assert_eq!(outline(html).markdown(0), markdown, "{html}");
}

/// URL Standard §4.4, "query state": the query takes the encoding of the document, the path is UTF-8.
#[test]
fn addresses_of_images_have_the_encoding_of_the_page_in_their_query() {
    let html = "<meta charset=gbk><link rel=canonical href='/页?q=蜘蛛'><p>a <img src='/图?q=蜘蛛' alt=x> c";
    let (bytes, ..) = encoding_rs::GBK.encode(html);
    let url = CanonicalUrl::parse("http://a.test/dir/").unwrap();
    let content = read_content(&bytes, None, &url, &EncodingRs);
    assert_eq!(content.outline.markdown(0), "a ![x](http://a.test/%E5%9B%BE?q=%D6%A9%D6%EB) c");
    assert_eq!(content.metadata.canonical, "http://a.test/%E9%A1%B5?q=%D6%A9%D6%EB");
}

#[test]
fn blocks_become_markdown() {
    for (html, markdown) in [
        ("<h1>One</h1><p>a <b>b</b>\nc</p><h3>Two ¶</h3><p>d", "# One\n\na b c\n\n### Two\n\nd"),
        ("<p>one<br>two<div>three", "one\\\ntwo\n\nthree"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul><p>e", "- a\n- b\n  - c\n- d\n\ne"),
        ("<ol start=9><li>a<li><p>b<p>c</ol>", "9. a\n10. b\n\n    c"),
        ("<dl><dt>word<dd>meaning</dl>", "word\n\n- meaning"),
        ("<blockquote><p>a<p>b<ul><li>c</ul></blockquote><blockquote>d</blockquote>", "> a\n>\n> b\n>\n> - c\n\n> d"),
        (
            "<pre><code class='x language-rust'>fn a() {\n    b()\n}\n</code></pre>",
            "```rust\nfn a() {\n    b()\n}\n```",
        ),
        ("<pre>``` `</pre>", "````\n``` `\n````"),
        (
            "<p>the <code>a`b</code> of <a href=/x?a=1&amp;b=(2)>it </a>all",
            "the ``a`b`` of [it](http://a.test/x?a=1\\&b=\\(2\\)) all",
        ),
        ("<p>see <a href=/x>the <code>Vec</code> type</a>!", "see [the `Vec` type](http://a.test/x)!"),
        ("<p>a <img src=b.png alt='the sea'> c", "a ![the sea](http://a.test/dir/b.png) c"),
        ("<p>a<img src=b.png> c<img alt=x src=data:,1>", "a c ![x]()"),
        (
            "<table><caption>Sizes</caption><tr><th>a|b<th>c<tr><td>1<td><p>2<tr><td colspan=2>3</table>",
            "Sizes\n\n| a\\|b | c |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |",
        ),
        ("<table><tr><td><h2>a</h2>b<td>c<tr><td>d<td>e</table>", "## a\n\nb\n\nc\n\nd\n\ne"),
    ] {
        check(html, markdown);
    }
}

#[test]
fn signs_that_markdown_interprets_are_escaped() {
    for (html, markdown) in [
        ("<p># 1", "\\# 1"),
        ("<p>1. x<br>- y<br>&gt; z", "1\\. x\\\n\\- y\\\n\\> z"),
        ("<p>*a* _b_ c_d `e` [f](g) &lt;h> ~i~", "\\*a\\* \\_b\\_ c_d \\`e\\` \\[f\\](g) \\<h> \\~i\\~"),
        ("<p>&amp;amp; &amp; \\", "\\&amp; & \\\\"),
        ("<h2>C#</h2><p>x", "## C\\#\n\nx"),
        ("<p>now!<a href=/x>y</a>", "now\\![y](http://a.test/x)"),
        ("<p>a<br>===", "a\\\n\\==="),
    ] {
        check(html, markdown);
    }
}

#[test]
fn boilerplate_is_no_part_of_an_outline() {
    let text = "Jumping spiders hunt by day and see better than any other spider, and many wave their legs to court.";
    let html = format!(
        "<nav><ul><li><a href=/>Home</a><li><a href=/b>Shop</a></ul><img src=l.png alt=Logo></nav>\
        <article><h1>Courtship</h1><p>{text}</p><script>x</script><p hidden>no</p><ul><li>{text}</ul></article>\
        <footer><p>All rights reserved.</footer>"
    );
    check(&html, &format!("# Courtship\n\n{text}\n\n- {text}"));
}

#[test]
fn plain_text_has_no_signs_of_markdown() {
    let html = "<h1>A*</h1><p>b <a href=/x>c</a><ol><li>d<ul><li>e</ul></ol><pre>f\n g</pre>\
        <table><tr><td>h<td>i<tr><td>j<td>k</table>";
    let text = "A*\n\nb c\n\n1. d\n  - e\n\nf\n g\n\nh\ti\nj\tk";
    assert_eq!(outline(html).plain_text(), text);
}

#[test]
fn hostile_nesting_stays_small() {
    let html = "<ul><li>".repeat(100) + "x" + &"<blockquote><table><tr><td>".repeat(50) + "y";
    let markdown = outline(&html).markdown(0);
    assert!(markdown.len() < 100 && markdown.contains('x'), "{markdown}");
}
