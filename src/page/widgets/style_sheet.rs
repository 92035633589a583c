//! Returns the style sheets of single views, which are loaded with the view.

use crate::protocol::BUILD;

/// Returns the address of the style sheet of a view, by its name below `views/`.
pub(crate) fn style_sheet(view: &str) -> String {
    format!("views/{view}.css?{BUILD}")
}
