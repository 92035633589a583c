//! Populations of spiders, each with its own frontier.
//!
//! `agent_frontier` holds a spider's links and picks among them. `words` holds its keywords, `inputs` counts their
//! occurrences near a link, and `net` estimates links from these. `agents` holds the spiders and their energy, `judge`
//! scores links, `schedule` decides whose turn it is, and `strategy` implements the trait. `report` describes spiders
//! for display, `rules` holds the parameters. `past_pages` chooses starting pages of earlier crawls. Each strategy has
//! a file that defines its rules.
//!
//! The frontier of a spider is a subset of the crawl's frontier, which handles bounds, hosts and politeness for all
//! spiders.
//!
//! Not covered: relevance feedback as a source of energy (Menczer and Belew 2000), since judgments change the topic
//! here; evolving β; crossover; costs by latency (Degeratu et al. 2001), since a replayed crawl has no clock.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1; Menczer and Belew 2000, "Adaptive retrieval agents".

mod agent_frontier;
mod agents;
pub(in crate::strategy) mod best_first_spiders;
pub(in crate::strategy) mod info_spiders;
pub(in crate::strategy) mod info_spiders_db;
mod inputs;
mod judge;
mod net;
mod past_pages;
mod report;
mod rules;
mod schedule;
mod strategy;
mod words;

use crate::strategy::ScorePart;

/// The part of a score that is the estimate of a spider's net.
const SPIDER_NET_PART: ScorePart =
    ScorePart { name: "net", title: "Neural net", help: "neural net's estimate from the words around the link" };
/// The part of a score that is the page's similarity to a spider's words.
const PAGE_WORDS_PART: ScorePart =
    ScorePart { name: "page", title: "Linking page", help: "similarity of the linking page to the spider's words" };
