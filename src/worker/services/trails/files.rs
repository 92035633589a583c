//! Reads and writes files of trails in the engine's formats: JSON, and bookmarks with a folder for each trail.
//!
//! Text that starts with `{` is parsed as JSON, with `<` as bookmarks, else as a list of URLs. The training checks whether the trails are
//! sufficient.

use crate::protocol::trails::{BookmarkFolder, ImportedTrails, SourcedTrail};
use crate::protocol::{FileKind, Source};
use crate::worker::browser::blob;
use engine::import_warning::ImportWarning;
use engine::learning::bookmarks;
use engine::learning::trails::{
    of_folders, read_list, read_sourced_json, suggested_kinds, to_folder, with_bookmarks, write_sourced_json,
};
use types::limits::TRAILS_BYTES;
use types::trails::{Trail, TrailKind, Trails};
use web_sys::Blob;

/// The content of a file of trails.
pub(super) enum Content {
    Trails(ImportedTrails),
    /// The folders of a bookmark file that can be paths or sets of good pages.
    Folders(Vec<BookmarkFolder>),
}

/// Parses a file of trails; `kinds` are the kinds of a bookmark file's folders. The error is the end of a sentence.
pub(super) async fn read(file: &Blob, kinds: Option<&[TrailKind]>) -> Result<Content, String> {
    let most = TRAILS_BYTES / 1024 / 1024;
    let too_large = format!("the file is larger than {most} MB: export fewer folders, or without icons");
    let bytes = blob::read_short(file, TRAILS_BYTES, too_large).await?;
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => {
            let (trails, warnings) = read_sourced_json(&bytes).map_err(|error| error.to_string())?;
            let trails = trails.into_iter().map(sourced).collect();
            imported(trails, &warnings).map(Content::Trails)
        }
        Some(b'<') => of_bookmarks(&bytes, kinds),
        _ => {
            let text = std::str::from_utf8(text).map_err(|_| UNKNOWN.to_owned())?;
            list(text).map(Content::Trails)
        }
    }
}

fn of_bookmarks(bytes: &[u8], kinds: Option<&[TrailKind]>) -> Result<Content, String> {
    let (file, warnings) = bookmarks::read(bytes).map_err(|error| error.to_string())?;
    let kinds = match kinds {
        Some(kinds) => kinds.to_vec(),
        None => match suggested_kinds(&file) {
            (kinds, true) => kinds,
            (suggested, false) => return Ok(Content::Folders(listed(&file, suggested))),
        },
    };
    let kind = |at: usize| kinds.get(at).copied().unwrap_or_default();
    imported(without_sources(of_folders(&file, kind)), &warnings).map(Content::Trails)
}

/// Returns the folders with bookmarks, each with its suggested kind.
fn listed(file: &bookmarks::Folder, suggested: Vec<TrailKind>) -> Vec<BookmarkFolder> {
    let folders = with_bookmarks(file).into_iter().zip(suggested);
    let folders = folders.map(|(folder, suggested)| BookmarkFolder {
        name: folder.name.clone(),
        pages: folder.bookmarks.len(),
        suggested,
    });
    folders.collect()
}

const UNKNOWN: &str = "it is not a trails file (JSON), a bookmark file (HTML) or a list of URLs";

/// Parses a pasted list. The error is the end of a sentence.
pub(super) fn list(text: &str) -> Result<ImportedTrails, String> {
    let (trails, warnings) = read_list(text);
    imported(without_sources(trails), &warnings)
}

/// Returns a trail of a file with its source.
fn sourced((trail, name): (Trail, Option<String>)) -> SourcedTrail {
    let source = name.and_then(|name| Source::named(&name));
    SourcedTrail { trail, source: source.map(Source::from_a_file) }
}

fn without_sources(trails: Trails) -> Vec<SourcedTrail> {
    trails.trails.into_iter().map(SourcedTrail::from).collect()
}

fn imported(trails: Vec<SourcedTrail>, warnings: &[ImportWarning]) -> Result<ImportedTrails, String> {
    match warnings.first() {
        Some(warning) if trails.is_empty() => Err(warning.to_string()),
        None if trails.is_empty() => Err("it contains no pages".to_owned()),
        _ => Ok(ImportedTrails { trails, warnings: warnings.iter().map(ToString::to_string).collect() }),
    }
}

/// Returns the text of a file with these trails.
pub(super) fn write(sourced: Vec<SourcedTrail>, kind: FileKind) -> String {
    match kind {
        FileKind::Bookmarks => {
            let trails = sourced.into_iter().map(|one| one.trail).collect();
            // Every page of a saved trail was parsed as a URL before, so none is omitted.
            bookmarks::write(&to_folder(&Trails { trails }).0)
        }
        FileKind::Json => write_sourced_json(sourced.iter().map(|one| {
            let source = one.source.clone().map(Source::from_a_file);
            (&one.trail, source.map(|source| source.name()))
        })),
    }
}
