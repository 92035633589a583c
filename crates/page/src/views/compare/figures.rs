//! Formats the figures of a comparison: values, probabilities, ranks.

use crate::views::prelude::*;
use page_state::digits::percent_with_decimal;
use protocol::compare::RelativeRank;
use types::compare::MIN_TOPICS;
use types::measures::Extent;

/// The value from which decimals are omitted.
const LARGE: f64 = 100.0;

/// Returns a value with significant decimals.
pub fn written(value: f64, extent: Extent) -> String {
    match extent {
        Extent::Share => percent_with_decimal(value),
        Extent::Count if value.abs() >= LARGE => grouped(value.round()),
        Extent::Count => fixed(value, 2),
    }
}

/// Returns a standard error with the precision of its value: `± 2.6%`, `± 4`.
pub fn error(error: f64, value: f64, extent: Extent) -> String {
    let text = match extent {
        Extent::Count if value.abs() >= LARGE => grouped(error.round()),
        _ => written(error, extent),
    };
    format!("± {text}")
}

/// Returns a p-value with non-breaking spaces: `p = .03`, `p < .001`.
pub fn chance(p: f64) -> String {
    if p < 0.001 {
        return "p\u{a0}<\u{a0}.001".to_owned();
    }
    let decimals = if p < 0.1 { 3 } else { 2 };
    let text = fixed(p, decimals);
    format!("p\u{a0}=\u{a0}{}", text.strip_prefix('0').unwrap_or(&text))
}

/// Returns the estimated remaining time, rounded: `about 20 seconds left`.
pub fn time_left(seconds: u32) -> String {
    const MINUTE: u32 = 60;
    const HOUR: u32 = 60 * MINUTE;
    let duration = match seconds {
        0..10 => return "a few seconds left".to_owned(),
        10..90 => counted(seconds.div_ceil(10) * 10, "second"),
        90..5_400 => counted(seconds.div_ceil(MINUTE), "minute"),
        _ => counted(seconds.div_ceil(HOUR), "hour"),
    };
    format!("about {duration} left")
}

/// Returns a list of names, cut after the first few: `a, b and 3 more`.
pub fn some_of(names: &[String], few: usize) -> String {
    let (shown, more) = names.split_at(few.min(names.len()));
    match more {
        [] => shown.join(", "),
        // Naming a single further entry takes no more space than counting it.
        [last] => format!("{}, {last}", shown.join(", ")),
        more => format!("{} and {} more", shown.join(", "), more.len()),
    }
}

/// Describes the rank of a strategy.
pub fn standing(place: RelativeRank) -> String {
    match place {
        RelativeRank::Unknown => "–".to_owned(),
        RelativeRank::Best => "best".to_owned(),
        RelativeRank::Same => "tied (same mean)".to_owned(),
        RelativeRank::Tied(p) => format!("tied ({})", chance(p)),
        RelativeRank::Undecided(p) => format!("not significant ({}): more topics would decide", chance(p)),
        RelativeRank::NotJudged => format!("not judged: needs {MIN_TOPICS} topics"),
        RelativeRank::Behind(p) => format!("behind ({})", chance(p)),
    }
}

/// Returns the rank as a symbol beside a value, with a text for screen readers.
pub fn sign(place: RelativeRank) -> (&'static str, &'static str) {
    match place {
        RelativeRank::Best => ("●", "best"),
        RelativeRank::Same | RelativeRank::Tied(_) => ("≈", "tied with the best"),
        RelativeRank::Undecided(_) => ("?", "not significantly different from the best"),
        RelativeRank::Unknown | RelativeRank::NotJudged | RelativeRank::Behind(_) => ("", ""),
    }
}
