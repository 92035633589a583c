//! The hidden Markov model of trails with pages clustered by K-means: the score of a link is the probability of a
//! target behind it.
//!
//! If two priorities differ by less than ε, the larger two-step probability decides. The rule compares final priorities
//! at each pick, after the scores of several linking pages were combined. The hybrids have no such rule; of exactly
//! such a tie the thesis says "Instead, a Hybrid crawler will select … because of its proximity (similarity) with the
//! centroid" (Fig. 10).
//!
//! Source: Batsakis §2.5, §3.4.1 (Liu, Milios and Janssen 2004).

use super::framework::prelude::*;

/// The difference below which two priorities are tied.
pub(super) const TIES: Param<f64> = Param::share(
    "ties",
    "Tie threshold",
    0.0,
    "Priorities closer than this to the best are ties, decided by the prediction two links ahead; 0 means exact ties \
    only.",
)
.with_note(None, "Scores within {value} are ties, decided by the prediction two links ahead.");

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "hmm",
    title: "Hidden Markov model",
    description: "Learns from your trails which clusters of pages lead to relevant ones, and follows the links it \
        expects to lead there.",
    family: Family::Trained,
    source: "Batsakis §3.4.1",
    params: declare![
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
        TIES,
        ON_REDISCOVERY
    ],
    needs: Needs::TRAILS.with_background_idf(),
    scores_pages_independently: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |inputs| make(LayerOptions::new(inputs, false), None, inputs),
};

/// Creates the strategy with the given clustering of pages; with `turns` it chooses by the model in some of them only.
pub(super) fn make(options: LayerOptions, turns: Option<Turns>, inputs: &StrategyInputs<'_>) -> Box<dyn Strategy> {
    Trained::boxed(HmmLearner { options, ties: inputs.settings.get(&TIES), turns }, inputs)
}

/// The numbers of pages that are chosen by the model, and then breadth-first ([`super::alternating`]).
pub(super) struct Turns {
    pub(super) learned: usize,
    pub(super) breadth: usize,
}

/// The learner, which trains the model and chooses by it.
struct HmmLearner {
    options: LayerOptions,
    ties: f64,
    turns: Option<Turns>,
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

    fn link_scores(&self, model: &LayerModel, steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        let links = model.along(self.options, steps).into_iter();
        let score = |predictions: Vec<LookAheadPrediction>| {
            let predictions = predictions.into_iter();
            predictions.map(|prediction| prediction.one_step).collect()
        };
        links.map(score).collect()
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
            Some(Score {
                first: prediction.one_step,
                second: prediction.two_steps,
                parts: vec![prediction.one_step, prediction.two_steps],
            })
        };
        links.iter().map(of_link).collect()
    }

    /// Chooses by the number of pages read: pages in flight at a change of modes were chosen in the previous mode.
    fn choose(&self, crawl: &LayerState, frontier: &Frontier) -> Option<UrlId> {
        let is_learned = |turns: &Turns| crawl.pages_read() % (turns.learned + turns.breadth) < turns.learned;
        if self.turns.as_ref().is_none_or(is_learned) { frontier.best_of_ties(self.ties) } else { frontier.oldest() }
    }

    fn predictions(&self, model: &LayerModel, crawl: &LayerState, page: UrlId) -> Vec<PagePrediction> {
        model.predictions(crawl, page)
    }

    fn fits(&self, model: &LayerModel) -> bool {
        model.fits(self.options)
    }
}
