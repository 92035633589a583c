//! Lists the documents that pages link to: Office files, data sets, and those that can be read, such as PDF files,
//! unless the plan reads them. They cost no budget, and those with a known extension are not fetched; the answer shows
//! the others by its media type.
//!
//! A document is refused like other URLs that are not read, with the code `document`. Its estimated relevance does not
//! depend on the strategy: it is the mean of the relevance of the linking page, and of the similarity of the link's
//! text, or of its context if that is greater, to the query. Of a document that was fetched, the context of the link
//! that led to it is not known any more.

use super::Crawl;
use crate::fetch::Content;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::html::Link;
use crate::strategy::PageView;
use crate::text::{Language, SparseVector};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::document::{DocumentFormat, DocumentKind, LinkedDocument, stated_bytes};
use types::limits::DOCUMENTS;
use types::sorting;

/// The code of the refusal.
const CODE: &str = "document";
/// The reason of the refusal.
const REASON: &str = "a document, which is listed under “Documents” and not read";

/// The documents by their URLs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Documents(BTreeMap<UrlId, Listed>);

/// A document and the best link to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Listed {
    kind: DocumentKind,
    anchor: String,
    page: UrlId,
    pages: u32,
    relevance: f64,
    /// True if only an answer showed what it is.
    was_fetched: bool,
}

impl Documents {
    /// Returns true if a URL is listed.
    pub(super) fn has(&self, id: UrlId) -> bool {
        self.0.contains_key(&id)
    }

    /// Returns the URLs of the documents, and of the pages that link to them.
    pub(super) fn ids(&self) -> impl Iterator<Item = UrlId> {
        self.0.iter().flat_map(|(id, listed)| [*id, listed.page])
    }

    /// Returns true if all estimates are numbers in 0..=1.
    pub(super) fn has_valid_estimates(&self) -> bool {
        self.0.values().all(|listed| (0.0..=1.0).contains(&listed.relevance))
    }

    /// Adds a link; `is_first` if it is the first one of its page to this document.
    fn add(&mut self, id: UrlId, link: Listed, is_first: bool) {
        let is_full = self.0.len() >= DOCUMENTS;
        match self.0.get_mut(&id) {
            Some(known) => {
                known.pages += u32::from(is_first);
                if link.relevance > known.relevance {
                    *known = Listed { kind: known.kind, pages: known.pages, was_fetched: known.was_fetched, ..link };
                }
            }
            None if !is_full => drop(self.0.insert(id, link)),
            None => {}
        }
    }
}

impl Crawl {
    /// Returns the documents that pages link to, the most relevant first by their estimates.
    pub fn documents(&self) -> Vec<LinkedDocument> {
        let state = &self.state;
        let documents = state.documents.0.iter().map(|(id, listed)| LinkedDocument {
            url: state.urls.url(*id).clone(),
            kind: listed.kind,
            bytes: stated_bytes(&listed.anchor),
            anchor: listed.anchor.clone(),
            page: state.record_of(listed.page),
            pages: listed.pages,
            relevance: listed.relevance,
        });
        let mut documents: Vec<LinkedDocument> = documents.collect();
        sorting::sort_by(&mut documents, |a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.url.cmp(&b.url)));
        documents
    }

    /// Lists the documents among the links of a page with this relevance, and returns the other links.
    pub(super) fn list_documents<'a>(
        &mut self,
        page: &PageView<'_>,
        relevance: f64,
        query: &SparseVector,
        known: Vec<(UrlId, &'a Link)>,
    ) -> Vec<(UrlId, &'a Link)> {
        let (mut of_page, mut others) = (BTreeSet::new(), Vec::new());
        for (id, link) in known {
            let listed = self.state.documents.0.get(&id).map(|listed| listed.kind);
            let is_read = self.plan.plan.read_documents && DocumentFormat::of_url(&link.url).is_some();
            let by_name = || DocumentKind::of_url(&link.url).filter(|_| !is_read && self.state.url_state(id).is_open());
            let Some(kind) = listed.or_else(by_name) else {
                others.push((id, link));
                continue;
            };
            if listed.is_some() || self.judge(id).is_some() {
                let (_, _, mut context) = self.consult(page.language, query);
                let similarity = context.similarity(&link.anchor).max(context.similarity(&link.context));
                let (anchor, relevance) = (link.anchor.clone(), estimate(relevance, similarity));
                let listed = Listed { kind, anchor, page: page.id, pages: 1, relevance, was_fetched: false };
                self.state.documents.add(id, listed, of_page.insert(id));
                // The person may have made it a seed.
                if self.state.url_state(id).is_open() {
                    self.state.refuse(id, CODE, REASON.to_owned(), &mut self.step);
                }
            }
        }
        others
    }

    /// Returns the media type of content that the plan does not read; `None` if it does.
    pub(super) fn unread_type<'a>(&self, content: &'a Content) -> Option<&'a str> {
        match content {
            Content::Page(document) if !self.plan.plan.read_documents => Some(document.file?.format.media_type()),
            Content::Unsupported(media_type) => Some(media_type),
            _ => None,
        }
    }

    /// Lists a document that was fetched, since only its media type, or the address that it redirected to, shows what
    /// it is. Returns false if it is none, no page links to it, or the crawl has as many of them as it may have pages.
    pub(super) fn list_fetched(&mut self, id: UrlId, entry: &FrontierEntry, content: &Content) -> bool {
        let Some(media_type) = self.unread_type(content) else {
            return false;
        };
        let by_name = || DocumentKind::of_url(self.state.urls.url(id));
        let kind = DocumentKind::of_media_type(media_type).or_else(by_name);
        let fetched = self.state.documents.0.values().filter(|listed| listed.was_fetched).count();
        let Some((kind, page)) = kind.zip(entry.parent).filter(|_| crate::count(fetched) < self.plan.plan.pages) else {
            return false;
        };
        let from = self.state.record_at(page);
        let language = from.and_then(|page| Language::from_code(page.text.language.as_deref()?));
        let relevance = from.map_or(0.0, |page| page.relevance);
        let query = self.topic.vector(language, &mut self.vectorizer).into_owned();
        let similarity = self.consult(language, &query).2.similarity(&entry.anchor);
        let (anchor, relevance) = (entry.anchor.to_string(), estimate(relevance, similarity));
        let listed = Listed { kind, anchor, page, pages: entry.pages, relevance, was_fetched: true };
        self.state.documents.add(id, listed, true);
        self.give_up(id, CODE, REASON.to_owned());
        true
    }
}

/// Returns the estimated relevance of a document, in 0..=1, by the relevance of the linking page and the similarity of
/// the link.
fn estimate(page: f64, link: f64) -> f64 {
    f64::midpoint(page, link).clamp(0.0, 1.0)
}
