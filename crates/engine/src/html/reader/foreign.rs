//! Handles the borders of SVG and MathML: where they end, and where they contain HTML. Of their content, only the links
//! of SVG are read.
//!
//! Source: WHATWG HTML §13.2.6.5, "The rules for parsing tokens in foreign content".

use super::super::extract::Effect;
use super::super::name::{Name, packed};
use super::super::tokenizer::Tag;
use super::{Namespace, Reader};

impl<'a> Reader<'a> {
    fn namespace(&self) -> Namespace {
        let current = self.open.current();
        current.map_or(Namespace::Html, |open| open.namespace)
    }

    /// Returns true if text here belongs to SVG or MathML.
    pub(super) fn is_in_foreign(&self) -> bool {
        self.namespace() == Namespace::Foreign
    }

    /// Returns true if the current element belongs to SVG or MathML.
    pub(super) fn is_in_foreign_element(&self) -> bool {
        self.namespace() != Namespace::Html
    }

    /// Returns true if a start tag with this name here belongs to SVG or MathML.
    pub(super) fn is_foreign_tag(&self, name: Name) -> bool {
        match self.namespace() {
            Namespace::Html | Namespace::HtmlIntegration => false,
            Namespace::Foreign => true,
            Namespace::TextIntegration => matches!(name, Name::Mglyph | Name::Malignmark),
        }
    }

    /// Tells the tokenizer whether a CDATA section here is text.
    pub(super) fn adjust_tokens(&mut self) {
        let is_foreign = self.is_in_foreign_element();
        self.tokens.set_foreign(is_foreign);
    }

    /// Opens an `svg` or `math` element.
    pub(super) fn start_foreign_root(&mut self, name: Name, tag: Tag<'a>) {
        self.reopen_formatting();
        let effect = self.enter(name);
        if !tag.self_closing {
            self.unread_link = None;
            self.push(Name::Other, packed(tag.name), Namespace::Foreign, effect);
        }
    }

    /// Opens an element in SVG or MathML, or closes SVG and MathML before an HTML element.
    pub(super) fn start_foreign(&mut self, name: Name, tag: Tag<'a>) {
        if name.ends_foreign() || (name == Name::Font && self.is_html_font()) {
            self.close_foreign();
            return self.start_html(name, tag);
        }
        if name == Name::A && self.is_skipped_by(Effect::LinksOnly) {
            self.enter_unread(name, false);
        }
        if !tag.self_closing {
            let namespace = self.namespace_of(name);
            self.push(Name::Other, packed(tag.name), namespace, Effect::None);
        }
    }

    fn is_html_font(&self) -> bool {
        let attributes = self.tokens.attributes();
        ["color", "face", "size"].iter().any(|name| attributes.get(name).is_some())
    }

    fn close_foreign(&mut self) {
        while self.is_in_foreign() {
            self.pop();
        }
    }

    /// Returns the namespace of an element in SVG or MathML.
    fn namespace_of(&self, name: Name) -> Namespace {
        match name {
            Name::ForeignObject | Name::Desc | Name::Title => Namespace::HtmlIntegration,
            Name::Mi | Name::Mo | Name::Mn | Name::Ms | Name::Mtext => Namespace::TextIntegration,
            Name::AnnotationXml if self.contains_html() => Namespace::HtmlIntegration,
            _ => Namespace::Foreign,
        }
    }

    /// Returns true if an annotation has an encoding that stands for HTML.
    fn contains_html(&self) -> bool {
        let encoding = self.tokens.attributes().value("encoding").unwrap_or_default();
        ["text/html", "application/xhtml+xml"].iter().any(|known| known.eq_ignore_ascii_case(&encoding))
    }

    /// Closes an element in SVG or MathML; returns false if the end tag belongs to HTML.
    pub(super) fn end_foreign(&mut self, name: Name, tag: Tag<'a>) -> bool {
        if matches!(name, Name::Br | Name::P) {
            self.close_foreign();
            return false;
        }
        let key = packed(tag.name);
        let index = self.open.foreign(key);
        if let Some(index) = index {
            self.pop_to(index);
            self.unread_link = self.unread_link.filter(|_| name != Name::A);
        }
        index.is_some()
    }
}
