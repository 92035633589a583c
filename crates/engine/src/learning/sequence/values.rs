//! Estimates the value of a link as in reinforcement learning: the number of targets after it, discounted by distance.
//!
//! Along a trail, the link from page t has `Q = Σ_{k ≥ 0} γ^k · [page t + 1 + k is relevant]`: 1 if it leads directly
//! to a target, γ if the target is one link further. Values are sorted into bins. Naive Bayes predicts the bin of a
//! link from its words, and the expected value is the mean of the bins' mean values, weighted by their probabilities.
//!
//! Bins have about equal numbers of examples. Equal values are never separated, so there may be fewer bins than
//! requested: most of a few hundred links have one of the values 0, γ², γ and 1, and bins by count alone would split
//! the zeros. Not covered: learning during a crawl.
//!
//! Source: Pant §5.2 (Cora); Rennie and `McCallum` 1999, "Using reinforcement learning to spider the web efficiently",
//! §4.

use crate::learning::{NaiveBayes, NaiveBayesError, Priors};
use crate::text::TermCounts;
use serde::{Deserialize, Serialize};
use types::sorting;

/// Returns the values of a trail's links, given the relevance of its pages; there is one link less than pages. `gamma`
/// is in 0..1.
///
/// A page counts at each visit; pass `false` for later visits to count it once.
pub fn link_values(relevant: &[bool], gamma: f64) -> Vec<f64> {
    let mut values = Vec::with_capacity(relevant.len());
    let mut on = 0.0;
    for reached in relevant.iter().skip(1).rev() {
        on = f64::from(u8::from(*reached)) + gamma * on;
        values.push(on);
    }
    values.reverse();
    values
}

/// The options of the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueOptions {
    /// Maximum number of bins; at least 1.
    pub bins: usize,
    /// The smoothing added to every word count; above 0.
    pub alpha: f64,
    /// The priors of the bins.
    pub priors: Priors,
    /// The maximum number of known words that count in a text ([`NaiveBayes::probabilities_of_at_most`]); 0 disables
    /// the limit.
    pub words: u32,
}

impl Default for ValueOptions {
    fn default() -> Self {
        Self { bins: 5, alpha: 1.0, priors: Priors::default(), words: 0 }
    }
}

/// Estimates the value of a link from its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkValues {
    bins: Vec<Bin>,
    classifier: NaiveBayes,
    words: u32,
}

/// A bin: links of similar value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// The smallest value in the bin.
    pub from: f64,
    /// The mean value of the links in the bin.
    pub mean: f64,
    /// The number of links.
    pub links: u32,
}

impl LinkValues {
    /// Trains on links, each with its value and its word counts. NaN values are ignored.
    pub fn train<'a>(
        links: impl IntoIterator<Item = (f64, &'a TermCounts)>,
        options: ValueOptions,
    ) -> Result<Self, NaiveBayesError> {
        let links = links.into_iter().filter(|(value, _)| value.is_finite());
        let links: Vec<(f64, &TermCounts)> = links.collect();
        let bins = bins(links.iter().map(|(value, _)| *value).collect(), options.bins);
        let of_bin = |(value, counts): &(f64, &'a TermCounts)| {
            let after = bins.partition_point(|bin| bin.from <= *value);
            (after.saturating_sub(1), *counts)
        };
        let examples = links.iter().map(of_bin);
        let classifier = NaiveBayes::train(bins.len(), examples, options.alpha, options.priors)?;
        let words = options.words;
        Ok(Self { bins, classifier, words })
    }

    /// Returns the bins, by ascending value.
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// Returns the classifier that predicts the bin from words.
    pub fn classifier(&self) -> &NaiveBayes {
        &self.classifier
    }

    /// Returns the probability of each bin for a link with these words.
    pub fn probabilities(&self, counts: &TermCounts) -> Vec<f64> {
        self.classifier.probabilities_of_at_most(counts, self.words)
    }

    /// Returns the expected value of a link with these words.
    pub fn expected(&self, counts: &TermCounts) -> f64 {
        let shares = self.probabilities(counts);
        let parts = self.bins.iter().zip(&shares);
        parts.fold(0.0, |sum, (bin, share)| sum + bin.mean * share)
    }
}

/// Returns bins with about equal numbers of values; equal values share a bin.
fn bins(mut values: Vec<f64>, most: usize) -> Vec<Bin> {
    sorting::sort_by(&mut values, f64::total_cmp);
    let most = most.max(1);
    let mut bins: Vec<Bin> = Vec::new();
    let mut binned = 0;
    for equal in values.chunk_by(|a, b| a.total_cmp(b).is_eq()) {
        // A bin is full when it and the bins before it contain their share of the values.
        let full = binned * most >= bins.len() * values.len();
        if full && bins.len() < most {
            bins.push(Bin { from: equal[0], mean: 0.0, links: 0 });
        }
        binned += equal.len();
        if let Some(bin) = bins.last_mut() {
            bin.mean += equal[0] * equal.len() as f64;
            bin.links += crate::count(equal.len());
        }
    }
    for bin in &mut bins {
        bin.mean /= f64::from(bin.links);
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: &[f64], theirs: &[f64]) {
        assert_eq!(ours.len(), theirs.len(), "{ours:?}");
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert!((ours - theirs).abs() < 1e-12, "{ours} is not {theirs}");
        }
    }

    #[test]
    fn link_values_equal_those_computed_by_hand() {
        let (o, x) = (false, true);
        for (relevant, values) in [
            (vec![o, o, o, x], vec![0.25, 0.5, 1.0]),
            (vec![x, x, o, x, o], vec![1.25, 0.5, 1.0, 0.0]),
            (vec![x, o, o], vec![0.0, 0.0]),
            (vec![x], vec![]),
            (vec![], vec![]),
        ] {
            close(&link_values(&relevant, 0.5), &values);
        }
    }

    #[test]
    fn bins_are_about_even_and_never_separate_equal_values() {
        let values = vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.5, 0.5, 1.0, 1.0];
        let of =
            |most| -> Vec<(f64, u32)> { bins(values.clone(), most).iter().map(|bin| (bin.from, bin.links)).collect() };
        assert_eq!(of(1), [(0.0, 10)]);
        assert_eq!(of(2), [(0.0, 5), (0.25, 5)]);
        assert_eq!(of(3), [(0.0, 5), (0.25, 3), (1.0, 2)]);
        assert_eq!(of(100).len(), 4);
        close(&[bins(values, 2)[1].mean], &[0.65]);
        assert_eq!(bins(Vec::new(), 3), []);
    }

    /// Two bins of one link each, values 0 and 1, words 0 and 1, α 1: P(bin 1 | word 1) = 2/3.
    #[test]
    fn the_expected_value_equals_that_computed_by_hand() {
        let words = [0_u32, 1].map(|word| [word].into_iter().collect::<TermCounts>());
        let options = ValueOptions { bins: 2, ..ValueOptions::default() };
        let values = LinkValues::train([(0.0, &words[0]), (1.0, &words[1])], options).unwrap();
        close(&[values.expected(&words[1]), values.expected(&words[0])], &[2.0 / 3.0, 1.0 / 3.0]);
        close(&[values.expected(&TermCounts::new())], &[0.5]);
        let bytes = postcard::to_stdvec(&values).unwrap();
        assert_eq!(postcard::from_bytes::<LinkValues>(&bytes).unwrap(), values);
    }

    #[test]
    fn training_without_links_is_an_error() {
        let none = TermCounts::new();
        for links in [vec![], vec![(f64::NAN, &none)]] {
            let error = LinkValues::train(links, ValueOptions::default()).unwrap_err();
            assert_eq!(error, NaiveBayesError::NoExamples);
        }
    }
}
