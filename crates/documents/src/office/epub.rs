//! Reads the chapters of an EPUB file in reading order (EPUB 3.3 §5).

use super::markup::{Block, Markup};
use super::package::{Package, resolved};
use super::xml::{Element, Visitor, visit};
use crate::Unreadable;
use std::collections::BTreeMap;

/// The algorithms that hide fonts, and no text (EPUB 3.3 §4.3.3, and that of Adobe before it).
const FONT_ALGORITHMS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];
/// Maximum number of chapters.
const CHAPTERS: usize = 5_000;
/// The elements that are left out: the head, scripts, pictures, the readings beside the characters of a `ruby`.
const LEFT_OUT: [&str; 7] = ["head", "script", "style", "svg", "template", "rt", "rp"];

/// Reads a file; `None` if it has no package document.
///
/// # Errors
///
/// The reason if it is encrypted.
pub(super) fn read(package: &mut Package<'_>, markup: &mut Markup) -> Result<Option<()>, Unreadable> {
    let encryption = package.text("META-INF/encryption.xml").unwrap_or_default();
    let mut algorithms = Found::new("EncryptionMethod", "Algorithm");
    visit(&encryption, &mut algorithms);
    if algorithms.values.iter().any(|algorithm| !FONT_ALGORITHMS.contains(&algorithm.as_str())) {
        return Err(Unreadable::Encrypted);
    }
    let container = package.text("META-INF/container.xml").unwrap_or_default();
    let mut roots = Found::new("rootfile", "full-path");
    visit(&container, &mut roots);
    let Some(root) = roots.values.into_iter().next().map(|path| resolved("", &path)) else {
        return Ok(None);
    };
    let Some(document) = package.text(&root) else {
        return Ok(None);
    };
    markup.declare(&document);
    let mut spine = Spine::default();
    visit(&document, &mut spine);
    for chapter in spine.chapters.iter().take(CHAPTERS).filter_map(|id| spine.parts.get(id)) {
        if markup.is_full() || package.is_exhausted() {
            break;
        }
        match package.text(&resolved(&root, chapter)) {
            Some(text) => read_chapter(&text, markup),
            None => markup.mark_damaged(),
        }
    }
    Ok(Some(()))
}

fn read_chapter(text: &str, markup: &mut Markup) {
    markup.begin(Block::Paragraph);
    let is_whole = visit(text, &mut Chapter(markup));
    markup.begin(Block::Paragraph);
    if !is_whole {
        markup.mark_damaged();
    }
}

/// Finds the values of an attribute of all elements with a name.
struct Found {
    element: &'static str,
    attribute: &'static str,
    values: Vec<String>,
}

impl Found {
    fn new(element: &'static str, attribute: &'static str) -> Self {
        Self { element, attribute, values: Vec::new() }
    }
}

impl Visitor for Found {
    fn start(&mut self, element: &Element<'_>) -> bool {
        if element.name() == self.element {
            self.values.extend(element.attribute(self.attribute));
        }
        true
    }
    fn end(&mut self, _: &str) {}
    fn text(&mut self, _: &str) {}
}

/// The parts of a package document, and the ids of those in the reading order.
#[derive(Debug, Default)]
struct Spine {
    parts: BTreeMap<String, String>,
    chapters: Vec<String>,
}

impl Visitor for Spine {
    fn start(&mut self, element: &Element<'_>) -> bool {
        match element.name() {
            "item" => {
                let is_text = element.attribute("media-type").is_none_or(|kind| kind.contains("html"));
                let part = element.attribute("id").zip(element.attribute("href"));
                self.parts.extend(part.filter(|_| is_text));
            }
            "itemref" => self.chapters.extend(element.attribute("idref")),
            _ => {}
        }
        true
    }
    fn end(&mut self, _: &str) {}
    fn text(&mut self, _: &str) {}
}

/// Reads a chapter in XHTML.
struct Chapter<'a>(&'a mut Markup);

impl Visitor for Chapter<'_> {
    fn start(&mut self, element: &Element<'_>) -> bool {
        match element.name() {
            name if LEFT_OUT.contains(&name) || element.attribute("hidden").is_some() => return false,
            "a" => drop(element.attribute("href").map(|address| self.0.begin_link(&address))),
            "br" => self.0.line_break(),
            name => drop(block(name).map(|block| self.0.begin(block))),
        }
        true
    }

    fn end(&mut self, name: &str) {
        match name {
            "a" => self.0.end_link(),
            name => drop(block(name).map(|_| self.0.begin(Block::Paragraph))),
        }
    }

    fn text(&mut self, text: &str) {
        self.0.text(text);
    }

    fn entity(&mut self, name: &str) {
        self.0.entity(name);
    }

    fn is_done(&self) -> bool {
        self.0.is_full()
    }
}

/// Returns the block of an element; `None` for one within a line.
fn block(name: &str) -> Option<Block> {
    Some(match name {
        "h1" => Block::Heading(1),
        "h2" => Block::Heading(2),
        "h3" => Block::Heading(3),
        "h4" => Block::Heading(4),
        "h5" => Block::Heading(5),
        "h6" => Block::Heading(6),
        "li" => Block::Item,
        "p" | "div" | "section" | "article" | "aside" | "header" | "footer" | "main" | "nav" | "blockquote" | "pre"
        | "ul" | "ol" | "dl" | "dt" | "dd" | "table" | "caption" | "tr" | "td" | "th" | "figure" | "figcaption"
        | "hr" | "body" | "address" | "details" | "summary" => Block::Paragraph,
        _ => return None,
    })
}
