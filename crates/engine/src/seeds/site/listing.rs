//! Parses sitemaps and feeds: RSS 0.9 to 2.0, RSS 1.0 (RDF), Atom, sitemap and sitemap index, and plain-text sitemaps.
//!
//! Real files mix these formats, so element names decide and not the nesting: `url`, `sitemap`, `item` and `entry` are items, which contain an
//! address, a title and a summary. Not covered: dates, priorities and other elements.
//!
//! Source: sitemaps.org protocol 0.9; RSS 2.0 specification; RDF Site Summary 1.0; RFC 4287 (Atom) §4.2.7.

use super::xml::{Mark, walk};
use std::ops::ControlFlow;
use types::limits::{HREF_BYTES, LISTED_TEXT_BYTES, SITEMAP_ADDRESSES};

/// The kind of list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sitemaps.
    Index,
    /// Pages.
    Pages,
}

/// A parsed sitemap or feed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    /// The kind of list.
    pub(super) kind: Kind,
    /// The title; empty for sitemaps.
    pub(super) title: String,
    /// The items, in file order.
    pub(super) items: Vec<Item>,
    /// True if the file was not read to its end: it is too long, damaged, or was cut in transit.
    pub(super) cut: bool,
}

/// An entry of a sitemap or feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    /// Its address, as written.
    pub(super) link: String,
    /// The title.
    pub(super) title: String,
    /// The description.
    pub(super) summary: String,
}

/// Parses a file, or its beginning if it `is_cut`; `None` for other formats. Complete items before the cut are kept, up to
/// [`SITEMAP_ADDRESSES`]. A file that ends within an element counts as cut.
pub(super) fn read(text: &str, is_cut: bool) -> Option<Listing> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return plain(text, is_cut);
    }
    let mut reading = Reading::default();
    let cut = walk(text, &mut |mark| reading.take(mark)) || is_cut;
    Some(Listing { kind: reading.kind?, title: reading.title.trim().to_owned(), items: reading.items, cut })
}

/// Parses a plain-text sitemap: one address per line.
fn plain(text: &str, is_cut: bool) -> Option<Listing> {
    // The last line may be incomplete, and half an address may be that of another page.
    let whole = match text.rfind('\n') {
        Some(end) if is_cut => &text[..end],
        None if is_cut => "",
        _ => text,
    };
    let is_address = |line: &str| line.starts_with("http://") || line.starts_with("https://");
    let lines = whole.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty());
    let is_list = lines.clone().all(is_address) && lines.clone().next().is_some();
    is_list.then(|| Listing {
        kind: Kind::Pages,
        title: String::new(),
        items: lines.by_ref().take(SITEMAP_ADDRESSES).map(item).collect(),
        cut: is_cut || lines.next().is_some(),
    })
}

/// Returns an item with this address only.
fn item(link: &str) -> Item {
    Item { link: link.to_owned(), ..Item::default() }
}

/// The field being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Field {
    #[default]
    None,
    Link,
    Title,
    Summary,
    ListTitle,
}

#[derive(Default)]
struct Reading {
    /// `None` before the outermost element.
    kind: Option<Kind>,
    title: String,
    items: Vec<Item>,
    /// The item being read, and the name of its element.
    item: Option<(Item, String)>,
    field: Field,
}

impl Reading {
    /// Handles the next event; breaks if no further one is needed.
    fn take(&mut self, mark: Mark<'_>) -> ControlFlow<()> {
        match mark {
            Mark::Open(name, _) if self.kind.is_none() => {
                self.kind = kind_of(name);
                if self.kind.is_none() {
                    return ControlFlow::Break(());
                }
            }
            Mark::Open("url" | "sitemap" | "item" | "entry", _) if self.items.len() >= SITEMAP_ADDRESSES => {
                return ControlFlow::Break(());
            }
            Mark::Open(name, attributes) => self.open(name, attributes),
            Mark::Text(text) => self.text(text),
            Mark::Close(name) => self.close(name),
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, name: &str, attributes: &[(String, String)]) {
        let value = |wanted: &str| {
            let found = attributes.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.as_str())
        };
        match (&mut self.item, name) {
            (None, "url" | "sitemap" | "item" | "entry") => {
                let item = item(value("about").unwrap_or_default());
                self.item = Some((item, name.to_owned()));
            }
            (None, "title") if self.title.is_empty() => self.field = Field::ListTitle,
            // Atom has the address in an attribute, and further links beside that of the page.
            (Some((item, _)), "link") if value("href").is_some() => {
                let is_page = value("rel").is_none_or(|rel| rel == "alternate");
                if is_page && item.link.is_empty() {
                    value("href").unwrap_or_default().clone_into(&mut item.link);
                }
            }
            (Some((item, _)), "loc" | "link") if item.link.is_empty() => self.field = Field::Link,
            (Some((item, _)), "title") if item.title.is_empty() => self.field = Field::Title,
            (Some((item, _)), "description" | "summary" | "content" | "encoded") if item.summary.is_empty() => {
                self.field = Field::Summary;
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let (field, most) = match (self.field, &mut self.item) {
            (Field::ListTitle, _) => (&mut self.title, LISTED_TEXT_BYTES),
            (Field::Link, Some((item, _))) => (&mut item.link, HREF_BYTES),
            (Field::Title, Some((item, _))) => (&mut item.title, LISTED_TEXT_BYTES),
            (Field::Summary, Some((item, _))) => (&mut item.summary, LISTED_TEXT_BYTES),
            _ => return,
        };
        let room = most.saturating_sub(field.len());
        field.push_str(&text[..text.floor_char_boundary(room)]);
    }

    fn close(&mut self, name: &str) {
        let is_field = matches!(name, "loc" | "link" | "title" | "description" | "summary" | "content" | "encoded");
        if is_field {
            self.field = Field::None;
        }
        let ended = self.item.take_if(|(_, element)| element == name);
        let item = ended.map(|(item, _)| item);
        self.items.extend(item.filter(|item| !item.link.trim().is_empty()));
    }
}

/// Returns the kind of list by its outermost element.
fn kind_of(name: &str) -> Option<Kind> {
    match name {
        "sitemapindex" => Some(Kind::Index),
        "urlset" | "rss" | "rdf" | "feed" => Some(Kind::Pages),
        _ => None,
    }
}
