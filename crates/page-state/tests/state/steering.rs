//! Tests the state of steering: the changes in effect, their undo, and the fields of the panel, which keep their input.

use crate::fakes::record;
use crate::fakes::steering::batch;
use page_state::catalog::Catalog;
use page_state::crawl::changes::Changes;
use page_state::crawl::live::{Continuation, Live, ReadOnly};
use page_state::crawl::ranking::{ResultFilter, ResultsAction};
use page_state::crawl::steer::{Steer, SteerAction, StrategyPurpose};
use page_state::effect::Effect;
use page_state::form::StartRequest;
use page_state::screen::{ScreenAction, View};
use page_state::worker::WorkerAction;
use page_state::{Action, Shared, State};
use protocol::steer::{CONTINUE, Change, SteeringRejected};
use protocol::{Problem, Source, ToPage, ToWorker};
use std::rc::Rc;
use types::limits;
use types::plan::Plan;
use types::report::{EndReason, Notification, Phase};
use types::spec::StrategySpec;
use types::steering::{FrontierChange, Steering};
use types::url::CanonicalUrl;

fn to(id: &str) -> Steering {
    Steering::Strategy(StrategySpec::from(id))
}

fn live() -> Live {
    Live::begin(StartRequest {
        plan: Plan { query: "red fox".into(), strategy: "best-first".into(), ..Plan::default() },
        source: Source::Demo,
        stay: false,
        model: None,
    })
}

fn act(steer: &mut Steer, action: SteerAction) -> Vec<Effect> {
    steer.apply(action, &Catalog::default())
}

fn boosted_word(text: &str) -> Result<Change, String> {
    if text.is_empty() { Err("Enter a word.".into()) } else { Ok(Change::Word { word: text.into(), weight: 2.0 }) }
}

fn judged(good: Option<bool>) -> Steering {
    let url = url("http://a.test/1");
    Steering::Judged { url, good }
}

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn rule() -> types::url::ScopeRule {
    "a.test".parse().expect("is a rule")
}

fn changes(all: &[Steering]) -> Changes {
    let mut changes = Changes::default();
    for (steering, done) in all.iter().zip(10..) {
        changes.record(done, steering.clone(), None);
    }
    changes
}

fn word(weight: f64) -> Steering {
    let word = "fox".to_owned();
    Steering::Word { word, weight }
}

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
    act(&mut steer, SteerAction::Edit("strategy".into(), Box::new(|form| form.strategy.id = Some("x".into()))));
    assert!(steer.form.problems.is_empty());
    steer.made(&to("best-first"), &live);
    assert_eq!(steer.form.strategy_id(), "x", "it was not sent");
    act(&mut steer, SteerAction::Switch(Box::default()));
    steer.made(&to("best-first"), &live);
    assert_eq!(steer.form.strategy_id(), "best-first", "the form says what is");
}

/// The last drawing may be older than the last key.
#[test]
fn a_strategy_is_sent_as_the_form_holds_it() {
    let mut steer = Steer::new(&live());
    act(&mut steer, SteerAction::Edit("strategy".into(), Box::new(|form| form.strategy.id = Some("x".into()))));
    let effects = act(&mut steer, SteerAction::SubmitStrategy(StrategyPurpose::Preview));
    assert_eq!(effects, [Effect::Send(ToWorker::Preview(Box::new("x".into())))]);
    assert!(steer.is_looking && !steer.is_switching);
    let effects = act(&mut steer, SteerAction::SubmitStrategy(StrategyPurpose::Switch));
    assert_eq!(effects, [Effect::Send(ToWorker::Steer(Box::new(Change::Strategy("x".into()))))]);
    assert!(steer.is_switching);
}

#[test]
fn a_change_of_a_button_leaves_the_fields_and_the_wait_for_a_strategy() {
    let live = live();
    let mut steer = Steer::new(&live);
    let boost = |word: &str| Box::new(Change::Word { word: word.into(), weight: 2.0 });
    let boosted = |word: &str| Steering::Word { word: word.into(), weight: 2.0 };
    act(&mut steer, SteerAction::Switch(Box::new("adaptive".into())));
    act(&mut steer, SteerAction::Type("word", "fox".into()));
    let effects = act(&mut steer, SteerAction::Change(boost("den")));
    assert_eq!(effects, [Effect::Send(ToWorker::Steer(boost("den")))]);
    steer.made(&boosted("den"), &live);
    assert_eq!(steer.text("word"), "fox", "it was not sent");
    act(&mut steer, SteerAction::SubmitText("word", boosted_word));
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
        assert_eq!(act(&mut steer, action), [Effect::Send(message)]);
    }
    assert_eq!(steer.general_problem(), None, "it was tried again");
}

#[test]
fn the_effect_belongs_to_the_latest_change_until_it_is_dismissed_or_another_screen_is_shown() {
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
    for action in [
        Action::Steer(SteerAction::EffectSeen),
        Action::Screen(ScreenAction::View(View::Map)),
        Action::Results(ResultsAction::Filter(ResultFilter { text: "fox".into(), ..ResultFilter::default() })),
        Action::Moved("#/library".into(), None),
    ] {
        state.crawl.steer.change(|steer| steer.effect = Some((0, change)));
        state.apply(action);
        assert_eq!(state.crawl.steer.effect, None);
    }
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

#[test]
fn the_latest_change_is_in_effect() {
    let all = [judged(Some(true)), judged(Some(false)), word(2.0), word(0.0), Steering::Drop(rule())];
    let changes_so_far = changes(&all);
    assert!(changes_so_far.weight("Fox").abs() < f64::EPSILON);
    assert!(changes_so_far.is_left_out("a.test") && !changes_so_far.is_left_out("b.test"));
    let back = [judged(None), word(1.0), Steering::Admit(rule())];
    let nothing = changes(&[&all[..], &back[..]].concat());
    assert!((nothing.weight("fox") - 1.0).abs() < f64::EPSILON);
    assert_eq!(nothing.words().count(), 0);
    assert!(!nothing.is_left_out("a.test"));
    assert_eq!(nothing.list().len(), 8, "and all of it is told");
}

#[test]
fn only_changes_in_effect_can_be_undone_each_by_its_inverse() {
    let all = changes(&[
        judged(Some(true)),
        judged(Some(false)),
        word(2.0),
        Steering::Drop(rule()),
        Steering::Budget(70),
        Steering::Seeds(vec![url("http://b.test/")]),
        to("breadth-first"),
    ]);
    assert_eq!(all.undo_of(0), None, "something else was said since");
    let page = url("http://a.test/1");
    let nothing = Change::Judged { url: page, good: None };
    assert_eq!(all.undo_of(1), Some(nothing));
    let usual = Change::Word { word: "fox".into(), weight: 1.0 };
    assert_eq!(all.undo_of(2), Some(usual));
    assert_eq!(all.undo_of(3), Some(Change::Admit("a.test".into())));
    for at in 4..8 {
        assert_eq!(all.undo_of(at), None, "{at}");
    }
}

#[test]
fn the_last_switch_leads_back_to_the_strategy_before_it_where_that_is_known() {
    let spec = StrategySpec::from;
    let mut known = Changes::default();
    known.record(10, to("breadth-first"), Some(spec("best-first")));
    let back = |changes: &Changes, at| match changes.undo_of(at) {
        Some(Change::Strategy(spec)) => Some(spec.id),
        _ => None,
    };
    assert_eq!(back(&known, 0).as_deref(), Some("best-first"));
    known.record(20, to("fish-search"), Some(spec("breadth-first")));
    assert_eq!(back(&known, 0), None);
    assert_eq!(back(&known, 1).as_deref(), Some("breadth-first"));
}

#[test]
fn a_field_is_cleared_only_by_its_own_change() {
    let live = live();
    let mut steer = Steer::new(&live);
    assert_eq!(act(&mut steer, SteerAction::SubmitText("word", boosted_word)), []);
    assert_eq!(steer.form.problem("word").as_deref(), Some("Enter a word."));
    act(&mut steer, SteerAction::Type("word", "fox".into()));
    act(&mut steer, SteerAction::Type("rule", "b.te".into()));
    steer.made(&word(2.0), &live);
    steer.made(&Steering::Drop(rule()), &live);
    assert_eq!((steer.text("word"), steer.text("rule")), ("fox", "b.te"), "nothing was sent");
    let effects = act(&mut steer, SteerAction::SubmitText("word", boosted_word));
    let sent = Change::Word { word: "fox".into(), weight: 2.0 };
    assert_eq!(effects, [Effect::Send(ToWorker::Steer(Box::new(sent)))], "the text that was typed last");
    act(&mut steer, SteerAction::SubmitText("rule", |text| Ok(Change::Drop(text.into()))));
    act(&mut steer, SteerAction::Type("rule", "b.test".into()));
    steer.made(&word(2.0), &live);
    steer.made(&Steering::Drop(rule()), &live);
    assert_eq!((steer.text("word"), steer.text("rule")), ("", "b.test"), "it was typed since");
}
