//! Writes a crawl that a program other than the app ran, and defines the metadata of a saved crawl: the start of the
//! section `card`, which the app and other programs read and write.

use super::{BundleError, Writer};
use engine::crawl::Crawl;
use engine::journal::{self, JournalError};
use serde::{Deserialize, Serialize};
use types::direct::DirectOptions;
use types::plan::Plan;
use types::report::Millis;
use xxhash_rust::xxh3::xxh3_64;

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
    /// The live web, by direct requests of the browser extension with options.
    DirectWith(DirectOptions),
}

/// An error of writing a crawl.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The crawl cannot be serialized.
    #[error(transparent)]
    Crawl(#[from] JournalError),
    /// The crawl does not fit into a file.
    #[error(transparent)]
    Bundle(#[from] BundleError),
}

/// Returns a crawl that began at this time as a file for the app: its card and its snapshot, without bodies, revisits
/// and the moments of a replay.
///
/// The id depends on the content alone; the app replaces it.
///
/// # Errors
/// The crawl has a value that cannot be serialized, or is larger than a section of a file.
pub fn of_crawl(crawl: &Crawl, name: &str, source: CardSource, created: Millis) -> Result<Vec<u8>, WriteError> {
    let snapshot = journal::write(crawl)?;
    let card = CrawlMetadata {
        id: format!("{:016x}", xxh3_64(&snapshot)),
        name: name.to_owned(),
        created,
        changed: crawl.now(),
        plan: crawl.plan().clone(),
        source,
    };
    let (mut writer, mut file) = Writer::begin();
    file.extend(writer.section("card", &journal::seal(&card)?)?);
    file.extend(writer.section("snapshot", &snapshot)?);
    file.extend(writer.finish());
    Ok(file)
}
