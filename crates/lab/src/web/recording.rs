//! Opens a recorded web: a WARC file that replaces the network.
//!
//! A URL that was not recorded is a 404, including robots.txt; `http` and `https` are distinguished.

use super::{RecordedResponse, Web};
use crate::LabError;
use archive::limits::WarcLimits;
use archive::warc::Recording;
use std::path::Path;
use types::report::Millis;
use types::url::CanonicalUrl;

/// Reads a WARC file.
pub fn open_recording(path: &Path) -> Result<Recording, LabError> {
    let file = std::fs::read(path).map_err(LabError::read(path))?;
    Recording::read(file, &WarcLimits::NATIVE).map_err(|problem| LabError::Web { path: path.to_owned(), problem })
}

impl Web for Recording {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        Some(RecordedResponse { delay_ms: 0, outcome: Self::answer(self, url)? })
    }

    fn urls(&self) -> Vec<CanonicalUrl> {
        Self::urls(self).cloned().collect()
    }

    fn recorded_at(&self, url: &str) -> Option<Millis> {
        self.date(url)
    }
}
