//! Remembers read pages, so that their links can be scored again after steering: the words and their counts, and for
//! each link its text and context. It does not keep the page text.
//!
//! The memory is bounded ([`limits::RECALL_BYTES`]): where it is full, links that do not wait any more go first, then the oldest pages.
//! Of a page that is forgotten its record tells the title and some words, and the frontier the text of the link.

use crate::frontier::FrontierEntry;
use crate::graph::{UrlId, Urls};
use crate::html::{Document, Link};
use crate::strategy::PageView;
use crate::text::{Language, TermCounts};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::report::PageRecord;

/// Bytes that a remembered page takes besides its words and links, about.
const PAGE_BYTES: usize = 200;
/// Bytes that a link takes besides its texts, about.
const LINK_BYTES: usize = 80;

/// The pages that are remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Recall {
    pages: BTreeMap<UrlId, Remembered>,
    bytes: usize,
}

/// A page, as far as it is remembered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Remembered {
    title: Box<str>,
    language: Option<Box<str>>,
    pub(super) counts: TermCounts,
    pub(super) depth: u32,
    pub(super) parent: Option<UrlId>,
    pub(super) links: Vec<RememberedLink>,
}

/// A link that could be followed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RememberedLink {
    pub(super) id: UrlId,
    anchor: Box<str>,
    context: Box<str>,
    heading: Box<str>,
}

impl Recall {
    /// Remembers a page and those of its links that could be followed.
    pub(super) fn keep<'a>(
        &mut self,
        page: &PageView<'_>,
        links: impl Iterator<Item = (UrlId, &'a Link)>,
    ) {
        let links = links.map(|(id, link)| RememberedLink {
            id,
            anchor: link.anchor.as_str().into(),
            context: link.context.as_str().into(),
            heading: link.heading.as_str().into(),
        });
        let remembered = Remembered {
            title: page.document.title.as_str().into(),
            language: page.document.language.as_deref().map(Into::into),
            counts: page.counts.clone(),
            depth: page.depth,
            parent: page.parent,
            links: links.collect(),
        };
        self.bytes = self.bytes.saturating_add(remembered.bytes());
        self.pages.insert(page.id, remembered);
    }

    /// Returns true if something has to be forgotten.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > limits::RECALL_BYTES
    }

    /// Forgets links that do not wait, and where that does not free a quarter, the pages of the least numbers.
    pub(super) fn forget(&mut self, waits: impl Fn(UrlId) -> bool) {
        for page in self.pages.values_mut() {
            page.links.retain(|link| waits(link.id));
        }
        self.bytes = self.pages.values().map(Remembered::bytes).sum();
        while self.bytes > limits::RECALL_BYTES / 4 * 3 {
            let Some((_, page)) = self.pages.pop_first() else {
                break;
            };
            self.bytes = self.bytes.saturating_sub(page.bytes());
        }
    }

    pub(super) fn page(&self, id: UrlId) -> Option<&Remembered> {
        self.pages.get(&id)
    }

    /// Numbers of the pages that are remembered.
    pub(super) fn ids(&self) -> impl Iterator<Item = UrlId> {
        self.pages.keys().copied()
    }

    /// Returns every number that it speaks of.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = UrlId> {
        self.pages.iter().flat_map(|(id, page)| {
            let links = page.links.iter().map(|link| link.id);
            links.chain(page.parent).chain([*id])
        })
    }
}

impl Remembered {
    /// Restores a forgotten page from its record and the frontier: `links` lead from it and wait.
    pub(super) fn from_record<'a>(
        record: &PageRecord,
        links: impl Iterator<Item = (UrlId, &'a FrontierEntry)>,
        vectorizer: &mut Vectorizer,
    ) -> Self {
        let language = record
            .text
            .language
            .as_deref()
            .and_then(Language::from_code);
        let mut counts = vectorizer.counts(&record.text.snippet, language);
        counts.merge(
            &vectorizer.counts(&record.text.title, language),
            limits::TITLE_WEIGHT,
        );
        let links = links.map(|(id, waiting)| RememberedLink {
            id,
            anchor: waiting.anchor.clone(),
            context: "".into(),
            heading: "".into(),
        });
        Self {
            title: record.text.title.as_str().into(),
            language: record.text.language.as_deref().map(Into::into),
            counts,
            depth: record.discovery.depth,
            parent: None,
            links: links.collect(),
        }
    }

    /// Returns the language that its words are read in.
    pub(super) fn language(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::from_code)
    }

    /// Returns the page as strategies see it, without its text.
    pub(super) fn document(&self, urls: &Urls) -> Document {
        let links = self.links.iter().map(|link| Link {
            url: urls.url(link.id).clone(),
            document: None,
            anchor: link.anchor.to_string(),
            context: link.context.to_string(),
            heading: link.heading.to_string(),
            span: (0, 0),
            nofollow: false,
        });
        Document {
            title: self.title.to_string(),
            language: self.language.as_deref().map(ToOwned::to_owned),
            links: links.collect(),
            ..Document::default()
        }
    }

    fn bytes(&self) -> usize {
        let texts = |link: &RememberedLink| {
            LINK_BYTES + link.anchor.len() + link.context.len() + link.heading.len()
        };
        let links: usize = self.links.iter().map(texts).sum();
        PAGE_BYTES + self.title.len() + 8 * self.counts.len() + links
    }
}
