//! Tests the rules for every strategy in the list. Only the test of word weights names strategies.

use crate::support::{Drive, assets, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl, Example, Model, PageScorer, ScoringPlan};
use engine::event::EventKind;
use engine::fetch::FetchResponse;
use engine::frontier::Score;
use engine::html::{Document, EncodingRs, read};
use engine::journal;
use engine::strategy::{Entry, ExampleView, LIST, Range, Strategy, TrainingStep};
use engine::topic::Vectorizer;
use std::collections::{BTreeMap, BTreeSet};
use types::plan::{IdfSource, Plan, PlanError};
use types::spec::{ParamValue, StrategySpec};
use types::strategy::StrategyInfo;
use types::taxonomy::ExampleContent;
use types::url::CanonicalUrl;

const PAGES: u32 = 60;

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

#[test]
fn every_entry_is_documented() {
    let ids: BTreeSet<&str> = LIST.iter().map(|entry| entry.id).collect();
    assert_eq!(ids.len(), LIST.len(), "each id once");
    for entry in LIST {
        let id = entry.id;
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{id}");
        assert!(entry.description.ends_with('.') && entry.description.len() > 40, "{id}: a sentence for people");
        // The subject of a whole paper has no section.
        assert!(entry.source.contains('§') || !entry.source.contains(' '), "{id}: paper and section");
        assert!(entry.params.iter().all(|param| param.range.admits(&param.range.default())), "{id}: defaults in range");
        assert!(entry.params.iter().all(|param| !param.help.is_empty() && !param.title.is_empty()), "{id}: help");
    }
}

/// Batsakis §3.2.1: "In this work idf weights are provided by the `IntelliSearch` web search engine". X-means uses
/// those of the training set (§3.4.1), Pant's naive best-first none (§3.1). DBSCAN §3.2 has TF-IDF.
#[test]
fn default_word_weights_are_those_of_the_strategys_paper() {
    let web = web();
    let with = |entry: &Entry, idf| {
        let plan = Plan { idf, ..plan(&web, entry.id, 12) };
        log(&Drive::begin(plan, &web, &EncodingRs).finish())
    };
    for entry in LIST {
        let of_paper = if entry.needs.background_idf { IdfSource::General } else { IdfSource::None };
        let id = entry.id;
        assert!(with(entry, IdfSource::Auto) == with(entry, of_paper), "{id}");
    }
    let differs = |entry: &Entry| with(entry, IdfSource::General) != with(entry, IdfSource::None);
    assert!(LIST.iter().any(|entry| differs(entry)), "relevance is in the log");
    let ids = LIST.iter().filter(|entry| entry.needs.background_idf);
    let ids: Vec<&str> = ids.map(|entry| entry.id).collect();
    assert_eq!(
        ids,
        [
            "best-first-anchor",
            "best-first",
            "url-clusters",
            "ehrig",
            "ssrm",
            "synset",
            "mihalcea",
            "centroid",
            "hmm",
            "hybrid-hmm",
            "hybrid-hmm-anchor",
            "alternating"
        ],
        "a strategy that has the word weights of general English by default is named here"
    );
}

#[test]
fn the_list_states_which_strategies_have_spiders() {
    let web = web();
    for entry in LIST {
        let told = StrategyInfo::from(*entry).has_spiders;
        let mut drive = Drive::begin(plan(&web, entry.id, 5), &web, &EncodingRs);
        let pages = drive.finish();
        assert_eq!(!drive.crawl.spiders().is_empty(), told, "{}", entry.id);
        for page in pages {
            assert_eq!(page.population.is_some(), told, "{}: {}", entry.id, page.url);
        }
    }
}

/// Returns a plan with short intervals for periodic computations: `every` is their usual parameter.
fn restless(web: &DemoWeb, entry: &Entry) -> Plan {
    let often = entry.params.iter().filter(|param| param.name == "every");
    let often = often.map(|param| (param.name.to_owned(), ParamValue::Number(5.0)));
    Plan { strategy: StrategySpec::new(entry.id, often), ..plan(web, entry.id, PAGES) }
}

#[test]
fn a_crawl_restored_in_the_middle_continues_unchanged() {
    let web = web();
    for entry in LIST {
        let begin = || Drive::begin(restless(&web, entry), &web, &EncodingRs);
        let whole = log(&begin().finish());
        for steps in [7, 60] {
            let mut first = begin();
            for _ in 0..steps {
                if !first.over {
                    first.step();
                }
            }
            // A strategy that needs few steps has finished by then.
            if first.over {
                continue;
            }
            let saved = journal::write(&first.crawl).expect("a crawl can be written");
            let mut second =
                Drive::take_up(journal::open(&saved, &assets()).expect("it can be opened"), &web, &EncodingRs);
            second.finish();
            assert_eq!(log(second.crawl.pages()), whole, "{} saved after {steps} steps", entry.id);
        }
    }
}

#[test]
fn a_crawl_restored_between_two_training_slices_continues_unchanged() {
    let web = web();
    for entry in LIST.iter().filter(|entry| entry.needs.trails) {
        let begin = || Drive::begin(plan(&web, entry.id, 10), &web, &EncodingRs);
        let (mut whole, mut first) = (begin(), begin());
        whole.finish();
        for slice in [1, 4] {
            while first.crawl.progress().learning.map(|(done, _)| done) != Some(slice) {
                assert!(!first.over, "{}: learns in slices", entry.id);
                first.step();
            }
            let saved = journal::write(&first.crawl).expect("a crawl can be written");
            let again = journal::open(&saved, &assets()).expect("it can be opened");
            assert_eq!(again.progress().learning, first.crawl.progress().learning);
            let mut second = Drive::take_up(again, &web, &EncodingRs);
            second.finish();
            let id = entry.id;
            assert_eq!(second.crawl.training_report(), whole.crawl.training_report(), "{id}");
            assert_eq!(log(second.crawl.pages()), log(whole.crawl.pages()), "{id}");
        }
    }
}

#[test]
fn every_score_has_the_parts_that_the_entry_names() {
    let web = web();
    for entry in LIST {
        for page in Drive::begin(plan(&web, entry.id, PAGES), &web, &EncodingRs).finish() {
            let of_link = page.discovery.parent.is_some();
            assert!(!of_link || page.discovery.parts.len() == entry.parts.len(), "{}: {}", entry.id, page.url);
        }
    }
}

/// A page with malformed or unusual links.
const ODD_LINKS: &str = "<title>\u{202e}spider</title><a href=/1></a><a href=/2>\u{0}\u{feff}</a><a href=/3>!!!</a>\
    <a href=/4>the of and</a><a href=/5>蜘蛛</a><a href='/6?q=%ff%fe'>%</a><a href=/7><img alt=spider></a>\
    <a href=//other.test:81/x>x</a><a href='/8;jsessionid=1?sid=2'>🕷🕷</a>";

#[test]
fn scores_of_odd_links_are_finite() {
    for entry in LIST {
        let url = CanonicalUrl::parse("http://odd.test/").expect("a URL");
        let long = |text: &str| format!("{ODD_LINKS}<a href=/long>{text}</a>");
        let bodies = [long(&"x".repeat(9_000)), long(&"spider ".repeat(900))];
        for body in [ODD_LINKS, &bodies[0], &bodies[1], "<a href=/x>x", ""] {
            let scores = scores(entry, &read(body.as_bytes(), None, &url, &EncodingRs));
            let finite = |score: &Score| {
                score.first.is_finite() && score.second.is_finite() && score.parts.iter().all(|part| part.is_finite())
            };
            assert!(scores.iter().all(finite), "{}: {scores:?}", entry.id);
        }
    }
}

/// Returns a checked plan for an entry.
fn checked(entry: &Entry) -> CheckedPlan {
    let plan = plan(&web(), entry.id, PAGES);
    CheckedPlan::new(plan, &assets()).expect("the plan is fine")
}

/// Returns a fresh strategy's scores for the links of one page. If it learns from examples, the relevant ones are equal
/// to this page.
fn scores(entry: &Entry, document: &Document) -> Vec<Score> {
    use engine::graph::{LinkGraph, Urls};
    use engine::strategy::{Context, LinkView, PageView};
    use engine::topic::Topic;
    use types::plan::IdfSource;
    let (mut urls, graph, topic) = (Urls::default(), LinkGraph::default(), Topic::new("spider"));
    let mut vectorizer = Vectorizer::new(true, IdfSource::None);
    let url = CanonicalUrl::parse("http://odd.test/").expect("a URL");
    let id = urls.learn(&url).expect("the table is empty");
    let ids: Vec<_> = document.links.iter().map(|link| urls.learn(&link.url).expect("the table has room")).collect();
    let links: Vec<_> = document.links.iter().zip(ids).map(|(link, id)| LinkView { id, link }).collect();
    let mut strategy = taught(entry, document, &mut vectorizer);
    let (counts, vector) = vectorizer.page(document, None);
    let query = topic.vector(None, &mut vectorizer);
    let relevance = Topic::relevance(&vector, &query).score;
    let page = PageView {
        id,
        url: &url,
        document,
        language: None,
        counts: &counts,
        vector: &vector,
        relevance,
        meaning: None,
        depth: 0,
        parent: None,
    };
    let mut context = Context {
        query: &query,
        language: None,
        vectorizer: &mut vectorizer,
        graph: &graph,
        urls: &urls,
        pages_read: 1,
    };
    let scores = strategy.score(&page, &links, &mut context);
    assert_eq!(scores.len(), links.len(), "{}: one answer a link", entry.id);
    scores.into_iter().flatten().collect()
}

/// Returns a strategy trained with this page as every good example; the other examples are equal and link to every
/// example.
fn taught(entry: &Entry, document: &Document, vectorizer: &mut Vectorizer) -> Box<dyn Strategy> {
    let plan = checked(entry);
    let mut strategy = plan.strategy();
    let url = CanonicalUrl::parse("http://other.test/").expect("a URL");
    let link = |example: &Example| match &example.content {
        ExampleContent::Page(url) => Some(format!("<a href={url}>sea</a>")),
        ExampleContent::Words(_) => None,
    };
    let links: String = plan.examples.iter().filter_map(link).collect();
    let other = format!("<p>boat sail harbor {links}");
    let other = read(other.as_bytes(), None, &url, &EncodingRs);
    for (number, example) in plan.examples.iter().enumerate() {
        let document = if example.good { document } else { &other };
        let (counts, vector) = vectorizer.page(document, None);
        let example = ExampleView { number, document, language: None, counts: &counts, vector: &vector };
        if let Some(training) = strategy.training() {
            training.study(&example, vectorizer);
        }
    }
    loop {
        let Some(training) = strategy.training() else {
            return strategy;
        };
        if let TrainingStep::Done(report) = training.train() {
            assert_eq!(report.trouble, None, "{}", entry.id);
            return strategy;
        }
    }
}

#[test]
fn a_parameter_out_of_range_is_rejected_with_its_value() {
    let web = web();
    for entry in LIST {
        for param in entry.params {
            for value in outside(&param.range) {
                let params = [(param.name.to_owned(), value.clone())];
                let wrong = Plan { strategy: StrategySpec::new(entry.id, params), ..plan(&web, entry.id, PAGES) };
                let errors = CheckedPlan::new(wrong, &assets()).expect_err("the value is out of range");
                let [PlanError::Param(error)] = errors.as_slice() else { panic!("{}: {errors:?}", entry.id) };
                let message = error.to_string();
                assert!(message.contains(param.name) && message.contains(&value.to_string()), "{message}");
            }
        }
    }
}

fn outside(range: &Range) -> Vec<ParamValue> {
    let number = |n: f64| ParamValue::Number(n);
    match *range {
        Range::Whole { min, max, .. } => {
            vec![
                number(min as f64 - 1.0),
                number(max as f64 + 1.0),
                number(min as f64 + 0.5),
                number(f64::NAN),
                ParamValue::Switch(true),
            ]
        }
        Range::Real { min, max, .. } => {
            vec![number(min - 1.0), number(max + 1.0), number(f64::NAN), number(f64::INFINITY)]
        }
        Range::Switch { .. } => vec![number(1.0), ParamValue::Word("perhaps".into())],
        Range::Choice(_) | Range::Formula { .. } => {
            vec![ParamValue::Word("no such word".into()), number(0.0)]
        }
    }
}

#[test]
fn an_unknown_parameter_is_rejected_by_name() {
    for entry in LIST {
        let params = BTreeMap::from([("no_such".to_owned(), ParamValue::Number(1.0))]);
        let errors = entry.settings(&params).expect_err("there is no such parameter");
        assert!(errors[0].to_string().contains("no_such"), "{}", entry.id);
    }
}

#[test]
fn a_strategy_rejects_the_saved_state_of_another() {
    for entry in LIST {
        assert!(!checked(entry).strategy().restore(b"\xff\xfe\xfd\xfc\xfb"), "{}", entry.id);
    }
}

/// Returns the scores of a crawl's links by URL, without those of links that more than one page has.
fn unshared_scores(crawl: &Crawl) -> BTreeMap<CanonicalUrl, Score> {
    let entries = crawl.frontier().filter(|(_, entry, _)| entry.pages == 1);
    let scores = entries.map(|(url, entry, _)| (url.clone(), entry.score.clone()));
    scores.collect()
}

#[test]
fn a_page_has_the_same_scores_whatever_was_scored_before_it() {
    let web = web();
    for entry in LIST {
        let plan = plan(&web, entry.id, 40);
        let mut drive = Drive::begin(plan.clone(), &web, &EncodingRs);
        let mut model = None;
        while !drive.over {
            model = model.or_else(|| drive.crawl.model("test"));
            drive.step();
        }
        let plan = CheckedPlan::new(plan, &assets()).expect("the plan is fine");
        let plan = ScoringPlan::new(plan, model).expect("the model fits");
        let scorer = || PageScorer::new(plan.clone());
        let (mut shared, mut links) = (scorer(), 0);
        let pages = drive.crawl.pages().iter();
        for url in pages.map(|page| &page.url).rev().step_by(5) {
            let one = page_scores(&mut scorer(), url, &web);
            links += one.1.len();
            assert_eq!(page_scores(&mut shared, url, &web), one, "{}: {url}", entry.id);
        }
        assert!(links > 20, "{}: {links} links are scored", entry.id);
    }
}

/// Returns the relevance of a page and the scores of its links.
fn page_scores(scorer: &mut PageScorer, url: &CanonicalUrl, web: &DemoWeb) -> (u64, Vec<(String, Score)>) {
    let body = web
        .fetch(url.as_str())
        .and_then(|simulated| simulated.result.ok())
        .map_or_else(Vec::new, |response| response.body);
    let response = FetchResponse::page(url, &[], &body, &EncodingRs);
    let crawl = scorer.crawl(url, response);
    let links = crawl.frontier().map(|(url, entry, _)| (url.to_string(), entry.score.clone()));
    let relevance = crawl.pages().first().map_or(0.0, |page| page.relevance);
    (relevance.to_bits(), links.collect())
}

/// Crawls one page and follows nothing; `plan` is that of a whole crawl.
fn crawl_of_one_page(mut plan: Plan, page: &CanonicalUrl, model: Option<&Model>, web: &DemoWeb) -> Crawl {
    plan.seeds = vec![page.to_string()];
    let plan = CheckedPlan::new(plan, &assets()).expect("the plan is fine");
    let crawl = Crawl::from_model(plan, model.cloned()).expect("the model fits");
    let mut drive = Drive::take_up(crawl.without_following(), web, &EncodingRs);
    drive.feed(EventKind::Seeded);
    drive.finish();
    assert_eq!(drive.crawl.pages().len(), 1, "it follows no link");
    drive.crawl
}

#[test]
fn strategies_that_score_pages_independently_give_the_scores_of_the_page_alone() {
    let web = web();
    let mut independent = 0;
    for entry in LIST {
        let plan = plan(&web, entry.id, 12);
        let mut drive = Drive::begin(plan.clone(), &web, &EncodingRs);
        let mut model = None;
        while !drive.over {
            model = model.or_else(|| drive.crawl.model("test"));
            drive.step();
        }
        if !entry.scores_pages_independently {
            continue;
        }
        independent += 1;
        let whole = unshared_scores(&drive.crawl);
        assert!(!whole.is_empty(), "{}", entry.id);
        let mut seen = 0;
        for page in drive.crawl.pages().iter().filter(|page| page.outcome.is_read()) {
            let alone = crawl_of_one_page(plan.clone(), &page.url, model.as_ref(), &web);
            for (url, score) in unshared_scores(&alone) {
                if let Some(known) = whole.get(&url) {
                    seen += 1;
                    // Words are numbered in another order, which changes the last bits of sums.
                    let differs = (known.first - score.first).abs() + (known.second - score.second).abs();
                    assert!(differs < 1e-12, "{}: {url} on {}", entry.id, page.url);
                }
            }
        }
        assert_eq!(seen, whole.len(), "{}: each link is on one page", entry.id);
    }
    assert!(independent > 12, "{independent} strategies");
}
