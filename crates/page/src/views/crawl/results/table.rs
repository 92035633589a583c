//! Renders the results as a table: one line per page, sorted by clicks on the column heads.

use super::resizer::Resizer;
use super::row::{OriginTag, Props, link, title};
use crate::dom::storage;
use crate::views::prelude::*;
use crate::widgets::buttons;
use crate::widgets::tables::sort_head;
use page_state::crawl::failures;
use page_state::crawl::ranking::{Column, RankingKey};
use page_state::digits::duration;
use types::report::Millis;

/// Holds the data that the table is rendered from.
pub(super) struct TableContext<'a> {
    pub(super) ranking: &'a Ranking,
    pub(super) layout: &'a Layout,
    /// Changes the layout.
    pub(super) on_layout: &'a Callback<Layout>,
    /// The time of the first page.
    pub(super) began: Option<Millis>,
    pub(super) dispatch: &'a Dispatch,
}

impl TableContext<'_> {
    /// Renders the widths of the columns, and the head, whose cells sort the results.
    pub(super) fn head(&self) -> Html {
        html! {
            <>
                <colgroup>
                    { for self.layout.columns().map(|column| html! { <col ~style={self.layout.style(column)} /> }) }
                    <col class="actions" />
                </colgroup>
                <thead><tr>
                    { for self.layout.columns().map(|column| self.head_cell(column)) }
                    <th scope="col"><span class="unseen">{ "Actions" }</span></th>
                </tr></thead>
            </>
        }
    }

    /// Returns the style of the table: the width of its columns after the title.
    pub(super) fn style(&self) -> String {
        format!("--columns: {}px", self.layout.total())
    }

    fn head_cell(&self, column: RankingKey) -> Html {
        let is_by = self.ranking.order.key == column;
        let Column { title, is_number, is_descending, .. } = *column.column();
        let is_down = is_descending != self.ranking.order.is_reversed;
        let onclick = self.dispatch.on(move || vec![Action::Results(ResultsAction::SortBy(column))]);
        sort_head(title, is_number.then_some("number"), is_by.then_some(is_down), onclick, self.resizer(column))
    }

    /// Renders the separator before a column; the title has none.
    fn resizer(&self, column: RankingKey) -> Html {
        if column == RankingKey::Title {
            return Html::default();
        }
        let layout = self.layout.clone();
        let onresize = self.on_layout.reform(move |width| layout.resized(column, width));
        html! { <Resizer title={column.column().title} width={self.layout.width(column)} {onresize} /> }
    }

    /// Renders the row of a page and, if it is open, its explanation below.
    pub(super) fn row(&self, page: &Props) -> Html {
        let width = self.layout.columns().count() + 1;
        html! {
            <key={page.record.n}>
                <tr class={classes!("result", page.class())} onclick={page.on_row()}>
                    { for self.layout.columns().map(|column| self.cell(column, page)) }
                    <td>{ page.ways(&title(&page.record)) }</td>
                </tr>
                if let Some(why) = page.why.clone() {
                    <tr class="details-row"><td colspan={width.to_string()}>{ why }</td></tr>
                }
            </>
        }
    }

    fn cell(&self, column: RankingKey, page: &Props) -> Html {
        let record = &page.record;
        let is_read = record.outcome.is_read();
        let since = record.fetch.since(self.began);
        let text = match column {
            RankingKey::Title => {
                return html! {
                    <th scope="row">
                        <span class="table-title">
                            { link(record, &title(record), page.is_active) }{ page.copies() }
                        </span>
                    </th>
                };
            }
            RankingKey::Relevance if !is_read => "–".to_owned(),
            RankingKey::Relevance => fixed(record.relevance, 2),
            RankingKey::Probability => record.probability().map_or_else(String::new, percent),
            RankingKey::Host => record.url.host().to_owned(),
            RankingKey::Origin => {
                let origin = OriginTag::new(self.ranking, record);
                return html! { <td>{ origin.draw("quiet", page.is_active, self.dispatch) }</td> };
            }
            RankingKey::Latest => duration(since as f64),
            RankingKey::Depth => grouped(record.discovery.depth),
            RankingKey::Status if !is_read => failures::title(&record.outcome.code()),
            RankingKey::Status => record.status.to_string(),
            RankingKey::Size => bytes(f64::from(record.fetch.bytes)),
        };
        html! { <td class={column.column().is_number.then_some("number")}>{ text }</td> }
    }
}

/// The key in local storage. The value is `cards` or `table`, followed by the names of the columns, each with a colon
/// and its width in CSS pixels if that was changed.
const KEY: &str = "salticid-results";
const TABLE: &str = "table";
const CARDS: &str = "cards";

/// The layout of the results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Results are a table instead of cards.
    pub(crate) is_table: bool,
    /// The selected columns after the title, in order.
    chosen: Vec<RankingKey>,
    /// The widths of resized columns in CSS pixels, by the names of the columns.
    widths: BTreeMap<&'static str, u16>,
}

impl Layout {
    /// Returns the columns of the table, starting with the title.
    pub(super) fn columns(&self) -> impl Iterator<Item = RankingKey> {
        std::iter::once(RankingKey::Title).chain(self.chosen.iter().copied())
    }

    fn remembered() -> Self {
        let text = storage::read(KEY).unwrap_or_default();
        let is_table = text.split(',').next() == Some(TABLE);
        let entries: BTreeMap<&str, Option<u16>> = text.split(',').skip(1).map(read_column).collect();
        let columns = RankingKey::beside_title().map(RankingKey::column);
        let width = |column: &Column| Some((column.name, (*entries.get(column.name)?)?));
        let is_chosen = |column: &Column| {
            if text.is_empty() { column.is_initial } else { entries.contains_key(column.name) }
        };
        Self {
            is_table,
            chosen: RankingKey::beside_title().filter(|key| is_chosen(key.column())).collect(),
            widths: columns.filter_map(width).collect(),
        }
    }

    fn remember(&self) {
        let mut names = vec![if self.is_table { TABLE } else { CARDS }.to_owned()];
        names.extend(self.chosen.iter().map(|column| {
            let name = column.column().name;
            self.widths.get(name).map_or_else(|| name.to_owned(), |width| format!("{name}:{width}"))
        }));
        storage::write(KEY, Some(&names.join(",")));
    }

    /// Returns the chosen or initial width of a column in CSS pixels.
    fn width(&self, column: RankingKey) -> u16 {
        let column = column.column();
        self.widths.get(column.name).copied().unwrap_or(column.width)
    }

    /// Returns the width of all columns after the title in CSS pixels.
    fn total(&self) -> u32 {
        self.chosen.iter().map(|column| u32::from(self.width(*column))).sum()
    }

    /// Returns the style of a column. Columns that together are too wide for the style sheet's `--limit` share the room
    /// that the title and the actions leave.
    fn style(&self, column: RankingKey) -> String {
        if column == RankingKey::Title {
            return String::new();
        }
        let (width, count) = (self.width(column), self.chosen.len());
        let others = self.total() - u32::from(width);
        let room = "var(--limit) - var(--rest)";
        format!("width: min({width}px, max(({room}) / {count}, {room} - {others}px))")
    }

    /// Returns the layout with another width of a column.
    fn resized(&self, column: RankingKey, width: u16) -> Self {
        let mut layout = self.clone();
        layout.widths.insert(column.column().name, width);
        layout
    }

    /// Returns the layout with a column added at its position, or removed.
    fn toggled(&self, toggled: RankingKey) -> Self {
        let is_shown = |column: &RankingKey| self.chosen.contains(column) != (*column == toggled);
        Self { chosen: RankingKey::beside_title().filter(is_shown).collect(), ..self.clone() }
    }
}

/// Reads the name of a column and its width from local storage.
fn read_column(text: &str) -> (&str, Option<u16>) {
    text.split_once(':').map_or((text, None), |(name, width)| (name, width.parse().ok()))
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
        let next = Layout { is_table, ..layout.clone() };
        (name, layout.is_table == is_table, change.reform(move |_| next.clone()))
    };
    let column = |column: RankingKey| {
        let next = layout.toggled(column);
        let oninput = change.reform(move |_: InputEvent| next.clone());
        let checked = layout.chosen.contains(&column);
        html! { <label><input type="checkbox" {checked} {oninput} />{ column.column().title }</label> }
    };
    html! {
        <div class="layout-choice">
            { buttons::switch("Layout", [way("Cards", false), way("Table", true)]) }
            if layout.is_table {
                <details class="columns">
                    <summary>{ "Columns" }</summary>
                    <div role="group" aria-label="Columns">{ for RankingKey::beside_title().map(column) }</div>
                </details>
            }
        </div>
    }
}
