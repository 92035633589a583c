//! Asks for the kind of a bookmark file's folders: paths to a page, or sets of good pages.

use protocol::trails::{BookmarkFolders, TrailsRequest};
use types::trails::TrailKind;

/// A bookmark file whose import waits for the kinds of its folders.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderQuestion {
    /// The file and its folders.
    pub file: BookmarkFolders,
    /// The chosen kind of each folder.
    pub kinds: Vec<TrailKind>,
}

impl FolderQuestion {
    /// Creates the question about a file, with the suggested kinds selected.
    pub fn new(file: BookmarkFolders) -> Self {
        let mut question = Self { file, kinds: Vec::new() };
        question.choose_all(None);
        question
    }

    /// Selects the kind of the folder at an index.
    pub fn choose(&mut self, at: usize, kind: TrailKind) {
        if let Some(chosen) = self.kinds.get_mut(at) {
            *chosen = kind;
        }
    }

    /// Selects one kind for all folders, or the suggested kind for each.
    pub fn choose_all(&mut self, kind: Option<TrailKind>) {
        let kinds = self.file.folders.iter().map(|folder| kind.unwrap_or(folder.suggested));
        self.kinds = kinds.collect();
    }

    /// Returns the number of folders that are imported as sets of good pages.
    pub fn sets(&self) -> usize {
        self.kinds.iter().filter(|kind| **kind == TrailKind::Set).count()
    }

    /// Returns the request to import the file with the chosen kinds.
    pub fn request(&self) -> TrailsRequest {
        TrailsRequest::ReadFile {
            name: self.file.name.clone(),
            kinds: Some(self.kinds.clone()),
            file: self.file.file.clone(),
        }
    }
}
