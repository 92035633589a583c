//! Learners over the order of pages on a path: hidden states, and the value of a link by the relevant pages behind it.

mod hmm;
mod values;

pub use hmm::{Hmm, HmmError};
pub use values::{Bin, LinkValues, ValueOptions, link_values};
