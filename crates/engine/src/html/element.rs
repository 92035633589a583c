//! Classifies elements for the walk: skipped, block, heading, link.
//!
//! Not covered: style sheets; only `hidden` (which also represents `display:none` in a `style`
//! attribute: [`super::attributes`]), and elements that never show text.

use ego_tree::NodeRef;
use scraper::Node;
use scraper::node::Element;

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its content is not read.
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

/// Returns the role of this element.
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

/// The ids of root elements that scripts fill, in the templates of React, Vue, Next, Nuxt, Gatsby and
/// Quasar.
const ROOT_IDS: [&str; 7] = [
    "app",
    "root",
    "react-root",
    "__next",
    "__nuxt",
    "___gatsby",
    "q-app",
];
/// Returns true if this is the id of a root element that scripts fill.
pub(super) fn is_root_id(id: &str) -> bool {
    ROOT_IDS.contains(&id)
}

/// The root element of Angular.
const ROOT_ELEMENT: &str = "app-root";
/// Nodes of a `noscript` that are looked at, and `noscript` elements.
const NODES: usize = 32;

/// Detects pages that scripts write: they have scripts, and the root element of a framework or a `noscript` that requires JavaScript.
#[derive(Default)]
pub(crate) struct ScriptSigns {
    has_script: bool,
    has_root: bool,
    asks_for_script: bool,
    /// `noscript` elements so far.
    noscripts: usize,
}

impl ScriptSigns {
    /// Returns true if the page is the shell of an application.
    pub(crate) fn is_shell(&self) -> bool {
        self.has_script && (self.has_root || self.asks_for_script)
    }

    /// Examines an element.
    pub(crate) fn enter(&mut self, node: NodeRef<'_, Node>, element: &Element) {
        match element.name() {
            "script" => self.has_script = true,
            "noscript" if !self.asks_for_script && self.noscripts < NODES => {
                self.noscripts += 1;
                self.asks_for_script = asks_for_script(node);
            }
            ROOT_ELEMENT => self.has_root = true,
            _ if !self.has_root => {
                self.has_root = attribute(element, "id").is_some_and(is_root_id);
            }
            _ => {}
        }
    }
}

fn asks_for_script(node: NodeRef<'_, Node>) -> bool {
    let texts = node.descendants().take(NODES);
    texts.filter_map(|node| node.value().as_text()).any(|text| {
        let begin = text.floor_char_boundary(1_000);
        text[..begin].to_ascii_lowercase().contains("javascript")
    })
}
