//! Reads bookmark files in XML: OPML subscription lists, XBEL, the lists of Delicious and Pinboard, and the XML form of
//! Safari's `Bookmarks.plist`.
//!
//! They are read with the tokenizer for HTML, which accepts damaged files. The end of the file closes all open folders.
//! Source: OPML 2.0 (`outline`); XBEL 1.0 (`folder`, `bookmark`), which Konqueror and GNOME write;
//! Apple's property list DTD, and the keys that current Safari writes.

use super::builder::{Builder, Reading, append, seconds, title};
use crate::html::tokenizer::{Attributes, Token, Tokenizer};
use types::limits::{BOOKMARK_DEPTH, TITLE_CHARS};
use types::url::CanonicalUrl;

/// Returns the folder tree of an OPML file. A feed counts by its page; one without a valid page by its own address.
pub(super) fn opml(text: &str) -> Reading {
    let mut builder = Builder::default();
    let mut tokens = Tokenizer::new(text);
    let mut in_title = false;
    while !builder.is_full()
        && let Some(token) = tokens.next()
    {
        match token {
            Token::StartTag(tag) if tag.is("outline") => {
                outline(tokens.attributes(), tag.self_closing, &mut builder);
            }
            Token::EndTag(tag) if tag.is("outline") => builder.close(),
            Token::StartTag(tag) => in_title = tag.is("title"),
            Token::Text(text) if in_title => builder.name(title(&text.cut(8 * TITLE_CHARS).decoded())),
            Token::EndTag(_) => in_title = false,
            _ => {}
        }
    }
    builder.finish()
}

/// Adds an outline. One with neither an address nor outlines is skipped.
fn outline(attributes: &Attributes<'_>, is_empty: bool, builder: &mut Builder) {
    let value = |name: &str| attributes.value(name).filter(|value| !value.trim().is_empty());
    let name = title(&value("text").or_else(|| value("title")).unwrap_or_default());
    let addresses = ["htmlurl", "url", "xmlurl"].into_iter().filter_map(value);
    let addresses: Vec<String> = addresses.map(|address| web_address(address.trim())).collect();
    if addresses.is_empty() && !is_empty {
        return builder.open(Some(name));
    }
    let valid = addresses.iter().find(|address| CanonicalUrl::parse(address).is_ok());
    builder.bookmark(name, valid.or(addresses.first()).map_or("", String::as_str), None);
    if !is_empty {
        builder.open(None);
    }
}

/// Returns an address without the scheme `feed`, which is written before another one or instead of `http`.
fn web_address(address: &str) -> String {
    let rest = address.strip_prefix("feed:").unwrap_or(address);
    if rest.starts_with("//") { format!("http:{rest}") } else { rest.to_owned() }
}

/// Returns the folder tree of an XBEL file. An `alias` refers to another bookmark of the file, and is not one.
pub(super) fn xbel(text: &str) -> Reading {
    let mut builder = Builder::default();
    let mut bookmark: Option<(String, String)> = None;
    let mut caption: Option<String> = None;
    let mut tokens = Tokenizer::new(text);
    tokens.set_foreign(true);
    while !builder.is_full()
        && let Some(token) = tokens.next()
    {
        match token {
            Token::StartTag(tag) if tag.is("folder") && !tag.self_closing => builder.open(Some(String::new())),
            Token::StartTag(tag) if tag.is("bookmark") => {
                let href = tokens.attributes().value("href").unwrap_or_default().into_owned();
                bookmark = Some((String::new(), href));
                if tag.self_closing {
                    add(bookmark.take(), &mut builder);
                }
            }
            Token::StartTag(tag) if tag.is("title") && !tag.self_closing => caption = Some(String::new()),
            Token::Text(text) => {
                if let Some(caption) = &mut caption {
                    append(caption, text);
                }
            }
            Token::EndTag(tag) if tag.is("title") => {
                let name = title(&caption.take().unwrap_or_default());
                match &mut bookmark {
                    Some((title, _)) => *title = name,
                    None => builder.rename(name),
                }
            }
            Token::EndTag(tag) if tag.is("bookmark") => add(bookmark.take(), &mut builder),
            Token::EndTag(tag) if tag.is("folder") => builder.close(),
            _ => {}
        }
    }
    builder.finish()
}

/// Adds a bookmark of an XBEL file. Its dates are texts, which are not read.
fn add(bookmark: Option<(String, String)>, builder: &mut Builder) {
    if let Some((title, href)) = bookmark {
        builder.bookmark(title, &href, None);
    }
}

/// Returns the bookmarks of a list of Delicious or Pinboard (`<post href description>`, their API's `posts/all`).
pub(super) fn posts(text: &str) -> Reading {
    let mut builder = Builder::default();
    let mut tokens = Tokenizer::new(text);
    while !builder.is_full()
        && let Some(token) = tokens.next()
    {
        if let Token::StartTag(tag) = token
            && tag.is("post")
        {
            let value = |name| tokens.attributes().value(name).unwrap_or_default();
            builder.bookmark(title(&value("description")), &value("href"), None);
        }
    }
    builder.finish()
}

/// Maximum number of dictionaries within each other: one for each folder, and two for a bookmark.
const DEPTH: usize = BOOKMARK_DEPTH + 8;

/// A dictionary of a property list that is being read.
#[derive(Default)]
struct Dictionary {
    /// The key of the next value.
    key: String,
    title: String,
    address: Option<String>,
    added: Option<u64>,
    /// True if Safari says that it is a bookmark.
    is_leaf: bool,
    /// True if it has entries.
    is_folder: bool,
}

/// Returns the folder tree of a property list; `None` if it has no bookmarks.
pub(super) fn property_list(text: &str) -> Option<Reading> {
    let mut list = PropertyList::default();
    let mut tokens = Tokenizer::new(text);
    while !list.builder.is_full()
        && let Some(token) = tokens.next()
    {
        match token {
            Token::StartTag(tag) => list.start(tag.name),
            Token::EndTag(tag) => list.end(tag.name),
            Token::Text(text) => append(&mut list.text, text),
            _ => {}
        }
    }
    list.is_recognized.then(|| list.builder.finish())
}

#[derive(Default)]
struct PropertyList {
    builder: Builder,
    open: Vec<Dictionary>,
    /// The number of open dictionaries below [`DEPTH`].
    below: usize,
    /// The text of the current element.
    text: String,
    is_recognized: bool,
}

impl PropertyList {
    fn start(&mut self, name: &str) {
        self.text.clear();
        let depth = self.open.len();
        match (name, self.open.last_mut()) {
            ("dict", _) if depth >= DEPTH => self.below += 1,
            ("dict", _) => self.open.push(Dictionary::default()),
            ("array", Some(of)) if of.key == "Children" => {
                self.is_recognized = true;
                of.is_folder = true;
                // The file itself is a folder.
                if depth > 1 {
                    self.builder.open(Some(of.title.clone()));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        match (name, self.open.last_mut()) {
            ("key", Some(of)) => text.trim().clone_into(&mut of.key),
            ("string", Some(of)) => match of.key.as_str() {
                "Title" | "title" => of.title = title(&text),
                "URLString" => of.address = Some(text),
                "WebBookmarkType" => of.is_leaf = text.trim() == "WebBookmarkTypeLeaf",
                _ => {}
            },
            ("integer", Some(of)) if of.key == "DateAdded" => of.added = seconds(&text),
            ("dict", Some(_)) if self.below > 0 => self.below -= 1,
            ("dict", Some(_)) => self.end_dictionary(),
            _ => {}
        }
    }

    fn end_dictionary(&mut self) {
        let Some(ended) = self.open.pop() else {
            return;
        };
        match (ended.is_folder, ended.address) {
            (true, _) => {
                // Keys are in alphabetical order, so the title follows the content.
                self.builder.rename(ended.title);
                self.builder.close();
            }
            (false, address) if address.is_some() || ended.is_leaf => {
                self.is_recognized = true;
                self.builder.bookmark(ended.title, &address.unwrap_or_default(), ended.added);
            }
            // The title of a bookmark is in a dictionary of its own.
            (false, _) => {
                if let Some(of) = self.open.last_mut().filter(|of| of.key == "URIDictionary" && of.title.is_empty()) {
                    of.title = ended.title;
                }
            }
        }
    }
}
