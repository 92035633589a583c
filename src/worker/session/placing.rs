//! Where a crawl may go: what a source has, and whether the crawl stays on the hosts of its seeds.

use super::Session;
use super::telling::problem;
use crate::protocol::{Problem, Source};
use engine::frontier::politeness::Politeness;
use engine::plan::CheckedPlan;
use engine::url::ScopeRule;

impl Session {
    /// Sees to where the crawl may go.
    pub(super) fn placed(
        &self,
        mut checked: CheckedPlan,
        source: &Source,
        stay: bool,
    ) -> Result<CheckedPlan, Vec<Problem>> {
        match source {
            Source::Demo => self.only_demo_hosts(&checked)?,
            Source::Recorded | Source::RecordedIn(_) => {
                let missing = |sentence| vec![problem("source", sentence)];
                let there = self.librarian.has_any_of(&checked.plan, source);
                there.map_err(missing)?;
                // A recording has no owner who could be in a hurry.
                checked.plan.politeness = Politeness::Replay;
            }
            Source::Proxy | Source::ProxyAt(_) | Source::Direct => {}
        }
        if stay {
            let hosts = checked.seeds.iter().map(|seed| seed.authority().parse());
            let rules: Vec<ScopeRule> = hosts.filter_map(Result::ok).collect();
            checked.plan.scope.allow.extend(rules);
        }
        Ok(checked)
    }

    /// The built-in web answers for its own hosts alone: a seed elsewhere would only ever fail.
    fn only_demo_hosts(&self, plan: &CheckedPlan) -> Result<(), Vec<Problem>> {
        let strangers = plan
            .seeds
            .iter()
            .filter(|seed| !self.demo.has_host(seed.host()));
        let problems: Vec<Problem> = strangers
            .map(|seed| {
                problem(
                    "source",
                    format!("{seed} is not in the built-in web: choose another source, or start from one of its examples"),
                )
            })
            .collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }
}
