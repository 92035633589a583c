//! Learners over the order of pages on a path: a hidden Markov model, and the discounted value of links.

mod hmm;
mod values;

pub use hmm::{Hmm, HmmError};
pub use values::{Bin, LinkValues, ValueOptions, link_values};
