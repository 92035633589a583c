//! Scores a link in the frontier that another page contains as well.
//!
//! The papers score a link by the page on which it was found first, and do not define the effect of further linking
//! pages. The mean treats every linking page as evidence. The maximum favors popular pages, since it grows with the
//! number of scores. “First” ignores later pages.

use super::{Param, RediscoveryDecision, Settings, Strategy};
use crate::frontier::{FrontierEntry, Score};

/// The parameter of strategies that offer this choice: the crawl applies it in place of [`Strategy::on_rediscovery`].
pub(in crate::strategy) const ON_REDISCOVERY: Param<Rediscovery> = Param::choice(
    "on_rediscovery",
    "On rediscovery",
    &[("mean", "Mean"), ("best", "Best"), ("first", "First")],
    &[Rediscovery::Mean, Rediscovery::Best, Rediscovery::First],
    "Score of a link found on several pages: mean, best or first.",
)
.with_note(Some("mean"), "Each is the mean over {pages} pages with this link.");

/// The rule for a rediscovered link's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strategy) enum Rediscovery {
    Mean,
    Best,
    First,
}

impl Rediscovery {
    /// Decides how the new score changes the frontier entry.
    pub(in crate::strategy) fn decide(self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        match self {
            Self::Mean => RediscoveryDecision::Rescore(mean(&waiting.score, waiting.pages, new)),
            Self::Best if new.is_ahead_of(&waiting.score) => RediscoveryDecision::Replace,
            Self::Best | Self::First => RediscoveryDecision::Keep,
        }
    }
}

/// Decides on links that were found again: by the rule in the settings, or else by the strategy.
#[derive(Clone, Copy)]
pub struct RediscoveryRule<'a> {
    /// The settings of the strategy.
    pub settings: &'a Settings,
    /// The strategy.
    pub strategy: &'a dyn Strategy,
}

impl RediscoveryRule<'_> {
    /// Decides on the score of a link that waits and was found again.
    pub fn decide(self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        match self.settings.chosen(&ON_REDISCOVERY) {
            Some(rule) => rule.decide(waiting, new),
            None => self.strategy.on_rediscovery(waiting, new),
        }
    }

    /// Decides as if only `pages` pages had scored the link so far; without any, the new score holds.
    pub(crate) fn decide_after(self, pages: u32, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        match pages {
            0 => RediscoveryDecision::Replace,
            pages => self.decide(&FrontierEntry { pages, ..waiting.clone() }, new),
        }
    }
}

/// Returns the mean of `pages` scores with mean `old` and one more score, part by part.
fn mean(old: &Score, pages: u32, new: &Score) -> Score {
    let mean = |old: f64, new: f64| old + (new - old) / f64::from(pages + 1);
    Score {
        first: mean(old.first, new.first),
        second: mean(old.second, new.second),
        parts: old.parts.iter().zip(&new.parts).map(|(old, new)| mean(*old, *new)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SiteId;

    fn waiting(first: f64, pages: u32) -> FrontierEntry {
        FrontierEntry {
            score: Score::with_parts(first, vec![first]),
            pages,
            ..FrontierEntry::new(SiteId(0), Score::default())
        }
    }

    #[test]
    fn the_mean_weighs_every_page_alike() {
        let RediscoveryDecision::Rescore(score) =
            Rediscovery::Mean.decide(&waiting(0.2, 3), &Score::with_parts(1.0, vec![1.0]))
        else {
            panic!("the mean changes the score")
        };
        assert!((score.first - 0.4).abs() < 1e-12, "(3 · 0.2 + 1) / 4");
        assert!((score.parts[0] - 0.4).abs() < 1e-12);
    }

    #[test]
    fn the_best_rule_replaces_lower_scores_and_the_first_rule_keeps_the_first() {
        let new = Score::new(0.5);
        assert_eq!(Rediscovery::Best.decide(&waiting(0.4, 1), &new), RediscoveryDecision::Replace);
        assert_eq!(Rediscovery::Best.decide(&waiting(0.5, 1), &new), RediscoveryDecision::Keep);
        assert_eq!(Rediscovery::First.decide(&waiting(0.1, 1), &new), RediscoveryDecision::Keep);
    }
}
