//! Tests steering on the page: the changes in force, their undo, the drawer and its fields, which keep their input, and
//! frontier rows that do not move.

use crate::fakes::steering::{batch, live, to};
use page_state::crawl::changes::Changes;
use page_state::crawl::live::{Continuation, Live, ReadOnly};
use page_state::crawl::steer::{Steer, SteerAction};
use page_state::effect::Effect;
use page_state::worker::WorkerAction;
use page_state::{Action, Shared, State};
use protocol::steer::{CONTINUE, Change, SteeringRejected};
use protocol::{Problem, ToPage, ToWorker};
use std::rc::Rc;
use types::limits;
use types::report::{EndReason, Notification, Phase};
use types::spec::StrategySpec;
use types::steering::{FrontierChange, Steering};

use crate::fakes::record;

fn steered(done: u32, id: &str) -> Notification {
    Notification::Steered(done, Box::new(to(id)))
}

#[test]
fn a_page_is_explained_by_the_strategy_that_selected_it() {
    let mut live = live();
    live.apply(batch(Phase::Running, vec![steered(20, "breadth-first")]));
    live.apply(batch(Phase::Running, vec![steered(30, "fish-search")]));
    let at = |n| live.spec_at(n).map(|spec| spec.id);
    for (n, id) in [(20, "best-first"), (21, "breadth-first"), (30, "breadth-first"), (31, "fish-search")] {
        assert_eq!(at(n).as_deref(), Some(id), "page {n}");
    }
    let past = live.until(&[Rc::new(record::record(5, 0.5))], &live.progress);
    let next = past.spec_at(6).map(|spec| spec.id);
    assert_eq!(next.as_deref(), Some("best-first"), "of a past moment");
    // A resumed crawl has the current plan. Its first plan comes with it, if it is known.
    for began in [Some("fish-search"), None] {
        let first = began.map(StrategySpec::from);
        let mut taken_up = Live { is_catching_up: true, steered: Changes::since(first), ..self::live() };
        let pages = Notification::Page(Box::new(record::record(1, 0.5)));
        taken_up.apply(batch(Phase::Running, vec![pages, steered(20, "best-first")]));
        let at = |n| taken_up.spec_at(n).map(|spec| spec.id);
        assert_eq!(at(20).as_deref(), began);
        assert_eq!(at(21).as_deref(), Some("best-first"));
    }
}

#[test]
fn a_crawl_takes_changes_also_after_its_end() {
    for (phase, takes) in [
        (Phase::New, false),
        (Phase::Preparing, false),
        (Phase::Running, true),
        (Phase::Paused, true),
        (Phase::Ended(EndReason::BudgetSpent), true),
        (Phase::Ended(EndReason::FrontierEmpty), true),
        (Phase::Ended(EndReason::Stopped), true),
        (Phase::Ended(EndReason::NothingLearned), false),
    ] {
        let mut live = live();
        live.apply(batch(phase, Vec::new()));
        assert_eq!(live.can_be_steered(), takes, "{phase:?}");
        live.read_only = Some(ReadOnly::Elsewhere);
        assert!(!live.can_be_steered(), "{phase:?} in another tab");
    }
}

#[test]
fn a_crawl_continues_after_a_stop_and_with_more_pages_after_its_budget() {
    let stopped = Phase::Ended(EndReason::Stopped);
    let spent = Phase::Ended(EndReason::BudgetSpent);
    let more = |pages| Some(Continuation::MorePages(pages));
    for (phase, pages, budget, continuation) in [
        (Phase::Running, 30, 60, None),
        (stopped, 30, 60, Some(Continuation::Resume)),
        (stopped, 60, 60, more(60)),
        (spent, 60, 60, more(60)),
        (spent, 500, 500, more(limits::PAGES_DEFAULT)),
        (spent, limits::PAGES - 1, limits::PAGES - 1, more(1)),
        (spent, limits::PAGES, limits::PAGES, None),
        (Phase::Ended(EndReason::FrontierEmpty), 30, 60, None),
    ] {
        let mut live = live();
        if let Some(request) = &mut live.request {
            request.plan.pages = budget;
        }
        let mut batch = batch(phase, Vec::new());
        (batch.progress.pages, batch.progress.budget) = (pages, budget);
        live.apply(batch);
        assert_eq!(live.continuation(), continuation, "{phase:?}, {pages} pages");
        live.read_only = Some(ReadOnly::Crashed);
        assert_eq!(live.continuation(), None);
    }
}

#[test]
fn a_rejection_stays_at_its_field_until_the_field_is_edited() {
    let live = live();
    let mut steer = Steer::new(&live);
    let problem = |field: &str| Problem { field: field.into(), message: "No.".into() };
    let refused = |field: &str| SteeringRejected {
        change: Change::Strategy(StrategySpec::default()),
        problems: vec![problem(field)],
    };
    steer.refused(refused("params.n"));
    assert!(steer.form.problem("params.n").is_some());
    steer.refused(refused("strategy"));
    assert!(steer.form.problem("params.n").is_none(), "it is of another try");
    steer.apply(SteerAction::Edit("strategy".into(), Box::new(|form| form.strategy.id = Some("x".into()))));
    assert!(steer.form.problems.is_empty());
    steer.made(&to("best-first"), &live);
    assert_eq!(steer.form.strategy_id(), "x", "it was not sent");
    steer.apply(SteerAction::Submit(Box::new(Change::Strategy(StrategySpec::default()))));
    steer.made(&to("best-first"), &live);
    assert_eq!(steer.form.strategy_id(), "best-first", "the form says what is");
}

#[test]
fn a_change_of_a_button_leaves_the_fields_and_the_wait_for_a_strategy() {
    let live = live();
    let mut steer = Steer::new(&live);
    let boost = |word: &str| Box::new(Change::Word { word: word.into(), weight: 2.0 });
    let boosted = |word: &str| Steering::Word { word: word.into(), weight: 2.0 };
    steer.apply(SteerAction::Submit(Box::new(Change::Strategy("adaptive".into()))));
    steer.apply(SteerAction::Type("word", "fox".into()));
    let effects = steer.apply(SteerAction::Change(boost("den")));
    assert_eq!(effects, [Effect::Send(ToWorker::Steer(boost("den")))]);
    steer.made(&boosted("den"), &live);
    assert_eq!(steer.text("word"), "fox", "it was not sent");
    steer.apply(SteerAction::Submit(boost("fox")));
    steer.made(&boosted("fox"), &live);
    assert_eq!(steer.text("word"), "");
    let problems = vec![Problem { field: "word".into(), message: "No.".into() }];
    steer.refused(SteeringRejected { change: *boost("x"), problems });
    assert!(steer.is_switching, "the strategy is still being loaded");
}

#[test]
fn the_controls_of_a_crawl_send_their_messages() {
    let mut steer = Steer::new(&live());
    let problem = Problem { field: CONTINUE.into(), message: "Its file is gone.".into() };
    steer.refused(SteeringRejected { change: Change::Budget(0), problems: vec![problem] });
    for (action, message) in [
        (SteerAction::Pause, ToWorker::Pause),
        (SteerAction::Step, ToWorker::Step),
        (SteerAction::Stop, ToWorker::Stop),
        (SteerAction::Continue(None), ToWorker::Resume),
        (SteerAction::Continue(Some(90)), ToWorker::Steer(Box::new(Change::Budget(90)))),
    ] {
        assert_eq!(steer.apply(action), [Effect::Send(message)]);
    }
    assert_eq!(steer.general_problem(), None, "it was tried again");
}

#[test]
fn the_effect_belongs_to_the_latest_change_until_it_is_dismissed() {
    let mut state = State::new("", None);
    state.crawl.live = Shared::from(Rc::new(live()));
    let word = Steering::Word { word: "fox".into(), weight: 0.0 };
    let change = FrontierChange { rescored: 7, ..FrontierChange::default() };
    let told = batch(
        Phase::Running,
        vec![
            Notification::Steered(3, Box::new(word)),
            Notification::Excluded(vec!["foxes".into()]),
            Notification::FrontierChanged(change),
        ],
    );
    state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Batch(Box::new(told))])));
    assert_eq!(state.crawl.steer.effect, Some((0, change)));
    assert_eq!(*state.crawl.live.excluded, ["foxes"]);
    state.apply(Action::Steer(SteerAction::EffectSeen));
    assert_eq!(state.crawl.steer.effect, None);
}

#[test]
fn a_strategy_that_is_loaded_late_is_named_until_the_crawl_switches_or_ends() {
    let mut state = State::new("", None);
    state.crawl.live = Shared::from(Rc::new(live()));
    let late = |problem: Option<&str>| {
        let problem = problem.map(str::to_owned);
        let (now, late) = ("shark-search".into(), "adaptive".into());
        ToPage::StrategyLate { now, late, problem }
    };
    let hear = |state: &mut State, message| {
        state.apply(Action::Worker(WorkerAction::Messages(vec![message])));
    };
    let problem = |state: &State| Some(state.crawl.live.late_strategy.as_ref()?.problem.clone());
    hear(&mut state, late(None));
    assert_eq!(problem(&state), Some(None));
    assert_eq!(state.crawl.live.spec(), Some("shark-search".into()));
    assert_eq!(state.crawl.steer.form.strategy_id(), "shark-search");
    hear(&mut state, late(Some("No server.")));
    let said = problem(&state).flatten().expect("there is a problem");
    assert_eq!(said, "The crawl uses “shark-search” instead of “adaptive”. No server.");
    let told = |phase, news| ToPage::Batch(Box::new(batch(phase, news)));
    hear(&mut state, told(Phase::Running, vec![steered(1, "adaptive")]));
    assert_eq!(problem(&state), None);
    assert_eq!(state.crawl.live.spec(), Some("adaptive".into()));
    hear(&mut state, late(None));
    let end = Phase::Ended(EndReason::BudgetSpent);
    hear(&mut state, told(end, Vec::new()));
    assert_eq!(problem(&state), None, "it no longer switches");
}
