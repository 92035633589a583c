//! The adaptive strategy, without trails ([`query`]) and with them ([`trails`]).

mod concepts;
mod cues;
mod exploration;
mod history;
mod idf;
mod link;
mod mean_relevance;
pub(in crate::strategy) mod query;
mod report;
mod state;
mod topic;
mod trail_model;
pub(in crate::strategy) mod trails;
