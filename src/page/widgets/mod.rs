//! Renders controls that several views use: fields, disclosures, drawers, dialogs, lists, tables and charts. They do not know the page's
//! state.

pub(crate) mod buttons;
pub mod chart;
pub(crate) mod confirm;
pub(crate) mod counts;
pub(crate) mod disclosure;
pub(crate) mod drawer;
pub(crate) mod field;
pub mod marks;
pub(crate) mod notice_line;
pub(crate) mod pacing;
pub(crate) mod page_link;
pub(crate) mod rename;
pub(crate) mod set_to;
pub(crate) mod share_bar;
pub(crate) mod show_more;
pub(crate) mod space;
pub(crate) mod style_sheet;
pub(crate) mod tables;
pub mod tree;
pub mod window;
