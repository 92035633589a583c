//! The hybrid of what the trails say and what the page says: the mean of the hidden Markov model's probability and the page's likeness to the
//! relevant pages.
//!
//! Source: Batsakis §3.4.2, eq. 11.

use super::framework::{
    CLUSTERS, COUNTS, DISCOUNT, EMISSIONS, HMM_WEIGHT, IDF, LAYERS, LINKS, LayerModel,
    LayerOptions, Layered, MIXING, Method, Mixture, NEIGHBORS, ON_REDISCOVERY, OTHERS, Outlook,
    TIES, Target, Terms, Trained, TrainingData, TrainingPage, WORDS, around, layer_names,
};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::strategy::{
    Context, Entry, LinkView, Materials, PageView, ParamDeclaration, Strategy, declare,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::report::{Cell, ModelTable, PagePrediction};
use types::strategy::Needs;

/// The parameters of both hybrids.
pub(super) const PARAMS: &[ParamDeclaration] = declare![
    HMM_WEIGHT,
    MIXING,
    OTHERS,
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
];

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "hybrid-hmm",
    title: "Hybrid of model and page",
    sentence: "Follows the links of pages that are similar to your relevant pages, or that led to such pages on your trails.",
    source: "Batsakis §3.4.2 eq. 11",
    params: PARAMS,
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[
        super::ONE_STEP_PART,
        super::TARGET_PART,
        super::TWO_STEPS_PART,
    ],
    make: |materials| make(false, materials),
};

/// Returns the strategy, with the link's own text or without.
pub(super) fn make(by_anchor: bool, materials: &Materials<'_>) -> Box<dyn Strategy> {
    let hybrid = Hybrid {
        options: LayerOptions::of(materials, false),
        weight: materials.settings.get(&HMM_WEIGHT),
        others: materials.settings.get(&OTHERS),
        by_anchor,
        learns_weights: materials.settings.get(&MIXING),
    };
    Trained::boxed(hybrid, materials)
}

struct Hybrid {
    options: LayerOptions,
    /// The weight of the model's term, in 0..=1.
    weight: f64,
    others: f64,
    /// The link's own text counts (eq. 12).
    by_anchor: bool,
    /// The weights are learned from the trails.
    learns_weights: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Model {
    layers: LayerModel,
    target: Target,
    /// None where the weights are given, or the trails have no links of both kinds.
    mixture: Option<Mixture>,
}

impl Hybrid {
    /// Model and likeness by their weights; likeness is the page's alone, or its mean with the anchor's.
    fn worth(
        &self,
        mixture: Option<&Mixture>,
        outlook: &Outlook,
        page: f64,
        anchor: Option<f64>,
    ) -> Score {
        let likeness = anchor.map_or(page, |anchor| f64::midpoint(page, anchor));
        let given = self.weight * outlook.one_step + (1.0 - self.weight) * likeness;
        let terms = [outlook.one_step, page, anchor.unwrap_or(0.0)];
        let worth = mixture.map_or(given, |mixture| mixture.probability(terms));
        let parts = [
            Some(outlook.one_step),
            Some(page),
            anchor,
            Some(outlook.two_steps),
        ];
        let parts = parts.into_iter().flatten().collect();
        self.options.score(worth, outlook, parts)
    }

    fn unmixed(&self, data: TrainingData<'_>) -> Result<Model, String> {
        Ok(Model {
            layers: LayerModel::train(self.options, data)?,
            target: Target::train(data, self.options.by_training, self.others),
            mixture: None,
        })
    }

    /// Returns the links of the trails' pages, with what a model says of each that never saw its trail, and whether it leads to a relevant page.
    fn links(&self, data: TrainingData<'_>) -> Vec<(Terms, bool)> {
        let mut links = Vec::new();
        let mut seen = BTreeSet::new();
        for fold in data.folds() {
            let Ok(model) = self.unmixed(data.without(&fold)) else {
                continue;
            };
            for trail in data.numbers().filter(|trail| fold.out.contains(trail)) {
                let steps = data.steps(trail, self.options.layers);
                let outlooks = model.layers.along(self.options, &steps);
                for (step, outlooks) in steps
                    .iter()
                    .zip(outlooks)
                    .filter(|(step, _)| seen.insert(step.number))
                {
                    let page = model.target.page(step.page.into());
                    let of_page = step.page.links.iter().zip(outlooks);
                    links.extend(of_page.map(|(link, outlook)| {
                        let anchor = if self.by_anchor {
                            model.target.words(&link.anchor)
                        } else {
                            0.0
                        };
                        let good = link.to.is_some_and(|to| data.trails.pages()[to].relevant);
                        ([outlook.one_step, page, anchor], good)
                    }));
                }
            }
        }
        links
    }
}

impl Method for Hybrid {
    type Model = Model;
    type Memory = Layered;

    fn classes(&self) -> Vec<String> {
        layer_names(self.options.layers)
    }

    fn train(&self, data: TrainingData<'_>) -> Result<Model, String> {
        let mut model = self.unmixed(data)?;
        // A model that is only to be judged is judged by its layers.
        if self.learns_weights && data.is_whole() {
            model.mixture = Mixture::train(&self.links(data), self.options.seed);
        }
        Ok(model)
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        model.layers.classify(self.options, pages)
    }

    fn tables(&self, model: &Model, data: TrainingData<'_>) -> Vec<ModelTable> {
        let mut tables = model.layers.tables(self.options, data);
        tables.push(model.target.table(data.training_set));
        tables.extend(model.mixture.as_ref().map(weighed));
        tables
    }

    fn target(model: &mut Self::Model) -> Option<&mut Target> {
        Some(&mut model.target)
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut Layered,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let outlook = model.layers.outlook(self.options, crawl, page);
        let of_page = model.target.page(page.into());
        let of_link = |view: &LinkView<'_>| {
            let anchor = self
                .by_anchor
                .then(|| model.target.anchor(&view.link.anchor, context));
            let words = || around(view.link, context.language, context.vectorizer);
            let outlook = model
                .layers
                .of_link(self.options, crawl, page.id, outlook, words);
            Some(self.worth(model.mixture.as_ref(), &outlook, of_page, anchor))
        };
        links.iter().map(of_link).collect()
    }

    fn predictions(&self, model: &Model, crawl: &Layered, page: UrlId) -> Vec<PagePrediction> {
        model.layers.predictions(crawl, page)
    }

    fn fits(&self, model: &Model) -> bool {
        model.layers.fits(self.options)
    }
}

/// Returns the learned weights, for people.
fn weighed(mixture: &Mixture) -> ModelTable {
    let names = ["model", "page", "anchor"];
    let rows = names.into_iter().zip(mixture.weights());
    ModelTable::new(
        "Learned weights",
        "Importance of each term: change of the score when the term rises by one standard deviation.",
        &["Term", "Weight"],
        rows.map(|(name, weight)| vec![Cell::Text(name.to_owned()), Cell::Number(weight)]),
    )
}
