//! Tests the comparison form in the page's state: its defaults, its plan, and the notation of strategies; the format of
//! figures, and the styles of curves.

use crate::fakes::compare::catalog;
use page_state::compare::draft::Draft;
use page_state::compare::strategy_draft::StrategyDraft;
use page_state::compare::{CompareAction, CompareState, Submission};
use page_state::effect::Effect;
use page_state::form::param_key;
use page_state::route::{Route, read};
use page_state::{Action, Shared, State};
use protocol::compare::{
    CompareChoices, CompareEvent, CompareRequest, ComparisonForm, HiddenCounts, Imported, OpenComparison, TopicForm,
    TrialProgress,
};
use protocol::{Source, SourceKind, ToWorker};
use std::rc::Rc;
use types::compare::SeedUse;
use types::measures::Measure;
use types::strategy::Needs;

fn offer() -> CompareChoices {
    let topics = ["a", "b", "c", "d"];
    CompareChoices { topics: topics.map(|name| (name.to_owned(), name.to_uppercase())).into() }
}

fn fields(draft: &Draft, has_own: bool) -> Vec<String> {
    let plan = draft.plan("demo", has_own, &catalog());
    let problems = plan.err().unwrap_or_default();
    problems.into_iter().map(|one| one.field).collect()
}

#[test]
fn the_initial_form_is_a_runnable_comparison() {
    let mut draft = Draft::default();
    draft.offer(&offer());
    let plan = draft.plan("demo", true, &catalog()).expect("a plan");
    assert_eq!(plan.strategies, ["breadth-first", "best-first", "adaptive"]);
    assert_eq!(plan.topics, ["a", "b", "c"]);
    assert_eq!((plan.pages, plan.repeats), (200, 1));
}

#[test]
fn hidden_parts_of_a_plan_are_kept() {
    let plan = ComparisonForm {
        whole: "{\"depth\":7}".into(),
        title: "A paper's figure".into(),
        web: "demo".into(),
        strategies: vec!["best-n-first:n=4".into(), "breadth-first".into()],
        topics: vec!["b".into(), "a".into()],
        seeds: SeedUse::Halves,
        pages: 50,
        repeats: 2,
        parallel: 16,
        rng: 9,
        measures: vec![Measure::Recall, Measure::Harvest],
        typed: vec![TopicForm {
            whole: "{}".into(),
            beyond: HiddenCounts { examples: 3, ..HiddenCounts::default() },
            name: "own".into(),
            query: "spiders".into(),
            seeds: "http://s.test/".into(),
            relevant: "http://r.test/".into(),
        }],
        ..ComparisonForm::default()
    };
    let draft = Draft::from_plan(plan.clone(), Some(&offer()));
    let again = draft.plan("demo", true, &catalog()).expect("a plan");
    assert_eq!(again, plan);
}

#[test]
fn unsendable_values_are_reported_by_field() {
    let mut draft = Draft::from_plan(
        ComparisonForm {
            strategies: vec!["best-first".into()],
            topics: vec!["a".into()],
            pages: 10,
            repeats: 1,
            parallel: 16,
            ..ComparisonForm::default()
        },
        None,
    );
    assert_eq!(fields(&draft, true), [""; 0]);
    draft.numbers.insert("pages", "0".into());
    draft.numbers.insert("repeats", "two".into());
    assert_eq!(fields(&draft, true), ["pages", "repeats"]);
    draft.numbers.clear();
    draft.strategies.selected[0].form.strategy.params.insert(param_key("best-first", "n"), "x".into());
    assert_eq!(fields(&draft, true), ["strategies"]);
    draft.strategies.selected.clear();
    draft.form.topics.clear();
    assert_eq!(fields(&draft, true), ["strategies", "topics"]);
    draft.strategies.selected.push(StrategyDraft::parse("best-first"));
    draft.form.typed.push(TopicForm { query: "spiders".into(), ..TopicForm::default() });
    assert_eq!(fields(&draft, false), [""; 0]);
    let plan = draft.plan("live", false, &catalog()).expect("a plan");
    assert!(plan.topics.is_empty(), "the web has none of its own");
}

#[test]
fn only_settings_that_differ_from_the_defaults_are_named() {
    let params = &catalog().strategies[3].params;
    let settings = |text: &str| StrategyDraft::parse(text).changed_settings(params);
    assert_eq!(settings("best-n-first: n = 4 "), "Pages a step: 4");
    assert_eq!(settings("best-n-first:n=16"), "");
}

#[test]
fn a_strategy_can_be_selected_twice_and_removed_separately() {
    let mut draft = Draft::default();
    draft.offer(&offer());
    draft.strategies.selected.insert(2, StrategyDraft::parse("best-first:n=2"));
    assert_eq!(draft.strategies.entries_of("best-first").count(), 2);
    draft.strategies.remove(2);
    assert_eq!(draft.strategies.entries_of("best-first").count(), 1);
    draft.strategies.remove(99);
    assert_eq!(draft.strategies.selected.len(), 3);
}

#[test]
fn a_duplicate_strategy_is_reported() {
    let mut draft = Draft::default();
    draft.offer(&offer());
    draft.strategies.selected.push(StrategyDraft::parse("best-first"));
    let problems = draft.plan("demo", true, &catalog()).expect_err("twice");
    assert!(problems[0].message.contains("“best-first” is listed twice"));
    draft.strategies.selected.pop();
    draft.strategies.selected.push(StrategyDraft::parse("best-first:n=2"));
    assert_eq!(fields(&draft, true), [""; 0]);
}

#[test]
fn a_strategy_that_begins_with_earlier_crawls_gets_one() {
    let mut draft = Draft::default();
    draft.offer(&offer());
    let past = |draft: &Draft| draft.plan("demo", true, &catalog()).map(|plan| plan.past_pages);
    assert_eq!(past(&draft), Ok(0));
    draft.need_past();
    assert_eq!(past(&draft), Ok(200));
    draft.numbers.insert("past_pages", "30".into());
    draft.need_past();
    assert_eq!(past(&draft), Ok(30), "what was typed stays");
}

#[test]
fn a_preset_replaces_the_strategies_and_keeps_the_settings_of_those_that_stay() {
    let mut draft = Draft::default();
    draft.offer(&offer());
    draft.strategies.selected[1] = StrategyDraft::parse("best-first:n=2");
    draft.strategies.open = Some(0);
    let catalog = catalog();
    let mut late = catalog.strategies[3].clone();
    late.needs = Needs::PAST;
    draft.select(catalog.strategies[1..3].iter().chain([&late]));
    let plan = draft.plan("demo", true, &catalog).expect("a plan");
    assert_eq!(plan.strategies, ["best-first:n=2", "shark-search", "best-n-first"]);
    assert_eq!((plan.past_pages, draft.strategies.open), (200, None));
}

#[test]
fn a_removal_or_replacement_can_be_undone_until_the_next_action() {
    let mut compare = CompareState::default();
    compare.on_message(CompareEvent::Choices(Box::new(offer())));
    assert!(compare.feedback.undo.is_none());
    let before = compare.draft.clone();
    let remove = || {
        let how = Box::new(|draft: &mut Draft| draft.strategies.remove(0));
        CompareAction::Replace("strategies".into(), "Removed it.".into(), how)
    };
    compare.apply(remove());
    assert_eq!((compare.draft.strategies.selected.len(), &*compare.feedback.notice), (2, "Removed it."));
    compare.apply(CompareAction::Undo);
    assert_eq!(compare.draft, before);
    let plan = ComparisonForm { strategies: vec!["best-first".into()], ..ComparisonForm::default() };
    compare.on_message(CompareEvent::Read { file: Some("x.json".into()), read: Ok(Imported::Plan(Box::new(plan))) });
    assert_eq!(compare.draft.strategies.selected.len(), 1);
    compare.apply(CompareAction::Undo);
    assert_eq!(compare.draft, before);
    compare.apply(remove());
    compare.apply(CompareAction::ShowNotice(String::new()));
    compare.apply(CompareAction::Undo);
    assert_eq!(compare.draft.strategies.selected.len(), 2, "too late");
}

#[test]
fn a_deleted_comparison_is_restored_by_undo_until_the_next_action() {
    let mut compare = CompareState::default();
    let sent = |request| vec![Effect::Send(ToWorker::Compare(request))];
    let delete = || CompareAction::Delete("7".into(), "Foxes".into());
    assert_eq!(compare.apply(delete()), sent(CompareRequest::Delete("7".into())));
    assert_eq!(compare.feedback.notice, "Deleted “Foxes”.");
    assert_eq!(compare.apply(CompareAction::Undo), sent(CompareRequest::Restore("7".into())));
    assert!(compare.apply(CompareAction::Undo).is_empty(), "only once");
    compare.apply(delete());
    compare.apply(CompareAction::ShowNotice(String::new()));
    assert!(compare.apply(CompareAction::Undo).is_empty(), "too late");
}

#[test]
fn a_saved_crawl_is_opened_and_a_failure_is_reported() {
    let mut compare = CompareState::default();
    let effects = compare.on_message(CompareEvent::CrawlSaved(Ok("0123456789abcdef".into())));
    assert_eq!(effects, [Effect::Open("#/crawl?id=0123456789abcdef".into())]);
    compare.on_message(CompareEvent::CrawlSaved(Err("The disk is full.".into())));
    let wrong = compare.feedback.error.expect("it is told");
    assert_eq!(wrong, "Could not open the crawl: The disk is full.");
}

#[test]
fn a_valid_plan_fills_the_form_and_an_invalid_one_leaves_it() {
    let mut compare = CompareState::default();
    compare.on_message(CompareEvent::Choices(Box::new(offer())));
    let before = compare.draft.clone();
    compare.on_message(CompareEvent::Read { file: Some("x.json".into()), read: Err("strategies: unknown".into()) });
    assert!(compare.feedback.error.as_ref().is_some_and(|wrong| wrong.contains("x.json")));
    assert_eq!(compare.draft, before);
    let plan = ComparisonForm { strategies: vec!["best-first".into()], ..ComparisonForm::default() };
    compare.on_message(CompareEvent::Read { file: None, read: Ok(Imported::Plan(Box::new(plan))) });
    assert_eq!((compare.draft.strategies.selected.len(), compare.imports), (1, 1));
    assert_eq!(compare.draft.form.topics.len(), 4, "no topic named means all");
    assert!(compare.feedback.error.is_none());
}

#[test]
fn progress_is_cleared_at_the_end_or_when_the_worker_crashes() {
    let mut compare = CompareState::default();
    let shown = |is_here| CompareEvent::Results(Box::new(OpenComparison { is_here, ..OpenComparison::default() }));
    compare.begin(Ok(CompareRequest::List));
    let effects = compare.on_message(CompareEvent::Began("0123456789abcdef".into()));
    assert_eq!(effects, [Effect::Open("#/compare?id=0123456789abcdef".into())]);
    assert_eq!(compare.submission, Submission::Editing);
    compare.on_message(shown(true));
    compare.on_message(CompareEvent::Progress(TrialProgress::default()));
    assert!(compare.run.progress.is_some());
    compare.on_message(shown(false));
    assert!(compare.run.progress.is_none());
    compare.begin(Ok(CompareRequest::List));
    compare.on_worker_crash();
    assert!(compare.submission != Submission::Sent);
}

#[test]
fn comparisons_have_a_route() {
    assert_eq!(read("#/compare?id=1"), (Route::Compare, "id=1"));
}

#[test]
fn a_comparison_is_sent_with_the_source_of_the_form_and_the_measures_that_its_web_provides() {
    let mut state = State::new("", None);
    state.catalog = Shared::from(Rc::new(catalog()));
    state.compare.change(|compare| compare.on_message(CompareEvent::Choices(Box::new(offer()))));
    let sent = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Send(ToWorker::Compare(CompareRequest::Begin { plan, source, agreed })) => {
                Some((plan.web, plan.topics.len(), plan.measures, source, agreed))
            }
            _ => None,
        })
    };
    let all = vec![Measure::Harvest, Measure::Recall, Measure::AverageRelevance];
    let begun = sent(state.apply(Action::Compare(CompareAction::Begin(false))));
    assert_eq!(begun, Some(("demo".to_owned(), 3, all, Source::Demo, false)));
    assert_eq!(state.compare.submission, Submission::Sent);

    state.setup.form.change(|form| form.source.kind = Some(SourceKind::Direct));
    assert_eq!(sent(state.apply(Action::Compare(CompareAction::Begin(true)))), None);
    assert_eq!(state.compare.draft.problem("topics").as_deref(), Some("Add a topic with a query and seeds."));
    let topic = TopicForm { query: "spiders".into(), ..TopicForm::default() };
    state.compare.change(|compare| compare.draft.form.typed.push(topic));
    let begun = sent(state.apply(Action::Compare(CompareAction::Begin(true))));
    let judged = vec![Measure::AverageRelevance];
    assert_eq!(begun, Some(("live".to_owned(), 0, judged, Source::Direct, true)), "no page is known as relevant");
}
