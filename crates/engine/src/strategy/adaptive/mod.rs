//! The adaptive strategy, without trails ([`query`]) and with trails ([`trails`]), and formulas over the same link
//! features ([`evolved`]).

mod cues;
pub(in crate::strategy) mod evolved;
mod examples;
mod exploration;
mod history;
mod idf;
mod link;
mod meaning;
mod observer;
pub(in crate::strategy) mod query;
mod relatedness;
mod report;
mod state;
mod topic;
mod trail_models;
pub(in crate::strategy) mod trails;
