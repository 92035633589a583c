//! Pages: bytes to text, links with anchor and context, fed in pieces and capped.
//!
//! Left out on purpose: scripts, styles, images, frames.

mod document;

pub use document::{Document, Link, MetaRobots};
