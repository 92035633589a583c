//! Computes χ², which measures the dependence between a term and a class over texts.
//!
//! With A texts of the class that contain the term, B other texts that contain it, C texts of the class without it, D
//! others without it, and N texts: `χ²(t, c) = N · (A·D − C·B)² / ((A + C) · (B + D) · (A + B) · (C + D))`, or 0 if a
//! factor of the denominator is 0. A text counts a term once, so long texts have no more influence. Not covered:
//! p-values, since only the order of terms is used.
//!
//! Source: Tsay §3.2 ("to select representative and informative terms for each class"); Yang and Pedersen 1997.

use crate::text::{TermCounts, TermId, sort_by_weight};

/// Returns the χ² of every term of the examples for one class against all others, terms ascending.
pub fn chi_square<'a>(class: usize, examples: impl IntoIterator<Item = (usize, &'a TermCounts)>) -> Vec<(TermId, f64)> {
    let (mut of_class, mut others) = (0.0, 0.0);
    let mut found: Vec<(TermId, bool)> = Vec::new();
    for (example_class, example) in examples {
        let is_of_class = example_class == class;
        *(if is_of_class { &mut of_class } else { &mut others }) += 1.0;
        found.extend(example.iter().map(|(term, _)| (term, is_of_class)));
    }
    found.sort_unstable();
    let of_term = |found: &[(TermId, bool)]| {
        let with = found.iter().filter(|(_, is_of_class)| *is_of_class).count() as f64;
        let with_others = found.len() as f64 - with;
        let score = contingency(with, with_others, of_class - with, others - with_others);
        (found[0].0, score)
    };
    found.chunk_by(|a, b| a.0 == b.0).map(of_term).collect()
}

/// Returns the χ² of a 2 × 2 contingency table.
fn contingency(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = (a + c) * (b + d) * (a + b) * (c + d);
    let off = a * d - c * b;
    if product > 0.0 { (a + b + c + d) * off * off / product } else { 0.0 }
}

/// Returns the union, ascending, of each class's `n` terms with the highest χ², lower term numbers first; for
/// [`TermCounts::only`]. Terms with χ² = 0 are not selected, so a class without examples has none. Two classes select
/// the same `n` terms, since χ² is equal for both.
pub fn top_terms(classes: usize, examples: &[(usize, &TermCounts)], n: usize) -> Vec<TermId> {
    let of_class = |class| {
        let mut scored = chi_square(class, examples.iter().copied());
        scored.retain(|(_, score)| *score > 0.0);
        sort_by_weight(&mut scored);
        scored.into_iter().take(n).map(|(term, _)| term)
    };
    let mut terms: Vec<TermId> = (0..classes).flat_map(of_class).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{NaiveBayes, Priors};

    fn counts(words: &[TermId]) -> TermCounts {
        words.iter().copied().collect()
    }

    /// Four texts. Class 0, term 0: A 2, B 0, C 0, D 2: 4 · 4² / (2 · 2 · 2 · 2) = 4. Term 1: one of each: 0. Term 2:
    /// 0, 1, 2, 1: 4 · 2² / (2 · 2 · 1 · 3) = 4 / 3. Class 1, term 0: 0, 2, 1, 1: 4 · 2² / (1 · 3 · 2 · 2) = 4 / 3.
    /// Term 1: 1, 1, 0, 2: the same. Term 2: 0, 1, 1, 2: 4 / (1 · 3 · 1 · 3) = 4 / 9. One text contains term 0 twice,
    /// which changes nothing.
    #[test]
    fn each_class_has_scores_computed_by_hand() {
        let examples = [counts(&[0, 0, 1]), counts(&[0]), counts(&[1]), counts(&[2])];
        let given = || [0, 0, 1, 2].into_iter().zip(&examples);
        let third = 4.0 / 3.0;
        for (class, expected) in [(0, [4.0, 0.0, third]), (1, [third, third, 4.0 / 9.0]), (7, [0.0; 3])] {
            let scores = chi_square(class, given());
            assert_eq!(scores.len(), 3);
            for ((term, score), (at, expected)) in scores.iter().zip((0..).zip(expected)) {
                assert_eq!(*term, at);
                assert!((score - expected).abs() < 1e-12, "{class}: {scores:?}");
            }
        }
        assert_eq!(chi_square(0, []), []);
    }

    /// The first class selects term 0. The second selects 0 before 1, which ties. The third selects 2: 4 · 3² / (1 · 3
    /// · 1 · 3) = 4.
    #[test]
    fn each_class_selects_its_terms_and_ties_go_to_the_smaller_number() {
        let examples = [counts(&[0, 1]), counts(&[0]), counts(&[1]), counts(&[2])];
        let given: Vec<_> = [0, 0, 1, 2].into_iter().zip(&examples).collect();
        assert_eq!(top_terms(3, &given, 1), [0, 2]);
        assert_eq!(top_terms(3, &given, 2), [0, 1, 2]);
        assert!(top_terms(3, &given, 0).is_empty());
        // Term 1 has χ² = 0 for the first class; for a class without examples all terms do.
        assert_eq!(top_terms(1, &given, 3), [0, 2]);
        let beside: Vec<_> = given.iter().map(|(class, text)| (class + 1, *text)).collect();
        assert!(top_terms(1, &beside, 3).is_empty());
    }

    /// A classifier trained on selected terms ignores all others.
    #[test]
    fn a_classifier_on_selected_terms_ignores_others() {
        let examples = [counts(&[0, 1, 1, 9]), counts(&[2, 1, 9])];
        let given: Vec<_> = examples.iter().enumerate().collect();
        let chosen = top_terms(2, &given, 2);
        assert_eq!(chosen, [0, 2]);
        let only = examples.each_ref().map(|example| example.only(&chosen));
        let bayes = NaiveBayes::train(2, only.iter().enumerate(), 1.0, Priors::Uniform).unwrap();
        assert_eq!(bayes.log_word(0, 1), None);
        assert_eq!(bayes.probabilities(&counts(&[0, 1, 9])), bayes.probabilities(&counts(&[0])));
    }
}
