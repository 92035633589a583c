//! Defines the blocks of a report: headings, sentences, lists, tables, charts. Every report format renders the same
//! blocks.

/// A part of a report. All texts are plain: who renders them escapes them.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading and its level, from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// Sentences one below the other.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A chart in a file of its own, or in place.
    Chart(Figure),
    /// Text as it was written, in a language such as `toml`.
    Code(&'static str, String),
}

/// A table: a first row with the names of the columns, and rows of as many cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows; the first cell of each names it.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The text of the cell.
    pub text: String,
    /// True if it is emphasized.
    pub strong: bool,
}

/// A chart that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The file name: `harvest-pages.svg`.
    pub file: String,
    /// The title.
    pub title: String,
    /// The drawing, as [`super::svg`] makes it.
    pub svg: String,
}

impl Cell {
    /// Returns a plain cell.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            strong: false,
        }
    }
}
