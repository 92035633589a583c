//! Reads the page's head, where the build writes the addresses of scripts.

use super::document::element;

/// Returns the content of the `meta` element of this name.
pub(super) fn content(name: &str) -> Option<String> {
    element(&format!("meta[name={name}]"))?.get_attribute("content")
}
