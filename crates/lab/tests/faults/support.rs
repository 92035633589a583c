//! Crawls a faulty web and keeps an account.

mod faulty;
mod ledger;

pub(crate) use faulty::Faulty;
pub(crate) use ledger::{Account, Ledger};

use engine::crawl::CheckedPlan;
use engine::strategy::Assets;
use salticid_lab::driver;
pub(crate) use salticid_lab::web::CombinedDemoWebs;
use std::collections::BTreeMap;
use types::plan::Plan;

/// Returns the plan of a crawl of these webs that follows every link, so that each must be reported.
pub(crate) fn plan(worlds: &CombinedDemoWebs, pages: u32) -> Plan {
    Plan {
        query: "asthma inhaler".to_owned(),
        seeds: worlds.seeds(),
        strategy: "breadth-first".into(),
        pages,
        // The frontier must not drop any, since drops are not reported.
        frontier: 1_000_000,
        ..Plan::default()
    }
}

/// Crawls, and keeps an account of the exchanges between crawl and driver.
pub(crate) fn audited(plan: Plan, web: &Faulty<'_>) -> Account {
    let plan = CheckedPlan::new(plan, &Assets::default()).expect("the plan is fine");
    let mut ledger = Ledger::new(&plan);
    let crawl = driver::run(plan, web, |exchange| ledger.enter(exchange));
    let mut account = ledger.close(crawl.progress().queue);
    judge_faults(&mut account, web);
    account
}

/// Checks that every faulty page has ended as its fault requires.
fn judge_faults(account: &mut Account, web: &Faulty<'_>) {
    let mut counted: BTreeMap<&'static str, u32> = BTreeMap::new();
    for (address, code) in &account.ended {
        let Some(fault) = web.fault(address) else {
            continue;
        };
        *counted.entry(fault.name()).or_default() += 1;
        if fault.code() != *code {
            let name = fault.name();
            account.wrong.push(format!("{address} was spoiled by {name} and ended as {code}"));
        }
    }
    account.injected = counted;
}
