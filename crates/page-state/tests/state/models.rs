//! Tests models in the page's state: the list, training and its end, the effect of a model on a form, and the
//! description of its quality.

use page_state::catalog::{Catalog, SiteAccess};
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::form::Form;
use page_state::models::diagram::StateDiagram;
use page_state::models::quality::{Quality, facts, quality_text};
use page_state::models::{Models, ModelsAction, TrainingRequest};
use page_state::route::{Route, read};
use page_state::starting::{Start, StartAction};
use page_state::train::trail_editor::TrailEditor;
use page_state::worker::WorkerAction;
use page_state::{Action, Shared, State};
use protocol::models::{HostTrouble, ModelCard, ModelView, ModelsEvent, ModelsRequest, trails_digest};
use protocol::trails::SavedTrail;
use protocol::{Example, Source, SourceKind, ToPage, ToWorker};
use std::rc::Rc;
use types::model::ModelSpec;
use types::plan::Plan;
use types::report::{Cell, ModelTable, TrainingReport, layer_tables};
use types::spec::{AUTOMATIC_TRAILS_STRATEGY, ParamValue, StrategySpec};
use types::strategy::{Control, Needs, ParamInfo, StrategyInfo};
use types::trails::{Trail, TrailPage, Trails};

/// A strategy that learns from trails, with one parameter, and one that does not.
fn catalog() -> Catalog {
    let param = ParamInfo {
        name: "layers".into(),
        title: "Layers".into(),
        help: String::new(),
        control: Control::Number { min: 2.0, max: 10.0, whole: true },
        default: ParamValue::Number(4.0),
        wanted: String::new(),
        is_live: false,
        note: None,
    };
    let info = |id: &str, needs| StrategyInfo {
        id: id.into(),
        title: id.to_uppercase(),
        params: vec![param.clone()],
        needs,
        ..StrategyInfo::default()
    };
    let worded = Needs { query: true, ..Needs::TRAILS };
    Catalog {
        strategies: vec![info("plain", Needs::NOTHING), info("taught", Needs::TRAILS), info("worded", worded)],
        ..Catalog::default()
    }
}

fn trails() -> Trails {
    let page = |url: &str, relevant| TrailPage { url: url.into(), relevant, ..TrailPage::default() };
    let pages = vec![page("http://a.test/", false), page("http://b.test/", true)];
    let name = "Way".into();
    Trails { trails: vec![Trail { name, pages, ..Trail::default() }] }
}

fn card(id: &str, strategy: &str) -> ModelCard {
    ModelCard {
        id: id.into(),
        name: format!("Model {id}"),
        strategy: StrategySpec::new(strategy, [("layers".to_owned(), ParamValue::Number(3.0))]),
        trails_digest: trails_digest(&trails()),
        ..ModelCard::default()
    }
}

fn models(cards: Vec<ModelCard>) -> Models {
    let mut models = Models::default();
    models.on_message(ModelsEvent::Models(Ok(cards)));
    models
}

fn form(query: &str) -> Form {
    Form::from_address(CrawlAddress::read(query))
}

/// Returns the problem at a field of the form when a crawl is started.
fn refused(form: &Form, field: &str) -> String {
    let problems = form.start_request(&catalog()).expect_err("it is refused");
    let found = problems.iter().find(|problem| problem.field == field);
    found.expect("the field is named").message.clone()
}

#[test]
fn models_have_routes_that_belong_to_training() {
    assert_eq!(read("#/models").0, Route::Models);
    assert_eq!(read("#/model?id=1"), (Route::Model, "id=1"));
    for (place, training) in [
        (Route::Train, true),
        (Route::Models, true),
        (Route::Model, true),
        (Route::Library, false),
        (Route::Crawl, false),
    ] {
        assert_eq!(place.is_training(), training, "{place:?}");
    }
}

#[test]
fn an_order_is_by_the_model_that_its_form_names_with_the_models_settings_unless_others_are_typed() {
    let models = models(vec![card("1", "taught")]);
    for (query, layers) in
        [("strategy=taught&model=1", 3.0), ("model=1", 3.0), ("strategy=taught&model=1&params.layers=5", 5.0)]
    {
        let mut form = form(query);
        form.find_model(&models);
        let request = form.start_request(&catalog()).expect("it is fine");
        assert_eq!(request.plan.strategy.id, "taught", "{query}");
        assert_eq!(request.model.expect("it is known").id, "1", "{query}");
        assert_eq!(request.plan.strategy.params["layers"], ParamValue::Number(layers), "{query}");
        let address = form.address();
        assert_eq!(address.rest["model"], "1", "{query}");
        let shown = form.param("taught", &catalog().strategies[1].params[0]);
        assert_eq!(shown, layers.to_string(), "{query}");
    }
}

#[test]
fn no_crawl_starts_without_a_fitting_model() {
    let stale = ModelCard { stale: Some("Retrain it.".into()), ..card("2", "taught") };
    let models = models(vec![card("1", "worded"), stale]);
    for (query, expected) in [
        ("strategy=taught", "Choose a model"),
        ("strategy=taught&model=9", "not in this browser"),
        ("strategy=taught&model=1", "trained for another strategy"),
        ("strategy=taught&model=2", "Retrain it."),
    ] {
        let mut form = form(query);
        form.find_model(&models);
        let message = refused(&form, "model");
        assert!(message.contains(expected), "{query}: {message}");
    }
}

#[test]
fn an_unused_model_in_an_address_is_reported_and_dropped() {
    let mut form = form("strategy=plain&model=1");
    form.report_unknown_params(&catalog());
    let message = form.problem("address").expect("it is told");
    assert!(message.contains("model=1"), "{message}");
    assert_eq!(form.model.id, None);
}

#[test]
fn a_start_waits_for_the_models_and_a_new_strategy_gets_its_latest_model() {
    let form = form("strategy=taught&model=1&start=1");
    let mut models = Models::default();
    assert!(form.waits_for_models(&models));
    models.on_message(ModelsEvent::Models(Err("nothing can be kept".into())));
    assert!(!form.waits_for_models(&models));

    let mut state = State::new("", None);
    state.apply(Action::Worker(WorkerAction::Messages(vec![
        ToPage::Catalog { strategies: catalog().strategies, providers: Vec::new(), examples: Vec::new() },
        ToPage::Models(Box::new(ModelsEvent::Models(Ok(vec![card("2", "taught"), card("1", "taught")])))),
    ])));
    let choose = |id: &'static str| {
        let how = move |form: &mut Form| form.strategy.id = Some(id.into());
        Action::edit_form("strategy", how)
    };
    for (strategy, model) in [("taught", Some("2")), ("worded", None), ("plain", None)] {
        state.apply(choose(strategy));
        assert_eq!(state.setup.form.model.id.as_deref(), model, "{strategy}");
    }
    assert_eq!(state.start, Start::No);
}

#[test]
fn the_query_of_the_chosen_model_is_shown_until_something_is_typed() {
    let worded = |id: &str, query: &str| ModelCard { query: query.into(), ..card(id, "worded") };
    let example = Example { title: "Asthma".into(), query: "asthma".into(), seeds: Vec::new(), examples: Vec::new() };
    let hello = ToPage::Catalog { strategies: catalog().strategies, providers: Vec::new(), examples: vec![example] };
    let kept = vec![worded("1", "red fox"), worded("2", "")];
    let models = ToPage::Models(Box::new(ModelsEvent::Models(Ok(kept))));
    for (address, query) in [
        ("strategy=worded&model=1", "red fox"),
        ("strategy=worded&model=2", "asthma"),
        ("strategy=worded&model=1&q=badger", "badger"),
        ("strategy=plain", "asthma"),
    ] {
        // Either may arrive first: the list of models, or that of strategies.
        for news in [[hello.clone(), models.clone()], [models.clone(), hello.clone()]] {
            let mut state = State::new("", None);
            state.apply(Action::Start(StartAction::AddressOpened(Box::new(form(address)), false)));
            state.apply(Action::Worker(WorkerAction::Messages(news.into())));
            assert_eq!(state.setup.form.query.text, query, "{address}");
        }
    }
}

#[test]
fn the_model_of_a_saved_crawl_is_found_by_its_trails_or_reported_missing() {
    let plan =
        Plan { strategy: "taught".into(), seeds: vec!["http://a.test/".into()], trails: trails(), ..Plan::default() };
    let mut form = Form::from_plan(&plan, &Source::Demo, false);
    form.find_model(&models(vec![card("7", "worded"), card("8", "taught")]));
    assert_eq!(form.model.id.as_deref(), Some("8"));
    let mut form = Form::from_plan(&plan, &Source::Demo, false);
    form.find_model(&models(Vec::new()));
    assert!(refused(&form, "model").contains("no longer in this browser"));
}

#[test]
fn the_plan_of_a_training_has_the_trails_and_the_form_or_reports_problems() {
    let taught = form("strategy=taught&params.layers=5");
    let plan = taught.training_plan("Foxes", trails(), &catalog());
    let plan = plan.expect("it is fine");
    assert_eq!(plan.strategy.id, "taught");
    assert_eq!(plan.strategy.params["layers"], ParamValue::Number(5.0));
    assert_eq!(plan.trails, trails());
    assert_eq!(plan.query, "");
    let worded = form("strategy=worded&q=+red+fox+").training_plan("Foxes", trails(), &catalog());
    assert_eq!(worded.expect("it is fine").query, "red fox");
    for (name, query, field) in [
        ("Foxes", "strategy=taught&params.layers=many", "params.layers"),
        ("Foxes", "strategy=worded", "query"),
        (" ", "strategy=taught", "name"),
    ] {
        let problems = form(query).training_plan(name, trails(), &catalog());
        assert_eq!(problems.expect_err(query)[0].field, field, "{query}");
    }
}

#[test]
fn training_is_reported_by_its_number_until_it_ends() {
    let refusing = HostTrouble { host: "a.test".into(), pages: 1, reason: "the host responded with 403".into() };
    let hosts = vec![refusing];
    let news = |number, pages| ModelsEvent::Learning {
        number,
        pages,
        of_pages: 9,
        slices: None,
        standstill: None,
        hosts: hosts.clone(),
    };
    let learned = |number, learned| ModelsEvent::Learned { number, learned };
    let view = || Box::new(ModelView { card: card("5", "taught"), ..ModelView::default() });
    let mut models = Models::default();
    let train = |models: &mut Models| {
        models.train(TrainingRequest { name: "Foxes".into(), ..TrainingRequest::default() });
        models.learning.as_ref().map_or(0, |training| training.number)
    };
    let number = train(&mut models);
    models.on_message(news(number + 1, 7));
    models.on_message(news(number, 4));
    let training = models.learning.as_ref().expect("it goes on");
    assert_eq!((training.pages, &training.hosts), (4, &hosts));
    assert!(training.waits_for_pages());
    let effects = models.apply(ModelsAction::SkipUnread);
    assert_eq!(effects, [Effect::Send(ToWorker::Models(ModelsRequest::SkipUnread))]);
    models.on_message(learned(number, Err("nothing could be read".into())));
    assert_eq!(models.learning, None);
    assert!(models.error.is_some());

    let number = train(&mut models);
    assert_eq!(models.error, None, "what was wrong before is forgotten");
    models.apply(ModelsAction::Cancel);
    let effects = models.on_message(learned(number, Ok(view())));
    assert_eq!(effects, [], "what was given up does not come");

    let number = train(&mut models);
    let effects = models.on_message(learned(number, Ok(view())));
    assert!(effects.contains(&Effect::Open("#/model?id=5".into())));

    train(&mut models);
    models.on_worker_crash();
    assert!(models.error.is_some_and(|expected| expected.contains("crashed")));
}

#[test]
fn an_imported_model_is_reported_with_its_missing_parts() {
    let mut models = Models::default();
    let imported = |result| ModelsEvent::Imported { name: "foxes.salticid-model".into(), result };
    models.on_message(imported(Ok(Box::new(card("1", "taught")))));
    assert_eq!(models.feedback.notice, "Imported “Model 1” from “foxes.salticid-model”.");
    let stale = ModelCard { stale: Some("Retrain it.".into()), ..card("1", "taught") };
    models.on_message(imported(Ok(Box::new(stale))));
    assert!(models.feedback.notice.ends_with("Retrain it."), "{}", models.feedback.notice);
    models.on_message(imported(Err("it is no model".into())));
    assert_eq!(models.feedback.notice, "");
    assert!(models.feedback.error.is_some_and(|expected| expected.contains(": it is no model.")));
}

#[test]
fn the_accuracy_of_a_model_is_compared_with_guessing() {
    let report = |accuracy, majority_baseline| TrainingReport {
        accuracy,
        majority_baseline,
        binary_accuracy: Some(0.9),
        ..TrainingReport::default()
    };
    for (report, expected) in [
        (report(Some(0.7), Some(0.4)), "70% of the pages"),
        (report(Some(0.7), Some(0.4)), "clearly better"),
        (report(Some(0.45), Some(0.4)), "only slightly better"),
        (report(Some(0.4), Some(0.4)), "no better"),
        (report(None, None), "Too few trails for cross-validation"),
    ] {
        let text = quality_text(&report);
        assert!(text.contains(expected), "{text}");
    }
    let ranked = TrainingReport { link_ranking: Some(0.85), ..report(Some(0.3), Some(0.4)) };
    assert!(quality_text(&ranked).contains("85% of the cases (chance: 50%). That is clearly better."), "links decide");
    let card = ModelCard { trails: 1, pages: 8, accuracy: Some(0.5), ..card("1", "taught") };
    assert_eq!(facts(&card), "From 1 trail with 8 pages; 50% accuracy on unseen trails");
}

#[test]
fn a_model_is_good_weak_or_no_better_than_guessing() {
    for (accuracy, majority_baseline, quality) in [
        (Some(0.7), Some(0.4), Quality::Good),
        (Some(0.45), Some(0.4), Quality::Weak),
        (Some(0.4), Some(0.4), Quality::Guessing),
        (Some(0.3), Some(0.4), Quality::Guessing),
        (None, None, Quality::Untested),
    ] {
        let report = TrainingReport { accuracy, majority_baseline, ..TrainingReport::default() };
        assert_eq!(Quality::new(&report), quality, "{accuracy:?}");
        let report = TrainingReport { link_ranking: Some(0.5), ..report };
        assert_eq!(Quality::new(&report), Quality::Guessing, "links decide");
    }
}

/// The tables of a model with two layers and two clusters.
fn layer_model() -> Vec<ModelTable> {
    let row = |name: &str, shares: [f64; 2]| {
        let shares = shares.map(Cell::Number);
        [vec![Cell::Text(name.into())], shares.to_vec()].concat()
    };
    let layers = |title, first, second| {
        let rows = [row("relevant", first), row("1 or more links away", second)];
        ModelTable::new(title, "", &["", "a", "b"], rows).as_heat()
    };
    let cluster = |pages, relevant, words: &str| {
        vec![
            Cell::Text("Cluster".into()),
            Cell::Count(pages),
            Cell::Count(relevant),
            Cell::Text(words.into()),
            Cell::Text("A page".into()),
        ]
    };
    let clusters = [cluster(4, 4, "fox, den, vixen, cub, earth, brush"), cluster(3, 0, "portal")];
    let columns = ["Cluster", "Pages", "Relevant", "Typical words", "Examples"];
    vec![
        ModelTable::new(layer_tables::CLUSTERS, "", &columns, clusters),
        ModelTable::new(layer_tables::INITIAL, "", &["", "a", "b"], [row("all", [0.6, 0.4])]),
        layers(layer_tables::TRANSITIONS, [0.9, 0.1], [0.7, 0.3]),
        layers(layer_tables::EMISSIONS, [1.0, 0.0], [0.2, 0.8]),
    ]
}

#[test]
fn the_diagram_of_a_model_is_read_from_its_tables() {
    let tables = layer_model();
    let diagram = StateDiagram::new(&tables).expect("it has layers");
    let names: Vec<&str> = diagram.layers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["relevant", "1+ links away"]);
    assert_eq!(diagram.transitions, [[0.9, 0.1], [0.7, 0.3]]);
    assert_eq!(diagram.emissions, [[1.0, 0.0], [0.2, 0.8]]);
    assert_eq!(diagram.clusters[0].words, ["fox", "den", "vixen", "cub", "earth"]);
    assert_eq!((diagram.clusters[1].pages, diagram.clusters[1].relevant), (3, 0));
    for left_out in [0, 2, 3] {
        let mut fewer = tables.clone();
        fewer.remove(left_out);
        assert_eq!(StateDiagram::new(&fewer), None, "without table {left_out}");
    }
    let mut cut = tables;
    cut[3].rows.pop();
    assert_eq!(StateDiagram::new(&cut), None, "a layer without clusters");
}

#[test]
fn trails_with_other_pages_or_marks_have_other_digests() {
    let mut marked = trails();
    marked.trails[0].pages[0].relevant = true;
    let mut longer = trails();
    longer.trails[0].pages.pop();
    let mut named = trails();
    named.trails[0].name = "Another name".into();
    let own = trails_digest(&trails());
    assert_eq!(trails_digest(&named), own, "a name teaches nothing");
    for other in [marked, longer, Trails::default()] {
        assert_ne!(trails_digest(&other), own);
    }
    let spec = ModelSpec { trails: trails(), ..ModelSpec::of("Foxes", &Plan::default()) };
    assert_eq!(trails_digest(&spec.trails), own);
}

#[test]
fn a_crawl_with_a_model_has_the_source_of_its_pages_unless_another_is_chosen() {
    let own = ModelCard { source: Some(Source::RecordedIn("web.warc".into())), ..card("7", "taught") };
    let models = models(vec![own]);
    for (address, source) in [("model=7", SourceKind::Recorded), ("model=7&source=demo", SourceKind::Demo)] {
        let mut form = form(address);
        form.find_model(&models);
        assert_eq!(form.source.kind, Some(source), "{address}");
    }
}

#[test]
fn a_deleted_model_is_restored_by_undo_until_the_next_action() {
    let mut models = models(vec![card("7", "taught")]);
    let sent = |request| vec![Effect::Send(ToWorker::Models(request))];
    let delete = || ModelsAction::Delete("7".into(), "Foxes".into());
    assert_eq!(models.apply(delete()), sent(ModelsRequest::Delete("7".into())));
    assert_eq!(models.feedback.notice, "Deleted “Foxes”.");
    assert_eq!(models.apply(ModelsAction::Undo), sent(ModelsRequest::Restore("7".into())));
    models.apply(delete());
    models.apply(ModelsAction::ShowNotice(String::new()));
    assert!(models.apply(ModelsAction::Undo).is_empty(), "too late");
}

#[test]
fn training_begins_with_the_automatic_strategy_with_trails() {
    let listed = catalog().strategies;
    let mut offered = Models::default();
    offered.offer(&listed);
    assert_eq!(offered.form.strategy_id(), "taught", "the first one");
    let mut automatic = listed[2].clone();
    AUTOMATIC_TRAILS_STRATEGY.clone_into(&mut automatic.id);
    let with_automatic: Vec<_> = listed.into_iter().chain([automatic]).collect();
    let mut models = Models::default();
    models.offer(&with_automatic);
    assert_eq!(models.form.strategy_id(), AUTOMATIC_TRAILS_STRATEGY);
    offered.offer(&with_automatic);
    assert_eq!(offered.form.strategy_id(), "taught", "the choice stays");
}

#[test]
fn a_model_is_trained_on_the_trails_and_again_on_its_own() {
    let mut state = State::new("", None);
    state.catalog = Shared::from(Rc::new(catalog()));
    let learned = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Send(ToWorker::Models(ModelsRequest::Learn { name, plan, source, sources, .. })) => {
                Some((name.clone(), plan.query.clone(), plan.trails.trails.len(), source.clone(), sources.clone()))
            }
            _ => None,
        })
    };
    state.models.change(|models| models.form.strategy.id = Some("taught".into()));
    let kept = |id, trail| SavedTrail { id, trail, source: Some(Source::Direct) };
    let page = TrailPage { title: "Red foxes".into(), relevant: true, ..TrailPage::default() };
    let way = Trail { pages: vec![page], ..Trail::default() };
    state.train.change(|train| train.editor = TrailEditor::new(vec![kept(1, way), kept(2, Trail::default())], 3));
    state.catalog.change(|catalog| catalog.access = SiteAccess::Granted);
    state.setup.form.change(|form| form.source.kind = Some(SourceKind::Direct));
    state.setup.form.change(|form| form.source.allowed = Some("everything".into()));
    let effects = state.apply(Action::Models(ModelsAction::Train));
    let expected = ("Red foxes".to_owned(), String::new(), 1, Source::default(), vec![Some(Source::Direct)]);
    assert_eq!(learned(&effects), Some(expected), "an empty trail is left out, and its source is not needed");

    let plan = Plan { trails: trails(), ..Plan::default() };
    let view = ModelView { card: card("5", "worded"), plan, ..ModelView::default() };
    state.models.change(|models| models.shown = Some(("5".into(), Ok(Rc::new(view)))));
    state.models.change(|models| models.form.query.text = " red fox ".into());
    assert_eq!(learned(&state.apply(Action::Models(ModelsAction::Retrain))), None);
    assert!(state.models.error.is_some(), "its trails have no source, and that of the form is invalid");
    state.setup.form.change(|form| form.source.kind = Some(SourceKind::Demo));
    let effects = state.apply(Action::Models(ModelsAction::Retrain));
    let expected = ("Model 5".to_owned(), "red fox".to_owned(), 1, Source::Demo, vec![None]);
    assert_eq!(learned(&effects), Some(expected));
}

#[test]
fn a_model_is_renamed_unless_the_name_is_empty() {
    let mut models = Models::default();
    let rename = |name: &str| ModelsAction::Rename("5".into(), name.into());
    assert_eq!(models.apply(rename("  ")), []);
    let request = ModelsRequest::Rename { id: "5".into(), name: "Foxes".into() };
    assert_eq!(models.apply(rename(" Foxes ")), [Effect::Send(ToWorker::Models(request))]);
}
