//! Computes curves: the values of a measure by number of pages or requests.
//!
//! All crawls of a comparison share one grid, fixed before they begin, so that their curves can be averaged point by
//! point. A crawl that ended early found nothing beyond its end: the rest of its budget counts as 0.

use crate::limits;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use types::measures::{Better, Curve, Extent, Measure};

/// Percents of the known relevant pages at which the search length is taken.
pub const PERCENTS: [u32; 5] = [10, 25, 50, 75, 90];

/// The positions of a curve: numbers of pages or requests, ascending, from 1 to the budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    at: Vec<u32>,
}

impl Grid {
    /// Creates evenly spread positions up to a budget, including the marks: at most [`limits::CURVE_POINTS`], unless
    /// there are more marks.
    pub fn new(budget: u32, marks: &[u32]) -> Self {
        let within = marks.iter().filter(|mark| (1..=budget).contains(*mark));
        let mut at: Vec<u32> = within.copied().chain([budget]).collect();
        at.sort_unstable();
        at.dedup();
        let room = limits::CURVE_POINTS.saturating_sub(at.len());
        let even = u32::try_from(room).unwrap_or(0).min(budget);
        at.extend((1..=even).map(|i| spread(i, even, budget)));
        at.sort_unstable();
        at.dedup();
        Self { at }
    }

    /// Returns the positions.
    pub fn at(&self) -> &[u32] {
        &self.at
    }

    /// Returns the last position.
    pub fn budget(&self) -> u32 {
        self.at.last().copied().unwrap_or(0)
    }
}

/// Returns the `i`-th of `n` evenly spread positions up to a budget, which is the last.
fn spread(i: u32, n: u32, budget: u32) -> u32 {
    let place = (u64::from(i) * u64::from(budget)).div_ceil(u64::from(n));
    u32::try_from(place).unwrap_or(budget)
}

/// Returns the curve of a measure over page values in their order.
pub(crate) fn curve_of(measure: Measure, grid: &Grid, values: impl IntoIterator<Item = f64>) -> Curve {
    let mut tally = RunningCurve::new(measure, grid, 0);
    for value in values {
        tally.count(value);
    }
    tally.whole()
}

/// The aggregation of page values into a measure.
#[derive(Clone, Debug)]
enum Kind {
    /// Their mean.
    Mean,
    /// Their sum as a share of the total; 0 of a total of 0.
    Share(f64),
    /// The mean of the latest values.
    Window(VecDeque<f64>),
    /// Their sum.
    Sum,
    /// The latest value.
    Last(f64),
    /// The number of steps until their sum reached a share of the total.
    Length(f64),
}

/// The running sums of one measure over one axis.
#[derive(Clone, Debug)]
pub(super) struct RunningCurve {
    kind: Kind,
    grid: Grid,
    /// The value of a page within the budget that the crawl did not fetch.
    missed: f64,
    steps: u32,
    sum: f64,
    values: Vec<f64>,
}

impl RunningCurve {
    /// Creates empty sums; `total` is the number of pages that recall and search length refer to.
    pub(super) fn new(measure: Measure, grid: &Grid, total: usize) -> Self {
        let total = total as f64;
        let kind = match measure {
            Measure::Recall | Measure::TargetRecall => Kind::Share(total),
            Measure::DiscoveredRecall => Kind::Share(0.0),
            Measure::SearchLength => Kind::Length(total),
            Measure::RelevantSites => Kind::Sum,
            Measure::WindowRelevance => Kind::Window(VecDeque::new()),
            Measure::Population => Kind::Last(0.0),
            _ => Kind::Mean,
        };
        Self {
            kind,
            grid: grid.clone(),
            missed: match measure.better() {
                Better::Lower if measure.extent() == Extent::Share => 1.0,
                _ => 0.0,
            },
            steps: 0,
            sum: 0.0,
            values: Vec::new(),
        }
    }

    /// Changes the total of a share, from the next step on.
    pub(super) fn set_total(&mut self, total: usize) {
        if let Kind::Share(share) = &mut self.kind {
            *share = total as f64;
        }
    }

    /// Counts a request without a page: its value is 0, and the last page value stays.
    pub(super) fn count_without_page(&mut self) {
        self.count(match self.kind {
            Kind::Last(last) => last,
            _ => 0.0,
        });
    }

    /// Counts the value of a page or a request; ignores those beyond the budget.
    pub(super) fn count(&mut self, value: f64) {
        if self.steps >= self.grid.budget() {
            return;
        }
        self.steps += 1;
        self.sum += value;
        match &mut self.kind {
            Kind::Window(last) => {
                last.push_back(value);
                if last.len() > types::limits::WINDOW_PAGES {
                    last.pop_front();
                }
            }
            Kind::Length(total) => {
                let found = self.sum / *total;
                let reached = |percent: &&u32| found >= f64::from(**percent) / 100.0;
                let reached = PERCENTS.iter().take_while(reached).count();
                self.values.resize(reached.max(self.values.len()), f64::from(self.steps));
                return;
            }
            Kind::Last(last) => *last = value,
            Kind::Mean | Kind::Share(_) | Kind::Sum => {}
        }
        if self.grid.at.get(self.values.len()) == Some(&self.steps) {
            self.values.push(self.now());
        }
    }

    fn now(&self) -> f64 {
        match &self.kind {
            Kind::Mean | Kind::Length(_) => self.sum / f64::from(self.steps),
            Kind::Share(total) if *total > 0.0 => self.sum / total,
            Kind::Share(_) => 0.0,
            Kind::Sum => self.sum,
            Kind::Last(last) => *last,
            Kind::Window(last) => last.iter().sum::<f64>() / last.len() as f64,
        }
    }

    /// Returns the curve so far, up to the last position reached.
    pub(super) fn partial_curve(&self) -> Curve {
        let at = match self.kind {
            Kind::Length(_) => &PERCENTS[..],
            _ => self.grid.at(),
        };
        Curve { at: at[..self.values.len().min(at.len())].to_vec(), values: self.values.clone() }
    }

    /// Returns the whole curve, to the end of the budget, whether the crawl reached it or not. A share of the relevant
    /// pages that was not reached has a search length of one more than the budget.
    pub(super) fn whole(&self) -> Curve {
        let mut all = self.clone();
        while all.steps < all.grid.budget() {
            all.count(all.missed);
        }
        if let Kind::Length(_) = all.kind {
            let never = f64::from(all.grid.budget()) + 1.0;
            all.values.resize(PERCENTS.len(), never);
        }
        all.partial_curve()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(measure: Measure, budget: u32, total: usize, values: &[f64]) -> Curve {
        let mut tally = RunningCurve::new(measure, &Grid::new(budget, &[]), total);
        for value in values {
            tally.count(*value);
        }
        tally.whole()
    }

    #[test]
    fn a_grid_has_a_hundred_places_at_most_and_all_its_marks() {
        assert_eq!(Grid::new(4, &[]).at(), [1, 2, 3, 4]);
        let grid = Grid::new(1_000, &[33, 200, 1_001, 0]);
        assert!(grid.at().len() <= limits::CURVE_POINTS);
        assert!(grid.at().contains(&33) && grid.at().contains(&200));
        assert_eq!(grid.budget(), 1_000);
        assert!(grid.at().is_sorted_by(|a, b| a < b), "{grid:?}");
    }

    #[test]
    fn means_and_shares_count_zero_after_an_early_end() {
        let found = [1.0, 0.0, 1.0];
        let harvest = tally(Measure::Harvest, 4, 0, &found);
        assert_eq!(harvest.values, [1.0, 0.5, 2.0 / 3.0, 0.5]);
        let recall = tally(Measure::Recall, 4, 5, &found);
        assert_eq!(recall.values, [0.2, 0.2, 0.4, 0.4]);
    }

    #[test]
    fn a_window_drops_older_values_even_after_the_end() {
        let curve = tally(Measure::WindowRelevance, 120, 0, &[1.0; 60]);
        for (at, value) in [(50, 1.0), (60, 1.0), (85, 0.5), (110, 0.0)] {
            let got = curve.value(at).unwrap_or(f64::NAN);
            assert!((got - value).abs() < 0.021, "{at}: {got}");
        }
    }

    #[test]
    fn the_population_is_that_after_the_last_page_and_zero_after_the_end() {
        let mut tally = RunningCurve::new(Measure::Population, &Grid::new(5, &[]), 0);
        tally.count(3.0);
        tally.count_without_page();
        tally.count(7.0);
        assert_eq!(tally.whole().values, [3.0, 3.0, 7.0, 0.0, 0.0]);
    }

    #[test]
    fn the_search_length_is_the_page_that_completes_the_share_or_one_beyond_the_budget() {
        let found = [0.0, 1.0, 1.0, 0.0, 1.0];
        let length = tally(Measure::SearchLength, 8, 4, &found);
        assert_eq!(length.at, PERCENTS);
        assert_eq!(length.values, [2.0, 2.0, 3.0, 5.0, 9.0]);
    }

    #[test]
    fn the_area_is_the_mean_height_by_the_trapezoidal_rule() {
        let curve = Curve { at: vec![1, 3, 4], values: vec![0.0, 1.0, 0.5] };
        // (2 · .5 + 1 · .75) / 3
        assert!((curve.area() - 1.75 / 3.0).abs() < 1e-15);
        assert_eq!((curve.value(0), curve.value(2)), (None, Some(0.0)));
    }
}
