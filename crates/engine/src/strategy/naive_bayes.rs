//! Naive Bayes over the words that tell most: links are worth the probability that their page is relevant.
//!
//! Source: Batsakis §2.5, Pant §4.1.

use super::trained::{
    Classed, FOUND_AGAIN, LayerWords, Lecture, Lessons, Method, SMOOTHING, TERMS, Trained, WORDS,
    two_classes,
};
use super::{Context, Entry, LinkView, Needs, PageView};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learn::Priors;
use crate::report::{Insight, Reading};

pub(super) const ENTRY: Entry = Entry {
    id: "naive-bayes",
    title: "Naive Bayes",
    sentence: "Counts which words your relevant pages have and the others have not, and follows the links of pages that are likely relevant.",
    source: "Batsakis §2.5, Pant §4.1",
    params: &[TERMS, WORDS, SMOOTHING, FOUND_AGAIN],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::RELEVANT_PART],
    make: |materials| {
        let words = LayerWords::of(materials.settings, Priors::Estimated);
        Trained::boxed(Bayes { words }, materials)
    },
};

struct Bayes {
    words: LayerWords,
}

impl Method for Bayes {
    type Model = crate::learn::NaiveBayes;
    type Memory = Classed;

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<Self::Model, String> {
        self.words.train(2, lessons)
    }

    fn classify(&self, model: &Self::Model, pages: &[&Lecture]) -> Vec<Option<usize>> {
        self.words.sides(model, pages)
    }

    fn tables(&self, model: &Self::Model, lessons: Lessons<'_>) -> Vec<Insight> {
        LayerWords::tables(model, &two_classes(), lessons)
    }

    fn score(
        &self,
        model: &Self::Model,
        crawl: &mut Classed,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.words.shares(model, page.counts);
        let relevant = shares[0];
        crawl.insert(page.id, shares);
        vec![Some(Score::with_parts(relevant, vec![relevant])); links.len()]
    }

    fn readings(&self, _model: &Self::Model, crawl: &Classed, page: UrlId) -> Vec<Reading> {
        crawl.readings(page, &two_classes())
    }

    fn fits(&self, model: &Self::Model) -> bool {
        model.classes() == 2
    }
}
