//! A linear support vector machine: the score of a link is the probability that its page is relevant.
//!
//! Source: Batsakis §2.5, Pant §4.1; Platt 1999 for probabilities.

use super::framework::prelude::*;
use crate::learning::{Svm, SvmOptions};
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

const COST: Param<f64> = Param::real(
    "cost",
    "Cost of errors (C)",
    0.001..=1_000.0,
    1.0,
    "Larger values fit your pages more closely; smaller values generalize more.",
)
.training_only();

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "svm",
    title: "Support vector machine",
    description: "Separates your relevant pages from the others by their words, and follows the links of pages that \
        are probably relevant.",
    family: Family::Trained,
    source: "Batsakis §2.5, Pant §4.1",
    params: declare![COST, TRAINING_IDF, ON_REDISCOVERY,],
    needs: Needs::TRAILS,
    scores_pages_independently: true,
    parts: &[super::RELEVANT_PART],
    make: |inputs| {
        let options =
            SvmOptions { cost: inputs.settings.get(&COST), seed: inputs.plan.rng_seed, ..SvmOptions::default() };
        let by_training = inputs.settings.get(&TRAINING_IDF);
        Trained::boxed(SvmLearner { options, by_training }, inputs)
    },
};

struct SvmLearner {
    options: SvmOptions,
    by_training: bool,
}

#[derive(Serialize, Deserialize)]
struct Model {
    weights: Weights,
    svm: Svm,
}

impl Model {
    fn probability(&self, text: Text<'_>) -> f64 {
        self.svm.probability(&self.weights.vector(text).unit())
    }
}

impl Learner for SvmLearner {
    type Model = Model;
    type State = ClassProbabilities;

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<Model, String> {
        let weights = Weights::new(data, self.by_training);
        let pages = data.pages(2).into_iter();
        let examples: Vec<(bool, SparseVector)> =
            pages.map(|step| (step.layer == 0, weights.vector(step.page.into()).unit())).collect();
        let svm = Svm::train(examples.iter().map(|(relevant, vector)| (*relevant, vector)), self.options);
        let svm = svm.map_err(|error| error.to_string())?;
        Ok(Model { weights, svm })
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        let class = |page: &&TrainingPage| Some(usize::from(model.probability((*page).into()) < 0.5));
        pages.iter().map(class).collect()
    }

    fn tables(&self, model: &Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let n = types::limits::MODEL_TABLE_ROWS;
        let row = |(term, weight): (TermId, f64)| {
            vec![Cell::Text(data.training_set.word(term).to_owned()), Cell::Number(weight)]
        };
        let table = |title, help, terms: Vec<(TermId, f64)>| {
            ModelTable::new(title, help, &["Word", "Weight"], terms.into_iter().map(row))
        };
        vec![
            table("Words for relevance", "Words that raise the probability of relevance.", model.svm.terms_for(n)),
            table(
                "Words against relevance",
                "Words that lower the probability of relevance.",
                model.svm.terms_against(n),
            ),
        ]
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut ClassProbabilities,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let relevant = model.probability(page.into());
        crawl.insert(page.id, vec![relevant, 1.0 - relevant]);
        vec![Some(Score::with_parts(relevant, vec![relevant])); links.len()]
    }

    fn predictions(&self, _model: &Model, crawl: &ClassProbabilities, page: UrlId) -> Vec<PagePrediction> {
        crawl.predictions(page, &two_classes())
    }
}
