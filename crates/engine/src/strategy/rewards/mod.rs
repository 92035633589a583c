//! The tree frontier ([`tree_frontier`]), which learns from the rewards of a crawl.

mod q_function;
mod reward_tree;
pub(in crate::strategy) mod tree_frontier;
