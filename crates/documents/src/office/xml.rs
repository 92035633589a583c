//! Reads the elements and the text of an XML part, by local names.
//!
//! Prefixes differ between programs, and the elements that count have different local names. Reading is lenient: end
//! tags need no start tags, and damage ends the part.

use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::borrow::Cow;

/// Receives the content of a part.
pub(super) trait Visitor {
    /// Receives the start of an element. Returns false to leave out the element with its content.
    fn start(&mut self, element: &Element<'_>) -> bool;
    /// Receives the end of an element that was not left out, by its local name.
    fn end(&mut self, name: &str);
    /// Receives text.
    fn text(&mut self, text: &str);
    /// Receives a reference to an entity that XML does not define, such as `nbsp`.
    fn entity(&mut self, _name: &str) {}
    /// Returns true if the rest of the part is not needed.
    fn is_done(&self) -> bool {
        false
    }
}

/// The start tag of an element.
pub(super) struct Element<'a>(BytesStart<'a>);

impl Element<'_> {
    /// Returns the local name.
    pub(super) fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }

    /// Returns the value of an attribute by its local name.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        let mut valid = attributes.with_checks(false).flatten();
        let attribute = valid.find(|attribute| local(attribute.key.into_inner()) == name)?;
        Some(unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), Cow::into_owned))
    }
}

/// Returns a name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Passes the content of a part to a visitor. Returns false if damage ended it.
pub(super) fn visit(part: &str, visitor: &mut impl Visitor) -> bool {
    let mut reader = Reader::from_str(part);
    let config = reader.config_mut();
    (config.check_end_names, config.allow_unmatched_ends) = (false, true);
    (config.allow_dangling_amp, config.expand_empty_elements) = (true, true);
    // The depth within an element that is left out.
    let mut left_out = 0_usize;
    while !visitor.is_done() {
        match reader.read_event() {
            Ok(Event::Start(_)) if left_out > 0 => left_out += 1,
            Ok(Event::Start(start)) => left_out = usize::from(!visitor.start(&Element(start))),
            Ok(Event::End(_)) if left_out > 0 => left_out -= 1,
            Ok(Event::End(end)) => visitor.end(local(end.name().into_inner())),
            Ok(Event::Text(text)) if left_out == 0 => visitor.text(&text),
            Ok(Event::CData(text)) if left_out == 0 => visitor.text(&text),
            Ok(Event::GeneralRef(reference)) if left_out == 0 => refer(&reference, visitor),
            Ok(Event::Eof) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    true
}

fn refer(reference: &BytesRef<'_>, visitor: &mut impl Visitor) {
    match reference.resolve_char_ref() {
        Ok(Some(c)) => visitor.text(c.encode_utf8(&mut [0; 4])),
        Ok(None) => match resolve_xml_entity(reference) {
            Some(text) => visitor.text(text),
            None => visitor.entity(reference),
        },
        Err(_) => {}
    }
}
