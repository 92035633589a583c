//! What a method that learns from trails has to say; the rest is the same for all of them.
//!
//! Left out on purpose: when it is asked, which is [`super::Trained`]'s.

use super::{Lecture, Lessons, Target};
use crate::frontier::{Frontier, Score};
use crate::graph::UrlId;
use crate::report::{Insight, Reading};
use crate::strategy::{Context, LinkView, PageView, Survey};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a strategy learns from trails, and what it makes of it.
pub(in crate::strategy) trait Method {
    /// What is learned.
    type Model: Serialize + DeserializeOwned;
    /// What the crawl adds to it.
    type Memory: Default + Serialize + DeserializeOwned;

    /// The classes that pages are told into: the first is that of the relevant ones, the others are layers further and further away.
    fn classes(&self) -> Vec<String>;

    /// Learns, or says in a sentence why it cannot.
    fn train(&self, lessons: Lessons<'_>) -> Result<Self::Model, String>;

    /// The classes of the pages of a trail, in their order; `None` for one of which nothing is known.
    fn classify(&self, model: &Self::Model, pages: &[&Lecture]) -> Vec<Option<usize>>;

    /// The model as tables for people.
    fn tables(&self, model: &Self::Model, lessons: Lessons<'_>) -> Vec<Insight>;

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

    /// What the relevant pages have in common, where the model has that: pages that the person judges move it.
    fn target(_model: &mut Self::Model) -> Option<&mut Target> {
        None
    }

    /// As [`crate::strategy::Strategy::readings`].
    fn readings(&self, _model: &Self::Model, _memory: &Self::Memory, _page: UrlId) -> Vec<Reading> {
        Vec::new()
    }

    /// As [`crate::strategy::Strategy::insights`]: what the crawl has added.
    fn insights(&self, _memory: &Self::Memory, _survey: &Survey<'_>) -> Vec<Insight> {
        Vec::new()
    }

    /// False where it judges pages by how they were reached, so that it has nothing to say of a trail's first.
    fn judges_first_pages(&self) -> bool {
        true
    }

    /// True where a saved model can be asked: its parts fit the settings.
    fn fits(&self, _model: &Self::Model) -> bool {
        true
    }
}
