//! Best-first with synonyms: the query and every link's text are expanded with the synonyms of their terms, then compared as usual.
//!
//! `priority = (sim(p, q*) + sim(a*, q*)) / 2`, where `*` adds the words of all lemmas of the same synsets, each once for each time that
//! the term stands there.
//!
//! Source: Batsakis §3.3.3 eq. 10.

use super::again::{AGAIN, Again};
use super::meaning::{Meaning, Word};
use super::{Context, Entry, FoundAgain, LinkView, Needs, PageView, Part, Strategy};
use crate::frontier::{Score, Waiting};
use crate::lexicon::{Measure, Term};
use crate::report::RelatedWord;
use crate::text::{Language, SparseVector, TermCounts, cosine};
use crate::topic::Lens;
use std::collections::BTreeMap;

pub(super) const ENTRY: Entry = Entry {
    id: "synset",
    title: "Best-first with synonyms",
    sentence: "Follows the links whose page and own text look like your words or their synonyms in WordNet.",
    source: "Batsakis §3.3.3 eq. 10",
    params: &[AGAIN],
    needs: Needs::LEXICON,
    has_spiders: false,
    parts: &[
        Part {
            title: "page",
            help: "how much the page with the link looks like your words and their synonyms",
        },
        Part {
            title: "anchor",
            help: "how much the link's own text, with synonyms, looks like your words and theirs",
        },
    ],
    make: |materials| {
        Box::new(Synset {
            meaning: Meaning::new(materials, Measure::Synonyms, 0.0),
            again: Again::of(materials.settings),
            synonyms: BTreeMap::new(),
        })
    },
};

struct Synset {
    meaning: Meaning,
    again: Again,
    /// The words of the synonyms of each term met so far.
    synonyms: BTreeMap<Term, TermCounts>,
}

impl Synset {
    /// `q*`: the query and the synonyms of its terms, as the crawl weighs them now.
    fn query(&mut self, context: &mut Context<'_>) -> SparseVector {
        let mut counts = context.lens.counts(self.meaning.text(), context.language);
        for word in self.meaning.query().to_vec() {
            self.add_synonyms(&word, &mut counts, context.lens);
        }
        context.lens.weigh(&counts)
    }

    /// `a*`: a link's text and the synonyms of its terms.
    fn anchor(&mut self, anchor: &str, context: &mut Context<'_>) -> SparseVector {
        let mut counts = context.lens.counts(anchor, context.language);
        for word in self.meaning.terms(anchor, context.language, context.lens) {
            self.add_synonyms(&word, &mut counts, context.lens);
        }
        context.lens.weigh(&counts)
    }

    fn add_synonyms(&mut self, word: &Word, counts: &mut TermCounts, lens: &mut Lens) {
        let Some(term) = word.term() else {
            return;
        };
        let mut read = |meaning: &Meaning| {
            let synonyms = meaning.synonyms(term).join("\n");
            lens.counts(&synonyms, Some(Language::ENGLISH))
        };
        let synonyms = self
            .synonyms
            .entry(term)
            .or_insert_with(|| read(&self.meaning));
        counts.merge(synonyms, word.count());
    }
}

impl Strategy for Synset {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let query = self.query(context);
        let of_page = cosine(page.vector, &query);
        let mut of_link = |view: &LinkView<'_>| {
            let of_anchor = cosine(&self.anchor(&view.link.anchor, context), &query);
            let parts = vec![of_page, of_anchor];
            Some(Score::with_parts(f64::midpoint(of_page, of_anchor), parts))
        };
        links.iter().map(&mut of_link).collect()
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.meaning.related()
    }
}
