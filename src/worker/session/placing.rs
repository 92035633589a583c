//! Where a crawl may go: what a source has, and whether the crawl stays on the hosts of its seeds.

use super::Session;
use super::telling::problem;
use crate::protocol::{Problem, Source, SourceKind};
use engine::frontier::politeness::Politeness;
use engine::plan::{CheckedPlan, Plan};
use engine::url::{CanonicalUrl, ScopeRule};

impl Session {
    /// Sees to where the crawl may go.
    pub(super) fn placed(
        &self,
        mut checked: CheckedPlan,
        source: &Source,
        stay: bool,
    ) -> Result<CheckedPlan, Vec<Problem>> {
        match source {
            Source::Demo => {
                let strangers = self.strangers(&checked.seeds, source).into_iter();
                let problems: Vec<Problem> =
                    strangers.map(|told| problem("source", told)).collect();
                if !problems.is_empty() {
                    return Err(problems);
                }
            }
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

    /// What to say of seeds that a source does not have. The built-in web answers for its own hosts alone: a seed elsewhere would only
    /// ever fail.
    pub(super) fn strangers(&self, seeds: &[CanonicalUrl], source: &Source) -> Vec<String> {
        if *source != Source::Demo {
            return Vec::new();
        }
        let strangers = seeds.iter().filter(|seed| !self.demo.has_host(seed.host()));
        let told = |seed| {
            format!(
                "{seed} is not in the built-in web: choose another source, or start from one of its examples"
            )
        };
        strangers.map(told).collect()
    }

    /// Whether the recorded web of a crawl is there, where it is of one.
    pub(super) fn is_recording_there(&self, plan: &Plan, source: &Source) -> Result<(), String> {
        if source.kind() == SourceKind::Recorded {
            self.librarian.has_any_of(plan, source)
        } else {
            Ok(())
        }
    }
}
