//! Best-first toward examples: the score of a page or link is its similarity to the relevant pages of the trails.
//!
//! It is eq. 12 without its HMM term, with example pages in place of a query: the baseline for strategies that learn
//! from paths.
//!
//! Source: Pant §4.1 (“similarity to seed pages”), Batsakis §3.4.2 and ch. 5.

use super::framework::prelude::*;
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "centroid",
    title: "Toward the examples",
    description: "Follows the links whose page and link text are most similar to the pages you marked as relevant.",
    family: Family::Trained,
    source: "Pant §4.1, Batsakis §3.4.2",
    params: declare![OTHERS, IDF, ON_REDISCOVERY],
    needs: Needs { contrast: false, ..Needs::TRAILS.with_background_idf() },
    scores_pages_independently: true,
    parts: &[super::TARGET_PART, super::TARGET_ANCHOR_PART],
    make: |inputs| {
        let learner = Centroid { by_training: inputs.settings.get(&IDF), others: inputs.settings.get(&OTHERS) };
        Trained::boxed(learner, inputs)
    },
};

struct Centroid {
    by_training: bool,
    others: f64,
}

#[derive(Serialize, Deserialize)]
struct Model {
    target: RelevantCentroid,
    /// The centroid of the other pages; the evaluation classifies a page by the nearer of the two.
    others: SparseVector,
}

impl Learner for Centroid {
    type Model = Model;
    type State = ();

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn needs_contrast(&self) -> bool {
        ENTRY.needs.contrast
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<Model, String> {
        let target = RelevantCentroid::train(data, self.by_training, self.others);
        let pages = data.pages(2).into_iter().filter(|step| step.layer > 0);
        let others: Vec<SparseVector> =
            pages.map(|step| target.weights.vector(step.page.into()).into_owned()).collect();
        Ok(Model { others: SparseVector::centroid(&others), target })
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        let class = |page: &&TrainingPage| {
            let text = Text::from(*page);
            let other = model.target.weights.vector(text).cosine(&model.others);
            Some(usize::from(model.target.page(text) <= other))
        };
        pages.iter().map(class).collect()
    }

    fn link_scores(&self, model: &Model, steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        let links = |step: &TrailStep<'_>| {
            let of_page = model.target.page(step.page.into());
            let links = step.page.links.iter();
            let score = |link| f64::midpoint(of_page, model.target.link(link));
            links.map(score).collect()
        };
        steps.iter().map(links).collect()
    }

    fn tables(&self, model: &Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        vec![model.target.table(data.training_set)]
    }

    fn target(model: &mut Self::Model) -> Option<&mut RelevantCentroid> {
        Some(&mut model.target)
    }

    fn score(
        &self,
        model: &Model,
        (): &mut (),
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let of_page = model.target.page(page.into());
        let of_link = |view: &LinkView<'_>| {
            let anchor = model.target.anchor(&view.link.anchor, context);
            let mean = f64::midpoint(of_page, anchor);
            Some(Score::with_parts(mean, vec![of_page, anchor]))
        };
        links.iter().map(of_link).collect()
    }
}
