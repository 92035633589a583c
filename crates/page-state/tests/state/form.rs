//! Tests the form, the address that fills it, and its plan.

use page_state::catalog::{Catalog, Proxy, SiteAccess};
use page_state::crawl_address::CrawlAddress;
use page_state::digits;
use page_state::effect::{CheckCause, Effect};
use page_state::form::{Form, ScopeInput, SourceInput};
use page_state::route::{Route, read};
use page_state::starting::StartAction;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{LibraryContents, LibraryEvent};
use protocol::subjects::{Subject, SubjectSummary};
use protocol::{Example, Source, SourceKind, ToPage};
use types::direct::DirectOptions;
use types::plan::{IdfSource, Plan, RelevanceMeasure};
use types::settings::{Kind, settings};
use types::spec::{ParamValue, SITE_MAP_STRATEGY};
use types::strategy::{Choice, Control, Needs, ParamInfo, StrategyInfo};

fn example(query: &str, seed: &str) -> Example {
    Example {
        title: query.into(),
        query: query.into(),
        seeds: vec![seed.into(), "http://portal.test/".into()],
        examples: Vec::new(),
    }
}

/// One strategy with one parameter of each kind, two examples.
fn catalog() -> Catalog {
    let param = |name: &str, control, default| ParamInfo {
        name: name.into(),
        title: name.into(),
        help: String::new(),
        control,
        default,
        wanted: String::new(),
        is_live: true,
        note: None,
    };
    let choice = |word: &str| Choice { word: word.into(), title: word.into() };
    let number = Control::Number { min: 1.0, max: 10.0, whole: true };
    let params = vec![
        param("n", number, ParamValue::Number(5.0)),
        param("on", Control::Switch, ParamValue::Switch(false)),
        param("kind", Control::Choice(["hard", "soft"].map(choice).into()), ParamValue::Word("hard".into())),
        param("formula", Control::Formula, ParamValue::Word("page".into())),
    ];
    let info =
        StrategyInfo { id: "s".into(), title: "S".into(), params, needs: Needs::QUERY, ..StrategyInfo::default() };
    Catalog {
        strategies: vec![info],
        examples: vec![example("asthma", "http://a.test/"), example("chess", "http://c.test/")],
        ..Catalog::default()
    }
}

fn form(query: &str) -> Form {
    Form::from_address(CrawlAddress::read(query))
}

#[test]
fn every_fragment_is_a_route() {
    for (fragment, place, query) in [
        ("", Route::Crawl, ""),
        ("#", Route::Crawl, ""),
        ("#/", Route::Crawl, ""),
        ("#/crawl?q=a%23b&start=1", Route::Crawl, "q=a%23b&start=1"),
        ("#/about", Route::About, ""),
        ("#main", Route::Lost, ""),
        ("#/crawl/x?q=1", Route::Lost, "q=1"),
    ] {
        assert_eq!(read(fragment), (place, query), "{fragment}");
    }
}

#[test]
fn an_address_is_read_and_written_back_the_same() {
    for query in [
        "",
        "q=dengue+fever&start=1",
        "q=a%26b%3Dc&strategy=best-first&seed=http%3A%2F%2Fa.test%2F%3Fx%3D1&seed=http%3A%2F%2Fb.test%2F&pages=50\
        &source=proxy",
        "depth=3&params.n=7",
        "q=spider&strategy=s&exclude=computer+program&exclude=spider%23n%233&pages=50",
        "q=%E6%9C%BA%E5%99%A8%E4%BA%BA",
    ] {
        let address = CrawlAddress::read(query);
        assert_eq!(address.write(), query);
        assert_eq!(CrawlAddress::read(&address.write()), address);
    }
}

#[test]
fn a_formula_is_a_text_in_the_address_and_in_the_plan() {
    let form = form("q=fox&strategy=s&params.formula=0.5+*+page+%2B+min%28a%2C+b%29");
    let request = form.start_request(&catalog()).expect("is fine");
    let formula = ParamValue::Word("0.5 * page + min(a, b)".into());
    assert_eq!(request.plan.strategy.params.get("formula"), Some(&formula));
}

#[test]
fn a_partly_invalid_address_is_parsed_as_far_as_possible() {
    let address = CrawlAddress::read("?q=%FF%&source=moon&start=yes&seed");
    assert_eq!((address.source, address.start, address.seeds.len()), (None, false, 1));
}

#[test]
fn a_form_gives_the_address_that_gives_the_form() {
    let query = "q=fox&strategy=s&seed=http%3A%2F%2Fa.test%2F&exclude=vixen&exclude=fox%23n%233&depth=3&idf=general\
        &main_content=1&params.n=7&relevance=both&stay=1&stemming=0&source=demo";
    let first = form(query);
    let set = |name: &str| first.settings.get(name).map(String::as_str);
    assert_eq!(
        ["stemming", "main_content", "idf", "relevance"].map(set),
        ["false", "true", "general", "both"].map(Some)
    );
    assert!(first.scope.stay);
    let again = Form::from_address(first.address());
    assert_eq!(again, Form { opened: again.opened.clone(), ..first });
    assert_eq!(again.opened.write(), query);
}

#[test]
fn seeds_are_extracted_from_pasted_text() {
    let typed = |text: &str| {
        let seeds = text.into();
        ScopeInput { seeds, ..ScopeInput::default() }.typed_seeds()
    };
    assert_eq!(
        typed(" http://a.test/\n\n<http://b.test/>,\thttp://c.test/ "),
        ["http://a.test/", "http://b.test/", "http://c.test/"]
    );
    for (pasted, seeds) in [
        ("- [portal](http://a.test/x)", vec!["http://a.test/x"]),
        ("See <https://a.test/>, and HTTP://b.test/y.", vec!["https://a.test/", "HTTP://b.test/y"]),
        ("http://a.test/f_(x) b.test", vec!["http://a.test/f_(x)", "b.test"]),
        ("http://[::1]/", vec!["http://[::1]/"]),
        ("http://[1.test", vec!["http://[1.test"]),
        ("ftp://files.test/ nonsense", vec!["ftp://files.test/", "nonsense"]),
    ] {
        assert_eq!(typed(pasted), seeds, "{pasted}");
    }
    assert!(typed(" \n ").is_empty());
}

#[test]
fn seeds_of_a_file_join_those_that_were_typed() {
    let mut scope = ScopeInput { seeds: "http://a.test/ http://b.test/".into(), ..ScopeInput::default() };
    scope.add_seeds(&["http://b.test/".into(), "http://c.test/".into()]);
    assert_eq!(scope.seeds, "http://a.test/\nhttp://b.test/\nhttp://c.test/");
}

#[test]
fn without_seeds_the_demo_web_gives_those_of_the_example_or_of_all() {
    let seeds = |query: &str| form(query).seeds(&catalog());
    assert_eq!(seeds("q=Chess"), ["http://c.test/", "http://portal.test/"]);
    assert_eq!(seeds("q=else"), ["http://a.test/", "http://portal.test/", "http://c.test/"]);
    assert!(seeds("q=chess&source=direct").is_empty());
}

#[test]
fn the_source_follows_the_seeds_until_it_is_chosen() {
    let missing = Catalog { proxy: Proxy::Missing, ..catalog() };
    for (query, with, without) in [
        ("", SourceKind::Demo, SourceKind::Demo),
        ("seed=portal.test/x&seed=http://A.TEST:80/", SourceKind::Demo, SourceKind::Demo),
        ("seed=https://example.org/", SourceKind::Proxy, SourceKind::Direct),
        ("seed=http://example.org/a.test", SourceKind::Proxy, SourceKind::Direct),
        ("seed=https://example.org/&source=demo", SourceKind::Demo, SourceKind::Demo),
        ("source=proxy", SourceKind::Proxy, SourceKind::Proxy),
    ] {
        assert_eq!(form(query).source(&catalog()), with, "{query}");
        assert_eq!(form(query).source(&missing), without, "{query}");
    }
}

#[test]
fn in_the_extension_the_web_is_the_source_of_all_but_the_examples() {
    let extension = Catalog { access: SiteAccess::of_extension(true), ..catalog() };
    let loading = Catalog { examples: Vec::new(), ..extension.clone() };
    assert_eq!(form("").source(&loading), SourceKind::Demo, "an example may be filled in");
    for (query, source) in [
        ("", SourceKind::Direct),
        ("q=Chess", SourceKind::Demo),
        ("q=foxes", SourceKind::Direct),
        ("q=foxes&seed=http://portal.test/", SourceKind::Demo),
        ("q=foxes&source=demo", SourceKind::Demo),
        ("q=Chess&seed=http://example.org/", SourceKind::Direct),
    ] {
        assert_eq!(form(query).source(&extension), source, "{query}");
    }
}

#[test]
fn pages_are_rendered_only_by_choice_in_the_extension_and_never_by_a_link_or_file() {
    let extension = Catalog { access: SiteAccess::of_extension(true), ..catalog() };
    let mut form = form("q=foxes&source=direct&rendered_percent=100");
    assert_eq!(form.full_source(&extension), Ok(Source::Direct));
    form.source.rendered_percent = Some(10);
    let chosen = Source::DirectWith(DirectOptions { rendered_percent: 10, ..DirectOptions::default() });
    assert_eq!(form.full_source(&extension).as_ref(), Ok(&chosen));
    assert_eq!(form.full_source(&catalog()), Ok(Source::Direct), "a web page cannot render");
    assert!(!form.address().rest.contains_key("rendered_percent"));
    assert_eq!(SourceInput::of(&chosen).rendered_percent, Some(10), "a continued crawl keeps it");
    assert_eq!(chosen.from_a_file(), Source::Direct);
}

#[test]
fn behind_ones_own_proxy_the_web_is_the_source_of_all_but_the_examples() {
    let served = Catalog { is_served_by_proxy: true, ..catalog() };
    let missing = Catalog { proxy: Proxy::Missing, ..served.clone() };
    for (query, with, without) in [
        ("", SourceKind::Proxy, SourceKind::Demo),
        ("q=Chess", SourceKind::Demo, SourceKind::Demo),
        ("q=foxes", SourceKind::Proxy, SourceKind::Demo),
        ("q=foxes&seed=http://portal.test/", SourceKind::Demo, SourceKind::Demo),
    ] {
        assert_eq!(form(query).source(&served), with, "{query}");
        assert_eq!(form(query).source(&missing), without, "{query}");
    }
}

#[test]
fn the_source_that_was_chosen_last_is_the_default_of_later_visits() {
    let mut state = State::new("", None);
    let choose = |form: &mut Form| form.source.kind = Some(SourceKind::Direct);
    let effects = state.apply(Action::edit_form("source", choose));
    let [Effect::Store(key, text), ..] = &effects[..] else { panic!("{effects:?}") };
    let recorded = state.apply(Action::edit_form("source", |form| form.source.kind = Some(SourceKind::Recorded)));
    assert!(!recorded.iter().any(|effect| matches!(effect, Effect::Store(..))), "it is open in this tab only");
    let mut later = State::new("", None);
    later.apply(Action::Stored(key, text.clone()));
    let later = &later.catalog;
    for (query, source) in [
        ("", SourceKind::Direct),
        ("q=foxes", SourceKind::Direct),
        ("q=foxes&source=demo", SourceKind::Demo),
        ("q=foxes&seed=http://portal.test/", SourceKind::Demo),
    ] {
        assert_eq!(form(query).source(later), source, "{query}");
    }
}

#[test]
fn the_first_example_is_filled_in_where_there_are_no_topics_and_the_demo_web_is_the_source() {
    let listed = |names: &[&str]| {
        let subject = |name: &&str| Subject { id: (*name).into(), name: (*name).into(), ..Subject::default() };
        let subjects = names.iter().map(|name| SubjectSummary { subject: subject(name), judged: [0; 3] });
        let contents = LibraryContents { subjects: subjects.collect(), ..LibraryContents::default() };
        ToPage::Library(Box::new(LibraryEvent::Contents(Ok(contents))))
    };
    let Catalog { strategies, examples, .. } = catalog();
    let hello = ToPage::Catalog { strategies, providers: Vec::new(), examples };
    let tell = |state: &mut State, message| {
        state.apply(Action::Worker(WorkerAction::Messages(vec![message])));
        state.setup.form.query.text.clone()
    };
    let mut state = State::new("", None);
    assert_eq!(tell(&mut state, hello.clone()), "asthma");
    assert_eq!(tell(&mut state, listed(&[])), "asthma");
    assert_eq!(tell(&mut state, listed(&["owls"])), "");
    state.apply(Action::edit_form("query", |form| {
        form.query.text = "jazz".into();
        form.query.is_touched = true;
    }));
    assert_eq!(tell(&mut state, listed(&["owls"])), "jazz");
    let mut state = State::new("", None);
    tell(&mut state, hello.clone());
    state.apply(Action::Start(StartAction::Start));
    assert_eq!(tell(&mut state, listed(&["asthma"])), "asthma", "the crawl of the example can be run again");
    for (source, filled) in [("demo", "asthma"), ("proxy", "")] {
        let mut state = State::new("", None);
        state.apply(Action::Stored("salticid-source", source.into()));
        assert_eq!(tell(&mut state, hello.clone()), "", "a later visit may have topics");
        assert_eq!(tell(&mut state, listed(&[])), filled);
        assert_eq!(state.setup.form.offers_examples(&state.catalog), !filled.is_empty());
    }
    let mut state = State::new("", None);
    state.catalog.change(|catalog| catalog.access = SiteAccess::of_extension(true));
    tell(&mut state, hello);
    assert_eq!(tell(&mut state, listed(&[])), "", "the web is crawled");
    assert!(state.setup.form.offers_examples(&state.catalog));
}

#[test]
fn a_query_without_a_word_of_the_demo_topics_is_reported_before_the_start() {
    for (query, is_unknown) in [
        ("q=Chess+openings", false),
        ("q=ches", false),
        ("q=", false),
        ("q=sourdough", true),
        ("q=AI", true),
        ("q=%E7%8C%AB", true),
        ("q=chess+Iceland", false),
        ("q=history+of+chess+in+Iceland", true),
        ("q=sourdough&source=direct", false),
        ("q=sourdough&seed=http://portal.test/", false),
        ("q=sourdough&site_map=1", false),
    ] {
        assert_eq!(form(query).is_unknown_to_demo_web(&catalog()), is_unknown, "{query}");
    }
}

#[test]
fn the_plan_has_what_was_typed_and_defaults_for_the_rest() {
    let request =
        form("q=+fox+&strategy=s&pages=1%2C234&good=0.25&params.n=7&params.on=true&params.kind=soft&params.old=1")
            .start_request(&catalog());
    let plan = request.expect("is fine").plan;
    assert_eq!(
        (plan.query.as_str(), plan.pages, plan.good, plan.in_flight),
        ("fox", 1234, 0.25, types::limits::IN_FLIGHT)
    );
    let params: Vec<_> = plan.strategy.params.into_iter().collect();
    assert_eq!(
        params,
        [
            ("kind".into(), ParamValue::Word("soft".into())),
            ("n".into(), ParamValue::Number(7.0)),
            ("on".into(), ParamValue::Switch(true)),
        ]
    );
}

#[test]
fn excluded_words_are_in_the_plan_of_a_strategy_that_relates_words_and_in_no_other() {
    let mut catalog = catalog();
    for (needs, excluded) in [(Needs::QUERY, 0), (Needs::LEXICON, 2)] {
        catalog.strategies[0].needs = needs;
        let request = form("q=fox&strategy=s&exclude=vixen&exclude=fox%23n%233").start_request(&catalog);
        assert_eq!(request.expect("is fine").plan.excluded.len(), excluded, "{needs:?}");
    }
}

#[test]
fn related_words_are_requested_for_strategies_that_use_them_with_a_complete_form() {
    let mut catalog = catalog();
    let asks = |query: &str, catalog: &Catalog| form(query).related_to(catalog).is_some();
    assert!(!asks("q=fox&strategy=s", &catalog), "it uses none");
    catalog.strategies[0].needs = Needs::LEXICON;
    for (query, expected) in [
        ("q=fox&strategy=s", true),
        ("q=fox&strategy=s&params.n=7&pages=many", true),
        ("q=fox&strategy=s&params.n=x", false),
        ("q=+&strategy=s", false),
        ("q=fox&strategy=other", false),
    ] {
        assert_eq!(asks(query, &catalog), expected, "{query}");
    }
}

#[test]
fn excluding_a_word_twice_includes_it_again() {
    let mut form = form("exclude=vixen&exclude=hound");
    form.query.toggle_excluded("vixen");
    form.query.toggle_excluded("fox#n#3");
    assert_eq!(form.query.excluded, ["hound", "fox#n#3"]);
}

#[test]
fn an_invalid_number_is_rejected_with_its_field_and_range() {
    for (query, field, message) in [
        ("pages=many", "pages", "Enter a whole number from 1 to 1,000,000."),
        ("pages=", "pages", "Enter a whole number from 1 to 1,000,000."),
        ("depth=2.5", "depth", "Enter a whole number from 0 to 1,000."),
        ("depth=-1", "depth", "Enter a whole number from 0 to 1,000."),
        ("depth=5000", "depth", "Enter a whole number from 0 to 1,000."),
        ("good=0x1", "good", "Enter a number from 0 to 1."),
        ("strategy=s&params.n=x", "params.n", "Enter a whole number from 1 to 10."),
    ] {
        let form = form(query);
        let problems = form.start_request(&catalog()).expect_err(query);
        assert_eq!((problems[0].field.as_str(), problems[0].message.as_str()), (field, message), "{query}");
        let told = Form { problems, ..form };
        assert_eq!(told.problem(field).as_deref(), Some(message));
        assert_eq!(told.problem("query"), None);
    }
}

#[test]
fn every_setting_is_in_the_form_the_address_and_the_plan() {
    for setting in settings() {
        let name = setting.name;
        let usual = (setting.get)(&Plan::default());
        let text = match setting.kind {
            Kind::Number { min, max, .. } => digits::plain(if usual == ParamValue::Number(max) { min } else { max }),
            Kind::Switch => (usual == ParamValue::Switch(false)).to_string(),
            Kind::Choice(choices) => choices[choices.len() - 1][0].to_owned(),
        };
        let mut typed = form("q=fox&strategy=s&source=demo");
        typed.set(setting, text.clone());
        let opened = Form::from_address(CrawlAddress::read(&typed.address().write()));
        assert_eq!(opened.setting(setting, &catalog()), text, "{name}");
        let plan = opened.start_request(&catalog()).expect(name).plan;
        assert_ne!((setting.get)(&plan), (setting.get)(&Plan::default()), "{name}");
        assert_eq!(Form::from_plan(&plan, &Source::Demo, false).setting(setting, &catalog()), text, "{name}");
    }
}

#[test]
fn numbers_are_parsed_and_formatted_with_separators() {
    for (text, value) in [
        ("1,234", Some(1234.0)),
        (" 5 ", Some(5.0)),
        (".5", Some(0.5)),
        ("1e3", Some(1000.0)),
        ("-", None),
        ("", None),
        ("Infinity", None),
        ("1.2.3", None),
    ] {
        assert_eq!(digits::read(text), value, "{text:?}");
    }
    assert_eq!(
        (digits::grouped(1_234_567_u32), digits::fixed(0.126, 2), digits::percent(0.335)),
        ("1,234,567".into(), "0.13".into(), "34%".into())
    );
    assert_eq!([-0.000_1, -0.001, 0.0].map(|value| digits::fixed(value, 3)), ["0.000", "-0.001", "0.000"]);
}

#[test]
fn a_plan_makes_the_form_that_makes_it() {
    let catalog = catalog();
    let mut plan = Plan {
        query: "red fox".into(),
        seeds: vec!["http://a.test/".into(), "https://b.example/x?y=1".into()],
        strategy: "s".into(),
        pages: 77,
        in_flight: 2,
        depth: 3,
        host_window: 4,
        host_pages: 9,
        good: 0.35,
        rng_seed: 12,
        stemming: false,
        main_content: true,
        idf: IdfSource::Crawl,
        relevance: RelevanceMeasure::Meaning,
        ..Plan::default()
    };
    for (name, value) in
        [("n", ParamValue::Number(7.5)), ("on", ParamValue::Switch(true)), ("kind", ParamValue::Word("soft".into()))]
    {
        plan.strategy.params.insert(name.into(), value);
    }
    let usual = Plan { strategy: "s".into(), seeds: vec!["http://a.test/".into()], ..Plan::default() };
    for (plan, stay) in [(plan, true), (usual, false)] {
        let form = Form::from_plan(&plan, &Source::Proxy, stay);
        let request = form.start_request(&catalog).expect("it can be read");
        assert_eq!((&request.plan, request.source, request.stay), (&plan, Source::Proxy, stay));
        let again = Form::from_address(CrawlAddress::read(&form.address().write()));
        assert_eq!(again.start_request(&catalog).map(|request| request.plan), Ok(plan), "and by its address");
    }
}

#[test]
fn live_crawls_do_not_fetch_two_pages_of_a_host_in_a_row_by_default() {
    for (query, window) in [
        ("source=demo", 0),
        ("source=recorded", 0),
        ("source=proxy", 2),
        ("source=direct", 2),
        ("source=direct&host_window=0", 0),
        ("source=demo&host_window=3", 3),
    ] {
        let form = form(&format!("q=fox&seed=http%3A%2F%2Fa.example%2F&{query}"));
        let sent = form.start_request(&catalog()).expect("can be sent");
        assert_eq!(sent.plan.host_window, window, "{query}");
        let again = Form::from_plan(&sent.plan, &sent.source, sent.stay);
        let sent = again.start_request(&catalog()).expect("can be sent");
        assert_eq!(sent.plan.host_window, window, "{query}, by its plan");
    }
}

#[test]
fn durations_shares_and_counts_have_one_format() {
    for (ms, expected) in [
        (850.0, "850 ms"),
        (1_240.0, "1.2 s"),
        (59_990.0, "1 min 0 s"),
        (200_000.0, "3 min 20 s"),
        (3_599_900.0, "1 h 0 min"),
        (7_500_000.0, "2 h 5 min"),
    ] {
        assert_eq!(digits::duration(ms), expected);
    }
    let rests = [-5.0, 3_100.0, 59_500.0].map(digits::countdown);
    assert_eq!(rests, ["1 s", "4 s", "1 min 0 s"]);
    assert_eq!([0.0, 0.001, 0.005].map(digits::percent), ["0%", "< 1%", "1%"]);
    let counts = [(1, "day"), (2, "day"), (3, "copy")];
    let counts = counts.map(|(count, name)| digits::counted(count, name));
    assert_eq!(counts, ["1 day", "2 days", "3 copies"]);
}

#[test]
fn a_site_map_stays_on_its_site_and_has_a_strategy_and_room_for_its_pages() {
    let query = "q=fox&strategy=shark-search&seed=a.test&pages=8000&site_map=1&source=demo";
    let form = form(query);
    assert!(form.scope.site_map);
    assert_eq!(form.address().write(), query);
    let request = form.start_request(&Catalog::default()).expect("is fine");
    assert!(request.stay);
    assert_eq!((request.plan.pages, request.plan.host_pages), (8_000, 8_000));
    let again = Form::from_plan(&request.plan, &Source::Demo, true);
    assert!(again.scope.site_map && !again.scope.stay);
    let others = [
        Plan { strategy: "best-first".into(), ..request.plan.clone() },
        Plan { seeds: vec!["a.test".into(), "b.test".into()], ..request.plan },
    ];
    for plan in others {
        let form = Form::from_plan(&plan, &Source::Demo, true);
        assert!(form.scope.stay && !form.scope.site_map);
    }
}

#[test]
fn a_site_map_without_a_site_asks_for_one_or_takes_that_of_an_example() {
    let mut catalog = Catalog::default();
    let mut form = form("q=fox&site_map=1&source=demo");
    assert_eq!(form.strategy_id(), SITE_MAP_STRATEGY);
    let problems = form.start_request(&catalog).expect_err("there is no site");
    assert_eq!(problems[0].field, "seeds");
    "a.test b.test".clone_into(&mut form.scope.seeds);
    let problems = form.start_request(&catalog);
    assert_eq!(problems.expect_err("there are two sites")[0].field, "seeds");
    form.scope.seeds.clear();
    assert!(!form.needs_seed_search(&catalog));
    catalog.examples.push(Example {
        title: "Foxes".into(),
        query: "fox".into(),
        seeds: vec!["http://a.test/".into(), "http://b.test/".into()],
        examples: vec!["http://d.test/".into(), "http://c.test:81/x/y".into()],
    });
    assert_eq!(form.seeds(&catalog), ["http://c.test:81/"]);
    form.map_site(false);
    assert_eq!(form.seeds(&catalog).len(), 2);
    assert_ne!(form.strategy_id(), SITE_MAP_STRATEGY);
}

#[test]
fn a_proxy_that_was_chosen_last_is_checked_at_the_start() {
    let mut state = State::new("", None);
    state.restore("salticid-source", "proxy");
    let effects = state.apply(Action::Moved("#/".to_owned(), None));
    let is_check = |effect: &Effect| matches!(effect, Effect::CheckProxy(None, CheckCause::Page));
    assert!(effects.iter().any(is_check), "{effects:?}");
}
