//! Defines the names of elements, and the sets of them that the HTML standard distinguishes.
//!
//! Source: WHATWG HTML §13.2.4.2, "The stack of open elements", and §13.2.6.4.7, "in body".

/// Declares the names of elements.
macro_rules! names {
    ($($name:ident = $text:literal,)*) => {
        /// The name of an HTML element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Name {
            $($name,)*
            /// Any other name.
            Other,
        }

        /// The packed forms of the names.
        #[expect(non_upper_case_globals, reason = "each has the name of its variant")]
        mod packed {
            $(pub(super) const $name: u128 = super::packed($text);)*
        }

        impl Name {
            /// Returns the name of a tag, in any case.
            pub(crate) fn of(tag: &str) -> Self {
                if tag.len() > PACKED_BYTES {
                    return Self::Other;
                }
                match packed(tag) {
                    $(packed::$name => Self::$name,)*
                    _ => Self::Other,
                }
            }
        }
    };
}

names! {
    A = "a", Address = "address", AnnotationXml = "annotation-xml", AppRoot = "app-root",
    Applet = "applet", Area = "area", Article = "article", Aside = "aside", Audio = "audio",
    B = "b", Base = "base", Basefont = "basefont", Bgsound = "bgsound", Big = "big",
    Blockquote = "blockquote", Body = "body", Br = "br", Button = "button", Canvas = "canvas",
    Caption = "caption", Center = "center", Code = "code", Col = "col", Colgroup = "colgroup",
    Datalist = "datalist", Dd = "dd", Desc = "desc", Details = "details", Dialog = "dialog",
    Dir = "dir", Div = "div", Dl = "dl", Dt = "dt", Em = "em", Embed = "embed",
    Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure", Font = "font",
    Footer = "footer", ForeignObject = "foreignobject", Form = "form", Frame = "frame",
    Frameset = "frameset", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
    Head = "head", Header = "header", Hgroup = "hgroup", Hr = "hr", Html = "html", I = "i",
    Iframe = "iframe", Image = "image", Img = "img", Input = "input", Keygen = "keygen",
    Legend = "legend", Li = "li", Link = "link", Listing = "listing", Main = "main",
    Malignmark = "malignmark", Marquee = "marquee", Math = "math", Menu = "menu", Meta = "meta",
    Mglyph = "mglyph", Mi = "mi", Mn = "mn", Mo = "mo", Ms = "ms", Mtext = "mtext", Nav = "nav",
    Nobr = "nobr", Noembed = "noembed", Noframes = "noframes", Noscript = "noscript",
    Object = "object", Ol = "ol", Optgroup = "optgroup", Opt = "option", P = "p",
    Param = "param", Plaintext = "plaintext", Pre = "pre", Rb = "rb", Rp = "rp", Rt = "rt",
    Rtc = "rtc", Ruby = "ruby", S = "s", Script = "script", Search = "search",
    Section = "section", Select = "select", Small = "small", Source = "source", Span = "span",
    Strike = "strike", Strong = "strong", Style = "style", Sub = "sub", Summary = "summary",
    Sup = "sup", Svg = "svg", Table = "table", Tbody = "tbody", Td = "td",
    Template = "template", Textarea = "textarea", Tfoot = "tfoot", Th = "th", Thead = "thead",
    Title = "title", Tr = "tr", Track = "track", Tt = "tt", U = "u", Ul = "ul", Var = "var",
    Video = "video", Wbr = "wbr", Xmp = "xmp",
}

/// The maximum length of a name that is packed without loss, in bytes.
const PACKED_BYTES: usize = size_of::<u128>();

/// Returns a name, in lower case, as a number other than 0: its bytes, or a hash of them if there are more than [`PACKED_BYTES`].
pub(crate) const fn packed(name: &str) -> u128 {
    let bytes = name.as_bytes();
    let mut number = 0_u128;
    let mut at = 0;
    while at < bytes.len() {
        number = number.rotate_left(8) ^ bytes[at].to_ascii_lowercase() as u128;
        at += 1;
    }
    if number == 0 { 1 } else { number }
}

impl Name {
    /// The number of names.
    pub(crate) const COUNT: usize = Self::Other as usize + 1;

    pub(crate) fn is_heading(self) -> bool {
        matches!(
            self,
            Self::H1 | Self::H2 | Self::H3 | Self::H4 | Self::H5 | Self::H6
        )
    }

    /// Returns true for blocks that end an open paragraph and are closed by their own end tags.
    pub(crate) fn is_block(self) -> bool {
        matches!(
            self,
            Self::Address
                | Self::Article
                | Self::Aside
                | Self::Blockquote
                | Self::Center
                | Self::Details
                | Self::Dialog
                | Self::Dir
                | Self::Div
                | Self::Dl
                | Self::Fieldset
                | Self::Figcaption
                | Self::Figure
                | Self::Footer
                | Self::Header
                | Self::Hgroup
                | Self::Listing
                | Self::Main
                | Self::Menu
                | Self::Nav
                | Self::Ol
                | Self::Pre
                | Self::Search
                | Self::Section
                | Self::Summary
                | Self::Ul
        )
    }

    /// Returns true for elements without content.
    pub(crate) fn is_void(self) -> bool {
        matches!(
            self,
            Self::Area
                | Self::Base
                | Self::Basefont
                | Self::Bgsound
                | Self::Br
                | Self::Col
                | Self::Embed
                | Self::Frame
                | Self::Hr
                | Self::Image
                | Self::Img
                | Self::Input
                | Self::Keygen
                | Self::Link
                | Self::Meta
                | Self::Param
                | Self::Source
                | Self::Track
                | Self::Wbr
        )
    }

    /// Returns true for the parts of a table.
    pub(crate) fn is_table_part(self) -> bool {
        matches!(
            self,
            Self::Caption | Self::Col | Self::Colgroup | Self::Td | Self::Th | Self::Tr
        ) || self.is_row_group()
    }

    /// Returns true for groups of rows.
    pub(crate) fn is_row_group(self) -> bool {
        matches!(self, Self::Tbody | Self::Tfoot | Self::Thead)
    }

    /// Returns true for elements that are not closed by end tags of other elements ("special"), among those that stay open.
    pub(crate) fn is_special(self) -> bool {
        match self {
            Self::Dialog | Self::Search => false,
            Self::Applet
            | Self::Button
            | Self::Dd
            | Self::Dt
            | Self::Form
            | Self::Li
            | Self::Marquee
            | Self::Object
            | Self::P
            | Self::Plaintext
            | Self::Select
            | Self::Table
            | Self::Template => true,
            _ => self.is_block() || self.is_heading() || self.is_table_part(),
        }
    }

    /// Returns true for elements whose end tags may be implied ("generate implied end tags").
    pub(crate) fn is_implied_end(self) -> bool {
        matches!(
            self,
            Self::Dd
                | Self::Dt
                | Self::Li
                | Self::Opt
                | Self::Optgroup
                | Self::P
                | Self::Rb
                | Self::Rp
                | Self::Rt
                | Self::Rtc
        )
    }

    /// Returns true for elements that end a scope: end tags inside them close nothing outside ("have an element in scope").
    pub(crate) fn is_scope(self) -> bool {
        matches!(
            self,
            Self::Applet
                | Self::Caption
                | Self::Html
                | Self::Marquee
                | Self::Object
                | Self::Select
                | Self::Table
                | Self::Td
                | Self::Template
                | Self::Th
        )
    }

    /// Returns true for elements that put a marker into the list of active formatting elements.
    pub(crate) fn is_marker(self) -> bool {
        matches!(
            self,
            Self::Applet
                | Self::Caption
                | Self::Marquee
                | Self::Object
                | Self::Td
                | Self::Template
                | Self::Th
        )
    }

    /// Returns true for HTML elements that end SVG or MathML.
    pub(crate) fn ends_foreign(self) -> bool {
        self.is_heading()
            || matches!(
                self,
                Self::B
                    | Self::Big
                    | Self::Blockquote
                    | Self::Body
                    | Self::Br
                    | Self::Center
                    | Self::Code
                    | Self::Dd
                    | Self::Div
                    | Self::Dl
                    | Self::Dt
                    | Self::Em
                    | Self::Embed
                    | Self::Head
                    | Self::Hr
                    | Self::I
                    | Self::Img
                    | Self::Li
                    | Self::Listing
                    | Self::Menu
                    | Self::Meta
                    | Self::Nobr
                    | Self::Ol
                    | Self::P
                    | Self::Pre
                    | Self::Ruby
                    | Self::S
                    | Self::Small
                    | Self::Span
                    | Self::Strong
                    | Self::Strike
                    | Self::Sub
                    | Self::Sup
                    | Self::Table
                    | Self::Tt
                    | Self::U
                    | Self::Ul
                    | Self::Var
            )
    }
}
