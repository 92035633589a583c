//! Naive Bayes over the most characteristic words: the score of a link is the probability that its page is relevant.
//!
//! Source: Batsakis §2.5, Pant §4.1.

use super::framework::prelude::*;
use crate::learning::Priors;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "naive-bayes",
    title: "Naive Bayes",
    description: "Classifies pages by their words with naive Bayes, and follows the links of pages that are probably \
        relevant.",
    family: Family::Trained,
    source: "Batsakis §2.5, Pant §4.1",
    params: declare![TERMS, WORDS, SMOOTHING, ON_REDISCOVERY],
    needs: Needs::TRAILS,
    scores_pages_independently: true,
    parts: &[super::RELEVANT_PART],
    make: |inputs| {
        let words = WordClassifier::new(inputs.settings, Priors::Estimated);
        Trained::boxed(NaiveBayesLearner { words }, inputs)
    },
};

struct NaiveBayesLearner {
    words: WordClassifier,
}

impl Learner for NaiveBayesLearner {
    type Model = crate::learning::NaiveBayes;
    type State = ClassProbabilities;

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<Self::Model, String> {
        self.words.train(2, &data.pages(2))
    }

    fn classify(&self, model: &Self::Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        self.words.sides(model, pages)
    }

    fn link_scores(&self, model: &Self::Model, steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        let links = |step: &TrailStep<'_>| {
            let relevant = self.words.shares(model, &step.page.counts)[0];
            vec![relevant; step.page.links.len()]
        };
        steps.iter().map(links).collect()
    }

    fn tables(&self, model: &Self::Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        WordClassifier::tables(model, &two_classes(), data)
    }

    fn score(
        &self,
        model: &Self::Model,
        crawl: &mut ClassProbabilities,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.words.shares(model, page.counts);
        let relevant = shares[0];
        crawl.insert(page.id, shares);
        vec![Some(Score::with_parts(relevant, vec![relevant])); links.len()]
    }

    fn predictions(&self, _model: &Self::Model, crawl: &ClassProbabilities, page: UrlId) -> Vec<PagePrediction> {
        crawl.predictions(page, &two_classes())
    }

    fn fits(&self, model: &Self::Model) -> bool {
        model.classes() == 2
    }
}
