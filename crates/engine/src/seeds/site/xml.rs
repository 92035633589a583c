//! A minimal XML reader for sitemaps and feeds: names, texts and a few attributes, in order; bounded in depth and number of events.
//!
//! Entity declarations are ignored, so that no entity is ever expanded; only the five predefined entities and character references are resolved.
//! Names lose their prefixes: `dc:title` becomes `title`. Not covered: validity, which real feeds often lack: an end tag closes the nearest
//! element with its name.
//!
//! Source: XML 1.0 §2, §4.3.3 (the encoding declaration), §4.6 (predefined entities).

use crate::html::{Decoder, charset};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::borrow::Cow;
use std::ops::ControlFlow;
use types::limits::{HREF_BYTES, XML_DEPTH, XML_EVENTS};

/// Maximum number of attributes read per tag.
const ATTRIBUTES: usize = 16;
/// Maximum number of compared bytes of a name.
const NAME_BYTES: usize = 64;
/// Number of bytes that are searched for an encoding declaration.
const DECLARATION_BYTES: usize = 256;

/// An event of the reader.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark<'a> {
    /// A start tag: its name, and its attributes by name.
    Open(&'a str, &'a [(String, String)]),
    /// A text.
    Text(&'a str),
    /// The end of the element with this name.
    Close(&'a str),
}

/// Decodes a file by its byte order mark, HTTP header or XML declaration, in this order.
pub(super) fn text<'a>(bytes: &'a [u8], media_type: Option<&str>, decoder: &dyn Decoder) -> Cow<'a, str> {
    let content_type = media_type.filter(|content_type| content_type.to_ascii_lowercase().contains("charset="));
    match (content_type, declared(bytes)) {
        (None, Some(label)) => {
            let media_type = format!("text/xml; charset={label}");
            charset::text(bytes, Some(&media_type), decoder)
        }
        _ => charset::text(bytes, content_type, decoder),
    }
}

/// Returns the encoding of `<?xml … encoding="…"?>`.
fn declared(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    let head = String::from_utf8_lossy(head.strip_prefix(b"<?xml")?);
    let (declaration, _) = head.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let (label, _) = value[1..].split_once(quote)?;
    Some(label.to_owned())
}

/// Calls `each` for every event until it breaks; returns true if the file was not read to its end, or ends before its elements do.
pub(super) fn walk(text: &str, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> bool {
    let mut open = Vec::new();
    let ended = read(text, &mut open, each);
    ended.is_break() || !open.is_empty()
}

/// Emits the events of a file; breaks if it is not read to its end.
fn read(text: &str, open: &mut Vec<String>, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    for _ in 0..XML_EVENTS {
        match reader.read_event() {
            Ok(Event::Eof) => return ControlFlow::Continue(()),
            Ok(Event::Start(tag)) if open.len() < XML_DEPTH => {
                let name = local(tag.name().as_ref());
                each(Mark::Open(&name, &attributes(&tag)))?;
                open.push(name);
            }
            Ok(Event::Empty(tag)) => {
                let name = local(tag.name().as_ref());
                each(Mark::Open(&name, &attributes(&tag)))?;
                each(Mark::Close(&name))?;
            }
            Ok(Event::End(tag)) => close(&local(tag.name().as_ref()), open, each)?,
            Ok(Event::Text(piece)) => each(Mark::Text(&piece))?,
            Ok(Event::CData(piece)) => each(Mark::Text(&piece))?,
            Ok(Event::GeneralRef(name)) => each(Mark::Text(&character(&name)))?,
            Ok(Event::Start(_)) | Err(_) => break,
            Ok(_) => {}
        }
    }
    ControlFlow::Break(())
}

/// Closes the nearest element with this name, and the elements left open in it.
fn close(name: &str, open: &mut Vec<String>, each: &mut dyn FnMut(Mark<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let Some(place) = open.iter().rposition(|one| one == name) else {
        return ControlFlow::Continue(());
    };
    for ended in open.drain(place..).rev() {
        each(Mark::Close(&ended))?;
    }
    ControlFlow::Continue(())
}

/// Returns a name without its prefix, in lower case.
fn local(name: &str) -> String {
    let after = name.rsplit(':').next().unwrap_or(name);
    after[..after.floor_char_boundary(NAME_BYTES)].to_ascii_lowercase()
}

fn attributes(tag: &BytesStart<'_>) -> Vec<(String, String)> {
    let mut all = tag.attributes();
    // The check for duplicates would compare each attribute with all earlier ones.
    all.with_checks(false);
    let some = all.take(ATTRIBUTES).filter_map(Result::ok);
    some.map(|one| {
        let value = &one.value[..one.value.floor_char_boundary(HREF_BYTES)];
        (local(one.key.as_ref()), unescaped(value))
    })
    .collect()
}

/// Returns a value with its references resolved, or unchanged if that fails.
fn unescaped(value: &str) -> String {
    quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), Cow::into_owned)
}

/// Returns the character of a reference; empty if unknown.
fn character(name: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = name.resolve_char_ref() {
        return character.to_string();
    }
    let known = quick_xml::escape::resolve_predefined_entity(name);
    known.unwrap_or_default().to_owned()
}
