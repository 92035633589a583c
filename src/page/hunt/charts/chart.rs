//! One chart: its latest values in a line, and below it, where it is open, the curves, what is what, and the same as numbers.

use super::plot::{Plot, Points};
use super::{Kind, Shown, Unit};
use crate::page::curve::{Point, Quantity, decimated};
use crate::page::digits::grouped;
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

/// Rows of the table that stands for a curve.
const ROWS: usize = 9;
/// The classes of the curves, in their order: the style sheet gives each a color and a dash.
pub(super) const CLASSES: [&str; 2] = ["line-a", "line-b"];

/// What a chart shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The kind of chart.
    pub(super) kind: Kind,
    /// The points of the crawl.
    pub(super) curves: Shown,
    /// It is open until somebody folds it.
    pub(super) is_open: bool,
}

/// The chart.
#[component]
pub(super) fn Chart(props: &Props) -> Html {
    let Props { kind, curves, .. } = props;
    let open = use_state_eq(|| props.is_open);
    let pointed = use_state_eq(|| None::<usize>);
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: Event| {
            // A fold within the chart tells of itself here as well.
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
    let points = use_memo((*kind, curves.clone(), *open), |(kind, curves, open)| {
        if *open {
            points(kind, curves)
        } else {
            Points::default()
        }
    });
    let values = said(kind, curves.latest());
    html! {
        <details class="chart" {ontoggle} open={props.is_open}>
            <summary><h2>{ kind.title }</h2><span class="now">{ values }</span></summary>
            if *open {
                <figure>
                    <figcaption class="fine">{ kind.help }</figcaption>
                    <Plot unit={kind.unit} {points} spoken={spoken(kind, curves.latest())} {point} />
                    { legend(kind, (*pointed).and_then(|at| curves.points().nth(at))) }
                    { table(kind, curves) }
                </figure>
            }
        </details>
    }
}

fn points(kind: &Kind, curves: &Shown) -> Points {
    let curve = |one: &Quantity| curves.points().map(|point| one.at(point)).collect();
    Points {
        from: 0,
        pages: curves.points().map(|point| point.pages).collect(),
        curves: kind.curves.iter().map(curve).collect(),
        ..Points::default()
    }
}

/// The values at a point, in a few words.
fn said(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return "–".to_owned();
    };
    let values = kind.curves.iter().map(|one| value(*one, point, kind.unit));
    values.collect::<Vec<_>>().join(" · ")
}

fn value(one: Quantity, point: &Point, unit: Unit) -> String {
    one.at(point)
        .map_or_else(|| "–".to_owned(), |value| unit.said(value))
}

/// What the curves say, for those who cannot see them.
fn spoken(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return format!("{}: nothing yet", kind.title);
    };
    let one = |one: &Quantity| format!("{}: {}", one.name(), value(*one, point, kind.unit));
    let all: Vec<String> = kind.curves.iter().map(one).collect();
    let pages = grouped(point.pages);
    format!("{}. {}, after {pages} pages", kind.title, all.join("; "))
}

/// Which curve is which; where the pointer is, what they are there.
fn legend(kind: &Kind, pointed: Option<&Point>) -> Html {
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
            if let Some(point) = pointed { <li>{ format!("page {}", grouped(point.pages)) }</li> }
        </ul>
    }
}

/// The same as numbers, for those who cannot see curves or want to copy them.
fn table(kind: &Kind, curves: &Shown) -> Html {
    let points: Vec<&Point> = curves.points().collect();
    let rows = decimated(points.len(), ROWS);
    let cell = |one: &Quantity, point: &Point| {
        let value = one.at(point);
        value.map_or_else(|| "–".to_owned(), |value| kind.unit.written(value))
    };
    html! {
        <details class="numbers">
            <summary>{ "As numbers" }</summary>
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
