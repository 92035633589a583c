//! Records the elements of a page while it is read: those that structure its text, and the data about it in its head.
//!
//! A crawl needs neither, so nothing is recorded unless [`super::super::read_content`] asks for it.

use crate::html::name::Name;
use crate::html::tokenizer::{Attributes, Text};

/// The most recorded elements of a page.
const MARKS: usize = 100_000;
/// The most recorded `meta` elements of a page.
const METAS: usize = 512;
/// The most recorded scripts with data of a page.
const SCRIPTS: usize = 16;

/// The start or the end of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Markup<'a> {
    /// The length of the text before it.
    pub(crate) at: usize,
    pub(crate) tag: Tag<'a>,
}

/// A tag, or text of which the white space counts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag<'a> {
    /// An element starts. The attributes depend on its name: `class` of code, `start` of a list, `colspan` of a cell,
    /// `alt` and `src` of an image.
    Start(Name, [Option<Text<'a>>; 2]),
    End(Name),
    Preformatted(Text<'a>),
}

/// The recorded elements of a page.
#[derive(Debug, Default)]
pub(crate) struct Record<'a> {
    pub(crate) markup: Vec<Markup<'a>>,
    /// Names and contents of the `meta` elements, in order.
    pub(crate) metas: Vec<(Text<'a>, Text<'a>)>,
    /// The reference of the first `<link rel=license>`, or `<a rel=license>`.
    pub(crate) license: Option<Text<'a>>,
    /// The reference of the first `<link rel=alternate>` to a feed.
    pub(crate) feed: Option<Text<'a>>,
    /// The contents of the scripts with JSON-LD.
    pub(crate) data: Vec<Text<'a>>,
    /// The number of open preformatted elements.
    preformatted: usize,
}

impl<'a> Record<'a> {
    /// Records the start of an element.
    pub(crate) fn start(&mut self, at: usize, name: Name, attributes: &Attributes<'a>) {
        let get = |name| attributes.get(name);
        let values = match name {
            Name::Pre | Name::Listing | Name::Code => [get("class"), None],
            Name::Ol => [get("start"), None],
            Name::Td | Name::Th => [get("colspan"), None],
            Name::Img => [get("alt"), get("src")],
            Name::A if self.license.is_none() && has_relation(attributes, "license") => {
                self.license = get("href");
                return;
            }
            _ => [None, None],
        };
        if is_recorded(name) {
            self.preformatted += usize::from(is_preformatted(name));
            self.add(at, Tag::Start(name, values));
        }
    }

    /// Records the end of an element.
    pub(crate) fn end(&mut self, at: usize, name: Name) {
        if is_recorded(name) {
            self.preformatted -= usize::from(is_preformatted(name)).min(self.preformatted);
            self.add(at, Tag::End(name));
        }
    }

    /// Records text within preformatted elements.
    pub(crate) fn text(&mut self, at: usize, text: Text<'a>) {
        if self.preformatted > 0 {
            self.add(at, Tag::Preformatted(text));
        }
    }

    /// Records a `meta` element.
    pub(crate) fn meta(&mut self, attributes: &Attributes<'a>) {
        let name = ["property", "name", "itemprop"].iter().find_map(|name| attributes.get(name));
        if let Some(meta) = name.zip(attributes.get("content")).filter(|_| self.metas.len() < METAS) {
            self.metas.push(meta);
        }
    }

    /// Records a `link` element.
    pub(crate) fn relation(&mut self, attributes: &Attributes<'a>) {
        if self.license.is_none() && has_relation(attributes, "license") {
            self.license = attributes.get("href");
        }
        if self.feed.is_none() && has_relation(attributes, "alternate") && has_type(attributes, &FEEDS) {
            self.feed = attributes.get("href");
        }
    }

    /// Records the content of a script with data.
    pub(crate) fn data(&mut self, text: Text<'a>) {
        if self.data.len() < SCRIPTS {
            self.data.push(text);
        }
    }

    fn add(&mut self, at: usize, tag: Tag<'a>) {
        if self.markup.len() < MARKS {
            self.markup.push(Markup { at, tag });
        }
    }
}

/// Returns true if a script has the type of JSON-LD.
pub(crate) fn is_json_ld(attributes: &Attributes<'_>) -> bool {
    has_type(attributes, &["application/ld+json"])
}

/// The media types of feeds.
const FEEDS: [&str; 3] = ["application/rss+xml", "application/atom+xml", "application/feed+json"];

/// Returns true if the declared type of an element is one of these.
fn has_type(attributes: &Attributes<'_>, media_types: &[&str]) -> bool {
    let media_type = attributes.value("type").unwrap_or_default();
    media_types.iter().any(|known| media_type.trim().eq_ignore_ascii_case(known))
}

fn has_relation(attributes: &Attributes<'_>, relation: &str) -> bool {
    let rel = attributes.value("rel").unwrap_or_default();
    rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(relation))
}

fn is_preformatted(name: Name) -> bool {
    matches!(name, Name::Pre | Name::Listing)
}

/// Returns true for the elements that structure a text.
fn is_recorded(name: Name) -> bool {
    name.is_heading()
        || name.is_block()
        || matches!(
            name,
            Name::Br | Name::Caption | Name::Code | Name::Dd | Name::Dt | Name::Form | Name::Hr | Name::Img
        )
        || matches!(name, Name::Legend | Name::Li | Name::P | Name::Table | Name::Td | Name::Th | Name::Tr)
}
