//! Mihalcea's text similarity: each word is compared with the most similar word of the other text, and rare words have
//! larger weights.
//!
//! `sim(T1, T2) = ½ · ( Σ_{w∈T1} maxSim(w, T2) · idf(w) / Σ_{w∈T1} idf(w) + Σ_{w∈T2} maxSim(w, T1) · idf(w) / Σ_{w∈T2}
//! idf(w) )`, 0 for a text without words. A text is the set of its words: each counts once. `maxSim` is the path
//! measure (eq. 3) or Li's (eq. 4); a word that WordNet does not contain is similar only to itself. The idf is that of
//! the plan; the thesis's semantic crawlers have a background table (§3.2.1).
//!
//! `priority = sim(a, q)`: "candidate links for downloading are represented by their anchor texts. Each candidate link
//! is assigned a priority value which is computed as the semantic similarity between their anchor text and the topic"
//! (§3.3). As an extension the linking page, its title and its text, has a share ω: `ω · sim(p, q) + (1 − ω) · sim(a,
//! q)`.
//!
//! Source: Batsakis ch. 1 and §3.3, "Topic relevance can then be computed by VSM, the Semantic Similarity Retrieval
//! Model (SSRM) or by Mihalcea et.al."; Mihalcea, Corley and Strapparava 2006, "Corpus-based and knowledge-based
//! measures of text semantic similarity".

use super::query_concepts::{LEAST, QueryConcepts, Word};
use crate::lexicon::Measure;
use crate::strategy::prelude::*;

const MEASURE: Param<Measure> = Param::choice(
    "measure",
    "Word similarity",
    &[("path", "Path length"), ("li", "Path length and depth (Li)")],
    &[Measure::Path, Measure::LI],
    "Similarity of two words: by the path between them in WordNet, or also by the depth of what they have in common \
    (Li).",
);
const PAGE: Param<f64> = Param::share(
    "page",
    "Page weight (ω)",
    0.0,
    "Share of the linking page in a link's score; the rest is the link text, and 0 is the thesis.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "mihalcea",
    title: "Mihalcea (best matching words)",
    description: "Follows the links whose text has, for each word of your query, a similar word in WordNet; rare words \
        weigh more.",
    family: Family::Semantic,
    source: "Batsakis ch. 1, §3.3",
    params: declare![MEASURE, PAGE, LEAST, ON_REDISCOVERY],
    needs: Needs::LEXICON.with_background_idf(),
    scores_pages_independently: true,
    parts: &[
        ScorePart {
            name: "page",
            title: "Linking page",
            help: "similarity of the linking page to your query, by related words; 0 if the page has no share",
        },
        ScorePart {
            name: "anchor",
            title: "Link text",
            help: "similarity of the link text to your query, by related words",
        },
    ],
    make: |inputs| {
        let (measure, least) = (inputs.settings.get(&MEASURE), inputs.settings.get(&LEAST));
        let query_concepts = QueryConcepts::new(inputs, measure, least);
        Box::new(Mihalcea { query_concepts, page: inputs.settings.get(&PAGE) })
    },
};

struct Mihalcea {
    query_concepts: QueryConcepts,
    /// The share of the linking page.
    page: f64,
}

impl Mihalcea {
    /// Returns the similarity of a text to the query.
    fn similarity(&mut self, text: &str, context: &mut Context<'_>) -> f64 {
        let (language, vectorizer) = (context.language, &mut *context.vectorizer);
        let words = self.query_concepts.terms(text, language, vectorizer);
        let mut of_text = WeightedMean::default();
        let mut best = vec![0.0_f64; self.query_concepts.query().len()];
        for word in &words {
            let similarities = self.query_concepts.similarities(word);
            let nearest = similarities.iter().copied().fold(0.0, f64::max);
            of_text.add(nearest, word, context);
            for (best, similarity) in best.iter_mut().zip(similarities) {
                *best = best.max(similarity);
            }
        }
        let mut of_query = WeightedMean::default();
        for (best, word) in best.into_iter().zip(self.query_concepts.query()) {
            of_query.add(best, word, context);
        }
        f64::midpoint(of_text.mean(), of_query.mean())
    }
}

/// A running mean weighted by idf.
#[derive(Default)]
struct WeightedMean {
    sum: f64,
    weight: f64,
}

impl WeightedMean {
    fn add(&mut self, similarity: f64, word: &Word, context: &mut Context<'_>) {
        let idf = context.vectorizer.idf(word.stem());
        self.sum += similarity * idf;
        self.weight += idf;
    }

    /// Returns the mean; 0 without values.
    fn mean(&self) -> f64 {
        if self.weight > 0.0 { self.sum / self.weight } else { 0.0 }
    }
}

impl Strategy for Mihalcea {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let of_page = if self.page > 0.0 {
            let text = [page.document.title.as_str(), &page.document.body].join("\n");
            self.similarity(&text, context)
        } else {
            0.0
        };
        let of_link = |view: &LinkView<'_>| {
            let of_anchor = self.similarity(&view.link.anchor, context);
            let parts = vec![of_page, of_anchor];
            Some(Score::with_parts(self.page * of_page + (1.0 - self.page) * of_anchor, parts))
        };
        links.iter().map(of_link).collect()
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(&self.query_concepts)
    }
}
