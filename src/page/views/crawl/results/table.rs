//! The results as a table: one line a page, sorted by the head of a column.

use super::keys::{button_id, details_id};
use super::layout::{Column, Layout};
use super::origin::OriginTag;
use super::row::{link, on_row, title};
use crate::page::dom::digits::{fixed, grouped};
use crate::page::dom::text::bytes;
use crate::page::state::Action;
use crate::page::state::crawl::failures;
use crate::page::state::crawl::ranking::{Ranking, RankingKey, ResultsAction};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::screen::ScreenAction;
use crate::page::widgets::tables::portion;
use types::report::{Millis, PageRecord};
use yew::prelude::*;

/// The data that the table is drawn from.
pub(super) struct TableContext<'a> {
    pub(super) ranking: &'a Ranking,
    pub(super) layout: &'a Layout,
    /// When the first page was done.
    pub(super) began: Option<Millis>,
    pub(super) dispatch: &'a Dispatch,
}

impl TableContext<'_> {
    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.layout.columns.len() + 2
    }

    /// Draws the head. Its cells sort the results.
    pub(super) fn head(&self) -> Html {
        html! {
            <thead><tr>
                { self.head_cell("Page", RankingKey::Title, false) }
                for column in &self.layout.columns { { self.head_cell(column.title(), column.key(), column.is_number()) } }
                <th scope="col"><span class="unseen">{ "Details" }</span></th>
            </tr></thead>
        }
    }

    fn head_cell(&self, title: &'static str, key: RankingKey, is_number: bool) -> Html {
        let is_by = self.ranking.key() == key;
        let is_down = key.is_descending() != self.ranking.is_reversed();
        let (sort, arrow) = if is_down {
            ("descending", " ↓")
        } else {
            ("ascending", " ↑")
        };
        let onclick = self
            .dispatch
            .on(move || vec![Action::Results(ResultsAction::SortBy(key))]);
        html! {
            <th scope="col" class={is_number.then_some("number")} aria-sort={is_by.then_some(sort)}>
                <button type="button" class="quiet" {onclick}>{ title }if is_by { <span aria-hidden="true">{ arrow }</span> }</button>
            </th>
        }
    }

    /// Draws the row of a page, and below it its details where it is open.
    pub(super) fn row(&self, record: &PageRecord, details: Option<Html>, is_active: bool) -> Html {
        let (n, is_open, title) = (record.n, details.is_some(), title(record));
        let next = (!is_open).then_some(n);
        let onclick = self
            .dispatch
            .on(move || vec![Action::Screen(ScreenAction::Details(next))]);
        let class = classes!(
            "result",
            is_open.then_some("open"),
            self.ranking.is_copy(record).then_some("copy")
        );
        html! {
            <>
                <tr key={n} {class} onclick={on_row(&onclick)}>
                    <th scope="row">{ link(record, &title, is_active) }</th>
                    for column in &self.layout.columns { { self.cell(*column, record, is_active) } }
                    <td><button id={button_id(n)} type="button" class="quiet" {onclick} tabindex={(!is_active).then_some("-1")}
                        aria-expanded={is_open.to_string()} aria-controls={is_open.then(|| details_id(n))} aria-label={format!("Why: {title}")}>{ "Why" }</button></td>
                </tr>
                if let Some(details) = details { <tr class="details-row"><td colspan={self.width().to_string()}>{ details }</td></tr> }
            </>
        }
    }

    fn cell(&self, column: Column, record: &PageRecord, is_active: bool) -> Html {
        let is_read = record.outcome.is_read();
        let since = record
            .fetch
            .at
            .saturating_sub(self.began.unwrap_or(record.fetch.at));
        let text = match column {
            Column::Relevance if !is_read => "–".to_owned(),
            Column::Relevance => fixed(record.relevance, 2),
            Column::Probability => record.probability().map_or_else(String::new, portion),
            Column::Host => record.url.host().to_owned(),
            Column::Origin => {
                let origin = OriginTag::of(self.ranking, record);
                return html! { <td>{ origin.draw("quiet", is_active, self.dispatch) }</td> };
            }
            Column::Time => fixed(since as f64 / 1000.0, 1) + " s",
            Column::Depth => grouped(record.discovery.depth),
            Column::Status if !is_read => failures::title(&record.outcome.code()),
            Column::Status => record.status.to_string(),
            Column::Size => bytes(f64::from(record.fetch.bytes)),
        };
        html! { <td class={column.is_number().then_some("number")}>{ text }</td> }
    }
}
