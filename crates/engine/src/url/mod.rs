//! URLs: canonical form, scope rules, trap rules (one file each).
//!
//! Source: Pant §2.4 and Evolving table 3.1, on top of the WHATWG URL standard as the `url` crate implements it.
//! Left out on purpose: public suffixes; politeness goes by host, not by registered domain.

mod canonical;
mod noise;
mod pattern;
mod person;
mod scope;
mod spelling;
mod traps;

pub use canonical::{CanonicalUrl, UrlProblem};
pub(crate) use pattern::pattern;
pub use scope::{Scope, ScopeProblem, ScopeRule};
pub(crate) use spelling::is_default_document;
pub use traps::{TrapProblem, TrapVerdict, Traps};
