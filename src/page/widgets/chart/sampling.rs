//! Selects the points of a curve to draw, and the marks of its axes.

/// Returns the indices of at most `most` of `len` points, evenly spread, including the first and the last.
pub fn decimated(len: usize, most: usize) -> Vec<usize> {
    if len <= most {
        return (0..len).collect();
    }
    if most < 2 {
        return (len - 1..len).take(most).collect();
    }
    (0..most).map(|at| at * (len - 1) / (most - 1)).collect()
}

/// Returns the least of 1, 2, 4, 6, 8, 10, 20 … (and their tenths, hundredths …) that is not below the value; 1 for values up to 0. From
/// 0.1 on, half of the result is a whole percentage.
pub fn round_up(value: f64) -> f64 {
    if !(value > 0.0 && value.is_finite()) {
        return 1.0;
    }
    let mut unit = 1e-6;
    while unit * 10.0 < value {
        unit *= 10.0;
    }
    let steps = [1.0, 2.0, 4.0, 6.0, 8.0];
    steps.into_iter().map(|step| step * unit).find(|end| *end >= value * (1.0 - 1e-9)).unwrap_or(10.0 * unit)
}
