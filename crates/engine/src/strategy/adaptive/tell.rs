//! What the adaptive strategy tells people: what each sign is worth, which words it learned, how good a page is.

use super::cues::{Cues, PARTS, PRIOR, UNGUIDED};
use super::{Adaptive, BLEND, Context, PageView};
use crate::graph::UrlId;
use crate::report::{Cell, Insight, Reading};
use crate::text::TermId;

/// Learned words that are shown.
const WORDS: usize = 30;

impl Adaptive {
    /// How good a page is, by the query and by all that was learned.
    pub(super) fn reading(&self, page: UrlId) -> Option<Reading> {
        let memory = &self.state.memory;
        let read = memory.reads.get(*memory.places.get(&page)? as usize)?;
        let values = vec![
            ("by your words".to_owned(), read.asked),
            ("by what was learned".to_owned(), read.good),
        ];
        Some(Reading::numbers("How good this page is", values))
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
            .lens
            .spellings(page.document, page.language, |term, word| {
                if unknown.contains(&term) {
                    spelled.entry(term).or_insert_with(|| word.to_owned());
                }
            });
    }

    /// What signs of these weights are worth: less for trails as far as they are not trusted.
    fn worth_of(&self, mut weights: Cues) -> Cues {
        weights[UNGUIDED] *= self.trust();
        weights
    }

    /// The signs by what they are worth, and the learned words.
    pub(super) fn tables(&self) -> Vec<Insight> {
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
        let signs = Insight::new(
            "What the signs are worth",
            "How much a link gains in log-odds of being good where it stands out by this sign among what waits; learned from the pages so far.",
            &["Sign", "What it is", "Worth now", "At the start"],
            signs.into_iter().map(sign),
        );
        let learned = self.state.memory.topic.learned(WORDS).into_iter();
        let word = |(term, weight): (TermId, f64)| {
            let written = self.state.spelled.get(&term)?.clone();
            Some(vec![Cell::Text(written), Cell::Number(weight)])
        };
        let words = Insight::new(
            "Words that it learned",
            "Words that pages like your query have more of than the others; pages and links with them count as nearer to the topic.",
            &["Word", "Weight"],
            learned.filter_map(word),
        );
        vec![signs, words]
    }
}
