//! What becomes of a link that waits and is found again on another page.
//!
//! The papers score a link by the page on which it was found and leave open what a second page means. The mean takes every linking
//! page as evidence. The best favors what everybody links to, since the maximum of many draws is large whatever is drawn; the first
//! stays with a poor first impression, however good the pages are that link there later.

use super::{FoundAgain, Param, Range, Settings};
use crate::frontier::{Score, Waiting};

/// The parameter of the strategies that leave the choice to the person.
pub(super) const AGAIN: Param = Param {
    name: "again",
    title: "Found again",
    range: Range::Choice(&["mean", "best", "first"]),
    help: "What a link is worth that several pages carry: the mean of its scores, the best, or the first.",
};

/// The choice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Again {
    Mean,
    Best,
    First,
}

impl Again {
    /// The choice in a strategy's settings.
    pub(super) fn of(settings: &Settings) -> Self {
        match settings.choice(AGAIN.name) {
            "best" => Self::Best,
            "first" => Self::First,
            _ => Self::Mean,
        }
    }

    /// What becomes of the waiting link.
    pub(super) fn decide(self, waiting: &Waiting, new: &Score) -> FoundAgain {
        match self {
            Self::Mean => FoundAgain::Rescore(mean(&waiting.score, waiting.pages, new)),
            Self::Best if new.beats(&waiting.score) => FoundAgain::Replace,
            Self::Best | Self::First => FoundAgain::Keep,
        }
    }
}

/// The mean of `pages` scores, whose mean is `old`, and one more; part by part.
fn mean(old: &Score, pages: u32, new: &Score) -> Score {
    let of = |old: f64, new: f64| old + (new - old) / f64::from(pages + 1);
    Score {
        first: of(old.first, new.first),
        second: of(old.second, new.second),
        parts: old
            .parts
            .iter()
            .zip(&new.parts)
            .map(|(old, new)| of(*old, *new))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::HostId;

    fn waiting(first: f64, pages: u32) -> Waiting {
        Waiting {
            score: Score::with_parts(first, vec![first]),
            pages,
            ..Waiting::new(HostId(0), Score::default())
        }
    }

    #[test]
    fn the_mean_weighs_every_page_alike() {
        let FoundAgain::Rescore(score) =
            Again::Mean.decide(&waiting(0.2, 3), &Score::with_parts(1.0, vec![1.0]))
        else {
            panic!("the mean changes the score")
        };
        assert!((score.first - 0.4).abs() < 1e-12, "(3 · 0.2 + 1) / 4");
        assert!((score.parts[0] - 0.4).abs() < 1e-12);
    }

    #[test]
    fn the_best_replaces_only_what_it_beats_and_the_first_stays() {
        let new = Score::of(0.5);
        assert_eq!(
            Again::Best.decide(&waiting(0.4, 1), &new),
            FoundAgain::Replace
        );
        assert_eq!(Again::Best.decide(&waiting(0.5, 1), &new), FoundAgain::Keep);
        assert_eq!(
            Again::First.decide(&waiting(0.1, 1), &new),
            FoundAgain::Keep
        );
    }
}
