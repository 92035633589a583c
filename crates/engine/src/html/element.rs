//! Classifies elements for the walk: skipped, block, heading, link.
//!
//! Not covered: style sheets; only `hidden` (which stands for `display:none` in a `style` attribute,
//! too: [`super::attributes`]), and elements that never show text.

use scraper::node::Element;

/// The part an element plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing of it is read.
    Skipped,
    Html,
    Title,
    Base,
    Meta,
    /// `a` and `area`.
    Link,
    Image,
    Heading,
    /// `b` and `strong`.
    Bold,
    /// A line of its own.
    Block,
    /// A table cell: a block of which several stand on a line.
    Cell,
    /// `br`, `hr`.
    Break,
    Inline,
}

/// Returns the part this element plays.
pub(crate) fn role(element: &Element) -> Role {
    let role = by_name(element.name());
    match role {
        Role::Html | Role::Title | Role::Base | Role::Meta | Role::Skipped => role,
        _ if is_hidden(element) => Role::Skipped,
        _ => role,
    }
}

fn by_name(name: &str) -> Role {
    match name {
        "script" | "style" | "noscript" | "template" | "svg" | "math" | "iframe" | "object"
        | "canvas" | "audio" | "video" | "select" | "datalist" | "textarea" | "noframes"
        | "noembed" => Role::Skipped,
        "html" => Role::Html,
        "title" => Role::Title,
        "base" => Role::Base,
        "meta" => Role::Meta,
        "a" | "area" => Role::Link,
        "img" => Role::Image,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "b" | "strong" => Role::Bold,
        "address" | "article" | "aside" | "blockquote" | "body" | "caption" | "center" | "dd"
        | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption"
        | "figure" | "footer" | "form" | "header" | "hgroup" | "legend" | "li" | "main"
        | "menu" | "nav" | "ol" | "option" | "p" | "pre" | "search" | "section" | "summary"
        | "table" | "tbody" | "tfoot" | "thead" | "tr" | "ul" => Role::Block,
        "td" | "th" => Role::Cell,
        "br" | "hr" => Role::Break,
        _ => Role::Inline,
    }
}

fn is_hidden(element: &Element) -> bool {
    attribute(element, "hidden").is_some()
}

/// Returns the value of an attribute.
pub(crate) fn attribute<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element
        .attrs()
        .find(|&(known, _)| known == name)
        .map(|(_, value)| value)
}
