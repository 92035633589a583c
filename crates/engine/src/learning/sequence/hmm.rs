//! The hidden Markov model of learning crawlers: hidden states are layers (numbers of links to the nearest target),
//! symbols are page clusters.
//!
//! Filtering: `α(j, t) = B[j, c_t] · Σ_i α(i, t−1) · A_ij`, scaled to sum to 1, with `α(·, 0) = π` *before* the first
//! page, so that the first page already follows a transition from π. Textbooks and hmmlearn begin with `B` and the
//! start probabilities, without a transition: this model equals theirs with `startprob = π · A`. Viterbi paths use the
//! same convention. Not covered: re-estimation (Baum and Welch), since the layers are known in training and counting is
//! sufficient.
//!
//! Source: Batsakis §2.5, §3.4.1, Fig. 9; Rabiner 1989, "A tutorial on hidden Markov models"; Liu, Milios and Janssen
//! 2004.

use serde::{Deserialize, Serialize};

/// The tolerance of a row's sum, which allows for decimal rounding.
const SUM_SLACK: f64 = 1e-9;

/// An error of estimating a model.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum HmmError {
    /// No states or no symbols.
    #[error("a hidden Markov model needs at least one state and one symbol, not {states} and {symbols}")]
    Size {
        /// The number of states.
        states: usize,
        /// The number of symbols.
        symbols: usize,
    },
    /// The smoothing is negative or not a number.
    #[error("the smoothing is {0}: give 0 or a number above it, such as 1")]
    Smoothing(f64),
    /// A state or symbol beyond the last.
    #[error("a page is in state {state} with symbol {symbol}, beyond the last one: count both from 0")]
    Page {
        /// The state of the example.
        state: usize,
        /// The symbol of the example.
        symbol: usize,
    },
    /// A trail visits a state beyond the last.
    #[error("a trail visits state {0}, beyond the last one: count states from 0")]
    State(usize),
    /// There are no pages.
    #[error("there is no training page: give at least one trail with a page")]
    NoPages,
    /// A row of the given matrices has a wrong length, a negative entry, or does not sum to 1.
    #[error("row {row} of {matrix} is not a distribution: its entries must be at least 0 and sum to 1")]
    Row {
        /// `π`, `A` or `B`.
        matrix: char,
        /// The row, counted from 0.
        row: usize,
    },
}

/// A hidden Markov model. Every row of `π`, `A` and `B` sums to 1, also in one that was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Hmm {
    pi: Vec<f64>,
    /// For each state, the probability of each next state.
    a: Vec<Vec<f64>>,
    /// For each state, the probability of each symbol.
    b: Vec<Vec<f64>>,
}

/// The unchecked saved fields of a model.
type Saved = (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>);

impl TryFrom<Saved> for Hmm {
    type Error = HmmError;

    fn try_from((pi, a, b): Saved) -> Result<Self, HmmError> {
        Self::new(pi, a, b)
    }
}

impl Hmm {
    /// Creates a model from matrices: `pi` has S entries, `a` S rows of S, and `b` S rows of equal length.
    pub fn new(pi: Vec<f64>, a: Vec<Vec<f64>>, b: Vec<Vec<f64>>) -> Result<Self, HmmError> {
        let (states, symbols) = (pi.len(), b.first().map_or(0, Vec::len));
        if states == 0 || symbols == 0 {
            return Err(HmmError::Size { states, symbols });
        }
        check_rows('π', std::slice::from_ref(&pi), 1, states)?;
        check_rows('A', &a, states, states)?;
        check_rows('B', &b, states, symbols)?;
        Ok(Self { pi, a, b })
    }

    /// Counts pages, each given as (layer, cluster), and the transitions of trails, each given as the layers of its
    /// steps in order.
    ///
    /// `π_i` is the share of `pages` in layer i ("the percentage of pages with the same hidden state", §2.5), not of
    /// first pages, and `B_ij` counts pages of layer i in cluster j ("the number of pages"). This is the thesis's
    /// estimate if each page is given once, however often trails visit it. `A_ij` counts all transitions from i to j in
    /// trails. `alpha` (at least 0) is added to every count. Rows are normalized; a row without any count is uniform,
    /// which occurs with `alpha` 0 for layers without pages, or with last pages only.
    ///
    /// # Errors
    /// Rejects a state or symbol beyond the last, a smoothing below 0, and missing pages.
    pub fn estimate<'a>(
        pages: &[(usize, usize)],
        trails: impl IntoIterator<Item = &'a [usize]>,
        (states, symbols): (usize, usize),
        alpha: f64,
    ) -> Result<Self, HmmError> {
        if states == 0 || symbols == 0 {
            return Err(HmmError::Size { states, symbols });
        }
        if !(alpha >= 0.0 && alpha.is_finite()) {
            return Err(HmmError::Smoothing(alpha));
        }
        if pages.is_empty() {
            return Err(HmmError::NoPages);
        }
        let (mut pi, mut b) = count_pages(pages, states, symbols)?;
        let mut a = count_transitions(trails, states)?;
        let smooth = |row: &mut Vec<f64>| {
            for count in row.iter_mut() {
                *count += alpha;
            }
            normalize(row);
        };
        smooth(&mut pi);
        a.iter_mut().for_each(smooth);
        b.iter_mut().for_each(smooth);
        Ok(Self { pi, a, b })
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.pi.len()
    }

    /// Returns the number of symbols.
    pub fn symbols(&self) -> usize {
        self.b.first().map_or(0, Vec::len)
    }

    /// Returns `π`: the share of training pages in each state.
    pub fn initial(&self) -> &[f64] {
        &self.pi
    }

    /// Returns `A`: for each state (row), the probability of each next state.
    pub fn transitions(&self) -> &[Vec<f64>] {
        &self.a
    }

    /// Returns `B`: for each state (row), the probability of each symbol.
    pub fn emissions(&self) -> &[Vec<f64>] {
        &self.b
    }

    /// Returns the filtered distribution `α(·, t)`, which sums to 1, given that of the previous page (`None` before the
    /// first page, which means π) and the symbol of this page.
    ///
    /// If the symbol is impossible in all reachable states, missing (`None`) or beyond the last, nothing was observed:
    /// the result is the prediction without `B`.
    pub fn filter(&self, previous: Option<&[f64]>, symbol: impl Into<Option<usize>>) -> Vec<f64> {
        let symbol = symbol.into();
        let seen = symbol.filter(|symbol| *symbol < self.symbols());
        self.filter_by(previous, |state| seen.map_or(1.0, |symbol| self.b[state][symbol]))
    }

    /// Returns the same from a likelihood of the observation for each state, such as a mean of `B` over several
    /// clusters. Negative numbers and NaN count as 0.
    pub fn filter_by(&self, previous: Option<&[f64]>, likelihood: impl Fn(usize) -> f64) -> Vec<f64> {
        let before = previous.filter(|alpha| alpha.len() == self.states());
        let predicted = self.predict(before.unwrap_or(&self.pi));
        let mut alpha: Vec<f64> =
            predicted.iter().enumerate().map(|(state, share)| share * counted(likelihood(state))).collect();
        let sum = total(&alpha);
        if sum > 0.0 && sum.is_finite() {
            normalize(&mut alpha);
            alpha
        } else {
            predicted
        }
    }

    /// Returns `P(·, t+1) = Σ_i α(i, t) · A_ij`: the probability of each state one step ahead; applied twice, two steps
    /// ahead.
    pub fn predict(&self, alpha: &[f64]) -> Vec<f64> {
        let mut next = vec![0.0; self.states()];
        for (share, row) in alpha.iter().zip(&self.a) {
            for (sum, to) in next.iter_mut().zip(row) {
                *sum += counted(*share) * to;
            }
        }
        normalize(&mut next);
        next
    }

    /// Returns the most probable sequence of states for the symbols, the smaller state of equals; for display. A symbol
    /// that is impossible in all reachable states, or invalid, is ignored, as in [`Self::filter`].
    pub fn viterbi(&self, symbols: &[usize]) -> Vec<usize> {
        let Some((first, rest)) = symbols.split_first() else {
            return Vec::new();
        };
        let start = self.predict(&self.pi);
        let start: Vec<f64> = start.iter().map(|share| libm::log(*share)).collect();
        let mut best = self.observed(start, *first);
        let logs: Vec<Vec<f64>> = self.a.iter().map(|row| logs(row)).collect();
        let mut came_from = Vec::with_capacity(rest.len());
        for symbol in rest {
            let (from, moved) = step(&best, &logs);
            came_from.push(from);
            best = self.observed(moved, *symbol);
        }
        let mut path = vec![first_largest(&best)];
        for from in came_from.iter().rev() {
            path.push(from[path[path.len() - 1]]);
        }
        path.reverse();
        path
    }

    /// Adds the log probabilities of a symbol, unless that makes all states impossible.
    fn observed(&self, before: Vec<f64>, symbol: usize) -> Vec<f64> {
        let rows = before.iter().zip(&self.b);
        let after: Vec<f64> =
            rows.map(|(log, row)| log + row.get(symbol).map_or(f64::NEG_INFINITY, |p| libm::log(*p))).collect();
        if after.iter().any(|log| *log > f64::NEG_INFINITY) { after } else { before }
    }
}

/// Returns the number of pages in each state, and in each state with each symbol.
fn count_pages(pages: &[(usize, usize)], states: usize, symbols: usize) -> Result<(Vec<f64>, Vec<Vec<f64>>), HmmError> {
    let mut of_state = vec![0.0; states];
    let mut with_symbol = vec![vec![0.0; symbols]; states];
    for &(state, symbol) in pages {
        if state >= states || symbol >= symbols {
            return Err(HmmError::Page { state, symbol });
        }
        of_state[state] += 1.0;
        with_symbol[state][symbol] += 1.0;
    }
    Ok((of_state, with_symbol))
}

/// Returns the number of transitions between each pair of states.
fn count_transitions<'a>(
    trails: impl IntoIterator<Item = &'a [usize]>,
    states: usize,
) -> Result<Vec<Vec<f64>>, HmmError> {
    let mut counts = vec![vec![0.0; states]; states];
    for trail in trails {
        if let Some(beyond) = trail.iter().find(|state| **state >= states) {
            return Err(HmmError::State(*beyond));
        }
        for step in trail.windows(2) {
            counts[step[0]][step[1]] += 1.0;
        }
    }
    Ok(counts)
}

/// Computes one step of Viterbi: for each state, the best predecessor and the log probability of the path through it.
fn step(best: &[f64], logs: &[Vec<f64>]) -> (Vec<usize>, Vec<f64>) {
    let to = |state: usize| {
        let ways: Vec<f64> = best.iter().zip(logs).map(|(log, row)| log + row[state]).collect();
        let from = first_largest(&ways);
        (from, ways[from])
    };
    (0..best.len()).map(to).unzip()
}

fn logs(row: &[f64]) -> Vec<f64> {
    row.iter().map(|share| libm::log(*share)).collect()
}

fn first_largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (at, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = at;
        }
    }
    best
}

/// Returns a likelihood, with 0 for negative, infinite or NaN values.
fn counted(share: f64) -> f64 {
    if share > 0.0 && share.is_finite() { share } else { 0.0 }
}

fn total(row: &[f64]) -> f64 {
    row.iter().fold(0.0, |sum, one| sum + one)
}

/// Scales a row to sum to 1; a row of zeros becomes uniform.
fn normalize(row: &mut [f64]) {
    let sum = total(row);
    let even = 1.0 / row.len() as f64;
    for share in row {
        *share = if sum > 0.0 && sum.is_finite() { *share / sum } else { even };
    }
}

fn check_rows(matrix: char, rows: &[Vec<f64>], height: usize, width: usize) -> Result<(), HmmError> {
    let bad = |row: &Vec<f64>| {
        let entries = row.iter().all(|share| (0.0..=1.0 + SUM_SLACK).contains(share));
        row.len() != width || !entries || (total(row) - 1.0).abs() > SUM_SLACK
    };
    if rows.len() != height {
        return Err(HmmError::Row { matrix, row: rows.len().min(height) });
    }
    match rows.iter().position(bad) {
        Some(row) => Err(HmmError::Row { matrix, row }),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "hmm_tests.rs"]
mod tests;
