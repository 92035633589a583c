//! The adaptive strategy, without trails ([`query`]) and with trails ([`trails`]), and formulas over the same link
//! features ([`evolved`]). Apart from these, the tree frontier ([`tree_frontier`]), which learns by rewards.

mod cues;
pub(in crate::strategy) mod evolved;
mod examples;
mod exploration;
mod history;
mod idf;
mod link;
mod meaning;
mod observer;
mod q_function;
pub(in crate::strategy) mod query;
mod relatedness;
mod report;
mod reward_tree;
mod state;
mod topic;
mod trail_models;
pub(in crate::strategy) mod trails;
pub(in crate::strategy) mod tree_frontier;
