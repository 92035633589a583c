//! Determines how the parts of a score combine: as a sum, as a mean, or otherwise.
//!
//! The result depends only on the numbers, not on the strategies' formulas. A product, or a part that only breaks ties,
//! is shown as a separate number.

/// The largest relative difference between a sum and the score.
const CLOSE: f64 = 1e-6;

/// The way in which parts form a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Composition {
    /// The score is its only part.
    Alone,
    /// The score is the sum of its parts.
    Sum,
    /// The score is the mean of its parts.
    Mean,
    /// Any other combination.
    Apart,
}

/// Returns the way in which parts form a score. A sum is only recognized if at least two parts are above 0.
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
        // One part above 0 is enough here, because such a quotient is unlikely to be a coincidence.
        number @ 2.. if is_score(sum / number as f64) => Composition::Mean,
        _ => Composition::Apart,
    }
}
