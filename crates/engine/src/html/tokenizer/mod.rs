//! Splits HTML into tokens, following the tokenizer of the HTML standard.
//!
//! Tokens are slices of the input: nothing is copied until a caller decodes a text or a value. Each byte is visited a
//! bounded number of times, without recursion. Line ends, NUL characters and character references are resolved when a
//! text is decoded.
//!
//! The tree construction stage decides where raw text begins: the caller calls [`Tokenizer::switch`] after the start
//! tag of such an element, and [`Tokenizer::set_foreign`] when it enters or leaves SVG and MathML. Not covered: parse
//! errors, and the tree.
//!
//! Source: WHATWG HTML §13.2.5, "Tokenization".

mod attributes;
mod comment;
mod doctype;
mod entities;
mod raw_text;
mod references;
mod tag;
mod text;

pub use attributes::{Attribute, Attributes, MAX_ATTRIBUTES};
pub use doctype::Doctype;
pub use tag::{State, Tag};
pub use text::Text;

use memchr::{memchr, memmem};
use text::TextKind;

/// The beginning of a CDATA section.
const CDATA: &str = "<![CDATA[";

/// A token; its texts are slices of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Characters. Adjacent characters may come as several tokens.
    Text(Text<'a>),
    /// A start tag; [`Tokenizer::attributes`] returns its attributes until the next token.
    StartTag(Tag<'a>),
    /// An end tag.
    EndTag(Tag<'a>),
    /// A comment, or what the standard treats as one.
    Comment(Text<'a>),
    /// A document type declaration.
    Doctype(Doctype<'a>),
}

/// Splits HTML into tokens.
///
/// # Examples
/// ```
/// use engine::html::tokenizer::{Token, Tokenizer};
///
/// let mut tokens = Tokenizer::new("<A href='?a&amp;b'>R&amp;D</a>");
/// let Some(Token::StartTag(tag)) = tokens.next() else { panic!("a start tag") };
/// assert!(tag.is("a"));
/// assert_eq!(tokens.attributes().value("href").as_deref(), Some("?a&b"));
/// let Some(Token::Text(text)) = tokens.next() else { panic!("a text") };
/// assert_eq!(text.decoded(), "R&D");
/// ```
#[derive(Debug)]
pub struct Tokenizer<'a> {
    input: &'a str,
    at: usize,
    state: State,
    is_foreign: bool,
    is_xml: bool,
    last_start_tag: &'a str,
    attributes: Attributes<'a>,
}

impl<'a> Tokenizer<'a> {
    /// Returns a tokenizer at the start of `input`, in the data state.
    pub fn new(input: &'a str) -> Self {
        Self {
            input,
            at: 0,
            state: State::Data,
            is_foreign: false,
            is_xml: false,
            last_start_tag: "",
            attributes: Attributes::default(),
        }
    }

    /// Switches to this state; raw text ends with the end tag of the last start tag.
    pub fn switch(&mut self, state: State) {
        self.state = state;
    }

    /// Sets whether `<![CDATA[` begins text, as in SVG and MathML.
    pub fn set_foreign(&mut self, is_foreign: bool) {
        self.is_foreign = is_foreign;
    }

    /// Sets whether the input is XML: `<![CDATA[` begins text, a document type may contain declarations (XML 1.0 §2.8),
    /// and processing instructions end with `?>` (§2.6).
    pub fn set_xml(&mut self, is_xml: bool) {
        self.is_xml = is_xml;
    }

    /// Returns the attributes of the last tag.
    pub fn attributes(&self) -> &Attributes<'a> {
        &self.attributes
    }

    /// Returns true if `<![CDATA[` follows, behind text at most.
    pub fn is_before_cdata(&self) -> bool {
        let rest = self.rest().as_bytes();
        let content = memmem::find(rest, b"</").map_or(rest, |end| &rest[..end]);
        memmem::find(content, CDATA.as_bytes()).is_some()
    }

    fn rest(&self) -> &'a str {
        &self.input[self.at..]
    }

    /// Returns the next `length` bytes as a text token.
    fn text(&mut self, length: usize, kind: TextKind) -> Token<'a> {
        let raw = &self.rest()[..length];
        self.at += length;
        Token::Text(Text::new(raw, kind))
    }

    fn data(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let bytes = rest.as_bytes();
            if bytes.first()? != &b'<' {
                return Some(self.text(text_length(bytes), TextKind::Data));
            }
            match *bytes.get(1..).unwrap_or_default() {
                [b'a'..=b'z' | b'A'..=b'Z', ..] => return self.start_tag(),
                [b'/', b'>', ..] => self.at += 3,
                [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    return self.tag(2).map(Token::EndTag);
                }
                [b'/', _, ..] => return Some(self.comment(comment::bogus(rest, 2))),
                [b'?', ..] => {
                    let found = if self.is_xml { comment::instruction(rest) } else { None };
                    return Some(self.comment(found.unwrap_or_else(|| comment::bogus(rest, 1))));
                }
                [b'!', ..] => match self.declaration() {
                    None => {}
                    token => return token,
                },
                _ => return Some(self.text(text_length(bytes), TextKind::Data)),
            }
        }
    }

    fn start_tag(&mut self) -> Option<Token<'a>> {
        let tag = self.tag(1)?;
        self.last_start_tag = tag.name;
        Some(Token::StartTag(tag))
    }

    /// Reads a tag whose name begins after `skipped` bytes; `None` if the input ends in it.
    fn tag(&mut self, skipped: usize) -> Option<Tag<'a>> {
        let found = tag::scan(self.input, self.at + skipped, &mut self.attributes);
        self.at = found.map_or(self.input.len(), |(_, end)| end);
        found.map(|(tag, _)| tag)
    }

    fn comment(&mut self, (data, length): (&'a str, usize)) -> Token<'a> {
        self.at += length;
        Token::Comment(Text::new(data, TextKind::Raw))
    }

    /// Reads markup that begins with `<!`; `None` for the start of a CDATA section, which is not a token.
    fn declaration(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let after = &rest[2..];
        if after.starts_with("--") {
            return Some(self.comment(comment::scan(rest)));
        }
        if doctype::begins(after) {
            let (doctype, length) = doctype::scan(after);
            let length = if self.is_xml { doctype::whole_length(after, length) } else { length };
            self.at += 2 + length;
            return Some(Token::Doctype(doctype));
        }
        if (self.is_foreign || self.is_xml) && rest.starts_with(CDATA) {
            self.at += CDATA.len();
            self.state = State::CdataSection;
            return self.cdata_section();
        }
        Some(self.comment(comment::bogus(rest, 2)))
    }

    fn cdata_section(&mut self) -> Option<Token<'a>> {
        self.state = State::Data;
        let rest = self.rest();
        let end = memmem::find(rest.as_bytes(), b"]]>");
        let length = end.unwrap_or(rest.len());
        let token = (length > 0).then(|| self.text(length, TextKind::Cdata));
        self.at += if end.is_some() { 3 } else { 0 };
        token
    }

    /// Reads text up to the end tag of the last start tag; the data state reads the tag.
    fn raw_text(&mut self, end: fn(&str, &str) -> usize, kind: TextKind) -> Option<Token<'a>> {
        self.state = State::Data;
        let length = end(self.rest(), self.last_start_tag);
        (length > 0).then(|| self.text(length, kind))
    }

    fn plain_text(&mut self) -> Option<Token<'a>> {
        let length = self.rest().len();
        (length > 0).then(|| self.text(length, TextKind::Raw))
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let token = match self.state {
            State::Data => return self.data(),
            State::PlainText => return self.plain_text(),
            State::Rcdata => self.raw_text(raw_text::end, TextKind::Rcdata),
            State::RawText => self.raw_text(raw_text::end, TextKind::Raw),
            State::ScriptData => self.raw_text(raw_text::script_end, TextKind::Raw),
            State::CdataSection => self.cdata_section(),
        };
        token.or_else(|| self.data())
    }
}

/// Returns the length of the text before the next `<` that begins markup, at least one byte.
fn text_length(bytes: &[u8]) -> usize {
    let mut from = 1;
    while let Some(found) = memchr(b'<', &bytes[from..]) {
        let at = from + found;
        if begins_markup(&bytes[at + 1..]) {
            return at;
        }
        from = at + 1;
    }
    bytes.len()
}

fn begins_markup(after: &[u8]) -> bool {
    match after {
        [b'/', rest @ ..] => !rest.is_empty(),
        [first, ..] => first.is_ascii_alphabetic() || matches!(first, b'!' | b'?'),
        [] => false,
    }
}

#[cfg(test)]
mod tests;
