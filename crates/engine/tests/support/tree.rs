//! Reads the text and links of a page from html5ever's tree, as a reference for the engine's reader, which builds no
//! tree.
//!
//! Only words and links are read, and nothing is bounded. Not covered: contexts, headings, bold text, robots
//! directives.

use engine::html::Document;
use scraper::node::Element;
use scraper::{Html, Node};
use types::limits::{ANCHOR_CHARS, HREF_BYTES, PAGE_LINKS};
use types::text::is_hidden;
use types::url::CanonicalUrl;

/// The words and links of a page.
pub(crate) struct TreeReading {
    words: Vec<String>,
    /// The target of each link, and the words of its anchor.
    links: Vec<(CanonicalUrl, Vec<String>)>,
}

#[derive(Default)]
struct Walk<'a> {
    text: String,
    base: Option<&'a str>,
    /// The reference of each link, and the range of its anchor.
    links: Vec<(&'a str, usize, usize)>,
}

/// Reads a page.
pub(crate) fn read_tree(html: &str, url: &CanonicalUrl) -> TreeReading {
    let tree = Html::parse_document(html);
    let mut walk = Walk::default();
    let mut node = tree.tree.root().first_child();
    while let Some(here) = node {
        let mut next = walk.enter(here.value()).then(|| here.first_child()).flatten();
        let mut left = Some(here);
        while let (None, Some(leaving)) = (next, left) {
            walk.leave(leaving.value());
            next = leaving.next_sibling();
            left = leaving.parent();
        }
        node = next;
    }
    walk.finish(url)
}

impl<'a> Walk<'a> {
    /// Enters a node; returns false if its content is not shown.
    fn enter(&mut self, node: &'a Node) -> bool {
        match node {
            Node::Text(text) => self.text.extend(text.chars().filter(|c| !is_hidden(*c))),
            Node::Element(element) => return self.enter_element(element),
            _ => {}
        }
        true
    }

    fn enter_element(&mut self, element: &'a Element) -> bool {
        if is_skipped(element) {
            return false;
        }
        if separates(element) {
            self.text.push('\n');
        }
        let at = self.text.len();
        match (element.name(), element.attr("href")) {
            ("base", Some(href)) => _ = self.base.get_or_insert(href),
            ("a" | "area", Some(href)) => self.links.push((href, at, usize::MAX)),
            _ => {}
        }
        true
    }

    fn leave(&mut self, node: &Node) {
        let Node::Element(element) = node else {
            return;
        };
        if matches!(element.name(), "a" | "area") && element.attr("href").is_some() && !is_skipped(element) {
            let end = self.text.len();
            let mut open = self.links.iter_mut().rev();
            if let Some(link) = open.find(|link| link.2 == usize::MAX) {
                link.2 = end;
            }
        }
        if separates(element) && !is_skipped(element) {
            self.text.push('\n');
        }
    }

    fn finish(self, url: &CanonicalUrl) -> TreeReading {
        let page = url::Url::parse(url.as_str()).expect("a URL");
        let base = self.base.and_then(|href| page.join(href.trim()).ok());
        let base = base.filter(|base| matches!(base.scheme(), "http" | "https"));
        let is_inner = |href: &str| base.is_none() && href.starts_with('#');
        let links = self.links.iter().take(PAGE_LINKS);
        let outer = links.filter(|(href, ..)| !is_inner(href) && href.len() <= HREF_BYTES);
        let read = |&(href, start, end): &(&str, usize, usize)| {
            let target = CanonicalUrl::join(base.as_ref().unwrap_or(&page), href).ok()?;
            (target != *url).then(|| (target, words(&self.text[start..end])))
        };
        TreeReading { words: words(&self.text), links: outer.filter_map(read).collect() }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn is_skipped(element: &Element) -> bool {
    let by_name = matches!(
        element.name(),
        "script"
            | "style"
            | "template"
            | "svg"
            | "math"
            | "iframe"
            | "rp"
            | "rt"
            | "rtc"
            | "canvas"
            | "audio"
            | "video"
            | "select"
            | "datalist"
            | "textarea"
            | "noembed"
            | "title"
    );
    let by_attribute = || {
        let style = element.attr("style").unwrap_or_default().to_ascii_lowercase();
        let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
        let is_open_dialog = element.name() == "dialog" && element.attr("open").is_some();
        element.attr("hidden").is_some()
            || !is_open_dialog && (element.name() == "dialog" || element.attr("popover").is_some())
            || rules.into_iter().any(|(name, value)| name.trim() == "display" && value.trim_start().starts_with("none"))
    };
    by_name || (!matches!(element.name(), "html" | "base" | "meta") && by_attribute())
}

/// Returns true for elements that separate words.
fn separates(element: &Element) -> bool {
    matches!(
        element.name(),
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "br"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

impl TreeReading {
    /// Returns the first difference from a document: in its words or in its links.
    pub(crate) fn difference(&self, document: &Document) -> Option<String> {
        self.other_words(document).or_else(|| self.other_links(document))
    }

    fn other_words(&self, document: &Document) -> Option<String> {
        let mut found = words(&document.body);
        let mut expected = &self.words[..];
        if document.cut {
            // The last word may be truncated.
            found.pop();
            expected = &expected[..found.len().min(expected.len())];
        }
        first_difference("word", expected, &found)
    }

    fn other_links(&self, document: &Document) -> Option<String> {
        let shown = |words: &[String]| {
            let anchor = words.join(" ");
            types::text::cut(&anchor, ANCHOR_CHARS).trim_end().to_owned()
        };
        let expected: Vec<_> = self.links.iter().map(|(url, anchor)| (url, shown(anchor))).collect();
        // The tree leaves out what is hidden, with its links.
        let links: Vec<_> = document.links.iter().filter(|link| !link.hidden).collect();
        let found = links.iter().zip(&expected);
        // A link without text uses the text of a label.
        let anchor = |found: &str, expected: &str| {
            if expected.is_empty() { String::new() } else { found.trim_end().to_owned() }
        };
        let found: Vec<_> = found
            .map(|(link, (_, expected))| (&link.url, anchor(&link.anchor, expected)))
            .chain(links.iter().skip(expected.len()).map(|link| (&link.url, link.anchor.clone())))
            .collect();
        first_difference("link", &expected, &found)
    }
}

fn first_difference<T: PartialEq + std::fmt::Debug>(kind: &str, expected: &[T], found: &[T]) -> Option<String> {
    if expected == found {
        return None;
    }
    let at = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let (expected, found) = (expected.get(at), found.get(at));
    Some(format!("{kind} {at}: {found:?} instead of {expected:?}"))
}
