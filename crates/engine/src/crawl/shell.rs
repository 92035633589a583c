//! Follows the links of an application's shell: those of its menu, of `noscript` and of the data of its scripts.
//!
//! A strategy scores links by the text of their page, and learns from it. A shell has none, so the strategy does not
//! see it: each link has a share of the score by which the shell itself was chosen. The share grows with the similarity
//! of the link's anchor and of the words of its URL to the query.

use super::Crawl;
use super::links::CandidateLink;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::html::{Document, Link};
use crate::robots::MetaRobots;
use crate::strategy::PageView;
use crate::text::{Language, SparseVector, TermCounts};
use std::collections::BTreeSet;

/// The share of a link whose words are not in the query.
const SMALLEST_SHARE: f64 = 0.25;

impl Crawl {
    /// Records and queues the links of a shell that may be followed. `header` has the restrictions of the response.
    pub(super) fn follow_shell(&mut self, id: UrlId, entry: &FrontierEntry, document: &Document, header: MetaRobots) {
        let nofollow = document.robots.and(header).nofollow;
        let language = document.language.as_deref().and_then(Language::from_code);
        let query = self.topic.vector(language, &mut self.vectorizer).into_owned();
        let (url, counts, vector) = (self.state.urls.url(id).clone(), TermCounts::new(), SparseVector::default());
        let page = PageView {
            id,
            url: &url,
            document,
            language,
            counts: &counts,
            vector: &vector,
            relevance: 0.0,
            meaning: None,
            depth: entry.depth,
            parent: entry.parent,
        };
        let mut offered = BTreeSet::new();
        for found in self.candidates(&page, page.relevance, &query, nofollow) {
            if self.state.url_state(found.id).is_open() && offered.insert(found.id) {
                let share = self.share(found.link, language, &query);
                self.queue_shell_link(&found, share, &page, entry);
            }
        }
    }

    /// Returns the share of a link, from [`SMALLEST_SHARE`] to 1.
    fn share(&mut self, link: &Link, language: Option<Language>, query: &SparseVector) -> f64 {
        let words = link.url.tokens().fold(link.anchor.clone(), |words, word| words + " " + &word);
        let similarity = self.consult(language, query).2.similarity(&words);
        SMALLEST_SHARE + (1.0 - SMALLEST_SHARE) * similarity.clamp(0.0, 1.0)
    }

    fn queue_shell_link(&mut self, found: &CandidateLink<'_>, share: f64, page: &PageView<'_>, shell: &FrontierEntry) {
        let score = shell.score.shared(share).checked();
        let entry = FrontierEntry::new(self.state.urls.site_of(found.id), score);
        let mut entry = found.in_entry(entry, page.id, page.depth);
        entry.count(page.id);
        self.push(found.id, entry);
    }
}
