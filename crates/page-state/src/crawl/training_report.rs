//! Interprets a training report: how well the classifier recognizes each topic, and which examples would help.
//!
//! The limits are rules of thumb. With two or three pages a share means little. A classifier with less than 60%
//! accuracy misleads a crawl about as often as not.

use crate::digits::{counted, percent};
use types::report::{Group, TrainingReport};

/// The number of examples below which a group gets no verdict.
const FEW: u32 = 3;
/// The share of correct examples below which a group gets a warning.
const WEAK: f64 = 0.6;

/// The verdict on how well a classifier recognizes a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is recognized well.
    Good,
    /// It is confused with others too often.
    Mixed,
    /// It has words, but too few examples for a test.
    Words,
    /// It has too few readable examples for a test.
    Few,
}

impl Verdict {
    /// Returns the verdict on a group.
    pub fn new(group: &Group) -> Self {
        match group.correct {
            _ if group.read < FEW && group.words => Self::Words,
            _ if group.read < FEW => Self::Few,
            None => Self::Few,
            Some(correct) if f64::from(correct) < WEAK * f64::from(group.read) => Self::Mixed,
            Some(_) => Self::Good,
        }
    }

    /// Returns the label.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "recognized well",
            Self::Mixed => "often confused",
            Self::Words => "by its words",
            Self::Few => "too few examples",
        }
    }
}

/// Returns a group's name for display, such as “Health / Asthma”.
pub fn name(group: &str) -> String {
    group.replace('/', " / ").replace("  /  ", " / ")
}

/// Returns the accuracy on a group of examples, in a sentence.
pub fn group_text(group: &Group) -> String {
    group_text_of(group, "example")
}

/// Returns the accuracy on a group in a sentence; `thing` is the noun for an example.
pub fn group_text_of(group: &Group, thing: &str) -> String {
    let others = group.most_confused_with.as_deref().map(name);
    match (Verdict::new(group), group.correct) {
        (_, _) if group.read == 0 => format!("Could not read any of its {thing}s."),
        (Verdict::Words, _) => "Its typical words are not tested.".to_owned(),
        (Verdict::Few, _) | (_, None) => {
            format!("Only {} could be read: too few to test.", counted(group.read, thing))
        }
        (verdict, Some(correct)) => {
            let only = if verdict == Verdict::Mixed { "only " } else { "" };
            let cases = format!("{only}{correct} of {}", counted(group.read, "case"));
            match others {
                Some(others) => {
                    format!("Recognized in {cases}; most often confused with “{others}”.")
                }
                None => format!("Recognized in {cases}."),
            }
        }
    }
}

/// Returns the advice for a group that needs improvement.
pub fn advice(group: &Group) -> Option<String> {
    match Verdict::new(group) {
        Verdict::Words if group.good => Some("Example pages would describe it better.".to_owned()),
        Verdict::Good | Verdict::Words => None,
        Verdict::Few => Some(format!("Add examples: at least {FEW} readable ones, better eight.")),
        Verdict::Mixed => Some(match group.most_confused_with.as_deref().map(name) {
            Some(other) => {
                format!("Add more typical examples, or merge it with “{other}” if they overlap.")
            }
            None => "Add more typical examples.".to_owned(),
        }),
    }
}

/// Returns the accuracy over all groups in a sentence; none without a test.
pub fn summary(report: &TrainingReport) -> Option<String> {
    let side = report.binary_accuracy?;
    let folder = report
        .accuracy
        .map_or_else(String::new, |accuracy| format!(", and {} to the correct folder", percent(accuracy)));
    Some(format!(
        "Cross-validation assigned {} of the examples correctly to target or other topics{folder}.",
        percent(side)
    ))
}
