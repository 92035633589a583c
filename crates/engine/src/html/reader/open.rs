//! The stack of open elements.
//!
//! Unlike in the standard it never contains `html`, `head` and `body`, and each element keeps its effect on the
//! document. No tag is compared with all open elements: the stack knows the innermost element of each name, and each
//! element knows where the scopes around it begin.
//!
//! Source: WHATWG HTML §13.2.4.2, "The stack of open elements".

use super::super::extract::Effect;
use super::super::name::Name;
use std::cell::Cell;
use std::collections::BTreeMap;

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

/// A position on the stack: the index of an element plus 1, or 0 for none.
type Position = u16;

/// The elements that a tag does not reach beyond ("have an element in the specific scope"). Integration points end each
/// scope of HTML.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// The scope of most end tags.
    Default,
    /// The scope of paragraphs.
    Button,
    /// The scope of the end tag of `li`.
    List,
    /// The scope of the end tags of tables and their parts.
    Table,
    /// The scope of the start tag of a table.
    Cell,
    /// The scope of the start tags of a table's parts.
    Template,
    /// The scope of the start tags of list items, terms and descriptions.
    Item,
    /// The scope of the end tags of elements that are not special.
    Special,
    /// The current elements of SVG or MathML.
    Foreign,
}

impl Scope {
    const ALL: [Self; 9] = [
        Self::Default,
        Self::Button,
        Self::List,
        Self::Table,
        Self::Cell,
        Self::Template,
        Self::Item,
        Self::Special,
        Self::Foreign,
    ];

    /// Returns true if an element ends the scope.
    fn ends_at(self, open: &Open) -> bool {
        let name = open.name;
        let is_border = match self {
            Self::Foreign => return open.namespace == Namespace::Html,
            Self::Default => name.is_scope(),
            Self::Button => name.is_scope() || name == Name::Button,
            Self::List => name.is_scope() || matches!(name, Name::Ol | Name::Ul),
            Self::Table => matches!(name, Name::Table | Name::Template),
            Self::Cell => matches!(name, Name::Td | Name::Th | Name::Caption | Name::Template),
            Self::Template => name == Name::Template,
            Self::Item => name.is_special() && !matches!(name, Name::Address | Name::Div | Name::P),
            Self::Special => name.is_special(),
        };
        is_border || open.is_integration()
    }
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
    /// True if a declarative shadow root in it is its content.
    takes_shadow_root: bool,
    /// The innermost element of the same name around it.
    outer: Position,
    /// The innermost element that ends each scope, from this one outward.
    borders: [Position; Scope::ALL.len()],
}

impl Open {
    pub(super) fn new(name: Name, key: u128, namespace: Namespace, effect: Effect, start: usize) -> Self {
        let borders = [0; Scope::ALL.len()];
        Self { name, key, namespace, effect, start, formatting: None, takes_shadow_root: false, outer: 0, borders }
    }

    /// Returns the key of its name among elements of its kind, HTML or not.
    fn tag(&self) -> (bool, u128) {
        (self.namespace == Namespace::Html, self.key)
    }

    /// Returns true if the element was removed from the stack while elements in it stayed open.
    fn is_removed(&self) -> bool {
        self.key == 0
    }

    /// Returns true for an element of SVG or MathML that contains HTML: end tags inside it close nothing outside.
    fn is_integration(&self) -> bool {
        matches!(self.namespace, Namespace::HtmlIntegration | Namespace::TextIntegration)
    }

    /// Marks the element as removed: no tag refers to it any more, and it ends with the elements in it.
    fn remove(&mut self) {
        self.key = 0;
        self.name = Name::Other;
        self.formatting = None;
    }
}

/// The stack of open elements.
#[derive(Debug)]
pub(super) struct OpenElements {
    stack: Vec<Open>,
    /// The innermost HTML element of each name, except [`Name::Other`].
    innermost: [Position; Name::COUNT],
    /// The innermost element of each other name, by [`Open::tag`].
    innermost_other: BTreeMap<(bool, u128), Position>,
    /// True if a declarative shadow root in `body` is its content.
    body_takes_shadow_root: bool,
    /// The number of elements that were opened, closed or visited.
    steps: Cell<usize>,
}

impl Default for OpenElements {
    fn default() -> Self {
        Self {
            stack: Vec::new(),
            innermost: [0; Name::COUNT],
            innermost_other: BTreeMap::new(),
            body_takes_shadow_root: true,
            steps: Cell::default(),
        }
    }
}

impl OpenElements {
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    /// Returns the number of elements that were opened, closed or visited.
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }

    fn count(&self, steps: usize) {
        self.steps.update(|before| before + steps);
    }

    pub(super) fn current(&self) -> Option<&Open> {
        self.stack.last()
    }

    pub(super) fn is_current(&self, name: Name) -> bool {
        self.current().is_some_and(|open| open.name == name)
    }

    /// Returns true if an HTML element of this name is open, in any scope.
    pub(super) fn contains(&self, name: Name) -> bool {
        self.innermost[name as usize] > 0
    }

    pub(super) fn above(&self, index: usize) -> &[Open] {
        let above = &self.stack[index + 1..];
        self.count(above.len());
        above
    }

    pub(super) fn push(&mut self, mut open: Open) {
        self.count(1);
        open.outer = self.innermost(&open);
        open.borders = self.borders(&open, self.len());
        self.stack.push(open);
        self.set_innermost(&open, position(self.len() - 1));
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        self.count(1);
        let open = self.stack.pop()?;
        if !open.is_removed() {
            self.set_innermost(&open, open.outer);
        }
        Some(open)
    }

    /// Removes an HTML element whose name is not [`Name::Other`]; elements in it stay open.
    pub(super) fn remove(&mut self, index: usize) {
        self.count(self.len() - index);
        let Open { name, outer, .. } = self.stack[index];
        let (mut inner, mut link) = (None, self.innermost[name as usize]);
        while link > position(index) {
            let element = &self.stack[usize::from(link) - 1];
            (inner, link) = (Some(link), element.outer);
        }
        match inner {
            Some(inner) => self.stack[usize::from(inner) - 1].outer = outer,
            None => self.innermost[name as usize] = outer,
        }
        self.stack[index].remove();
        for index in index..self.len() {
            self.stack[index].borders = self.borders(&self.stack[index], index);
        }
    }

    /// Returns the innermost element of the same name.
    fn innermost(&self, open: &Open) -> Position {
        match open.name {
            Name::Other => {
                let found = self.innermost_other.get(&open.tag());
                found.copied().unwrap_or_default()
            }
            name => self.innermost[name as usize],
        }
    }

    fn set_innermost(&mut self, open: &Open, position: Position) {
        match (open.name, position) {
            (Name::Other, 0) => drop(self.innermost_other.remove(&open.tag())),
            (Name::Other, _) => drop(self.innermost_other.insert(open.tag(), position)),
            (name, _) => self.innermost[name as usize] = position,
        }
    }

    /// Returns the innermost element that ends each scope, from an element at this index outward.
    fn borders(&self, open: &Open, index: usize) -> [Position; Scope::ALL.len()] {
        let mut borders = index.checked_sub(1).map_or([0; Scope::ALL.len()], |outer| self.stack[outer].borders);
        // Most elements are HTML elements that end no scope of HTML.
        let is_plain = open.namespace == Namespace::Html && open.name != Name::Html && !open.name.is_special();
        let scopes: &[Scope] = if is_plain { &[Scope::Foreign] } else { &Scope::ALL };
        for scope in scopes.iter().filter(|scope| scope.ends_at(open)) {
            borders[*scope as usize] = position(index);
        }
        borders
    }

    /// Returns the effect of an element that stays open, and clears it.
    pub(super) fn take_effect(&mut self, index: usize) -> Effect {
        std::mem::replace(&mut self.stack[index].effect, Effect::None)
    }

    /// Returns true if the element at this index has this effect.
    pub(super) fn has_effect(&self, index: usize, effect: Effect) -> bool {
        self.stack.get(index).is_some_and(|open| open.effect == effect)
    }

    /// Returns true if the current element was removed.
    pub(super) fn is_current_removed(&self) -> bool {
        self.current().is_some_and(Open::is_removed)
    }

    /// Returns true if the element at this index is within a scope.
    pub(super) fn is_within(&self, index: usize, scope: Scope) -> bool {
        let current = self.current();
        current.is_some_and(|open| open.borders[scope as usize] <= position(index))
    }

    /// Returns the innermost element of one of these names within a scope ("have an element in the specific scope").
    pub(super) fn in_scope(&self, names: &[Name], scope: Scope) -> Option<usize> {
        let innermost = names.iter().map(|name| self.innermost[*name as usize]);
        self.within(innermost.max().unwrap_or_default(), scope)
    }

    /// Returns the innermost HTML element with this name or key, unless a special element is open in it.
    pub(super) fn ended_by(&self, name: Name, key: u128) -> Option<usize> {
        let tag = Open::new(name, key, Namespace::Html, Effect::None, 0);
        self.within(self.innermost(&tag), Scope::Special)
    }

    /// Returns the innermost element with this key among the current elements of SVG or MathML.
    pub(super) fn foreign(&self, key: u128) -> Option<usize> {
        let found = self.innermost_other.get(&(false, key)).copied();
        self.within(found.unwrap_or_default(), Scope::Foreign)
    }

    /// Returns the index of a position within a scope.
    fn within(&self, position: Position, scope: Scope) -> Option<usize> {
        let index = usize::from(position).checked_sub(1)?;
        self.is_within(index, scope).then_some(index)
    }

    /// Lets the current element have a shadow root.
    pub(super) fn allow_shadow_root(&mut self) {
        if let Some(open) = self.stack.last_mut() {
            open.takes_shadow_root = true;
        }
    }

    /// Gives the current element, or `body`, a shadow root; returns false if it has one or may have none.
    pub(super) fn attach_shadow_root(&mut self) -> bool {
        let current = self.stack.last_mut().map(|open| &mut open.takes_shadow_root);
        std::mem::take(current.unwrap_or(&mut self.body_takes_shadow_root))
    }

    /// Sets the current element's number in the list of active formatting elements.
    pub(super) fn set_formatting(&mut self, number: u32) {
        if let Some(open) = self.stack.last_mut() {
            open.formatting = Some(number);
        }
    }
}

/// Returns the position of an index, which is below [`types::limits::OPEN_ELEMENTS`].
fn position(index: usize) -> Position {
    Position::try_from(index + 1).unwrap_or(Position::MAX)
}
