//! The plans that come with the lab can be carried out.

use salticid_lab::compare::plan::PlanFile;
use salticid_lab::evolve::plan::EvolutionPlan;
use std::path::Path;

#[test]
fn every_plan_of_the_lab_is_read_and_checked_and_says_why_of_each_claim() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/plans");
    let mut plans = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder of plans") {
        let path = entry.expect("an entry").path();
        if path.ends_with("evolve.toml") {
            EvolutionPlan::read(&path).expect("a plan of an evolution");
            continue;
        }
        let plan = PlanFile::read(&path).expect("a plan");
        let topics = plan.topics().expect("topics");
        if let Err(error) = plan.check(&topics) {
            panic!("{error}");
        }
        for claim in &plan.comparison.claims {
            let said = [&claim.text, &claim.source, &claim.why];
            assert!(said.iter().all(|text| !text.is_empty()), "{claim:?}");
        }
        plans += 1;
    }
    assert!(plans >= 8, "{plans}");
}
