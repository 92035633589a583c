//! Restores a comparison that can no longer be run from its outcomes.
//!
//! A plan that was valid when its crawls ran may be rejected later, because a parameter or a limit has changed. Its figures are still
//! valid, so a [`Summary`](super::Summary) can be computed from them. A restored comparison cannot run crawls.

use super::{CheckedComparison, ComparedStrategy, Comparison, Topic, TrialKey, TrialOutcome};
use crate::measures::Grid;
use types::plan::Plan;

impl Comparison {
    /// Returns the comparison without crawls, with the strategies and topics of these outcomes, in their order.
    pub fn restored(&self, outcomes: &[TrialOutcome]) -> CheckedComparison {
        // Marks that are no longer valid are not shown.
        let mut marks = self.marks(&mut Vec::new());
        marks.retain(|mark| (1..=self.pages).contains(mark));
        let contender = |name| ComparedStrategy { name, plan: Plan::default() };
        let topic = |name| Topic { name, ..Topic::default() };
        let contenders = names(outcomes, |key| &key.contender).into_iter();
        let topics = names(outcomes, |key| &key.topic).into_iter();
        CheckedComparison {
            grid: Grid::new(self.pages, &marks),
            slots: Vec::new(),
            comparison: self.clone(),
            contenders: contenders.map(contender).collect(),
            topics: topics.map(topic).collect(),
            marks,
        }
    }
}

/// Returns the names in outcomes, each once.
fn names(outcomes: &[TrialOutcome], of: impl Fn(&TrialKey) -> &String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in outcomes.iter().map(|outcome| of(&outcome.key)) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::super::{Summary, words};
    use super::*;
    use crate::measures::curve_of;
    use std::collections::BTreeMap;
    use types::measures::{Axis, Measure};

    #[test]
    fn figures_of_a_rejected_plan_can_be_restored() {
        let comparison = Comparison {
            strategies: vec!["gone-first:n=4".to_owned(), "best-first".to_owned()],
            pages: 2,
            measures: vec![Measure::AverageRelevance],
            ..Comparison::default()
        };
        assert!(comparison.check(&[]).is_err());
        let grid = Grid::new(2, &[2]);
        let judgments = |contender: &str, topic: &str, found: [f64; 2]| TrialOutcome {
            page_curves: BTreeMap::from([(
                Measure::AverageRelevance,
                curve_of(Measure::AverageRelevance, &grid, found),
            )]),
            ..outcome(contender, topic)
        };
        let outcomes = [
            judgments("gone-first:n=4", "a", [0.0, 1.0]),
            judgments("best-first", "a", [0.0, 0.0]),
            judgments("best-first", "b", [1.0, 1.0]),
        ];
        let checked = comparison.restored(&outcomes);
        assert!(checked.is_empty() && checked.trial(0).is_none());
        let summary = Summary::of(&checked, &outcomes);
        assert_eq!(summary.fingerprint, None, "nobody knows how many crawls there were to be");
        assert_eq!(summary.contenders, ["gone-first:n=4", "best-first"]);
        assert_eq!((&summary.topics[..], summary.done), (&["a".to_owned(), "b".to_owned()][..], 3));
        let lines = summary.lines(Measure::AverageRelevance, Axis::Pages);
        assert!(lines.iter().all(|line| line.figure(2).is_some()));
        assert!(!words(&summary).is_empty());
    }
}
