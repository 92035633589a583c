//! The stack of open elements.
//!
//! Unlike in the standard it never contains `html`, `head` and `body`, and each element keeps its effect on the document. A count of open
//! elements per name shows immediately that an end tag closes nothing.
//!
//! Source: WHATWG HTML §13.2.4.2, "The stack of open elements".

use super::super::extract::Effect;
use super::super::name::Name;

/// The namespace of an element, and the integration points of SVG and MathML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Namespace {
    Html,
    /// SVG or MathML.
    Foreign,
    /// An element of SVG or MathML that contains HTML.
    HtmlIntegration,
    /// An element of MathML that contains text and HTML.
    TextIntegration,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Its name; [`Name::Other`] in SVG and MathML.
    pub(super) name: Name,
    /// Its name as a number, to compare names that have no variant.
    pub(super) key: u128,
    pub(super) namespace: Namespace,
    /// Its effect on the document, which ends with it.
    pub(super) effect: Effect,
    /// The length of the text before it, in bytes.
    pub(super) start: usize,
    /// Its number in the list of active formatting elements.
    pub(super) formatting: Option<u32>,
}

impl Open {
    /// Returns true if the element was removed from the stack while elements in it stayed open.
    fn is_removed(&self) -> bool {
        self.key == 0
    }

    /// Returns true for an element of SVG or MathML that contains HTML: end tags inside it close nothing outside.
    pub(super) fn is_integration(&self) -> bool {
        matches!(
            self.namespace,
            Namespace::HtmlIntegration | Namespace::TextIntegration
        )
    }

    /// Marks the element as removed: no tag refers to it any more, and it ends with the elements in it.
    pub(super) fn remove(&mut self) {
        self.key = 0;
        self.name = Name::Other;
        self.formatting = None;
    }
}

/// The stack of open elements.
#[derive(Debug)]
pub(super) struct OpenElements {
    stack: Vec<Open>,
    /// The number of open HTML elements of each name.
    counts: [u16; Name::COUNT],
    /// The number of comparisons of an element with a tag.
    #[cfg(test)]
    pub(super) compared: std::cell::Cell<usize>,
}

impl Default for OpenElements {
    fn default() -> Self {
        Self {
            stack: Vec::new(),
            counts: [0; Name::COUNT],
            #[cfg(test)]
            compared: std::cell::Cell::default(),
        }
    }
}

/// A set of names.
pub(super) type Names = fn(Name) -> bool;

impl OpenElements {
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn current(&self) -> Option<&Open> {
        self.stack.last()
    }

    pub(super) fn is_current(&self, name: Name) -> bool {
        self.current().is_some_and(|open| open.name == name)
    }

    pub(super) fn above(&self, index: usize) -> &[Open] {
        &self.stack[index + 1..]
    }

    pub(super) fn push(&mut self, open: Open) {
        self.counts[open.name as usize] += 1;
        self.stack.push(open);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        self.counts[open.name as usize] -= 1;
        Some(open)
    }

    /// Removes an element; elements in it stay open.
    pub(super) fn remove(&mut self, index: usize) {
        let open = &mut self.stack[index];
        self.counts[open.name as usize] -= 1;
        open.remove();
        self.counts[open.name as usize] += 1;
    }

    /// Returns the effect of an element that stays open, and clears it.
    pub(super) fn take_effect(&mut self, index: usize) -> Effect {
        std::mem::replace(&mut self.stack[index].effect, Effect::None)
    }

    /// Returns true if the current element was removed.
    pub(super) fn is_current_removed(&self) -> bool {
        self.current().is_some_and(Open::is_removed)
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.counts[name as usize] > 0
    }

    /// Returns the open elements with their indices, innermost first.
    fn inward(&self) -> impl Iterator<Item = (usize, &Open)> {
        let open = self.stack.iter().enumerate().rev();
        #[cfg(test)]
        let open = open.inspect(|_| self.compared.update(|compared| compared + 1));
        open
    }

    /// Returns the innermost element of this name within a scope ("have an element in the specific scope").
    pub(super) fn in_scope(&self, name: Name, scope: Names) -> Option<usize> {
        let found = self.has(name).then(|| self.find(|one| one == name, scope));
        found.flatten()
    }

    /// Returns the innermost matching element within a scope.
    pub(super) fn find(&self, fits: impl Fn(Name) -> bool, scope: Names) -> Option<usize> {
        for (index, open) in self.inward() {
            if fits(open.name) {
                return Some(index);
            }
            if scope(open.name) || open.is_integration() {
                return None;
            }
        }
        None
    }

    /// Returns the innermost HTML element with this name or key, unless a special element is open in it.
    pub(super) fn ended_by(&self, name: Name, key: u128) -> Option<usize> {
        if !self.has(name) {
            return None;
        }
        let mut open = self.inward();
        let (index, found) = open
            .find(|(_, open)| open.key == key || open.name.is_special() || open.is_integration())?;
        (found.key == key && found.namespace == Namespace::Html).then_some(index)
    }

    /// Returns the index of the element with this number in the list of active formatting elements.
    pub(super) fn formatting(&self, number: u32) -> Option<usize> {
        let mut open = self.inward();
        open.find(|(_, open)| open.formatting == Some(number))
            .map(|(index, _)| index)
    }

    /// Returns the innermost element with this key among the current elements of SVG or MathML.
    pub(super) fn foreign(&self, key: u128) -> Option<usize> {
        let mut foreign = self
            .inward()
            .take_while(|(_, open)| open.namespace != Namespace::Html);
        foreign
            .find(|(_, open)| open.key == key)
            .map(|(index, _)| index)
    }

    /// Sets the current element's number in the list of active formatting elements.
    pub(super) fn set_formatting(&mut self, number: u32) {
        if let Some(open) = self.stack.last_mut() {
            open.formatting = Some(number);
        }
    }
}
