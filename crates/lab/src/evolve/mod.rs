//! Genetic programming of formulas that rank links, and their judgment on topics that evolution never saw.
//!
//! A generation is a comparison of formulas on the training topics ([`fitness`]); the next one is bred from the better ones ([`breeding`],
//! [`evolution`]). Not covered: what a formula means for a crawl (the engine's), and how crawls are judged ([`evaluation::compare`]).
//!
//! Source: Evolving §5 for the idea; Koza 1992 for representation and operators.

pub mod breeding;
pub mod evolution;
pub mod fitness;
pub mod plan;
pub mod report;
