//! Describes a model and its quality.
//!
//! The limits are rules of thumb. With a handful of trails, a few points above the baseline are not significant; ten
//! points make a difference in a crawl.

use crate::digits::{counted, percent};
use protocol::models::ModelCard;
use types::report::TrainingReport;

/// The share above the baseline from which a model counts as better than guessing.
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
    pub fn new(report: &TrainingReport) -> Self {
        let baseline = report.majority_baseline.unwrap_or_default();
        match report.accuracy.map(|accuracy| accuracy - baseline) {
            None => Self::Untested,
            Some(more) if more >= MORE => Self::Good,
            Some(more) if more > 0.0 => Self::Weak,
            Some(_) => Self::Guessing,
        }
    }

    /// Returns the verdict as a text.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Weak => "Weak",
            Self::Guessing => "No better than guessing",
            Self::Untested => "Not tested",
        }
    }
}

/// Returns the origin and the accuracy of a model as a phrase.
pub fn facts(card: &ModelCard) -> String {
    let from = format!("From {} with {}", counted(card.trails, "trail"), counted(card.pages, "page"));
    match card.accuracy {
        Some(accuracy) => format!("{from}; {} accuracy on unseen trails", percent(accuracy)),
        None => from,
    }
}

/// Returns sentences about the accuracy with which a model predicts the distance of pages to a relevant one.
pub fn quality_text(report: &TrainingReport) -> String {
    let Some(accuracy) = report.accuracy else {
        return "Too few trails for cross-validation.".to_owned();
    };
    let baseline = report.majority_baseline.unwrap_or_default();
    let verdict = match Quality::new(report) {
        Quality::Good => "That is clearly better.",
        Quality::Weak => "That is only slightly better: add more trails.",
        Quality::Guessing | Quality::Untested => {
            "That is no better: the model does not generalize. Record more trails and mark all relevant pages."
        }
    };
    let side = report.binary_accuracy.map_or_else(String::new, |side| {
        format!(" It distinguishes relevant pages from others with {} accuracy.", percent(side))
    });
    let links = report.link_ranking.map_or_else(String::new, |area| {
        format!(
            " It scores a link to a relevant page higher than another link in {} of the cases (chance: 50%).",
            percent(area)
        )
    });
    format!(
        "In cross-validation over trails, {} of the pages were classified correctly; always choosing the most frequent \
        class gives {} (baseline). {verdict}{side}{links}",
        percent(accuracy),
        percent(baseline)
    )
}
