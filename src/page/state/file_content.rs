//! Detects the content of a file by its name or its first characters.

use super::form::lowercase;

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// A saved crawl, for the Library.
    Crawl,
    /// A recording, bookmarks or a list of URLs, for the form of a crawl.
    Pages,
    /// A model.
    Model,
    /// Trails.
    Trails,
    /// The plan of a comparison.
    Comparison,
}

impl FileContent {
    /// Returns the content that the name of a file implies; `None` if the name is ambiguous.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = lowercase(name);
        let ending = name.rsplit('.').next()?;
        Some(match ending {
            "salticid" => Self::Crawl,
            "salticid-model" => Self::Model,
            "warc" | "gz" => Self::Pages,
            "toml" => Self::Comparison,
            _ => return None,
        })
    }

    /// Returns the content that the first characters of a file imply.
    pub fn of_text(text: &str) -> Self {
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        match () {
            () if is_json && text.contains("\"trails\"") => Self::Trails,
            () if is_json && text.contains("\"strategies\"") => Self::Comparison,
            () => Self::Pages,
        }
    }
}
