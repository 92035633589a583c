//! The adaptive strategy, without trails ([`query`]) and with them ([`trails`]), and formulas over the same features of a link ([`evolved`]).

mod concepts;
mod cues;
pub(in crate::strategy) mod evolved;
mod exploration;
mod history;
mod idf;
mod link;
mod mean_relevance;
mod observer;
pub(in crate::strategy) mod query;
mod report;
mod state;
mod topic;
mod trail_model;
pub(in crate::strategy) mod trails;
