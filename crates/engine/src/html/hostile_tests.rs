//! Pages made to hurt their reader.

use super::*;
use crate::limits::{BODY_TEXT_BYTES, PAGE_BYTES, PAGE_LINKS, PARSE_NODES};
use crate::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    read(html.as_bytes(), None, &url, &Utf8Only)
}

#[test]
fn a_million_nested_elements_are_cut_and_what_came_before_is_kept() {
    for nest in [
        "<div>",
        "<ul><li>",
        "<p><b>",
        "<table><tr><td>",
        "<a href=/x><div>",
        "<font size=1><p>",
        "<svg>",
        "<select>",
    ] {
        let document = page(&format!(
            "<title>Deep</title>first{}last",
            nest.repeat(1_000_000 / nest.len() * 2)
        ));
        assert_eq!(document.title, "Deep", "{nest}");
        assert!(document.cut, "{nest}");
    }
}

#[test]
fn a_flood_of_nodes_is_cut() {
    let document = page(&"<i></i>x".repeat(PARSE_NODES));
    assert!(document.cut);
    assert!(document.body.len() < PARSE_NODES);
}
