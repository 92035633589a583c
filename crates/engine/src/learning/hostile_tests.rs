//! Tests saved learners with modified bytes: each is rejected, or works without a panic.

use super::*;
use crate::text::{SparseVector, TermCounts};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Calls `ask` with the parsed result for each byte of the saved form set to several values, and for each shorter form.
fn each_change<T: Serialize + DeserializeOwned>(saved: &T, ask: impl Fn(&T)) {
    let bytes = postcard::to_stdvec(saved).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        for value in [0, 1, 2, 3, 0x7f, 0x80, 0xf0, 0xff] {
            changed[at] = value;
            if let Ok(read) = postcard::from_bytes(&changed) {
                ask(&read);
            }
        }
        assert!(postcard::from_bytes::<T>(&bytes[..at]).is_err());
    }
}

fn texts() -> [TermCounts; 4] {
    [[1_u32, 2, 300], [1, 1, 2], [2, 5, 300], [5, 5, 7]].map(|words| words.into_iter().collect())
}

#[test]
fn modified_learners_never_panic() {
    let texts = texts();
    let vectors = texts.each_ref().map(SparseVector::raw);
    let pages = [(1, 0), (0, 1), (1, 1), (0, 1)];
    let hmm = Hmm::estimate(&pages, [[1, 0].as_slice()], (2, 2), 1.0).unwrap();
    each_change(&hmm, |hmm| {
        let alpha = hmm.filter(None, 1);
        hmm.filter(Some(&hmm.predict(&alpha)), 0);
        hmm.viterbi(&[0, 1, 1]);
    });
    let bayes = NaiveBayes::train(2, [0, 1, 0, 1].into_iter().zip(&texts), 1.0, Priors::Uniform);
    each_change(&bayes.unwrap(), |bayes| {
        bayes.probabilities_of_at_most(&texts[0], 2);
        bayes.log_word(1, 300);
    });
    let values = [0.0, 0.5, 1.0, 1.0].into_iter().zip(&texts);
    let values = LinkValues::train(values, ValueOptions::default()).unwrap();
    each_change(&values, |values| {
        values.expected(&texts[0]);
    });
    let neighbors: Neighbors = (0..4).zip(vectors.iter().cloned()).collect();
    each_change(&neighbors, |neighbors| {
        neighbors.class(&vectors[0], 3);
    });
    let relevant = [true, false, true, false].into_iter().zip(&vectors);
    let svm = Svm::train(relevant, SvmOptions::default()).unwrap();
    each_change(&svm, |svm| {
        svm.probability(&vectors[0]);
        svm.terms_for(3);
        svm.terms_against(3);
    });
    let mut confusion = Confusion::new(2);
    confusion.count(0, Some(1));
    each_change(&confusion, |confusion| {
        let mut more = confusion.clone();
        more.count(0, Some(1));
        more.count(1, None);
        more.accuracy();
        more.majority_baseline();
    });
}
