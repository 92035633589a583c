//! Observes the pages and links of a crawl: converts them to terms, compares them with the query, and stores them in
//! the history.

use super::examples::Examples;
use super::history::{History, ReadPage, STORED_TERMS_PER_CONTEXT, STORED_TERMS_PER_TEXT};
use super::idf::STORED_TERMS_PER_PAGE;
use super::link::{FrontierLink, add};
use super::trail_models::TrailModels;
use crate::lexicon::Measure;
use crate::strategy::prelude::*;
use crate::strategy::semantic::query_concepts::QueryConcepts;
use crate::vectors::{QueryMeaning, TermVectors};
use types::lexicon::RelatedTerm;
use types::report::RelatedWord;
use types::url::CanonicalUrl;

/// The query in `WordNet` and as a word vector, and the models of trails.
pub(super) struct LinkObserver {
    /// The query in `WordNet`; `None` without it.
    query_concepts: Option<QueryConcepts>,
    /// The query as a word vector; `None` without word vectors.
    query_meaning: Option<QueryMeaning>,
    /// The models of trails, if there are any.
    pub(super) trail_models: Option<TrailModels>,
}

impl LinkObserver {
    /// Creates an observer without trails.
    pub(super) fn new(inputs: &StrategyInputs<'_>) -> Self {
        Self {
            query_concepts: inputs.lexicon.map(|_| QueryConcepts::new(inputs, Measure::LI, 0.0).by_first_sense()),
            query_meaning: inputs.query_meaning(),
            trail_models: None,
        }
    }

    /// Creates an observer with models of the plan's trails.
    pub(super) fn with_trails(inputs: &StrategyInputs<'_>) -> Self {
        Self { trail_models: Some(TrailModels::new(inputs)), ..Self::new(inputs) }
    }

    /// Returns the query as a word vector; `None` without word vectors.
    pub(super) fn query_meaning(&self) -> Option<&QueryMeaning> {
        self.query_meaning.as_ref()
    }

    /// Returns the query as a word vector, and the pages of the trails.
    pub(super) fn query_and_examples(&mut self) -> (Option<&QueryMeaning>, Option<&mut Examples>) {
        (self.query_meaning.as_ref(), self.trail_models.as_mut().map(|models| &mut models.examples))
    }

    /// Looks up the crawl's new terms, and compares them with query and topic.
    pub(super) fn update(&mut self, history: &mut History, context: &Context<'_>) {
        if let Some(query_meaning) = &mut self.query_meaning {
            query_meaning.set_query(context.query, context.language, context.vectorizer.terms());
            history.meaning.update(query_meaning);
        }
    }

    /// Returns the related terms of each query word.
    pub(super) fn related(&self) -> Vec<RelatedWord> {
        let Some(concepts) = &self.query_concepts else {
            return Vec::new();
        };
        let mut related = concepts.related();
        if let Some(meaning) = &self.query_meaning {
            for word in &mut related {
                let similar = meaning.vectors().similar_words(&word.word).into_iter();
                let similar =
                    similar.map(|(stem, similarity)| RelatedTerm { word: concepts.spelling(stem), similarity });
                word.similar = similar.collect();
            }
        }
        related
    }

    /// Adds a page and the terms of its links to the history; `on_new` sees each link that was not known.
    pub(super) fn observe(
        &mut self,
        history: &mut History,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
        mut on_new: impl FnMut(UrlId),
    ) {
        if history.places.contains_key(&page.id) {
            return;
        }
        let models = self.trail_models.as_mut();
        let predicted = models.map(|models| models.predict(page, links, context));
        let predicted = predicted.unwrap_or_default();
        let class = self.trail_models.as_ref().and_then(|models| models.page_class(page.id));
        self.update(history, context);
        history.idf.observe(page.counts);
        history.topic.add_query(context.query);
        let is_query_term = |term| history.topic.is_query_term(term);
        let words = history.idf.heaviest_terms(page.counts, STORED_TERMS_PER_PAGE, is_query_term);
        let host = context.urls.host_of(page.id).0;
        let read = ReadPage::new(page.id, words, page.relevance).on(host, folder(page.url));
        let has_vector = TermVectors::cover(context.language);
        history.read(read.with_meaning(page.meaning, has_vector).with_class(class));
        let number = history.places[&page.id];
        let mut changed = Vec::new();
        for (place, view) in (0..).zip(links) {
            if !history.places.contains_key(&view.id) {
                let found = history.links.entry(view.id).or_insert_with(|| {
                    on_new(view.id);
                    first_seen(view, page, context)
                });
                let predicted = predicted.get(&view.id).copied();
                let group = LinkShape::group(page, view.link);
                found.add_linking_page(number, place, group, predicted.unwrap_or_default());
                found.depth = found.depth.min(page.depth.saturating_add(1));
                let before = found.words().count();
                add_link_terms(found, view, context);
                if !has_vector || found.words().count() > before {
                    changed.push(view.id);
                }
                if let Some(concepts) = &mut self.query_concepts {
                    let (text, language) = (&view.link.anchor, context.language);
                    found.update_related(text, language, concepts, context.vectorizer);
                }
            }
        }
        // After all texts, so that their new terms are looked up together.
        self.update(history, context);
        if let Some(vectors) = self.query_meaning.as_ref().map(QueryMeaning::vectors) {
            for id in changed {
                if let Some(found) = history.links.get_mut(&id) {
                    found.update_vector(vectors, context.language);
                }
            }
        }
    }
}

/// Creates a newly discovered link with the terms of its URL.
fn first_seen(view: &LinkView<'_>, page: &PageView<'_>, context: &mut Context<'_>) -> FrontierLink {
    let parts: Vec<_> = view.link.url.tokens().collect();
    let mut found = FrontierLink {
        depth: page.depth.saturating_add(1),
        host: context.urls.host_of(view.id).0,
        folder: folder(&view.link.url),
        vector_factors: Some([0.0; 2]),
        ..FrontierLink::default()
    };
    let counts = context.vectorizer.counts(&parts.join(" "), context.language);
    add(&mut found.address, counts.iter().map(|(term, _)| term), STORED_TERMS_PER_TEXT);
    found
}

/// Adds the terms of a link's texts on this page, up to the limits.
fn add_link_terms(found: &mut FrontierLink, view: &LinkView<'_>, context: &mut Context<'_>) {
    let FrontierLink { anchor, context: around, heading, .. } = found;
    for (words, text, most) in [
        (anchor, &view.link.anchor, STORED_TERMS_PER_TEXT),
        (around, &view.link.context, STORED_TERMS_PER_CONTEXT),
        (heading, &view.link.heading, STORED_TERMS_PER_TEXT),
    ] {
        if words.len() < most {
            let counts = context.vectorizer.counts(text, context.language);
            add(words, counts.iter().map(|(term, _)| term), most);
        }
    }
}

/// Returns a number for the folder of a URL: its host and its path up to the last slash.
fn folder(url: &CanonicalUrl) -> u64 {
    let path = url.path();
    let end = path.rfind('/').unwrap_or(path.len());
    xxhash_rust::xxh3::xxh3_64_with_seed(&path.as_bytes()[..end], xxhash_rust::xxh3::xxh3_64(url.host_key().as_bytes()))
}
