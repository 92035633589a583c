//! Tests crawls of a web in which a fifth of all responses is faulty: every URL is accounted for, once. Also tests that
//! the account detects errors.

mod support;

use engine::crawl::CheckedPlan;
use engine::event::{Command, Event, Step};
use engine::fetch::Purpose;
use engine::strategy::Assets;
use salticid_lab::driver::{self, Exchange};
use support::{CombinedDemoWebs, Faulty, Ledger, audited, plan};
use types::report::{EndReason, FetchOutcome, Notification};

const PAGES: u32 = 600;
/// The number of pages after which refusals have occurred as well.
const FEW: u32 = 250;

fn worlds() -> CombinedDemoWebs {
    CombinedDemoWebs::new(&[7.into()])
}

/// Returns a web in which a fifth of all responses is faulty.
fn faulty(web: &CombinedDemoWebs, seed: u64) -> Faulty<'_> {
    Faulty { web, percent: 20, seed }
}

#[test]
fn with_a_fifth_of_faulty_responses_every_page_is_accounted_for_once() {
    let worlds = worlds();
    assert!(worlds.pages() > PAGES as usize);
    let account = audited(plan(&worlds, PAGES), &faulty(&worlds, 1));
    assert_eq!(account.complaints(), Vec::<String>::new());
    assert_eq!(account.ended.len(), PAGES as usize);
    assert_eq!(account.end, Some(EndReason::BudgetSpent));
    let share = f64::from(account.faults()) / f64::from(PAGES);
    assert!((0.15..0.25).contains(&share), "{share}: {:?}", account.injected);
    assert_eq!(account.injected.len(), 5, "{:?}", account.injected);
    assert!(account.again > 0 && account.moved > 0 && account.waiting > 0, "{account:?}");
}

/// The events and commands of a crawl, and the number of URLs in the frontier at its end.
struct Record {
    plan: CheckedPlan,
    passed: Vec<Passed>,
    waiting: u32,
}

/// Changes a step if it contains the target of the change; returns true if it did.
type Falsify = fn(&mut Step) -> bool;

enum Passed {
    Event(Event),
    Step(Step),
}

fn recorded() -> Record {
    let worlds = worlds();
    let plan = CheckedPlan::new(plan(&worlds, FEW), &Assets::default()).expect("the plan is fine");
    let mut passed = Vec::new();
    let crawl = driver::run(plan.clone(), &faulty(&worlds, 1), |exchange| {
        passed.push(match exchange {
            Exchange::Event(event) => Passed::Event(event.clone()),
            Exchange::Step(step) => Passed::Step(step.clone()),
        });
    });
    Record { plan, passed, waiting: crawl.progress().queue }
}

/// Falsifies the first step that allows it; returns whether one did, and the errors of the account.
fn falsified(record: &Record, falsify: Falsify) -> (bool, Vec<String>) {
    let mut ledger = Ledger::new(&record.plan);
    let mut is_done = false;
    for passed in &record.passed {
        match passed {
            Passed::Event(event) => ledger.enter(Exchange::Event(event)),
            Passed::Step(step) => {
                let mut step = step.clone();
                is_done = is_done || falsify(&mut step);
                ledger.enter(Exchange::Step(&step));
            }
        }
    }
    (is_done, ledger.close(record.waiting).complaints())
}

fn page_at(step: &Step) -> Option<usize> {
    step.notifications.iter().position(|notification| matches!(notification, Notification::Page(_)))
}

fn order_at(step: &Step) -> Option<usize> {
    let is_page = |command: &Command| matches!(command, Command::Fetch(order) if order.purpose == Purpose::Page);
    step.commands.iter().position(is_page)
}

fn lose_page(step: &mut Step) -> bool {
    page_at(step).map(|at| step.notifications.remove(at)).is_some()
}

fn tell_page_twice(step: &mut Step) -> bool {
    page_at(step)
        .map(|at| {
            step.notifications.insert(at, step.notifications[at].clone());
        })
        .is_some()
}

fn tell_page_as_another(step: &mut Step) -> bool {
    let page = step.notifications.iter_mut().find_map(|notification| match notification {
        Notification::Page(page) => Some(page),
        _ => None,
    });
    page.map(|page| page.outcome = FetchOutcome::Status(418)).is_some()
}

/// A final refusal: a refused link may still be found by another link, and the account learns of a redirect in another
/// way.
fn lose_refusal(step: &mut Step) -> bool {
    let is_final = |code: &str| !matches!(code, "nofollow" | "redirect-known");
    let at = step
        .notifications
        .iter()
        .position(|notification| matches!(notification, Notification::Refused(refusal) if is_final(&refusal.code)));
    at.map(|at| step.notifications.remove(at)).is_some()
}

fn order_page_twice(step: &mut Step) -> bool {
    order_at(step).map(|at| step.commands.insert(at, step.commands[at].clone())).is_some()
}

fn lose_order(step: &mut Step) -> bool {
    order_at(step).map(|at| step.commands.remove(at)).is_some()
}

#[test]
fn the_account_detects_missing_repeated_and_false_reports() {
    let cases: [(&str, Falsify); 6] = [
        ("lost: ", lose_page),
        ("twice: ", tell_page_twice),
        ("wrong: ", tell_page_as_another),
        ("lost: ", lose_refusal),
        ("twice: ", order_page_twice),
        ("twice: ", lose_order),
    ];
    let record = recorded();
    assert_eq!(falsified(&record, |_| false), (false, Vec::new()));
    for (at, (kind, falsify)) in cases.into_iter().enumerate() {
        let (is_done, complaints) = falsified(&record, falsify);
        assert!(is_done, "case {at}: no step could be falsified");
        assert!(complaints.iter().any(|line| line.starts_with(kind)), "case {at}: {complaints:?}");
    }
}
