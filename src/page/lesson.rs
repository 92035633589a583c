//! What a lesson means in plain words: whether a folder of examples is told from the others well enough, and what helps.
//!
//! The limits are rules of thumb: a share from two or three pages says next to nothing, and a classifier that is right in less than six
//! cases of ten leads a crawl astray about as often as not.

use super::digits::{counted, percent};
use engine::report::{Group, Lesson};

/// Examples read below which nothing is said about how well a group is told.
const FEW: u32 = 3;
/// Share of examples rightly told below which a warning stands.
const WEAK: f64 = 0.6;

/// How well a group is told from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Well enough.
    Good,
    /// It is taken for others too often.
    Mixed,
    /// Too few examples could be read to say.
    Few,
}

impl Verdict {
    /// The verdict on a group.
    pub fn of(group: &Group) -> Self {
        match group.right {
            _ if group.read < FEW => Self::Few,
            None => Self::Few,
            Some(right) if f64::from(right) < WEAK * f64::from(group.read) => Self::Mixed,
            Some(_) => Self::Good,
        }
    }

    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "told well",
            Self::Mixed => "mixed up",
            Self::Few => "too few examples",
        }
    }
}

/// A group's name as people read it: “Health / Asthma”.
pub fn name(group: &str) -> String {
    group.replace('/', " / ").replace("  /  ", " / ")
}

/// How a group of examples fared, in a sentence.
pub fn told(group: &Group) -> String {
    told_of(group, "example")
}

/// How a group of such things fared, in a sentence.
pub fn told_of(group: &Group, thing: &str) -> String {
    let others = group.taken_for.as_deref().map(name);
    match (Verdict::of(group), group.right) {
        (_, _) if group.read == 0 => format!("None of its {thing}s could be read."),
        (Verdict::Few, _) | (_, None) => {
            format!(
                "Only {} could be read: too few to try it out.",
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
                Some(others) => format!(
                    "Told from the others in {cases}, else taken most often for “{others}”."
                ),
                None => format!("Told from the others in {cases}."),
            }
        }
    }
}

/// What helps a group, where it needs help.
pub fn advice(group: &Group) -> Option<String> {
    match Verdict::of(group) {
        Verdict::Good => None,
        Verdict::Few => Some(format!(
            "Give it at least {FEW} examples that can be read, better eight."
        )),
        Verdict::Mixed => Some(match group.taken_for.as_deref().map(name) {
            Some(other) => format!(
                "More examples help, and more typical ones. Where you would mix them up yourself, put it and “{other}” into one folder."
            ),
            None => "More examples help, and more typical ones.".to_owned(),
        }),
    }
}

/// How well all groups are told, in a sentence; none where nothing could be tried out.
pub fn summary(lesson: &Lesson) -> Option<String> {
    let side = lesson.right_side?;
    let own = lesson.right.map_or_else(String::new, |right| {
        format!(", {} into their own folder", percent(right))
    });
    Some(format!(
        "To try it out, each was left out once and sorted by what the others taught: {} were rightly put among what you look for or among the rest{own}.",
        percent(side)
    ))
}
