//! The two curves of a crawl: the harvest, and the average relevance over all pages and over the last ones.

use crate::page::curve::{POINTS, decimated, polyline, round_up};
use crate::page::digits::{fixed, grouped, percent};
use crate::page::ranking::Ranking;
use crate::page::state::Part;
use engine::eval::Measures;
use engine::limits::WINDOW_PAGES;
use engine::report::PageRecord;
use std::rc::Rc;
use yew::prelude::*;

/// The box of the curves, in SVG units; the view has room for labels around it.
const BOX: (f64, f64) = (238.0, 96.0);
/// Least distance between the labels of two lines.
const APART: f64 = 12.0;
/// Rows of the table that stands for a curve.
const ROWS: usize = 9;

/// A line of a chart.
struct Series {
    name: String,
    short: &'static str,
    class: &'static str,
    of: fn(&Measures) -> f64,
}

/// What the charts show.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The pages, each with the measures up to it.
    pub(super) ranking: Part<Ranking>,
    /// Relevance is likeness to good examples.
    pub(super) by_examples: bool,
}

/// Both charts.
#[component]
pub(super) fn Charts(props: &Props) -> Html {
    let records = props.ranking.records();
    let harvest = [Series {
        name: "Harvest".to_owned(),
        short: "",
        class: "line-a",
        of: |measures| measures.harvest,
    }];
    let relevance = [
        Series {
            name: "All pages".to_owned(),
            short: "all ",
            class: "line-a",
            of: |measures| measures.average,
        },
        Series {
            name: format!("Last {WINDOW_PAGES}"),
            short: "last ",
            class: "line-b",
            of: |measures| measures.window,
        },
    ];
    let likeness = if props.by_examples {
        "Mean likeness to the good examples"
    } else {
        "Mean likeness to the query"
    };
    html! {
        <>
            { chart("Harvest", "Share of fetched pages that are relevant", records, &harvest) }
            { chart("Average relevance", likeness, records, &relevance) }
        </>
    }
}

/// A series as it is drawn.
struct Line<'a> {
    series: &'a Series,
    points: Vec<(f64, f64)>,
}

fn chart(
    title: &'static str,
    help: &'static str,
    records: &[Rc<PageRecord>],
    series: &[Series],
) -> Html {
    let places = decimated(records.len(), POINTS);
    let line = |series| Line {
        series,
        points: points(series, records, &places),
    };
    let lines: Vec<Line<'_>> = series.iter().map(line).collect();
    let ends = ends(records, &lines);
    html! {
        <figure class="panel chart">
            <figcaption><h2>{ title }</h2><span class="fine">{ help }</span></figcaption>
            <svg viewBox="-34 -8 334 128" role="img" aria-label={spoken(title, &lines)}>
                { axes(ends) }
                for line in &lines {
                    <polyline class={line.series.class} points={polyline(&line.points, ends, BOX)} />
                }
                { labels(&lines, ends) }
            </svg>
            if series.len() > 1 { { legend(series) } }
            { table(records, series) }
        </figure>
    }
}

fn points(series: &Series, records: &[Rc<PageRecord>], places: &[usize]) -> Vec<(f64, f64)> {
    let measured = places
        .iter()
        .filter_map(|at| records.get(*at))
        .map(|record| &record.measures);
    measured
        .map(|measures| (f64::from(measures.pages), (series.of)(measures)))
        .collect()
}

/// Where the axes end: across at the pages so far, so that the curve grows without a jump; upward at a share that halves cleanly.
fn ends(records: &[Rc<PageRecord>], lines: &[Line<'_>]) -> (f64, f64) {
    let last = records.last().map_or(0, |record| record.measures.pages);
    let values = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y);
    (
        f64::from(last.max(1)),
        round_up(values.fold(0.1, f64::max)).min(1.0),
    )
}

fn axes((pages, most): (f64, f64)) -> Html {
    let y = |share: f64| fixed(BOX.1 * (1.0 - share), 1);
    let label = |share: f64| percent(most * share);
    html! {
        <g class="axes" aria-hidden="true">
            for share in [0.0, 0.5, 1.0] {
                <line x1="0" x2={fixed(BOX.0, 0)} y1={y(share)} y2={y(share)} />
                <text x="-5" y={y(share)} dy="3.5" text-anchor="end">{ label(share) }</text>
            }
            <text x="0" y={fixed(BOX.1 + 14.0, 0)}>{ "0" }</text>
            <text x={fixed(BOX.0, 0)} y={fixed(BOX.1 + 14.0, 0)} text-anchor="end">{ counted_pages(pages) }</text>
        </g>
    }
}

fn counted_pages(pages: f64) -> String {
    grouped(pages) + if pages > 1.0 { " pages" } else { " page" }
}

/// The name and last value of each line at its end. Of two that would meet, the lower one gives way.
fn labels(lines: &[Line<'_>], ends: (f64, f64)) -> Html {
    let height = |y: f64| BOX.1 * (1.0 - (y / ends.1).min(1.0));
    let heights: Vec<f64> = lines
        .iter()
        .filter_map(|line| line.points.last())
        .map(|(_, y)| height(*y))
        .collect();
    let label = |(at, line): (usize, &Line<'_>)| {
        let (x, value) = *line.points.last()?;
        let own = height(value);
        let above = heights
            .iter()
            .enumerate()
            .filter(|(other, y)| (**y, *other) < (own, at));
        let free = above.map(|(_, y)| y + APART).fold(own, f64::max);
        let (class, text) = (
            format!("{}-label", line.series.class),
            line.series.short.to_owned() + &percent(value),
        );
        let (x, y) = (fixed(x / ends.0 * BOX.0 + 5.0, 1), fixed(free, 1));
        Some(html! { <text {class} {x} {y} dy="3.5">{ text }</text> })
    };
    html! { <g aria-hidden="true">{ for lines.iter().enumerate().filter_map(label) }</g> }
}

fn legend(series: &[Series]) -> Html {
    html! {
        <ul class="legend" aria-hidden="true">
            for one in series {
                <li><svg viewBox="0 0 22 6" width="22" height="6"><line class={one.class} x1="0" x2="22" y1="3" y2="3" /></svg>{ &one.name }</li>
            }
        </ul>
    }
}

fn spoken(title: &str, lines: &[Line<'_>]) -> String {
    let one = |line: &Line<'_>| {
        let (pages, value) = line.points.last()?;
        Some(format!(
            "{}: {} after {} pages",
            line.series.name,
            percent(*value),
            grouped(*pages)
        ))
    };
    let said: Vec<String> = lines.iter().filter_map(one).collect();
    if said.is_empty() {
        format!("{title}: nothing yet")
    } else {
        format!("{title}. {}", said.join("; "))
    }
}

/// The same as numbers, for those who cannot see curves or want to copy them.
fn table(records: &[Rc<PageRecord>], series: &[Series]) -> Html {
    let rows = decimated(records.len(), ROWS);
    html! {
        <details class="numbers">
            <summary>{ "As numbers" }</summary>
            <table>
                <thead><tr><th scope="col">{ "Pages" }</th>
                    for one in series { <th scope="col">{ &one.name }</th> }
                </tr></thead>
                <tbody>
                    for record in rows.iter().filter_map(|at| records.get(*at)) {
                        <tr><th scope="row">{ record.measures.pages }</th>
                            for one in series { <td>{ fixed((one.of)(&record.measures) * 100.0, 1) + "%" }</td> }
                        </tr>
                    }
                </tbody>
            </table>
        </details>
    }
}
