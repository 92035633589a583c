//! Ehrig's semantic crawler: a link is worth the similarities between all terms of its text and all of yours, summed up.
//!
//! `priority = Σ_i Σ_j path(a_i, q_j) · tf(a_i) · tf(q_j)`, where `path = 0.5^d` over WordNet's is-a graph, best over senses. Nothing is
//! divided by lengths, so long link texts have more to gain, as the paper means it for short ones.
//!
//! Source: Batsakis §3.3.1 eq. 8, eq. 3 (Ehrig and Maedche 2003, with WordNet for their ontology).

use super::query_concepts::{LEAST, QueryConcepts, frequencies};
use crate::frontier::{FrontierEntry, Score};
use crate::lexicon::Measure;
use crate::strategy::{
    Context, Entry, LinkView, ON_REDISCOVERY, PageView, Rediscovery, RediscoveryDecision, Report,
    Strategy, StrategyInputs, declare,
};
use types::strategy::Needs;

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "ehrig",
    title: "Ehrig (related terms)",
    sentence: "Follows the links whose text has terms near yours in WordNet; every related term adds to the score.",
    source: "Batsakis §3.3.1 eq. 8",
    params: declare![LEAST, ON_REDISCOVERY],
    needs: Needs::LEXICON.with_background_idf(),
    has_spiders: false,
    parts: &[super::SAME_PART, super::RELATED_PART],
    make: |inputs| Box::new(Ehrig::new(inputs)),
};

struct Ehrig {
    query_concepts: QueryConcepts,
    /// `tf` of the query's terms.
    asked: Vec<f64>,
    on_rediscovery: Rediscovery,
}

impl Ehrig {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let least = inputs.settings.get(&LEAST);
        let query_concepts = QueryConcepts::new(inputs, Measure::Path, least);
        Self {
            asked: frequencies(query_concepts.query()),
            query_concepts,
            on_rediscovery: Rediscovery::of(inputs.settings),
        }
    }

    fn worth(&mut self, anchor: &str, context: &mut Context<'_>) -> Score {
        let words = self
            .query_concepts
            .terms(anchor, context.language, context.vectorizer);
        let weights = frequencies(&words);
        self.query_concepts
            .score(&words, &weights, &self.asked, 1.0)
    }
}

impl Strategy for Ehrig {
    fn score(
        &mut self,
        _page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let links = links.iter();
        links
            .map(|view| Some(self.worth(&view.link.anchor, context)))
            .collect()
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        self.on_rediscovery.decide(waiting, new)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(&self.query_concepts)
    }
}
