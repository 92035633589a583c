//! The list of active formatting elements: links and bold text that continue after their enclosing element has ended.
//!
//! Only elements that the document records are listed: between two markers at most one link, and three elements of each
//! other name.
//!
//! Source: WHATWG HTML §13.2.4.3, "The list of active formatting elements".

use super::super::extract::Effect;
use super::super::name::Name;
use std::cell::Cell;

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
    /// Its index on the stack of open elements while it is open.
    pub(super) index: Option<usize>,
    /// The effect with which it is entered again.
    pub(super) effect: Effect,
}

/// The list of active formatting elements.
#[derive(Debug, Default)]
pub(super) struct ActiveFormatting {
    list: Vec<Entry>,
    numbers: u32,
    /// The number of elements that were visited.
    steps: Cell<usize>,
}

impl ActiveFormatting {
    /// Returns true for the elements that are listed.
    pub(super) fn lists(name: Name) -> bool {
        matches!(name, Name::A | Name::B | Name::Strong)
    }

    /// Returns the number of elements that were visited.
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }

    pub(super) fn mark(&mut self) {
        self.list.push(Entry::Marker);
    }

    /// Removes the elements up to the last marker.
    pub(super) fn clear_to_marker(&mut self) {
        while matches!(self.list.pop(), Some(Entry::Element(_))) {}
    }

    /// Adds the open element at this index of the stack and returns its number.
    pub(super) fn push(&mut self, name: Name, key: u128, effect: Effect, index: usize) -> u32 {
        let equal = self.since_marker().filter(|(_, one)| one.name == name);
        if let Some((index, _)) = equal.skip(EQUAL - 1).last() {
            self.list.remove(index);
        }
        self.numbers += 1;
        let number = self.numbers;
        self.list.push(Entry::Element(Formatting { name, key, number, index: Some(index), effect }));
        number
    }

    /// Returns the last element of this name after the last marker.
    pub(super) fn last(&self, name: Name) -> Option<Formatting> {
        let mut elements = self.since_marker().map(|(_, element)| element);
        elements.find(|element| element.name == name)
    }

    /// Removes an element, and returns it if it was listed.
    pub(super) fn remove(&mut self, number: u32) -> Option<Formatting> {
        let found = self.since_marker().find(|(_, one)| one.number == number);
        let (index, element) = found?;
        self.list.remove(index);
        Some(element)
    }

    /// Marks an element as not open.
    pub(super) fn close(&mut self, number: u32) {
        let found = self.since_marker().find(|(_, one)| one.number == number);
        if let Some((index, element)) = found {
            self.list[index] = Entry::Element(Formatting { index: None, ..element });
        }
    }

    /// Returns the place in the list of the first of the trailing elements that are not open.
    pub(super) fn first_closed(&self) -> usize {
        // Almost always there is none.
        if !matches!(self.list.last(), Some(Entry::Element(Formatting { index: None, .. }))) {
            return self.list.len();
        }
        let elements = self.since_marker();
        let closed = elements.take_while(|(_, one)| one.index.is_none());
        closed.last().map_or(self.list.len(), |(place, _)| place)
    }

    /// Marks the element at this place as open at this index of the stack, and returns it.
    pub(super) fn reopen(&mut self, place: usize, index: usize) -> Option<Formatting> {
        let Entry::Element(element) = self.list.get_mut(place)? else {
            return None;
        };
        element.index = Some(index);
        Some(*element)
    }

    /// Returns the elements after the last marker, latest first.
    fn since_marker(&self) -> impl Iterator<Item = (usize, Formatting)> {
        let entries = self.list.iter().enumerate().rev();
        let entries = entries.inspect(|_| self.steps.update(|steps| steps + 1));
        entries.map_while(|(index, entry)| match entry {
            Entry::Marker => None,
            Entry::Element(element) => Some((index, *element)),
        })
    }
}
