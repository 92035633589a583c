//! Imports a recorded web, which replaces the open one.

use super::LibraryService;
use super::progress::{ImportError, ImportProgress};
use crate::protocol::library::{ImportResult, RecordedWeb};
use archive::limits::WarcLimits;
use archive::warc::{Recording, RecordingReader, WarcError};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use types::url::CanonicalUrl;

/// The most seeds that are suggested.
const SEEDS: usize = 8;

impl LibraryService {
    /// Reads a WARC file and opens it.
    pub(super) async fn import_recording(
        &self,
        name: &str,
        file: Vec<u8>,
        progress: &mut ImportProgress<'_>,
    ) -> Result<ImportResult, ImportError> {
        let mut reading = RecordingReader::new(file, &WarcLimits::TAB);
        while reading.step()? {
            progress.parsing(reading.part()).await?;
        }
        let recording = reading.finish()?;
        let web = describe(name, &recording);
        self.context.recording.open(name, recording);
        Ok(ImportResult::Web(web))
    }
}

impl From<WarcError> for ImportError {
    fn from(error: WarcError) -> Self {
        Self::Invalid(error.to_string())
    }
}

fn describe(name: &str, recording: &Recording) -> RecordedWeb {
    let mut hosts: BTreeMap<&str, (u32, &CanonicalUrl)> = BTreeMap::new();
    let mut pages = 0;
    for url in recording.urls() {
        pages += 1;
        let length = |url: &CanonicalUrl| url.path_and_query().len();
        let (count, top) = hosts.entry(url.host_key()).or_insert((0, url));
        *count += 1;
        if url.path_and_query() != "/robots.txt" && (length(url) < length(top) || top.path_and_query() == "/robots.txt")
        {
            *top = url;
        }
    }
    let count = hosts.len();
    let mut largest: Vec<(u32, &CanonicalUrl)> = hosts.into_values().collect();
    largest.sort_by_key(|(count, url)| (Reverse(*count), *url));
    let seeds = largest.into_iter().take(SEEDS);
    RecordedWeb {
        name: name.to_owned(),
        pages,
        hosts: engine::count(count),
        seeds: seeds.map(|(_, url)| url.to_string()).collect(),
    }
}
