//! Handles start tags.
//!
//! Source: WHATWG HTML §13.2.6.4, the start tags of "in head", "in body" and the modes of tables.

use super::super::extract::Effect;
use super::super::name::{Name, packed};
use super::super::outline::record::is_json_ld;
use super::super::prescan::declare;
use super::super::tokenizer::{State, Tag, Text, Token};
use super::formatting::ActiveFormatting;
use super::open::Scope;
use super::{Mode, Namespace, Reader};

impl<'a> Reader<'a> {
    pub(super) fn start(&mut self, tag: Tag<'a>) {
        let name = Name::new(tag.name);
        if self.is_among_frames() && !matches!(name, Name::Frame | Name::Noframes) {
            return;
        }
        if self.is_foreign_tag(name) {
            self.start_foreign(name, tag);
        } else {
            self.start_html(name, tag);
        }
    }

    pub(super) fn start_html(&mut self, name: Name, tag: Tag<'a>) {
        if self.mode == Mode::Start && self.excludes_frames(name) {
            self.begin_content();
        }
        let depth = self.open.len();
        match name {
            Name::Html | Name::Head | Name::Body | Name::Frameset => self.start_document(name),
            Name::Title | Name::Textarea | Name::Style | Name::Noembed | Name::Iframe | Name::Script => {
                self.raw_text(name, tag);
            }
            // A browser with frames does not parse it. It is read in place of frames only.
            Name::Noframes if self.mode != Mode::Frames => self.raw_text(name, tag),
            Name::Xmp => {
                self.close_paragraph();
                self.reopen_formatting();
                self.raw_text(name, tag);
            }
            Name::Frame if self.mode == Mode::Frames => self.start_void(name),
            Name::Frame => {}
            Name::Svg | Name::Math => self.start_foreign_root(name, tag),
            Name::Table => self.start_table(tag),
            _ if name.is_table_part() => self.start_table_part(name, tag),
            _ if name.is_void() => self.start_void(name),
            _ => self.start_in_body(name, tag),
        }
        if self.is_whole(tag) && self.open.len() > depth && !matches!(name, Name::Svg | Name::Math) {
            self.end(tag);
        }
    }

    /// Returns true if this start tag is also the end tag of its element, as `/>` is in XML.
    fn is_whole(&self, tag: Tag<'_>) -> bool {
        self.is_xml && tag.self_closing
    }

    /// Returns true if no `frameset` can follow this start tag.
    fn excludes_frames(&self, name: Name) -> bool {
        let kind = || self.tokens.attributes().value("type").unwrap_or_default();
        name.excludes_frames() || name == Name::Input && !kind().eq_ignore_ascii_case("hidden")
    }

    /// Handles `html`, `head`, `body` and `frameset`. A hidden body is read, since scripts show it.
    fn start_document(&mut self, name: Name) {
        let attributes = self.tokens.attributes();
        match name {
            Name::Html => self.document.html(attributes),
            Name::Frameset if self.mode == Mode::Start && !self.open.contains(Name::Template) => {
                self.pop_to(0);
                self.mode = Mode::Frames;
            }
            _ => {}
        }
    }

    /// Reads an element of raw text with its content.
    fn raw_text(&mut self, name: Name, tag: Tag<'a>) {
        let effect = if name == Name::Noframes { Effect::Skipped } else { self.enter(name) };
        let is_read = self.skipped.is_none();
        let is_data = self.document.record.is_some() && is_json_ld(self.tokens.attributes());
        let text = if self.is_whole(tag) { None } else { self.read_raw_text(tag) };
        match (name, text) {
            (Name::Title, text) if is_read => self.document.title(text),
            (Name::Script, Some(text)) if is_data => {
                if let Some(record) = &mut self.document.record {
                    record.data(text);
                }
            }
            (Name::Xmp, Some(text)) if effect != Effect::Hidden => self.show(text),
            _ => {}
        }
        self.document.flow.end_node();
    }

    /// Reads the content and the end tag of an element of raw text; returns the first part of its text. In XML, it may
    /// be in a CDATA section, behind other text such as the signs of a comment in a script.
    fn read_raw_text(&mut self, tag: Tag<'a>) -> Option<Text<'a>> {
        let is_cdata = self.is_xml && self.tokens.is_before_cdata();
        self.tokens.switch(if is_cdata { State::Data } else { tag.content() });
        let mut text: Option<Text<'a>> = None;
        while let Some(Token::Text(part)) = self.tokens.next() {
            text = text.filter(|first| first.is_cdata() || !part.is_cdata()).or(Some(part));
        }
        text
    }

    fn start_void(&mut self, name: Name) {
        let name = if name == Name::Image { Name::Img } else { name };
        match name {
            Name::Hr => self.close_paragraph(),
            Name::Input if self.is_in(Name::Select) => {
                self.close(Name::Select);
                self.reopen_formatting();
            }
            Name::Area | Name::Br | Name::Embed | Name::Img | Name::Input | Name::Keygen | Name::Wbr => {
                self.reopen_formatting();
            }
            _ => {}
        }
        if name == Name::Meta {
            declare(&mut self.document.charsets, self.tokens.attributes());
        }
        let effect = self.enter(name);
        self.document.leave(effect);
    }

    fn start_in_body(&mut self, name: Name, tag: Tag<'a>) {
        match name {
            Name::P | Name::Plaintext => self.close_paragraph(),
            Name::Form => return self.start_form(tag),
            Name::Li | Name::Dd | Name::Dt => self.close_item(name),
            Name::A => self.close_link(),
            Name::Button => self.close_button(),
            Name::Opt | Name::Optgroup => self.close_option(name),
            Name::Select if self.is_in(name) => {
                return self.close(name);
            }
            Name::Rb | Name::Rtc => self.close_ruby(Name::Other),
            Name::Rp | Name::Rt => self.close_ruby(Name::Rtc),
            Name::Template => {}
            _ if name.is_heading() => self.close_heading(),
            _ if name.is_block() => self.close_paragraph(),
            _ => self.reopen_formatting(),
        }
        self.insert(name, tag);
        if name == Name::Plaintext {
            self.tokens.switch(tag.content());
        }
        if ActiveFormatting::lists(name) && self.mode != Mode::Over {
            let effect = self.open.current().map_or(Effect::None, |open| open.effect);
            let index = self.open.len() - 1;
            let number = self.formatting.push(name, packed(tag.name), effect, index);
            self.open.set_formatting(number);
        }
    }

    /// Closes a paragraph in button scope.
    pub(super) fn close_paragraph(&mut self) {
        self.end_in(Name::P, Scope::Button);
    }

    /// Returns true if an element of this name is open in scope.
    pub(super) fn is_in(&self, name: Name) -> bool {
        self.open.in_scope(&[name], Scope::Default).is_some()
    }

    fn close_heading(&mut self) {
        self.close_paragraph();
        if self.open.current().is_some_and(|open| open.name.is_heading()) {
            self.pop();
        }
    }

    /// Closes the previous list item, term or description.
    fn close_item(&mut self, name: Name) {
        let items: &[Name] = match name {
            Name::Li => &[Name::Li],
            _ => &[Name::Dd, Name::Dt],
        };
        if let Some(index) = self.open.in_scope(items, Scope::Item) {
            self.pop_to(index);
        }
        self.close_paragraph();
    }

    /// Closes an open link before the next one, since links are not nested.
    fn close_link(&mut self) {
        if let Some(link) = self.formatting.last(Name::A) {
            self.adopt(Name::A, link.key);
            // It is still listed if it is outside the scope.
            let link = self.formatting.remove(link.number);
            if let Some(index) = link.and_then(|link| link.index) {
                let effect = self.open.take_effect(index);
                self.document.leave(effect);
                self.open.remove(index);
            }
        }
        self.reopen_formatting();
    }

    fn close_button(&mut self) {
        self.close(Name::Button);
        self.reopen_formatting();
    }

    fn close_option(&mut self, name: Name) {
        if self.is_in(Name::Select) {
            let except = if name == Name::Opt { Name::Optgroup } else { Name::Other };
            self.imply_end_tags(except);
        } else if self.open.is_current(Name::Opt) {
            self.pop();
        }
        self.reopen_formatting();
    }

    fn close_ruby(&mut self, except: Name) {
        if self.is_in(Name::Ruby) {
            self.imply_end_tags(except);
        }
    }

    /// Opens a form unless one is open; between the cells of a table it has no content.
    fn start_form(&mut self, tag: Tag<'a>) {
        if self.in_form {
            return;
        }
        self.in_form = true;
        if self.is_in_rows() {
            return;
        }
        self.close_paragraph();
        self.insert(Name::Form, tag);
    }

    fn start_table(&mut self, tag: Tag<'a>) {
        // A table directly within another one ends it.
        if let Some(index) = self.open.in_scope(&[Name::Table], Scope::Cell) {
            self.pop_to(index);
        } else if !self.is_quirky {
            self.close_paragraph();
        }
        self.insert(Name::Table, tag);
    }

    fn start_table_part(&mut self, name: Name, tag: Tag<'a>) {
        let table = self.open.in_scope(&[Name::Table], Scope::Template);
        if table.is_none() {
            return;
        }
        let is_parent = |one: Name| match name {
            Name::Td | Name::Th => one == Name::Tr || one.is_row_group(),
            Name::Tr => one.is_row_group(),
            _ => false,
        };
        self.pop_until(|one| one == Name::Table || is_parent(one));
        match name {
            Name::Col | Name::Colgroup => return,
            Name::Td | Name::Th if !self.open.is_current(Name::Tr) => self.open_row(),
            _ => {}
        }
        self.insert(name, tag);
    }

    /// Opens the row that a cell implies.
    fn open_row(&mut self) {
        self.push(Name::Tr, packed("tr"), Namespace::Html, Effect::None);
    }
}
