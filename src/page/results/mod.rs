//! The results, best first: a windowed list that is still while someone reads.

mod keys;
mod list;
mod row;
mod space;
mod why;

pub(crate) use list::Results;
