//! Writes the pages as a bookmark file, whose format the engine defines.

use super::{Export, ExportPage};
use engine::learning::bookmarks::{Bookmark, Folder, write};

impl Export<'_> {
    /// Returns a bookmark file with one folder, which has the name of the crawl.
    pub(super) fn bookmarks(&self) -> String {
        file(self.title, self.pages.iter().map(bookmark).collect())
    }
}

/// Returns a bookmark file with one folder.
pub(super) fn file(name: &str, bookmarks: Vec<Bookmark>) -> String {
    let folder = Folder { name: name.to_owned(), bookmarks, folders: Vec::new() };
    write(&Folder { name: "Bookmarks".to_owned(), bookmarks: Vec::new(), folders: vec![folder] })
}

/// Returns a bookmark with the title in the record: the body is not needed.
fn bookmark(page: &ExportPage<'_>) -> Bookmark {
    let record = page.record;
    let title = match record.text.title.as_str() {
        "" => record.url.as_str(),
        title => title,
    };
    let added = Some(record.fetch.at / 1_000).filter(|seconds| *seconds > 0);
    Bookmark { title: title.to_owned(), url: record.url.clone(), added }
}
