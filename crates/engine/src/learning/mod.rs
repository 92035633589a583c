//! Learners over sparse vectors and few cues, and the training data that people provide: [`trails`], topics
//! ([`taxonomy`]) and [`bookmarks`].
//!
//! The code is our own: existing crates need dense matrices, which do not fit into a tab for the words of a few
//! thousand pages. For few cues they have no prior, and their arithmetic differs between native code and the browser.
//! Random numbers depend only on a seed. `tests/learn_reference.rs` compares the results with scikit-learn and
//! hmmlearn.

pub mod bookmarks;
mod classification;
mod clustering;
mod cross_validate;
mod draw;
mod ranking;
mod sequence;
pub mod taxonomy;
pub mod trails;

#[cfg(test)]
mod hostile_tests;

pub use classification::{
    HeldOut, NaiveBayes, NaiveBayesError, Neighbor, Neighbors, Priors, Svm, SvmError, SvmOptions, TopicAccuracy,
    TopicTree, TopicTreeError, TreeNode, TreeOptions, chi_square, held_out, top_terms,
};
pub(crate) use classification::{Logistic, probability};
pub use clustering::{Clusters, KMeansOptions, dbscan, is_within, k_means, k_means_from, x_means};
pub use cross_validate::{Confusion, Fold};
pub use draw::Draw;
pub(crate) use ranking::Ranking;
pub use sequence::{Bin, Hmm, HmmError, LinkValues, ValueOptions, link_values};
