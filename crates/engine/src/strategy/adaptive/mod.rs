//! The adaptive strategy, without trails ([`query`]) and with them ([`trails`]).

mod cues;
mod explore;
mod guide;
mod kinds;
mod link;
mod memory;
pub(in crate::strategy) mod query;
mod rarity;
mod tally;
mod tell;
mod topic;
pub(in crate::strategy) mod trails;
