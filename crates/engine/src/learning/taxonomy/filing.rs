//! Files a topic under the broad topic that matches its text best.
//!
//! The broad topics are the topmost ones of a taxonomy. Each is a class of a multinomial naive Bayes classifier with
//! Laplace smoothing, as in the focused crawler, trained on the words of the topic and of all topics below it: `P(c |
//! d) ∝ P(c) · Π P(w | c)^n(w, d)`. A text without a known word matches no topic. Targets are no candidates; neither
//! are topics without words, whose example pages are not read yet, and contrast topics: every page resembles the
//! starter topic with the words of menus and notices.
//!
//! Source: Pant §3.3 (Chakrabarti's focused crawler files example pages and lets the person correct it; here words are
//! filed); [`NaiveBayes`].

use crate::learning::{NaiveBayes, Priors};
use crate::text::TermCounts;
use crate::topic::Vectorizer;
use types::limits::QUERY_CHARS;
use types::plan::IdfSource;
use types::taxonomy::{Taxonomy, Topic};
use types::text::cut;

/// The smoothing added to every word count.
pub(super) const SMOOTHING: f64 = 1.0;
/// The maximum length of the name of a query's topic, in characters.
const NAME_CHARS: usize = 60;

/// The broad topic that matches a text best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Its index among the topmost topics.
    pub index: usize,
    /// `P(c | d)`, in 0..=1.
    pub share: f64,
}

/// Files texts under the topmost topics of a taxonomy.
#[derive(Debug)]
pub struct Filer {
    vectorizer: Vectorizer,
    /// The index of each class among the topmost topics.
    indices: Vec<usize>,
    /// `None` if there are no training words.
    classifier: Option<NaiveBayes>,
}

impl Filer {
    /// Trains the classifier on the words of a taxonomy; `stemming` must be that of the plan.
    pub fn new(taxonomy: &Taxonomy, stemming: bool) -> Self {
        let mut vectorizer = Vectorizer::new(stemming, IdfSource::None);
        let mut indices = Vec::new();
        let mut examples: Vec<(usize, TermCounts)> = Vec::new();
        for (index, topic) in taxonomy.topics.iter().enumerate() {
            let texts = texts(topic);
            if texts.is_empty() || topic.contrast {
                continue;
            }
            let counts = texts.iter().map(|text| vectorizer.counts(text, None));
            examples.extend(counts.map(|counts| (indices.len(), counts)));
            indices.push(index);
        }
        let examples = examples.iter().map(|(class, counts)| (*class, counts));
        let trained = NaiveBayes::train(indices.len(), examples, SMOOTHING, Priors::default());
        Self { vectorizer, indices, classifier: trained.ok() }
    }

    /// Returns the topic that matches a text best, the first of equals; `None` if no topic has any of its words.
    pub fn best_fit(&mut self, text: &str) -> Option<Fit> {
        let counts = self.vectorizer.counts(text, None);
        best_class(self.classifier.as_ref()?, &self.indices, &counts)
    }
}

/// Returns the class that matches a text best, the first of equals; `None` if the classifier knows none of its words.
pub(super) fn best_class(classifier: &NaiveBayes, indices: &[usize], counts: &TermCounts) -> Option<Fit> {
    let is_known = |term| classifier.log_word(0, term).is_some();
    if !counts.iter().any(|(term, _)| is_known(term)) {
        return None;
    }
    let shares = classifier.probabilities(counts).into_iter().zip(indices);
    let fits = shares.map(|(share, index)| Fit { index: *index, share });
    fits.reduce(|best, fit| if fit.share > best.share { fit } else { best })
}

/// Returns the words of a topic and of all topics below it; none for a target.
fn texts(topic: &Topic) -> Vec<&str> {
    let (mut texts, mut open) = (Vec::new(), vec![topic]);
    while let Some(topic) = open.pop() {
        if topic.good {
            continue;
        }
        if !topic.words.trim().is_empty() {
            texts.push(&*topic.words);
        }
        open.extend(topic.topics.iter().rev());
    }
    texts
}

/// Returns a taxonomy without a target plus a target topic whose words are the query, below the topic that matches it
/// best, or at the top. Returns `None` if there is a target already, if no topic has words, or without a query.
pub fn with_query(taxonomy: &Taxonomy, query: &str, stemming: bool) -> Option<Taxonomy> {
    let has_target = taxonomy.all().any(|topic| topic.good);
    let has_words = taxonomy.all().any(|topic| !topic.words.trim().is_empty());
    let topic = of_query(query).filter(|_| has_words && !has_target)?;
    let fit = Filer::new(taxonomy, stemming).best_fit(&topic.words);
    Some(filed(taxonomy.clone(), topic, fit))
}

/// Returns a target topic whose words are the query; `None` if the query is empty or too long.
pub fn of_query(query: &str) -> Option<Topic> {
    let query = query.trim();
    let is_one = !query.is_empty() && query.chars().count() <= QUERY_CHARS;
    is_one.then(|| Topic {
        name: cut(query, NAME_CHARS).trim().to_owned(),
        good: true,
        words: query.to_owned(),
        ..Topic::default()
    })
}

/// Adds a topic with a unique name below its match, or at the top.
pub fn filed(mut taxonomy: Taxonomy, mut topic: Topic, fit: Option<Fit>) -> Taxonomy {
    let topics = &mut taxonomy.topics;
    let siblings = match fit.filter(|fit| fit.index < topics.len()) {
        Some(fit) => &mut topics[fit.index].topics,
        None => topics,
    };
    topic.name = free_name(siblings, topic.name);
    siblings.push(topic);
    taxonomy
}

/// Returns the name of a query's topic, with a suffix if a sibling has the same name.
pub fn free_name(siblings: &[Topic], mut name: String) -> String {
    while siblings.iter().any(|sibling| sibling.name.trim() == name) {
        name.push_str(" (query)");
    }
    name
}

#[cfg(test)]
#[path = "filing_tests.rs"]
mod tests;
