//! Learners over sparse vectors, and one over a few cues.
//!
//! Own code: the crates at hand want dense matrices, which for the words of a few thousand pages would not fit into a tab; for the few cues
//! they have no prior, and no arithmetic that is the same natively and in the browser. Random numbers come from a seed alone. Left out on purpose: anything that finds a seed of its own.

mod chi_square;
mod cross_validate;
mod dbscan;
mod draw;
mod held_out;
mod hmm;
mod k_means;
mod logistic;
mod naive_bayes;
mod neighbors;
mod platt;
mod rows;
mod svm;
mod topic_tree;
mod values;
mod x_means;

#[cfg(test)]
mod hostile_tests;

pub use chi_square::{Evidence, chi_square, top_terms};
pub use cross_validate::{Confusion, Fold};
pub use dbscan::dbscan;
pub(crate) use draw::Draw;
pub use held_out::{HeldOut, TopicAccuracy, held_out};
pub use hmm::{Hmm, HmmError};
pub use k_means::{Clusters, KMeansOptions, k_means, k_means_from};
pub(crate) use logistic::{Logistic, probability};
pub use naive_bayes::{NaiveBayes, NaiveBayesError, Priors};
pub use neighbors::{Neighbor, Neighbors, Vote};
pub use svm::{Loss, Svm, SvmError, SvmOptions};
pub use topic_tree::{TopicTree, TopicTreeError, TreeNode, TreeOptions};
pub use values::{Bin, LinkValues, ValueOptions, link_values};
pub use x_means::x_means;
