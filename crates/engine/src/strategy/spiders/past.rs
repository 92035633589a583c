//! Starting pages among the pages of earlier crawls: the best for the query of those that a linear SVM takes for on topic.
//!
//! The SVM is trained on the pages that the person gave as seeds (Evolving §4.1). What its other class is the paper leaves open: here it is the
//! quarter of the pages of earlier crawls that is least like the query. Where there are fewer than four of them, or no seed could be read, there
//! is nothing to train on, and every page counts that has a word of the query.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders”.

use crate::learn::{Svm, SvmOptions};
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};

/// A page of an earlier crawl, read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::strategy) struct Read {
    /// Its words, at length 1.
    pub(in crate::strategy) words: SparseVector,
    /// Its likeness to the query, in 0..=1.
    pub(in crate::strategy) likeness: f64,
}

/// Fewest pages of earlier crawls of which a quarter can stand for all that is off topic.
const FEWEST: usize = 4;

/// The places of at most `n` pages, the likest to the query first, of equals the first.
pub(in crate::strategy) fn best(
    past: &[Read],
    seeds: &[SparseVector],
    n: usize,
    seed: u64,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..past.len()).collect();
    order.sort_by(|a, b| past[*b].likeness.total_cmp(&past[*a].likeness));
    let kept = order.len() - order.len() / FEWEST;
    let off_topic = order[kept..].iter().map(|at| (false, &past[*at].words));
    let examples = seeds.iter().map(|seed| (true, seed)).chain(off_topic);
    let options = SvmOptions {
        seed,
        ..SvmOptions::default()
    };
    let svm = Svm::train(examples, options).ok();
    order.truncate(kept);
    let on_topic = |at: &usize| {
        let page = &past[*at];
        let marked = svm
            .as_ref()
            .is_none_or(|svm| svm.decision(&page.words) > 0.0);
        marked && page.likeness > 0.0
    };
    order.into_iter().filter(on_topic).take(n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(terms: &[u32], likeness: f64) -> Read {
        let words: SparseVector = terms.iter().map(|term| (*term, 1.0)).collect();
        Read {
            words: words.unit(),
            likeness,
        }
    }

    /// Spiders are 1 to 3; webs of the other kind 7 and 8; the sea is 9.
    fn library() -> Vec<Read> {
        vec![
            page(&[7, 8], 0.9),
            page(&[1, 2], 0.5),
            page(&[9], 0.0),
            page(&[1, 3], 0.7),
            page(&[7, 8, 9], 0.1),
            page(&[7, 9], 0.05),
            page(&[2, 3], 0.0),
            page(&[2, 3, 1], 0.4),
            page(&[8, 7, 9], 0.02),
        ]
    }

    #[test]
    fn the_likest_pages_that_are_like_the_seeds_come_first() {
        let seeds = [page(&[1, 2, 3], 0.0).words];
        let best = |n| best(&library(), &seeds, n, 1);
        assert_eq!(best(10), [3, 1, 7], "0 is about another kind of webs");
        assert_eq!(best(2), [3, 1]);
    }

    #[test]
    fn without_seeds_or_pages_to_tell_them_from_words_of_the_query_are_enough() {
        assert_eq!(best(&library(), &[], 3, 1), [0, 3, 1]);
        let few = [page(&[9], 0.0), page(&[1], 0.3)];
        assert_eq!(best(&few, &[page(&[5], 0.0).words], 9, 1), [1]);
        assert_eq!(best(&[], &[], 9, 1), Vec::<usize>::new());
    }
}
