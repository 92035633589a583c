//! Implements populations of spiders, each with its own frontier.
//!
//! `own` is a spider's frontier and its choice, `words` and `inputs` what it looks for and where it sees it, `net` what it makes of that,
//! `agents` which spiders live and on what, `judge` what links are worth, `turns` whose turn it is, `colony` the crawl of all of them as a strategy, `tell` what
//! people see, `rules` what they may set. A strategy file says which rules it has. `past` finds starting pages among those of earlier crawls.
//!
//! The frontier of a spider is a selection from the crawl's one frontier, so bounds, hosts and politeness stay in one place.
//!
//! Not covered: relevance feedback as a source of energy (Menczer and Belew 2000), since what a person says of pages changes the topic
//! here, and with it what all pages are worth; β that evolves; crossover; costs by latency (Degeratu et al. 2001), since a replayed crawl has no clock.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1; Menczer and Belew 2000, "Adaptive retrieval agents".

mod agents;
pub(in crate::strategy) mod best_first_spiders;
mod colony;
pub(in crate::strategy) mod info_spiders;
pub(in crate::strategy) mod info_spiders_db;
mod inputs;
mod judge;
mod net;
mod own;
mod past;
mod rules;
mod tell;
mod turns;
mod words;

use crate::strategy::ScorePart;

/// The part of a score that is the estimate of a spider's net.
const SPIDER_NET_PART: ScorePart = ScorePart {
    title: "net",
    help: "neural net's estimate from the words around the link",
};
/// The part of a score that is the page's likeness to a spider's words.
const PAGE_WORDS_PART: ScorePart = ScorePart {
    title: "page",
    help: "similarity of the linking page to the spider's words",
};
