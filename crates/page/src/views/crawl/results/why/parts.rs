//! Explains a page's score in a sentence, and renders its parts: one stacked bar if they add up to it, else one bar per
//! part.
//!
//! Stacked parts differ by color and position. The legend lists them in the same order with their values, so that color
//! is not the only cue. Parts that do not add up share one scale; negative parts point to the left.

use super::WhyContext;
use crate::views::prelude::*;
use page_state::crawl::score_parts::{Composition, composition};

/// The number of colors of a stacked bar, after which they repeat.
const COLORS: usize = 6;

/// A part with its name.
struct Part<'a> {
    value: f64,
    title: &'a str,
    help: &'a str,
}

impl Part<'_> {
    /// Returns its name with its value.
    fn words(&self) -> String {
        format!("“{}” ({})", self.title, fixed(self.value, 3))
    }
}

/// The number of parts that the answer names.
const DECISIVE: usize = 3;
/// The least value of a part that the answer names: less is shown as zero.
const LEAST: f64 = 0.000_5;

/// Returns the reason that the page was crawled, in a sentence: the score and the parts that contributed most.
pub(crate) fn answer(context: &WhyContext<'_>, record: &PageRecord) -> String {
    if record.discovery.parent.is_none() {
        return "A seed: seeds are fetched first.".to_owned();
    }
    if let Some(text) = context.strategy.and_then(|info| in_order(info, record)) {
        return text;
    }
    let by = context.strategy.map_or_else(String::new, |info| format!(", by {}", info.title));
    let mut parts = named(context.strategy, &record.discovery.parts);
    parts.retain(|part| part.value.abs() >= LEAST);
    parts.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    let decisive: Vec<String> = parts.iter().take(DECISIVE).map(Part::words).collect();
    let score = fixed(record.discovery.priority, 3);
    match decisive.split_last() {
        None => format!("Score {score}{by}."),
        Some((only, [])) => format!("Score {score}{by}, for {only}."),
        Some((last, others)) => format!("Score {score}{by}, mostly for {} and {last}.", others.join(", ")),
    }
}

/// Renders the parts of the score with which the page was selected, named by the strategy; nothing for a seed or for a
/// strategy without scores.
pub(crate) fn score(context: &WhyContext<'_>, record: &PageRecord) -> Html {
    let strategy = context.strategy;
    let is_in_order = strategy.is_some_and(|info| in_order(info, record).is_some());
    if record.discovery.parent.is_none() || is_in_order {
        return Html::default();
    }
    let parts = named(strategy, &record.discovery.parts);
    let how = match context.formula {
        Some(_) => Composition::Apart,
        None => composition(&record.discovery.parts, record.discovery.priority),
    };
    html! {
        <section>
            <h4>{ "Parts of its score" }</h4>
            { match how {
                Composition::Apart => apart(&parts),
                Composition::Alone | Composition::Sum => stacked(&parts, record.discovery.priority, 1.0),
                Composition::Mean => stacked(&parts, record.discovery.priority, parts.len() as f64),
            } }
            if let Some(formula) = &context.formula {
                <p class="fine">{ format!("The score is {}.", clean(formula)) }</p>
            } else if let Some(sentence) = composition_text(how, parts.len()) { <p class="fine">{ sentence }</p> }
            for note in &context.notes { <p class="fine">{ note }</p> }
        </section>
    }
}

/// Returns a sentence about the way in which the parts form the score.
fn composition_text(how: Composition, count: usize) -> Option<String> {
    match how {
        Composition::Sum => Some("The score is the sum of the parts.".to_owned()),
        Composition::Mean => Some(format!("The score is the mean of the parts: each adds a {}.", share(count))),
        Composition::Apart if count > 1 => Some("The strategy combines the parts in its own way.".to_owned()),
        Composition::Alone | Composition::Apart => None,
    }
}

fn share(count: usize) -> String {
    match count {
        2 => "half of its value".to_owned(),
        3 => "third of its value".to_owned(),
        many => format!("{many}th of its value"),
    }
}

/// Returns the parts with the strategy's names for them.
fn named<'a>(strategy: Option<&'a StrategyInfo>, values: &[f64]) -> Vec<Part<'a>> {
    let names = strategy.map(|info| info.parts.as_slice());
    let names = names.filter(|names| names.len() == values.len());
    let part = |(at, value): (usize, &f64)| {
        let name = names.and_then(|names| names.get(at));
        let (title, help) = name.map_or(("", ""), |(title, help)| (title, help));
        Part { value: *value, title: if title.is_empty() { "Part" } else { title }, help }
    };
    values.iter().enumerate().map(part).collect()
}

/// Renders one bar of all parts, each divided by `by`, with its legend.
fn stacked(parts: &[Part<'_>], score: f64, by: f64) -> Html {
    let scale = 100.0 / score.max(1.0);
    let mut at = 0.0;
    let piece = |(place, part): (usize, &Part<'_>)| {
        let (x, width) = (at, part.value / by * scale);
        at += width;
        html! { <rect class={part_class(place)} x={fixed(x, 2)} width={fixed(width, 2)} height="14" /> }
    };
    let pieces: Vec<Html> = parts.iter().enumerate().map(piece).collect();
    html! {
        <>
            <svg class="stack" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                <rect class="gauge-all" width="100" height="14" />{ for pieces }
            </svg>
            <ul class="parts-of">{ for parts.iter().enumerate().map(|(place, part)| entry(place, part, by)) }</ul>
        </>
    }
}

/// Renders an entry of the legend: color, name, value and, if it is less, the contribution to the score.
fn entry(place: usize, part: &Part<'_>, by: f64) -> Html {
    html! {
        <li>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <rect class={part_class(place)} width="12" height="12" rx="2" />
            </svg>
            <span>{ part.title }</span><b>{ fixed(part.value, 3) }</b>
            if by > 1.0 { <span class="gives">{ format!("adds {}", fixed(part.value / by, 3)) }</span> }
            if !part.help.is_empty() { <span class="fine">{ part.help }</span> }
        </li>
    }
}

fn part_class(place: usize) -> String {
    format!("look-{}", place % COLORS)
}

/// Renders one bar per part, all on the scale to 1 or to the largest part beyond it.
fn apart(parts: &[Part<'_>]) -> Html {
    let is_signed = parts.iter().any(|part| part.value < 0.0);
    let largest = parts.iter().map(|part| part.value.abs()).fold(1.0, f64::max);
    let part = |part: &Part<'_>| {
        html! {
            <li><span>{ part.title }</span>{ bar(part.value / largest, is_signed) }<b>{ fixed(part.value, 3) }</b>
                if !part.help.is_empty() { <span class="fine">{ part.help }</span> }</li>
        }
    };
    html! { <ul class="bars">{ for parts.iter().map(part) }</ul> }
}

/// Renders a share of the scale from 0 to 1, or from −1 to 1.
fn bar(share: f64, is_signed: bool) -> Html {
    let (zero, unit) = if is_signed { (50.0, 50.0) } else { (0.0, 100.0) };
    let length = share.abs() * unit;
    let x = if share < 0.0 { zero - length } else { zero };
    html! {
        <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="gauge-all" width="100" height="8" />
            <rect class="gauge-part" x={fixed(x, 1)} width={fixed(length, 1)} height="8" />
            if is_signed { <rect class="zero" x="49.6" width="0.8" height="8" /> }
        </svg>
    }
}

/// Returns the explanation of a strategy without scores, which takes the links in order.
fn in_order(info: &StrategyInfo, record: &PageRecord) -> Option<String> {
    let parent = record.discovery.parent.filter(|_| info.parts.is_empty())?;
    Some(format!("In order of discovery: found on page {} of the crawl.", grouped(parent)))
}
