//! Defines the trait of methods that learn from trails; the rest is shared.
//!
//! Not covered: when it is asked, which is [`super::Trained`]'s.

use super::{Target, TrainingData, TrainingPage};
use crate::frontier::{Frontier, Score};
use crate::graph::UrlId;
use crate::strategy::{Context, LinkView, PageView, Survey};
use serde::Serialize;
use serde::de::DeserializeOwned;
use types::report::{ModelTable, PagePrediction};

/// A method that learns from trails.
pub(in crate::strategy) trait Method {
    /// The model.
    type Model: Serialize + DeserializeOwned;
    /// The state that a crawl adds.
    type Memory: Default + Serialize + DeserializeOwned;

    /// Returns the classes of pages: first the relevant ones, then layers at increasing distance.
    fn classes(&self) -> Vec<String>;

    /// Learns, or says in a sentence why it cannot.
    fn train(&self, data: TrainingData<'_>) -> Result<Self::Model, String>;

    /// Returns the classes of the pages of a trail, in their order; `None` for one of which nothing is known.
    fn classify(&self, model: &Self::Model, pages: &[&TrainingPage]) -> Vec<Option<usize>>;

    /// Returns the model as tables for people.
    fn tables(&self, model: &Self::Model, data: TrainingData<'_>) -> Vec<ModelTable>;

    /// As [`crate::strategy::Strategy::score`].
    fn score(
        &self,
        model: &Self::Model,
        memory: &mut Self::Memory,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>>;

    /// As [`crate::strategy::Strategy::revise`].
    fn revise(
        &self,
        _memory: &mut Self::Memory,
        _frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        Vec::new()
    }

    /// Returns the centroid of the relevant pages, if the model has one: ratings move it.
    fn target(_model: &mut Self::Model) -> Option<&mut Target> {
        None
    }

    /// As [`crate::strategy::Report::predictions`].
    fn predictions(
        &self,
        _model: &Self::Model,
        _memory: &Self::Memory,
        _page: UrlId,
    ) -> Vec<PagePrediction> {
        Vec::new()
    }

    /// As [`crate::strategy::Report::tables`]: what the crawl has added.
    fn model_tables(&self, _memory: &Self::Memory, _survey: &Survey<'_>) -> Vec<ModelTable> {
        Vec::new()
    }

    /// False where it judges pages by how they were reached, so that it has nothing to say of a trail's first.
    fn judges_first_pages(&self) -> bool {
        true
    }

    /// Returns true if a saved model can be asked: its parts fit the settings.
    fn fits(&self, _model: &Self::Model) -> bool {
        true
    }
}
