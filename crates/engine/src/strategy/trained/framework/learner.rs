//! The trait of learners: the part in which trained strategies differ. [`super::Trained`] is the shared part, and calls
//! the learner.

use super::{RelevantCentroid, TrailStep, TrainingFold, TrainingPage};
use crate::strategy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A learner that is trained on trails.
pub(in crate::strategy) trait Learner: Send {
    /// The model.
    type Model: Serialize + DeserializeOwned + Send;
    /// The state that a crawl adds.
    type State: Default + Serialize + DeserializeOwned + Send;

    /// Returns the classes of pages: first the relevant ones, then layers at increasing distance.
    fn classes(&self) -> Vec<String>;

    /// Returns true if relevant pages alone teach nothing, because the model compares them with other pages.
    fn needs_contrast(&self) -> bool {
        true
    }

    /// Trains the model, or returns the problem in a sentence.
    fn train(&self, data: TrainingFold<'_>) -> Result<Self::Model, String>;

    /// Returns the classes of a trail's pages, in their order; `None` if a class is unknown.
    fn classify(&self, model: &Self::Model, pages: &[&TrainingPage]) -> Vec<Option<usize>>;

    /// Returns the score of each link of a trail's pages, in their order; none for a learner whose scores need more
    /// than the training data.
    fn link_scores(&self, _model: &Self::Model, _steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        Vec::new()
    }

    /// Returns the model as tables for people.
    fn tables(&self, model: &Self::Model, data: TrainingFold<'_>) -> Vec<ModelTable>;

    /// Scores links as [`crate::strategy::Strategy::score`] does.
    fn score(
        &self,
        model: &Self::Model,
        state: &mut Self::State,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>>;

    /// Revises scores as [`crate::strategy::Strategy::revise`] does.
    fn revise(
        &self,
        _state: &mut Self::State,
        _frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        Vec::new()
    }

    /// Chooses the next URL as [`crate::strategy::Strategy::choose`] does.
    fn choose(&self, _state: &Self::State, frontier: &Frontier) -> Option<UrlId> {
        frontier.best()
    }

    /// Returns the centroid of the relevant pages, if the model has one; judgments move it.
    fn target(_model: &mut Self::Model) -> Option<&mut RelevantCentroid> {
        None
    }

    /// Returns predictions as [`crate::strategy::Report::predictions`] does.
    fn predictions(&self, _model: &Self::Model, _state: &Self::State, _page: UrlId) -> Vec<PagePrediction> {
        Vec::new()
    }

    /// Returns tables of the data that the crawl added, as [`crate::strategy::Report::tables`] does.
    fn model_tables(&self, _state: &Self::State, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        Vec::new()
    }

    /// Returns false if it classifies pages by the link to them, so that a trail's first page has no class.
    fn judges_first_pages(&self) -> bool {
        true
    }

    /// Returns true if the parts of a saved model fit the settings.
    fn fits(&self, _model: &Self::Model) -> bool {
        true
    }
}
