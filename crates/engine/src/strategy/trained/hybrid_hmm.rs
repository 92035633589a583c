//! The hybrid of trails and page: the weighted sum of the hidden Markov model's probability and the page's similarity
//! to the relevant pages.
//!
//! Source: Batsakis §3.4.2, eq. 11.

use super::framework::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The parameters of both hybrids.
pub(super) const PARAMS: ParamList = declare![
    HMM_WEIGHT,
    MIXING,
    OTHERS,
    LAYERS,
    CLUSTERS,
    NEIGHBORS,
    COUNTS,
    VISITS,
    EMISSIONS,
    LINKS,
    DISCOUNT,
    WORDS,
    IDF,
    ON_REDISCOVERY,
]
.with_presets(&[Preset {
    title: "Words of links, learned weights",
    description: "Uses the words near each link as evidence and learns the weights of the terms from your trails: this \
        project's variant, not the thesis's.",
    params: &[(LINKS.name(), "words"), (MIXING.name(), "learned")],
}]);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "hybrid-hmm",
    title: "Hybrid of model and page",
    description: "Follows the links of pages that are similar to your relevant pages, or that led to such pages on \
        your trails.",
    family: Family::Trained,
    source: "Batsakis §3.4.2 eq. 11",
    params: PARAMS,
    needs: Needs::TRAILS.with_background_idf(),
    scores_pages_independently: false,
    parts: &[super::ONE_STEP_PART, super::TARGET_PART],
    make: |inputs| make(false, inputs),
};

/// Returns the strategy, with or without the link's own text.
pub(super) fn make(by_anchor: bool, inputs: &StrategyInputs<'_>) -> Box<dyn Strategy> {
    let hybrid = HybridLearner {
        options: LayerOptions::new(inputs, false),
        weight: inputs.settings.get(&HMM_WEIGHT),
        others: inputs.settings.get(&OTHERS),
        by_anchor,
        learns_weights: inputs.settings.get(&MIXING),
    };
    Trained::boxed(hybrid, inputs)
}

struct HybridLearner {
    options: LayerOptions,
    /// The weight of the model's term, in 0..=1.
    weight: f64,
    others: f64,
    /// True if the link's own text counts (eq. 12).
    by_anchor: bool,
    /// True if the weights are learned from the trails.
    learns_weights: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Model {
    layers: LayerModel,
    target: RelevantCentroid,
    /// `None` if the weights are given, or if the trails lack links of either kind.
    learned_weights: Option<LearnedWeights>,
}

impl HybridLearner {
    /// Returns the weighted sum of model and similarity; the similarity is the page's, or its mean with the anchor's.
    fn link_score(
        &self,
        learned_weights: Option<&LearnedWeights>,
        prediction: &LookAheadPrediction,
        page: f64,
        anchor: Option<f64>,
    ) -> Score {
        let likeness = anchor.map_or(page, |anchor| f64::midpoint(page, anchor));
        let given = self.weight * prediction.one_step + (1.0 - self.weight) * likeness;
        let terms = [prediction.one_step, page, anchor.unwrap_or(0.0)];
        let score = learned_weights.map_or(given, |learned_weights| learned_weights.probability(terms));
        let parts = [Some(prediction.one_step), Some(page), anchor];
        Score::with_parts(score, parts.into_iter().flatten().collect())
    }

    /// Trains both terms of the score; their weights are not learned yet.
    fn train_terms(&self, data: TrainingFold<'_>) -> Result<Model, String> {
        Ok(Model {
            layers: LayerModel::train(self.options, data)?,
            target: RelevantCentroid::train(data, self.options.by_training, self.others),
            learned_weights: None,
        })
    }

    /// Returns the links of the trails' pages, each with the prediction of a model that was not trained on its trail,
    /// and true if it leads to a relevant page.
    fn links(&self, data: TrainingFold<'_>) -> Vec<(Terms, bool)> {
        let mut links = Vec::new();
        let mut seen = BTreeSet::new();
        for fold in data.folds() {
            let Ok(model) = self.train_terms(data.without(&fold)) else {
                continue;
            };
            for trail in data.numbers().filter(|trail| fold.test.contains(trail)) {
                let steps = data.steps(trail, self.options.layers);
                let outlooks = model.layers.along(self.options, &steps);
                for (step, outlooks) in steps.iter().zip(outlooks).filter(|(step, _)| seen.insert(step.number)) {
                    let page = model.target.page(step.page.into());
                    let of_page = step.page.links.iter().zip(outlooks);
                    links.extend(of_page.map(|(link, prediction)| {
                        let anchor = if self.by_anchor { model.target.link(link) } else { 0.0 };
                        let good = link.to.is_some_and(|to| data.trails.pages()[to].relevant);
                        ([prediction.one_step, page, anchor], good)
                    }));
                }
            }
        }
        links
    }
}

impl Learner for HybridLearner {
    type Model = Model;
    type State = LayerState;

    fn classes(&self) -> Vec<String> {
        layer_names(self.options.layers)
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<Model, String> {
        let mut model = self.train_terms(data)?;
        // A model for evaluation is judged by its layers only, which need no learned weights.
        if self.learns_weights && data.is_whole() {
            model.learned_weights = LearnedWeights::train(&self.links(data), self.options.seed);
        }
        Ok(model)
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        model.layers.classify(self.options, pages)
    }

    fn tables(&self, model: &Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let mut tables = model.layers.tables(self.options, data);
        tables.push(model.target.table(data.training_set));
        tables.extend(model.learned_weights.as_ref().map(weighed));
        tables
    }

    fn target(model: &mut Self::Model) -> Option<&mut RelevantCentroid> {
        Some(&mut model.target)
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut LayerState,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let prediction = model.layers.prediction(self.options, crawl, page);
        let of_page = model.target.page(page.into());
        let of_link = |view: &LinkView<'_>| {
            let anchor = self.by_anchor.then(|| model.target.anchor(&view.link.anchor, context));
            let words = || around(view.link, context.language, context.vectorizer);
            let prediction = model.layers.of_link(self.options, crawl, page.id, prediction, words);
            Some(self.link_score(model.learned_weights.as_ref(), &prediction, of_page, anchor))
        };
        links.iter().map(of_link).collect()
    }

    fn predictions(&self, model: &Model, crawl: &LayerState, page: UrlId) -> Vec<PagePrediction> {
        model.layers.predictions(crawl, page)
    }

    fn fits(&self, model: &Model) -> bool {
        model.layers.fits(self.options)
    }
}

/// Returns the learned weights, for display.
fn weighed(learned_weights: &LearnedWeights) -> ModelTable {
    let names = ["model", "page", "anchor"];
    let rows = names.into_iter().zip(learned_weights.weights());
    ModelTable::new(
        "Learned weights",
        "Importance of each term: change of the score when the term rises by one standard deviation.",
        &["Term", "Weight"],
        rows.map(|(name, weight)| vec![Cell::Text(name.to_owned()), Cell::Number(weight)]),
    )
}
