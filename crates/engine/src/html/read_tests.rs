//! Pages in, documents out.

use super::*;
use crate::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/dir/page").unwrap();
    read(
        html.as_bytes(),
        Some("text/html; charset=utf-8"),
        &url,
        &Utf8Only,
    )
}

#[test]
fn a_small_page_is_read_whole() {
    let document = page(concat!(
        "<!doctype html><html lang=en><title> On\n spiders </title><body><h1>Jumping <i>spiders</i></h1>",
        "<p>They hunt by <a href=/sight>sight</a>, not by web.<p><a href='#top'>Top</a> <a rel=nofollow href=mate>Mating</a></p>",
        "<script>no()</script><a href='mailto:x@y'>mail</a>"
    ));
    assert_eq!(document.title, "On spiders");
    assert_eq!(document.headings, ["Jumping spiders"]);
    assert_eq!(
        document.body,
        "Jumping spiders\nThey hunt by sight, not by web.\nTop Mating\nmail"
    );
    assert_eq!(document.language.as_deref(), Some("en"));
    let links: Vec<_> = document
        .links
        .iter()
        .map(|l| {
            (
                l.url.as_str(),
                l.anchor.as_str(),
                l.context.as_str(),
                l.nofollow,
            )
        })
        .collect();
    assert_eq!(
        links,
        [
            (
                "https://example.org/sight",
                "sight",
                "They hunt by , not by web.",
                false
            ),
            ("https://example.org/dir/mate", "Mating", "Top", true),
        ]
    );
    assert!(
        document
            .links
            .iter()
            .all(|l| l.heading == "Jumping spiders")
    );
    assert!(
        document
            .links
            .iter()
            .all(|l| document.body[l.span.0 as usize..l.span.1 as usize] == l.anchor)
    );
}
