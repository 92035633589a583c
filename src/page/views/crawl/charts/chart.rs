//! Renders a chart: folded, its latest values in a line; open, the curves, the legend and the values as a table.

use super::Kind;
use crate::page::dom::digits::plain;
use crate::page::state::crawl::curves::{Curves, Point, Quantity};
use crate::page::views::prelude::*;
use crate::page::widgets::chart::plot::Plot;
use crate::page::widgets::chart::points::{CLASSES, Points};
use crate::page::widgets::chart::sampling::decimated;
use crate::page::widgets::chart::unit::Unit;
use web_sys::HtmlDetailsElement;

/// The number of rows of the table of values.
const ROWS: usize = 9;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) kind: Kind,
    /// The points of the crawl.
    pub(crate) curves: Shared<Curves>,
    /// The pages after which the crawl was changed.
    #[prop_or_default]
    pub(crate) marks: Vec<u32>,
    /// The chart is open at first.
    pub(crate) is_open: bool,
}

/// Renders the chart.
#[component]
pub(crate) fn Chart(props: &Props) -> Html {
    let Props { kind, curves, .. } = props;
    let open = use_state_eq(|| props.is_open);
    let pointed = use_state_eq(|| None::<usize>);
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: Event| {
            // Toggle events of elements inside the chart bubble up to here.
            let folds = event.target_dyn_into::<HtmlDetailsElement>();
            if let Some(fold) = folds.filter(|fold| fold.class_name() == "chart") {
                open.set(fold.open());
            }
        })
    };
    let point = {
        let pointed = pointed.clone();
        Callback::from(move |at| pointed.set(at))
    };
    let points = use_memo(
        (*kind, curves.clone(), *open),
        |(kind, curves, open)| {
            if *open { points(kind, curves) } else { Points::default() }
        },
    );
    let values = point_text(kind, curves.latest());
    html! {
        <details class="chart" {ontoggle} open={props.is_open}>
            <summary><h2>{ kind.title }</h2><span class="now">{ values }</span></summary>
            if *open {
                <figure>
                    <figcaption class="fine">{ kind.help }</figcaption>
                    <div class="plot-frame">
                        <Plot unit={kind.unit} points={points.clone()} spoken={spoken(kind, curves.latest())} {point} />
                        { changes(&points, &props.marks) }
                    </div>
                    { legend(kind, (*pointed).and_then(|at| curves.points().nth(at)), !props.marks.is_empty()) }
                    { table(kind, curves) }
                </figure>
            }
        </details>
    }
}

fn points(kind: &Kind, curves: &Curves) -> Points {
    let curve = |one: &Quantity| curves.points().map(|point| one.at(point)).collect();
    Points {
        from: 0,
        pages: curves.points().map(|point| point.pages).collect(),
        curves: kind.curves.iter().map(curve).collect(),
        ..Points::default()
    }
}

/// Renders a vertical line for each change of the crawl, over the area of the curves.
fn changes(points: &Points, marks: &[u32]) -> Html {
    let last = f64::from(points.pages.last().copied().unwrap_or_default().max(1));
    let at = marks.iter().map(|done| f64::from(*done) / last * 100.0);
    let line = |x: f64| {
        let x = plain(x);
        html! { <line x1={x.clone()} x2={x} y1="0" y2="1" /> }
    };
    html! {
        <svg class="plot-changes" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            { for at.filter(|x| *x <= 100.0).map(line) }
        </svg>
    }
}

/// Describes the values at a point.
fn point_text(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return "–".to_owned();
    };
    let values = kind.curves.iter().map(|one| value(*one, point, kind.unit));
    values.collect::<Vec<_>>().join(" · ")
}

fn value(one: Quantity, point: &Point, unit: Unit) -> String {
    one.at(point).map_or_else(|| "–".to_owned(), |value| unit.text(value))
}

/// Describes the curves for screen readers.
fn spoken(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return format!("{}: no data yet", kind.title);
    };
    let one = |one: &Quantity| format!("{}: {}", one.name(), value(*one, point, kind.unit));
    let all: Vec<String> = kind.curves.iter().map(one).collect();
    let pages = grouped(point.pages);
    format!("{}. {}, after {pages} pages", kind.title, all.join("; "))
}

/// Renders the legend, with the values at the pointer if it is over the chart.
fn legend(kind: &Kind, pointed: Option<&Point>, has_changes: bool) -> Html {
    let sample = |class| html! { <svg viewBox="0 0 22 6" width="22" height="6"><line {class} x1="0" x2="22" y1="3" y2="3" /></svg> };
    let text = |one: &Quantity| match pointed {
        Some(point) => format!("{} {}", one.name(), value(*one, point, kind.unit)),
        None => one.name(),
    };
    html! {
        <ul class="legend" aria-hidden="true">
            for (one, class) in kind.curves.iter().zip(CLASSES) {
                <li>{ sample(class) }{ text(one) }</li>
            }
            if has_changes { <li><svg class="change-key" viewBox="0 0 2 12" width="2" height="12"><line x1="1" x2="1" y1="0" y2="12" /></svg>{ "change" }</li> }
            if let Some(point) = pointed { <li>{ format!("page {}", grouped(point.pages)) }</li> }
        </ul>
    }
}

/// Renders the values as a table, for screen readers and for copying.
fn table(kind: &Kind, curves: &Curves) -> Html {
    let points: Vec<&Point> = curves.points().collect();
    let rows = decimated(points.len(), ROWS);
    let cell = |one: &Quantity, point: &Point| {
        let value = one.at(point);
        value.map_or_else(|| "–".to_owned(), |value| kind.unit.written(value))
    };
    html! {
        <details class="numbers">
            <summary>{ "Data table" }</summary>
            <table>
                <thead><tr><th scope="col">{ "Pages" }</th>
                    for one in kind.curves { <th scope="col">{ one.name() }</th> }
                </tr></thead>
                <tbody>
                    for point in rows.iter().filter_map(|at| points.get(*at)) {
                        <tr><th scope="row">{ grouped(point.pages) }</th>
                            for one in kind.curves { <td>{ cell(one, point) }</td> }
                        </tr>
                    }
                </tbody>
            </table>
        </details>
    }
}
