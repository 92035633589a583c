//! Judges the claims of a plan: supported, contradicted or inconclusive, with the reason.
//!
//! A claim is supported if the strategy said to be ahead is ahead by a one-tailed paired t-test over the topics, and by
//! the claimed factor. It is contradicted if the other strategy is ahead by the two-tailed test, or if the factor is
//! missed. It is inconclusive with fewer than [`limits::MIN_PAIRS`] topics, or if the difference may be chance.
//!
//! The result of a claim by the [area](Claim::area) also lists the marks at which the strategy is ahead or behind, by
//! two-tailed tests.
//!
//! Claims made before the figures were known are tested separately, without a correction for their number. Claims made
//! [afterwards](Claim::afterwards) are tested like the table that they are based on: two-tailed, with Holm's correction
//! for all pairs of strategies.
//!
//! Source: Pant §4.2 and Fig. 6.

use super::{Claim, CurveFigure, PairwiseTest, Summary};
use crate::limits;
use crate::stats::chance;
use serde::{Deserialize, Serialize};
use types::measures::{Axis, Better};

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The figures confirm the claim.
    Supported,
    /// The figures contradict the claim.
    Contradicted,
    /// The figures do not decide.
    Inconclusive,
}

/// A claim and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimResult {
    /// The claim.
    pub claim: Claim,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, in a sentence.
    pub why: String,
    /// The figures of the two strategies, if both are known.
    pub versus: Option<PairwiseTest>,
}

impl Verdict {
    /// Returns the verdict as a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl Summary {
    /// Judges `claim` by these figures.
    pub fn finding(&self, claim: &Claim) -> ClaimResult {
        let measured = self.measures.iter().find(|of| of.measure == claim.measure);
        let last = measured.and_then(|of| of.marks.last().copied());
        let by = if claim.area { CurveFigure::Area } else { CurveFigure::At(claim.at.or(last).unwrap_or(self.budget)) };
        let place = |name: &str| self.contenders.iter().position(|of| of == name);
        let both = place(&claim.better).zip(place(&claim.worse));
        let versus = both.and_then(|(a, b)| {
            if claim.afterwards {
                let all = self.versus(claim.measure, Axis::Pages, by);
                let is_it = |of: &PairwiseTest| [(a, b), (b, a)].contains(&(of.better, of.worse));
                all.into_iter().find(is_it)
            } else {
                self.pair(claim.measure, Axis::Pages, by, a, b)
            }
        });
        let (verdict, mut why) = match (&versus, both) {
            (Some(versus), Some((ahead, _))) => self.judgments(claim, by, versus, ahead),
            _ => (Verdict::Inconclusive, "The crawls for this claim are missing.".to_owned()),
        };
        if let Some(both) = both.filter(|_| claim.area) {
            why.push_str(&self.at_marks(claim, both));
        }
        ClaimResult { claim: claim.clone(), verdict, why, versus }
    }

    fn judgments(&self, claim: &Claim, by: CurveFigure, versus: &PairwiseTest, ahead: usize) -> (Verdict, String) {
        let figures = self.figures(claim, by);
        let Some(test) = versus.test else {
            let why = if versus.pairs < limits::MIN_PAIRS {
                format!(
                    "{figures}: a test needs at least {} topics, but there are {}.",
                    limits::MIN_PAIRS,
                    versus.pairs
                )
            } else {
                format!("{figures}: no difference on any topic.")
            };
            return (Verdict::Inconclusive, why);
        };
        // A claim has a direction; the opposite direction was not predicted.
        let is_ahead = versus.better == ahead;
        let (p, tails) = match versus.chance {
            Some(p) if claim.afterwards => (p, " two-tailed, among all pairs"),
            Some(p) if !is_ahead => (p, " two-tailed"),
            _ => (test.p, ""),
        };
        let tested = format!("{figures} ({}{tails}, {} topics)", chance(p), test.n);
        if p >= limits::SIGNIFICANCE {
            return (Verdict::Inconclusive, format!("{tested}: the difference is not significant."));
        }
        if !is_ahead {
            return (Verdict::Contradicted, format!("{tested}: the opposite is true."));
        }
        match (claim.by, self.factor(claim, by)) {
            (Some(by), Some(factor)) if factor < by => {
                (Verdict::Contradicted, format!("{tested}: it is ahead, but by a factor of {factor:.2}, not {by}."))
            }
            _ => (Verdict::Supported, format!("{tested}.")),
        }
    }

    /// Returns both means as a text.
    fn figures(&self, claim: &Claim, by: CurveFigure) -> String {
        let of = |name: &str| {
            let figure = self.mean_of(claim, name, by);
            let figure = figure.map(|figure| claim.measure.format(figure));
            format!("{name} {}", figure.as_deref().unwrap_or("unknown"))
        };
        format!("{} against {}", of(&claim.better), of(&claim.worse))
    }

    /// Returns the ratio of the two means; `None` if it is undefined.
    fn factor(&self, claim: &Claim, by: CurveFigure) -> Option<f64> {
        let [better, worse] = [&claim.better, &claim.worse].map(|of| self.mean_of(claim, of, by));
        let (better, worse) = better.zip(worse)?;
        let (above, below) = match claim.measure.better() {
            Better::Higher | Better::Neither => (better, worse),
            Better::Lower => (worse, better),
        };
        (below > 0.0).then(|| above / below)
    }

    fn mean_of(&self, claim: &Claim, name: &str, by: CurveFigure) -> Option<f64> {
        let place = self.contenders.iter().position(|of| of == name)?;
        by.value(&self.lines(claim.measure, Axis::Pages).get(place)?.mean)
    }

    /// Returns a sentence on the marks at which the claimed leader is ahead or behind, each tested separately; empty
    /// without a difference.
    fn at_marks(&self, claim: &Claim, (ahead, other): (usize, usize)) -> String {
        let measured = self.measures.iter().find(|of| of.measure == claim.measure);
        let marks = measured.map_or(&[][..], |of| &of.marks);
        let test = |mark: u32| {
            let by = CurveFigure::At(mark);
            let pair = self.pair(claim.measure, Axis::Pages, by, ahead, other)?;
            pair.is_significant().then_some((mark, pair.better == ahead))
        };
        let decided: Vec<(u32, bool)> = marks.iter().filter_map(|mark| test(*mark)).collect();
        let listed = |is_ahead: bool| {
            let marks = decided.iter().filter(|(_, ahead)| *ahead == is_ahead);
            let marks: Vec<String> = marks.map(|(mark, _)| mark.to_string()).collect();
            marks.join(", ")
        };
        match (listed(true), listed(false)) {
            (at, none) if none.is_empty() && at.is_empty() => String::new(),
            (at, none) if none.is_empty() => format!(" Ahead at {at}."),
            (none, at) if none.is_empty() => format!(" Behind at {at}."),
            (ahead, behind) => format!(" Ahead at {ahead}, behind at {behind}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::summary::tests::summary;
    use types::measures::Measure;

    fn claim(by: Option<f64>) -> Claim {
        Claim {
            measure: Measure::Harvest,
            better: "best-first".to_owned(),
            worse: "breadth-first".to_owned(),
            by,
            ..Claim::default()
        }
    }

    #[test]
    fn a_claim_is_supported_contradicted_or_inconclusive() {
        let ahead: &[&[f64]] = &[&[0.6, 0.7, 0.65], &[0.1, 0.2, 0.12]];
        let level: &[&[f64]] = &[&[0.6, 0.1, 0.3], &[0.5, 0.2, 0.3]];
        let behind: &[&[f64]] = &[&[0.1, 0.2, 0.12], &[0.6, 0.7, 0.65]];
        let hardly: &[&[f64]] = &[&[0.45, 0.49, 0.44], &[0.5, 0.5, 0.5]];
        let few: &[&[f64]] = &[&[0.6, 0.7], &[0.1, 0.2]];
        let same: &[&[f64]] = &[&[0.6, 0.7, 0.8], &[0.6, 0.7, 0.8]];
        for (figures, by, verdict, says) in [
            (ahead, None, Verdict::Supported, "0.650 against"),
            (ahead, Some(4.0), Verdict::Supported, "p < .001"),
            (ahead, Some(5.0), Verdict::Contradicted, "factor of 4.64"),
            (level, None, Verdict::Inconclusive, "not significant"),
            (behind, None, Verdict::Contradicted, "opposite is true"),
            (hardly, None, Verdict::Inconclusive, "(p = .12 two-tailed"),
            (few, None, Verdict::Inconclusive, "there are 2"),
            (same, None, Verdict::Inconclusive, "no difference"),
        ] {
            let found = summary(figures).finding(&claim(by));
            assert_eq!(found.verdict, verdict, "{}", found.why);
            assert!(found.why.contains(says), "{} in {}", says, found.why);
        }
    }

    #[test]
    fn an_area_claim_also_lists_the_marks_at_which_it_leads() {
        let figures: &[&[f64]] = &[&[0.6, 0.7, 0.65], &[0.1, 0.2, 0.12]];
        let claim = Claim { area: true, ..claim(None) };
        let found = summary(figures).finding(&claim);
        assert_eq!(found.verdict, Verdict::Supported, "{}", found.why);
        assert!(found.why.ends_with(" Ahead at 100."), "{}", found.why);
        let turned = Claim { better: claim.worse.clone(), worse: claim.better.clone(), ..claim };
        let found = summary(figures).finding(&turned);
        assert_eq!(found.verdict, Verdict::Contradicted, "{}", found.why);
        assert!(found.why.ends_with(" Behind at 100."), "{}", found.why);
    }

    #[test]
    fn a_claim_that_was_made_afterwards_is_tested_among_all_pairs() {
        // One-tailed and without correction, p is .03.
        let figures: &[&[f64]] = &[&[0.6, 0.7, 0.65, 0.5], &[0.55, 0.68, 0.64, 0.44], &[0.1, 0.3, 0.2, 0.1]];
        let before = summary(figures).finding(&claim(None));
        let claim = Claim { afterwards: true, ..claim(None) };
        let after = summary(figures).finding(&claim);
        assert_eq!(before.verdict, Verdict::Supported, "{}", before.why);
        assert_eq!(after.verdict, Verdict::Inconclusive, "{}", after.why);
        assert!(after.why.contains("two-tailed, among all pairs"), "{}", after.why);
    }
}
