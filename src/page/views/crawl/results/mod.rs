//! Renders the Results view (a windowed list, best first) and the details of a page for the other views.

mod details;
mod filters;
mod keys;
mod layout;
mod list;
mod origin;
mod row;
mod table;
mod why;

pub(crate) use details::Details;
pub(crate) use list::Results;
pub(crate) use origin::origin_name;
pub(crate) use row::title;
