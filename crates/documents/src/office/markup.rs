//! Writes the HTML of a document: blocks of text with links.

use super::DocumentMarkup;
use super::xml::{Element, Visitor, visit};
use quick_xml::escape::escape;

/// The longest name of an entity, such as `CounterClockwiseContourIntegral`.
const ENTITY_BYTES: usize = 32;

/// A block of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Block {
    /// A paragraph.
    #[default]
    Paragraph,
    /// A heading of a level, from 1.
    Heading(u8),
    /// An item of a list.
    Item,
}

/// A document under construction.
#[derive(Debug, Default)]
pub(super) struct Markup {
    /// The title and the language that the file declares.
    pub(super) title: Option<String>,
    pub(super) language: Option<String>,
    body: String,
    /// The maximum size of the body, in bytes.
    most: usize,
    /// The block that the next text opens; `None` within a block.
    next: Option<Block>,
    /// The end tag of the open block.
    end: &'static str,
    in_link: bool,
    /// The first heading, and whether it is being read.
    heading: String,
    in_heading: bool,
    /// The number of letters and digits.
    letters: usize,
    is_damaged: bool,
}

impl Markup {
    /// Creates an empty document of at most so many bytes.
    pub(super) fn new(most: usize) -> Self {
        Self { most, next: Some(Block::Paragraph), ..Self::default() }
    }

    /// Returns true if the document has its maximum size.
    pub(super) fn is_full(&self) -> bool {
        self.body.len() >= self.most
    }

    /// Returns the number of letters and digits.
    pub(super) fn letters(&self) -> usize {
        self.letters
    }

    /// Marks the document as damaged: a part ended early, or is missing.
    pub(super) fn mark_damaged(&mut self) {
        self.is_damaged = true;
    }

    /// Takes title and language from the properties of a file (Dublin Core).
    pub(super) fn declare(&mut self, properties: &str) {
        let mut found = Properties::default();
        visit(properties, &mut found);
        (self.title, self.language) = (found.title, found.language);
    }

    /// Begins an aside, such as a note, which is written at another place. Returns the document around it.
    pub(super) fn begin_aside(&mut self) -> Self {
        let aside = Self::new(self.most);
        std::mem::replace(self, aside)
    }

    /// Appends the blocks of an aside.
    pub(super) fn append(&mut self, mut aside: Self) {
        aside.begin(Block::Paragraph);
        self.begin(Block::Paragraph);
        if !self.is_full() {
            self.body.push_str(&aside.body);
            self.letters += aside.letters;
        }
    }

    /// Ends the open block. The next text begins a block of this kind.
    pub(super) fn begin(&mut self, block: Block) {
        self.end_link();
        self.body.push_str(std::mem::take(&mut self.end));
        self.in_heading = false;
        self.next = Some(block);
    }

    /// Changes the kind of the block that has not begun.
    pub(super) fn change(&mut self, block: Block) {
        if let Some(next) = &mut self.next {
            *next = block;
        }
    }

    /// Makes a paragraph that has not begun an item.
    pub(super) fn item(&mut self) {
        if self.next == Some(Block::Paragraph) {
            self.next = Some(Block::Item);
        }
    }

    /// Adds text, whose white space counts as in HTML.
    pub(super) fn text(&mut self, text: &str) {
        if self.next.is_some() && text.trim().is_empty() {
            return;
        }
        self.open();
        if self.in_heading {
            self.heading.push_str(text);
        }
        self.letters += text.chars().filter(|c| c.is_alphanumeric()).count();
        self.body.push_str(&escape(text));
    }

    /// Adds a reference to an entity of HTML.
    pub(super) fn entity(&mut self, name: &str) {
        if name.len() <= ENTITY_BYTES && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            self.open();
            self.body.extend(["&", name, ";"]);
        }
    }

    /// Adds a line break, which an empty block does not need.
    pub(super) fn line_break(&mut self) {
        if self.next.is_none() {
            self.body.push_str("<br>");
        }
    }

    /// Begins a link if its address is one of http or https. Returns whether it is.
    pub(super) fn begin_link(&mut self, address: &str) -> bool {
        let address = address.trim();
        let is_web = ["http://", "https://"]
            .iter()
            .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
        if is_web {
            self.end_link();
            self.open();
            self.body.extend(["<a href=\"", &escape(address), "\">"]);
            self.in_link = true;
        }
        is_web
    }

    /// Ends the open link, if there is one.
    pub(super) fn end_link(&mut self) {
        if std::mem::take(&mut self.in_link) {
            self.body.push_str("</a>");
        }
    }

    /// Opens the next block.
    fn open(&mut self) {
        const HEADINGS: [(&str, &str); 6] = [
            ("<h1>", "</h1>"),
            ("<h2>", "</h2>"),
            ("<h3>", "</h3>"),
            ("<h4>", "</h4>"),
            ("<h5>", "</h5>"),
            ("<h6>", "</h6>"),
        ];
        let Some(next) = self.next.take() else { return };
        let (start, end) = match next {
            Block::Paragraph => ("<p>", "</p>\n"),
            Block::Item => ("<li>", "</li>\n"),
            Block::Heading(level) => HEADINGS[usize::from(level.clamp(1, 6)) - 1],
        };
        self.in_heading = matches!(next, Block::Heading(_)) && self.heading.is_empty();
        self.body.push_str(start);
        self.end = end;
    }

    /// Returns the HTML; `is_cut` if a limit ended the reading.
    pub(super) fn finish(mut self, is_cut: bool) -> DocumentMarkup {
        let is_cut = is_cut || self.is_damaged || self.is_full();
        self.begin(Block::Paragraph);
        let declared = self.title.filter(|title| !title.trim().is_empty());
        let title = declared.unwrap_or(self.heading);
        let language = self.language.unwrap_or_default();
        let (title, language) = (escape(title.trim()), escape(language.trim()));
        let html = format!("<html lang=\"{language}\"><title>{title}</title>{}", self.body);
        DocumentMarkup { html, is_cut }
    }
}

/// The properties of a file that are read, the first of each.
#[derive(Debug, Default)]
struct Properties {
    title: Option<String>,
    language: Option<String>,
    /// The property that is being read.
    name: String,
}

impl Visitor for Properties {
    fn start(&mut self, element: &Element<'_>) -> bool {
        let is_known = match element.name() {
            "title" => self.title.is_some(),
            "language" => self.language.is_some(),
            _ => true,
        };
        self.name = if is_known { String::new() } else { element.name().to_owned() };
        // Of an EPUB file, the list of its parts follows.
        element.name() != "manifest"
    }

    fn end(&mut self, _: &str) {
        self.name.clear();
    }

    fn text(&mut self, text: &str) {
        let property = match self.name.as_str() {
            "title" => &mut self.title,
            "language" => &mut self.language,
            _ => return,
        };
        property.get_or_insert_default().push_str(text);
    }
}
