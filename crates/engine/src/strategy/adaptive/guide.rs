//! The guide: the hidden Markov model of the crawl's trails, asked what it expects behind each link.
//!
//! It is the strategy `hmm` with its defaults, but for the words at a link, which are evidence here too; nothing of it is made twice. Left out
//! on purpose: what its word is worth beside other signs, which is learned like theirs.
//!
//! Source: Batsakis §3.4.1.

use super::super::trained::LINKS;
use super::super::{
    Context, ExampleView, LinkView, Materials, PageView, ParamValue, Settings, Strategy, hmm,
};
use crate::graph::UrlId;
use crate::report::{Learning, Reading};
use crate::topic::Lens;

/// The model.
pub(super) struct Guide(Box<dyn Strategy>);

impl Guide {
    /// One that has learned nothing.
    pub(super) fn new(materials: &Materials<'_>) -> Self {
        let params = [(LINKS.name.to_owned(), ParamValue::Word("words".to_owned()))].into();
        let settings = Settings::check(&hmm::ENTRY, &params).expect("a word of its own list");
        Self((hmm::ENTRY.make)(&Materials {
            settings: &settings,
            ..*materials
        }))
    }

    /// Takes in a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, lens: &mut Lens) {
        self.0.study(example, lens);
    }

    /// Learns from the trails.
    pub(super) fn conclude(&mut self) -> Learning {
        self.0.conclude()
    }

    /// The probability that a relevant page is behind each link of a page, in 0..=1; 0 where nothing was learned.
    pub(super) fn expected(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<f64> {
        let scores = self.0.score(page, links, context).into_iter();
        let one_step = scores.map(|score| score.and_then(|score| score.parts.first().copied()));
        one_step.map(|share| share.unwrap_or(0.0)).collect()
    }

    /// Forgets the pages of the crawl.
    pub(super) fn start_over(&mut self) {
        self.0.start_over();
    }

    /// What it took a page for.
    pub(super) fn readings(&self, page: UrlId) -> Vec<Reading> {
        self.0.readings(page)
    }

    /// As [`Strategy::save`].
    pub(super) fn save(&self) -> Vec<u8> {
        self.0.save()
    }

    /// As [`Strategy::restore`].
    pub(super) fn restore(&mut self, saved: &[u8]) -> bool {
        self.0.restore(saved)
    }
}
