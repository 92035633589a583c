//! Renders the Results view (a windowed list, best first) and the details of a page for the other views.

mod filters;
mod keys;
mod list;
mod resizer;
mod row;
mod table;
mod why;

pub(crate) use list::{Details, Results};
pub(crate) use row::{gauge, origin_name, title};
