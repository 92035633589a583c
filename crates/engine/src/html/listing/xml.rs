//! Reads the XML of sitemaps and feeds: names, namespaces, texts and attributes, in order; bounded in depth and number
//! of events.
//!
//! Real files are often damaged: a raw `&` or `<`, HTML between the items, missing end tags. They are therefore read
//! with the tokenizer for HTML, which accepts any text, and CDATA sections beside. A section that is not closed before
//! the next one, or its item, is read as markup. An end tag closes the nearest element with its name. Entity
//! declarations are ignored, so that no entity is ever expanded. Not covered: validity.
//!
//! Source: XML 1.0 §4.3.3 (the encoding declaration); Namespaces in XML 1.0 §6 (scopes); XML Base §4.

use crate::html::Decoder;
use crate::html::charset::{self, Decoded};
use crate::html::prescan::xml_encoding;
use crate::html::tokenizer::{Attributes, Token, Tokenizer};
use memchr::memmem;
use std::borrow::Cow;
use std::ops::ControlFlow;
use types::limits::{HREF_BYTES, URL_BYTES, XML_DEPTH, XML_EVENTS};
use types::url::CanonicalUrl;
use url::Url;

/// Maximum number of compared bytes of a name.
const NAME_BYTES: usize = 64;
/// Maximum number of namespace declarations in scope: each element is compared with all of them.
const NAMESPACES: usize = 64;
/// Number of bytes that are searched for an encoding declaration.
const DECLARATION_BYTES: usize = 256;

/// An event of the reader.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark<'a> {
    /// A start tag.
    Open(Element<'a>),
    /// A text.
    Text(&'a str),
    /// The end of the element with this name.
    Close(&'a str),
}

/// The start tag of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a> {
    /// The name without its prefix, in lower case.
    pub(super) name: &'a str,
    /// The namespace; for an undeclared prefix, the prefix.
    pub(super) namespace: &'a str,
    /// The URL against which links are resolved.
    pub(super) base: &'a Url,
    attributes: &'a Attributes<'a>,
}

impl Element<'_> {
    /// Returns the value of the attribute with this name in lower case, without a prefix or with any.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let found = self.attributes.iter().find(|one| local(one.name) == name)?;
        Some(found.value().cut(HREF_BYTES).decoded().into_owned())
    }
}

/// Decodes a file by its byte order mark, HTTP header or XML declaration, in this order. UTF-8 is often declared for
/// files in another encoding, whose letters it would lose: such a file is read by the next of these, or as undeclared.
pub(crate) fn decode<'a>(bytes: &'a [u8], media_type: Option<&str>, decoder: &dyn Decoder) -> Decoded<'a> {
    let sent = media_type.filter(|content_type| content_type.to_ascii_lowercase().contains("charset="));
    let declared = declared(bytes).map(|label| format!("text/xml; charset={label}"));
    let is_utf8 = is_utf8(bytes);
    let content_types = [sent, declared.as_deref()].into_iter().flatten().map(Some).chain([None]);
    let mut pages = content_types.map(|content_type| charset::decode(bytes, content_type, None, decoder));
    let page = pages.find(|page| is_utf8 || page.label != "utf-8");
    page.unwrap_or_else(|| charset::undeclared(bytes, None, decoder))
}

/// Returns true unless most sequences of bytes beyond ASCII are not UTF-8. Some may be: a text that is UTF-8 can have
/// damaged places, and letters of another encoding can look like it.
fn is_utf8(bytes: &[u8]) -> bool {
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    invalid <= 2 * valid
}

/// Returns the encoding of `<?xml … encoding="…"?>`, before which some files have blank lines.
fn declared(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.trim_ascii_start();
    xml_encoding(&String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES)]))
}

/// Calls `each` for every event of the file at `url` until it breaks; returns true if the file was not read to its end.
pub(super) fn walk(text: &str, url: &CanonicalUrl, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> bool {
    let Ok(base) = Url::parse(url.as_str()) else {
        return true;
    };
    let mut walk = Walk { base, open: Vec::new(), namespaces: Vec::new() };
    walk.read(text, each).is_break()
}

struct Walk {
    /// The URL of the file.
    base: Url,
    open: Vec<OpenElement>,
    /// The namespace declarations in scope, each with its prefix; the innermost is the last.
    namespaces: Vec<(String, String)>,
}

struct OpenElement {
    name: String,
    /// Its `xml:base`, resolved.
    base: Option<Url>,
    /// The number of namespace declarations outside of it.
    namespaces: usize,
}

impl Walk {
    /// Emits the events of a file; breaks if it is not read to its end.
    fn read(&mut self, text: &str, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let text = with_closed_sections(text);
        let mut tokens = Tokenizer::new(&text);
        tokens.set_foreign(true);
        for _ in 0..XML_EVENTS {
            match tokens.next() {
                None => return ControlFlow::Continue(()),
                Some(Token::StartTag(_)) if self.open.len() >= XML_DEPTH => break,
                Some(Token::StartTag(tag)) => {
                    self.start(tag.name, tokens.attributes(), each)?;
                    if tag.self_closing {
                        self.close(&local(tag.name), each)?;
                    }
                }
                Some(Token::EndTag(tag)) => self.close(&local(tag.name), each)?,
                Some(Token::Text(piece)) => each(Mark::Text(&piece.as_value().decoded()))?,
                Some(Token::Comment(_) | Token::Doctype(_)) => {}
            }
        }
        ControlFlow::Break(())
    }

    fn start(
        &mut self,
        tag: &str,
        attributes: &Attributes<'_>,
        each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let namespaces = self.namespaces.len();
        for one in attributes {
            let prefix = match one.name.split_once(':') {
                Some(("xmlns", prefix)) => prefix,
                None if one.name == "xmlns" => "",
                _ => continue,
            };
            if self.namespaces.len() < NAMESPACES {
                self.namespaces.push((prefix.to_owned(), one.value().cut(HREF_BYTES).decoded().into_owned()));
            }
        }
        let base = attributes.get("xml:base").and_then(|base| self.base().join(&base.cut(HREF_BYTES).decoded()).ok());
        let base = base.filter(|base| base.as_str().len() <= URL_BYTES);
        let name = local(tag);
        self.open.push(OpenElement { name: name.clone(), base, namespaces });
        let prefix = tag.rsplit_once(':').map_or("", |(prefix, _)| prefix);
        let declared = self.namespaces.iter().rfind(|(declared, _)| declared == prefix);
        let namespace = declared.map_or(prefix, |(_, namespace)| namespace);
        each(Mark::Open(Element { name: &name, namespace, base: self.base(), attributes }))
    }

    /// Returns the URL against which links are resolved.
    fn base(&self) -> &Url {
        let inner = self.open.iter().rev().find_map(|element| element.base.as_ref());
        inner.unwrap_or(&self.base)
    }

    /// Closes the nearest element with this name, and the elements left open in it.
    fn close(&mut self, name: &str, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(place) = self.open.iter().rposition(|one| one.name == name) else {
            return ControlFlow::Continue(());
        };
        for ended in self.open.drain(place..).rev() {
            self.namespaces.truncate(ended.namespaces);
            each(Mark::Close(&ended.name))?;
        }
        ControlFlow::Continue(())
    }
}

/// The ends of items, which HTML does not have.
const ITEM_ENDS: [&[u8]; 3] = [b"</item>", b"</entry>", b"</url>"];

/// Returns a file without the starts of CDATA sections that are not closed before the next one, or before the end of
/// their item.
fn with_closed_sections(text: &str) -> Cow<'_, str> {
    let mut starts = Search::new(text, b"<![CDATA[");
    let mut ends = Search::new(text, b"]]>");
    let mut item_ends = ITEM_ENDS.map(|end| Search::new(text, end));
    let (mut kept, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(start) = starts.next(at) {
        at = start + "<![CDATA[".len();
        let others = item_ends.iter_mut().chain([&mut starts]).filter_map(|search| search.next(at)).min();
        match ends.next(at) {
            Some(end) if others.is_none_or(|other| end < other) => at = end,
            _ => {
                kept.push_str(&text[copied..start]);
                copied = at;
            }
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[copied..]);
    Cow::Owned(kept)
}

/// Finds a text from later and later places, in linear time.
struct Search<'a> {
    text: &'a [u8],
    needle: &'static [u8],
    /// The place that was found last; the end of the text if there is none.
    found: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(text: &'a str, needle: &'static [u8]) -> Self {
        Self { text: text.as_bytes(), needle, found: None }
    }

    /// Returns the first place at or after `from`, which is not before that of an earlier call.
    fn next(&mut self, from: usize) -> Option<usize> {
        if self.found.is_none_or(|found| found < from) {
            let found = memmem::find(&self.text[from..], self.needle);
            self.found = Some(found.map_or(self.text.len(), |found| from + found));
        }
        self.found.filter(|found| *found < self.text.len())
    }
}

/// Returns a name without its prefix, in lower case.
fn local(name: &str) -> String {
    let after = name.rsplit(':').next().unwrap_or(name);
    after[..after.floor_char_boundary(NAME_BYTES)].to_ascii_lowercase()
}
