//! Renders the weights of an agent's network as a Hinton diagram: a square's size is the weight, filled for positive,
//! hollow for negative.
//!
//! Source: the diagrams of Hinton and Shallice, “Lesioning an attractor network” (1991).

use crate::views::prelude::*;
use crate::widgets::tables::text_table;
use types::report::Weights;

/// The distance between squares, in SVG units.
const STEP: usize = 14;
/// The side of the square of the largest weight.
const SIDE: f64 = 12.0;
/// The most inputs and units that are drawn.
const DRAWN: usize = 24;
/// The most bytes of an input's name.
const CHARS: usize = 40;

/// Renders the diagram and the table of numbers.
pub(crate) fn weights(weights: &Weights) -> Html {
    let all = weights.layers.iter().flatten().flatten();
    let largest = all.fold(0.0_f64, |most, weight| most.max(weight.abs()));
    html! {
        <>
            for (at, layer) in weights.layers.iter().enumerate() {
                { picture(&title(weights, at), layer, largest) }
            }
            <p class="fine">{ "Filled squares are positive weights, hollow ones negative; size shows strength." }</p>
            <details class="numbers">
                <summary>{ "Weights as a table" }</summary>
                for (at, layer) in weights.layers.iter().enumerate() { { table(weights, at, layer) } }
            </details>
        </>
    }
}

fn title(weights: &Weights, layer: usize) -> String {
    match (layer, weights.layers.len()) {
        (0, 1) => "From words to the estimate".to_owned(),
        (0, _) => "From words to units".to_owned(),
        (at, all) if at + 1 == all => "From units to the estimate".to_owned(),
        _ => "From units to units".to_owned(),
    }
}

/// Renders a layer: a line for each unit, with a square for each weight.
fn picture(title: &str, units: &[Vec<f64>], largest: f64) -> Html {
    let units = &units[..units.len().min(DRAWN)];
    let inputs = units.iter().map(Vec::len).max().unwrap_or(0).min(DRAWN);
    let (width, height) = (inputs * STEP, units.len() * STEP);
    let square = |(line, place, weight): (usize, usize, f64)| {
        let side = if largest > 0.0 { SIDE * (weight.abs() / largest).sqrt() } else { 0.0 };
        let corner = |at: usize| fixed((at * STEP) as f64 + (STEP as f64 - side) / 2.0, 1);
        let class = if weight < 0.0 { "against" } else { "for" };
        let side = fixed(side, 1);
        html! { <rect {class} x={corner(place)} y={corner(line)} width={side.clone()} height={side} /> }
    };
    let each = units.iter().enumerate().flat_map(|(line, unit)| {
        unit.iter().take(inputs).enumerate().map(move |(place, weight)| (line, place, *weight))
    });
    html! {
        <figure class="weights">
            <figcaption class="fine">{ title }</figcaption>
            <svg viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()}
                role="img" aria-label={format!("{title}: {} by {inputs} weights", units.len())}>
                { for each.map(square) }
            </svg>
        </figure>
    }
}

fn table(weights: &Weights, at: usize, units: &[Vec<f64>]) -> Html {
    let inputs = units.iter().map(Vec::len).max().unwrap_or(0);
    let name = |input: usize| match weights.inputs.get(input) {
        Some(name) if at == 0 => cut(&clean(name), CHARS).to_owned(),
        _ => format!("unit {}", input + 1),
    };
    let columns = std::iter::once(String::new()).chain((1..=units.len()).map(|unit| format!("unit {unit}")));
    let value = |weight: Option<&f64>| weight.map_or_else(String::new, |weight| fixed(*weight, 2));
    let rows = (0..inputs)
        .map(|input| std::iter::once(name(input)).chain(units.iter().map(|unit| value(unit.get(input)))).collect());
    html! {
        <div class="sideways" role="group" tabindex="0" aria-label={title(weights, at)}>
            <p class="fine">{ title(weights, at) }</p>
            { text_table(columns, rows) }
        </div>
    }
}
