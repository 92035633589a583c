//! Trails as folders of a bookmark file, and back.
//!
//! A folder is a trail in its order, and its last page is relevant unless marked otherwise. The format has no marks, and browsers drop what they
//! do not know, but all of them keep titles: a title that begins with `★` marks its page as relevant, one with `☆` as not. Only pages
//! that are not what the rule would make of them get a mark, so that most files have none.
//! Not covered: how folders lie in each other (each is a trail of its own), empty trails, times finer than a second.

use super::intake::Intake;
use super::{OTHER, RELEVANT, marked, unmarked};
use crate::bookmarks::{Bookmark, Folder};
use crate::import_warning::ImportWarning;
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

/// The heading of a written file.
const HEADING: &str = "Trails";

/// Every folder with bookmarks of its own is a trail, outer ones before those in them.
impl From<&Folder> for Trails {
    fn from(file: &Folder) -> Self {
        let mut trails = Vec::new();
        let mut left = vec![file];
        while let Some(folder) = left.pop() {
            left.extend(folder.folders.iter().rev());
            if !folder.bookmarks.is_empty() {
                let pages = marked(folder.bookmarks.iter().map(page));
                let name = folder.name.clone();
                trails.push(Trail { name, pages });
            }
        }
        Self { trails }
    }
}

fn page(bookmark: &Bookmark) -> (Option<bool>, TrailPage) {
    let (said, title) = unmarked(&bookmark.title);
    let page = TrailPage {
        url: bookmark.url.as_str().to_owned(),
        title: title.to_owned(),
        relevant: false,
        visited_at: bookmark.added.map(|seconds| seconds.saturating_mul(1_000)),
    };
    (said, page)
}

/// Returns the folders of these trails, one each, for [`crate::bookmarks::write`]: read again, the pages have the same labels. Pages that
/// cannot be crawled are left out with a warning, trails without pages silently.
pub fn to_folder(trails: &Trails) -> (Folder, Vec<ImportWarning>) {
    let mut intake = Intake::default();
    let mut folders = Vec::new();
    for (at, trail) in trails.trails.iter().enumerate() {
        let mut pages: Vec<(&TrailPage, CanonicalUrl)> = Vec::new();
        for (number, page) in trail.pages.iter().enumerate() {
            match CanonicalUrl::parse(&page.url) {
                Ok(url) => pages.push((page, url)),
                Err(problem) => intake.skip((at + 1, &trail.name), number + 1, problem),
            }
        }
        let last = pages.len().saturating_sub(1);
        let bookmark = |(at, (page, url))| bookmark(page, url, at == last);
        let bookmarks: Vec<Bookmark> = pages.into_iter().enumerate().map(bookmark).collect();
        if !bookmarks.is_empty() {
            folders.push(Folder {
                name: trail.name.clone(),
                bookmarks,
                folders: Vec::new(),
            });
        }
    }
    let file = Folder {
        name: HEADING.to_owned(),
        bookmarks: Vec::new(),
        folders,
    };
    (file, intake.warnings())
}

fn bookmark(page: &TrailPage, url: CanonicalUrl, last: bool) -> Bookmark {
    let by_rule = page.relevant == last && unmarked(&page.title).0.is_none();
    let title = match (by_rule, page.relevant) {
        (true, _) => page.title.clone(),
        (false, true) => format!("{RELEVANT} {}", page.title),
        (false, false) => format!("{OTHER} {}", page.title),
    };
    Bookmark {
        title,
        url,
        added: page.visited_at.map(|ms| ms / 1_000),
    }
}
