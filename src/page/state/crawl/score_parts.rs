//! Finds how the parts of a score combine: a sum, a mean, or neither.
//!
//! Only the numbers decide, not the strategies' formulas. A product or a part that only breaks ties is shown as a
//! number of its own.

/// The largest relative difference between a sum and the score.
const CLOSE: f64 = 1e-6;

/// The way in which parts make up a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Composition {
    /// The score is the one part that there is.
    Alone,
    /// They add up to the score.
    Sum,
    /// The score is their mean: each gives its share, divided by their number.
    Mean,
    /// Anything else.
    Apart,
}

/// Returns how parts make up a score. Of several parts at least two must count for the numbers to tell.
pub fn composition(parts: &[f64], score: f64) -> Composition {
    let is_fine = |value: &f64| value.is_finite() && *value >= 0.0;
    if !parts.iter().all(is_fine) || !is_fine(&score) || score <= 0.0 {
        return Composition::Apart;
    }
    let counting = parts.iter().filter(|part| **part > 0.0).count();
    let sum: f64 = parts.iter().sum();
    let is_score = |value: f64| (value - score).abs() <= CLOSE * score;
    match parts.len() {
        1 if is_score(sum) => Composition::Alone,
        2.. if counting > 1 && is_score(sum) => Composition::Sum,
        // Of a single part that counts, half the number tells a mean as well as anything.
        number @ 2.. if is_score(sum / number as f64) => Composition::Mean,
        _ => Composition::Apart,
    }
}
