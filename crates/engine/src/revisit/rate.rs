//! Estimates how often a page changes from the results of its visits, as a Poisson process.
//!
//! The estimate maximizes the likelihood of all intervals. Three corrections make it usable with few visits:
//! - If it is only known that a page changed between two visits, half an interval without a change is added. For
//!   regular visits the result is then exactly the estimator that Cho and Garcia-Molina recommend, −log((n − X + ½) /
//!   (n + ½)) per interval.
//! - If the date of the last change is known, its likelihood is used.
//! - An expected rate counts as one change in the time in which it predicts one.
//!
//! Source: Cho, Garcia-Molina, "Estimating frequency of change" (2003), §4 (regular visits), §5 (irregular visits,
//! dates of last changes). The expected rate is our addition, since most pages of a crawl were visited once or twice.

use libm::expm1;

/// An observation about the time before a visit. All times are in days, at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    /// The page did not change in the days since the previous visit.
    Unchanged(f64),
    /// The page changed at least once in the days since the previous visit.
    Changed(f64),
    /// The page changed last this many days before the visit.
    LastChange(f64),
}

/// Returns the changes of a page per day, at least 0, given its intervals and an expected rate.
///
/// Without an expected rate, a page that never changed has the rate 0, and a page whose last changes were all at the
/// time of a visit has an infinite rate.
pub fn rate(intervals: &[Interval], expected: Option<f64>) -> f64 {
    let expected = expected.filter(|rate| rate.is_finite() && *rate > 0.0);
    let mut sums = Sums {
        changes: expected.map_or(0.0, |_| 1.0),
        quiet: expected.map_or(0.0, |rate| 1.0 / rate),
        changed: Vec::new(),
    };
    for interval in intervals {
        match *interval {
            Interval::Unchanged(days) => sums.quiet += days,
            Interval::LastChange(days) => {
                sums.changes += 1.0;
                sums.quiet += days;
            }
            Interval::Changed(days) if days > 0.0 => sums.changed.push(days),
            Interval::Changed(_) => sums.changes += 1.0,
        }
    }
    sums.rate()
}

/// The parts of the likelihood's derivative.
struct Sums {
    /// The number of changes whose time is known.
    changes: f64,
    /// The number of days without a change.
    quiet: f64,
    /// The lengths of the intervals with changes at unknown times, in days, each above 0.
    changed: Vec<f64>,
}

impl Sums {
    /// Returns the rate at which the derivative is 0.
    fn rate(&self) -> f64 {
        let total = self.changed.iter().sum::<f64>();
        let intervals = f64::from(crate::count(self.changed.len()));
        let changes = self.changes + intervals;
        if changes == 0.0 {
            return 0.0;
        }
        let half = if intervals > 0.0 { total / intervals / 2.0 } else { 0.0 };
        let quiet = self.quiet + half;
        if quiet == 0.0 {
            return f64::INFINITY;
        }
        // 1 / rate − days <= days / (e^(rate · days) − 1) <= 1 / rate bounds the root on both sides.
        let (mut low, mut high) = (changes / (quiet + total), changes / quiet);
        loop {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                return middle;
            }
            if self.derivative(middle, quiet) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
    }

    /// Returns the derivative of the log likelihood at a rate; it falls with the rate.
    fn derivative(&self, rate: f64, quiet: f64) -> f64 {
        let changed = self.changed.iter().map(|days| days / expm1(rate * days));
        self.changes / rate + changed.sum::<f64>() - quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Interval::{Changed, LastChange, Unchanged};

    fn check(intervals: &[Interval], expected: Option<f64>, by_hand: f64) {
        let found = rate(intervals, expected);
        assert!((found - by_hand).abs() < 1e-9, "{intervals:?}: {found} instead of {by_hand}");
    }

    /// §4: n = 10 weekly visits, X = 3 with a change: −ln(7.5 / 10.5) = 0.3364722366212129 per week. With X = 10,
    /// −ln(0.5 / 10.5) = ln 21.
    #[test]
    fn regular_visits_give_the_estimator_of_cho_and_garcia_molina() {
        let visits = |changed: usize| -> Vec<Interval> {
            let at = |visit| {
                if visit < changed { Changed(7.0) } else { Unchanged(7.0) }
            };
            (0..10).map(at).collect()
        };
        check(&visits(3), None, 0.336_472_236_621_212_9 / 7.0);
        check(&visits(10), None, 3.044_522_437_723_423 / 7.0);
        check(&visits(0), None, 0.0);
    }

    /// One change within three days, none within two: 3 / (e^3λ − 1) = 2 + 3/2, so λ = ln(1 + 3 / 3.5) / 3, with ln(13
    /// / 7) = 0.6190392084062235.
    #[test]
    fn irregular_visits_give_the_maximum_of_the_likelihood() {
        check(&[Unchanged(2.0), Changed(3.0)], None, 0.619_039_208_406_223_5 / 3.0);
    }

    /// §5: two changes, last seen 3 and 5 days before the visits, and 2 days without a change: 2 / 10 per day.
    #[test]
    fn known_dates_give_changes_per_time() {
        let dated = [LastChange(3.0), LastChange(5.0), Unchanged(2.0)];
        check(&dated, None, 0.2);
        assert!(rate(&[LastChange(0.0)], None).is_infinite());
    }

    /// An expected rate of 0.1 per day counts as one change in ten days: (2 + 1) / (10 + 10). Two days without a
    /// change: 1 / (10 + 2).
    #[test]
    fn an_expected_rate_counts_as_one_change() {
        let dated = [LastChange(3.0), LastChange(5.0), Unchanged(2.0)];
        check(&dated, Some(0.1), 0.15);
        check(&[], Some(0.1), 0.1);
        check(&[Unchanged(2.0)], Some(0.1), 1.0 / 12.0);
        check(&[LastChange(0.0)], Some(0.1), 0.2);
    }
}
