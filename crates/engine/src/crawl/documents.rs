//! Lists the documents that pages link to: Office files, data sets, and PDF files unless the plan reads them. They are
//! not fetched and cost no budget.
//!
//! A document is refused like other URLs that are not fetched, with the code `document`. Its estimated relevance does
//! not depend on the strategy: it is the mean of the relevance of the linking page, and of the similarity of the link's
//! text, or of its context if that is greater, to the query.

use super::Crawl;
use crate::graph::UrlId;
use crate::html::Link;
use crate::strategy::PageView;
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::document::{DocumentKind, LinkedDocument, is_pdf, stated_bytes};
use types::limits::DOCUMENTS;

/// The code of the refusal.
const CODE: &str = "document";

/// The documents by their URLs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Documents(BTreeMap<UrlId, Listed>);

/// The best link to a document.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Listed {
    anchor: String,
    page: UrlId,
    pages: u32,
    relevance: f64,
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
                    *known = Listed { pages: known.pages, ..link };
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
        let documents = state.documents.0.iter().filter_map(|(id, listed)| {
            let url = state.urls.url(*id).clone();
            Some(LinkedDocument {
                kind: DocumentKind::of(&url)?,
                url,
                bytes: stated_bytes(&listed.anchor),
                anchor: listed.anchor.clone(),
                page: state.record_of(listed.page),
                pages: listed.pages,
                relevance: listed.relevance,
            })
        });
        let mut documents: Vec<LinkedDocument> = documents.collect();
        documents.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.url.cmp(&b.url)));
        documents
    }

    /// Lists the documents among the links of a page, and returns the other links.
    pub(super) fn list_documents<'a>(
        &mut self,
        page: &PageView<'_>,
        query: &SparseVector,
        known: Vec<(UrlId, &'a Link)>,
    ) -> Vec<(UrlId, &'a Link)> {
        let (documents, others): (Vec<_>, Vec<_>) = known.into_iter().partition(|(id, link)| {
            let url_state = self.state.url_state(*id);
            let is_read = self.plan.plan.pdf && is_pdf(&link.url);
            let is_document = DocumentKind::of(&link.url).is_some() && !is_read;
            self.state.documents.has(*id) || url_state.is_open() && is_document
        });
        let mut of_page = BTreeSet::new();
        for (id, link) in documents {
            if self.state.documents.has(id) || self.judge(id).is_some() {
                self.list_document(page, query, (id, link), of_page.insert(id));
            }
        }
        others
    }

    fn list_document(&mut self, page: &PageView<'_>, query: &SparseVector, (id, link): (UrlId, &Link), is_first: bool) {
        let (_, _, mut context) = self.consult(page, query);
        let similarity = context.similarity(&link.anchor).max(context.similarity(&link.context));
        let relevance = f64::midpoint(page.relevance, similarity).clamp(0.0, 1.0);
        let listed = Listed { anchor: link.anchor.clone(), page: page.id, pages: 1, relevance };
        self.state.documents.add(id, listed, is_first);
        // The person may have made it a seed.
        if self.state.url_state(id).is_open() {
            let reason = "a document, which is listed under “Documents” and not fetched".to_owned();
            self.state.refuse(id, CODE, reason, &mut self.step);
        }
    }
}
