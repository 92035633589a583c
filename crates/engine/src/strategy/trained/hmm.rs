//! The hidden Markov model of trails, its pages clustered by K-means: links are worth the probability that a target is behind them.
//!
//! Source: Batsakis §2.5, §3.4.1 (Liu, Milios and Janssen 2004).

use super::framework::{
    CLUSTERS, COUNTS, DISCOUNT, EMISSIONS, IDF, LAYERS, LINKS, LayerModel, LayerOptions, Layered,
    Method, NEIGHBORS, ON_REDISCOVERY, TIES, Trained, TrainingData, TrainingPage, WORDS, around,
    layer_names,
};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::strategy::{Context, Entry, LinkView, Materials, PageView, Strategy, declare};
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
    make: |materials| make(LayerOptions::of(materials, false), materials),
};

/// The strategy, however pages are clustered.
pub(super) fn make(options: LayerOptions, materials: &Materials<'_>) -> Box<dyn Strategy> {
    Trained::boxed(Markov { options }, materials)
}

struct Markov {
    options: LayerOptions,
}

impl Method for Markov {
    type Model = LayerModel;
    type Memory = Layered;

    fn classes(&self) -> Vec<String> {
        layer_names(self.options.layers)
    }

    fn train(&self, data: TrainingData<'_>) -> Result<LayerModel, String> {
        LayerModel::train(self.options, data)
    }

    fn classify(&self, model: &LayerModel, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        model.classify(self.options, pages)
    }

    fn tables(&self, model: &LayerModel, data: TrainingData<'_>) -> Vec<ModelTable> {
        model.tables(self.options, data)
    }

    fn score(
        &self,
        model: &LayerModel,
        crawl: &mut Layered,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let outlook = model.outlook(self.options, crawl, page);
        let of_link = |view: &LinkView<'_>| {
            let words = || around(view.link, context.language, context.vectorizer);
            let outlook = model.of_link(self.options, crawl, page.id, outlook, words);
            let parts = vec![outlook.one_step, outlook.two_steps];
            Some(self.options.score(outlook.one_step, &outlook, parts))
        };
        links.iter().map(of_link).collect()
    }

    fn predictions(&self, model: &LayerModel, crawl: &Layered, page: UrlId) -> Vec<PagePrediction> {
        model.predictions(crawl, page)
    }

    fn fits(&self, model: &LayerModel) -> bool {
        model.fits(self.options)
    }
}
