//! Sitemaps and feeds: what lists pages. RSS 0.9 to 2.0, RSS 1.0 (RDF), Atom, sitemap and sitemap index, and sitemaps as plain text.
//!
//! Real files mix their formats, so the names of elements decide and not the order: an item is what is called `url`, `sitemap`, `item` or
//! `entry`; in it stand its address, a title and a summary. Not covered: dates, priorities and everything else.
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

/// A file that lists something.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    /// The kind of list.
    pub(super) kind: Kind,
    /// The title; empty for sitemaps.
    pub(super) title: String,
    /// The items, in their order.
    pub(super) items: Vec<Item>,
    /// It was not read to its end: it is longer than is read, damaged, or was cut on its way.
    pub(super) cut: bool,
}

/// Something listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    /// Its address, as it is written.
    pub(super) link: String,
    /// The title.
    pub(super) title: String,
    /// The description.
    pub(super) summary: String,
}

/// Reads a file, or of one that `is_cut` the beginning; none if it is something else. What is listed whole before the cut is taken, up to
/// [`SITEMAP_ADDRESSES`]; a file that ends within an element counts as cut, whoever cut it.
pub(super) fn read(text: &str, is_cut: bool) -> Option<Listing> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return plain(text, is_cut);
    }
    let mut reading = Reading::default();
    let cut = walk(text, &mut |mark| reading.take(mark)) || is_cut;
    Some(Listing {
        kind: reading.kind?,
        title: reading.title.trim().to_owned(),
        items: reading.items,
        cut,
    })
}

/// Returns a sitemap as plain text: an address a line.
fn plain(text: &str, is_cut: bool) -> Option<Listing> {
    // Half an address may be another page's, or none.
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

/// Returns the page of this address, of which nothing else is known.
fn item(link: &str) -> Item {
    Item {
        link: link.to_owned(),
        ..Item::default()
    }
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
    /// Known once the outermost element is.
    kind: Option<Kind>,
    title: String,
    items: Vec<Item>,
    /// The item that is being read, and the name of its element.
    item: Option<(Item, String)>,
    field: Field,
}

impl Reading {
    /// Takes what comes next; breaks where nothing more is wanted.
    fn take(&mut self, mark: Mark<'_>) -> ControlFlow<()> {
        match mark {
            Mark::Open(name, _) if self.kind.is_none() => {
                self.kind = kind_of(name);
                if self.kind.is_none() {
                    return ControlFlow::Break(());
                }
            }
            Mark::Open("url" | "sitemap" | "item" | "entry", _)
                if self.items.len() >= SITEMAP_ADDRESSES =>
            {
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
            // Atom has the address in an attribute, and others beside that of the page.
            (Some((item, _)), "link") if value("href").is_some() => {
                let is_page = value("rel").is_none_or(|rel| rel == "alternate");
                if is_page && item.link.is_empty() {
                    value("href").unwrap_or_default().clone_into(&mut item.link);
                }
            }
            (Some((item, _)), "loc" | "link") if item.link.is_empty() => self.field = Field::Link,
            (Some((item, _)), "title") if item.title.is_empty() => self.field = Field::Title,
            (Some((item, _)), "description" | "summary" | "content" | "encoded")
                if item.summary.is_empty() =>
            {
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
        let is_field = matches!(
            name,
            "loc" | "link" | "title" | "description" | "summary" | "content" | "encoded"
        );
        if is_field {
            self.field = Field::None;
        }
        let ended = self.item.take_if(|(_, element)| element == name);
        let item = ended.map(|(item, _)| item);
        self.items
            .extend(item.filter(|item| !item.link.trim().is_empty()));
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
