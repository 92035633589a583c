//! The list of active formatting elements: links and bold text that continue after their enclosing element has ended.
//!
//! Only elements that the document records are listed: between two markers at most one link, and three elements of each other name.
//!
//! Source: WHATWG HTML §13.2.4.3, "The list of active formatting elements".

use super::super::extract::Effect;
use super::super::name::Name;

/// The maximum number of equal elements between two markers.
const EQUAL: usize = 3;

/// An entry of the list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// The start of a table cell or another element into which formatting does not continue.
    Marker,
    Element(Formatting),
}

/// A formatting element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formatting {
    pub(super) name: Name,
    pub(super) key: u128,
    /// The number that the open element refers to.
    pub(super) number: u32,
    pub(super) is_open: bool,
    /// The effect with which it is entered again.
    pub(super) effect: Effect,
}

/// The list of active formatting elements.
#[derive(Debug, Default)]
pub(super) struct ActiveFormatting {
    list: Vec<Entry>,
    numbers: u32,
}

impl ActiveFormatting {
    /// Returns true for the elements that are listed.
    pub(super) fn lists(name: Name) -> bool {
        matches!(name, Name::A | Name::B | Name::Strong)
    }

    pub(super) fn mark(&mut self) {
        self.list.push(Entry::Marker);
    }

    /// Removes the elements up to the last marker.
    pub(super) fn clear_to_marker(&mut self) {
        while matches!(self.list.pop(), Some(Entry::Element(_))) {}
    }

    /// Adds an open element and returns its number.
    pub(super) fn push(&mut self, name: Name, key: u128, effect: Effect) -> u32 {
        let equal = self.since_marker().filter(|(_, one)| one.name == name);
        if let Some((index, _)) = equal.skip(EQUAL - 1).last() {
            self.list.remove(index);
        }
        self.numbers += 1;
        let (number, is_open) = (self.numbers, true);
        self.list.push(Entry::Element(Formatting {
            name,
            key,
            number,
            is_open,
            effect,
        }));
        number
    }

    /// Returns the last element of this name after the last marker.
    pub(super) fn last(&self, name: Name) -> Option<Formatting> {
        let mut elements = self.since_marker().map(|(_, element)| element);
        elements.find(|element| element.name == name)
    }

    pub(super) fn remove(&mut self, number: u32) {
        let index = self.since_marker().find(|(_, one)| one.number == number);
        if let Some((index, _)) = index {
            self.list.remove(index);
        }
    }

    /// Marks an element as not open.
    pub(super) fn close(&mut self, number: u32) {
        let found = self.since_marker().find(|(_, one)| one.number == number);
        if let Some((index, element)) = found {
            let is_open = false;
            self.list[index] = Entry::Element(Formatting { is_open, ..element });
        }
    }

    /// Marks the first of the trailing elements that are not open as open, and returns it.
    pub(super) fn reopen(&mut self) -> Option<Formatting> {
        let closed = self.since_marker().take_while(|(_, one)| !one.is_open);
        let (index, element) = closed.last()?;
        let opened = Formatting {
            is_open: true,
            ..element
        };
        self.list[index] = Entry::Element(opened);
        Some(opened)
    }

    /// Returns the elements after the last marker, latest first.
    fn since_marker(&self) -> impl Iterator<Item = (usize, Formatting)> {
        let entries = self.list.iter().enumerate().rev();
        entries.map_while(|(index, entry)| match entry {
            Entry::Marker => None,
            Entry::Element(element) => Some((index, *element)),
        })
    }
}
