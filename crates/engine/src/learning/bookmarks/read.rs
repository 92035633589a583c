//! Reads a bookmark file from the tokens of its HTML.
//!
//! It builds no HTML tree: the nesting is that of the `<DL>` lists, and most files do not close their elements as HTML requires. A
//! heading (`<H3>`) names the list that follows it; a list without a heading belongs to the folder around it. The end of
//! the file closes all open lists. Text is read as UTF-8, the encoding that browsers write.

use super::{Bookmark, Folder, NotBookmarks};
use crate::html::name::Name;
use crate::html::tokenizer::{Attributes, Text, Token, Tokenizer};
use crate::import_warning::{ImportWarning, SkippedEntries};
use types::limits::{BOOKMARK_BYTES, BOOKMARK_DEPTH, BOOKMARKS, TITLE_CHARS};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, UrlProblem};

/// Returns the folder tree of a bookmark file, and warnings about the skipped parts.
///
/// # Errors
/// The file contains no bookmarks.
pub fn read(bytes: &[u8]) -> Result<(Folder, Vec<ImportWarning>), NotBookmarks> {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(BOOKMARK_BYTES)]);
    let mut reader = Reader::default();
    let mut tokens = Tokenizer::new(&text);
    while reader.stopped.is_none()
        && let Some(token) = tokens.next()
    {
        reader.token(token, tokens.attributes());
    }
    if bytes.len() > BOOKMARK_BYTES {
        reader.stop(ImportWarning::TooLong { bytes: bytes.len(), limit: BOOKMARK_BYTES });
    }
    reader.finish()
}

/// The role of the text being read.
enum Caption {
    File,
    Folder,
    Bookmark { href: String, added: Option<u64> },
}

struct Reader {
    /// True after a tag that only bookmark files contain.
    recognized: bool,
    /// True if the last tag was a `<DT>`.
    in_term: bool,
    /// The open folders, each inside the previous one; the first is the file.
    open: Vec<Folder>,
    /// For each open list, true if it opened a folder.
    lists: Vec<bool>,
    /// The name of a folder whose list has not started yet.
    heading: Option<String>,
    caption: Option<(Caption, String)>,
    /// The number of bookmarks and folders read.
    count: usize,
    skipped: SkippedEntries,
    too_deep: bool,
    /// The reason why reading stopped.
    stopped: Option<ImportWarning>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            recognized: false,
            in_term: false,
            open: vec![Folder::default()],
            lists: Vec::new(),
            heading: None,
            caption: None,
            count: 0,
            skipped: SkippedEntries::default(),
            too_deep: false,
            stopped: None,
        }
    }
}

impl Reader {
    fn token(&mut self, token: Token<'_>, attributes: &Attributes<'_>) {
        match token {
            Token::Doctype(doctype) => {
                let name = doctype.name.unwrap_or_default();
                self.recognized |= name.eq_ignore_ascii_case("netscape-bookmark-file-1");
            }
            Token::StartTag(tag) => self.tag(Name::of(tag.name), Some(attributes)),
            Token::EndTag(tag) => self.tag(Name::of(tag.name), None),
            Token::Text(text) => self.text(text),
            Token::Comment(_) => {}
        }
    }

    /// Reads a start tag, which has attributes, or an end tag.
    fn tag(&mut self, name: Name, attributes: Option<&Attributes<'_>>) {
        let in_term = std::mem::take(&mut self.in_term);
        match name {
            Name::H1
            | Name::H2
            | Name::H3
            | Name::H4
            | Name::A
            | Name::Dl
            | Name::Dt
            | Name::Dd
            | Name::Hr
            | Name::P => self.end_caption(),
            _ => return,
        }
        match (name, attributes) {
            (Name::Dt, _) => self.in_term = attributes.is_some(),
            (Name::Dl, Some(_)) => self.open_list(),
            (Name::Dl, None) => self.close_list(),
            (Name::H1, Some(_)) => self.caption = Some((Caption::File, String::new())),
            (Name::H2 | Name::H3 | Name::H4, Some(_)) => {
                self.recognized |= in_term;
                self.empty_folder();
                self.caption = Some((Caption::Folder, String::new()));
            }
            (Name::A, Some(attributes)) => {
                self.recognized |= in_term;
                self.empty_folder();
                let href = attributes.value("href").unwrap_or_default().into_owned();
                let added = attributes.value("add_date");
                let added = added.and_then(|date| seconds(&date));
                self.caption = Some((Caption::Bookmark { href, added }, String::new()));
            }
            _ => {}
        }
    }

    /// Appends to the caption, up to a multiple of the kept length, since much of it may be white space.
    fn text(&mut self, text: Text<'_>) {
        if let Some((_, caption)) = &mut self.caption {
            let text = text.decoded();
            let room = (8 * TITLE_CHARS).saturating_sub(caption.len());
            caption.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    fn end_caption(&mut self) {
        let Some((caption, text)) = self.caption.take() else {
            return;
        };
        let title = cut(&clean(&text), TITLE_CHARS).trim_end().to_owned();
        match caption {
            Caption::File => self.open[0].name = title,
            Caption::Folder => self.heading = Some(title),
            Caption::Bookmark { href, added } => self.bookmark(title, &href, added),
        }
    }

    fn bookmark(&mut self, title: String, href: &str, added: Option<u64>) {
        let url = match href.trim() {
            "" => Err(UrlProblem::Empty),
            href => CanonicalUrl::parse(href),
        };
        match url {
            Ok(url) => {
                if self.take_one() {
                    self.innermost().bookmarks.push(Bookmark { title, url, added });
                }
            }
            Err(problem) => self.skip(&title, problem),
        }
    }

    fn skip(&mut self, title: &str, problem: UrlProblem) {
        let entry = || {
            let names: Vec<&str> = self.open.iter().map(|folder| &*folder.name).collect();
            let place = if names.len() > 1 { " in " } else { "" };
            format!("“{title}”{place}{}", names[1..].join("/"))
        };
        self.skipped.add(entry, problem);
    }

    fn open_list(&mut self) {
        let heading = self.heading.take();
        let deep = self.open.len() > BOOKMARK_DEPTH;
        self.too_deep |= deep && heading.is_some();
        let name = heading.filter(|_| !deep && self.take_one());
        self.lists.push(name.is_some());
        self.open.extend(name.map(|name| Folder { name, ..Folder::default() }));
    }

    fn close_list(&mut self) {
        self.empty_folder();
        if self.lists.pop() == Some(true) {
            self.close_folder();
        }
    }

    fn close_folder(&mut self) {
        if self.open.len() > 1
            && let Some(folder) = self.open.pop()
        {
            self.innermost().folders.push(folder);
        }
    }

    /// Adds the empty folder of a heading without a list.
    fn empty_folder(&mut self) {
        if self.heading.is_some() {
            self.open_list();
            if self.lists.pop() == Some(true) {
                self.close_folder();
            }
        }
    }

    fn innermost(&mut self) -> &mut Folder {
        self.open.last_mut().expect("the file's own folder is never closed")
    }

    /// Counts a bookmark or folder; returns false if the limit is reached.
    fn take_one(&mut self) -> bool {
        if self.count == BOOKMARKS {
            self.stop(ImportWarning::TooMany(BOOKMARKS));
            return false;
        }
        self.count += 1;
        true
    }

    /// Stops reading; the first reason is kept.
    fn stop(&mut self, why: ImportWarning) {
        self.stopped.get_or_insert(why);
    }

    fn finish(mut self) -> Result<(Folder, Vec<ImportWarning>), NotBookmarks> {
        if !self.recognized {
            return Err(NotBookmarks);
        }
        if self.stopped.is_none() {
            self.end_caption();
            self.empty_folder();
        }
        let unclosed = self.open.len() > 1 && self.stopped.is_none();
        while self.open.len() > 1 {
            self.close_folder();
        }
        let deep = self.too_deep.then_some(ImportWarning::TooDeep(BOOKMARK_DEPTH));
        let unclosed = unclosed.then_some(ImportWarning::UnclosedFolder);
        let file = self.open.swap_remove(0);
        Ok((file, self.skipped.warnings([deep, self.stopped, unclosed])))
    }
}

/// Returns the time of an `ADD_DATE` in seconds since 1970. Some programs write milliseconds or microseconds; 0 means "unknown".
fn seconds(date: &str) -> Option<u64> {
    let date: u64 = date.trim().parse().ok()?;
    match date {
        0 => None,
        1..100_000_000_000 => Some(date),
        100_000_000_000..100_000_000_000_000 => Some(date / 1_000),
        _ => Some(date / 1_000_000),
    }
}
