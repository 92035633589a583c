//! The two curves of a crawl: the harvest, and the average relevance over all pages and over the last ones.

use crate::page::curve::{POINTS, decimated, polyline, round_up};
use crate::page::ranking::Ranking;
use crate::page::state::Part;
use engine::eval::Measures;
use engine::limits::WINDOW_PAGES;
use engine::report::PageRecord;
use std::rc::Rc;
use yew::prelude::*;

/// The box of the curves, in SVG units; the view has room for labels around it.
const BOX: (f64, f64) = (250.0, 96.0);
/// Rows of the table that stands for a curve.
const ROWS: usize = 9;

/// A line of a chart.
struct Series {
    name: String,
    short: &'static str,
    class: &'static str,
    of: fn(&Measures) -> f64,
}

/// Both charts.
#[component]
pub(super) fn Charts() -> Html {
    let ranking = use_context::<Part<Ranking>>().unwrap_or_default();
    let records = ranking.records();
    let harvest = [Series {
        name: "Harvest".to_owned(),
        short: "harvest",
        class: "line-a",
        of: |measures| measures.harvest,
    }];
    let relevance = [
        Series {
            name: "All pages".to_owned(),
            short: "all",
            class: "line-a",
            of: |measures| measures.average,
        },
        Series {
            name: format!("Last {WINDOW_PAGES}"),
            short: "last",
            class: "line-b",
            of: |measures| measures.window,
        },
    ];
    html! {
        <>
            { chart("Harvest", "Share of fetched pages that are relevant", records, &harvest) }
            { chart("Average relevance", "Mean likeness to the query", records, &relevance) }
        </>
    }
}

fn chart(
    title: &'static str,
    help: &'static str,
    records: &[Rc<PageRecord>],
    series: &[Series],
) -> Html {
    let places = decimated(records.len(), POINTS);
    let points = |of: fn(&Measures) -> f64| -> Vec<(f64, f64)> {
        let measured = places.iter().filter_map(|at| records.get(*at));
        measured
            .map(|record| (f64::from(record.measures.pages), of(&record.measures)))
            .collect()
    };
    let lines: Vec<(&Series, Vec<(f64, f64)>)> =
        series.iter().map(|one| (one, points(one.of))).collect();
    let ends = ends(records, &lines);
    html! {
        <figure class="panel chart">
            <figcaption><h2>{ title }</h2><span class="fine">{ help }</span></figcaption>
            <svg viewBox="-34 -8 330 128" role="img" aria-label={spoken(title, &lines)}>
                { axes(ends) }
                for (one, points) in &lines {
                    <polyline class={one.class} points={polyline(points, ends, BOX)} />
                }
                { labels(&lines, ends) }
            </svg>
            if series.len() > 1 { { legend(series) } }
            { table(records, series) }
        </figure>
    }
}

/// Where the axes end: at round numbers beyond the data.
fn ends(records: &[Rc<PageRecord>], lines: &[(&Series, Vec<(f64, f64)>)]) -> (f64, f64) {
    let last = records.last().map_or(0, |record| record.measures.pages);
    let most = lines.iter().flat_map(|(_, points)| points).map(|(_, y)| *y);
    (
        round_up(f64::from(last.max(10))),
        round_up(most.fold(0.05, f64::max)).min(1.0),
    )
}

fn axes((pages, most): (f64, f64)) -> Html {
    let y = |share: f64| format!("{:.1}", BOX.1 * (1.0 - share));
    let label = |share: f64| format!("{:.0}%", most * share * 100.0);
    html! {
        <g class="axes" aria-hidden="true">
            for share in [0.0, 0.5, 1.0] {
                <line x1="0" x2={BOX.0.to_string()} y1={y(share)} y2={y(share)} />
                <text x="-5" y={y(share)} dy="3.5" text-anchor="end">{ label(share) }</text>
            }
            <text x="0" y={(BOX.1 + 14.0).to_string()}>{ "0" }</text>
            <text x={BOX.0.to_string()} y={(BOX.1 + 14.0).to_string()} text-anchor="end">{ format!("{pages} pages") }</text>
        </g>
    }
}

/// The name and last value of each line at its end, moved apart where they would meet.
fn labels(lines: &[(&Series, Vec<(f64, f64)>)], ends: (f64, f64)) -> Html {
    const APART: f64 = 12.0;
    let mut ys: Vec<(usize, f64, f64)> = Vec::new();
    for (at, (_, points)) in lines.iter().enumerate() {
        if let Some((x, y)) = points.last() {
            ys.push((
                at,
                x / ends.0 * BOX.0,
                BOX.1 * (1.0 - (y / ends.1).min(1.0)),
            ));
        }
    }
    ys.sort_by(|a, b| a.2.total_cmp(&b.2));
    for at in 1..ys.len() {
        ys[at].2 = ys[at].2.max(ys[at - 1].2 + APART);
    }
    let label = |(at, x, y): &(usize, f64, f64)| {
        let (one, points) = lines.get(*at)?;
        let value = points.last()?.1;
        let text = format!("{} {:.0}%", one.short, value * 100.0);
        let (x, y) = (format!("{:.1}", x + 5.0), format!("{y:.1}"));
        Some(
            html! { <text class={format!("{}-label", one.class)} {x} {y} dy="3.5">{ text }</text> },
        )
    };
    html! { <g aria-hidden="true">{ for ys.iter().filter_map(label) }</g> }
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

fn spoken(title: &str, lines: &[(&Series, Vec<(f64, f64)>)]) -> String {
    let one = |(series, points): &(&Series, Vec<(f64, f64)>)| {
        let (pages, value) = points.last()?;
        Some(format!(
            "{}: {:.0}% after {pages} pages",
            series.name,
            value * 100.0
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
                            for one in series { <td>{ format!("{:.1}%", (one.of)(&record.measures) * 100.0) }</td> }
                        </tr>
                    }
                </tbody>
            </table>
        </details>
    }
}
