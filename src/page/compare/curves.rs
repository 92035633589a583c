//! The curves of a measure, a strategy each, with bands as wide as their standard errors, and the same as numbers.
//!
//! Color and dash of a curve go by the strategy's place, so that they stay when others are hidden: six colors that every kind of color vision
//! tells apart, and four dashes, which only meet again after twenty-four strategies.

use super::figures::written;
use super::look::Shows;
use crate::page::curve::decimated;
use crate::page::digits::grouped;
use crate::page::hunt::charts::{Band, Plot, Points, Unit};
use crate::protocol::compare::{Chart, Line, Now, Shown};
use engine::eval::{Axis, Curve, Extent};
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// Rows of the table that stands for the curves.
const ROWS: usize = 9;
const COLORS: usize = 6;
const DASHES: usize = 4;

/// The classes of the curve of the strategy at this place.
pub fn classes(at: usize) -> String {
    // After twelve every color has met half of the dashes: from then on it meets the others.
    let dash = at + at / (2 * COLORS);
    format!("curve curve-{} dash-{}", at % COLORS, dash % DASHES)
}

/// What is drawn.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The comparison.
    pub(super) shows: Shows,
    /// Which values the measure has.
    pub(super) extent: Extent,
    /// What the measure is called.
    pub(super) title: String,
    /// The measure runs over percents of the relevant pages.
    pub(super) percents: bool,
    /// The crawl that runs, with its own curve.
    pub(super) running: Option<Rc<Now>>,
}

/// The drawing, its legend and its numbers.
#[component]
pub(super) fn Curves(props: &Props) -> Html {
    let hidden = use_state_eq(BTreeSet::<usize>::new);
    let pointed = use_state_eq(|| None::<usize>);
    let front = use_state_eq(|| None::<usize>);
    let Props {
        shows,
        extent,
        title,
        ..
    } = props;
    let chart = &shows.chart;
    let alone = props.running.as_deref().and_then(|now| alone(shows, now));
    let points = use_memo(
        (shows.clone(), (*hidden).clone(), alone.clone()),
        |(shows, hidden, alone)| points(&shows.chart, hidden, alone.as_ref()),
    );
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
    // Under the pointer, or with the focus of the keyboard, a key brings its curve to the front.
    let bring = |to: Option<usize>| {
        let front = front.setter();
        Callback::from(move |()| front.set(to))
    };
    let place = (*front).and_then(|of| drawn(chart, &hidden).position(|(at, _)| at == of));
    let spoken = spoken(shows, title, *extent);
    let across = across(shows.look.axis, props.percents);
    html! {
        <figure class="contest-curves">
            if alone.is_none() && chart.lines.iter().all(|line| line.mean.is_empty()) {
                <p class="fine nothing-yet">{ if shows.card.done == 0 { "The curves begin when the first crawl is done." } else { "This could not be measured: the web, or what is known of the topics, does not have what it takes." } }</p>
            } else {
                <Plot {unit} {points} {spoken} {point} front={place} />
            }
            <p class="fine across">{ across }<span class="at">{ reading(chart, *pointed, props.percents) }</span></p>
            <ul class="legend" aria-label="Curves: press one to hide or show it">
                for (at, name) in shows.contenders.iter().enumerate() {
                    <Key key={at} {at} name={name.clone()} is_shown={!hidden.contains(&at)} value={chart.lines.get(at).and_then(|line| value(line, *pointed, *extent))} onclick={toggle(at)} to_front={bring(Some(at))} back={bring(None)} />
                }
                if let Some((at, _)) = &alone { <li class="running-key">{ sample(&running(*at)) }<span>{ "The crawl that runs now, by itself" }</span></li> }
                if !chart.ceiling.is_empty() { <li class="ceiling-key">{ sample("curve line-ceiling") }<span>{ "A crawl that knows everything" }</span><span class="value">{ at_or_last(&chart.ceiling, *pointed).map(|value| written(value, *extent)) }</span></li> }
            </ul>
            { numbers(shows, *extent, across) }
        </figure>
    }
}

/// A key of the legend.
#[derive(Clone, PartialEq, Properties)]
struct KeyProps {
    at: usize,
    name: String,
    is_shown: bool,
    /// What its curve is where the pointer is, or at its end.
    value: Option<String>,
    onclick: Callback<MouseEvent>,
    to_front: Callback<()>,
    back: Callback<()>,
}

/// The line of a strategy, its name and its value.
#[component]
fn Key(props: &KeyProps) -> Html {
    let on = |what: &Callback<()>| {
        let what = what.clone();
        move || what.emit(())
    };
    let (enter, leave) = (on(&props.to_front), on(&props.back));
    let (focused, left) = (on(&props.to_front), on(&props.back));
    html! {
        <li onmouseenter={move |_: MouseEvent| enter()} onmouseleave={move |_: MouseEvent| leave()}>
            <button type="button" class="quiet" aria-pressed={props.is_shown.to_string()} onclick={props.onclick.clone()} onfocus={move |_: FocusEvent| focused()} onblur={move |_: FocusEvent| left()}>
                { sample(&classes(props.at)) }<span>{ &props.name }</span><span class="value">{ props.value.clone().unwrap_or_else(|| "–".to_owned()) }</span>
            </button>
        </li>
    }
}

/// Where the values of the legend are taken.
fn reading(chart: &Chart, pointed: Option<usize>, percents: bool) -> Option<String> {
    let at = at_or_last(&chart.at, pointed)?;
    let unit = if percents { "%" } else { "" };
    Some(format!("values at {}{unit}", grouped(at)))
}

/// The one that is pointed at, or else the last.
fn at_or_last<T: Copy>(values: &[T], pointed: Option<usize>) -> Option<T> {
    match pointed {
        Some(at) => values.get(at).copied(),
        None => values.last().copied(),
    }
}

/// What the curves run over, in words.
fn across(axis: Axis, percents: bool) -> &'static str {
    match axis {
        _ if percents => "Across: percent of the relevant pages",
        Axis::Pages => "Across: pages crawled",
        Axis::Requests => "Across: requests made, robots.txt, redirects and failures included",
    }
}

/// A piece of a line of this class.
pub(super) fn sample(class: &str) -> Html {
    html! { <svg class="sample" viewBox="0 0 26 6" width="26" height="6" aria-hidden="true"><line class={class.to_owned()} x1="0" x2="26" y1="3" y2="3" /></svg> }
}

fn value(line: &Line, pointed: Option<usize>, extent: Extent) -> Option<String> {
    at_or_last(&line.mean, pointed).map(|mean| written(mean, extent))
}

/// The curves that are drawn, with the places of their strategies.
fn drawn<'a>(
    chart: &'a Chart,
    hidden: &'a BTreeSet<usize>,
) -> impl Iterator<Item = (usize, &'a Line)> {
    let lines = chart.lines.iter().enumerate();
    lines.filter(|(at, line)| !hidden.contains(at) && !line.mean.is_empty())
}

/// The curve of the crawl that runs, and the place of its strategy.
fn alone(shows: &Shown, now: &Now) -> Option<(usize, Curve)> {
    let at = shows
        .contenders
        .iter()
        .position(|of| *of == now.contender)?;
    (!now.curve.at.is_empty()).then(|| (at, now.curve.clone()))
}

/// The classes of the curve of a crawl that runs.
fn running(at: usize) -> String {
    format!("curve curve-{} line-running", at % COLORS)
}

/// What is drawn of the curves that are not hidden.
fn points(chart: &Chart, hidden: &BTreeSet<usize>, alone: Option<&(usize, Curve)>) -> Points {
    let seen: Vec<(usize, &Line)> = drawn(chart, hidden).collect();
    let values = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
    let band = |(of, (_, line)): (usize, &(usize, &Line))| {
        let pairs = || line.mean.iter().zip(&line.error);
        (!line.error.is_empty()).then(|| Band {
            of,
            high: pairs().map(|(mean, error)| Some(mean + error)).collect(),
            low: pairs()
                .map(|(mean, error)| Some((mean - error).max(0.0)))
                .collect(),
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

/// What the curves say, for those who cannot see them.
fn spoken(shows: &Shows, title: &str, extent: Extent) -> String {
    let pairs = shows.contenders.iter().zip(&shows.chart.lines);
    let told = pairs.filter_map(|(name, line)| {
        let last = line.mean.last()?;
        Some(format!("{name} {}", written(*last, extent)))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return format!("{title}: nothing yet");
    }
    format!("{title} at the end: {}", told.join("; "))
}

/// The same as numbers, for those who cannot see curves or want to copy them.
fn numbers(shows: &Shown, extent: Extent, across: &str) -> Html {
    let chart = &shows.chart;
    let rows = decimated(chart.at.len(), ROWS);
    let cell = |line: Option<&Line>, at: usize| {
        let mean = line.and_then(|line| line.mean.get(at));
        let error = line.and_then(|line| line.error.get(at));
        match (mean, error) {
            (None, _) => "–".to_owned(),
            (Some(mean), None) => written(*mean, extent),
            (Some(mean), Some(error)) => {
                format!("{} ± {}", written(*mean, extent), written(*error, extent))
            }
        }
    };
    html! {
        <details class="numbers">
            <summary>{ "As numbers" }</summary>
            <div class="sideways" tabindex="0" role="region" aria-label="The curves as numbers">
                <table>
                    <thead><tr><th scope="col">{ across.strip_prefix("Across: ").unwrap_or(across).split(',').next() }</th>
                        for name in &shows.contenders { <th scope="col">{ name }</th> }
                    </tr></thead>
                    <tbody>
                        for at in rows {
                            <tr><th scope="row">{ chart.at.get(at).copied().map(grouped) }</th>
                                for contender in 0..shows.contenders.len() { <td>{ cell(chart.lines.get(contender), at) }</td> }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
        </details>
    }
}
