//! Defines the blocks of a report: headings, sentences, lists, tables, charts. Every report format renders the same
//! blocks.

/// A part of a report. All texts are plain; each renderer escapes them.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading and its level, from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// Sentences, one per line.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A chart, in a separate file or inline.
    Chart(Figure),
    /// Literal text in a language such as `toml`.
    Code(&'static str, String),
}

/// Holds a table: the names of the columns, and rows with as many cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// The rows; the first cell of each is its name.
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

/// A rendered chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The file name: `harvest-pages.svg`.
    pub file: String,
    /// The title.
    pub title: String,
    /// The drawing, created by [`super::svg`].
    pub svg: String,
}

impl Cell {
    /// Returns a plain cell.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), strong: false }
    }
}
