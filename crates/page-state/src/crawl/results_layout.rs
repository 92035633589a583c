//! Lays out the list of results: cards, or a table with chosen columns.

use super::ranking::{Column, RankingKey};
use std::collections::BTreeMap;

const TABLE: &str = "table";
const CARDS: &str = "cards";

/// The layout of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultsLayout {
    /// Results are a table instead of cards.
    pub is_table: bool,
    /// The selected columns after the title, in order.
    pub chosen: Vec<RankingKey>,
    /// The widths of resized columns in CSS pixels, by the names of the columns.
    pub widths: BTreeMap<&'static str, u16>,
}

impl Default for ResultsLayout {
    fn default() -> Self {
        let chosen = RankingKey::beside_title().filter(|key| key.column().is_initial).collect();
        Self { is_table: false, chosen, widths: BTreeMap::new() }
    }
}

impl ResultsLayout {
    /// Reads what [`Self::text`] wrote. Names of unknown columns are passed over.
    pub fn read(text: &str) -> Self {
        let is_table = text.split(',').next() == Some(TABLE);
        let entries: BTreeMap<&str, Option<u16>> = text.split(',').skip(1).map(read_column).collect();
        let columns = RankingKey::beside_title().map(RankingKey::column);
        let width = |column: &Column| Some((column.name, (*entries.get(column.name)?)?));
        Self {
            is_table,
            chosen: RankingKey::beside_title().filter(|key| entries.contains_key(key.column().name)).collect(),
            widths: columns.filter_map(width).collect(),
        }
    }

    /// Returns the layout as text: `cards` or `table`, followed by the names of the columns, each with a colon and its
    /// width in CSS pixels if that was changed.
    pub fn text(&self) -> String {
        let mut names = vec![if self.is_table { TABLE } else { CARDS }.to_owned()];
        names.extend(self.chosen.iter().map(|column| {
            let name = column.column().name;
            self.widths.get(name).map_or_else(|| name.to_owned(), |width| format!("{name}:{width}"))
        }));
        names.join(",")
    }

    /// Returns the columns of the table, starting with the title.
    pub fn columns(&self) -> impl Iterator<Item = RankingKey> {
        std::iter::once(RankingKey::Title).chain(self.chosen.iter().copied())
    }

    /// Returns the chosen or initial width of a column in CSS pixels.
    pub fn width(&self, column: RankingKey) -> u16 {
        let column = column.column();
        self.widths.get(column.name).copied().unwrap_or(column.width)
    }

    /// Returns the width of all columns after the title in CSS pixels.
    pub fn total(&self) -> u32 {
        self.chosen.iter().map(|column| u32::from(self.width(*column))).sum()
    }

    /// Returns the layout with another width of a column.
    #[must_use]
    pub fn resized(&self, column: RankingKey, width: u16) -> Self {
        let mut layout = self.clone();
        layout.widths.insert(column.column().name, width);
        layout
    }

    /// Returns the layout with a column added at its position, or removed.
    #[must_use]
    pub fn toggled(&self, toggled: RankingKey) -> Self {
        let is_shown = |column: &RankingKey| self.chosen.contains(column) != (*column == toggled);
        Self { chosen: RankingKey::beside_title().filter(is_shown).collect(), ..self.clone() }
    }
}

/// Reads the name of a column and its width.
fn read_column(text: &str) -> (&str, Option<u16>) {
    text.split_once(':').map_or((text, None), |(name, width)| (name, width.parse().ok()))
}
