//! Computes the measures that need the outcomes of several crawls: the rank among the pages of all, and the overlap of
//! two.
//!
//! **Retrieval rank**: the pages of all crawls for a topic, each once, are ranked by their similarity to the query. A
//! page's rank is 0 at the top and 1 at the end. Equal pages share the mean of their ranks. The part of the budget that
//! a crawl did not fetch counts as the end. **Robustness**: of two crawls by one strategy from disjoint halves of the
//! seeds, after n pages each, the pages in common over n. Both are defined over pages only. While crawls are still
//! missing, the pool of pages is that of the crawls so far.
//!
//! Source: Pant §4.1, 5 and §4.2.

use super::{CheckedComparison, TrialKey, TrialOutcome};
use crate::measures::{Grid, curve_of};
use std::collections::BTreeMap;
use types::measures::{Curve, Measure};
use types::sorting;

impl CheckedComparison {
    /// Returns for each outcome the curves that need several outcomes. The overlap of two crawls belongs to the first
    /// of them.
    pub fn pooled(&self, outcomes: &[TrialOutcome]) -> Vec<BTreeMap<Measure, Curve>> {
        let mut curves = vec![BTreeMap::new(); outcomes.len()];
        let measures = &self.comparison.measures;
        if measures.contains(&Measure::RetrievalRank) {
            ranks(&self.grid, outcomes, &mut curves);
        }
        if measures.contains(&Measure::Robustness) {
            overlaps(&self.grid, outcomes, &mut curves);
        }
        curves
    }
}

fn ranks(grid: &Grid, outcomes: &[TrialOutcome], curves: &mut [BTreeMap<Measure, Curve>]) {
    let mut topics: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, outcome) in outcomes.iter().enumerate() {
        topics.entry(&outcome.key.topic).or_default().push(at);
    }
    for of_topic in topics.into_values() {
        let places = places(of_topic.iter().map(|at| &outcomes[*at]));
        for at in of_topic {
            let urls = outcomes[at].urls.iter();
            let places = urls.filter_map(|url| places.get(url).copied());
            let curve = curve_of(Measure::RetrievalRank, grid, places);
            curves[at].insert(Measure::RetrievalRank, curve);
        }
    }
}

/// Returns the rank of each page of some crawls, in 0..=1.
fn places<'a>(outcomes: impl Iterator<Item = &'a TrialOutcome>) -> BTreeMap<u64, f64> {
    let mut pool: BTreeMap<u64, f64> = BTreeMap::new();
    for outcome in outcomes {
        pool.extend(outcome.urls.iter().copied().zip(outcome.scores.iter().copied()));
    }
    let mut ranked: Vec<(u64, f64)> = pool.into_iter().collect();
    sorting::sort_by(&mut ranked, |a, b| b.1.total_cmp(&a.1));
    let last = ranked.len().saturating_sub(1).max(1) as f64;
    let (mut places, mut first) = (BTreeMap::new(), 0);
    for alike in ranked.chunk_by(|a, b| a.1.total_cmp(&b.1).is_eq()) {
        let middle = first as f64 + (alike.len() - 1) as f64 / 2.0;
        places.extend(alike.iter().map(|(url, _)| (*url, middle / last)));
        first += alike.len();
    }
    places
}

fn overlaps(grid: &Grid, outcomes: &[TrialOutcome], curves: &mut [BTreeMap<Measure, Curve>]) {
    let all = outcomes.iter().enumerate();
    let keyed: BTreeMap<&TrialKey, usize> = all.map(|(at, of)| (&of.key, at)).collect();
    for (key, first) in &keyed {
        let other = TrialKey { group: 1, ..TrialKey::clone(key) };
        if let (0, Some(second)) = (key.group, keyed.get(&other)) {
            let curve = overlap(grid, &outcomes[*first].urls, &outcomes[*second].urls);
            curves[*first].insert(Measure::Robustness, curve);
        }
    }
}

/// Returns the pages in common after n pages of each, over n.
fn overlap(grid: &Grid, first: &[u64], second: &[u64]) -> Curve {
    let mut met: BTreeMap<u64, bool> = BTreeMap::new();
    let (mut common, mut done) = (0_u32, 0_usize);
    let values = grid.at().iter().map(|at| {
        let until = *at as usize;
        for (pages, is_second) in [(first, false), (second, true)] {
            for url in pages.iter().take(until).skip(done) {
                let before = *met.entry(*url).or_insert(is_second);
                common += u32::from(before != is_second);
            }
        }
        done = until;
        f64::from(common) / f64::from(*at)
    });
    Curve { values: values.collect(), at: grid.at().to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::outcome::tests::outcome;

    #[test]
    fn pages_of_all_crawls_share_one_ranking_with_ties() {
        let of = |urls: &[u64], scores: &[f64]| TrialOutcome {
            urls: urls.to_vec(),
            scores: scores.to_vec(),
            ..outcome("a", "t")
        };
        // Ranked: 3 (.9), 1 and 2 (.5), 4 and 5 (0): ranks 0, 1.5, 1.5, 3.5, 3.5 of 4.
        let outcomes = [of(&[1, 3], &[0.5, 0.9]), of(&[2, 4, 5, 3], &[0.5, 0.0, 0.0, 0.9])];
        let mut curves = vec![BTreeMap::new(); 2];
        ranks(&Grid::new(4, &[]), &outcomes, &mut curves);
        let means = |at: usize| &curves[at][&Measure::RetrievalRank].values;
        let [a, b] = [1.5 / 4.0, 3.5 / 4.0];
        let expected = [
            [a, a / 2.0, (a + 1.0) / 3.0, (a + 2.0) / 4.0],
            [a, f64::midpoint(a, b), (a + b + b) / 3.0, (a + b + b) / 4.0],
        ];
        for (at, expected) in expected.iter().enumerate() {
            for (mean, expected) in means(at).iter().zip(expected) {
                assert!((mean - expected).abs() < 1e-15, "{mean} {expected}");
            }
        }
    }

    #[test]
    fn the_overlap_counts_a_page_when_both_have_fetched_it() {
        let curve = overlap(&Grid::new(4, &[]), &[1, 2, 3, 4], &[5, 1, 2]);
        assert_eq!(curve.values, [0.0, 0.5, 2.0 / 3.0, 0.5]);
        let same = overlap(&Grid::new(2, &[]), &[1, 2], &[1, 2]);
        assert_eq!(same.values, [1.0, 1.0]);
    }
}
