//! The hybrid of what the trails say and what the page says: the mean of the hidden Markov model's probability and the page's likeness to the
//! relevant pages.
//!
//! Source: Batsakis §3.4.2, eq. 11.

use super::trained::{
    CLUSTERS, COUNTS, EMISSIONS, FOUND_AGAIN, HMM_WEIGHT, IDF, LAYERS, LINKS, LayerModel,
    LayerOptions, Layered, Lecture, Lessons, Method, NEIGHBORS, OTHERS, Outlook, TIES, Target,
    Trained, WORDS, around, layer_names,
};
use super::{Context, Entry, LinkView, Materials, Needs, PageView, Strategy};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::report::{Insight, Reading};
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: Entry = Entry {
    id: "hybrid-hmm",
    title: "Hybrid of model and page",
    sentence: "Follows the links of pages that look like your relevant ones, or from which your trails led to such.",
    source: "Batsakis §3.4.2 eq. 11",
    params: &[
        HMM_WEIGHT,
        OTHERS,
        LAYERS,
        CLUSTERS,
        NEIGHBORS,
        COUNTS,
        EMISSIONS,
        LINKS,
        WORDS,
        IDF,
        TIES,
        FOUND_AGAIN,
    ],
    needs: Needs::TRAILS,
    parts: &[super::ONE_STEP_PART, super::TARGET_PART],
    make: |materials| make(false, materials),
};

/// The strategy, with the link's own text or without.
pub(super) fn make(by_anchor: bool, materials: &Materials<'_>) -> Box<dyn Strategy> {
    let hybrid = Hybrid {
        options: LayerOptions::of(materials, false),
        weight: materials.settings.real(HMM_WEIGHT.name),
        others: materials.settings.real(OTHERS.name),
        by_anchor,
    };
    Trained::boxed(hybrid, materials)
}

struct Hybrid {
    options: LayerOptions,
    /// What the model's term weighs, in 0..=1.
    weight: f64,
    others: f64,
    /// The link's own text counts (eq. 12).
    by_anchor: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Model {
    layers: LayerModel,
    target: Target,
}

impl Hybrid {
    /// The page's likeness alone, or its mean with the anchor's.
    fn worth(&self, outlook: &Outlook, page: f64, anchor: Option<f64>) -> Score {
        let likeness = anchor.map_or(page, |anchor| f64::midpoint(page, anchor));
        let worth = self.weight * outlook.one_step + (1.0 - self.weight) * likeness;
        let parts = [Some(outlook.one_step), Some(page), anchor];
        let parts = parts.into_iter().flatten().collect();
        self.options.score(worth, outlook, parts)
    }
}

impl Method for Hybrid {
    type Model = Model;
    type Memory = Layered;

    fn classes(&self) -> Vec<String> {
        layer_names(self.options.layers)
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<Model, String> {
        Ok(Model {
            layers: LayerModel::train(self.options, lessons)?,
            target: Target::train(lessons, self.options.by_training, self.others),
        })
    }

    fn classify(&self, model: &Model, pages: &[&Lecture]) -> Vec<Option<usize>> {
        model.layers.classify(self.options, pages)
    }

    fn tables(&self, model: &Model, lessons: Lessons<'_>) -> Vec<Insight> {
        let mut tables = model.layers.tables(self.options, lessons);
        tables.push(model.target.table(lessons.course));
        tables
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
            let words = || around(view.link, context.language, context.lens);
            let outlook = model
                .layers
                .of_link(self.options, crawl, page.id, outlook, words);
            Some(self.worth(&outlook, of_page, anchor))
        };
        links.iter().map(of_link).collect()
    }

    fn readings(&self, model: &Model, crawl: &Layered, page: UrlId) -> Vec<Reading> {
        model.layers.readings(crawl, page)
    }

    fn fits(&self, model: &Model) -> bool {
        model.layers.fits(self.options)
    }
}
