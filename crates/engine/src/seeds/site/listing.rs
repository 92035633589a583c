//! Parses sitemaps and feeds: RSS 0.9 to 2.0, RSS 1.0 (RDF), Atom, JSON Feed, sitemap and sitemap index, and plain-text
//! sitemaps.
//!
//! Real files mix the XML formats, so element names decide and not the nesting: `url`, `sitemap`, `item` and `entry`
//! are items, which contain an address, a title and a summary. An address counts only in the namespace of its item,
//! since extensions have their own (`image:loc`).
//! Not covered: dates, priorities and other elements.
//!
//! Source: sitemaps.org protocol 0.9; RSS 2.0 specification (`guid`); RDF Site Summary 1.0 §5.5; RFC 4287 (Atom)
//! §4.2.7, §4.2.11; JSON Feed 1.1.

use super::xml::{Element, Mark, walk};
use crate::json;
use serde_json::Value;
use std::ops::ControlFlow;
use types::limits::{HREF_BYTES, LISTED_TEXT_BYTES, SEED_JSON_BYTES, SITEMAP_ADDRESSES};
use types::url::CanonicalUrl;
use url::Url;

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
    /// The number of items without an address.
    pub(super) without_address: usize,
    /// True if the file was not read to its end: it is too long, damaged, or was cut in transit.
    pub(super) cut: bool,
}

/// An entry of a sitemap or feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    /// Its address, as written or absolute.
    pub(super) link: String,
    /// The title.
    pub(super) title: ItemText,
    /// The description.
    pub(super) summary: ItemText,
}

/// A text of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ItemText {
    /// The text as written, without XML's own escapes.
    pub(super) text: String,
    /// True if the format says that it is plain text; otherwise it may be HTML.
    pub(super) is_plain: bool,
}

/// Parses the file at `url`, or its beginning if it `is_cut`; `None` for other formats. Complete items before the cut
/// are kept, up to [`SITEMAP_ADDRESSES`]. A file that ends within an element counts as cut.
pub(super) fn read(text: &str, is_cut: bool, url: &CanonicalUrl) -> Option<Listing> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return json_feed(text);
    }
    plain(text, is_cut).or_else(|| {
        let mut reading = Reading::default();
        let cut = walk(text, url, &mut |mark| reading.take(mark)) || is_cut;
        let Reading { kind, title, items, without_address, .. } = reading;
        Some(Listing { kind: kind?, title: title.trim().to_owned(), items, without_address, cut })
    })
}

/// Parses a JSON Feed. Of one that is cut or too long, no item can be read.
fn json_feed(text: &str) -> Option<Listing> {
    if !text.contains("jsonfeed.org/version") {
        return None;
    }
    let feed = json::parse(text.as_bytes()).filter(|_| text.len() <= SEED_JSON_BYTES);
    let cut = feed.is_none();
    let feed = feed.unwrap_or_default();
    let all = feed["items"].as_array().map_or(&[][..], Vec::as_slice);
    let items: Vec<Item> = all.iter().take(SITEMAP_ADDRESSES).filter_map(json_item).collect();
    let without_address = all.len().min(SITEMAP_ADDRESSES) - items.len();
    let title = feed["title"].as_str().unwrap_or_default().to_owned();
    Some(Listing { kind: Kind::Pages, title, items, without_address, cut: cut || all.len() > SITEMAP_ADDRESSES })
}

/// Returns an item of a JSON Feed; its `id` should be its address.
fn json_item(item: &Value) -> Option<Item> {
    let text = |names: &[&str], most: usize| {
        let found = names.iter().find_map(|name| item[*name].as_str().filter(|text| !text.is_empty()));
        let found = found.unwrap_or_default();
        found[..found.floor_char_boundary(most)].to_owned()
    };
    let (link, id) = (text(&["url", "external_url"], HREF_BYTES), text(&["id"], HREF_BYTES));
    let link = if link.is_empty() { id } else { link };
    let plain = |names: &[&str]| ItemText { text: text(names, LISTED_TEXT_BYTES), is_plain: true };
    let summary = plain(&["summary", "content_text"]);
    let html = || ItemText { text: text(&["content_html"], LISTED_TEXT_BYTES), is_plain: false };
    let summary = if summary.text.is_empty() { html() } else { summary };
    is_address(&link).then(|| Item { link, title: plain(&["title"]), summary })
}

fn is_address(text: &str) -> bool {
    let is_scheme = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    is_scheme("http://") || is_scheme("https://")
}

/// Parses a plain-text sitemap: one address per line. `None` unless most lines are one.
fn plain(text: &str, is_cut: bool) -> Option<Listing> {
    // The last line may be incomplete, and half an address may be that of another page.
    let whole = match text.rfind(['\n', '\r']) {
        Some(end) if is_cut => &text[..end],
        None if is_cut => "",
        _ => text,
    };
    let lines = whole.split(['\n', '\r']).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    let mut addresses = lines.clone().filter(|line| is_address(line));
    let (all, count) = (lines.count(), addresses.clone().count());
    // Some files have a comment, or a damaged line.
    (2 * count > all).then(|| Listing {
        kind: Kind::Pages,
        title: String::new(),
        items: addresses.by_ref().take(SITEMAP_ADDRESSES).map(item).collect(),
        without_address: all - count,
        cut: is_cut || addresses.next().is_some(),
    })
}

/// Returns an item with this address only.
fn item(link: &str) -> Item {
    Item { link: link.to_owned(), ..Item::default() }
}

/// The namespaces of Atom, and its usual prefix where it is not declared.
const ATOM: [&str; 3] = ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "atom"];
/// Number of elements, such as those of an error message, that may precede the outermost element of a list.
const BEFORE_ROOT: u32 = 16;

/// The field being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Field {
    #[default]
    None,
    Link,
    Guid,
    Title,
    Summary,
    ListTitle,
}

/// An item that is being read.
#[derive(Default)]
struct OpenItem {
    item: Item,
    /// The name and the namespace of its element.
    element: String,
    namespace: String,
    /// The `rdf:about`, which identifies an item of RSS 1.0.
    about: String,
    /// The `guid`, which is an address unless its `isPermaLink` is false.
    guid: String,
    is_permalink: bool,
}

impl OpenItem {
    /// Returns the item; `None` without an address.
    fn finish(self) -> Option<Item> {
        let guid = self.guid.trim();
        let guid = if self.is_permalink && is_address(guid) { guid } else { "" };
        let all = [self.item.link.trim(), guid, self.about.trim()];
        let link = all.into_iter().find(|link| !link.is_empty())?.to_owned();
        Some(Item { link, ..self.item })
    }
}

#[derive(Default)]
struct Reading {
    /// `None` before the outermost element.
    kind: Option<Kind>,
    /// The names of the elements that are items.
    items_are: [&'static str; 2],
    before_root: u32,
    title: String,
    items: Vec<Item>,
    without_address: usize,
    item: Option<OpenItem>,
    /// True inside of an entry's `source`, whose title and address are those of another feed.
    in_source: bool,
    field: Field,
    /// The base of the link that is being read.
    base: Option<Url>,
}

impl Reading {
    /// Handles the next event; breaks if no further one is needed.
    fn take(&mut self, mark: Mark<'_>) -> ControlFlow<()> {
        match mark {
            Mark::Open(element) if self.kind.is_none() => {
                let (kind, items_are) = root(element.name).unzip();
                (self.kind, self.items_are) = (kind, items_are.unwrap_or_default());
                self.before_root += 1;
                if self.kind.is_none() && (element.name == "html" || self.before_root > BEFORE_ROOT) {
                    return ControlFlow::Break(());
                }
            }
            Mark::Open(element) if self.begins_item(&element) => {
                self.end_item();
                if self.items.len() >= SITEMAP_ADDRESSES {
                    return ControlFlow::Break(());
                }
                self.item = Some(OpenItem {
                    element: element.name.to_owned(),
                    namespace: element.namespace.to_owned(),
                    about: element.value("about").unwrap_or_default(),
                    ..OpenItem::default()
                });
            }
            Mark::Open(element) => self.open(&element),
            Mark::Text(text) => self.text(text),
            Mark::Close(name) => self.close(name),
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, element: &Element<'_>) {
        let Some(open) = &mut self.item else {
            if element.name == "title" && self.title.is_empty() {
                self.field = Field::ListTitle;
            }
            return;
        };
        let is_own = element.namespace == open.namespace;
        match element.name {
            "source" => self.in_source = true,
            _ if self.in_source => {}
            "link" if is_own || ATOM.contains(&element.namespace) => self.link(element),
            "loc" if is_own && open.item.link.is_empty() => self.begin_link(element),
            "guid" if is_own && open.guid.is_empty() => {
                let value = element.value("ispermalink").unwrap_or_default();
                open.is_permalink = !value.trim().eq_ignore_ascii_case("false");
                self.field = Field::Guid;
            }
            "title" if open.item.title.text.is_empty() => {
                open.item.title.is_plain = is_plain(element);
                self.field = Field::Title;
            }
            "description" | "summary" | "content" | "encoded" if open.item.summary.text.is_empty() => {
                open.item.summary.is_plain = is_plain(element);
                self.field = Field::Summary;
            }
            _ => {}
        }
    }

    /// Handles a link: its address is its text, or in Atom an attribute, beside further links that are not to the page.
    fn link(&mut self, element: &Element<'_>) {
        let Some(open) = self.item.as_mut().filter(|open| open.item.link.trim().is_empty()) else {
            return;
        };
        let Some(href) = element.value("href") else {
            return self.begin_link(element);
        };
        // The name of a relation may be written as its IRI (RFC 4287 §4.2.7.2).
        let is_alternate =
            |rel: String| rel.trim().rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("alternate"));
        if element.value("rel").is_none_or(is_alternate) {
            open.item.link = element.base.join(&href).map_or(href, Into::into);
        }
    }

    /// Begins to read the text of a link.
    fn begin_link(&mut self, element: &Element<'_>) {
        self.field = Field::Link;
        self.base = Some(element.base.clone());
    }

    fn text(&mut self, text: &str) {
        let (field, most) = match (self.field, &mut self.item) {
            (Field::ListTitle, _) => (&mut self.title, LISTED_TEXT_BYTES),
            (Field::Link, Some(open)) => (&mut open.item.link, HREF_BYTES),
            (Field::Guid, Some(open)) => (&mut open.guid, HREF_BYTES),
            (Field::Title, Some(open)) => (&mut open.item.title.text, LISTED_TEXT_BYTES),
            (Field::Summary, Some(open)) => (&mut open.item.summary.text, LISTED_TEXT_BYTES),
            _ => return,
        };
        let room = most.saturating_sub(field.len());
        field.push_str(&text[..text.floor_char_boundary(room)]);
    }

    fn close(&mut self, name: &str) {
        match name {
            "loc" | "link" => self.end_link(),
            "guid" | "title" | "description" | "summary" | "content" | "encoded" => self.field = Field::None,
            "source" => self.in_source = false,
            _ => {}
        }
        if self.item.as_ref().is_some_and(|open| open.element == name) {
            self.end_item();
        }
    }

    /// Returns true for the element of an item. One inside of another follows it: the end tag is missing.
    fn begins_item(&self, element: &Element<'_>) -> bool {
        let is_next = |open: &OpenItem| open.element == element.name && open.namespace == element.namespace;
        self.items_are.contains(&element.name) && self.item.as_ref().is_none_or(is_next)
    }

    fn end_item(&mut self) {
        (self.field, self.in_source) = (Field::None, false);
        if let Some(open) = self.item.take() {
            let item = open.finish();
            self.without_address += usize::from(item.is_none());
            self.items.extend(item);
        }
    }

    /// Resolves the text of a link.
    fn end_link(&mut self) {
        let base = self.base.take().filter(|_| self.field == Field::Link);
        self.field = Field::None;
        if let (Some(base), Some(open)) = (base, &mut self.item)
            && let link = open.item.link.trim()
            && !link.is_empty()
            && let Ok(url) = base.join(link)
        {
            open.item.link = url.into();
        }
    }
}

/// Returns true for a text of Atom that is not HTML: its type is `text` if it is not given (RFC 4287 §3.1.1).
fn is_plain(element: &Element<'_>) -> bool {
    ATOM.contains(&element.namespace) && element.value("type").is_none_or(|kind| kind.trim() == "text")
}

/// Returns the kind of list by its outermost element, and the names of its items. A feed has a `url` too, that of its
/// logo.
fn root(name: &str) -> Option<(Kind, [&'static str; 2])> {
    match name {
        "sitemapindex" => Some((Kind::Index, ["sitemap", "url"])),
        "urlset" => Some((Kind::Pages, ["url", "sitemap"])),
        "rss" | "rdf" | "feed" => Some((Kind::Pages, ["item", "entry"])),
        _ => None,
    }
}
