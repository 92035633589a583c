//! Parses sitemaps and feeds: RSS 0.9 to 2.0, RSS 1.0 (RDF), Atom, JSON Feed, sitemap and sitemap index, and plain-text
//! sitemaps.
//!
//! Real files mix the XML formats, so element names decide and not the nesting: `url`, `sitemap`, `item` and `entry`
//! are items, which contain an address, a title and a summary. An address counts only in the namespace of its item,
//! since extensions have their own (`image:loc`); a text of another one only if the item has none (`media:title`).
//! Not covered: dates, priorities and other elements.
//!
//! Source: sitemaps.org protocol 0.9; RSS 2.0 specification (`guid`); RDF Site Summary 1.0 §5.5; RFC 4287 (Atom)
//! §4.2.7, §4.2.11; JSON Feed 1.1.

mod xml;

use super::prescan::XHTML;
use super::text_of_piece;
use crate::json;
use serde_json::Value;
use std::mem;
use std::ops::ControlFlow;
use types::header::MediaType;
use types::limits::{HREF_BYTES, LISTED_TEXT_BYTES, SEED_JSON_BYTES, SITEMAP_ADDRESSES};
use types::url::{CanonicalUrl, begins_absolute};
use url::Url;
pub(crate) use xml::decode;
use xml::{Element, Mark, walk};

/// The kind of list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Sitemaps.
    Index,
    /// Pages.
    Pages,
}

/// A parsed sitemap or feed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    /// The kind of list.
    pub(crate) kind: Kind,
    /// The title; empty for sitemaps.
    pub(crate) title: String,
    /// The items, in file order.
    pub(crate) items: Vec<Item>,
    /// The number of items without an address.
    pub(crate) without_address: usize,
    /// True if the file was not read to its end: it is too long, damaged, or was cut in transit.
    pub(crate) cut: bool,
}

/// An entry of a sitemap or feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its address, as written or absolute.
    pub(crate) link: String,
    /// The title.
    pub(crate) title: ItemText,
    /// The description.
    pub(crate) summary: ItemText,
}

/// A text of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ItemText {
    /// The text as written, without XML's own escapes.
    pub(crate) text: String,
    /// True if the format says that it is plain text; otherwise it may be HTML.
    pub(crate) is_plain: bool,
}

impl ItemText {
    fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the text without markup; `url` is that of the list.
    pub(crate) fn shown(&self, url: &CanonicalUrl) -> String {
        if self.is_plain { self.text.clone() } else { text_of_piece(&self.text, url) }
    }

    /// Returns this text, or `other` if it is empty.
    fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

/// Parses the file at `url`, or its beginning if it `is_cut`; `None` for other formats. Complete items before the cut
/// are kept, up to [`SITEMAP_ADDRESSES`], and the item in which the file ends if its address is complete. A file that
/// ends within its outermost element counts as cut. Markup before that element, such as an error message, is ignored; a
/// page without items after it is no list.
pub(crate) fn read(text: &str, is_cut: bool, url: &CanonicalUrl) -> Option<Listing> {
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    if text.starts_with('{') {
        return json_feed(text, is_cut, url);
    }
    plain(text, is_cut).or_else(|| read_xml(text, is_cut, url))
}

/// Parses a file in XML as [`read`] does.
pub(crate) fn read_xml(text: &str, is_cut: bool, url: &CanonicalUrl) -> Option<Listing> {
    let mut reading = Reading::default();
    let is_partial = walk(text, url, &mut |mark| reading.take(mark));
    reading.end_cut_item();
    let Reading { root, after_markup, is_ended, title, items, without_address, .. } = reading;
    let root = root.filter(|_| !after_markup || !items.is_empty())?;
    let (title, cut) = (title.trim().to_owned(), is_partial || is_cut || !is_ended);
    Some(Listing { kind: root.kind, title, items, without_address, cut })
}

/// The number of lists and objects around an item of a JSON Feed: a partial item is left out.
const JSON_ITEM_DEPTH: usize = 2;

/// Parses a JSON Feed, which names its version or has items; `None` for other JSON.
fn json_feed(text: &str, is_cut: bool, url: &CanonicalUrl) -> Option<Listing> {
    let read = &text[..text.floor_char_boundary(SEED_JSON_BYTES)];
    let (feed, damage) = json::parse_beginning(read.as_bytes(), JSON_ITEM_DEPTH).ok()?;
    let field = |name: &str| feed[name].as_str();
    let all = feed["items"].as_array();
    if all.is_none() && !field("version").is_some_and(|version| version.contains("jsonfeed.org/version")) {
        return None;
    }
    let mut addresses = ["home_page_url", "feed_url"].into_iter().filter_map(field);
    let base = addresses.find_map(|address| Some(url.resolve(address).ok()?.0));
    let base = base.as_ref().unwrap_or(url);
    let all = all.map_or(&[][..], Vec::as_slice);
    let items: Vec<Item> = all.iter().take(SITEMAP_ADDRESSES).filter_map(|item| json_item(item, base)).collect();
    let without_address = all.len().min(SITEMAP_ADDRESSES) - items.len();
    let is_partial = damage.is_some() || read.len() < text.len() || all.len() > SITEMAP_ADDRESSES;
    let title = field("title").unwrap_or_default().to_owned();
    Some(Listing { kind: Kind::Pages, title, items, without_address, cut: is_partial || is_cut })
}

/// Returns an item of a JSON Feed, its address resolved against `base`; its `id` should be its address.
fn json_item(item: &Value, base: &CanonicalUrl) -> Option<Item> {
    let field = |name: &&str| item[*name].as_str().map(str::trim).filter(|text| !text.is_empty());
    let id = field(&"id").filter(|id| begins_absolute(id));
    let mut addresses = ["url", "external_url"].iter().filter_map(field).chain(id);
    let link = addresses.find_map(|address| Some(base.resolve(address).ok()?.1))?.into_string();
    let text = |names: &[&str], is_plain| {
        let found = names.iter().find_map(field).unwrap_or_default();
        ItemText { text: found[..found.floor_char_boundary(LISTED_TEXT_BYTES)].to_owned(), is_plain }
    };
    let summary = text(&["summary", "content_text"], true);
    Some(Item { link, title: text(&["title"], true), summary: summary.or(text(&["content_html"], false)) })
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
    let mut addresses = lines.clone().filter(|line| begins_absolute(line));
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

/// The elements of items and of whole lists, none of which a text contains. Source: the specifications above, RSS 0.91,
/// Atom 0.3, Dublin Core.
const IN_NO_TEXT: &str = "author category changefreq cloud comments content contributor copyright created creator \
    date description docs enclosure encoded generator guid icon id image issued items language lastbuilddate lastmod \
    link loc logo managingeditor modified priority pubdate published publisher rating rights source subject subtitle \
    summary textinput title ttl updated webmaster";
/// The elements of items and of whole lists that may have a title and an address of their own. Source: RSS 2.0
/// (`image`, `textInput`), RFC 4287 §3.2 (persons) and §4.2.11 (`source`).
const NESTED: [&str; 5] = ["author", "contributor", "image", "source", "textinput"];
/// The namespaces of Atom, and its usual prefix where it is not declared.
pub(super) const ATOM: [&str; 3] = ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "atom"];

/// The field being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Field {
    #[default]
    None,
    Link,
    Guid,
    Title,
    OtherTitle,
    Summary,
    OtherSummary,
    ListTitle,
    /// Directly inside of one of the [`NESTED`] elements, before the first element in it.
    Nested,
}

/// The outermost element of a list.
struct Root {
    name: &'static str,
    kind: Kind,
    /// The names of the elements that are items.
    items_are: [&'static str; 2],
}

impl Root {
    /// Returns true for this element. A document may be one entry of Atom (RFC 4287 §2); others have such names too.
    fn is(&self, element: &Element<'_>) -> bool {
        self.name == element.name && (self.name != "entry" || ATOM.contains(&element.namespace))
    }
}

/// An item that is being read.
#[derive(Default)]
struct OpenItem {
    item: Item,
    /// The address of the item in another format than HTML.
    other_link: String,
    /// The title and the description in other namespaces.
    other_title: ItemText,
    other_summary: ItemText,
    /// The name and the namespace of its element.
    element: String,
    namespace: String,
    /// The `rdf:about`, which identifies an item of RSS 1.0.
    about: String,
    /// The `guid`, which is an address unless its `isPermaLink` is false, or the `id` of Atom.
    guid: String,
    /// The address of a content that is not in the feed (RFC 4287 §4.1.3.2).
    source: String,
    /// The `isPermaLink`, if it is written.
    is_permalink: Option<bool>,
}

impl OpenItem {
    fn new(element: &Element<'_>) -> Self {
        Self {
            element: element.name.to_owned(),
            namespace: element.namespace.to_owned(),
            about: element.value("about").unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Returns the item; `None` without an address.
    fn finish(self) -> Option<Item> {
        let guid = self.guid.trim();
        let guid = if self.is_permalink != Some(false) && begins_absolute(guid) { guid } else { "" };
        let all = [self.item.link.trim(), self.other_link.trim(), guid, self.about.trim(), self.source.trim()];
        let link = all.into_iter().find(|link| !link.is_empty())?.to_owned();
        let (title, summary) = (self.item.title.or(self.other_title), self.item.summary.or(self.other_summary));
        Some(Item { link, title, summary })
    }

    /// Returns the address that a field collects.
    fn address(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::Link => Some(&mut self.item.link),
            Field::Guid => Some(&mut self.guid),
            _ => None,
        }
    }

    /// Returns the text that a field collects.
    fn text(&mut self, field: Field) -> Option<&mut ItemText> {
        match field {
            Field::Title => Some(&mut self.item.title),
            Field::OtherTitle => Some(&mut self.other_title),
            Field::Summary => Some(&mut self.item.summary),
            Field::OtherSummary => Some(&mut self.other_summary),
            _ => None,
        }
    }

    /// Returns true for a reference that can be resolved: a text without slash in a `guid` may be any identifier.
    fn is_reference(&self, field: Field, text: &str) -> bool {
        !text.is_empty() && (field == Field::Link || self.is_permalink == Some(true) || text.starts_with('/'))
    }
}

#[derive(Default)]
struct Reading {
    /// `None` before the outermost element.
    root: Option<&'static Root>,
    /// True if other elements precede it.
    after_markup: bool,
    /// True after its end.
    is_ended: bool,
    /// The namespace of the outermost element, or of the `channel` in it.
    namespace: String,
    title: String,
    items: Vec<Item>,
    without_address: usize,
    item: Option<OpenItem>,
    /// The [`NESTED`] element that is open: what it contains belongs to neither the item nor the list.
    nested: Option<&'static str>,
    field: Field,
    /// The base of the address that is being read.
    base: Option<Url>,
}

impl Reading {
    /// Handles the next event; breaks if no further one is needed.
    fn take(&mut self, mark: Mark<'_>) -> ControlFlow<()> {
        match mark {
            Mark::Open(element) if self.root.is_none() => {
                self.root = ROOTS.iter().find(|root| root.is(&element));
                self.after_markup |= self.root.is_none();
                element.namespace.clone_into(&mut self.namespace);
                if self.begins_item(&element) {
                    self.item = Some(OpenItem::new(&element));
                }
            }
            Mark::Open(element) if self.begins_item(&element) => {
                self.end_item();
                if self.items.len() >= SITEMAP_ADDRESSES {
                    return ControlFlow::Break(());
                }
                self.item = Some(OpenItem::new(&element));
            }
            Mark::Open(element) => self.open(&element),
            Mark::Text(text) => self.text(text),
            Mark::Close(name) => self.close(name),
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, element: &Element<'_>) {
        self.end_unclosed(element);
        let is_own = self.is_own(element);
        if is_own {
            self.begin_nested(element);
        }
        if self.nested.is_some() {
            return;
        }
        let Some(open) = &mut self.item else {
            match element.name {
                "channel" => element.namespace.clone_into(&mut self.namespace),
                "title" if self.title.is_empty() && element.namespace == self.namespace => {
                    self.field = Field::ListTitle;
                }
                _ => {}
            }
            return;
        };
        match element.name {
            "link" if is_own => self.link(element),
            "loc" if is_own && open.item.link.is_empty() => self.begin_address(element, Field::Link),
            // The id of an Atom entry is often its address, which an entry with its whole content need not link to.
            "guid" | "id" if is_own && open.guid.is_empty() => {
                let value = element.value("ispermalink");
                open.is_permalink = value.map(|value| !value.trim().eq_ignore_ascii_case("false"));
                self.begin_address(element, Field::Guid);
            }
            "title" => self.begin_text(element, if is_own { Field::Title } else { Field::OtherTitle }),
            "encoded" => self.begin_text(element, Field::Summary),
            "description" | "summary" | "content" => {
                if let Some(source) = element.value("src").filter(|_| is_own) {
                    open.source = element.base.join(&source).map_or(source, Into::into);
                }
                self.begin_text(element, if is_own { Field::Summary } else { Field::OtherSummary });
            }
            _ => {}
        }
    }

    /// Returns true for an element in the namespace of its item, or else of the list, and for those of Atom.
    fn is_own(&self, element: &Element<'_>) -> bool {
        let namespace = self.item.as_ref().map_or(&self.namespace, |open| &open.namespace);
        element.namespace == namespace || ATOM.contains(&element.namespace)
    }

    /// Begins one of the [`NESTED`] elements, unless the element is in another one or is markup in a text.
    fn begin_nested(&mut self, element: &Element<'_>) {
        if self.nested.is_none()
            && self.field == Field::None
            && let Some(name) = NESTED.into_iter().find(|name| *name == element.name)
        {
            (self.nested, self.field) = (Some(name), Field::Nested);
        }
    }

    /// Begins to read a text of an item, unless the field has one.
    fn begin_text(&mut self, element: &Element<'_>, field: Field) {
        let text = self.item.as_mut().and_then(|open| open.text(field));
        if let Some(text) = text.filter(|text| text.is_empty()) {
            *text = ItemText { text: String::new(), is_plain: is_plain(element) };
            self.field = field;
        }
    }

    /// Handles a link: its address is its text, or in Atom an attribute, beside further links that are not to the page.
    /// An entry may have a link for each format (RFC 4287 §4.1.1); that of HTML, which need not be named, is its page.
    fn link(&mut self, element: &Element<'_>) {
        let Some(open) = &mut self.item else {
            return;
        };
        let (href, kind) = (element.value("href"), element.value("type"));
        let kind = kind.filter(|_| href.is_some()).and_then(|kind| MediaType::extract([&*kind]));
        let is_html = kind.is_none_or(|kind| kind.is_html());
        let link = if is_html { &mut open.item.link } else { &mut open.other_link };
        if !link.trim().is_empty() {
            return;
        }
        let Some(href) = href else {
            return self.begin_address(element, Field::Link);
        };
        // The name of a relation may be written as its IRI (RFC 4287 §4.2.7.2).
        let is_alternate =
            |rel: String| rel.trim().rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("alternate"));
        if element.value("rel").is_none_or(is_alternate) {
            *link = element.base.join(&href).map_or(href, Into::into);
        }
    }

    /// Ends a field at an element that it cannot contain: its end tag is missing. An address contains none.
    fn end_unclosed(&mut self, element: &Element<'_>) {
        let is_ended = match self.field {
            Field::None => false,
            Field::Link | Field::Guid | Field::Nested => true,
            _ => element.namespace != XHTML && IN_NO_TEXT.split(' ').any(|name| name == element.name),
        };
        if is_ended {
            self.end_field();
        }
    }

    /// Begins to read the text of an address.
    fn begin_address(&mut self, element: &Element<'_>, field: Field) {
        self.field = field;
        self.base = Some(element.base.clone());
    }

    fn text(&mut self, text: &str) {
        if self.field == Field::Nested && !text.trim().is_empty() {
            // An element with a text contains no others: its end tag may be missing.
            self.nested = None;
        }
        let (field, most) = match (self.field, &mut self.item) {
            (Field::ListTitle, _) => (Some(&mut self.title), LISTED_TEXT_BYTES),
            (field @ (Field::Link | Field::Guid), Some(open)) => (open.address(field), HREF_BYTES),
            (field, Some(open)) => (open.text(field).map(|text| &mut text.text), LISTED_TEXT_BYTES),
            _ => return,
        };
        if let Some(field) = field {
            let room = most.saturating_sub(field.len());
            field.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    fn close(&mut self, name: &str) {
        self.is_ended |= self.root.is_some_and(|root| root.name == name);
        match name {
            "loc" | "link" | "guid" | "id" | "title" | "description" | "summary" | "content" | "encoded" => {
                self.end_field();
            }
            _ => {}
        }
        self.nested = self.nested.filter(|nested| *nested != name);
        if self.item.as_ref().is_some_and(|open| open.element == name) {
            self.end_item();
        }
    }

    /// Returns true for the element of an item. One inside of another follows it: the end tag is missing.
    fn begins_item(&self, element: &Element<'_>) -> bool {
        let is_next = |open: &OpenItem| open.element == element.name && open.namespace == element.namespace;
        let is_item = self.root.is_some_and(|root| root.items_are.contains(&element.name));
        is_item && self.item.as_ref().is_none_or(is_next)
    }

    fn end_item(&mut self) {
        self.end_field();
        self.nested = None;
        if let Some(open) = self.item.take() {
            let item = open.finish();
            self.without_address += usize::from(item.is_none());
            self.items.extend(item);
        }
    }

    /// Ends the item in which a cut file ends, unless its address is cut too: half of it may be that of another page.
    fn end_cut_item(&mut self) {
        let is_cut = self.field == Field::Link;
        if self.item.as_ref().is_some_and(|open| !is_cut && !open.item.link.trim().is_empty()) {
            self.end_item();
        }
    }

    /// Ends the field that is being read, and resolves the text of an address.
    fn end_field(&mut self) {
        let (base, field) = (self.base.take(), mem::take(&mut self.field));
        if let (Some(base), Some(open)) = (base, &mut self.item)
            && let Some(address) = open.address(field).map(|address| address.trim().to_owned())
            && open.is_reference(field, &address)
            && let (Some(address), Ok(url)) = (open.address(field), base.join(&address))
        {
            *address = url.into();
        }
    }
}

/// Returns true for a text of Atom that is not HTML: its type is `text` if it is not given (RFC 4287 §3.1.1).
fn is_plain(element: &Element<'_>) -> bool {
    ATOM.contains(&element.namespace) && element.value("type").is_none_or(|kind| kind.trim() == "text")
}

/// The outermost elements of lists. A feed has a `url` too, that of its logo.
static ROOTS: [Root; 6] = [
    Root { name: "sitemapindex", kind: Kind::Index, items_are: ["sitemap", "url"] },
    Root { name: "urlset", kind: Kind::Pages, items_are: ["url", "sitemap"] },
    Root { name: "rss", kind: Kind::Pages, items_are: FEED_ITEMS },
    Root { name: "rdf", kind: Kind::Pages, items_are: FEED_ITEMS },
    Root { name: "feed", kind: Kind::Pages, items_are: FEED_ITEMS },
    Root { name: "entry", kind: Kind::Pages, items_are: FEED_ITEMS },
];
const FEED_ITEMS: [&str; 2] = ["item", "entry"];
