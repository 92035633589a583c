//! SSRM: a link is worth the similarities between all terms of its text and all of yours, weighed, and divided by the lengths of both.
//!
//! `priority = Σ_i Σ_j Li(a_i, q_j) · w(a_i) · w(q_j) / (‖a‖ · ‖q‖)`, where Li's similarity falls with the way between two terms in WordNet's
//! is-a graph and rises with the depth of what they have in common. With one and zero for similar it would be the cosine.
//!
//! Source: Batsakis §3.3.2 eq. 9, eq. 4 (Varelas et al. 2005; Li, Bandar and McLean 2003).

use super::again::{AGAIN, Again};
use super::meaning::{LEAST, Meaning, weights};
use super::{
    Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Param, Range, Strategy,
};
use crate::frontier::{Score, Waiting};
use crate::lexicon::Measure;
use crate::report::RelatedWord;

const ALPHA: Param = Param {
    name: "alpha",
    title: "Weight of the way α",
    range: Range::Real {
        min: 0.0,
        max: 5.0,
        default: 0.2,
    },
    help: "How fast similarity falls with the number of steps between two terms.",
};
const BETA: Param = Param {
    name: "beta",
    title: "Weight of the depth β",
    range: Range::Real {
        min: 0.0,
        max: 5.0,
        default: 0.6,
    },
    help: "How fast similarity rises with the depth of what two terms have in common.",
};

pub(super) const ENTRY: Entry = Entry {
    id: "ssrm",
    title: "SSRM (related terms, weighed)",
    sentence: "Follows the links whose text means something similar to your words in WordNet, however long the text is.",
    source: "Batsakis §3.3.2 eq. 9",
    params: &[ALPHA, BETA, LEAST, AGAIN],
    needs: Needs::LEXICON,
    has_spiders: false,
    parts: &[super::SAME_PART, super::RELATED_PART],
    make: |materials| Box::new(Ssrm::new(materials)),
};

struct Ssrm {
    meaning: Meaning,
    again: Again,
}

impl Ssrm {
    fn new(materials: &Materials<'_>) -> Self {
        let settings = materials.settings;
        let measure = Measure::Li {
            alpha: settings.real(ALPHA.name),
            beta: settings.real(BETA.name),
        };
        Self {
            meaning: Meaning::new(materials, measure, settings.real(LEAST.name)),
            again: Again::of(settings),
        }
    }

    /// The score of a link's text; `asked` are the weights of the query's terms.
    fn worth(&mut self, anchor: &str, asked: &[f64], context: &mut Context<'_>) -> Score {
        let words = self.meaning.terms(anchor, context.language, context.lens);
        let weights = weights(&words, context.lens);
        let scale = norm(&weights) * norm(asked);
        let (mut same, mut related) = (0.0, 0.0);
        for (word, weight) in words.iter().zip(&weights) {
            for (similarity, asked) in self.meaning.similarities(word).iter().zip(asked) {
                let part = if *similarity < 1.0 {
                    &mut related
                } else {
                    &mut same
                };
                *part += similarity * weight * asked / scale.max(f64::MIN_POSITIVE);
            }
        }
        Score::with_parts(same + related, vec![same, related])
    }
}

fn norm(weights: &[f64]) -> f64 {
    let squares = weights
        .iter()
        .fold(0.0, |sum, weight| sum + weight * weight);
    libm::sqrt(squares)
}

impl Strategy for Ssrm {
    fn score(
        &mut self,
        _page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let asked = weights(self.meaning.query(), context.lens);
        let links = links.iter();
        links
            .map(|view| Some(self.worth(&view.link.anchor, &asked, context)))
            .collect()
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.meaning.related()
    }
}
