//! Caches the term counts and links of read pages, but not their text, so that the links can be scored again after
//! steering.
//!
//! The size is bounded ([`limits::PAGE_CACHE_BYTES`]). When it is full, links that left the frontier are evicted first,
//! then the oldest pages. The record of an evicted page keeps its title and some words; the frontier keeps the link
//! texts.

use crate::frontier::FrontierEntry;
use crate::graph::{UrlId, Urls};
use crate::html::{Document, Link, LinkKind, LinkPlace};
use crate::strategy::PageView;
use crate::text::{Language, TermCounts};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::report::PageRecord;

/// Approximate size of a cached page without its words and links, in bytes.
const PAGE_BYTES: usize = 200;
/// Approximate size of a link without its texts, in bytes.
const LINK_BYTES: usize = 80;

/// The cached pages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PageCache {
    pages: BTreeMap<UrlId, CachedPage>,
    bytes: usize,
}

/// The cached data of a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedPage {
    title: Box<str>,
    language: Option<Box<str>>,
    pub(super) counts: TermCounts,
    /// The part of the counts that is not main text, from which a judgment does not learn.
    beside: TermCounts,
    pub(super) depth: u32,
    pub(super) parent: Option<UrlId>,
    pub(super) links: Vec<CachedLink>,
}

/// A link that could be followed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedLink {
    pub(super) id: UrlId,
    anchor: Box<str>,
    context: Box<str>,
    heading: Box<str>,
    hidden: bool,
    place: LinkPlace,
}

impl PageCache {
    /// Adds a page and its links that could be followed. Evicts others if the cache is full; `waits` is true for links
    /// in the frontier.
    pub(super) fn keep<'a>(
        &mut self,
        page: &PageView<'_>,
        beside: TermCounts,
        links: impl Iterator<Item = (UrlId, &'a Link)>,
        waits: impl Fn(UrlId) -> bool,
    ) {
        let links = links.map(|(id, link)| CachedLink {
            id,
            anchor: link.anchor.as_str().into(),
            context: link.context.as_str().into(),
            heading: link.heading.as_str().into(),
            hidden: link.hidden,
            place: link.place,
        });
        let cached_page = CachedPage {
            title: page.document.title.as_str().into(),
            language: page.document.language.as_deref().map(Into::into),
            counts: page.counts.clone(),
            beside,
            depth: page.depth,
            parent: page.parent,
            links: links.collect(),
        };
        self.bytes = self.bytes.saturating_add(cached_page.bytes());
        self.pages.insert(page.id, cached_page);
        if self.bytes > limits::PAGE_CACHE_BYTES {
            self.forget(waits);
        }
    }

    /// Evicts links that left the frontier, then the oldest pages until a quarter is free.
    fn forget(&mut self, waits: impl Fn(UrlId) -> bool) {
        for page in self.pages.values_mut() {
            page.links.retain(|link| waits(link.id));
        }
        self.bytes = self.pages.values().map(CachedPage::bytes).sum();
        while self.bytes > limits::PAGE_CACHE_BYTES / 4 * 3 {
            let Some((_, page)) = self.pages.pop_first() else {
                break;
            };
            self.bytes = self.bytes.saturating_sub(page.bytes());
        }
    }

    pub(super) fn page(&self, id: UrlId) -> Option<&CachedPage> {
        self.pages.get(&id)
    }

    /// Returns the ids of the cached pages.
    pub(super) fn ids(&self) -> impl Iterator<Item = UrlId> {
        self.pages.keys().copied()
    }

    /// Returns every URL id in the cache.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = UrlId> {
        self.pages.iter().flat_map(|(id, page)| {
            let links = page.links.iter().map(|link| link.id);
            links.chain(page.parent).chain([*id])
        })
    }
}

impl CachedPage {
    /// Restores an evicted page from its record and its `links` in the frontier.
    pub(super) fn from_record<'a>(
        record: &PageRecord,
        links: impl Iterator<Item = (UrlId, &'a FrontierEntry)>,
        vectorizer: &mut Vectorizer,
    ) -> Self {
        let language = record.text.language.as_deref().and_then(Language::from_code);
        let mut counts = vectorizer.counts(&record.text.snippet, language);
        counts.merge(&vectorizer.counts(&record.text.title, language), vectorizer.title_weight());
        let links = links.map(|(id, entry)| CachedLink {
            id,
            anchor: entry.anchor.clone(),
            context: "".into(),
            heading: "".into(),
            hidden: false,
            place: LinkPlace::default(),
        });
        Self {
            title: record.text.title.as_str().into(),
            language: record.text.language.as_deref().map(Into::into),
            counts,
            beside: TermCounts::new(),
            depth: record.discovery.depth,
            parent: None,
            links: links.collect(),
        }
    }

    /// Returns the page with the terms of its main text only.
    pub(super) fn main_text(mut self) -> Self {
        self.counts = self.counts.minus(&self.beside);
        self
    }

    /// Returns the language in which its words are analyzed.
    pub(super) fn language(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::from_code)
    }

    /// Returns the page as strategies see it, without its text.
    pub(super) fn document(&self, urls: &Urls) -> Document {
        let links = self.links.iter().map(|link| Link {
            url: urls.url(link.id).clone(),
            omitted: types::url::Omitted::default(),
            anchor: link.anchor.to_string(),
            context: link.context.to_string(),
            heading: link.heading.to_string(),
            span: (0, 0),
            nofollow: false,
            hidden: link.hidden,
            kind: LinkKind::Anchor,
            place: link.place,
        });
        Document {
            title: self.title.to_string(),
            language: self.language.as_deref().map(ToOwned::to_owned),
            links: links.collect(),
            ..Document::default()
        }
    }

    fn bytes(&self) -> usize {
        let texts = |link: &CachedLink| LINK_BYTES + link.anchor.len() + link.context.len() + link.heading.len();
        let links: usize = self.links.iter().map(texts).sum();
        PAGE_BYTES + self.title.len() + 8 * (self.counts.len() + self.beside.len()) + links
    }
}
