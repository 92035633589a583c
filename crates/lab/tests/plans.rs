//! Tests that the plans that come with the lab are valid.

use salticid_lab::compare::plan::PlanFile;
use salticid_lab::evolve::plan::EvolutionPlan;
use salticid_lab::revisit::plan::RevisitPlan;
use salticid_lab::topics::Topic;
use std::collections::BTreeMap;
use std::path::Path;

/// Asserts that each claim has its source, and a reason beside its verdict.
fn say_why(plan: &PlanFile) {
    for claim in &plan.comparison.claims {
        let texts = [&claim.text, &claim.source, &claim.why];
        assert!(texts.iter().all(|text| !text.is_empty()), "{claim:?}");
    }
}

#[test]
fn every_plan_of_the_lab_is_valid_and_explains_each_claim() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/plans");
    let mut plans = 0;
    // Several plans have the same web, and generating a large one takes seconds.
    let mut webs: BTreeMap<_, Vec<Topic>> = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).expect("the folder of plans") {
        let path = entry.expect("an entry").path();
        if path.ends_with("evolve.toml") {
            let plan = EvolutionPlan::read(&path).expect("a plan of an evolution");
            say_why(&plan.judgment.plan);
            continue;
        }
        if path.ends_with("revisit.toml") {
            RevisitPlan::read(&path).expect("a plan of revisits");
            continue;
        }
        let plan = PlanFile::read(&path).expect("a plan");
        let web = (plan.web.clone(), plan.comparison.topics_file.clone());
        let topics = webs.entry(web);
        let topics = topics.or_insert_with(|| plan.topics().expect("topics"));
        if let Err(error) = plan.check(topics) {
            panic!("{error}");
        }
        say_why(&plan);
        plans += 1;
    }
    assert!(plans >= 8, "{plans}");
}
