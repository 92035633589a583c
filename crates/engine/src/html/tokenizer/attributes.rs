//! Holds the attributes of a tag.

use super::text::{Text, TextKind};
use std::borrow::Cow;

/// The maximum number of attributes kept of a tag; further ones are read and dropped. Bounds the work, since each name is compared with
/// those before it.
pub const MAX_ATTRIBUTES: usize = 128;

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name as it is written: in any case, and with any NUL characters.
    pub name: &'a str,
    value: &'a str,
}

impl<'a> Attribute<'a> {
    pub(super) fn new(name: &'a str, value: &'a str) -> Self {
        Self { name, value }
    }

    /// Returns true if the attribute has this lower-case name.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the value; empty if there is none.
    pub fn value(&self) -> Text<'a> {
        Text::new(self.value, TextKind::Value)
    }

    /// Returns a bit for the name, the same for equal names.
    #[inline]
    fn bit(&self) -> u64 {
        let first = self.name.as_bytes().first().copied().unwrap_or_default();
        1 << ((usize::from(first | 0x20) + 7 * self.name.len()) % 64)
    }
}

/// The attributes of a tag, each name once.
#[derive(Clone, Debug, Default)]
pub struct Attributes<'a> {
    list: Vec<Attribute<'a>>,
    /// The bits of all names in the list.
    bits: u64,
}

impl<'a> Attributes<'a> {
    /// Returns the attributes in the order of the tag.
    pub fn iter(&self) -> std::slice::Iter<'_, Attribute<'a>> {
        self.list.iter()
    }

    /// Returns the value of the attribute with this lower-case name.
    pub fn get(&self, name: &str) -> Option<Text<'a>> {
        let found = self.list.iter().find(|attribute| attribute.is(name))?;
        Some(found.value())
    }

    /// Returns the decoded value of the attribute with this lower-case name.
    pub fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name).map(|text| text.decoded())
    }

    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.bits = 0;
    }

    /// Adds an attribute unless its name occurred before or the list is full.
    #[inline]
    pub(super) fn add(&mut self, attribute: Attribute<'a>) {
        let bit = attribute.bit();
        let is_full = self.list.len() >= MAX_ATTRIBUTES;
        if is_full || (self.bits & bit != 0 && self.has(attribute.name)) {
            return;
        }
        self.bits |= bit;
        self.list.push(attribute);
    }

    fn has(&self, name: &str) -> bool {
        let mut names = self.list.iter().map(|attribute| attribute.name);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }
}

impl<'l, 'a> IntoIterator for &'l Attributes<'a> {
    type Item = &'l Attribute<'a>;
    type IntoIter = std::slice::Iter<'l, Attribute<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
