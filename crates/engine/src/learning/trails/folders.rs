//! Converts trails to folders of a bookmark file, and back.
//!
//! A folder is a path in order, whose last page is relevant unless marked otherwise, or a set of good pages, all of
//! which are relevant. The format does not distinguish them, so the caller decides ([`of_folders`]);
//! [`suggested_kinds`] guesses from the data. Browsers drop unknown attributes but keep titles, so titles contain the
//! marks: `★` at the beginning marks a page as relevant or a folder as a set, `☆` a page as not relevant or a folder as
//! a path. A mark is written only if it differs from the default, so most files have none. Not covered: the nesting of
//! folders (each is a trail of its own), empty trails, context graphs, times finer than a second.

use super::{Intake, OTHER, RELEVANT, marked, unmarked};
use crate::import_warning::ImportWarning;
use crate::learning::bookmarks::{Bookmark, Folder};
use types::trails::{Trail, TrailKind, TrailPage, Trails};
use types::url::CanonicalUrl;

/// The heading of a written file.
const HEADING: &str = "Trails";

/// The maximum time between two pages of one visit, in seconds: the usual limit of a session in log analysis (25.5
/// minutes in Catledge and Pitkow 1995).
const SESSION_SECONDS: u64 = 30 * 60;

/// Converts each folder that has bookmarks to a trail, outer folders before inner ones. `kind` returns for each of
/// these, counted from 0, whether it is a path or a set of good pages.
pub fn of_folders(file: &Folder, kind: impl Fn(usize) -> TrailKind) -> Trails {
    let trail = |(at, folder): (usize, &Folder)| {
        let kind = kind(at);
        let pages = folder.bookmarks.iter().map(page);
        let pages = match kind {
            TrailKind::Path => marked(pages),
            TrailKind::Set => pages.map(good).collect(),
        };
        let name = unmarked(&folder.name).1.to_owned();
        Trail { name, kind, pages, graphs: Vec::new() }
    };
    let trails = with_bookmarks(file).into_iter().enumerate().map(trail);
    Trails { trails: trails.collect() }
}

/// Returns the folders that directly contain bookmarks, outer ones before inner ones.
pub fn with_bookmarks(file: &Folder) -> Vec<&Folder> {
    let (mut found, mut left) = (Vec::new(), vec![file]);
    while let Some(folder) = left.pop() {
        left.extend(folder.folders.iter().rev());
        if !folder.bookmarks.is_empty() {
            found.push(folder);
        }
    }
    found
}

/// Suggests for each folder with bookmarks whether it is a path or a set. The flag is true if the file itself decides:
/// Salticid wrote it, or each folder has marks or a single page.
pub fn suggested_kinds(file: &Folder) -> (Vec<TrailKind>, bool) {
    let by_salticid = file.name == HEADING;
    let mut is_clear = true;
    let kind = |folder: &Folder| match marked_kind(folder) {
        Some(kind) => kind,
        None if by_salticid => TrailKind::Path,
        None => {
            is_clear = false;
            suggested_kind(&folder.bookmarks)
        }
    };
    let kinds = with_bookmarks(file).into_iter().map(kind).collect();
    (kinds, is_clear)
}

/// Returns the kind that the marks of a folder imply. A folder with marks only on pages is a path, and so is a single
/// page.
fn marked_kind(folder: &Folder) -> Option<TrailKind> {
    let mut pages = folder.bookmarks.iter();
    match unmarked(&folder.name).0 {
        Some(true) => Some(TrailKind::Set),
        Some(false) => Some(TrailKind::Path),
        None => (pages.len() == 1 || pages.any(|page| unmarked(&page.title).0.is_some())).then_some(TrailKind::Path),
    }
}

/// Suggests a path if the pages were bookmarked in order, with at most half an hour between two, and at least every
/// other page is on the host of the previous one. Missing times are ignored.
fn suggested_kind(bookmarks: &[Bookmark]) -> TrailKind {
    let steps = bookmarks.len().saturating_sub(1);
    let in_session = |pair: &[Bookmark]| match (pair[0].added, pair[1].added) {
        (Some(from), Some(to)) => from <= to && to - from <= SESSION_SECONDS,
        _ => true,
    };
    let stays = |pair: &&[Bookmark]| pair[0].url.host() == pair[1].url.host();
    let pairs = || bookmarks.windows(2);
    if pairs().all(in_session) && 2 * pairs().filter(stays).count() >= steps { TrailKind::Path } else { TrailKind::Set }
}

/// Returns a page of a set of good pages: relevant unless marked otherwise.
fn good((marked, page): (Option<bool>, TrailPage)) -> TrailPage {
    TrailPage { relevant: marked.unwrap_or(true), ..page }
}

fn page(bookmark: &Bookmark) -> (Option<bool>, TrailPage) {
    let (marked, title) = unmarked(&bookmark.title);
    let page = TrailPage {
        url: bookmark.url.as_str().to_owned(),
        title: title.to_owned(),
        relevant: false,
        visited_at: bookmark.added.map(|seconds| seconds.saturating_mul(1_000)),
    };
    (marked, page)
}

/// Converts trails to folders for [`crate::learning::bookmarks::write`]; pages keep their labels when they are read
/// again. Pages that cannot be crawled and trails without pages are left out with a warning.
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
        let is_set = trail.kind == TrailKind::Set;
        let bookmark = |(at, (page, url))| bookmark(page, url, is_set || at == last);
        let bookmarks: Vec<Bookmark> = pages.into_iter().enumerate().map(bookmark).collect();
        if bookmarks.is_empty() {
            intake.skip_trail((at + 1, &trail.name));
        } else {
            folders.push(Folder { name: folder_name(trail), bookmarks, folders: Vec::new() });
        }
    }
    let file = Folder { name: HEADING.to_owned(), bookmarks: Vec::new(), folders };
    (file, intake.warnings())
}

/// Returns the name of a trail, with the mark of its kind if it needs one.
fn folder_name(trail: &Trail) -> String {
    match (trail.kind, unmarked(&trail.name).0) {
        (TrailKind::Set, _) => format!("{RELEVANT} {}", trail.name),
        (TrailKind::Path, Some(_)) => format!("{OTHER} {}", trail.name),
        (TrailKind::Path, None) => trail.name.clone(),
    }
}

/// Converts a page to a bookmark. `label` is the relevance of a page without a mark.
fn bookmark(page: &TrailPage, url: CanonicalUrl, label: bool) -> Bookmark {
    let by_rule = page.relevant == label && unmarked(&page.title).0.is_none();
    let title = match (by_rule, page.relevant) {
        (true, _) => page.title.clone(),
        (false, true) => format!("{RELEVANT} {}", page.title),
        (false, false) => format!("{OTHER} {}", page.title),
    };
    Bookmark { title, url, added: page.visited_at.map(|ms| ms / 1_000) }
}
