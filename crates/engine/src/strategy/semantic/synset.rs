//! Best-first with synonyms: the query and every link's text are expanded with the synonyms of their terms, then
//! compared by cosine.
//!
//! `priority = (sim(p, q*) + sim(a*, q*)) / 2`, where `*` adds the words of all lemmas of the same synsets, once for
//! each occurrence of the term.
//!
//! Source: Batsakis §3.3.3 eq. 10.

use super::query_concepts::{QueryConcepts, Word};
use crate::lexicon::{Measure, Term};
use crate::strategy::prelude::*;
use crate::text::{Language, SparseVector, TermCounts, cosine};
use crate::topic::Vectorizer;
use std::collections::BTreeMap;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "synset",
    title: "Best-first with synonyms",
    description: "Follows the links whose page and link text are similar to your query or its synonyms in WordNet.",
    family: Family::Semantic,
    source: "Batsakis §3.3.3 eq. 10",
    params: declare![ON_REDISCOVERY],
    needs: Needs::LEXICON.with_background_idf(),
    scores_pages_independently: true,
    parts: &[
        ScorePart {
            name: "page",
            title: "Linking page",
            help: "similarity of the linking page to your query and its synonyms",
        },
        ScorePart {
            name: "anchor",
            title: "Link text",
            help: "similarity of the link text to your query, with synonyms",
        },
    ],
    make: |inputs| {
        Box::new(Synset {
            query_concepts: QueryConcepts::new(inputs, Measure::Synonyms, 0.0),
            synonyms: BTreeMap::new(),
        })
    },
};

struct Synset {
    query_concepts: QueryConcepts,
    /// The words of the synonyms of each term so far.
    synonyms: BTreeMap<Term, TermCounts>,
}

impl Synset {
    /// Returns `q*`: the query with the synonyms of its terms, under the crawl's current weights.
    fn query(&mut self, context: &mut Context<'_>) -> SparseVector {
        let mut counts = context.vectorizer.counts(self.query_concepts.text(), context.language);
        for word in self.query_concepts.query().to_vec() {
            self.add_synonyms(&word, &mut counts, context.vectorizer);
        }
        context.vectorizer.weigh(&counts)
    }

    /// Returns `a*`: a link's text with the synonyms of its terms.
    fn anchor(&mut self, anchor: &str, context: &mut Context<'_>) -> SparseVector {
        let mut counts = context.vectorizer.counts(anchor, context.language);
        for word in self.query_concepts.terms(anchor, context.language, context.vectorizer) {
            self.add_synonyms(&word, &mut counts, context.vectorizer);
        }
        context.vectorizer.weigh(&counts)
    }

    fn add_synonyms(&mut self, word: &Word, counts: &mut TermCounts, vectorizer: &mut Vectorizer) {
        let Some(term) = word.term() else {
            return;
        };
        let mut read = |query_concepts: &QueryConcepts| {
            let synonyms = query_concepts.synonyms(term).join("\n");
            vectorizer.counts(&synonyms, Some(Language::ENGLISH))
        };
        let synonyms = self.synonyms.entry(term).or_insert_with(|| read(&self.query_concepts));
        counts.merge(synonyms, word.count());
    }
}

impl Strategy for Synset {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let query = self.query(context);
        let of_page = cosine(page.vector, &query);
        let mut of_link = |view: &LinkView<'_>| {
            let of_anchor = cosine(&self.anchor(&view.link.anchor, context), &query);
            let parts = vec![of_page, of_anchor];
            Some(Score::with_parts(f64::midpoint(of_page, of_anchor), parts))
        };
        links.iter().map(&mut of_link).collect()
    }

    fn restart(&mut self) -> RestartMode {
        self.synonyms.clear();
        RestartMode::Replay
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(&self.query_concepts)
    }
}
