//! Evolves formulas that rank links by genetic programming, and evaluates them on other topics.
//!
//! A generation is a comparison of formulas on the training topics ([`plan::EvolutionPlan::fitness`]); the next one is
//! bred from the better ones ([`breeding`], [`evolution`]). The engine defines the meaning of a formula in a crawl, and
//! [`evaluation::compare`] evaluates crawls.
//!
//! Source: Evolving §5 for the idea; Koza 1992 for representation and operators.

pub mod breeding;
pub mod evolution;
pub mod plan;
pub mod report;
