//! Renders the curves of a measure, one for each strategy, with bands of one standard error, and their values as a
//! table.
//!
//! Color and dash follow the strategy's position, so that they stay when other curves are hidden ([`color_and_dash`]).
//! The six colors are distinguishable with every kind of color vision.

use super::figures::written;
use crate::views::prelude::*;
use crate::widgets::chart::plot::Plot;
use crate::widgets::chart::points::{Band, Points, Unit, decimated};
use crate::widgets::tables::chart_table;
use protocol::compare::{Chart, CurveWithError, OpenComparison, TrialProgress};
use types::measures::{Axis, Curve, Extent, color_and_dash};

/// The number of rows of the table of values.
const ROWS: usize = 9;

/// Returns the CSS classes of the curve of the strategy at an index.
pub fn classes(at: usize) -> String {
    let (color, dash) = color_and_dash(at);
    format!("curve curve-{color} dash-{dash}")
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The comparison.
    pub(crate) shows: Shared<OpenComparison>,
    /// The range of the measure.
    pub(crate) extent: Extent,
    /// The name of the measure.
    pub(crate) title: String,
    /// The measure's axis shows percents of the relevant pages.
    pub(crate) percents: bool,
    /// The running crawl, which has its own curve.
    pub(crate) running: Option<Rc<TrialProgress>>,
}

/// Renders the chart, its legend and its table.
#[component]
pub(crate) fn Curves(props: &Props) -> Html {
    let hidden = use_state_eq(BTreeSet::<usize>::new);
    let pointed = use_state_eq(|| None::<usize>);
    let front = use_state_eq(|| None::<usize>);
    let Props { shows, extent, title, .. } = props;
    let chart = &shows.chart;
    let alone = props.running.as_deref().and_then(|now| alone(shows, now));
    let points = use_memo((shows.clone(), (*hidden).clone(), alone.clone()), |(shows, hidden, alone)| {
        points(&shows.chart, hidden, alone.as_ref())
    });
    let unit = match extent {
        Extent::Share => Unit::Share,
        Extent::Count => Unit::Rate,
    };
    let point = {
        let pointed = pointed.setter();
        Callback::from(move |at| pointed.set(at))
    };
    let toggle = |at: usize| {
        let (now, setter) = ((*hidden).clone(), hidden.setter());
        Callback::from(move |_: MouseEvent| {
            let mut next = now.clone();
            if !next.remove(&at) {
                next.insert(at);
            }
            setter.set(next);
        })
    };
    let place = (*front).and_then(|of| drawn(chart, &hidden).position(|(at, _)| at == of));
    let spoken = spoken(shows, title, *extent);
    let across = across(shows.look.axis, props.percents);
    html! {
        <figure class="contest-curves">
            if alone.is_none() && chart.lines.iter().all(|line| line.mean.is_empty()) {
                <p class="fine nothing-yet">
                    {
                        if shows.card.done == 0 {
                            "Curves appear when the first crawl has ended."
                        } else {
                            "This measure needs relevance judgments, which this comparison does not have."
                        }
                    }
                </p>
            } else {
                <Plot {unit} {points} {spoken} {point} front={place} />
            }
            <p class="fine across">{ across }<span class="at">{ reading(chart, *pointed, props.percents) }</span></p>
            <ul class="legend" aria-label="Curves: press one to hide or show it">
                for (at, name) in shows.contenders.iter().enumerate() {
                    { key((at, name), !hidden.contains(&at),
                        chart.lines.get(at).and_then(|line| value(line, *pointed, *extent)), &front, toggle(at)) }
                }
                if let Some((at, _)) = &alone {
                    <li class="running-key">{ sample(&running(*at)) }<span>{ "Running crawl" }</span></li>
                }
                if !chart.ceiling.is_empty() {
                    <li class="ceiling-key">
                        { sample("curve line-ceiling") }
                        <span>{ "Ideal crawl" }</span>
                        <span class="value">
                            { at_or_last(&chart.ceiling, *pointed).map(|value| written(value, *extent)) }
                        </span>
                    </li>
                }
            </ul>
            { numbers(shows, *extent, across) }
        </figure>
    }
}

/// Renders a legend entry: the line of a strategy, its name and its value. Hovering or focusing it brings its curve to
/// the front.
fn key(
    (at, name): (usize, &String),
    is_shown: bool,
    value: Option<String>,
    front: &UseStateHandle<Option<usize>>,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <li key={at} onmouseenter={set_to::<_, MouseEvent>(front, Some(at))}
            onmouseleave={set_to::<_, MouseEvent>(front, None)}>
            <button type="button" class="quiet" aria-pressed={is_shown.to_string()} {onclick}
                onfocus={set_to::<_, FocusEvent>(front, Some(at))} onblur={set_to::<_, FocusEvent>(front, None)}>
                { sample(&classes(at)) }
                <span>{ name }</span>
                <span class="value">{ value.unwrap_or_else(|| "–".to_owned()) }</span>
            </button>
        </li>
    }
}

/// Returns the position at which the legend's values are taken.
fn reading(chart: &Chart, pointed: Option<usize>, percents: bool) -> Option<String> {
    let at = at_or_last(&chart.at, pointed)?;
    let unit = if percents { "%" } else { "" };
    Some(format!("values at {}{unit}", grouped(at)))
}

/// Returns the value at the pointer, or else the last one.
fn at_or_last<T: Copy>(values: &[T], pointed: Option<usize>) -> Option<T> {
    match pointed {
        Some(at) => values.get(at).copied(),
        None => values.last().copied(),
    }
}

/// Returns the label of the horizontal axis.
fn across(axis: Axis, percents: bool) -> &'static str {
    match axis {
        _ if percents => "X axis: percent of the relevant pages",
        Axis::Pages => "X axis: pages crawled",
        Axis::Requests => "X axis: requests, including robots.txt, redirects and failures",
    }
}

/// Renders a sample of a line with a CSS class.
pub(crate) fn sample(class: &str) -> Html {
    html! {
        <svg class="sample" viewBox="0 0 26 6" width="26" height="6" aria-hidden="true">
            <line class={class.to_owned()} x1="0" x2="26" y1="3" y2="3" />
        </svg>
    }
}

fn value(line: &CurveWithError, pointed: Option<usize>, extent: Extent) -> Option<String> {
    at_or_last(&line.mean, pointed).map(|mean| written(mean, extent))
}

/// Returns the visible curves, each with the index of its strategy.
fn drawn<'a>(chart: &'a Chart, hidden: &'a BTreeSet<usize>) -> impl Iterator<Item = (usize, &'a CurveWithError)> {
    let lines = chart.lines.iter().enumerate();
    lines.filter(|(at, line)| !hidden.contains(at) && !line.mean.is_empty())
}

/// Returns the curve of the running crawl, with the index of its strategy.
fn alone(shows: &OpenComparison, now: &TrialProgress) -> Option<(usize, Curve)> {
    let at = shows.contenders.iter().position(|of| *of == now.contender)?;
    (!now.curve.at.is_empty()).then(|| (at, now.curve.clone()))
}

/// Returns the CSS classes of the running crawl's curve.
fn running(at: usize) -> String {
    format!("curve curve-{} line-running", color_and_dash(at).0)
}

fn points(chart: &Chart, hidden: &BTreeSet<usize>, alone: Option<&(usize, Curve)>) -> Points {
    let seen: Vec<(usize, &CurveWithError)> = drawn(chart, hidden).collect();
    let values = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
    let band = |(of, (_, line)): (usize, &(usize, &CurveWithError))| {
        let pairs = || line.mean.iter().zip(&line.error);
        (!line.error.is_empty()).then(|| Band {
            of,
            high: pairs().map(|(mean, error)| Some(mean + error)).collect(),
            low: pairs().map(|(mean, error)| Some((mean - error).max(0.0))).collect(),
        })
    };
    let mut points = Points {
        from: 0,
        pages: chart.at.clone(),
        curves: seen.iter().map(|(_, line)| values(&line.mean)).collect(),
        classes: seen.iter().map(|(at, _)| classes(*at)).collect(),
        bands: seen.iter().enumerate().filter_map(band).collect(),
    };
    if !chart.ceiling.is_empty() {
        points.curves.push(values(&chart.ceiling));
        points.classes.push("curve line-ceiling".to_owned());
    }
    if let Some((at, curve)) = alone.filter(|(at, _)| !hidden.contains(at)) {
        if points.pages.len() < curve.at.len() {
            points.pages.clone_from(&curve.at);
        }
        let mut drawn = values(&curve.values);
        drawn.resize(points.pages.len(), None);
        points.curves.push(drawn);
        points.classes.push(running(*at));
    }
    points
}

fn spoken(shows: &OpenComparison, title: &str, extent: Extent) -> String {
    let pairs = shows.contenders.iter().zip(&shows.chart.lines);
    let ends = pairs.filter_map(|(name, line)| {
        let last = line.mean.last()?;
        Some(format!("{name} {}", written(*last, extent)))
    });
    let ends: Vec<String> = ends.collect();
    if ends.is_empty() {
        return format!("{title}: no data yet");
    }
    format!("{title} at the end: {}", ends.join("; "))
}

/// Renders the values as a table.
fn numbers(shows: &OpenComparison, extent: Extent, across: &str) -> Html {
    let chart = &shows.chart;
    let cell = |line: Option<&CurveWithError>, at: usize| {
        let mean = line.and_then(|line| line.mean.get(at));
        let error = line.and_then(|line| line.error.get(at));
        match (mean, error) {
            (None, _) => "–".to_owned(),
            (Some(mean), None) => written(*mean, extent),
            (Some(mean), Some(error)) => format!("{} ± {}", written(*mean, extent), written(*error, extent)),
        }
    };
    let first = across.strip_prefix("X axis: ").unwrap_or(across).split(',').next().unwrap_or_default();
    let columns = std::iter::once(first.to_owned()).chain(shows.contenders.iter().cloned());
    let rows = decimated(chart.at.len(), ROWS).into_iter().map(|at| {
        let head = chart.at.get(at).copied().map(grouped).unwrap_or_default();
        std::iter::once(head).chain((0..shows.contenders.len()).map(|one| cell(chart.lines.get(one), at))).collect()
    });
    chart_table(columns, rows)
}
