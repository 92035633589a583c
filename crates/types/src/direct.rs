//! Defines the options of the browser extension, which the person chooses.

use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// The options of direct requests in the browser extension.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectOptions {
    /// The addresses of the person's own network to which it may connect.
    pub allowed: Vec<IpAddr>,
    /// The most pages that it renders in a tab because they need JavaScript, in percent of the page limit; 0 renders
    /// none.
    pub rendered_percent: u8,
    /// The person was told that rendered pages are kept apart from their cookies.
    pub renders_apart: bool,
}

impl DirectOptions {
    /// The percentages to choose from.
    pub const RENDERED_PERCENT: [u8; 5] = [0, 10, 25, 50, 100];
}
