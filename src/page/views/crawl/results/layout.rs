//! The layout of the results: cards, or a table whose columns the person chooses; this browser remembers the choice.

use crate::page::dom::storage;
use crate::page::state::crawl::ranking::RankingKey;
use yew::prelude::*;

/// The key of the layout in the browser's storage: `cards` or `table`, then the names of the columns.
const KEY: &str = "salticid-results";
const TABLE: &str = "table";
const CARDS: &str = "cards";

/// The layout of the results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// A table in place of cards.
    pub(crate) is_table: bool,
    /// The columns of the table beside the title, in their order.
    pub(crate) columns: Vec<Column>,
}

/// A column of the table beside the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Relevance,
    Probability,
    Host,
    Origin,
    Time,
    Depth,
    Status,
    Size,
}

impl Column {
    const ALL: [Self; 8] = [
        Self::Relevance,
        Self::Probability,
        Self::Host,
        Self::Origin,
        Self::Time,
        Self::Depth,
        Self::Status,
        Self::Size,
    ];

    /// Returns the name for people, which also names it in the storage.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Relevance => "Relevance",
            Self::Probability => "Probability",
            Self::Host => "Host",
            Self::Origin => "Spider or seed",
            Self::Time => "Time",
            Self::Depth => "Depth",
            Self::Status => "Status",
            Self::Size => "Size",
        }
    }

    /// Returns the value by which the column is sorted.
    pub(super) fn key(self) -> RankingKey {
        match self {
            Self::Relevance => RankingKey::Relevance,
            Self::Probability => RankingKey::Probability,
            Self::Host => RankingKey::Host,
            Self::Origin => RankingKey::Origin,
            Self::Time => RankingKey::Latest,
            Self::Depth => RankingKey::Depth,
            Self::Status => RankingKey::Status,
            Self::Size => RankingKey::Size,
        }
    }

    /// Returns whether its cells are numbers, which stand to the right.
    pub(super) fn is_number(self) -> bool {
        !matches!(self, Self::Host | Self::Origin | Self::Status)
    }
}

impl Layout {
    fn remembered() -> Self {
        let text = storage::read(KEY).unwrap_or_default();
        let mut names = text.split(',');
        let is_table = names.next() == Some(TABLE);
        let mut columns: Vec<Column> = Column::ALL.to_vec();
        if text.is_empty() {
            columns.retain(|column| {
                !matches!(column, Column::Probability | Column::Time | Column::Size)
            });
        } else {
            let names: Vec<&str> = names.collect();
            columns.retain(|column| names.contains(&column.title()));
        }
        Self { is_table, columns }
    }

    fn remember(&self) {
        let mut names = vec![if self.is_table { TABLE } else { CARDS }];
        names.extend(self.columns.iter().map(|column| column.title()));
        storage::write(KEY, Some(&names.join(",")));
    }

    /// Returns the layout with a column added in its place, or removed.
    fn toggled(&self, toggled: Column) -> Self {
        let is_shown = |column: &Column| self.columns.contains(column) != (*column == toggled);
        Self {
            columns: Column::ALL.into_iter().filter(is_shown).collect(),
            ..self.clone()
        }
    }
}

/// Returns the layout, and the callback that changes it.
#[hook]
pub(super) fn use_layout() -> (Layout, Callback<Layout>) {
    let layout = use_state_eq(Layout::remembered);
    let setter = layout.setter();
    let change = Callback::from(move |layout: Layout| {
        layout.remember();
        setter.set(layout);
    });
    ((*layout).clone(), change)
}

/// Draws the choice of the layout and of the columns.
pub(super) fn layout_choice(layout: &Layout, change: &Callback<Layout>) -> Html {
    let way = |name: &'static str, is_table: bool| {
        let is_chosen = layout.is_table == is_table;
        let next = Layout {
            is_table,
            ..layout.clone()
        };
        let onclick = change.reform(move |_: MouseEvent| next.clone());
        html! { <button type="button" aria-pressed={is_chosen.to_string()} {onclick}>{ name }</button> }
    };
    let column = |column: Column| {
        let next = layout.toggled(column);
        let oninput = change.reform(move |_: InputEvent| next.clone());
        let checked = layout.columns.contains(&column);
        html! { <label><input type="checkbox" {checked} {oninput} />{ column.title() }</label> }
    };
    html! {
        <div class="layout-choice">
            <div class="map-switch" role="group" aria-label="Layout">{ way("Cards", false) }{ way("Table", true) }</div>
            if layout.is_table {
                <details class="columns"><summary>{ "Columns" }</summary><div role="group" aria-label="Columns">{ for Column::ALL.into_iter().map(column) }</div></details>
            }
        </div>
    }
}
