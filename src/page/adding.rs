//! How the parts of a score make it up, as far as the numbers themselves tell: so that a bar shows a whole only where there is one.
//!
//! Left out on purpose: the strategies' formulas. A product, a queue's number or a part that only breaks ties is told as what it is, a
//! number beside the others.

/// How close a sum must come to the score, as a share of it.
const CLOSE: f64 = 1e-6;

/// What parts are to their score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adding {
    /// The score is the one part that there is.
    Alone,
    /// They add up to the score.
    Sum,
    /// The score is their mean: each gives its share, divided by their number.
    Mean,
    /// Anything else.
    Apart,
}

/// How parts make up a score. Of several parts at least two must count for the numbers to tell.
pub fn adding(parts: &[f64], score: f64) -> Adding {
    let is_fine = |value: &f64| value.is_finite() && *value >= 0.0;
    if !parts.iter().all(is_fine) || !is_fine(&score) || score <= 0.0 {
        return Adding::Apart;
    }
    let counting = parts.iter().filter(|part| **part > 0.0).count();
    let sum: f64 = parts.iter().sum();
    let is_score = |value: f64| (value - score).abs() <= CLOSE * score;
    match parts.len() {
        1 if is_score(sum) => Adding::Alone,
        2.. if counting > 1 && is_score(sum) => Adding::Sum,
        // Of a single part that counts, half the number tells a mean as well as anything.
        number @ 2.. if is_score(sum / number as f64) => Adding::Mean,
        _ => Adding::Apart,
    }
}
