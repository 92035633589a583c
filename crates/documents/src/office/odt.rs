//! Reads the text of an ODT file (`OpenDocument` 1.3, part 3).

use super::markup::{Block, Markup};
use super::package::Package;
use super::xml::{Element, Visitor, visit};
use crate::Unreadable;
use std::collections::BTreeSet;

/// The elements that are left out: comments, deleted text, forms, scripts, and fields of hidden text.
const LEFT_OUT: [&str; 8] = [
    "annotation",
    "annotation-end",
    "tracked-changes",
    "forms",
    "scripts",
    "hidden-text",
    "note-citation",
    "ruby-text",
];

/// Reads a file; `None` if it has no text.
///
/// # Errors
///
/// The reason if it is encrypted.
pub(super) fn read(package: &mut Package<'_>, markup: &mut Markup) -> Result<Option<()>, Unreadable> {
    let manifest = package.text("META-INF/manifest.xml").unwrap_or_default();
    let mut encryption = Encryption(false);
    visit(&manifest, &mut encryption);
    if encryption.0 {
        return Err(Unreadable::Encrypted);
    }
    markup.declare(&package.text("meta.xml").unwrap_or_default());
    let Some(text) = package.text("content.xml") else {
        return Ok(None);
    };
    let mut body = Body {
        markup,
        outer: None,
        notes: Vec::new(),
        style: String::new(),
        hidden: BTreeSet::new(),
        is_item: false,
        depth: 0,
    };
    let is_whole = visit(&text, &mut body);
    body.end_note();
    let notes = std::mem::take(&mut body.notes);
    for note in notes {
        markup.append(note);
    }
    if !is_whole {
        markup.mark_damaged();
    }
    Ok(Some(()))
}

/// Finds an encrypted part in the manifest (`OpenDocument` 1.3, part 2, §4.4).
struct Encryption(bool);

impl Visitor for Encryption {
    fn start(&mut self, element: &Element<'_>) -> bool {
        self.0 |= element.name() == "encryption-data";
        true
    }
    fn end(&mut self, _: &str) {}
    fn text(&mut self, _: &str) {}
}

/// Reads the part with the text.
struct Body<'a> {
    markup: &'a mut Markup,
    /// The text around the note that is being read.
    outer: Option<Markup>,
    /// The notes, which follow the text.
    notes: Vec<Markup>,
    /// The style that is being read.
    style: String,
    /// The styles of hidden text.
    hidden: BTreeSet<String>,
    /// The next paragraph is the first one of an item.
    is_item: bool,
    /// The number of open paragraphs.
    depth: usize,
}

impl Body<'_> {
    fn begin_note(&mut self) {
        if self.outer.is_none() {
            self.outer = Some(self.markup.begin_aside());
        }
    }

    fn end_note(&mut self) {
        if let Some(outer) = self.outer.take() {
            self.notes.push(std::mem::replace(self.markup, outer));
        }
    }

    fn paragraph(&mut self, block: Block) {
        self.markup.begin(block);
        self.depth += 1;
    }
}

impl Visitor for Body<'_> {
    fn start(&mut self, element: &Element<'_>) -> bool {
        let is_hidden = |style: Option<String>| style.is_some_and(|style| self.hidden.contains(&style));
        match element.name() {
            name if LEFT_OUT.contains(&name) => return false,
            "span" | "p" | "h" if is_hidden(element.attribute("style-name")) => return false,
            "style" => self.style = element.attribute("name").unwrap_or_default(),
            "text-properties" if element.attribute("display").as_deref() == Some("none") => {
                self.hidden.insert(self.style.clone());
            }
            "list-item" => self.is_item = true,
            "h" => {
                let level = element.attribute("outline-level").and_then(|level| level.parse().ok());
                self.paragraph(Block::Heading(level.unwrap_or(1)));
            }
            "p" => {
                let is_item = std::mem::take(&mut self.is_item);
                self.paragraph(if is_item { Block::Item } else { Block::Paragraph });
            }
            "note-body" => self.begin_note(),
            "a" => drop(element.attribute("href").map(|address| self.markup.begin_link(&address))),
            "s" | "tab" => self.text(" "),
            "line-break" => self.markup.line_break(),
            _ => {}
        }
        true
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" | "h" => {
                self.markup.begin(Block::Paragraph);
                self.depth = self.depth.saturating_sub(1);
            }
            "a" => self.markup.end_link(),
            "note-body" => self.end_note(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.depth > 0 {
            self.markup.text(text);
        }
    }

    fn is_done(&self) -> bool {
        self.markup.is_full()
    }
}
