//! Tests loading the lexicon in the worker, and the requests that wait for it. A `fetch` in JavaScript replaces its
//! server.

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::strategy::LIST;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Reflect, Uint8Array};
use protocol::message::written;
use protocol::{Hello, Problem, RelatedTo, Source, ToPage, ToWorker};
use std::cell::RefCell;
use std::rc::Rc;
use types::plan::{Plan, RelevanceMeasure};
use types::report::{EndReason, Phase, RelatedWord};
use types::spec::{AUTOMATIC_STRATEGY, ParamValue, StrategySpec};
use wasm_bindgen_test::wasm_bindgen_test;
use worker::Session;

/// Animals: dog, wolf, cat.
const TINY: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/tiny.lex");

/// A session with a fake lexicon server, and the messages of the worker.
struct Page {
    session: Rc<Session>,
    heard: Rc<RefCell<Vec<ToPage>>>,
    _server: FakeFetch,
}

/// Requests for the lexicon so far.
fn asked() -> Option<f64> {
    run("return self.asked").as_f64()
}

impl Page {
    /// `how` selects the server's response: see the fake.
    fn new(how: &str) -> Self {
        let server = FakeFetch::install(include_str!("../fakes/lexicon.js"));
        Reflect::set(&js_sys::global(), &"plain".into(), &Uint8Array::from(TINY)).expect("the global object takes it");
        serve(how);
        let heard = Rc::new(RefCell::new(Vec::new()));
        let write = Rc::clone(&heard);
        let post = move |message: &ToPage| write.borrow_mut().push(message.clone());
        let address = "http://app.test/words.lex.gz".to_owned();
        let page = Self { session: Session::new(Rc::new(post), Some(address)), heard, _server: server };
        page.session.on_message(&Hello::of_this_build().written());
        page
    }

    fn say(&self, message: &ToWorker) {
        self.session.on_message(&written(message).expect("messages are plain data"));
    }

    fn relate(&self, query: &str) {
        self.say(&ToWorker::Related(to(query)));
    }

    fn start(&self, plan: Plan, source: Source) {
        self.say(&ToWorker::Start { plan: Box::new(plan), source, stay: false, model: None, topic: None });
    }

    /// Returns the worker's messages of a kind as soon as there are `count` of them.
    async fn told<T>(&self, count: usize, kind: impl Fn(&ToPage) -> Option<T>) -> Vec<T> {
        loop {
            let told: Vec<T> = self.heard.borrow().iter().filter_map(&kind).collect();
            if told.len() >= count {
                return told;
            }
            TimeoutFuture::new(5).await;
        }
    }

    async fn answers(&self, count: usize) -> Vec<(String, Result<Vec<RelatedWord>, String>)> {
        self.told(count, |message| match message {
            ToPage::Related { to, words } => Some((to.query.clone(), words.clone())),
            _ => None,
        })
        .await
    }

    async fn refused(&self) -> Vec<Problem> {
        let mut told = self
            .told(1, |message| match message {
                ToPage::Refused(problems) => Some(problems.clone()),
                _ => None,
            })
            .await;
        told.remove(0)
    }

    /// The budget of the crawl that ended.
    async fn ended(&self) -> u32 {
        let ends = self
            .told(1, |message| match message {
                ToPage::Batch(batch) => match batch.progress.phase {
                    Phase::Ended(EndReason::BudgetSpent) => Some(batch.progress.budget),
                    _ => None,
                },
                _ => None,
            })
            .await;
        ends[0]
    }

    fn has_started(&self) -> bool {
        self.heard.borrow().contains(&ToPage::Started)
    }
}

fn serve(how: &str) {
    run(&format!("self.how = '{how}'"));
}

/// The first strategy of the list that needs the lexicon.
fn semantic() -> String {
    let entry = LIST.iter().find(|entry| entry.needs.lexicon);
    entry.expect("there are such").id.to_owned()
}

fn to(query: &str) -> RelatedTo {
    RelatedTo { query: query.to_owned(), strategy: semantic().as_str().into() }
}

/// A crawl of the demo web.
fn plan(strategy: &str, pages: u32) -> Plan {
    let web = DemoWeb::new(DEFAULT_SEED);
    Plan {
        query: "dog".to_owned(),
        seeds: web.topics()[0].seeds.clone(),
        strategy: strategy.into(),
        pages,
        ..Plan::default()
    }
}

#[wasm_bindgen_test]
async fn related_words_are_grouped_by_sense_and_unknown_words_have_none() {
    let page = Page::new("packed");
    page.relate("dogs xyzzy");
    let (query, words) = page.answers(1).await.remove(0);
    assert_eq!(query, "dogs xyzzy");
    let words = words.expect("the lexicon is there");
    assert_eq!((words[0].word.as_str(), words[1].word.as_str()), ("dogs", "xyzzy"));
    assert!(words[1].senses.is_empty());
    let first = &words[0].senses[0];
    assert_eq!(first.notation, "dog#n#1");
    assert!(!first.hypernyms.is_empty() && !first.related.is_empty());
    assert!(first.related.iter().any(|term| term.word == "wolf"), "{first:?}");
}

#[wasm_bindgen_test]
async fn concurrent_queries_share_one_load() {
    let page = Page::new("packed");
    page.relate("dog");
    page.relate("cat");
    assert_eq!(page.answers(2).await.len(), 2);
    page.relate("wolf");
    page.answers(3).await;
    assert_eq!(asked(), Some(1.0));
}

#[wasm_bindgen_test]
async fn load_progress_has_a_total_only_if_it_is_known() {
    for (how, knows_all) in [("packed", true), ("unpacked", false)] {
        let page = Page::new(how);
        page.relate("dog");
        assert!(page.answers(1).await.remove(0).1.is_ok(), "{how}");
        let steps = page
            .told(3, |message| match message {
                ToPage::Loading(load) => Some((load.got, load.all)),
                _ => None,
            })
            .await;
        assert_eq!(steps[0], (0, None), "told before the server answers");
        assert!(steps[1].0 > 0 && steps[1].0 < steps[2].0, "{steps:?}");
        assert_eq!(steps[2].1, knows_all.then_some(steps[2].0), "{how}");
    }
}

#[wasm_bindgen_test]
async fn a_failed_load_reports_its_reason_and_is_retried() {
    for (how, why) in [
        ("missing", "status 404"),
        ("away", "did not respond"),
        ("broken", "connection was lost"),
        ("cut", "damaged"),
        ("damaged", "damaged"),
        ("page", "damaged"),
    ] {
        let page = Page::new(how);
        page.relate("dog");
        let sentence = page.answers(1).await.remove(0).1.expect_err(how);
        assert!(sentence.contains(why) && sentence.contains("Try again"), "{how}: {sentence}");
        serve("packed");
        page.relate("dog");
        assert!(page.answers(2).await.remove(1).1.is_ok(), "{how}");
    }
}

#[wasm_bindgen_test]
async fn a_parameter_out_of_range_is_reported_instead_of_related_words() {
    let page = Page::new("packed");
    let least = ("least".to_owned(), ParamValue::Number(7.0));
    page.say(&ToWorker::Related(RelatedTo { strategy: StrategySpec::new(&semantic(), [least]), ..to("dog") }));
    let sentence = page.answers(1).await.remove(0).1.expect_err("is too much");
    assert!(sentence.contains("least"), "{sentence}");
}

#[wasm_bindgen_test]
async fn a_start_waits_for_the_lexicon() {
    let page = Page::new("packed");
    page.start(plan(&semantic(), 20), Source::Demo);
    assert!(!page.has_started(), "it cannot have the lexicon yet");
    assert_eq!(page.ended().await, 20);
    assert_eq!(asked(), Some(1.0));
}

#[wasm_bindgen_test]
async fn the_lexicon_is_loaded_only_for_strategies_that_need_it() {
    let page = Page::new("packed");
    let plain = LIST.iter().filter(|entry| !entry.needs.lexicon);
    for (at, entry) in plain.enumerate() {
        page.say(&ToWorker::Related(RelatedTo { strategy: entry.id.into(), ..to("dog") }));
        let (_, words) = page.answers(at + 1).await.remove(at);
        assert_eq!(words, Ok(Vec::new()), "{}", entry.id);
    }
    page.start(plan("breadth-first", 5), Source::Demo);
    page.ended().await;
    assert_eq!(asked(), Some(0.0));
}

#[wasm_bindgen_test]
async fn a_start_without_its_lexicon_is_refused_at_the_strategy_and_can_be_retried() {
    let page = Page::new("missing");
    page.start(plan(&semantic(), 5), Source::Demo);
    let problems = page.refused().await;
    assert_eq!(problems[0].field, "strategy");
    assert!(problems[0].message.contains("status 404"), "{problems:?}");
    serve("packed");
    page.start(plan(&semantic(), 5), Source::Demo);
    assert_eq!(page.ended().await, 5);
}

#[wasm_bindgen_test]
async fn other_problems_are_reported_before_the_lexicon_is_requested() {
    let page = Page::new("packed");
    page.start(plan(&semantic(), 0), Source::Demo);
    let fields: Vec<String> = page.refused().await.into_iter().map(|one| one.field).collect();
    assert_eq!((fields, asked()), (vec!["pages".to_owned()], Some(0.0)));
}

#[wasm_bindgen_test]
async fn a_start_that_is_stopped_while_it_loads_never_begins() {
    let page = Page::new("packed");
    page.start(plan(&semantic(), 5), Source::Demo);
    page.say(&ToWorker::Stop);
    assert_eq!(page.refused().await, []);
    // A request that waits for the same load is answered after the start.
    page.relate("dog");
    page.answers(1).await;
    assert!(!page.has_started());
}

#[wasm_bindgen_test]
async fn another_start_replaces_one_that_waits() {
    let page = Page::new("packed");
    page.start(plan(&semantic(), 7), Source::Demo);
    page.start(plan("breadth-first", 5), Source::Demo);
    assert_eq!(page.ended().await, 5);
    page.relate("dog");
    page.answers(1).await;
    let begun = page.heard.borrow().iter().filter(|message| **message == ToPage::Started).count();
    assert_eq!(begun, 1);
}

#[wasm_bindgen_test]
async fn the_previous_crawl_continues_until_the_next_one_starts() {
    let page = Page::new("missing");
    page.start(plan("breadth-first", 60), Source::Demo);
    page.told(1, |message| (*message == ToPage::Started).then_some(())).await;
    page.start(plan(&semantic(), 5), Source::Demo);
    assert_eq!(page.refused().await.len(), 1);
    assert_eq!(page.ended().await, 60);
}

#[wasm_bindgen_test]
async fn the_automatic_strategy_crawls_without_data_that_cannot_be_loaded() {
    // The server never has word vectors.
    let vectors = "Word vectors could not be loaded (not included in this build of the app): this crawl compares words \
        without them.";
    let lexicon =
        "WordNet could not be loaded (its server responded with status 404): this crawl compares words without it.";
    for (how, data, sentences) in
        [("packed", "wordnet", vectors.to_owned()), ("missing", "none", format!("{lexicon} {vectors}"))]
    {
        let page = Page::new(how);
        page.start(plan(AUTOMATIC_STRATEGY, 30), Source::Demo);
        let late = page.told(1, |message| match message {
            ToPage::StrategyLate { now, late, problem } => Some((now.to_string(), late.to_string(), problem.clone())),
            _ => None,
        });
        let expected =
            (format!("{AUTOMATIC_STRATEGY}:language_data={data}"), AUTOMATIC_STRATEGY.to_owned(), Some(sentences));
        assert_eq!(late.await, [expected]);
        assert_eq!(page.ended().await, 30);
    }
}

#[wasm_bindgen_test]
async fn related_words_need_no_word_vectors() {
    let page = Page::new("packed");
    page.say(&ToWorker::Related(RelatedTo { strategy: AUTOMATIC_STRATEGY.into(), ..to("dog") }));
    let words = page.answers(1).await.remove(0).1;
    assert_eq!(words.map(|words| words.len()), Ok(1));
}

#[wasm_bindgen_test]
async fn relevance_by_meaning_is_refused_without_word_vectors() {
    let page = Page::new("packed");
    let by_meaning = Plan { relevance: RelevanceMeasure::Meaning, ..plan("breadth-first", 5) };
    page.start(by_meaning, Source::Demo);
    let problems = page.refused().await;
    assert_eq!(problems[0].field, "relevance");
    assert_eq!(
        problems[0].message,
        "Could not load word vectors, which relevance by meaning needs: not included in this build of the app. Try \
        again, or choose relevance by words."
    );
    page.start(plan("breadth-first", 5), Source::Demo);
    assert_eq!(page.ended().await, 5);
}
