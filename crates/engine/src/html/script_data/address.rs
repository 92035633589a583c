//! Decides which strings are addresses of pages of the same host.

use types::limits::URL_BYTES;
use types::url::{CanonicalUrl, Omitted};
use url::Url;

/// The signs of patterns, code and markup, which an address of a page does not contain.
const NO_ADDRESS: [char; 11] = ['<', '>', '{', '}', '[', ']', '\\', '"', '`', '|', '*'];
/// The beginnings of the segments of a pattern, such as `/articles/:slug`.
const PATTERNS: [&str; 3] = ["/:", "/$", "/("];

/// The folders of programs, scripts and other files; those with a framework's own names begin with `_` or `.`.
const NO_PAGES: [&str; 15] = [
    "api", "graphql", "rest", "rpc", "trpc", "ajax", "wp-json", "wp-admin", "cdn-cgi", "static", "assets", "build",
    "dist", "fonts", "oauth",
];

/// The extensions of pages.
const PAGES: [&str; 10] = ["html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cfm", "do"];

/// Returns true if a string may be an address of a page: an absolute one, or a path from the root.
pub(super) fn is_possible(text: &str) -> bool {
    let is_absolute = || text.starts_with("https://") || text.starts_with("http://");
    text.len() <= URL_BYTES
        && (text.starts_with('/') || is_absolute())
        && !text.contains(NO_ADDRESS)
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
        && !PATTERNS.iter().any(|pattern| text.contains(pattern))
}

/// Returns the page that a string refers to; `None` if it is of another host, the page itself, or no page.
pub(super) fn resolve(reference: &str, base: &Url, page: &CanonicalUrl) -> Option<(CanonicalUrl, Omitted)> {
    let (url, omitted) = CanonicalUrl::join_with_omitted(base, reference, None).ok()?;
    (url.authority() == page.authority() && url != *page && is_page(url.path())).then_some((url, omitted))
}

/// Returns true unless a folder or the extension shows that there is no page at a path.
fn is_page(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let has_pages = |segment: &str| {
        !segment.starts_with(['_', '.']) && !NO_PAGES.iter().any(|folder| folder.eq_ignore_ascii_case(segment))
    };
    folders.split('/').all(has_pages) && has_pages(name) && is_page_name(name)
}

/// Returns true for a name without an extension, or with one of pages. The number of a version is no extension.
fn is_page_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_other = extension.len() > 5 || !extension.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = !extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_other && !is_known_long(extension) || is_word || PAGES.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Returns true for an extension of files with more than five letters.
fn is_known_long(extension: &str) -> bool {
    extension.eq_ignore_ascii_case("webmanifest")
}
