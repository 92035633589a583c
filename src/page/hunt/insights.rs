//! What a strategy knows by now, as tables: whatever it gives, drawn alike.

use crate::page::digits::{counted, fixed, grouped};
use crate::page::hands::Hands;
use crate::page::href::{SafeHref, outer_link};
use crate::page::live::Live;
use crate::page::state::Action;
use engine::report::{Cell, Insight};
use engine::text::{clean, cut};
use engine::url::CanonicalUrl;
use yew::prelude::*;

/// Rows that are shown before the table is unfolded.
const ROWS: usize = 5;
/// Most characters of a cell.
const CHARS: usize = 120;

/// One table: its first rows, or all that there are where the person unfolded it.
pub(super) fn table(live: &Live, insight: &Insight, hands: &Hands) -> Html {
    let title = insight.title.clone();
    let is_whole = live.unfolded.contains(&title);
    let rows = insight.rows.len();
    let shown = if is_whole { rows } else { rows.min(ROWS) };
    let onclick = hands.on(move || vec![Action::UnfoldTable(title.clone())]);
    html! {
        <section key={insight.title.clone()} class="panel insight">
            <table>
                <caption><h2>{ clean(&insight.title) }<span class="count">{ grouped(insight.all) }</span></h2><p class="fine">{ clean(&insight.help) }</p></caption>
                <thead><tr>
                    for (at, column) in insight.columns.iter().enumerate() {
                        <th scope="col" class={class(insight, at)}>{ clean(column) }</th>
                    }
                </tr></thead>
                <tbody>
                    for row in insight.rows.iter().take(shown) { { line(row) } }
                </tbody>
            </table>
            if rows > ROWS {
                <button type="button" class="quiet unfold" {onclick}
                    aria-expanded={is_whole.to_string()}>{ button(insight, is_whole) }</button>
            }
        </section>
    }
}

fn button(insight: &Insight, is_whole: bool) -> String {
    let rows = u32::try_from(insight.rows.len()).unwrap_or(u32::MAX);
    match (is_whole, rows < insight.all) {
        (true, _) => format!("Show {ROWS} alone"),
        (false, true) => format!(
            "Show the first {} of {}",
            grouped(rows),
            grouped(insight.all)
        ),
        (false, false) => format!("Show all {}", counted(rows, "row")),
    }
}

/// Numbers stand to the right.
fn class(insight: &Insight, column: usize) -> Option<&'static str> {
    let first = insight.rows.first().and_then(|row| row.get(column));
    matches!(first, Some(Cell::Count(_) | Cell::Number(_))).then_some("figure")
}

fn line(row: &[Cell]) -> Html {
    let cell = |(at, cell): (usize, &Cell)| match (at, cell) {
        (0, cell) => html! { <th scope="row">{ content(cell) }</th> },
        (_, Cell::Count(_) | Cell::Number(_)) => {
            html! { <td class="figure">{ content(cell) }</td> }
        }
        (_, cell) => html! { <td>{ content(cell) }</td> },
    };
    html! { <tr>{ for row.iter().enumerate().map(cell) }</tr> }
}

fn content(cell: &Cell) -> Html {
    match cell {
        Cell::Text(text) => html! { { cut(&clean(text), CHARS).to_owned() } },
        Cell::Count(count) => html! { { grouped(*count) } },
        Cell::Number(number) => html! { { fixed(*number, 3) } },
        Cell::Page(url, title) => page(url, title.as_deref()),
    }
}

/// A page by its title, with its host below it; by its address where it has no title.
fn page(url: &CanonicalUrl, title: Option<&str>) -> Html {
    let title = title.map(clean).filter(|title| !title.is_empty());
    let text = title.as_deref().unwrap_or(url.as_str());
    let text = cut(text, CHARS);
    let link = SafeHref::of(url).map(|href| outer_link(&href, text, true));
    html! {
        <>
            { link.unwrap_or_else(|| html! { { text.to_owned() } }) }
            if title.is_some() { <span class="fine host">{ url.host().to_owned() }</span> }
        </>
    }
}
