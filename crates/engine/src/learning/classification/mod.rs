//! Classifiers that learn from labelled examples, and their feature selection.

mod chi_square;
mod held_out;
mod logistic;
mod naive_bayes;
mod neighbors;
mod platt;
mod svm;
mod topic_tree;

pub use chi_square::{chi_square, top_terms};
pub use held_out::{HeldOut, TopicAccuracy, held_out};
pub(crate) use logistic::{Logistic, probability};
pub use naive_bayes::{NaiveBayes, NaiveBayesError, Priors};
pub use neighbors::{Neighbor, Neighbors};
pub use svm::{Svm, SvmError, SvmOptions};
pub use topic_tree::{TopicTree, TopicTreeError, TreeNode, TreeOptions};
