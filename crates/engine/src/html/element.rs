//! Classifies elements by their effect on the text: skipped, block, heading, link.
//!
//! Not covered: style sheets. Only `hidden` (except `until-found`, which a search in the page shows), `popover`, and
//! `display:none` in a `style` attribute, hide an element, and a `dialog` is hidden without `open`; elements that never
//! show text are skipped. Of the readings of `ruby`, which stand beside the characters of a word, only the links are
//! read: a search in a browser finds the word without them.

use super::name::Name;
use super::page_class::count_letters;
use super::tokenizer::{Attributes, Text};

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its content is not read.
    Skipped,
    /// Its attributes hide it: only its links are read.
    Hidden,
    /// Graphics, formulas and the readings of `ruby`: only their links are read.
    LinksOnly,
    Base,
    Meta,
    /// `link`.
    Relation,
    /// `frame`.
    Frame,
    /// `iframe`, `object` and `embed`: a page within this one, if it is of the same site.
    Inset,
    /// `noscript`: its content is read, since scripts are not.
    Noscript,
    /// `a` and `area`.
    Link,
    Image,
    Heading,
    /// `b` and `strong`.
    Bold,
    /// An element on a line of its own.
    Block,
    /// A table cell: a block that shares its line with others.
    Cell,
    /// `br`, `hr`.
    Break,
    Inline,
}

/// Returns the role of this element.
pub(crate) fn role(name: Name, attributes: &Attributes<'_>) -> Role {
    match by_name(name) {
        role @ (Role::Base | Role::Meta | Role::Relation | Role::Skipped) => role,
        _ if is_hidden(name, attributes) => Role::Hidden,
        role => role,
    }
}

/// Returns the role of an element without regard to its attributes.
pub(crate) fn by_name(name: Name) -> Role {
    match name {
        Name::Script
        | Name::Style
        | Name::Template
        | Name::Rp
        | Name::Canvas
        | Name::Audio
        | Name::Video
        | Name::Select
        | Name::Datalist
        | Name::Textarea
        | Name::Noembed => Role::Skipped,
        Name::Svg | Name::Math | Name::Rt | Name::Rtc => Role::LinksOnly,
        Name::Base => Role::Base,
        Name::Meta => Role::Meta,
        Name::Link => Role::Relation,
        Name::Frame => Role::Frame,
        Name::Iframe | Name::Object | Name::Embed => Role::Inset,
        Name::Noscript => Role::Noscript,
        Name::A | Name::Area => Role::Link,
        Name::Img => Role::Image,
        Name::B | Name::Strong => Role::Bold,
        Name::Caption
        | Name::Dd
        | Name::Dt
        | Name::Form
        | Name::Legend
        | Name::Li
        | Name::Noframes
        | Name::Opt
        | Name::P
        | Name::Table
        | Name::Tr => Role::Block,
        Name::Td | Name::Th => Role::Cell,
        Name::Br | Name::Hr => Role::Break,
        Name::Listing => Role::Inline,
        _ if name.is_heading() => Role::Heading,
        _ if name.is_block() || name.is_row_group() => Role::Block,
        _ => Role::Inline,
    }
}

/// Returns true if the attributes hide an element. Popovers and dialogs: WHATWG HTML §15.3.3, "Flow content".
fn is_hidden(name: Name, attributes: &Attributes<'_>) -> bool {
    let is_dialog = name == Name::Dialog;
    let is_open = is_dialog && attributes.get("open").is_some();
    is_dialog && !is_open
        || attributes.iter().any(|attribute| match attribute.name.len() {
            5 => attribute.is("style") && has_display_none(attribute.value()),
            6 => attribute.is("hidden") && !attribute.value().raw().trim().eq_ignore_ascii_case("until-found"),
            7 => attribute.is("popover") && !is_open,
            _ => false,
        })
}

/// Returns true if a `template` is the content of the element around it ("declarative shadow root", WHATWG HTML
/// §4.12.3).
pub(crate) fn is_shadow_root(attributes: &Attributes<'_>) -> bool {
    let mode = attributes.value("shadowrootmode").unwrap_or_default();
    ["open", "closed"].iter().any(|known| known.eq_ignore_ascii_case(&mode))
}

/// Returns true if an `object`, `embed` or `iframe` shows an HTML page, by its declared type or the name of the file.
pub(crate) fn shows_page(attributes: &Attributes<'_>, reference: Text<'_>) -> bool {
    let Some(media_type) = attributes.value("type") else {
        let path = reference.raw().split(['?', '#']).next().unwrap_or_default();
        let file = path.rsplit('/').next().unwrap_or_default();
        return file.rsplit_once('.').is_none_or(|(_, end)| end.to_ascii_lowercase().contains("htm"));
    };
    ["text/html", "application/xhtml+xml"].iter().any(|known| known.eq_ignore_ascii_case(media_type.trim()))
}

/// Returns true if a link looks like a button: by its role, or by the names that style sheets give it.
pub(crate) fn is_button(attributes: &Attributes<'_>) -> bool {
    let has = |attribute: &str, names: &[&str]| {
        attributes.get(attribute).is_some_and(|value| names.iter().any(|name| value.raw().contains(name)))
    };
    has("role", &["button"]) || has("class", &["btn", "button", "Button"])
}

fn has_display_none(style: Text<'_>) -> bool {
    style.decoded().split(';').any(|rule| {
        rule.split_once(':').is_some_and(|(name, value)| {
            let value = value.trim_start().split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next();
            name.trim().eq_ignore_ascii_case("display") && value.is_some_and(|value| value.eq_ignore_ascii_case("none"))
        })
    })
}

/// The ids of the root elements of applications, in the templates of React, Vue, Next, Nuxt, Gatsby and Quasar.
const ROOT_IDS: [&str; 7] = ["app", "root", "react-root", "__next", "__nuxt", "___gatsby", "q-app"];
/// The maximum number of `noscript` elements that are examined.
const NOSCRIPTS: usize = 32;
/// The maximum number of bytes of a `noscript` that are examined.
const NOSCRIPT_BYTES: usize = 1_000;

/// Detects pages that scripts fill: they have scripts, and the root element of a framework or a `noscript` that
/// requires JavaScript.
#[derive(Default)]
pub(crate) struct ScriptSigns {
    has_script: bool,
    has_root: bool,
    asks_for_script: bool,
    /// The letters of the `noscript` elements that require JavaScript, which are not the page's own.
    notice_letters: usize,
    /// The number of `noscript` elements so far.
    noscripts: usize,
}

impl ScriptSigns {
    /// Returns true if the page is an application shell without content.
    pub(crate) fn is_shell(&self) -> bool {
        self.has_script && (self.has_root || self.asks_for_script)
    }

    /// Returns the number of letters in `noscript` elements that require JavaScript; a CJK character counts as two.
    pub(crate) fn notice_letters(&self) -> usize {
        self.notice_letters
    }

    /// Examines an element.
    pub(crate) fn enter(&mut self, name: Name, attributes: &Attributes<'_>) {
        match name {
            Name::Script => self.has_script = true,
            // The root element of Angular.
            Name::AppRoot => self.has_root = true,
            Name::Div if !self.has_root => {
                let id = attributes.value("id");
                self.has_root = id.is_some_and(|id| ROOT_IDS.contains(&&*id));
            }
            _ => {}
        }
    }

    /// Examines the content of a `noscript`.
    pub(crate) fn noscript(&mut self, text: &str) {
        if self.noscripts < NOSCRIPTS {
            self.noscripts += 1;
            let begin = &text[..text.floor_char_boundary(NOSCRIPT_BYTES)];
            if begin.to_ascii_lowercase().contains("javascript") {
                self.asks_for_script = true;
                self.notice_letters += count_letters(begin);
            }
        }
    }
}
