//! Defines the metadata of a saved crawl, the start of the section `card`, which the app and other programs read and write.

use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use types::plan::Plan;
use types::report::Millis;

/// The metadata of a saved crawl: the fields with which the section `card` begins. The app may append more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CrawlMetadata {
    /// Sixteen hexadecimal digits.
    pub id: String,
    /// The name.
    pub name: String,
    /// The time of the crawl's start.
    pub created: Millis,
    /// The time of its last change.
    pub changed: Millis,
    /// The plan as of the snapshot, or at the crawl's start if there is none.
    pub plan: Plan,
    /// The source of its pages.
    pub source: CardSource,
}

/// The source of pages, identified by the number of its variant as in the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardSource {
    /// The live web, by the proxy that serves the app.
    Proxy,
    /// The live web, by direct requests.
    Direct,
    /// The built-in demo web.
    #[default]
    Demo,
    /// A recorded web without a name.
    Recorded,
    /// The live web, by the proxy at an address.
    ProxyAt(String),
    /// The pages of the WARC file with this name.
    RecordedIn(String),
    /// The live web, by direct requests, and these addresses of the person's own network.
    DirectAllowing(Vec<IpAddr>),
}
