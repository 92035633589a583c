//! Renders the tables of a strategy's or a model's learned data.
//!
//! A table of shares is a heat map in one hue, which is readable with every kind of color vision, with the number in
//! each cell.

use crate::widgets::page_link::PageLink;
use page_state::digits::{counted, fixed, grouped, percent};
use types::count;
use types::report::{Cell, ModelTable};
use types::text::{clean, cut};
use types::url::CanonicalUrl;
use yew::prelude::*;

/// The number of rows shown before the table is unfolded.
const ROWS: usize = 6;
/// The most characters of a cell.
const CHARS: usize = 120;

/// The number of color steps of a heat map.
const STEPS: f64 = 10.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) tables: Vec<ModelTable>,
    /// Headings are one level lower.
    #[prop_or_default]
    pub(crate) is_below: bool,
}

/// Renders a table whose first column holds the heads of the rows, for screen readers and for copying.
pub(crate) fn text_table(columns: impl Iterator<Item = String>, rows: impl Iterator<Item = Vec<String>>) -> Html {
    let cell = |(at, text): (usize, String)| {
        if at == 0 {
            html! { <th scope="row">{ text }</th> }
        } else {
            html! { <td>{ text }</td> }
        }
    };
    html! {
        <table>
            <thead><tr>{ for columns.map(|column| heading(&column, None)) }</tr></thead>
            <tbody>{ for rows.map(|row| html! { <tr>{ for row.into_iter().enumerate().map(cell) }</tr> }) }</tbody>
        </table>
    }
}

/// Renders the heads of columns; `is_figure` returns true for columns of numbers.
pub(crate) fn heads<'a>(titles: impl IntoIterator<Item = &'a str>, is_figure: impl Fn(usize) -> bool) -> Html {
    let heads = titles.into_iter().enumerate();
    html! { <thead><tr>{ for heads.map(|(at, title)| heading(title, is_figure(at).then_some("figure"))) }</tr></thead> }
}

/// Renders the folded table of a chart's values.
pub(crate) fn chart_table(columns: impl Iterator<Item = String>, rows: impl Iterator<Item = Vec<String>>) -> Html {
    html! {
        <details class="numbers">
            <summary>{ "Data table" }</summary>
            <div class="sideways" tabindex="0" role="group" aria-label="Data table">{ text_table(columns, rows) }</div>
        </details>
    }
}

/// Renders tables, which keep their fold state.
#[component]
pub(crate) fn ModelTables(props: &Props) -> Html {
    let unfolded = use_state_eq(Vec::<String>::new);
    let tables = props.tables.iter();
    // The wrapping element keeps the position of later siblings stable while there are no tables.
    html! { <div class="tables">{ for tables.map(|table| draw_table(table, props.is_below, &unfolded)) }</div> }
}

/// Renders a table: its first rows, or all if it is unfolded.
fn draw_table(table: &ModelTable, is_below: bool, unfolded: &UseStateHandle<Vec<String>>) -> Html {
    let is_whole = table.heat || unfolded.contains(&table.title);
    let rows = table.rows.len();
    let shown = if is_whole { rows } else { rows.min(ROWS) };
    let onclick = toggle(unfolded, table.title.clone());
    let title = html! {
        <>{ clean(&table.title) }if !table.heat && rows > ROWS { <span class="count">{ grouped(table.all) }</span> }</>
    };
    html! {
        <section key={table.title.clone()} class={classes!("panel", "insight", table.heat.then_some("heat"))}>
            <div class="sideways" role="group" tabindex={scrolls(table).then_some("0")}
                aria-label={clean(&table.title)}>
                <table>
                    <caption>
                        if is_below { <h3>{ title }</h3> } else { <h2>{ title }</h2> }
                        <p class="fine">{ clean(&table.help) }</p>
                    </caption>
                    <thead><tr>
                        for (at, column) in table.columns.iter().enumerate() {
                            { heading(&clean(column), class(table, at)) }
                        }
                    </tr></thead>
                    <tbody>
                        for row in table.rows.iter().take(shown) { { line(row, table.heat) } }
                    </tbody>
                </table>
            </div>
            if rows > ROWS && !table.heat {
                <button type="button" class="quiet unfold" {onclick}
                    aria-expanded={is_whole.to_string()}>{ button(table, is_whole) }</button>
            }
        </section>
    }
}

/// Renders the title of a column; without a title it is no header.
fn heading(title: &str, class: Option<&'static str>) -> Html {
    if title.is_empty() {
        html! { <td {class}></td> }
    } else {
        html! { <th scope="col" {class}>{ title.to_owned() }</th> }
    }
}

/// Renders the head of a column by which a click sorts. `sorted` is true if the table is sorted by it in descending
/// order, false in ascending order. `resizer` changes the width of the column.
pub(crate) fn sort_head(
    title: &'static str,
    class: Option<&'static str>,
    sorted: Option<bool>,
    onclick: Callback<MouseEvent>,
    resizer: Html,
) -> Html {
    let (sort, arrow) = match sorted {
        Some(true) => (Some("descending"), " ↓"),
        Some(false) => (Some("ascending"), " ↑"),
        None => (None, ""),
    };
    html! {
        <th scope="col" {class} aria-sort={sort}>
            <button type="button" class="quiet" {onclick}>
                { title }if sort.is_some() { <span aria-hidden="true">{ arrow }</span> }
            </button>
            { resizer }
        </th>
    }
}

/// Returns whether a table may be wider than the window, and so scrolls with the arrow keys.
fn scrolls(table: &ModelTable) -> bool {
    table.heat || table.columns.len() > 3
}

/// Returns a callback that unfolds a table, or folds it.
fn toggle(unfolded: &UseStateHandle<Vec<String>>, title: String) -> Callback<MouseEvent> {
    let unfolded = unfolded.clone();
    Callback::from(move |_| {
        let mut next = (*unfolded).clone();
        next.retain(|one| *one != title);
        if next.len() == unfolded.len() {
            next.push(title.clone());
        }
        unfolded.set(next);
    })
}

fn button(table: &ModelTable, is_whole: bool) -> String {
    let rows = count(table.rows.len());
    match (is_whole, rows < table.all) {
        (true, _) => format!("Show only the first {ROWS}"),
        (false, true) => format!("Show the first {} of {}", grouped(rows), grouped(table.all)),
        (false, false) => format!("Show all {}", counted(rows, "row")),
    }
}

/// Returns the CSS class of a column: numbers are aligned to the right.
fn class(table: &ModelTable, column: usize) -> Option<&'static str> {
    let first = table.rows.first().and_then(|row| row.get(column));
    matches!(first, Some(Cell::Count(_) | Cell::Number(_))).then_some("figure")
}

fn line(row: &[Cell], heat: bool) -> Html {
    let cell = |(at, cell): (usize, &Cell)| match (at, cell) {
        (0, cell) => html! { <th scope="row">{ content(cell) }</th> },
        (_, Cell::Number(share)) if heat => {
            html! { <td class={classes!("figure", warmth(*share))}>{ percent(*share) }</td> }
        }
        (_, Cell::Count(_) | Cell::Number(_)) => {
            html! { <td class="figure">{ content(cell) }</td> }
        }
        (_, cell) => html! { <td>{ content(cell) }</td> },
    };
    html! { <tr>{ for row.iter().enumerate().map(cell) }</tr> }
}

/// Returns the CSS class of a share's color.
pub(crate) fn warmth(share: f64) -> String {
    format!("heat-{}", fixed((share.clamp(0.0, 1.0) * STEPS).round(), 0))
}

fn content(cell: &Cell) -> Html {
    match cell {
        Cell::Text(text) => html! { { cut(&clean(text), CHARS).to_owned() } },
        Cell::Count(count) => html! { { grouped(*count) } },
        Cell::Number(number) => html! { { fixed(*number, 3) } },
        Cell::Page(url, title) => page(url, title.as_deref()),
    }
}

/// Renders a page by its title, with its host below it, or by its address if it has no title.
fn page(url: &CanonicalUrl, title: Option<&str>) -> Html {
    let title = title.map(clean).filter(|title| !title.is_empty());
    let text = title.as_deref().unwrap_or(url.as_str());
    let text = cut(text, CHARS);
    html! {
        <>
            <PageLink url={url.clone()} text={text.to_owned()} />
            if title.is_some() { <span class="fine host">{ url.host().to_owned() }</span> }
        </>
    }
}
