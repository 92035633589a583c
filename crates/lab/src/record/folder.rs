//! Records a folder of pages, such as the output of a mirror program: each file under the address that it would have on
//! a server.
//!
//! A file is a page if its extension is that of HTML or text, or if it has none and starts like a page. A robots.txt in
//! the top folder is recorded too. Names are taken literally: `a b?.html` is `a%20b%3F.html`. Hidden files, symbolic links
//! (they could lead out of the folder, or in a circle), names that are not UTF-8, and files that crawls do not read are
//! skipped and counted.

use super::RecordingWriter;
use crate::LabError;
use archive::warc::{Exchange, Response};
use std::fs::{self, DirEntry, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use types::report::Millis;
use types::url::CanonicalUrl;
use url::Url;

/// The number of bytes in which the start of a page is searched.
const SNIFFED: u64 = 512;

/// The files of a folder that are pages, in the order of their names.
#[derive(Debug, Default)]
pub struct Folder {
    files: Vec<Found>,
    /// The number of skipped files.
    pub passed_over: u32,
}

#[derive(Debug)]
struct Found {
    path: PathBuf,
    url: String,
    media_type: &'static str,
    at: Millis,
}

impl Folder {
    /// Lists a folder. `base` is the address of its contents, with or without a slash at the end.
    pub fn open(path: &Path, base: &str) -> Result<Self, LabError> {
        let base = read_base(base)?;
        let mut folder = Self::default();
        folder.enter(path, &base, true)?;
        Ok(folder)
    }

    /// Returns the number of pages and other files that will be recorded.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns true if there is nothing to record.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the time of change of the oldest file, in milliseconds since 1970.
    pub fn started(&self) -> Millis {
        self.files.iter().map(|file| file.at).min().unwrap_or_default()
    }

    /// Writes all files to the recording.
    pub fn write(&self, tape: &mut RecordingWriter) -> Result<(), LabError> {
        for file in &self.files {
            let body = fs::read(&file.path).map_err(LabError::read(&file.path))?;
            let headers = vec![("content-type".to_owned(), file.media_type.to_owned())];
            tape.add(&Exchange::new(&file.url, file.at, &Response { status: 200, headers, body }))?;
        }
        Ok(())
    }

    fn enter(&mut self, path: &Path, base: &Url, is_top: bool) -> Result<(), LabError> {
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
        let mut entries = entries.map_err(LabError::read(path))?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let kind = entry.file_type().map_err(LabError::read(&path))?;
            let name = entry.file_name();
            let name = name.to_str().filter(|name| !name.starts_with('.'));
            match name {
                Some(name) if kind.is_dir() => {
                    self.enter(&path, &below(base, name, true), false)?;
                }
                Some(name) if kind.is_file() => {
                    let is_rules = is_top && base.path() == "/" && name == "robots.txt";
                    self.take(path, below(base, name, false), is_rules)?;
                }
                _ => self.passed_over += 1,
            }
        }
        Ok(())
    }

    fn take(&mut self, path: PathBuf, url: Url, is_rules: bool) -> Result<(), LabError> {
        let media_type = media_type(&path).map_err(LabError::read(&path))?;
        let media_type = media_type.or(is_rules.then_some("text/plain"));
        let known = CanonicalUrl::parse(url.as_str()).is_ok();
        let Some(media_type) = media_type.filter(|_| known) else {
            self.passed_over += 1;
            return Ok(());
        };
        let changed = fs::metadata(&path).map(|data| changed(&data));
        self.files.push(Found { at: changed.map_err(LabError::read(&path))?, url: url.into(), media_type, path });
        Ok(())
    }
}

fn read_base(text: &str) -> Result<Url, LabError> {
    let wrong = |problem: &str| {
        LabError::flag(
            "base",
            format!("“{text}” {problem}: write it like http://example.test/ or https://example.org/docs/"),
        )
    };
    let mut base = Url::parse(text).map_err(|_| wrong("is not a URL"))?;
    if CanonicalUrl::parse(text).is_err() {
        return Err(wrong("cannot be crawled"));
    }
    if base.query().is_some() || base.fragment().is_some() {
        return Err(wrong("is not the URL of a folder"));
    }
    if !base.path().ends_with('/') {
        let folder = format!("{}/", base.path());
        base.set_path(&folder);
    }
    Ok(base)
}

/// Returns the address of an entry of a folder.
fn below(base: &Url, name: &str, is_folder: bool) -> Url {
    let mut url = base.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().push(name);
        if is_folder {
            segments.push("");
        }
    }
    url
}

/// Returns the media type of a page by its file's extension, or by its first bytes; `None` if it is not a
/// page.
fn media_type(path: &Path) -> io::Result<Option<&'static str>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("html" | "htm") => return Ok(Some("text/html")),
        Some("xhtml" | "xht") => return Ok(Some("application/xhtml+xml")),
        Some("txt" | "text") => {
            // The rules of a site count in its top folder only.
            return Ok(Some("text/plain").filter(|_| !path.ends_with("robots.txt")));
        }
        Some("md" | "markdown") => return Ok(Some("text/markdown")),
        Some(_) => return Ok(None),
        None => {}
    }
    let mut first = Vec::new();
    fs::File::open(path)?.take(SNIFFED).read_to_end(&mut first)?;
    let first = String::from_utf8_lossy(&first).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    let begins = ["<!doctype html", "<html", "<head", "<title", "<!--"];
    Ok(begins.iter().any(|tag| first.starts_with(tag)).then_some("text/html"))
}

fn changed(data: &Metadata) -> Millis {
    let since_1970 = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since_1970.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
