//! URLs: the canonical form, the site of a host, and the scope of a crawl.
//!
//! Source: Pant §2.4 and Evolving table 3.1, on top of the WHATWG URL standard as the `url` crate implements it.

mod canonical;
mod line;
mod noise;
mod person;
mod scope;
mod site;
mod spelling;

pub use canonical::{CanonicalUrl, Omitted, UrlProblem, with_two_slashes};
pub use line::{absolute_address, addresses, begins_absolute};
pub use scope::{Scope, ScopeProblem, ScopeRule};
pub use spelling::{escaped_byte, is_default_document, is_unreserved};
