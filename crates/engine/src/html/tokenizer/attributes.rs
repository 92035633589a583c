//! Holds the attributes of a tag.

use super::text::{Text, TextKind};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The maximum number of attributes kept of a tag; further ones are read and dropped.
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
}

/// The attributes of a tag, each name once.
#[derive(Clone, Debug, Default)]
pub struct Attributes<'a> {
    list: Vec<Attribute<'a>>,
    /// The indices of the list in the order of the names, so that a name is compared with few others.
    by_name: Vec<u8>,
    /// The number of comparisons of names so far, also of earlier tags.
    compared: usize,
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
        self.by_name.clear();
    }

    /// Returns the number of comparisons of names so far, also of earlier tags.
    pub(crate) fn compared(&self) -> usize {
        self.compared
    }

    /// Adds an attribute unless its name occurred before or the list is full.
    #[inline]
    pub(super) fn add(&mut self, attribute: Attribute<'a>) {
        let index = self.list.len();
        if index >= MAX_ATTRIBUTES {
            return;
        }
        let place = self.by_name.binary_search_by(|index| {
            self.compared += 1;
            order(self.list[usize::from(*index)].name, attribute.name)
        });
        if let (Err(place), Ok(index)) = (place, u8::try_from(index)) {
            self.by_name.insert(place, index);
            self.list.push(attribute);
        }
    }
}

/// Compares two names in any case. Short names come first, so that most comparisons read no letters.
fn order(one: &str, other: &str) -> Ordering {
    let by_length = one.len().cmp(&other.len());
    by_length.then_with(|| lower(one).cmp(lower(other)))
}

fn lower(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

impl<'l, 'a> IntoIterator for &'l Attributes<'a> {
    type Item = &'l Attribute<'a>;
    type IntoIter = std::slice::Iter<'l, Attribute<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
