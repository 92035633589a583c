//! Names the classes of pages, finds the most probable one, assigns links to queues by it, and reports how well classes
//! were predicted.

use crate::learning::Confusion;
use crate::strategy::prelude::*;
use types::report::{Group, RELEVANT_CLASS};

/// Returns the names of this many layers: the relevant pages, then the distances.
pub(in crate::strategy) fn layer_names(layers: usize) -> Vec<String> {
    let name = |layer: usize| match layer {
        0 => RELEVANT_CLASS.to_owned(),
        1 if layers == 2 => "1 or more links away".to_owned(),
        last if last + 1 == layers => format!("{last} or more links away"),
        1 => "1 link away".to_owned(),
        _ => format!("{layer} links away"),
    };
    (0..layers).map(name).collect()
}

/// Returns the names of this many layers of a context graph, and of the class of pages in none.
pub(in crate::strategy) fn graph_names(layers: usize) -> Vec<String> {
    let name = |layer: usize| match layer {
        0 => RELEVANT_CLASS.to_owned(),
        1 => "1 link away".to_owned(),
        _ => format!("{layer} links away"),
    };
    let layers = (0..layers).map(name);
    layers.chain(["other".to_owned()]).collect()
}

/// Returns the names of the classes of relevant pages and other pages.
pub(in crate::strategy) fn two_classes() -> Vec<String> {
    [RELEVANT_CLASS, "other"].map(str::to_owned).to_vec()
}

/// Returns the most probable class, the first of equal ones, with its probability.
pub(in crate::strategy) fn most_likely(shares: &[f64]) -> (usize, f64) {
    let first = (0, shares.first().copied().unwrap_or(0.0));
    let others = shares.iter().copied().enumerate().skip(1);
    others.fold(first, |best, one| if one.1 > best.1 { one } else { best })
}

/// Returns the queue of a page's links and its probability: the most probable layer, or the one after the last if no
/// layer reaches the threshold.
pub(in crate::strategy) fn layer_queue(shares: &[f64], threshold: f64) -> (usize, f64) {
    let (layer, share) = most_likely(shares);
    let queue = if share < threshold { shares.len() } else { layer };
    (queue, share)
}

/// Returns the score of a link in a queue, where 0 is the first of `layers + 1`; within a queue `worth` in 0..=1
/// decides.
pub(in crate::strategy) fn queued(queue: usize, layers: usize, worth: f64) -> Score {
    let before = layers.saturating_sub(queue) as f64;
    Score::with_parts(before + worth.clamp(0.0, QUEUE_SPAN), vec![queue as f64, worth])
}

/// The width of a queue: below 1, so that the best link of a queue is behind the worst of the previous one.
const QUEUE_SPAN: f64 = 0.999_999;

/// Returns a row of shares, for a heat map.
pub(in crate::strategy) fn heat_row(name: &str, shares: &[f64]) -> Vec<Cell> {
    let shares = shares.iter().map(|share| Cell::Number(*share));
    std::iter::once(Cell::Text(name.to_owned())).chain(shares).collect()
}

/// Returns the confusion matrix as a heat map; `None` if no page was classified.
pub(super) fn confused(confusion: &Confusion, names: &[String]) -> Option<ModelTable> {
    if confusion.pages() == 0 {
        return None;
    }
    let columns: Vec<&str> = std::iter::once("Actual class").chain(names.iter().map(String::as_str)).collect();
    let rows = confusion.shares();
    let rows = names.iter().zip(&rows).map(|(name, shares)| heat_row(name, shares));
    Some(
        ModelTable::new(
            "Confusion matrix",
            "Cross-validation over trails: share of the pages of each row classified as each column.",
            &columns,
            rows,
        )
        .as_heat(),
    )
}

pub(super) fn groups(confusion: &Confusion, names: &[String]) -> Vec<Group> {
    let group = |(class, name): (usize, &String)| {
        let row = &confusion.counts[class];
        let wrong = row.iter().enumerate().filter(|(as_class, n)| *as_class != class && **n > 0);
        // Reversed, since `max_by` returns the last of equal maxima.
        let most = wrong.rev().max_by_key(|(_, n)| **n);
        Group {
            name: name.clone(),
            good: class == 0,
            given: confusion.of_class(class),
            read: confusion.of_class(class),
            words: false,
            correct: Some(row[class]),
            most_confused_with: most.map(|(as_class, _)| names[as_class].clone()),
        }
    };
    names.iter().enumerate().map(group).collect()
}
