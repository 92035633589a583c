//! Renders the results as a table: one line per page, sorted by clicks on the column heads.

use super::layout::{Layout, column_title, is_number};
use super::origin::OriginTag;
use super::row::{Props, link, title};
use crate::page::dom::digits::duration;
use crate::page::state::crawl::failures;
use crate::page::state::crawl::ranking::RankingKey;
use crate::page::views::prelude::*;
use types::report::Millis;

/// Holds the data that the table is rendered from.
pub(super) struct TableContext<'a> {
    pub(super) ranking: &'a Ranking,
    pub(super) layout: &'a Layout,
    /// The time of the first page.
    pub(super) began: Option<Millis>,
    pub(super) dispatch: &'a Dispatch,
}

impl TableContext<'_> {
    /// Renders the head, whose cells sort the results.
    pub(super) fn head(&self) -> Html {
        html! {
            <thead><tr>
                { for self.layout.columns().map(|column| self.head_cell(column)) }
                <th scope="col"><span class="unseen">{ "Actions" }</span></th>
            </tr></thead>
        }
    }

    fn head_cell(&self, column: RankingKey) -> Html {
        let is_by = self.ranking.order.key == column;
        let is_down = column.is_descending() != self.ranking.order.is_reversed;
        let (sort, arrow) = if is_down { ("descending", " ↓") } else { ("ascending", " ↑") };
        let onclick = self.dispatch.on(move || vec![Action::Results(ResultsAction::SortBy(column))]);
        html! {
            <th scope="col" class={is_number(column).then_some("number")} aria-sort={is_by.then_some(sort)}>
                <button type="button" class="quiet" {onclick}>{ column_title(column) }if is_by { <span aria-hidden="true">{ arrow }</span> }</button>
            </th>
        }
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
                if let Some(why) = page.why.clone() { <tr class="details-row"><td colspan={width.to_string()}>{ why }</td></tr> }
            </>
        }
    }

    fn cell(&self, column: RankingKey, page: &Props) -> Html {
        let record = &page.record;
        let is_read = record.outcome.is_read();
        let since = record.fetch.since(self.began);
        let text = match column {
            RankingKey::Title => {
                return html! { <th scope="row"><span class="table-title">{ link(record, &title(record), page.position.is_active) }{ page.copies() }</span></th> };
            }
            RankingKey::Relevance if !is_read => "–".to_owned(),
            RankingKey::Relevance => fixed(record.relevance, 2),
            RankingKey::Probability => record.probability().map_or_else(String::new, percent),
            RankingKey::Host => record.url.host().to_owned(),
            RankingKey::Origin => {
                let origin = OriginTag::of(self.ranking, record);
                return html! { <td>{ origin.draw("quiet", page.position.is_active, self.dispatch) }</td> };
            }
            RankingKey::Latest => duration(since as f64),
            RankingKey::Depth => grouped(record.discovery.depth),
            RankingKey::Status if !is_read => failures::title(&record.outcome.code()),
            RankingKey::Status => record.status.to_string(),
            RankingKey::Size => bytes(f64::from(record.fetch.bytes)),
        };
        html! { <td class={is_number(column).then_some("number")}>{ text }</td> }
    }
}
