//! Tests the view for a class: its address, the seeds and the steps of both sides, their sentences, and the end.

use crate::fakes::crawl_summary::crawl;
use crate::fakes::record::record;
use page_state::class::{ClassAction, ClassRun, ClassState, Picture, SIDES, link, link_of_crawl, suggestions};
use page_state::crawl::ranking::{Origin, ResultsAction};
use page_state::effect::{Effect, Timer};
use page_state::form::StrategyInput;
use page_state::screen::ScreenAction;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{CrawlSummary, LibraryContents, LibraryEvent};
use protocol::pace::{Pace, Paces};
use protocol::subjects::{Subject, SubjectSummary};
use protocol::{Batch, Example, Problem, Source, ToPage, ToWorker};
use types::plan::Plan;
use types::report::{Discovery, EndReason, FetchOutcome, Notification, PageRecord, Phase, Progress};
use types::spec::{ParamValue, StrategySpec};
use types::strategy::{Control, Needs, ParamInfo, StrategyInfo};

/// An address in the spelling in which the view writes it.
const ADDRESS: &str =
    "#/class?q=red+fox&in_flight=1&left=best-first&pace=1&pages=30&picture=tree&right=fish&source=demo&start=1";

fn catalog() -> ToPage {
    let info = |id: &str, needs| StrategyInfo {
        id: id.into(),
        title: id.to_uppercase(),
        description: format!("Crawls by {id}."),
        needs,
        parts: vec![("Link text".into(), "words of the link".into()), ("Page".into(), String::new())],
        ..StrategyInfo::default()
    };
    let width = ParamInfo {
        name: "width".into(),
        title: "Width".into(),
        help: String::new(),
        control: Control::Number { min: 1.0, max: 9.0, whole: true },
        default: ParamValue::Number(3.0),
        wanted: String::new(),
        is_live: false,
        note: None,
    };
    ToPage::Catalog {
        strategies: vec![
            info("best-first", Needs::QUERY),
            StrategyInfo { params: vec![width], ..info("fish", Needs::QUERY) },
            info("adaptive", Needs::QUERY),
            info("svm", Needs::TRAILS),
        ],
        providers: Vec::new(),
        examples: vec![Example {
            title: "Foxes".into(),
            query: "red fox".into(),
            seeds: vec!["http://a.test/".into(), "http://b.test/".into()],
            examples: Vec::new(),
        }],
    }
}

fn visit(address: &str) -> (State, Vec<Effect>) {
    let mut state = State::new("", None);
    state.apply(Action::Worker(WorkerAction::Messages(vec![catalog()])));
    let effects = state.apply(Action::Moved(address.to_owned(), None));
    (state, effects)
}

fn tell(state: &mut State, side: usize, message: ToPage) -> Vec<Effect> {
    state.apply(Action::Class(ClassAction::Worker(side, WorkerAction::Messages(vec![message]))))
}

fn pages(phase: Phase, records: Vec<PageRecord>, done: u32) -> ToPage {
    let measures = records.last().map(|last| last.measures).unwrap_or_default();
    ToPage::Batch(Box::new(Batch {
        progress: Progress { phase, pages: done, budget: 30, measures, ..Progress::default() },
        notifications: records.into_iter().map(|record| Notification::Page(Box::new(record))).collect(),
        ..Batch::default()
    }))
}

/// The view whose crawls have both started.
fn started() -> State {
    let (mut state, _) = visit(ADDRESS);
    for side in 0..SIDES.len() {
        tell(&mut state, side, catalog());
        tell(&mut state, side, ToPage::Started);
    }
    state
}

fn steps(effects: &[Effect]) -> Vec<usize> {
    let step = |effect: &Effect| match effect {
        Effect::SendToSide(side, ToWorker::Step) => Some(*side),
        _ => None,
    };
    effects.iter().filter_map(step).collect()
}

fn problems(state: &State) -> Vec<&str> {
    let fields = state.class.form.problems.iter();
    fields.map(|Problem { field, .. }| field.as_str()).collect()
}

#[test]
fn an_address_opens_the_view_and_starts_it_and_the_view_has_the_same_address() {
    let (state, effects) = visit(ADDRESS);
    assert!(effects.contains(&Effect::StartSides));
    let ClassState { strategies, pace, picture, run, .. } = &*state.class;
    assert_eq!((strategies.each_ref().map(String::as_str), *run), (["best-first", "fish"], ClassRun::Running));
    assert_eq!((*pace, *picture), (Pace::PerSecond(1), Picture::Tree));
    assert_eq!(state.class.address(), ADDRESS);
    assert_eq!(state.location.fragment, ADDRESS);
}

#[test]
fn a_link_with_seeds_and_settings_starts_both_sides_with_them_and_is_the_link_of_the_view() {
    let seeds = "q=red+fox&seed=http%3A%2F%2Fc.test%2F&seed=http%3A%2F%2Fd.test%2Fstart";
    let address = ADDRESS.replace("q=red+fox", seeds).replace("in_flight=1", "in_flight=2");
    let (mut state, _) = visit(&address);
    assert_eq!(state.class.address(), address);
    for (side, id) in ["best-first", "fish"].into_iter().enumerate() {
        let effects = tell(&mut state, side, catalog());
        let plan = effects.iter().find_map(|effect| match effect {
            Effect::SendToSide(to, ToWorker::Start { plan, .. }) if *to == side => Some(plan),
            _ => None,
        });
        let Plan { query, seeds, pages, strategy, in_flight, .. } = &**plan.expect("it starts");
        assert_eq!((query.as_str(), *pages, strategy.id.as_str(), *in_flight), ("red fox", 30, id, 2));
        assert_eq!(*seeds, ["http://c.test/", "http://d.test/start"]);
    }
    assert_eq!(state.class.address(), address, "also once both run");
}

#[test]
fn an_address_without_a_start_waits_for_the_person_who_gets_usual_settings() {
    let (mut state, effects) = visit("#/class");
    assert!(!effects.contains(&Effect::StartSides));
    assert_eq!(state.class.form.query.text, "red fox", "the first topic of the demo web");
    let effects = state.apply(Action::Class(ClassAction::Start));
    assert!(effects.contains(&Effect::StartSides));
    let usual = "#/class?q=red+fox&in_flight=1&left=best-first&pace=2&pages=60&picture=map-and-tree&right=adaptive\
        &source=demo&start=1";
    assert!(effects.contains(&Effect::ReplaceAddress(usual.to_owned(), false)));
}

#[test]
fn a_pace_that_is_not_offered_becomes_the_next_faster_one() {
    for (pace, expected) in
        [("8", Pace::PerSecond(8)), ("16", Pace::Max), ("max", Pace::Max), ("3", Pace::PerSecond(2))]
    {
        let (state, _) = visit(&format!("#/class?q=a&pace={pace}"));
        assert_eq!(state.class.pace, expected, "{pace}");
    }
}

#[test]
fn the_address_follows_the_picture_and_the_pace_of_running_crawls() {
    let mut state = started();
    for (change, from, to) in [
        (ClassAction::edit(|class| class.picture = Picture::Map), "picture=tree", "picture=map"),
        (ClassAction::edit(|class| class.pace = Pace::Max), "pace=1", "pace=max"),
    ] {
        let expected = state.location.fragment.replace(from, to);
        let effects = state.apply(change);
        assert_eq!(effects, [Effect::ReplaceAddress(expected.clone(), false)]);
        assert_eq!((&state.location.fragment, state.class.run), (&expected, ClassRun::Running));
    }
}

#[test]
fn live_sites_and_strategies_that_are_equal_unknown_or_need_training_are_refused() {
    for (address, expected) in [
        ("#/class?q=a&source=proxy&start=1", vec!["source"]),
        ("#/class?q=a&left=fish&right=fish&start=1", vec!["right"]),
        ("#/class?q=a&left=svm&right=strange&start=1", vec!["left", "right"]),
        ("#/class?q=a&pages=many&start=1", vec!["pages"]),
        ("#/class?q=a&color=red&start=1", vec!["address"]),
    ] {
        let (state, effects) = visit(address);
        assert_eq!(problems(&state), expected, "{address}");
        assert!(!effects.contains(&Effect::StartSides), "{address}");
    }
}

#[test]
fn both_sides_get_the_same_seeds_and_crawl_step_by_step() {
    let (mut state, _) = visit(ADDRESS);
    let seeds = ["http://a.test/", "http://b.test/"].map(str::to_owned);
    for (side, id) in ["best-first", "fish"].into_iter().enumerate() {
        let sent: Vec<ToWorker> = tell(&mut state, side, catalog())
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::SendToSide(to, message) if to == side => Some(message),
                _ => None,
            })
            .collect();
        let [ToWorker::Pace(paces), ToWorker::Watch(views), ToWorker::Start { plan, source, .. }] = sent.as_slice()
        else {
            panic!("{sent:?}");
        };
        assert_eq!(*paces, Paces { local: Pace::Stepwise, live: Pace::Stepwise });
        assert!(views.spiders);
        assert_eq!(*source, Source::Demo);
        let Plan { query, seeds: sent, pages, strategy, in_flight, .. } = &**plan;
        assert_eq!((query.as_str(), *pages, strategy.id.as_str(), *in_flight), ("red fox", 30, id, 1));
        assert_eq!(*sent, seeds);
    }
}

#[test]
fn a_step_goes_to_both_sides_once_both_have_done_the_page_before_and_the_pace_allows_it() {
    let mut state = started();
    assert_eq!(steps(&tell(&mut state, 0, pages(Phase::Running, Vec::new(), 0))), [] as [usize; 0]);
    let effects = tell(&mut state, 1, pages(Phase::Running, Vec::new(), 0));
    assert_eq!(steps(&effects), [0, 1]);
    assert!(effects.contains(&Effect::SetTimer(Timer::ClassStep, 1_000)));
    tell(&mut state, 1, pages(Phase::Running, vec![record(1, 0.5)], 1));
    assert!(steps(&state.apply(Action::Timeout(Timer::ClassStep))).is_empty(), "the left side is behind");
    let effects = tell(&mut state, 0, pages(Phase::Running, vec![record(1, 0.5)], 1));
    assert_eq!(steps(&effects), [0, 1]);
    for side in 0..SIDES.len() {
        let effects = tell(&mut state, side, pages(Phase::Running, vec![record(2, 0.5)], 2));
        assert!(steps(&effects).is_empty(), "the second has not passed");
    }
    state.apply(Action::Class(ClassAction::Pause(true)));
    assert!(steps(&state.apply(Action::Timeout(Timer::ClassStep))).is_empty(), "it is paused");
    assert_eq!(steps(&state.apply(Action::Class(ClassAction::Pause(false)))), [0, 1]);
    // A side that has ended no longer holds up the other.
    let ended = Phase::Ended(EndReason::FrontierEmpty);
    tell(&mut state, 0, pages(ended, vec![record(3, 0.5)], 3));
    tell(&mut state, 1, pages(Phase::Running, vec![record(3, 0.5)], 3));
    assert_eq!(steps(&state.apply(Action::Timeout(Timer::ClassStep))), [1]);
}

#[test]
fn no_side_gets_a_step_while_another_loads_its_strategy() {
    let mut state = started();
    tell(&mut state, 0, pages(Phase::Running, Vec::new(), 0));
    let late = |problem: Option<&str>| ToPage::StrategyLate {
        now: "best-first".into(),
        late: "fish".into(),
        problem: problem.map(str::to_owned),
    };
    tell(&mut state, 1, late(None));
    assert!(steps(&tell(&mut state, 1, pages(Phase::Running, Vec::new(), 0))).is_empty());
    assert_eq!(steps(&tell(&mut state, 1, late(Some("Offline.")))), [0, 1], "it goes on without");
    let notices: Vec<&String> = state.class.sides[1].notices().collect();
    assert_eq!(notices, ["The crawl uses “BEST-FIRST” instead of “FISH”. Offline."]);
}

#[test]
fn a_sentence_tells_why_a_page_was_selected() {
    let mut state = started();
    let sentence = |state: &State| state.class.sentence(0, &state.catalog);
    assert_eq!(sentence(&state), "Crawls by best-first.");
    let followed = |n: u32, parts: &[f64]| PageRecord {
        discovery: Discovery { parent: Some(1), priority: 0.7, parts: parts.to_vec(), ..Discovery::default() },
        ..record(n, 0.0)
    };
    let failed = PageRecord { outcome: FetchOutcome::Status(404), spider: Some(3), ..followed(3, &[0.0, 0.0]) };
    for (page, expected) in [
        (record(1, 0.5), "Page 1: “Page 1”, a seed; relevant (.50)."),
        (
            followed(2, &[0.5, 0.2]),
            "Page 2: “Page 2”, with a score of .70, most of all for “Link text” (words of the link); not relevant \
             (.00).",
        ),
        (failed, "Page 3: spider 3 takes “Page 3”, with a score of .70; not read: the host answered with status 404."),
    ] {
        let n = page.n;
        tell(&mut state, 0, pages(Phase::Running, vec![page], n));
        assert_eq!(sentence(&state), expected);
    }
    let open = Action::Screen(ScreenAction::Details(Some(1)));
    state.apply(Action::Class(ClassAction::Inside(0, Box::new(open))));
    assert_eq!(sentence(&state), "Page 1: “Page 1”, a seed; relevant (.50).");
    let filter = Action::Results(ResultsAction::ToggleOrigin(Origin::Spider(3)));
    state.apply(Action::Class(ClassAction::Inside(0, Box::new(filter))));
    assert_eq!(state.class.sides[0].crawl.ranking.filter().origin, Some(Origin::Spider(3)));
    assert_eq!(state.class.sides[1].crawl.ranking.filter().origin, None);
}

#[test]
fn in_the_end_the_sentences_are_the_verdict() {
    for (right, verdict, [of_left, of_right]) in [
        (
            2,
            "BEST-FIRST found more: 3 relevant pages against 2.",
            [
                "Found 3 relevant pages in 3 pages, 1 more than FISH.",
                "Found 2 relevant pages in 2 pages, 1 fewer than BEST-FIRST.",
            ],
        ),
        (
            3,
            "A tie: both found 3 relevant pages.",
            [
                "Found 3 relevant pages in 3 pages, as many as FISH.",
                "Found 3 relevant pages in 3 pages, as many as BEST-FIRST.",
            ],
        ),
    ] {
        let mut state = started();
        let end = |n| pages(Phase::Ended(EndReason::BudgetSpent), (1..=n).map(|n| record(n, 0.5)).collect(), n);
        tell(&mut state, 0, end(3));
        assert_eq!(state.class.verdict(&state.catalog), None);
        assert_eq!(state.class.sentence(0, &state.catalog), "The page limit was reached.");
        tell(&mut state, 1, end(right));
        assert_eq!(state.class.verdict(&state.catalog).as_deref(), Some(verdict));
        assert_eq!([0, 1].map(|side| state.class.sentence(side, &state.catalog)), [of_left, of_right]);
    }
}

#[test]
fn a_side_that_cannot_crawl_says_why() {
    let mut state = started();
    state.apply(Action::Class(ClassAction::Worker(1, WorkerAction::Broken("out of memory".to_owned()))));
    assert_eq!(state.class.sentence(1, &state.catalog), "Out of memory.");
    let end = pages(Phase::Ended(EndReason::BudgetSpent), vec![record(1, 0.5)], 1);
    tell(&mut state, 0, end);
    assert!(state.class.is_over());
    assert_eq!(state.class.verdict(&state.catalog), None);
    // The fish strategy has the range of its parameter checked by its worker.
    let mut state = started();
    let refused = Problem { field: "params.width".to_owned(), message: "must be from 1 to 9".to_owned() };
    tell(&mut state, 1, ToPage::Refused(vec![refused]));
    assert_eq!(state.class.sentence(1, &state.catalog), "FISH, Width: must be from 1 to 9.");
}

#[test]
fn leaving_the_view_ends_both_crawls_and_keeps_the_settings() {
    let mut state = started();
    let effects = state.apply(Action::Moved("#/library".to_owned(), None));
    assert!(effects.contains(&Effect::EndSides));
    let effects = state.apply(Action::Moved("#/class".to_owned(), None));
    assert!(!effects.contains(&Effect::EndSides));
    assert_eq!((state.class.run, state.class.strategies[1].as_str()), (ClassRun::Setup, "fish"));
    assert!(state.class.sides.iter().all(|side| side.request.is_none()));
}

#[test]
fn a_link_names_the_strategies_and_the_topic() {
    let (seeds, (state, _)) = (["http://a.test/".to_owned()], visit("#/crawl"));
    let [breadth_first, fish] = ["breadth-first", "fish"].map(|id| StrategyInput::of(&id.into()));
    assert_eq!(
        link(Some([&breadth_first, &fish]), Some("red fox"), &seeds, &state.catalog),
        "#/class?q=red+fox&seed=http%3A%2F%2Fa.test%2F&left=breadth-first&right=fish"
    );
    assert_eq!(link(None, None, &[], &state.catalog), "#/class?");
}

#[test]
fn a_link_has_the_parameters_that_differ_from_their_defaults_and_both_crawls_get_their_own() {
    let (state, _) = visit("#/crawl");
    let fish = |width| StrategySpec::new("fish", [("width".to_owned(), ParamValue::Number(width))]);
    let of = |width| {
        let plan = Plan { query: "owls".into(), strategy: fish(width), seeds: Vec::new(), ..Plan::default() };
        link_of_crawl(&plan, &Source::Demo, &state.catalog).expect("it can be shown")
    };
    assert_eq!(of(3.0), "#/class?q=owls&left=fish&right=adaptive", "the default");
    assert_eq!(of(7.0), "#/class?q=owls&left=fish&left.width=7&right=adaptive");
    let (mut state, _) = visit(&format!("{}&start=1", of(7.0)));
    assert!(state.class.address().contains("&left.width=7&"), "{}", state.class.address());
    for (side, expected) in [fish(7.0), StrategySpec::from("adaptive")].into_iter().enumerate() {
        let effects = tell(&mut state, side, catalog());
        let plan = effects.iter().find_map(|effect| match effect {
            Effect::SendToSide(to, ToWorker::Start { plan, .. }) if *to == side => Some(plan),
            _ => None,
        });
        assert_eq!(plan.expect("it starts").strategy, expected);
    }
    state.apply(ClassAction::edit(|class| class.strategies[0] = "best-first".into()));
    assert!(!state.class.address().contains("width"), "another strategy has parameters of its own");
}

#[test]
fn parameters_of_a_link_that_are_unknown_or_unreadable_are_named_and_dropped() {
    for (param, message) in [
        ("left.width=wide", "FISH, Width: Enter a whole number from 1 to 9. Start again to use the defaults."),
        ("left.height=7", "FISH has no “height”"),
    ] {
        let (mut state, effects) = visit(&format!("#/class?q=a&left=fish&{param}&start=1"));
        assert!(!effects.contains(&Effect::StartSides), "{param}");
        let problems: Vec<&str> = state.class.form.problems.iter().map(|one| one.message.as_str()).collect();
        assert!(problems.len() == 1 && problems[0].contains(message), "{problems:?}");
        assert!(state.apply(Action::Class(ClassAction::Start)).contains(&Effect::StartSides), "{param}");
    }
}

#[test]
fn a_crawl_of_the_demo_web_is_shown_beside_the_automatic_strategy() {
    let (state, _) = visit("#/crawl");
    let of = |id: &str, query: &str, source: &Source| {
        let plan = Plan { query: query.into(), strategy: id.into(), seeds: Vec::new(), ..Plan::default() };
        link_of_crawl(&plan, source, &state.catalog)
    };
    assert_eq!(of("fish", "owls", &Source::Demo).as_deref(), Some("#/class?q=owls&left=fish&right=adaptive"));
    assert_eq!(of("adaptive", "owls", &Source::Demo).as_deref(), Some("#/class?q=owls&left=best-first&right=adaptive"));
    assert_eq!(of("svm", "owls", &Source::Demo), None, "it needs training");
    assert_eq!(of("fish", "", &Source::Demo), None);
    assert_eq!(of("fish", "owls", &Source::Proxy), None);
}

#[test]
fn topics_of_the_library_with_a_crawl_of_the_demo_web_are_suggested_as_well() {
    let (mut state, _) = visit("#/class");
    let topic = |id: &str, query: &str| {
        let queries = vec![query.to_owned(), "red fox".to_owned()];
        let subject = Subject { name: id.into(), queries, crawls: vec![id.into()], ..Subject::default() };
        SubjectSummary { subject, judged: [0; 3] }
    };
    let of = |id: &str, source| CrawlSummary { id: id.into(), ..crawl(source, 0) };
    let contents = LibraryContents {
        subjects: vec![topic("demo", "owls"), topic("web", "newts")],
        crawls: vec![of("demo", Source::Demo), of("web", Source::Proxy)],
        ..LibraryContents::default()
    };
    let listed = ToPage::Library(Box::new(LibraryEvent::Contents(Ok(contents))));
    state.apply(Action::Worker(WorkerAction::Messages(vec![listed])));
    assert_eq!(suggestions(&state.catalog, &state.library), [("red fox", "Foxes"), ("owls", "demo")]);
    state.apply(ClassAction::edit(|class| {
        class.form.query.text.clear();
        class.form.query.is_touched = true;
    }));
    assert_eq!(state.class.form.query.text, "", "the person types another one");
}
