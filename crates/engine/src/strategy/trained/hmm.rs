//! The hidden Markov model of trails, its pages clustered by K-means: links are worth the probability that a target is behind them.
//!
//! Source: Batsakis §2.5, §3.4.1 (Liu, Milios and Janssen 2004).

use super::framework::{
    CLUSTERS, COUNTS, DISCOUNT, EMISSIONS, IDF, LAYERS, LINKS, LayerModel, LayerOptions,
    LayerState, Learner, NEIGHBORS, ON_REDISCOVERY, TIES, Trained, TrainingFold, TrainingPage,
    WORDS, around, layer_names,
};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::strategy::{Context, Entry, LinkView, PageView, Strategy, StrategyInputs, declare};
use types::report::{ModelTable, PagePrediction};
use types::strategy::Needs;

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "hmm",
    title: "Hidden Markov model",
    sentence: "Learns from your trails which clusters of pages lead to relevant ones, and follows the links it expects to lead there.",
    source: "Batsakis §3.4.1",
    params: declare![
        LAYERS,
        CLUSTERS,
        NEIGHBORS,
        COUNTS,
        EMISSIONS,
        LINKS,
        DISCOUNT,
        WORDS,
        IDF,
        TIES,
        ON_REDISCOVERY,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |inputs| make(LayerOptions::of(inputs, false), inputs),
};

/// The strategy, however pages are clustered.
pub(super) fn make(options: LayerOptions, inputs: &StrategyInputs<'_>) -> Box<dyn Strategy> {
    Trained::boxed(HmmLearner { options }, inputs)
}

struct HmmLearner {
    options: LayerOptions,
}

impl Learner for HmmLearner {
    type Model = LayerModel;
    type State = LayerState;

    fn classes(&self) -> Vec<String> {
        layer_names(self.options.layers)
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<LayerModel, String> {
        LayerModel::train(self.options, data)
    }

    fn classify(&self, model: &LayerModel, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        model.classify(self.options, pages)
    }

    fn tables(&self, model: &LayerModel, data: TrainingFold<'_>) -> Vec<ModelTable> {
        model.tables(self.options, data)
    }

    fn score(
        &self,
        model: &LayerModel,
        crawl: &mut LayerState,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let prediction = model.prediction(self.options, crawl, page);
        let of_link = |view: &LinkView<'_>| {
            let words = || around(view.link, context.language, context.vectorizer);
            let prediction = model.of_link(self.options, crawl, page.id, prediction, words);
            let parts = vec![prediction.one_step, prediction.two_steps];
            Some(self.options.score(prediction.one_step, &prediction, parts))
        };
        links.iter().map(of_link).collect()
    }

    fn predictions(
        &self,
        model: &LayerModel,
        crawl: &LayerState,
        page: UrlId,
    ) -> Vec<PagePrediction> {
        model.predictions(crawl, page)
    }

    fn fits(&self, model: &LayerModel) -> bool {
        model.fits(self.options)
    }
}
