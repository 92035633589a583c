//! Renders the screens of the page. A screen renders the state and dispatches actions; it never calls another screen.

pub(crate) mod about;
pub(crate) mod class;
pub mod compare;
pub(crate) mod confirm_start;
pub mod crawl;
pub mod crawl_form;
pub mod library;
pub mod models;
pub mod parts;
mod prelude;
pub mod train;

use prelude::{Dispatch, State};
use yew::Properties;

/// The properties of a screen that remembers something between two drawings.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ScreenProps {
    /// The query of the address.
    pub(crate) query: String,
    pub(crate) state: State,
    pub(crate) dispatch: Dispatch,
}
