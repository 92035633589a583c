//! Implements the services of the worker, one module for each concern of the protocol.
//!
//! A service receives its messages from the session, runs concurrently with other work, and sends its results to the
//! page. All services share one [`Context`](super::context::Context).

pub(crate) mod compare;
pub(crate) mod contents;
pub(crate) mod crawl;
pub(crate) mod judgments;
pub(crate) mod library;
pub(crate) mod look_ahead;
pub(crate) mod models;
pub(crate) mod reader;
pub(crate) mod revisit;
pub(crate) mod seeds;
pub(crate) mod topics;
pub(crate) mod trails;
pub(crate) mod training_set;
pub(crate) mod uncertainty;
pub(crate) mod why;

/// The most bytes of a name.
const NAME_BYTES: usize = 48;

/// Reduces a title to lower-case letters, digits and hyphens, which every system accepts. Returns `fallback` if nothing
/// is left.
pub(crate) fn file_stem(title: &str, fallback: &str) -> String {
    let mut name = String::new();
    for word in title.split(|sign: char| !sign.is_alphanumeric()) {
        if word.is_empty() || name.len() + word.len() >= NAME_BYTES {
            continue;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(&word.to_lowercase());
    }
    if name.is_empty() { fallback.to_owned() } else { name }
}
