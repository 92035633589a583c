//! Restricts a crawl to the hosts of its source and, if the person selects that, to the hosts of its seeds.

use super::CrawlService;
use super::messages::problem;
use crate::protocol::{Problem, Source};
use engine::crawl::CheckedPlan;
use types::url::CanonicalUrl;

impl CrawlService {
    /// Restricts a plan to its source and, if it is to `stay`, to the hosts of its seeds.
    ///
    /// # Errors
    /// Seeds that the source does not have.
    pub(super) fn restrict(
        &self,
        mut checked: CheckedPlan,
        source: &Source,
        stay: bool,
    ) -> Result<CheckedPlan, Vec<Problem>> {
        match source {
            Source::Demo => {
                let foreign = foreign_seeds(&checked.seeds, source).into_iter();
                let problems: Vec<Problem> = foreign.map(|sentence| problem("source", sentence)).collect();
                if !problems.is_empty() {
                    return Err(problems);
                }
            }
            Source::Recorded | Source::RecordedIn(_) => {
                let there = self.context.recording.check(&checked.plan, source);
                there.map_err(|sentence| vec![problem("source", sentence)])?;
            }
            Source::Proxy | Source::ProxyAt(_) | Source::Direct | Source::DirectAllowing(_) => {}
        }
        if stay {
            checked.stay_on_hosts();
        }
        Ok(checked)
    }
}

/// Returns one sentence for each seed that the built-in web does not have.
pub(super) fn foreign_seeds(seeds: &[CanonicalUrl], source: &Source) -> Vec<String> {
    if *source != Source::Demo {
        return Vec::new();
    }
    let foreign = seeds.iter().filter(|seed| !demo_web::is_host(seed.host()));
    let sentence = |seed| format!("{seed} is not in the demo web: choose another source, or use one of its examples");
    foreign.map(sentence).collect()
}
