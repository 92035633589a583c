//! Tests the search for seeds: what the page keeps of a search, which seeds it uses, and a start that waits for
//! it.
#![cfg(feature = "ui")]

use salticid::page::state::catalog::Catalog;
use salticid::page::state::crawl::score_parts::{Composition, composition};
use salticid::page::state::editing::FormAction;
use salticid::page::state::form::Form;
use salticid::page::state::screen::Start;
use salticid::page::state::seeds::{AUTO_SEEDS, PendingSeeds, SeedFinder, SeedsAction};
use salticid::page::state::starting::StartAction;
use salticid::page::state::worker::WorkerAction;
use salticid::page::state::{Action, State};
use salticid::protocol::seeds::SeedsEvent;
use salticid::protocol::{Hello, SourceKind, ToPage};
use types::seeds::{Findings, Need, ProviderInfo, Seed, Web};
use types::url::CanonicalUrl;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn provider(id: &str, needs: &[Need], webs: &[Web]) -> ProviderInfo {
    ProviderInfo {
        id: id.into(),
        title: format!("The {id}"),
        sentence: "It finds.".into(),
        needs: needs.to_vec(),
        webs: webs.to_vec(),
        field: (String::new(), String::new()),
    }
}

fn providers() -> Vec<ProviderInfo> {
    vec![
        provider("demo", &[Need::Query], &[Web::Demo]),
        provider("one", &[Need::Query], &[Web::Live, Web::Demo]),
        provider("two", &[Need::Query], &[Web::Live]),
        provider("named", &[Need::Query, Need::Address], &[Web::Live]),
    ]
}

fn catalog() -> Catalog {
    Catalog {
        providers: providers(),
        ..Catalog::default()
    }
}

fn seed(address: &str) -> Seed {
    let url = CanonicalUrl::parse(address).expect("is a URL");
    Seed::new(url, "A page", "", "")
}

fn seeds(of: &str, count: usize) -> Findings {
    Findings {
        seeds: (0..count)
            .map(|n| seed(&format!("http://{of}.test/{n}")))
            .collect(),
        warnings: Vec::new(),
    }
}

fn news(number: u32, provider: &str, found: Result<Findings, &str>, left: u32) -> ToPage {
    ToPage::Seeds(Box::new(SeedsEvent {
        number,
        provider: provider.into(),
        found: found.map_err(str::to_owned),
        left,
    }))
}

/// A page on which a start waits for seeds of two providers.
fn waiting() -> State {
    let mut state = State::new("jazz", None);
    state.apply(Action::Worker(WorkerAction::Messages(vec![
        ToPage::Hello {
            hello: Hello::own(),
            strategies: Vec::new(),
            providers: providers(),
            examples: Vec::new(),
        },
    ])));
    state.apply(Action::Start(StartAction::Start));
    let waits = PendingSeeds {
        providers: vec!["one".into(), "two".into()],
        left: 2,
        for_start: true,
    };
    state.apply(Action::Seeds(SeedsAction::Asked(1, waits)));
    state
}

#[wasm_bindgen_test]
fn seeds_are_looked_for_where_words_say_what_and_nothing_says_where() {
    for (query, typed, source, expected) in [
        ("jazz", "", SourceKind::Proxy, true),
        ("jazz", "", SourceKind::Demo, true),
        ("jazz", "http://a.test/", SourceKind::Proxy, false),
        ("  ", "", SourceKind::Proxy, false),
        ("jazz", "", SourceKind::Recorded, false),
    ] {
        let form = Form {
            query: query.into(),
            seeds: typed.into(),
            source: Some(source),
            ..Form::default()
        };
        let lacks = form.needs_seed_search(&catalog());
        assert_eq!(lacks, expected, "{query} {typed} {source:?}");
    }
}

#[wasm_bindgen_test]
fn providers_are_offered_for_the_web_that_is_crawled() {
    let ids = |all: Vec<&ProviderInfo>| all.iter().map(|info| info.id.clone()).collect::<Vec<_>>();
    let catalog = catalog();
    assert_eq!(
        ids(catalog.providers_for(SourceKind::Direct)),
        ["one", "two", "named"]
    );
    assert_eq!(
        ids(catalog.ready_providers(SourceKind::Proxy)),
        ["one", "two"]
    );
    assert_eq!(
        ids(catalog.ready_providers(SourceKind::Demo)),
        ["demo", "one"]
    );
}

#[wasm_bindgen_test]
fn a_start_that_waits_goes_on_with_the_first_of_every_provider() {
    let mut state = waiting();
    state.apply(Action::Worker(WorkerAction::Messages(vec![news(
        1,
        "one",
        Ok(seeds("a", 3)),
        1,
    )])));
    assert_eq!(state.screen.start, Start::Seeking);
    state.apply(Action::Worker(WorkerAction::Messages(vec![news(
        1,
        "two",
        Ok(seeds("b", 20)),
        0,
    )])));
    assert_eq!(state.screen.start, Start::Wanted);
    let typed = state.form.typed_seeds();
    assert_eq!(typed.len(), AUTO_SEEDS);
    assert_eq!(
        typed[..4],
        [
            "http://a.test/0",
            "http://b.test/0",
            "http://a.test/1",
            "http://b.test/1"
        ]
    );
    assert_eq!(state.seeds.started[1].0, "The two");
}

#[wasm_bindgen_test]
fn where_nothing_is_found_the_form_says_what_to_do_and_keeps_what_was_typed() {
    let mut state = waiting();
    state.apply(Action::Worker(WorkerAction::Messages(vec![
        news(1, "one", Err("Try other words."), 1),
        news(1, "two", Ok(Findings::default()), 0),
    ])));
    assert_eq!((state.screen.start, state.screen.asking), (Start::No, true));
    let problem = state.form.problem("seeds").unwrap_or_default();
    assert!(
        problem.contains("No seeds found") && problem.contains("The one: Try other words."),
        "{problem}"
    );
    assert_eq!(
        (state.form.query.as_str(), state.seeds.is_open),
        ("jazz", true)
    );
}

#[wasm_bindgen_test]
fn what_comes_after_other_words_or_a_stop_is_not_for_this_start() {
    for stop in [
        Action::Seeds(SeedsAction::Stop),
        Action::Form(FormAction::Edit(
            "query".into(),
            Box::new(|form| form.query = "chess".into()),
        )),
    ] {
        let mut state = waiting();
        state.apply(stop);
        assert_eq!(state.screen.start, Start::No);
        state.apply(Action::Worker(WorkerAction::Messages(vec![news(
            1,
            "one",
            Ok(seeds("a", 3)),
            0,
        )])));
        assert_eq!(state.screen.start, Start::No);
        assert!(state.form.seeds.is_empty());
    }
}

#[wasm_bindgen_test]
fn what_was_found_for_other_words_is_no_seed_for_these() {
    let edit = |state: &mut State, field: &'static str, query: &'static str| {
        let how = move |form: &mut Form| form.query = query.into();
        state.apply(Action::Form(FormAction::Edit(field.into(), Box::new(how))));
    };
    let mut state = waiting();
    state.apply(Action::Worker(WorkerAction::Messages(vec![news(
        1,
        "one",
        Ok(seeds("a", 3)),
        0,
    )])));
    edit(&mut state, "pages", "jazz");
    assert_eq!(state.form.typed_seeds().len(), 3);
    edit(&mut state, "query", "chess");
    assert_eq!(state.form.seeds, "");
    let typed = |form: &mut Form| form.seeds = "http://own.test/".into();
    state.apply(Action::Form(FormAction::Edit(
        "seeds".into(),
        Box::new(typed),
    )));
    edit(&mut state, "query", "cheese");
    assert_eq!(state.form.seeds, "http://own.test/");
}

#[wasm_bindgen_test]
fn those_that_are_checked_are_added_once_to_what_was_typed() {
    let mut state = State::default();
    state.apply(Action::Form(FormAction::Edit(
        "seeds".into(),
        Box::new(|form| form.seeds = "http://a.test/1 http://own.test/".into()),
    )));
    let waits = PendingSeeds {
        providers: vec!["one".into()],
        left: 1,
        for_start: false,
    };
    state.apply(Action::Seeds(SeedsAction::Asked(1, waits)));
    state.apply(Action::Worker(WorkerAction::Messages(vec![news(
        1,
        "one",
        Ok(seeds("a", 12)),
        0,
    )])));
    assert_eq!(
        state.seeds.checked_seeds().len(),
        10,
        "the first ten are checked"
    );
    for n in 3..10 {
        let url = format!("http://a.test/{n}");
        state.apply(Action::Seeds(SeedsAction::Check(url, false)));
    }
    state.apply(Action::Seeds(SeedsAction::Use));
    assert_eq!(
        state.form.seeds,
        "http://a.test/1\nhttp://own.test/\nhttp://a.test/0\nhttp://a.test/2"
    );
    assert_eq!(state.seeds.notice, "2 URLs added to the seeds.");
    assert!(state.seeds.answers.is_empty());
}

#[wasm_bindgen_test]
fn an_answer_to_an_earlier_search_is_dropped() {
    let mut search = SeedFinder::default();
    assert_eq!(search.number, 0);
    let mut state = State::default();
    for number in [1, 2] {
        let waits = PendingSeeds {
            left: 1,
            ..PendingSeeds::default()
        };
        state.apply(Action::Seeds(SeedsAction::Asked(number, waits)));
    }
    state.apply(Action::Worker(WorkerAction::Messages(vec![news(
        1,
        "one",
        Ok(seeds("a", 1)),
        0,
    )])));
    search.clone_from(&state.seeds);
    assert!(search.answers.is_empty() && search.waits.is_some());
}

#[wasm_bindgen_test]
fn a_bar_is_stacked_only_where_the_parts_make_up_the_score() {
    for (parts, score, expected) in [
        (&[0.4][..], 0.4, Composition::Alone),
        (&[0.4], 0.5, Composition::Apart),
        (&[0.1, 0.2, 0.0], 0.3, Composition::Sum),
        (&[0.2, 0.4], 0.3, Composition::Mean),
        (&[0.0, 0.4], 0.2, Composition::Mean),
        // A single part may have the same value by chance: a queue's number, a tie.
        (&[0.7, 0.0], 0.7, Composition::Apart),
        (&[0.5, 0.5], 0.25, Composition::Apart),
        (&[-0.1, 0.4], 0.3, Composition::Apart),
        (&[f64::NAN, 0.4], 0.4, Composition::Apart),
        (&[0.0, 0.0], 0.0, Composition::Apart),
        (&[], 0.3, Composition::Apart),
    ] {
        assert_eq!(composition(parts, score), expected, "{parts:?} {score}");
    }
}
