//! How the figures of a comparison are written: values, probabilities, how a strategy stands.

use crate::page::digits::{fixed, grouped};
use crate::protocol::compare::Place;
use engine::eval::Extent;

/// A count from which its decimals say nothing.
const LARGE: f64 = 100.0;

/// A value, as exact as it is of use.
pub fn written(value: f64, extent: Extent) -> String {
    match extent {
        Extent::Share => fixed(value * 100.0, 1) + "%",
        Extent::Count if value.abs() >= LARGE => grouped(value.round()),
        Extent::Count => fixed(value, 2),
    }
}

/// A probability: `p = .03`, `p < .001`.
pub fn chance(p: f64) -> String {
    if p < 0.001 {
        return "p < .001".to_owned();
    }
    let decimals = if p < 0.1 { 3 } else { 2 };
    let text = fixed(p, decimals);
    format!("p = {}", text.strip_prefix('0').unwrap_or(&text))
}

/// How a strategy stands, in words.
pub fn standing(place: Place) -> String {
    match place {
        Place::Unknown => "–".to_owned(),
        Place::Best => "best".to_owned(),
        Place::Tied(None) => "cannot be told from the best".to_owned(),
        Place::Tied(Some(p)) => format!("tied with the best ({})", chance(p)),
        Place::Behind(p) => format!("behind the best ({})", chance(p)),
    }
}

/// The same as a sign beside a value, with its meaning for those who cannot see it.
pub fn sign(place: Place) -> (&'static str, &'static str) {
    match place {
        Place::Best => ("●", "best"),
        Place::Tied(_) => ("≈", "tied with the best"),
        Place::Unknown | Place::Behind(_) => ("", ""),
    }
}
