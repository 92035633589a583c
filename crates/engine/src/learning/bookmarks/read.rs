//! Reads a bookmark file from the tokens of its HTML.
//!
//! It builds no HTML tree: the format's nesting is that of its `<DL>` lists, and most files do not close their elements as HTML
//! requires. A heading (`<H3>`) names the list that follows it; a list without a heading belongs to the folder around it. The end of
//! the file closes all open lists. Text is read as UTF-8, the encoding that browsers write.

use super::{Bookmark, Folder, NotBookmarks};
use crate::html::feed::{TokenObserver, feed};
use crate::import_warning::{ImportWarning, SkippedEntries};
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use types::limits::{BOOKMARK_BYTES, BOOKMARK_DEPTH, BOOKMARKS, TITLE_CHARS};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, UrlProblem};

/// Returns the tree of a bookmark file with warnings about the skipped parts.
///
/// # Errors
/// The file contains no bookmarks.
pub fn read(bytes: &[u8]) -> Result<(Folder, Vec<ImportWarning>), NotBookmarks> {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(BOOKMARK_BYTES)]);
    let tokenizer = Tokenizer::new(Tokens::default(), TokenizerOpts::default());
    let stopped = feed(&tokenizer, &text);
    tokenizer.end();
    let mut reader = tokenizer.sink.0.into_inner();
    if bytes.len() > BOOKMARK_BYTES {
        reader.stop(ImportWarning::TooLong {
            bytes: bytes.len(),
            limit: BOOKMARK_BYTES,
        });
    } else if stopped {
        reader.stop(ImportWarning::UnclosedTag);
    }
    reader.finish()
}

/// The reader as the tokenizer sees it.
#[derive(Default)]
struct Tokens(RefCell<Reader>);

impl TokenSink for Tokens {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        self.0.borrow_mut().token(&token);
        TokenSinkResult::Continue
    }
}

impl TokenObserver for Tokens {
    fn is_full(&self) -> bool {
        self.0.borrow().stopped.is_some()
    }

    fn tokens(&self) -> usize {
        self.0.borrow().tokens
    }
}

/// The role of the text being read.
enum Caption {
    File,
    Folder,
    Bookmark { href: String, added: Option<u64> },
}

struct Reader {
    tokens: usize,
    /// True after a tag that only bookmark files have.
    recognized: bool,
    /// The last tag was a `<DT>`.
    in_term: bool,
    /// The folders being read, each inside the one before it; the first is the file.
    open: Vec<Folder>,
    /// For each open list, whether it opened a folder.
    lists: Vec<bool>,
    /// The name of a folder whose list has not started yet.
    heading: Option<String>,
    caption: Option<(Caption, String)>,
    /// The number of bookmarks and folders read.
    count: usize,
    skipped: SkippedEntries,
    too_deep: bool,
    /// The reason for which reading stopped.
    stopped: Option<ImportWarning>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            tokens: 0,
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
    fn token(&mut self, token: &Token) {
        self.tokens += usize::from(!matches!(token, Token::ParseError(_)));
        match token {
            _ if self.stopped.is_some() => {}
            Token::DoctypeToken(doctype) => {
                let name = doctype.name.as_deref().unwrap_or_default();
                self.recognized |= name.eq_ignore_ascii_case("netscape-bookmark-file-1");
            }
            Token::TagToken(tag) => self.tag(tag),
            Token::CharacterTokens(text) => self.text(text),
            _ => {}
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let in_term = std::mem::take(&mut self.in_term);
        let start = tag.kind == TagKind::StartTag;
        match &*tag.name {
            "h1" | "h2" | "h3" | "h4" | "a" | "dl" | "dt" | "dd" | "hr" | "p" => self.end_caption(),
            _ => return,
        }
        match &*tag.name {
            "dt" => self.in_term = start,
            "dl" if start => self.open_list(),
            "dl" => self.close_list(),
            "h1" if start => self.caption = Some((Caption::File, String::new())),
            "h2" | "h3" | "h4" if start => {
                self.recognized |= in_term;
                self.empty_folder();
                self.caption = Some((Caption::Folder, String::new()));
            }
            "a" if start => {
                self.recognized |= in_term;
                self.empty_folder();
                let href = attribute(tag, "href").unwrap_or_default().to_owned();
                let added = attribute(tag, "add_date").and_then(seconds);
                self.caption = Some((Caption::Bookmark { href, added }, String::new()));
            }
            _ => {}
        }
    }

    /// Appends to the caption, up to a multiple of the length that is kept, since much of it may be
    /// white space.
    fn text(&mut self, text: &str) {
        if let Some((_, caption)) = &mut self.caption {
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
                    self.innermost()
                        .bookmarks
                        .push(Bookmark { title, url, added });
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
        self.open.extend(name.map(|name| Folder {
            name,
            ..Folder::default()
        }));
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

    /// A heading without a list is an empty folder.
    fn empty_folder(&mut self) {
        if self.heading.is_some() {
            self.open_list();
            if self.lists.pop() == Some(true) {
                self.close_folder();
            }
        }
    }

    fn innermost(&mut self) -> &mut Folder {
        self.open
            .last_mut()
            .expect("the file's own folder is never closed")
    }

    /// Returns true if there is room for one more bookmark or folder.
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
        let deep = self
            .too_deep
            .then_some(ImportWarning::TooDeep(BOOKMARK_DEPTH));
        let unclosed = unclosed.then_some(ImportWarning::UnclosedFolder);
        let file = self.open.swap_remove(0);
        Ok((file, self.skipped.warnings([deep, self.stopped, unclosed])))
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    let found = tag.attrs.iter().find(|known| &*known.name.local == name)?;
    Some(&found.value)
}

/// Returns the time of an `ADD_DATE`: seconds since 1970, though some programs write milliseconds or microseconds. 0 means
/// "unknown".
fn seconds(date: &str) -> Option<u64> {
    let date: u64 = date.trim().parse().ok()?;
    match date {
        0 => None,
        1..100_000_000_000 => Some(date),
        100_000_000_000..100_000_000_000_000 => Some(date / 1_000),
        _ => Some(date / 1_000_000),
    }
}
