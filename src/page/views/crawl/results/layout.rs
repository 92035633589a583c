//! Holds the layout of the results: cards, or a table with selected columns. The browser stores the choice.

use crate::page::dom::storage;
use crate::page::state::crawl::ranking::RankingKey;
use yew::prelude::*;

/// The key in local storage. The value is `cards` or `table`, followed by the names of the columns.
const KEY: &str = "salticid-results";
const TABLE: &str = "table";
const CARDS: &str = "cards";

/// The columns after the title, in order.
const COLUMNS: [RankingKey; 8] = [
    RankingKey::Relevance,
    RankingKey::Probability,
    RankingKey::Host,
    RankingKey::Origin,
    RankingKey::Latest,
    RankingKey::Depth,
    RankingKey::Status,
    RankingKey::Size,
];

/// The layout of the results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Results are a table instead of cards.
    pub(crate) is_table: bool,
    /// The selected columns after the title, in order.
    chosen: Vec<RankingKey>,
}

/// Returns the title of a column, which also identifies it in the storage.
pub(super) fn column_title(column: RankingKey) -> &'static str {
    match column {
        RankingKey::Title => "Page",
        RankingKey::Relevance => "Relevance",
        RankingKey::Probability => "Probability",
        RankingKey::Host => "Host",
        RankingKey::Origin => "Spider or seed",
        RankingKey::Latest => "Time",
        RankingKey::Depth => "Depth",
        RankingKey::Status => "Status",
        RankingKey::Size => "Size",
    }
}

/// Returns whether the cells of a column are numbers, which are aligned to the right.
pub(super) fn is_number(column: RankingKey) -> bool {
    !matches!(column, RankingKey::Title | RankingKey::Host | RankingKey::Origin | RankingKey::Status)
}

impl Layout {
    /// Returns the columns of the table, starting with the title.
    pub(super) fn columns(&self) -> impl Iterator<Item = RankingKey> {
        std::iter::once(RankingKey::Title).chain(self.chosen.iter().copied())
    }

    fn remembered() -> Self {
        let text = storage::read(KEY).unwrap_or_default();
        let mut names = text.split(',');
        let is_table = names.next() == Some(TABLE);
        let mut chosen = COLUMNS.to_vec();
        if text.is_empty() {
            chosen.retain(|column| !matches!(column, RankingKey::Probability | RankingKey::Latest | RankingKey::Size));
        } else {
            let names: Vec<&str> = names.collect();
            chosen.retain(|column| names.contains(&column_title(*column)));
        }
        Self { is_table, chosen }
    }

    fn remember(&self) {
        let mut names = vec![if self.is_table { TABLE } else { CARDS }];
        names.extend(self.chosen.iter().map(|column| column_title(*column)));
        storage::write(KEY, Some(&names.join(",")));
    }

    /// Returns the layout with a column added at its position, or removed.
    fn toggled(&self, toggled: RankingKey) -> Self {
        let is_shown = |column: &RankingKey| self.chosen.contains(column) != (*column == toggled);
        Self { chosen: COLUMNS.into_iter().filter(is_shown).collect(), ..self.clone() }
    }
}

/// Returns the layout and the callback that changes it.
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

/// Renders the choice of the layout and of the columns.
pub(super) fn layout_choice(layout: &Layout, change: &Callback<Layout>) -> Html {
    let way = |name: &'static str, is_table: bool| {
        let is_chosen = layout.is_table == is_table;
        let next = Layout { is_table, ..layout.clone() };
        let onclick = change.reform(move |_: MouseEvent| next.clone());
        html! { <button type="button" aria-pressed={is_chosen.to_string()} {onclick}>{ name }</button> }
    };
    let column = |column: RankingKey| {
        let next = layout.toggled(column);
        let oninput = change.reform(move |_: InputEvent| next.clone());
        let checked = layout.chosen.contains(&column);
        html! { <label><input type="checkbox" {checked} {oninput} />{ column_title(column) }</label> }
    };
    html! {
        <div class="layout-choice">
            <div class="map-switch" role="group" aria-label="Layout">{ way("Cards", false) }{ way("Table", true) }</div>
            if layout.is_table {
                <details class="columns"><summary>{ "Columns" }</summary><div role="group" aria-label="Columns">{ for COLUMNS.into_iter().map(column) }</div></details>
            }
        </div>
    }
}
