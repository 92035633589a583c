//! Formats external text and sizes for display.

use super::digits::{fixed, grouped};
use types::text::{clean, cut};

/// The most bytes of a text that are shown.
pub const BYTES: usize = 300;

/// Returns a text from a file or the web, sanitized for display.
pub fn shown(text: &str) -> String {
    cut(&clean(text), BYTES).to_owned()
}

/// Returns a number of bytes with its unit.
pub fn bytes(count: f64) -> String {
    const STEP: f64 = 1000.0;
    let mut value = count;
    for unit in ["bytes", "kB", "MB", "GB"] {
        if value < STEP || unit == "GB" {
            let decimals = u8::from(value < 10.0 && unit != "bytes");
            return format!("{} {unit}", fixed(value, decimals));
        }
        value /= STEP;
    }
    grouped(count)
}

/// The most characters of an address that are shown.
pub const URL_CHARS: usize = 300;

/// Returns an address, sanitized for display.
pub fn address(url: &str) -> String {
    types::text::cut(url, URL_CHARS).to_owned()
}

/// Returns the title of a page, or its address if it has none.
pub fn title_or<'a>(title: &'a str, url: &'a str) -> &'a str {
    if title.trim().is_empty() { url } else { title }
}

/// Returns the title of a page, or its address if it has none, sanitized for display.
pub fn page_name(title: &str, url: &str) -> String {
    match title.trim() {
        "" => address(url),
        title => shown(title),
    }
}

/// Returns an address without `http://`, which most readers take for granted.
pub fn without_http(url: &str) -> &str {
    url.strip_prefix("http://").unwrap_or(url)
}

/// Returns a host's name without its scheme.
pub fn bare(host: &str) -> &str {
    host.split_once("://").map_or(host, |(_, name)| name)
}
