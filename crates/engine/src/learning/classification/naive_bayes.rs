//! Multinomial naive Bayes on sparse counts: classifies a text by the frequencies of its words.
//!
//! `P(c | d) ∝ P(c) · Π P(w | c)^n(w, d)` with `P(w | c) = (N(w, c) + α) / (N(c) + α · V)`, V the size of the training
//! vocabulary. Unknown words are ignored. The results equal those of scikit-learn's `MultinomialNB`. Not covered:
//! feature selection (χ², Fisher's index).
//!
//! Source: `McCallum` and Nigam 1998, "A comparison of event models for naive Bayes text classification"; Pant §3.3,
//! §3.4.

use crate::text::{TermCounts, TermId};
use serde::{Deserialize, Serialize};

/// The most terms in a table of words by term number.
const INDEXED_TERMS: usize = 1 << 18;

/// The prior of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Priors {
    /// The share of the class in the training examples.
    #[default]
    Estimated,
    /// Equal for all classes that have examples.
    Uniform,
}

/// An error of training a classifier.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum NaiveBayesError {
    /// The smoothing is not a number above 0.
    #[error("the smoothing is {0}: give a number above 0, such as 1")]
    Smoothing(f64),
    /// There are no examples.
    #[error("there is no training example: give at least one")]
    NoExamples,
    /// The class of an example does not exist.
    #[error("an example has class {class}, but there are {classes} classes: count from 0")]
    Class {
        /// The class given.
        class: usize,
        /// The number of classes.
        classes: usize,
    },
}

/// A trained classifier. Classes are numbered from 0; a class without examples has probability 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct NaiveBayes {
    log_priors: Vec<f64>,
    /// For each class, the log probability of a vocabulary word that does not occur in it.
    absent: Vec<f64>,
    /// The vocabulary, ascending, with the end of each word's range in `present`.
    words: Vec<(TermId, usize)>,
    /// For each word, the classes in which it occurs, with its log probability minus `absent`.
    present: Vec<(usize, f64)>,
    /// By term number, the index of the word in `words`, plus 1; 0 for other terms. Terms beyond its end are searched
    /// for.
    #[serde(skip)]
    word_indices: Vec<u32>,
}

/// The unchecked saved fields of a classifier.
type Saved = (Vec<f64>, Vec<f64>, Vec<(TermId, usize)>, Vec<(usize, f64)>);

impl TryFrom<Saved> for NaiveBayes {
    type Error = &'static str;

    fn try_from((log_priors, absent, words, present): Saved) -> Result<Self, Self::Error> {
        let classes = log_priors.len();
        let numbers = log_priors.iter().chain(&absent);
        let mut numbers = numbers.chain(present.iter().map(|(_, log)| log));
        let rises = words.is_sorted_by(|one, next| one.0 < next.0 && one.1 <= next.1);
        let fits = words.last().map_or(0, |(_, end)| *end) == present.len();
        let known = present.iter().all(|(class, _)| *class < classes);
        if classes > 0 && absent.len() == classes && rises && fits && known && numbers.all(|number| !number.is_nan()) {
            let word_indices = word_indices(&words);
            Ok(Self { log_priors, absent, words, present, word_indices })
        } else {
            Err("the parts of the classifier are inconsistent")
        }
    }
}

impl NaiveBayes {
    /// Trains on examples, each with its class, which is below `classes`. `alpha` is added to every count and must be
    /// above 0: 1 is Laplace smoothing, less is Lidstone smoothing.
    pub fn train<'a>(
        classes: usize,
        examples: impl IntoIterator<Item = (usize, &'a TermCounts)>,
        alpha: f64,
        priors: Priors,
    ) -> Result<Self, NaiveBayesError> {
        if !(alpha > 0.0 && alpha.is_finite()) {
            return Err(NaiveBayesError::Smoothing(alpha));
        }
        let mut of_class = vec![0_u32; classes];
        let mut counts: Vec<(TermId, usize, u64)> = Vec::new();
        for (class, example) in examples {
            let Some(seen) = of_class.get_mut(class) else {
                return Err(NaiveBayesError::Class { class, classes });
            };
            *seen += 1;
            counts.extend(example.iter().map(|(term, n)| (term, class, u64::from(n))));
        }
        let log_priors = log_priors(&of_class, priors).ok_or(NaiveBayesError::NoExamples)?;
        Ok(Self::of_counts(log_priors, summed(counts), alpha))
    }

    /// Creates the classifier from counts, which are ascending by word and class.
    fn of_counts(log_priors: Vec<f64>, counts: Vec<(TermId, usize, u64)>, alpha: f64) -> Self {
        let log_totals = log_totals(&counts, log_priors.len(), alpha);
        let absent = log_totals.iter().map(|total| libm::log(alpha) - total);
        let absent: Vec<f64> = absent.collect();
        let mut present = Vec::with_capacity(counts.len());
        let mut words: Vec<(TermId, usize)> = Vec::new();
        for (term, class, n) in counts {
            let log = libm::log(n as f64 + alpha) - log_totals[class];
            present.push((class, log - absent[class]));
            match words.last_mut() {
                Some((word, ends)) if *word == term => *ends = present.len(),
                _ => words.push((term, present.len())),
            }
        }
        let word_indices = word_indices(&words);
        Self { log_priors, absent, words, present, word_indices }
    }

    /// Returns the number of classes.
    pub fn classes(&self) -> usize {
        self.log_priors.len()
    }

    /// Returns the vocabulary, ascending.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.words.iter().map(|(term, _)| *term)
    }

    /// Returns `ln P(w | c)`; `None` for an unknown word or class.
    pub fn log_word(&self, class: usize, word: TermId) -> Option<f64> {
        let absent = *self.absent.get(class)?;
        let classes = self.classes_with(word)?;
        let above = classes.iter().find(|(holder, _)| *holder == class);
        Some(absent + above.map_or(0.0, |(_, log)| *log))
    }

    /// Returns `P(c | d)` for each class; the sum is 1. A text without known words gets the priors.
    pub fn probabilities(&self, counts: &TermCounts) -> Vec<f64> {
        normalized(self.joint(counts, 0))
    }

    /// Returns the same, but scales the counts of a text with more than `words` known words down to that many; 0
    /// disables this.
    ///
    /// Words are not independent, so the formula is overconfident on long texts: nearly every page gets 0 or 1, and
    /// pages cannot be ordered by it. Scaling hardly changes the order of the classes, but gives the priors more
    /// weight.
    pub fn probabilities_of_at_most(&self, counts: &TermCounts, words: u32) -> Vec<f64> {
        normalized(self.joint(counts, words))
    }

    /// Returns `ln P(c) + ln P(d | c)` for each class, ignoring unknown words.
    fn joint(&self, counts: &TermCounts, most: u32) -> Vec<f64> {
        let mut above = vec![0.0; self.classes()];
        let mut known = 0_u64;
        for (term, n) in counts.iter() {
            let Some(classes) = self.classes_with(term) else {
                continue;
            };
            known += u64::from(n);
            for (class, log) in classes {
                if let Some(sum) = above.get_mut(*class) {
                    *sum += f64::from(n) * log;
                }
            }
        }
        let known = known as f64;
        let scale = if most > 0 && known > f64::from(most) { f64::from(most) / known } else { 1.0 };
        let parts = self.log_priors.iter().zip(&self.absent).zip(above);
        parts.map(|((prior, absent), above)| prior + scale * (known * absent + above)).collect()
    }

    /// Returns the classes in which a word occurs.
    fn classes_with(&self, word: TermId) -> Option<&[(usize, f64)]> {
        let at = match self.word_indices.get(word as usize) {
            Some(index) => index.checked_sub(1)? as usize,
            None => self.words.binary_search_by_key(&word, |(term, _)| *term).ok()?,
        };
        let start = at.checked_sub(1).map_or(0, |before| self.words[before].1);
        self.present.get(start..self.words[at].1)
    }
}

/// Returns [`NaiveBayes::word_indices`].
fn word_indices(words: &[(TermId, usize)]) -> Vec<u32> {
    let end = words.last().map_or(0, |(term, _)| (*term as usize).saturating_add(1));
    // A damaged file may contain any number.
    let mut indices = vec![0; end.min(INDEXED_TERMS)];
    for (index, (term, _)) in (1..).zip(words) {
        if let Some(entry) = indices.get_mut(*term as usize) {
            *entry = index;
        }
    }
    indices
}

/// Returns the logarithms of the priors; `None` if there are no examples.
fn log_priors(of_class: &[u32], priors: Priors) -> Option<Vec<f64>> {
    let weight = |examples: &u32| match priors {
        Priors::Estimated => f64::from(*examples),
        Priors::Uniform => f64::from(u8::from(*examples > 0)),
    };
    let all = of_class.iter().map(weight).fold(0.0, |sum, one| sum + one);
    let log = |weight: f64| {
        if weight > 0.0 { libm::log(weight) - libm::log(all) } else { f64::NEG_INFINITY }
    };
    (all > 0.0).then(|| of_class.iter().map(weight).map(log).collect())
}

/// Returns the logarithm of each class's smoothed number of words.
fn log_totals(counts: &[(TermId, usize, u64)], classes: usize, alpha: f64) -> Vec<f64> {
    let mut totals = vec![0_u64; classes];
    let (mut vocabulary, mut last) = (0_u32, None);
    for &(term, class, n) in counts {
        totals[class] += n;
        vocabulary += u32::from(last.replace(term) != Some(term));
    }
    // Without a vocabulary the value is not used; 1 keeps the logarithm finite.
    let smoothing = alpha * f64::from(vocabulary.max(1));
    let log = |total: &u64| libm::log(*total as f64 + smoothing);
    totals.iter().map(log).collect()
}

/// Sums the counts of equal pairs; ascending by word and class.
fn summed(mut counts: Vec<(TermId, usize, u64)>) -> Vec<(TermId, usize, u64)> {
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        if same {
            kept.2 += next.2;
        }
        same
    });
    counts
}

/// Returns the exponentials, scaled to sum to 1. The largest is factored out first, so that none overflows.
fn normalized(mut logs: Vec<f64>) -> Vec<f64> {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for log in &mut logs {
        *log = libm::exp(*log - largest);
    }
    let sum = logs.iter().fold(0.0, |sum, one| sum + one);
    for share in &mut logs {
        *share /= sum;
    }
    logs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(words: &[TermId]) -> TermCounts {
        words.iter().copied().collect()
    }

    /// By hand, α 1, V 3: class 0 has word 0 twice and word 1 once, P = 3/6, 2/6, 1/6; class 1 has words 1 and 2, P =
    /// 1/5, 2/5, 2/5. Priors 2/3 and 1/3. Of the text "0 1 1": 2/3 · 3/6 · (2/6)² = 1/27 and 1/3 · 1/5 · (2/5)² =
    /// 4/375.
    #[test]
    fn two_classes_have_probabilities_computed_by_hand() {
        let examples = [counts(&[0, 1]), counts(&[0]), counts(&[1, 2])];
        let classes = [0, 0, 1];
        let given = classes.into_iter().zip(&examples);
        let bayes = NaiveBayes::train(2, given, 1.0, Priors::Estimated).unwrap();
        let (a, b) = (1.0 / 27.0, 4.0 / 375.0);
        let joint = bayes.joint(&counts(&[0, 1, 1, 99]), 0);
        assert!((libm::exp(joint[0]) - a).abs() < 1e-12, "{joint:?}");
        assert!((libm::exp(joint[1]) - b).abs() < 1e-12, "{joint:?}");
        let shares = bayes.probabilities(&counts(&[0, 1, 1]));
        assert!((shares[0] - a / (a + b)).abs() < 1e-12, "{shares:?}");
        assert!((libm::exp(bayes.log_word(1, 0).unwrap()) - 0.2).abs() < 1e-12);
        assert_eq!(bayes.log_word(1, 99), None);
    }

    #[test]
    fn a_text_without_a_known_word_gets_the_priors() {
        let examples = [counts(&[0]), counts(&[0]), counts(&[1])];
        let train = |priors| {
            let given = [0, 0, 1].into_iter().zip(&examples);
            NaiveBayes::train(3, given, 0.5, priors).unwrap()
        };
        let close = |ours: Vec<f64>, expected: [f64; 3]| {
            let pairs = ours.iter().zip(expected);
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12), "{ours:?}");
        };
        let estimated = train(Priors::Estimated).probabilities(&counts(&[7]));
        close(estimated, [2.0 / 3.0, 1.0 / 3.0, 0.0]);
        let uniform = train(Priors::Uniform).probabilities(&TermCounts::new());
        close(uniform, [0.5, 0.5, 0.0]);
    }

    #[test]
    fn long_texts_do_not_overflow_and_a_length_limit_prevents_saturation() {
        let examples = [counts(&[0, 1]), counts(&[1, 2])];
        let given = examples.iter().enumerate();
        let bayes = NaiveBayes::train(2, given, 1.0, Priors::Uniform).unwrap();
        let long: TermCounts = [(0, 1_000_000), (1, 1_000_000)].into_iter().collect();
        assert_eq!(bayes.probabilities(&long), [1.0, 0.0]);
        let held = bayes.probabilities_of_at_most(&long, 2);
        let short = bayes.probabilities(&counts(&[0, 1]));
        assert!((held[0] - short[0]).abs() < 1e-9, "{held:?} {short:?}");
        assert_eq!(bayes.probabilities_of_at_most(&counts(&[0, 1]), 50), short);
    }

    #[test]
    fn what_cannot_be_learned_is_said() {
        let one = counts(&[0]);
        let error =
            |classes, class, alpha| NaiveBayes::train(classes, [(class, &one)], alpha, Priors::Uniform).unwrap_err();
        for alpha in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(error(1, 0, alpha), NaiveBayesError::Smoothing(_)));
        }
        assert!(matches!(error(2, 2, 1.0), NaiveBayesError::Class { .. }));
        let none = NaiveBayes::train(2, [], 1.0, Priors::Uniform).unwrap_err();
        assert_eq!(none, NaiveBayesError::NoExamples);
    }

    #[test]
    fn a_stored_classifier_comes_back() {
        let examples = [counts(&[0, 5]), counts(&[5, 2])];
        let given = examples.iter().enumerate();
        let bayes = NaiveBayes::train(3, given, 1.0, Priors::Estimated).unwrap();
        let bytes = postcard::to_stdvec(&bayes).unwrap();
        assert_eq!(postcard::from_bytes::<NaiveBayes>(&bytes).unwrap(), bayes);
    }
}
