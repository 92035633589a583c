//! χ²: how far the counts of a term in the classes are from what they would be if the term did not care for classes.
//!
//! `χ²(w) = Σ_c (O_c − E_c)² / E_c` with `O_c` the count of w in class c and `E_c = P(c) · Σ O`, P(c) the share of examples: the numbers of
//! scikit-learn's `chi2`. Source: Tsay §3 (terms that tell link layers apart); Yang and Pedersen 1997.
//! Not covered: p-values, since only the order of terms is asked for.

use crate::text::{TermCounts, TermId};
use serde::{Deserialize, Serialize};

/// The counted unit of a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// The number of occurrences in the examples.
    #[default]
    Occurrences,
    /// In how many of them it stands: a long page does not outweigh others.
    Presence,
}

/// Returns the χ² of every term of the examples, terms ascending. Examples of a class that is not below `classes` are passed over.
pub fn chi_square<'a>(
    classes: usize,
    examples: impl IntoIterator<Item = (usize, &'a TermCounts)>,
    evidence: Evidence,
) -> Vec<(TermId, f64)> {
    let mut of_class = vec![0_u32; classes];
    let mut counts: Vec<(TermId, usize, u32)> = Vec::new();
    for (class, example) in examples {
        let Some(seen) = of_class.get_mut(class) else {
            continue;
        };
        *seen += 1;
        let count = |n| match evidence {
            Evidence::Occurrences => n,
            Evidence::Presence => 1,
        };
        counts.extend(example.iter().map(|(term, n)| (term, class, count(n))));
    }
    counts.sort_unstable();
    let all = of_class.iter().fold(0.0, |sum, n| sum + f64::from(*n));
    let shares: Vec<f64> = of_class.iter().map(|n| f64::from(*n) / all).collect();
    let of_term = |counts: &[(TermId, usize, u32)]| (counts[0].0, of_term(counts, &shares));
    counts.chunk_by(|a, b| a.0 == b.0).map(of_term).collect()
}

/// Returns the χ² of one term; classes without examples have no part in it.
fn of_term(counts: &[(TermId, usize, u32)], shares: &[f64]) -> f64 {
    let mut observed = vec![0.0; shares.len()];
    for (_, class, n) in counts {
        observed[*class] += f64::from(*n);
    }
    let all = observed.iter().fold(0.0, |sum, one| sum + one);
    let pairs = observed
        .iter()
        .zip(shares)
        .filter(|(_, share)| **share > 0.0);
    pairs.fold(0.0, |sum, (observed, share)| {
        let off = observed - share * all;
        sum + off * off / (share * all)
    })
}

/// Returns the `n` terms of highest χ², of equals those of smaller number, ascending: what [`TermCounts::only`] takes.
pub fn top_terms(mut scored: Vec<(TermId, f64)>, n: usize) -> Vec<TermId> {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.truncate(n);
    let mut terms: Vec<TermId> = scored.into_iter().map(|(term, _)| term).collect();
    terms.sort_unstable();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{NaiveBayes, Priors};

    fn counts(words: &[TermId]) -> TermCounts {
        words.iter().copied().collect()
    }

    /// Two examples of class 0 and one of class 1. Term 0: 4 and 0 of 4, expected 8/3 and 4/3: (4/3)² / (8/3) + (4/3)² / (4/3) = 2.
    /// Term 1: 1 and 2 of 3, expected 2 and 1: 1/2 + 1 = 1.5. By presence term 0: 2 and 0 of 2: 1; term 1: 1 and 1, expected 4/3 and 2/3: 1/12 + 1/6 = 1/4.
    #[test]
    fn scores_are_those_worked_out_by_hand() {
        let examples = [counts(&[0, 0, 0, 1]), counts(&[0]), counts(&[1, 1])];
        let given = || [0, 0, 1].into_iter().zip(&examples);
        for (evidence, expected) in [
            (Evidence::Occurrences, [2.0, 1.5]),
            (Evidence::Presence, [1.0, 0.25]),
        ] {
            let scores = chi_square(2, given(), evidence);
            for ((term, score), (at, expected)) in
                scores.iter().zip(expected.into_iter().enumerate())
            {
                assert_eq!(*term as usize, at);
                assert!((score - expected).abs() < 1e-12, "{scores:?}");
            }
        }
        // A class without an example, and an example without a class, change nothing.
        let more = chi_square(3, given().chain([(7, &examples[0])]), Evidence::Presence);
        assert_eq!(more, chi_square(2, given(), Evidence::Presence));
        assert_eq!(chi_square(2, [], Evidence::Presence), []);
    }

    #[test]
    fn the_top_terms_are_ascending_and_the_smaller_of_equals() {
        let scored = vec![(1, 0.5), (2, 3.0), (3, 0.5), (4, 1.0)];
        assert_eq!(top_terms(scored.clone(), 3), [1, 2, 4]);
        assert_eq!(top_terms(scored, 9), [1, 2, 3, 4]);
    }

    /// A classifier trained on selected terms ignores all others.
    #[test]
    fn a_classifier_of_chosen_terms_sees_no_others() {
        let examples = [counts(&[0, 1, 1, 9]), counts(&[2, 1, 9])];
        let chosen = top_terms(
            chi_square(2, examples.iter().enumerate(), Evidence::Occurrences),
            2,
        );
        assert_eq!(chosen, [0, 2]);
        let only = examples.each_ref().map(|example| example.only(&chosen));
        let bayes = NaiveBayes::train(2, only.iter().enumerate(), 1.0, Priors::Uniform).unwrap();
        assert_eq!(bayes.log_word(0, 1), None);
        assert_eq!(
            bayes.probabilities(&counts(&[0, 1, 9])),
            bayes.probabilities(&counts(&[0]))
        );
    }
}
