//! What strategies share that crawl as a population of spiders, each with a frontier of its own.
//!
//! `own` is a spider's frontier and its choice, `words` and `inputs` what it looks for and where it sees it, `net` what it makes of that,
//! `herd` who lives on what, `judge` what links are worth, `turns` whose turn it is, `colony` the crawl of all of them as a strategy, `tell` what
//! people see, `rules` what they may set. A strategy file says which rules it has. `past` finds starting pages among those of earlier crawls.
//!
//! Left out on purpose: relevance feedback as a source of energy (Menczer and Belew 2000), since what a person says of pages changes the topic
//! here, and with it what all pages are worth; β that evolves; crossover; costs by latency (Degeratu et al. 2001), since a replayed crawl has no clock.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1; Menczer and Belew 2000, "Adaptive retrieval agents".

mod colony;
mod herd;
mod inputs;
mod judge;
mod net;
mod own;
mod past;
pub(super) mod rules;
mod tell;
mod turns;
mod words;

pub(super) use colony::Colony;
pub(super) use past::Past;
pub(super) use rules::Rules;
