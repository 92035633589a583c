//! Handles end tags.
//!
//! Source: WHATWG HTML §13.2.6.4, the end tags of "in body" and the modes of tables; §13.2.6.4.7, "adoption agency
//! algorithm".

use super::super::extract::Effect;
use super::super::name::{Name, packed};
use super::super::tokenizer::Tag;
use super::Reader;
use super::formatting::ActiveFormatting;
use super::open::Scope;

/// The maximum number of blocks that one end tag divides an element into, as in the standard.
const ADOPTIONS: usize = 8;

const HEADINGS: [Name; 6] = [Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6];

impl<'a> Reader<'a> {
    pub(super) fn end(&mut self, tag: Tag<'a>) {
        let name = Name::new(tag.name);
        if self.is_in_foreign_element() && self.end_foreign(name, tag) {
            return;
        }
        match name {
            Name::Html | Name::Head | Name::Body => {}
            Name::P => self.end_paragraph(),
            Name::Br => self.start_html(name, tag),
            Name::Form => self.end_form(),
            Name::Li => self.end_in(name, Scope::List),
            Name::Template => self.end_in(name, Scope::Template),
            Name::Table => self.end_in(name, Scope::Table),
            Name::Applet | Name::Dd | Name::Dt | Name::Marquee | Name::Object | Name::Button | Name::Select => {
                self.close(name);
            }
            Name::Noscript | Name::Noframes => self.close(name),
            _ if name.is_heading() => self.end_heading(),
            _ if name.is_table_part() => self.end_in(name, Scope::Table),
            _ if name.is_block() => self.close(name),
            _ if ActiveFormatting::lists(name) => self.adopt(name, packed(tag.name)),
            _ => self.end_other(name, packed(tag.name)),
        }
    }

    /// Closes an element that is in scope.
    pub(super) fn close(&mut self, name: Name) {
        self.end_in(name, Scope::Default);
    }

    /// Closes an element that is in this scope.
    pub(super) fn end_in(&mut self, name: Name, scope: Scope) {
        if let Some(index) = self.open.in_scope(&[name], scope) {
            self.pop_to(index);
        }
    }

    /// Closes a paragraph; without an open one, adds an empty paragraph.
    fn end_paragraph(&mut self) {
        match self.open.in_scope(&[Name::P], Scope::Button) {
            Some(index) => self.pop_to(index),
            None if self.skipped.is_none() => self.document.empty_block(),
            None => {}
        }
        self.document.flow.end_node();
    }

    fn end_heading(&mut self) {
        if let Some(index) = self.open.in_scope(&HEADINGS, Scope::Default) {
            self.pop_to(index);
        }
    }

    /// Closes the form; elements that are open in it stay open.
    fn end_form(&mut self) {
        if !std::mem::take(&mut self.in_form) {
            return;
        }
        if let Some(index) = self.open.in_scope(&[Name::Form], Scope::Default) {
            self.imply_end_tags(Name::Other);
            if index + 1 == self.open.len() {
                self.pop();
            } else if index < self.open.len() {
                self.open.remove(index);
            }
        }
    }

    /// Closes the innermost element of this name unless a special one is open in it.
    fn end_other(&mut self, name: Name, key: u128) {
        if let Some(index) = self.open.ended_by(name, key) {
            self.pop_to(index);
        }
    }

    /// Closes a formatting element. Open blocks in it stay open, and each gets its own part of the element.
    pub(super) fn adopt(&mut self, name: Name, key: u128) {
        let Some(element) = self.formatting.last(name) else {
            return self.end_other(name, key);
        };
        if let Some(index) = element.index
            && !self.open.is_within(index, Scope::Default)
        {
            return;
        }
        self.formatting.remove(element.number);
        let Some(index) = element.index else {
            return;
        };
        let blocks: Vec<(usize, Effect)> = self.blocks_above(index);
        if blocks.is_empty() {
            return self.pop_to(index);
        }
        let effect = self.open.take_effect(index);
        self.document.leave(effect);
        if let Effect::Link { index, .. } = effect {
            self.document.divide_link(index, &blocks);
        }
        self.open.remove(index);
        self.pop_until(Name::is_special);
    }

    /// Returns the first special elements above this index: the start of their text and their effect.
    fn blocks_above(&self, index: usize) -> Vec<(usize, Effect)> {
        let above = self.open.above(index).iter();
        let special = above.filter(|open| open.name.is_special());
        let parts = special.map(|open| (open.start, open.effect));
        parts.take(ADOPTIONS).collect()
    }
}
