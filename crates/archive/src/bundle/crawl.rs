//! Writes a crawl that a program other than the app ran.

use super::{BundleError, CardSource, CrawlMetadata, Writer};
use engine::crawl::Crawl;
use engine::journal::{self, JournalError};
use types::report::Millis;
use xxhash_rust::xxh3::xxh3_64;

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

/// Returns a crawl that began at this time as a file for the app: its card and its snapshot, without bodies, revisits and the moments of a replay.
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
