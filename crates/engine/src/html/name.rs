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
            pub(crate) fn new(tag: &str) -> Self {
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

/// Returns a name, in lower case, as a number other than 0: its bytes, or a hash of them if there are more than
/// [`PACKED_BYTES`].
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

/// Declares sets of names, each as the method that tests for it; a set may include another.
macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident $((or $other:ident))? => $($name:ident)+;)*) => {
        impl Name {
            $($(#[$doc])* pub(crate) fn $set(self) -> bool {
                matches!(self, $(Self::$name)|+) $(|| self.$other())?
            })*
        }
    };
}

sets! {
    /// Returns true for headings.
    is_heading =>
        H1 H2 H3 H4 H5 H6;

    /// Returns true for blocks that end an open paragraph and are closed by their own end tags.
    is_block =>
        Address Article Aside Blockquote Center Details Dialog Dir Div Dl Fieldset Figcaption
        Figure Footer Header Hgroup Listing Main Menu Nav Ol Pre Search Section Summary Ul;

    /// Returns true for elements that may have a shadow root, besides `body` and custom elements (DOM, "attach a shadow
    /// root").
    is_shadow_host (or is_heading) =>
        Article Aside Blockquote Div Footer Header Main Nav P Section Span;

    /// Returns true for elements without content.
    is_void =>
        Area Base Basefont Bgsound Br Col Embed Frame Hr Image Img Input Keygen Link Meta Param
        Source Track Wbr;

    /// Returns true for the parts of a table.
    is_table_part (or is_row_group) =>
        Caption Col Colgroup Td Th Tr;

    /// Returns true for groups of rows.
    is_row_group =>
        Tbody Tfoot Thead;

    /// Returns true for elements whose end tags may be implied ("generate implied end tags").
    is_implied_end =>
        Dd Dt Li Opt Optgroup P Rb Rp Rt Rtc;

    /// Returns true for elements that end a scope: end tags inside them close nothing outside ("have an element in
    /// scope").
    is_scope =>
        Applet Caption Html Marquee Object Select Table Td Template Th;

    /// Returns true for elements that put a marker into the list of active formatting elements.
    is_marker =>
        Applet Caption Marquee Object Td Template Th;

    /// Returns true for HTML elements that end SVG or MathML.
    ends_foreign (or is_heading) =>
        B Big Blockquote Body Br Center Code Dd Div Dl Dt Em Embed Head Hr I Img Li Listing Menu
        Meta Nobr Ol P Pre Ruby S Small Span Strong Strike Sub Sup Table Tt U Ul Var;

    /// Returns true for elements that no `frameset` can follow, besides `input` ("frameset-ok flag"). Here one can
    /// follow `body`, `br` and `hr`.
    excludes_frames =>
        Applet Area Button Dd Dt Embed Iframe Image Img Keygen Li Listing Marquee Object Pre Select
        Table Textarea Wbr Xmp;

    /// Returns true for special elements that are in no other set of special ones.
    is_only_special =>
        Applet Button Dd Dt Form Li Marquee Object P Plaintext Select Table Template;
}

impl Name {
    /// The number of names.
    pub(crate) const COUNT: usize = Self::Other as usize + 1;

    /// Returns true for elements that are not closed by end tags of other elements ("special"), among those that stay
    /// open.
    pub(crate) fn is_special(self) -> bool {
        !matches!(self, Self::Dialog | Self::Search)
            && (self.is_only_special() || self.is_block() || self.is_heading() || self.is_table_part())
    }
}
