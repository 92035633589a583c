//! The results, best first: a windowed list that is still while someone reads; and the details of one page, for the other views.

mod details;
mod keys;
mod list;
mod row;
mod space;
mod why;

pub(crate) use details::Details;
pub(crate) use list::Results;
pub(crate) use row::title;
