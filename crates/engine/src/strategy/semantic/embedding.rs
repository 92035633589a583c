//! Best-first by word vectors: a link is worth the similarity in meaning of its text, its surroundings and its page to
//! your query.
//!
//! `priority = (m(a, q) + κ · m(c, q) + η · m(h, q) + ω · m(p, q)) / (1 + κ + η + ω)`, where `a`, `c` and `h` are the
//! link's text, the words around it and the heading above it, `p` the page, and `m` the cosine of the weighted sums of
//! the words' vectors ([`crate::vectors`]), at least 0. The words of a text that has no vector, such as names or words
//! of another language, are compared as they are, as in best-first.
//!
//! Source: this project's own; eq. 7 of Batsakis §3.2.3 with another measure of similarity and more parts.

use crate::strategy::prelude::*;
use crate::text::TermCounts;
use crate::vectors::{QueryMeaning, TermVectors};

const CONTEXT: Param<f64> =
    weight("context", "Context weight (κ)", 0.5, "Weight of the words around the link; the link text has weight 1.");
const HEADING: Param<f64> =
    weight("heading", "Heading weight (η)", 0.0, "Weight of the heading above the link; the link text has weight 1.");
const PAGE: Param<f64> =
    weight("page", "Page weight (ω)", 1.0, "Weight of the linking page; the link text has weight 1.");

const fn weight(name: &'static str, title: &'static str, default: f64, help: &'static str) -> Param<f64> {
    Param::real(name, title, 0.0..=5.0, default, help)
}

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "embedding",
    title: "Word vectors",
    description: "Follows the links whose text, surroundings and page are similar in meaning to your query, by vectors \
        of English words.",
    family: Family::Semantic,
    source: "Batsakis §3.2.3 eq. 7 with word vectors",
    params: declare![CONTEXT, HEADING, PAGE, ON_REDISCOVERY],
    needs: Needs::QUERY.with_vectors(),
    scores_pages_independently: true,
    parts: &[
        ScorePart { name: "anchor", title: "Link text", help: "similarity in meaning of the link text to your query" },
        ScorePart {
            name: "context",
            title: "Nearby words",
            help: "similarity in meaning of the surrounding words to your query",
        },
        ScorePart {
            name: "heading",
            title: "Heading",
            help: "similarity in meaning of the heading above the link to your query",
        },
        ScorePart {
            name: "page",
            title: "Linking page",
            help: "similarity in meaning of the linking page to your query",
        },
    ],
    make: |inputs| Box::new(Embedding::new(inputs)),
};

struct Embedding {
    meaning: QueryMeaning,
    /// The weights of the parts.
    weights: [f64; 4],
}

impl Embedding {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let (settings, meaning) = (inputs.settings, inputs.query_meaning());
        Self {
            meaning: meaning.expect("a plan is checked to have what its strategy needs"),
            weights: [1.0, settings.get(&CONTEXT), settings.get(&HEADING), settings.get(&PAGE)],
        }
    }

    /// Returns the similarity of some terms to the query, in 0..=1.
    fn similarity(&mut self, counts: &TermCounts, context: &Context<'_>) -> f64 {
        let by_meaning = self.meaning.similarity(counts, context.vectorizer.terms());
        by_meaning.unwrap_or_else(|| context.likeness(counts))
    }
}

impl Strategy for Embedding {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        self.meaning.set_query(context.query, context.language, context.vectorizer.terms());
        let of_page = page.meaning.unwrap_or_else(|| context.likeness(page.counts));
        let all = self.weights.iter().fold(0.0, |sum, weight| sum + weight);
        let mut of_link = |view: &LinkView<'_>| {
            let texts = [&view.link.anchor, &view.link.context, &view.link.heading];
            let mut parts = Vec::with_capacity(self.weights.len());
            for (text, weight) in texts.into_iter().zip(self.weights) {
                // The words around a link are many; a part that has no weight is not computed.
                parts.push(if weight > 0.0 {
                    let counts = context.vectorizer.counts(text, context.language);
                    self.similarity(&counts, context)
                } else {
                    0.0
                });
            }
            parts.push(of_page);
            let weighted = parts.iter().zip(self.weights);
            let sum = weighted.fold(0.0, |sum, (part, weight)| sum + part * weight);
            Some(Score::with_parts(sum / all, parts))
        };
        links.iter().map(&mut of_link).collect()
    }

    fn restart(&mut self) -> RestartMode {
        self.meaning.restart();
        RestartMode::Replay
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Report for Embedding {
    fn term_vectors(&self) -> Option<&TermVectors> {
        Some(self.meaning.vectors())
    }
}
