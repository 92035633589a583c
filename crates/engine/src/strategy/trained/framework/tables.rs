//! Builds tables and groups of the training report.

use crate::learning::Confusion;
use types::report::{Cell, Group, ModelTable};

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
