//! Sitemaps and feeds: what lists pages. RSS 0.9 to 2.0, RSS 1.0 (RDF), Atom, sitemap and sitemap index, and sitemaps as plain text.
//!
//! Real files mix their formats, so the names of elements decide and not the order: an item is what is called `url`, `sitemap`, `item` or
//! `entry`; in it stand its address, a title and a summary. Left out on purpose: dates, priorities and everything else.
//!
//! Source: sitemaps.org protocol 0.9; RSS 2.0 specification; RDF Site Summary 1.0; RFC 4287 (Atom) §4.2.7.

use super::xml::{Mark, walk};
use crate::limits::SNIPPET_BYTES;

/// What a file lists.
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
    /// What it lists.
    pub(super) kind: Kind,
    /// What it is called; empty for sitemaps.
    pub(super) title: String,
    /// What it lists, in its order.
    pub(super) items: Vec<Item>,
    /// It was not read to its end.
    pub(super) cut: bool,
}

/// Something listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    /// Its address, as it is written.
    pub(super) link: String,
    /// What it is called.
    pub(super) title: String,
    /// What it is about.
    pub(super) summary: String,
}

/// Reads a file; none where it is something else.
pub(super) fn read(text: &str) -> Option<Listing> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return plain(text);
    }
    let mut reading = Reading::default();
    let cut = walk(text, &mut |mark| reading.take(mark));
    Some(Listing {
        kind: reading.kind?,
        title: reading.title.trim().to_owned(),
        items: reading.items,
        cut,
    })
}

/// A sitemap as plain text: an address a line.
fn plain(text: &str) -> Option<Listing> {
    let is_address = |line: &str| line.starts_with("http://") || line.starts_with("https://");
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let all = lines.clone().all(is_address) && lines.next().is_some();
    all.then(|| Listing {
        kind: Kind::Pages,
        title: String::new(),
        items: text
            .lines()
            .map(|line| Item {
                link: line.trim().to_owned(),
                ..Item::default()
            })
            .collect(),
        cut: false,
    })
}

/// Which text is being read.
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
    /// The outermost element is of another kind.
    is_other: bool,
    title: String,
    items: Vec<Item>,
    /// The item that is being read, and the name of its element.
    item: Option<(Item, String)>,
    field: Field,
}

impl Reading {
    fn take(&mut self, mark: Mark<'_>) {
        match mark {
            _ if self.is_other => {}
            Mark::Open(name, _) if self.kind.is_none() => {
                self.kind = kind_of(name);
                self.is_other = self.kind.is_none();
            }
            Mark::Open(name, attributes) => self.open(name, attributes),
            Mark::Text(text) => self.text(text),
            Mark::Close(name) => self.close(name),
        }
    }

    fn open(&mut self, name: &str, attributes: &[(String, String)]) {
        let value = |wanted: &str| {
            let found = attributes.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.as_str())
        };
        match (&mut self.item, name) {
            (None, "url" | "sitemap" | "item" | "entry") => {
                let link = value("about").unwrap_or_default().to_owned();
                let item = Item {
                    link,
                    ..Item::default()
                };
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
        let field = match (self.field, &mut self.item) {
            (Field::ListTitle, _) => &mut self.title,
            (Field::Link, Some((item, _))) => &mut item.link,
            (Field::Title, Some((item, _))) => &mut item.title,
            (Field::Summary, Some((item, _))) => &mut item.summary,
            _ => return,
        };
        let room = SNIPPET_BYTES.saturating_sub(field.len());
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

/// What the outermost element lists.
fn kind_of(name: &str) -> Option<Kind> {
    match name {
        "sitemapindex" => Some(Kind::Index),
        "urlset" | "rss" | "rdf" | "feed" => Some(Kind::Pages),
        _ => None,
    }
}
