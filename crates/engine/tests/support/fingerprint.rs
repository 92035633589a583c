//! Computes one line per strategy: the fingerprint of its crawl of the demo web, exact to the last bit of every score.
//!
//! The native test and the browser test include it; both must match the committed lines.

use super::support::{Drive, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::html::Decoder;
use engine::strategy::LIST;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// The number of pages per crawl: every special page of the demo web is reached, and a debug build in a browser is fast
/// enough.
const PAGES: u32 = 300;

/// The committed lines.
pub(crate) const COMMITTED: &str = include_str!("fingerprints.txt");

/// Returns the lines of this build.
pub(crate) fn lines(decoder: &dyn Decoder) -> String {
    let web = DemoWeb::new(DEFAULT_SEED);
    let mut lines = String::new();
    for entry in LIST {
        let pages = Drive::begin(plan(&web, entry.id, PAGES), &web, decoder).finish();
        let hash = xxh3_64(log(&pages).as_bytes());
        writeln!(lines, "{} {} {hash:016x}", entry.id, pages.len()).expect("writing to a string cannot fail");
    }
    lines
}
