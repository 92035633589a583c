//! Renders the results as a table: one line per page, sorted by clicks on the column heads.

use super::resizer::Resizer;
use super::row::{OriginTag, Props, link, title};
use crate::views::prelude::*;
use crate::widgets::buttons;
use crate::widgets::tables::sort_head;
use page_state::crawl::failures;
use page_state::crawl::ranking::{Column, RankingKey};
use page_state::crawl::results_layout::ResultsLayout;
use page_state::digits::duration;
use page_state::preferences::Preference;
use types::report::Millis;

/// Holds the data that the table is rendered from.
pub(super) struct TableContext<'a> {
    pub(super) ranking: &'a Ranking,
    pub(super) layout: &'a ResultsLayout,
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
                    { for self.layout.columns().map(|column| html! { <col ~style={self.column_style(column)} /> }) }
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

    /// Returns the style of a column. Columns that together are too wide for the style sheet's `--limit` share the room
    /// that the title and the actions leave.
    fn column_style(&self, column: RankingKey) -> String {
        if column == RankingKey::Title {
            return String::new();
        }
        let (width, count) = (self.layout.width(column), self.layout.chosen.len());
        let others = self.layout.total() - u32::from(width);
        let room = "var(--limit) - var(--rest)";
        format!("width: min({width}px, max(({room}) / {count}, {room} - {others}px))")
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
        let onresize = change(self.dispatch).reform(move |width| layout.resized(column, width));
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

/// Returns the callback that changes the layout.
fn change(dispatch: &Dispatch) -> Callback<ResultsLayout> {
    dispatch.actions.reform(|layout| Action::Prefer(Preference::Results(layout)))
}

/// Renders the choice of the layout and of the columns.
pub(super) fn layout_choice(layout: &ResultsLayout, dispatch: &Dispatch) -> Html {
    let change = change(dispatch);
    let way = |name: &'static str, is_table: bool| {
        let next = ResultsLayout { is_table, ..layout.clone() };
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
