//! URLs: canonical form, host key, scope rules, trap rules (one file each).
//!
//! Source: Pant §2.4 and Evolving table 3.1, on top of the WHATWG URL standard as the `url` crate implements it.
//! Left out on purpose: public suffixes; politeness goes by host, not by registered domain.

mod canonical;
mod noise;
mod person;
mod spelling;

pub use canonical::{CanonicalUrl, UrlProblem};
