//! The structure of a page's main text: headings, paragraphs, nested lists, tables, quotes, code, links and images.
//!
//! It has the same text as [`crate::html::Document::main_text`], from the same pass over the page. Text in a quote or a
//! list item is a block like any other, and says what it is in; so nothing is nested, and hostile pages cost no stack.
//!
//! Not covered: emphasis, footnotes, formulas, cells that span rows.

mod build;
mod markdown;
mod plain;
pub(crate) mod record;
#[cfg(test)]
mod tests;

pub(super) use build::build;

/// The structure of a page's main text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The blocks, in the order of the page.
    pub blocks: Vec<Block>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The quotes and list items around it, the outermost first.
    pub within: Vec<Container>,
    /// Its content.
    pub content: Content,
}

/// An element around blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A quote; the number tells quotes of the page apart.
    Quote(u32),
    /// An item of a list.
    Item {
        /// A number that tells the items of the page apart.
        id: u32,
        /// Its number in an ordered list.
        number: Option<u32>,
    },
}

/// The content of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A heading with its level, in 1..=6.
    Heading(u8, Vec<Span>),
    /// A paragraph; `\n` in it is a line break.
    Paragraph(Vec<Span>),
    /// Preformatted text.
    Code {
        /// The programming language; empty if the page does not name it.
        language: String,
        /// The text.
        text: String,
    },
    /// A table: its rows of cells, the first of which is its head. Rows may differ in length.
    Table(Vec<Vec<Vec<Span>>>),
}

/// A piece of text with the same properties, or an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text, with white space collapsed; the alternative text of an image.
    pub text: String,
    /// True for code within running text.
    pub is_code: bool,
    /// The address of the link or of the image.
    pub target: Target,
}

/// The address that a span refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// None.
    #[default]
    None,
    /// The span is (a part of) a link to this address.
    Link(String),
    /// The span is an image with this address; empty if it has none on the web.
    Image(String),
}
