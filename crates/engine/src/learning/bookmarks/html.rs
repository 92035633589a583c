//! Reads bookmark files in HTML from their tokens: the Netscape format of browsers, and the lists of Pocket and
//! Instapaper.
//!
//! It builds no HTML tree: the nesting is that of the `<DL>` lists, and most files do not close their elements as HTML
//! requires. A heading (`<H3>`) names the list that follows it; a list without a heading belongs to the folder around
//! it. The end of the file closes all open lists. Pocket and Instapaper write `<UL>` or `<OL>` lists below an `<H1>`.

use super::builder::{Builder, Reading, append, seconds, title};
use crate::html::name::Name;
use crate::html::tokenizer::{Attributes, Text, Token, Tokenizer};

/// Returns the folder tree of a file; `None` if it contains no bookmarks.
pub(super) fn read(text: &str) -> Option<Reading> {
    let mut reader = Reader::default();
    let mut tokens = Tokenizer::new(text);
    while !reader.builder.is_full()
        && let Some(token) = tokens.next()
    {
        reader.token(token, tokens.attributes());
    }
    reader.finish()
}

/// The role of the text being read.
enum Caption {
    /// The title of the page, by which the lists of Pocket and Instapaper are recognized.
    Page,
    File,
    Folder,
    Bookmark {
        href: String,
        added: Option<u64>,
    },
}

#[derive(Default)]
struct Reader {
    builder: Builder,
    /// True after a tag that only bookmark files contain.
    recognized: bool,
    /// True if the last tag was a `<DT>`.
    in_term: bool,
    /// The name of a folder whose list has not started yet.
    heading: Option<String>,
    caption: Option<(Caption, String)>,
}

impl Reader {
    fn token(&mut self, token: Token<'_>, attributes: &Attributes<'_>) {
        match token {
            Token::Doctype(doctype) => {
                let name = doctype.name.unwrap_or_default();
                self.recognized |= name.eq_ignore_ascii_case("netscape-bookmark-file-1");
            }
            Token::StartTag(tag) => self.tag(Name::new(tag.name), Some(attributes)),
            Token::EndTag(tag) => self.tag(Name::new(tag.name), None),
            Token::Text(text) => self.text(text),
            Token::Comment(_) => {}
        }
    }

    /// Reads a start tag, which has attributes, or an end tag.
    fn tag(&mut self, name: Name, attributes: Option<&Attributes<'_>>) {
        let in_term = std::mem::take(&mut self.in_term);
        match name {
            Name::Title
            | Name::H1
            | Name::H2
            | Name::H3
            | Name::H4
            | Name::A
            | Name::Dl
            | Name::Ul
            | Name::Ol
            | Name::Li
            | Name::Dt
            | Name::Dd
            | Name::Hr
            | Name::P => self.end_caption(),
            _ => return,
        }
        match (name, attributes) {
            (Name::Dt, _) => self.in_term = attributes.is_some(),
            (Name::Dl, Some(_)) => self.open_list(),
            (Name::Dl | Name::Ul | Name::Ol, None) => self.close_list(),
            (Name::Ul | Name::Ol, Some(_)) => {
                let name = self.builder.take_name();
                self.heading = self.heading.take().or(name);
                self.open_list();
            }
            (Name::Title, Some(_)) => self.caption = Some((Caption::Page, String::new())),
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
                let saved = attributes.value("time_added");
                self.recognized |= saved.is_some();
                let added = attributes.value("add_date").or(saved);
                let added = added.and_then(|date| seconds(&date));
                self.caption = Some((Caption::Bookmark { href, added }, String::new()));
            }
            _ => {}
        }
    }

    fn text(&mut self, text: Text<'_>) {
        if let Some((_, caption)) = &mut self.caption {
            append(caption, text);
        }
    }

    fn end_caption(&mut self) {
        let Some((caption, text)) = self.caption.take() else {
            return;
        };
        let title = title(&text);
        match caption {
            Caption::Page => self.recognized |= ["Pocket", "Instapaper"].iter().any(|name| title.starts_with(name)),
            Caption::File => self.builder.name(title),
            Caption::Folder => self.heading = Some(title),
            Caption::Bookmark { href, added } => self.builder.bookmark(title, &href, added),
        }
    }

    fn open_list(&mut self) {
        self.builder.open(self.heading.take());
    }

    fn close_list(&mut self) {
        self.empty_folder();
        self.builder.close();
    }

    /// Adds the empty folder of a heading without a list.
    fn empty_folder(&mut self) {
        if self.heading.is_some() {
            self.open_list();
            self.builder.close();
        }
    }

    fn finish(mut self) -> Option<Reading> {
        if !self.builder.is_full() {
            self.end_caption();
            self.empty_folder();
        }
        self.recognized.then(|| self.builder.finish())
    }
}
