//! Renders the Models screens: the list of models that were trained on trails, and one model.
//!
//! The worker trains and stores models; these screens render them.

mod detail;
mod diagram;
mod list;

pub(crate) use detail::model_page;
pub(crate) use list::models_page;
