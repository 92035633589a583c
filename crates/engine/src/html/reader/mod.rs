//! Reads the tokens of a page in one pass, with a stack of open elements.
//!
//! It follows the rules of tree construction that decide what belongs to a block, a heading, a link or a hidden
//! element: implied end tags, scopes, tables, formatting elements that continue in the next block, SVG and MathML. It
//! builds no tree, so nothing moves: text that a table cannot contain stays within the table (the standard puts it
//! before the table), and a second `<body>` adds no attributes to the first. The stack is bounded ([`OPEN_ELEMENTS`]).
//! An element is visited when it opens, when it closes, and when one of the few formatting elements around it ends, so
//! the work per tag does not depend on the depth. [`DocumentText::steps`] counts it.
//!
//! XHTML that is sent as XML is read by the same rules, except that `/>` ends an element, CDATA sections are text, and
//! the prefix of its namespace is no part of a name.
//!
//! Source: WHATWG HTML §13.2.6, "Tree construction", without scripting.

mod end;
mod foreign;
mod formatting;
mod open;
mod start;

use super::element::is_shadow_root;
use super::extract::{DocumentText, Effect};
use super::name::{Name, packed};
use super::prescan::XHTML;
use super::tokenizer::{Tag, Text, Token, Tokenizer};
use formatting::ActiveFormatting;
use open::{Namespace, Open, OpenElements};
use types::limits::OPEN_ELEMENTS;

/// Reads a page; with `is_recorded`, its elements are recorded, and with `is_xml`, it is read as XML.
///
/// If all its content is hidden, a script must show it: then it is read all the same. So is long content that is hidden
/// beside a short text without links.
pub(crate) fn read(text: &str, is_recorded: bool, is_xml: bool) -> DocumentText<'_> {
    let document = read_once(text, false, is_recorded, is_xml);
    if !document.hides_most() {
        return document;
    }
    let shown = read_once(text, true, is_recorded, is_xml);
    let (read, other) =
        if document.hides_everything() || shown.exceeds_notes() { (shown, document) } else { (document, shown) };
    read.count(other.steps());
    read
}

/// Reads a piece of HTML, and what is hidden in it.
pub(crate) fn read_piece(text: &str) -> DocumentText<'_> {
    read_once(text, true, false, false)
}

fn read_once(text: &str, shows_hidden: bool, is_recorded: bool, is_xml: bool) -> DocumentText<'_> {
    let mut reader = Reader::new(text, DocumentText::new(shows_hidden, is_recorded), is_xml);
    while let Some(token) = reader.tokens.next() {
        reader.document.count(1);
        reader.token(token);
        if reader.mode == Mode::Over {
            break;
        }
    }
    reader.pop_to(0);
    let compared = reader.tokens.attributes().compared();
    let visited = reader.open.steps() + reader.formatting.steps();
    reader.document.count(compared + visited);
    reader.document
}

/// The part of the rest of a page that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// All content, and a `frameset` may follow ("frameset-ok flag").
    Start,
    /// All content.
    Content,
    /// Frames and `noframes`, since the page consists of frames.
    Frames,
    /// Nothing.
    Over,
}

/// The state of reading a page.
struct Reader<'a> {
    tokens: Tokenizer<'a>,
    document: DocumentText<'a>,
    open: OpenElements,
    formatting: ActiveFormatting,
    /// The number of open elements around the element whose content is skipped.
    skipped: Option<usize>,
    /// True between the start tag and the end tag of a form.
    in_form: bool,
    /// True if the page has no document type, so that a table may be inside a paragraph.
    is_quirky: bool,
    /// True if the page was sent as XML.
    is_xml: bool,
    /// The prefix of the XHTML namespace in a page that was sent as XML.
    prefix: Option<&'a str>,
    /// The innermost open link whose text is not read, as an index into the links of the document.
    unread_link: Option<usize>,
    mode: Mode,
    buffer: String,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, document: DocumentText<'a>, is_xml: bool) -> Self {
        let mut tokens = Tokenizer::new(text);
        tokens.set_xml(is_xml);
        Self {
            tokens,
            document,
            open: OpenElements::default(),
            formatting: ActiveFormatting::default(),
            skipped: None,
            in_form: false,
            is_quirky: true,
            is_xml,
            prefix: None,
            unread_link: None,
            mode: Mode::Start,
            buffer: String::new(),
        }
    }

    /// Returns true within a `frameset`, outside `noframes`.
    fn is_among_frames(&self) -> bool {
        self.mode == Mode::Frames && self.open.len() == 0
    }

    fn token(&mut self, token: Token<'a>) {
        match token {
            // Outside `noframes`.
            Token::Text(_) | Token::EndTag(_) if self.is_among_frames() => {}
            Token::Text(text) => self.text(text),
            Token::StartTag(tag) => {
                self.read_prefix();
                self.start(self.without_prefix(tag));
            }
            Token::EndTag(tag) => self.end(self.without_prefix(tag)),
            Token::Comment(_) => self.document.flow.end_node(),
            Token::Doctype(doctype) => {
                if self.document.is_empty() {
                    self.is_quirky = doctype.force_quirks;
                }
            }
        }
    }

    /// Reads the prefix that a start tag declares for the XHTML namespace.
    fn read_prefix(&mut self) {
        if self.is_xml {
            let mut declared = self.tokens.attributes().iter().filter(|attribute| attribute.value().raw() == XHTML);
            let prefix = declared.find_map(|attribute| attribute.name.strip_prefix("xmlns:"));
            self.prefix = prefix.or(self.prefix);
        }
    }

    /// Returns a tag without the prefix of the XHTML namespace.
    fn without_prefix(&self, tag: Tag<'a>) -> Tag<'a> {
        let name = self.prefix.and_then(|prefix| tag.name.strip_prefix(prefix)?.strip_prefix(':'));
        Tag { name: name.unwrap_or(tag.name), ..tag }
    }

    /// Begins content that no `frameset` can follow. One can follow that of a `noscript`, which browsers do not show.
    fn begin_content(&mut self) {
        if !self.open.contains(Name::Noscript) {
            self.mode = Mode::Content;
        }
    }

    fn text(&mut self, text: Text<'a>) {
        let is_blank = || text.raw().bytes().all(|b| b.is_ascii_whitespace());
        let is_plain = self.is_in_foreign() || (self.is_in_rows() && is_blank());
        if !is_plain {
            self.reopen_formatting();
        }
        self.show(text);
    }

    /// Appends to the visible text.
    fn show(&mut self, text: Text<'a>) {
        self.unread_link = self.unread_link.filter(|_| self.skipped.is_some());
        if let Some(link) = self.unread_link {
            self.document.label(link, text);
        }
        if self.skipped.is_none() {
            if let Some(record) = &mut self.document.record {
                record.text(self.document.flow.len(), text);
            }
            let text = text.decoded_in(&mut self.buffer);
            let length = self.document.flow.len();
            self.document.flow.push(text);
            if self.mode == Mode::Start && self.document.flow.len() > length {
                self.begin_content();
            }
        }
    }

    /// Enters an element; returns its effect.
    fn enter(&mut self, name: Name) -> Effect {
        self.document.flow.end_node();
        if self.skipped.is_some() {
            let is_hidden = self.is_skipped_by(Effect::Hidden);
            if is_hidden || self.is_skipped_by(Effect::LinksOnly) {
                self.enter_unread(name, is_hidden);
            }
            return Effect::None;
        }
        if name == Name::Template && is_shadow_root(self.tokens.attributes()) && self.open.attach_shadow_root() {
            return Effect::None;
        }
        // Outside a ruby, its parts are text.
        let is_ruby_part = matches!(name, Name::Rp | Name::Rt | Name::Rtc);
        let name = if is_ruby_part && !self.is_in(Name::Ruby) { Name::Span } else { name };
        let effect = self.document.enter(name, self.tokens.attributes());
        if effect == Effect::Hidden {
            self.enter_unread(name, true);
        }
        effect
    }

    /// Records the link that an element is whose text is not read.
    fn enter_unread(&mut self, name: Name, is_hidden: bool) {
        if matches!(name, Name::A | Name::Area) {
            let link = self.document.unread_link(self.tokens.attributes(), is_hidden);
            self.unread_link = link.filter(|_| name == Name::A);
        }
    }

    /// Returns true if the content is skipped because of this effect.
    fn is_skipped_by(&self, effect: Effect) -> bool {
        self.skipped.is_some_and(|index| self.open.has_effect(index, effect))
    }

    /// Enters an element and opens it.
    fn insert(&mut self, name: Name, tag: Tag<'a>) {
        let effect = self.enter(name);
        self.push(name, packed(tag.name), Namespace::Html, effect);
        if name.is_shadow_host() || tag.name.contains('-') {
            self.open.allow_shadow_root();
        }
        if name.is_marker() {
            self.formatting.mark();
        }
    }

    /// Opens an element.
    fn push(&mut self, name: Name, key: u128, namespace: Namespace, effect: Effect) {
        if self.open.len() >= OPEN_ELEMENTS {
            self.document.leave(effect);
            self.document.cut = true;
            self.mode = Mode::Over;
            return;
        }
        if matches!(effect, Effect::Skipped | Effect::Hidden | Effect::LinksOnly) {
            self.skipped.get_or_insert(self.open.len());
        }
        let start = self.document.flow.len();
        self.open.push(Open::new(name, key, namespace, effect, start));
        self.adjust_tokens();
    }

    /// Closes the current element and the removed elements directly around it.
    fn pop(&mut self) {
        self.pop_one();
        while self.open.is_current_removed() {
            self.pop_one();
        }
        self.adjust_tokens();
    }

    fn pop_one(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if open.name == Name::A {
            self.unread_link = None;
        }
        self.document.flow.end_node();
        self.document.leave(open.effect);
        if self.skipped.is_none() {
            self.document.end(open.name);
        }
        if let Some(number) = open.formatting {
            self.formatting.close(number);
        }
        if open.name.is_marker() {
            self.formatting.clear_to_marker();
        }
        self.skipped = self.skipped.filter(|outer| *outer < self.open.len());
    }

    /// Closes elements until this number is open.
    fn pop_to(&mut self, length: usize) {
        while self.open.len() > length {
            self.pop();
        }
    }

    /// Closes elements until the current one matches.
    fn pop_until(&mut self, fits: impl Fn(Name) -> bool) {
        while self.open.current().is_some_and(|open| !fits(open.name)) {
            self.pop();
        }
    }

    /// Closes the elements whose end tags may be implied, except those of this name.
    fn imply_end_tags(&mut self, except: Name) {
        let is_implied = |open: &Open| open.name.is_implied_end() && open.name != except;
        while self.open.current().is_some_and(is_implied) {
            self.pop();
        }
    }

    /// Opens again the links and bold elements that continue here ("reconstruct the active formatting elements").
    fn reopen_formatting(&mut self) {
        let mut place = self.formatting.first_closed();
        while let Some(element) = self.formatting.reopen(place, self.open.len()) {
            place += 1;
            let is_skipped = self.skipped.is_some();
            let effect = if is_skipped { Effect::None } else { self.document.reenter(element.name, element.effect) };
            self.push(element.name, element.key, Namespace::Html, effect);
            self.open.set_formatting(element.number);
            self.document.flow.end_node();
        }
    }

    /// Returns true directly within a table, a row group or a row, where cells are expected.
    fn is_in_rows(&self) -> bool {
        let current = self.open.current();
        current.is_some_and(|open| matches!(open.name, Name::Table | Name::Tr) || open.name.is_row_group())
    }
}
