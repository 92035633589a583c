//! Records the pages that a person visits in other tabs, and imports the browser's bookmarks. Only the browser
//! extension supports this.
//!
//! Source: Batsakis §3.3 (training from the paths of a person's browsing).

/// The state of the recording of other tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Visited pages are being recorded.
    pub is_on: bool,
    /// The number of recorded pages.
    pub pages: u32,
    /// The number of them that were marked as relevant.
    pub relevant: u32,
    /// The toolbar shows the extension's button, which shows whether pages are being recorded.
    pub is_on_toolbar: bool,
}

/// A request to the extension's recorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// Returns the state of the recording.
    Status,
    /// Records the pages visited in the other tabs of this window.
    Start,
    /// Stops the recording.
    Stop,
    /// Deletes the recorded pages and stops the recording.
    Forget,
}

/// Pages of the browser that are imported as trails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowsingFile {
    /// The recorded pages.
    Recorded,
    /// The bookmarks, after the person has granted access to them.
    Bookmarks,
}

impl BrowsingFile {
    /// Returns the name of the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recorded => "browsing.json",
            Self::Bookmarks => "bookmarks.html",
        }
    }

    /// Returns what to do if there is no such file, in a sentence.
    pub fn problem(self) -> &'static str {
        match self {
            Self::Recorded => "Could not read the recorded pages. Reload this page, then press “Add to trails” again.",
            Self::Bookmarks => {
                "Could not read the bookmarks: Salticid has no access to them. Press “Import bookmarks” again and \
                allow it."
            }
        }
    }
}
