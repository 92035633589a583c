//! Describes a model and its quality.
//!
//! The limits are rules of thumb. With a handful of trails, a few points above the baseline are not significant; ten
//! points make a difference in a crawl.

use crate::digits::{counted, percent};
use protocol::models::ModelCard;
use types::report::TrainingReport;

/// The share of links that guessing ranks right.
const CHANCE: f64 = 0.5;
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
        match measured(report).map(|(measured, baseline)| measured - baseline) {
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

/// Returns the measure of a model and what guessing gives, both in 0..=1: the ranking of links, by which it crawls, or
/// else the accuracy of the classes; `None` for an untested model.
pub fn measured(report: &TrainingReport) -> Option<(f64, f64)> {
    let ranking = report.link_ranking.map(|area| (area, CHANCE));
    ranking.or_else(|| Some((report.accuracy?, report.majority_baseline.unwrap_or_default())))
}

/// Returns the origin and the accuracy of a model as a phrase.
pub fn facts(card: &ModelCard) -> String {
    let from = format!("From {} with {}", counted(card.trails, "trail"), counted(card.pages, "page"));
    match card.accuracy {
        Some(accuracy) => format!("{from}; {} accuracy on unseen trails", percent(accuracy)),
        None => from,
    }
}

/// Returns sentences about how well a model ranks links and predicts the distance of pages to a relevant one.
pub fn quality_text(report: &TrainingReport) -> String {
    let classes = report.accuracy.map(|accuracy| {
        let baseline = report.majority_baseline.unwrap_or_default();
        format!(
            "{} of the pages were classified correctly; always choosing the most frequent class gives {} (baseline).",
            percent(accuracy),
            percent(baseline)
        )
    });
    let links = report.link_ranking.map(|area| {
        let area = percent(area);
        format!("It scores a link to a relevant page higher than another link in {area} of the cases (chance: 50%).")
    });
    let side = report
        .binary_accuracy
        .map(|side| format!("It distinguishes relevant pages from others with {} accuracy.", percent(side)));
    let verdict = match Quality::new(report) {
        Quality::Untested => return "Too few trails for cross-validation.".to_owned(),
        Quality::Good => "That is clearly better.",
        Quality::Weak => "That is only slightly better: add more trails, or judge more pages.",
        Quality::Guessing => {
            "That is no better: the model does not generalize. Record more trails and mark all relevant pages, or keep \
             and discard more pages."
        }
    };
    let (first, second) = if links.is_some() { (links, classes) } else { (classes, None) };
    let parts = [first, Some(verdict.to_owned()), second, side].into_iter().flatten();
    format!("In cross-validation: {}", parts.collect::<Vec<_>>().join(" "))
}
