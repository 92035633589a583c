//! Explains the adaptive strategy: feature weights, learned words, relevance of a page.

use super::cues::{Cues, PARTS, PRIOR, UNGUIDED};
use super::query::{Adaptive, BLEND};
use crate::graph::UrlId;
use crate::strategy::{Context, PageView};
use crate::text::TermId;
use types::report::{Cell, ModelTable, PagePrediction};

/// Learned words that are shown.
const WORDS: usize = 30;

impl Adaptive {
    /// Returns the relevance of a page, by the query and by the learned topic.
    pub(super) fn prediction(&self, page: UrlId) -> Option<PagePrediction> {
        let memory = &self.state.memory;
        let read = memory.reads.get(*memory.places.get(&page)? as usize)?;
        let values = vec![
            ("by your query".to_owned(), read.asked),
            ("by the learned topic".to_owned(), read.good),
        ];
        Some(PagePrediction::numbers("Relevance of this page", values))
    }

    /// Remembers how the learned words are written, from the pages on which they stand.
    pub(super) fn spell(&mut self, page: &PageView<'_>, context: &mut Context<'_>) {
        let learned = self.state.memory.topic.learned(WORDS).into_iter();
        let spelled = &mut self.state.spelled;
        let unknown: Vec<TermId> = learned
            .map(|(term, _)| term)
            .filter(|term| !spelled.contains_key(term) && page.counts.get(*term) > 0)
            .collect();
        if unknown.is_empty() {
            return;
        }
        context
            .vectorizer
            .spellings(page.document, page.language, |term, word| {
                if unknown.contains(&term) {
                    spelled.entry(term).or_insert_with(|| word.to_owned());
                }
            });
    }

    /// Returns the effective cue weights; that of trails is scaled by their trust.
    fn worth_of(&self, mut weights: Cues) -> Cues {
        weights[UNGUIDED] *= self.trust();
        weights
    }

    /// Returns the signs by what they are worth, and the learned words.
    pub(super) fn tables(&self) -> Vec<ModelTable> {
        let examples = self
            .state
            .memory
            .reads
            .iter()
            .filter(|page| page.link.is_some())
            .count();
        if examples == 0 {
            return Vec::new();
        }
        let signs = self
            .worth_of(self.weights())
            .into_iter()
            .enumerate()
            .take(self.signs());
        let mut signs: Vec<(usize, f64)> = signs.collect();
        signs.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let first = self.worth_of(std::array::from_fn(|cue| BLEND.0 * PRIOR[cue]));
        let sign = |(cue, weight): (usize, f64)| {
            let (title, help) = (PARTS[cue].title.to_owned(), PARTS[cue].help.to_owned());
            vec![
                Cell::Text(title),
                Cell::Text(help),
                Cell::Number(weight),
                Cell::Number(first[cue]),
            ]
        };
        let signs = ModelTable::new(
            "Feature weights",
            "Gain in the log-odds of relevance for a link whose feature is above the frontier's average, learned from the pages so far.",
            &["Feature", "Meaning", "Weight now", "Initial weight"],
            signs.into_iter().map(sign),
        );
        let learned = self.state.memory.topic.learned(WORDS).into_iter();
        let word = |(term, weight): (TermId, f64)| {
            let written = self.state.spelled.get(&term)?.clone();
            Some(vec![Cell::Text(written), Cell::Number(weight)])
        };
        let words = ModelTable::new(
            "Learned words",
            "Words more frequent on relevant pages than on others. Pages and links with them score higher.",
            &["Word", "Weight"],
            learned.filter_map(word),
        );
        vec![signs, words]
    }
}
