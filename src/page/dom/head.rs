//! Reads the page's head, where the build writes the addresses of scripts.

/// Returns the content of the `meta` element of this name.
pub(super) fn content(name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    let element = document.query_selector(&format!("meta[name={name}]"));
    element.ok()??.get_attribute("content")
}
