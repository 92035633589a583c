//! Tests models: they start other crawls, and later versions can read their specification.

use crate::support::{Drive, assets, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::event::{Event, EventKind};
use engine::fetch::{FetchId, FetchRequest, Purpose};
use engine::html::EncodingRs;
use engine::journal::{self, JournalError, ModelFile};
use engine::strategy::{Entry, LIST};
use types::plan::Plan;
use types::report::Phase;
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::{ExampleContent, Taxonomy, Topic};

const PAGES: u32 = 30;

fn taught() -> impl Iterator<Item = &'static Entry> {
    LIST.iter().copied().filter(|entry| entry.needs.training())
}

/// Returns a trained crawl that has not started.
fn learned(web: &DemoWeb, entry: &Entry) -> Crawl {
    let mut drive = Drive::begin(plan(web, entry.id, PAGES), web, &EncodingRs);
    while drive.crawl.progress().phase != Phase::Prepared {
        drive.step();
    }
    drive.crawl
}

fn read(bytes: &[u8]) -> Model {
    match journal::read_model(bytes) {
        Ok(ModelFile::Whole(model)) => *model,
        other => panic!("it is not whole: {other:?}"),
    }
}

/// Runs a crawl from a model; its plan has no strategy, trails or settings of its own.
fn crawled(web: &DemoWeb, model: Model) -> String {
    let Plan { query, seeds, .. } = plan(web, "best-first", PAGES);
    let bare = Plan { query, seeds, pages: PAGES, ..Plan::default() };
    let checked = CheckedPlan::new(model.spec.apply(bare), &assets());
    let crawl = Crawl::from_model(checked.expect("the plan is fine"), model).expect("the model fits");
    assert!(crawl.is_from_model() && crawl.training_report().is_some());
    let mut drive = Drive::take_up(crawl, web, &EncodingRs);
    let mut pages = drive.feed(EventKind::Seeded);
    pages.extend(drive.finish());
    assert_eq!(pages.len(), PAGES as usize);
    log(&pages)
}

#[test]
fn a_restored_model_gives_the_same_crawl() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for entry in taught() {
        let model = learned(&web, entry).model("asthma").expect("it has learned");
        let written = journal::write_model(&model).expect("it can be written");
        let again = read(&written);
        assert_eq!((&again.spec, again.report()), (&model.spec, model.report()));
        assert_eq!(crawled(&web, again), crawled(&web, model), "{}", entry.id);
    }
}

#[test]
fn a_model_exists_only_between_training_and_the_start() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let entry = taught().next().expect("there are such");
    let checked = CheckedPlan::new(plan(&web, entry.id, PAGES), &assets()).expect("the plan is fine");
    assert!(Crawl::new(checked).model("early").is_none());
    let mut crawl = learned(&web, entry);
    crawl.handle(Event::at(crawl.now(), EventKind::Resumed));
    assert!(crawl.model("late").is_none());
}

#[test]
fn a_model_that_learned_from_words_alone_exists_until_the_first_request() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = |name: &str, good, words: &str| Topic {
        name: name.to_owned(),
        good,
        words: words.to_owned(),
        ..Topic::default()
    };
    let words = Plan {
        taxonomy: Taxonomy {
            topics: vec![topic("Asthma", true, "asthma inhaler breath"), topic("Jazz", false, "jazz saxophone song")],
        },
        ..plan(&web, "focused", PAGES)
    };
    let checked = CheckedPlan::new(words, &assets()).expect("the plan is fine");
    let mut crawl = Crawl::new(checked);
    crawl.handle(Event::at(0, EventKind::Seeded));
    let model = crawl.model("words").expect("it has learned");
    let written = journal::write_model(&model).expect("it can be written");
    assert_eq!(crawled(&web, read(&written)), crawled(&web, model));
    crawl.handle(Event::at(1, EventKind::Tick));
    assert!(crawl.model("late").is_none());
}

#[test]
fn a_model_contains_the_topics_that_it_learned_from_and_rejects_others() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for entry in taught() {
        let model = learned(&web, entry).model("topics").expect("it has learned");
        assert_eq!(model.spec.taxonomy.is_empty(), !entry.needs.taxonomy, "{}", entry.id);
        let mut other = model.spec.apply(plan(&web, entry.id, PAGES));
        other.taxonomy = plan(&web, entry.id, PAGES).taxonomy;
        other.taxonomy.topics[1].good = true;
        let checked = CheckedPlan::new(other, &assets()).expect("the plan is fine");
        let is_rejected = Crawl::from_model(checked, model).is_err();
        assert_eq!(is_rejected, entry.needs.taxonomy, "{}", entry.id);
    }
}

#[test]
fn a_model_rejects_other_settings() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let entry = taught().find(|entry| entry.params.iter().any(|param| param.name == "layers"));
    let entry = entry.expect("some tell layers apart");
    let model = learned(&web, entry).model("four layers").expect("it has learned");
    let params = [("layers".to_owned(), ParamValue::Number(3.0))];
    let other = model.spec.apply(Plan { strategy: StrategySpec::new(entry.id, params), ..plan(&web, entry.id, PAGES) });
    let checked = CheckedPlan::new(other, &assets()).expect("the plan is fine");
    let error = Crawl::from_model(checked, model).err().expect("it does not fit");
    assert!(error.to_string().contains("(layers)"), "{error}");
}

#[test]
fn settings_that_only_affect_crawling_may_be_changed() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let entry = taught().find(|entry| entry.params.iter().any(|param| param.name == "ties"));
    let entry = entry.expect("some have ties");
    let model = learned(&web, entry).model("ties").expect("it has learned");
    let params = [("ties".to_owned(), ParamValue::Number(0.0))];
    let other = model.spec.apply(Plan { strategy: StrategySpec::new(entry.id, params), ..plan(&web, entry.id, PAGES) });
    let checked = CheckedPlan::new(other, &assets()).expect("the plan is fine");
    assert!(Crawl::from_model(checked, model).is_ok());
}

#[test]
fn a_plan_without_a_query_gets_the_query_of_the_model() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for asks in [true, false] {
        // Topics may get their target from the query.
        let learns = |entry: &&Entry| entry.needs.query || entry.needs.taxonomy;
        let entry = taught().find(|entry| learns(entry) == asks);
        let entry = entry.expect("there are such");
        let model = learned(&web, entry).model("words").expect("it has learned");
        let words = plan(&web, entry.id, PAGES).query;
        let expected = if asks { words.as_str() } else { "" };
        assert_eq!(model.spec.query, expected, "{}", entry.id);
        let applied = |query: &str| model.spec.apply(Plan { query: query.into(), ..Plan::default() });
        assert_eq!(applied(" ").query.trim(), expected, "{}", entry.id);
        assert_eq!(applied("foxes").query, "foxes", "{}", entry.id);
    }
}

#[test]
fn the_specification_of_a_damaged_model_or_one_in_another_format_is_read() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let entry = taught().next().expect("there are such");
    let model = learned(&web, entry).model("asthma").expect("it has learned");
    let written = journal::write_model(&model).expect("it can be written");
    let spec = |bytes: &[u8]| match journal::read_model(bytes) {
        Ok(ModelFile::SpecOnly(spec, reason)) => (*spec, reason),
        other => panic!("not a specification alone: {other:?}"),
    };
    let mut newer = written.clone();
    newer[4] += 1;
    let (kept, reason) = spec(&newer);
    assert_eq!(kept, model.spec);
    assert!(matches!(reason, JournalError::Version { .. }), "{reason}");
    let cut = &written[..written.len() - 5];
    assert_eq!(spec(cut).0, model.spec);
    let mut damaged = written.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    assert_eq!(spec(&damaged).0, model.spec);
    for garbage in [&b""[..], b"a model? no", &written[..20]] {
        assert!(journal::read_model(garbage).is_err());
    }
}

#[test]
fn pages_that_the_person_has_read_are_not_fetched_again() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let entry = taught().next().expect("there are such");
    let fetched = learned(&web, entry);
    let drive = Drive::begin(plan(&web, entry.id, PAGES), &web, &EncodingRs);
    let checked = CheckedPlan::new(plan(&web, entry.id, PAGES), &assets());
    let checked = checked.expect("the plan is fine");
    let known: Vec<EventKind> = checked
        .examples
        .iter()
        .filter_map(|example| match &example.content {
            ExampleContent::Page(url) => Some(url.clone()),
            ExampleContent::Words(_) => None,
        })
        .map(|url| {
            let (id, purpose) = (FetchId(0), Purpose::Example);
            match drive.response(&FetchRequest { id, url: url.clone(), exact: None, purpose }) {
                EventKind::Fetched(_, answer) => EventKind::Known(url, Box::new(answer)),
                other => panic!("{url}: {other:?}"),
            }
        })
        .collect();
    let mut crawl = Crawl::new(checked);
    for page in known {
        crawl.handle(Event::at(1, page));
    }
    let mut step = crawl.handle(Event::at(2, EventKind::Seeded));
    while crawl.progress().phase != Phase::Prepared {
        assert!(crawl.in_flight().is_empty(), "nothing is fetched: {:?}", step.commands);
        step = crawl.handle(Event::at(3, EventKind::Tick));
    }
    let known = crawl.training_report().expect("it has learned");
    let read = fetched.training_report().expect("it has learned");
    // The order of reading differs, and with it the last bits of the sums.
    assert_eq!((known.read, known.accuracy), (read.read, read.accuracy));
}
