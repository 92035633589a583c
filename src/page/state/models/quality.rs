//! Describes a model and how good it is.
//!
//! The limits are rules of thumb. With a handful of trails, a few points above chance mean nothing; ten points make a
//! difference in a crawl.

use crate::page::dom::digits::{counted, percent};
use crate::protocol::models::ModelCard;
use types::report::TrainingReport;

/// Percentage points above chance from which a model counts as having learned something.
const MORE: f64 = 0.1;

/// The quality of a model, by cross-validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Clearly better than the most frequent class alone.
    Good,
    /// Slightly better.
    Weak,
    /// No better.
    Guessing,
    /// There were too few trails to test it.
    Untested,
}

impl Quality {
    /// Returns the quality according to a report.
    pub fn of(report: &TrainingReport) -> Self {
        let chance = report.chance.unwrap_or_default();
        match report.right.map(|right| right - chance) {
            None => Self::Untested,
            Some(more) if more >= MORE => Self::Good,
            Some(more) if more > 0.0 => Self::Weak,
            Some(_) => Self::Guessing,
        }
    }

    /// Returns the verdict in words.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Weak => "Weak",
            Self::Guessing => "No better than guessing",
            Self::Untested => "Not tested",
        }
    }
}

/// Returns the origin and the accuracy of a model, in half a sentence.
pub fn facts(card: &ModelCard) -> String {
    let from = format!(
        "From {} with {}",
        counted(card.trails, "trail"),
        counted(card.pages, "page")
    );
    match card.right {
        Some(right) => format!("{from}; {} accuracy on unseen trails", percent(right)),
        None => from,
    }
}

/// Describes how well a model predicts the distance of pages to a relevant one, in sentences.
pub fn quality_text(report: &TrainingReport) -> String {
    let Some(right) = report.right else {
        return "Too few trails for cross-validation.".to_owned();
    };
    let chance = report.chance.unwrap_or_default();
    let verdict = match Quality::of(report) {
        Quality::Good => "That is clearly better.",
        Quality::Weak => "That is only slightly better: add more trails.",
        Quality::Guessing | Quality::Untested => {
            "That is no better: the model does not generalize. Record more trails and mark all relevant pages."
        }
    };
    let side = report.right_side.map_or_else(String::new, |side| {
        format!(
            " It recognizes relevant pages with {} accuracy.",
            percent(side)
        )
    });
    format!(
        "In cross-validation over trails, {} of the pages were classified correctly; the most frequent class alone gives {}. {verdict}{side}",
        percent(right),
        percent(chance)
    )
}
