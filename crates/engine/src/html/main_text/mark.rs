//! Judges an element by its name and attributes: whether its content is likely main text, navigation or other
//! boilerplate.
//!
//! The words of `class` and `id` are compared with those that sites use. Words are split at signs, digits and capitals.
//!
//! Source: mozilla/readability, the expressions `unlikelyCandidates`, `positive` and `negative`; WAI-ARIA 1.2 §5.3.4,
//! "Landmark roles".

use crate::html::link::LinkPlace;
use crate::html::name::Name;
use crate::html::tokenizer::Attributes;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The bytes of an attribute that are compared.
const ATTRIBUTE_BYTES: usize = 160;
/// The number of an element's classes that tell its place. Further ones often name the page or its subject.
const PLACE_CLASSES: usize = 2;
/// The bytes of a word that are compared.
const WORD_BYTES: usize = 24;

/// The kind of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockKind {
    /// A container: `div`, `section` and others.
    #[default]
    Container,
    /// A paragraph or preformatted text.
    Paragraph,
    /// A list.
    List,
    /// An item of a list, a term or a description.
    Item,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a table.
    Cell,
    /// The head of a page or of an article.
    Header,
    /// A form.
    Form,
}

/// The class of a block by its element and its names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Class {
    #[default]
    Content,
    /// The main content of the page, or an article.
    Main,
    /// Navigation, advertisements and the like.
    Boilerplate,
    /// A notice about cookies, whose text may be longer than that of the page.
    Notice,
    /// Comments of readers.
    Comment,
}

impl Class {
    /// Returns true for all but content.
    pub(super) fn is_beside_content(self) -> bool {
        !matches!(self, Self::Content | Self::Main)
    }
}

/// The facts that the name and the attributes of a block state about its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(super) kind: BlockKind,
    pub(super) class: Class,
    /// Above 0 for names of content, below 0 for names of boilerplate; between -1 and 2.
    pub(super) weight: i8,
    /// The position of the first button in it, as an offset in the text.
    pub(super) button: Option<usize>,
}

impl Mark {
    /// Judges an element.
    pub(crate) fn new(name: Name, attributes: &Attributes<'_>) -> Self {
        let mut signs = Signs::default();
        for attribute in attributes.iter().filter(|attribute| matches!(attribute.name.len(), 2 | 4 | 5 | 8 | 10)) {
            let value = attribute.value().cut(ATTRIBUTE_BYTES).raw();
            match attribute.name.len() {
                2 if attribute.is("id") => signs.read(value),
                4 if attribute.is("role") => signs.role(value),
                5 if attribute.is("class") => signs.read(value),
                8 if attribute.is("itemprop") && value.contains("articleBody") => signs.add(Sign::Main),
                10 if attribute.is("aria-modal") => signs.add(Sign::BoilerplateRole),
                _ => {}
            }
        }
        if matches!(name, Name::Article | Name::Main) {
            signs.add(Sign::Main);
        }
        let kind = kind(name);
        let is_header = kind == BlockKind::Container && signs.has(Sign::Header);
        Self {
            kind: if is_header { BlockKind::Header } else { kind },
            class: signs.class(name),
            weight: signs.weight(),
            button: None,
        }
    }

    /// Returns the place of links directly in the element; `outer` is that of the element around it.
    pub(crate) fn place(self, name: Name, attributes: &Attributes<'_>, outer: LinkPlace) -> LinkPlace {
        let class = attributes.get("class").map_or("", |class| class.cut(ATTRIBUTE_BYTES).raw());
        let words = class.split_ascii_whitespace().take(PLACE_CLASSES).flat_map(str::bytes);
        let letters = words.filter(|byte| !byte.is_ascii_digit());
        let [low, high] = outer.path.to_le_bytes();
        let (mut key, mut length) = ([0; 3 + ATTRIBUTE_BYTES], 0);
        for (byte, letter) in key.iter_mut().zip([low, high, name as u8].into_iter().chain(letters)) {
            *byte = letter;
            length += 1;
        }
        let [low, high, ..] = xxh3_64(&key[..length]).to_le_bytes();
        LinkPlace {
            path: u16::from_le_bytes([low, high]),
            block: self.kind,
            is_aside: outer.is_aside || self.class == Class::Boilerplate,
        }
    }

    /// Records a button at an offset in the text.
    pub(crate) fn add_button(&mut self, at: usize) {
        self.button.get_or_insert(at);
    }
}

fn is_boilerplate_name(name: Name) -> bool {
    matches!(name, Name::Nav | Name::Aside | Name::Footer | Name::Dialog | Name::Search | Name::Menu)
}

fn kind(name: Name) -> BlockKind {
    match name {
        Name::P | Name::Pre | Name::Listing => BlockKind::Paragraph,
        Name::Ul | Name::Ol | Name::Dl | Name::Dir => BlockKind::List,
        Name::Li | Name::Dt | Name::Dd => BlockKind::Item,
        Name::Table => BlockKind::Table,
        Name::Tr => BlockKind::Row,
        Name::Td | Name::Th => BlockKind::Cell,
        Name::Header => BlockKind::Header,
        Name::Form | Name::Fieldset => BlockKind::Form,
        _ => BlockKind::Container,
    }
}

/// A finding in the attributes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Boilerplate,
    BoilerplateRole,
    Notice,
    Comment,
    /// A name such as `has-sidebar`, which belongs to an element around the boilerplate.
    Wrapper,
    Content,
    Main,
    Header,
    /// The name of a small addition to a text.
    Side,
}

/// The findings in the attributes of an element.
#[derive(Default)]
struct Signs(u16);

impl Signs {
    fn add(&mut self, sign: Sign) {
        self.0 |= 1 << sign as u16;
    }

    fn has(&self, sign: Sign) -> bool {
        self.0 & (1 << sign as u16) != 0
    }

    fn class(&self, name: Name) -> Class {
        if self.has(Sign::BoilerplateRole) || is_boilerplate_name(name) {
            return Class::Boilerplate;
        }
        if self.has(Sign::Main) {
            return Class::Main;
        }
        let named =
            [(Sign::Notice, Class::Notice), (Sign::Boilerplate, Class::Boilerplate), (Sign::Comment, Class::Comment)];
        let found = named.into_iter().find(|(sign, _)| !self.has(Sign::Wrapper) && self.has(*sign));
        found.map_or(Class::Content, |(_, class)| class)
    }

    fn weight(&self) -> i8 {
        let negative = [Sign::Boilerplate, Sign::Notice, Sign::Side].into_iter().any(|sign| self.has(sign));
        i8::from(self.has(Sign::Content)) + i8::from(self.has(Sign::Main)) - i8::from(negative)
    }

    fn role(&mut self, role: &str) {
        match role.trim() {
            "menu" | "menubar" | "complementary" | "navigation" | "alert" | "alertdialog" | "dialog"
            | "contentinfo" | "search" | "toolbar" | "tablist" => self.add(Sign::BoilerplateRole),
            "banner" => self.add(Sign::Header),
            "main" | "article" => self.add(Sign::Main),
            _ => {}
        }
    }

    /// Reads the words of an attribute.
    fn read(&mut self, text: &str) {
        let (mut word, mut length, mut was_lower) = ([0_u8; WORD_BYTES], 0, false);
        for byte in text.bytes() {
            let is_letter = byte.is_ascii_alphabetic();
            if !is_letter || was_lower && byte.is_ascii_uppercase() {
                self.word(&word[..length]);
                length = 0;
            }
            if is_letter && length < WORD_BYTES {
                word[length] = byte.to_ascii_lowercase();
                length += 1;
            }
            was_lower = byte.is_ascii_lowercase();
        }
        self.word(&word[..length]);
    }

    fn word(&mut self, word: &[u8]) {
        match word {
            b"article" | b"content" | b"main" | b"body" | b"entry" | b"hentry" | b"page" | b"post" | b"text"
            | b"blog" | b"story" | b"prose" | b"markdown" | b"message" | b"answer" | b"question" | b"recipe"
            | b"chapter" => {
                self.add(Sign::Content);
            }
            b"has" | b"with" | b"no" | b"without" | b"and" => self.add(Sign::Wrapper),
            b"header" | b"masthead" => self.add(Sign::Header),
            b"hidden" | b"contact" | b"media" | b"meta" | b"scroll" | b"shopping" | b"tags" | b"widget" | b"tools"
            | b"byline" | b"author" => self.add(Sign::Side),
            b"ad" | b"ads" | b"adbox" | b"advert" | b"adverts" | b"advertisement" | b"agegate" | b"banner"
            | b"breadcrumb" | b"breadcrumbs" | b"copyright" | b"crumbs" | b"footer" | b"login" | b"menu" | b"modal"
            | b"nav" | b"navbar" | b"navbox" | b"navi" | b"navigation" | b"newsletter" | b"outbrain" | b"pager"
            | b"pagination" | b"popup" | b"popular" | b"promo" | b"recirc" | b"recommended" | b"recommendations"
            | b"related" | b"rss" | b"share" | b"sharing" | b"sharedaddy" | b"sidebar" | b"signup" | b"skip"
            | b"skyscraper" | b"social" | b"sponsor" | b"sponsored" | b"subscribe" | b"taboola" | b"toolbar"
            | b"topbar" | b"trending" => {
                self.add(Sign::Boilerplate);
            }
            b"cookie" | b"cookies" | b"consent" | b"gdpr" => self.add(Sign::Notice),
            b"combx" | b"comment" | b"comments" | b"commentlist" | b"disqus" | b"replies" | b"respond"
            | b"responses" | b"shoutbox" => self.add(Sign::Comment),
            _ if word.len() > 5 => self.compound(word),
            _ => {}
        }
    }

    /// Compares the end of a word, since sites write `leftnav` and `storybody`.
    fn compound(&mut self, word: &[u8]) {
        // Most words end otherwise: comparing their last letters is the fastest.
        let is_end = |end: &[u8]| word.last() == end.last() && word.ends_with(end);
        if let Some((_, sign)) = ENDS.into_iter().find(|(end, _)| is_end(end)) {
            self.add(sign);
        }
    }
}

/// The ends of words that are compared, and what each is a sign of.
const ENDS: [(&[u8], Sign); 16] = [
    (b"sidebar", Sign::Boilerplate),
    (b"navbar", Sign::Boilerplate),
    (b"menu", Sign::Boilerplate),
    (b"footer", Sign::Boilerplate),
    (b"nav", Sign::Boilerplate),
    (b"banner", Sign::Boilerplate),
    (b"comments", Sign::Comment),
    (b"content", Sign::Content),
    (b"body", Sign::Content),
    (b"article", Sign::Content),
    (b"main", Sign::Content),
    (b"text", Sign::Content),
    (b"story", Sign::Content),
    (b"post", Sign::Content),
    (b"entry", Sign::Content),
    (b"header", Sign::Header),
];
