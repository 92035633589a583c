//! Explains a training report: whether the classifier tells each topic from the others, and what would help.
//!
//! The limits are rules of thumb. A share of two or three pages says little, and a classifier that is right in less
//! than six of ten cases misleads a crawl about as often as not.

use crate::page::dom::digits::{counted, percent};
use types::report::{Group, TrainingReport};

/// Examples read below which nothing is said about how well a group is told.
const FEW: u32 = 3;
/// Share of examples rightly told below which a warning stands.
const WEAK: f64 = 0.6;

/// The verdict on how well a classifier tells a group from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Well enough.
    Good,
    /// It is taken for others too often.
    Mixed,
    /// It has words, and too few examples beside them to say.
    Words,
    /// Too few examples could be read to say.
    Few,
}

impl Verdict {
    /// Returns the verdict on a group.
    pub fn of(group: &Group) -> Self {
        match group.right {
            _ if group.read < FEW && group.words => Self::Words,
            _ if group.read < FEW => Self::Few,
            None => Self::Few,
            Some(right) if f64::from(right) < WEAK * f64::from(group.read) => Self::Mixed,
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

/// Returns a group's name as people read it: “Health / Asthma”.
pub fn name(group: &str) -> String {
    group.replace('/', " / ").replace("  /  ", " / ")
}

/// Returns the accuracy on a group of examples, in a sentence.
pub fn group_text(group: &Group) -> String {
    group_text_of(group, "example")
}

/// Returns the accuracy on a group of such things, in a sentence.
pub fn group_text_of(group: &Group, thing: &str) -> String {
    let others = group.taken_for.as_deref().map(name);
    match (Verdict::of(group), group.right) {
        (_, _) if group.read == 0 => format!("Could not read any of its {thing}s."),
        (Verdict::Words, _) => "Its typical words are not tested.".to_owned(),
        (Verdict::Few, _) | (_, None) => {
            format!(
                "Only {} could be read: too few to test.",
                counted(group.read, thing)
            )
        }
        (verdict, Some(right)) => {
            let only = if verdict == Verdict::Mixed {
                "only "
            } else {
                ""
            };
            let cases = format!("{only}{right} of {}", counted(group.read, "case"));
            match others {
                Some(others) => {
                    format!("Recognized in {cases}; most often confused with “{others}”.")
                }
                None => format!("Recognized in {cases}."),
            }
        }
    }
}

/// Returns what helps a group, where it needs help.
pub fn advice(group: &Group) -> Option<String> {
    match Verdict::of(group) {
        Verdict::Words if group.good => Some("Example pages would describe it better.".to_owned()),
        Verdict::Good | Verdict::Words => None,
        Verdict::Few => Some(format!(
            "Add examples: at least {FEW} readable ones, better eight."
        )),
        Verdict::Mixed => Some(match group.taken_for.as_deref().map(name) {
            Some(other) => {
                format!("Add more typical examples, or merge it with “{other}” if they overlap.")
            }
            None => "Add more typical examples.".to_owned(),
        }),
    }
}

/// Returns how well all groups are told, in a sentence; none where nothing could be tried out.
pub fn summary(report: &TrainingReport) -> Option<String> {
    let side = report.right_side?;
    let own = report.right.map_or_else(String::new, |right| {
        format!(", {} to their own folder", percent(right))
    });
    Some(format!(
        "Cross-validation assigned {} of the examples to the right side, target or not{own}.",
        percent(side)
    ))
}
