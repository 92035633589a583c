//! Tests comparisons in the worker: run in slices, saved crawl by crawl, continued by another worker, and equal
//! from a link.

use gloo_timers::future::TimeoutFuture;
use protocol::ToPage;
use protocol::compare::{
    CompareEvent, CompareRequest, ComparisonForm, ComparisonFormat, ComparisonSummary, ComparisonView, Imported,
    OpenComparison, RelativeRank, TopicForm,
};
use types::measures::{Axis, Measure};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use xxhash_rust::xxh3::xxh3_64;

use crate::fakes::comparison::{begin, done, plan, refused, say, shown};
use crate::fakes::session::Page;

fn kept(message: &ToPage) -> Option<Vec<ComparisonSummary>> {
    match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Saved(kept) => kept.clone().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn read(message: &ToPage) -> Option<Result<Imported, String>> {
    match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Read { read, .. } => Some(read.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// A file of the open comparison, as text.
async fn text_of(page: &Page, wanted: ComparisonFormat) -> String {
    say(page, CompareRequest::Export(wanted));
    let made = |message: &ToPage| match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Exported { format, made: Ok(made), .. } if *format == wanted => Some(made.file.clone()),
            _ => None,
        },
        _ => None,
    };
    let file = page.until(made).await;
    let text = JsFuture::from(file.text()).await.expect("a text");
    String::from(text.unchecked_into::<js_sys::JsString>())
}

#[wasm_bindgen_test]
async fn a_finished_comparison_has_curves_means_and_conclusions() {
    let page = Page::new();
    begin(&page, plan());
    let shown = done(&page).await;
    assert_eq!((shown.card.done, shown.card.trials), (6, 6));
    assert_eq!(shown.contenders, ["Breadth-first", "Best-first"]);
    assert_eq!(shown.look.measure, Some(Measure::AverageRelevance));
    for line in &shown.chart.lines {
        assert_eq!(line.mean.len(), shown.chart.at.len());
        assert_eq!(line.error.len(), line.mean.len());
    }
    assert!(shown.rows.iter().all(|row| row.topics == 3 && row.mean.is_some()));
    assert_eq!(shown.all.len(), 2);
    assert!(!shown.words.is_empty());
    assert!(shown.link.is_some_and(|link| link.contains("breadth-first")));
}

#[wasm_bindgen_test]
async fn claims_are_judged_when_all_crawls_are_done() {
    let page = Page::new();
    let claim = "{\"text\":\"Best-first finds more\",\"source\":\"Pant Fig. 6\",\"measure\":\"average-relevance\",\
        \"better\":\"best-first\",\"worse\":\"breadth-first\",\"why\":\"It reads.\"}";
    begin(&page, ComparisonForm { whole: format!("{{\"claim\":[{claim}]}}"), ..plan() });
    assert!(page.until(shown).await.claims.is_empty());
    let claims = done(&page).await.claims;
    let [one] = &claims[..] else { panic!("{claims:?}") };
    assert_eq!((&*one.text, &*one.source, &*one.remark), ("Best-first finds more", "Pant Fig. 6", "It reads."));
    assert!(["supported", "contradicted", "inconclusive"].contains(&&*one.verdict));
    assert!(one.why.contains("Best-first") && one.why.contains("3 topics"), "{}", one.why);
}

#[wasm_bindgen_test]
async fn an_interrupted_comparison_continues_in_another_worker_with_the_same_result() {
    // Many crawls, each long beside the 250 ms between two updates: a fast machine does not finish them before the
    // interruption.
    let plan = || ComparisonForm { pages: 300, repeats: 3, ..plan() };
    let page = Page::new();
    begin(&page, plan());
    let whole = done(&page).await;
    let first = Page::new();
    begin(&first, plan());
    let some = |message: &ToPage| shown(message).filter(|shown| shown.card.done >= 2);
    let id = first.until(some).await.card.id;
    // It opens another comparison, which closes this one.
    say(&first, CompareRequest::Open { id: whole.card.id.clone() });
    let other = |message: &ToPage| shown(message).filter(|shown| shown.card.id == whole.card.id);
    first.until(other).await;
    TimeoutFuture::new(200).await;
    let second = Page::new();
    say(&second, CompareRequest::Open { id });
    let again = second.until(shown).await;
    assert!((2..18).contains(&again.card.done), "{}", again.card.done);
    let again = done(&second).await;
    assert!(whole.fingerprint.is_some());
    assert_eq!(again.fingerprint, whole.fingerprint);
}

#[wasm_bindgen_test]
async fn partial_results_compare_means_over_the_same_topics() {
    let page = Page::new();
    begin(&page, ComparisonForm { repeats: 3, ..plan() });
    done(&page).await;
    let told = page.all(shown).into_iter();
    let parts: Vec<OpenComparison> = told.filter(|shown| shown.card.done < shown.card.trials).collect();
    assert!(parts.iter().any(|shown| shown.card.done > 0), "nothing was told in between");
    for shown in parts {
        let topics: Vec<u32> = shown.rows.iter().map(|row| row.topics).collect();
        let known = topics.iter().filter(|topics| **topics > 0).count();
        // On the first topic the strategies run one after the other; then all have equally many topics.
        assert!(topics.iter().all(|of| *of == topics[0] || *of == 0), "{topics:?}");
        let placed = shown.rows.iter().any(|row| row.place != RelativeRank::Unknown);
        assert_eq!(placed, known > 1, "one alone is neither best nor behind");
        assert!(shown.words[0].contains(&format!("{} of 18 crawls", shown.card.done)));
    }
}

#[wasm_bindgen_test]
async fn a_plan_runs_on_the_topics_it_names_including_its_own() {
    let own = |name: &str| format!("{{\"name\":\"{name}\",\"query\":\"asthma\",\"seeds\":[\"http://portal.test/\"]}}");
    let plan = |topics: &str| {
        let own = ["mine", "other"].map(own).join(",");
        format!(
            "{{\"strategies\":[\"best-first\"],\"pages\":5,\"measures\":[\"average-relevance\"],\"topics\":{topics},\
            \"topic\":[{own}]}}"
        )
    };
    for (named, given, topics) in [
        ("[\"mine\"]", &[][..], &["mine"][..]),
        ("[\"mine\",\"jazz\"]", &["jazz"], &["mine", "jazz"]),
        ("[\"jazz\"]", &["jazz"], &["jazz"]),
        ("[]", &[], &["mine", "other"]),
    ] {
        let page = Page::new();
        say(&page, CompareRequest::ReadText(plan(named)));
        let Ok(Imported::Plan(sheet)) = page.until(read).await else { panic!("no plan") };
        assert_eq!(sheet.topics, given, "{named}");
        begin(&page, *sheet);
        assert_eq!(done(&page).await.topics, topics, "{named}");
    }
}

#[wasm_bindgen_test]
async fn progress_has_the_curve_of_the_running_crawl() {
    let page = Page::new();
    begin(&page, ComparisonForm { pages: 400, ..plan() });
    let curve = |message: &ToPage| match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Progress(now) if !now.curve.at.is_empty() => Some(now.clone()),
            _ => None,
        },
        _ => None,
    };
    let now = page.until(curve).await;
    assert_eq!(now.curve.at.len(), now.curve.values.len());
    let last = now.curve.at.last().copied().unwrap_or_default();
    assert!((1..=now.pages).contains(&last), "{last} of {}", now.pages);
    // A fast machine ends the first crawl before the first report.
    let contenders = ["Breadth-first", "Best-first"];
    assert!(contenders.contains(&&*now.contender), "{}", now.contender);
    say(&page, CompareRequest::Pause);
}

#[wasm_bindgen_test]
async fn a_first_seed_beyond_the_safe_integers_is_reported_at_its_field() {
    let page = Page::new();
    begin(&page, ComparisonForm { rng: (1 << 53) + 1, ..plan() });
    let problems = page.until(refused).await;
    assert_eq!(problems[0].field, "rng", "{problems:?}");
}

#[wasm_bindgen_test]
async fn a_measure_defined_only_over_pages_is_shown_over_pages() {
    let page = Page::new();
    begin(
        &page,
        ComparisonForm { measures: vec![Measure::AverageRelevance, Measure::RetrievalRank], pages: 5, ..plan() },
    );
    done(&page).await;
    for (measure, axis) in [(Measure::AverageRelevance, Axis::Requests), (Measure::RetrievalRank, Axis::Pages)] {
        let look = ComparisonView { measure: Some(measure), axis: Axis::Requests, ..ComparisonView::default() };
        say(&page, CompareRequest::View(look));
        let wanted = ComparisonView { axis, ..look };
        let of = |message: &ToPage| {
            shown(message).filter(|shown| (shown.look.measure, shown.look.axis) == (wanted.measure, wanted.axis))
        };
        let seen = page.until(of).await;
        assert!(seen.chart.lines.iter().all(|line| !line.mean.is_empty()));
    }
}

#[wasm_bindgen_test]
async fn files_are_identical_after_reopening() {
    let page = Page::new();
    begin(&page, plan());
    let id = done(&page).await.card.id;
    for format in [ComparisonFormat::Csv, ComparisonFormat::Svg, ComparisonFormat::Plan] {
        let first = text_of(&page, format).await;
        let other = Page::new();
        say(&other, CompareRequest::Open { id: id.clone() });
        done(&other).await;
        assert_eq!(text_of(&other, format).await, first, "{format:?}");
    }
}

#[wasm_bindgen_test]
async fn a_finished_plan_has_a_fingerprint_that_later_runs_are_compared_with() {
    let page = Page::new();
    let short = ComparisonForm { pages: 15, ..plan() };
    begin(&page, short);
    let first = done(&page).await;
    let print = first.fingerprint.expect("all is done");
    let link = first.link.expect("it fits");
    assert!(link.contains(&print), "{link}");
    let text = text_of(&page, ComparisonFormat::Plan).await;
    assert!(text.contains(&print), "{text}");
    let read_of = async |text: String| {
        let other = Page::new();
        say(&other, CompareRequest::ReadText(text));
        match other.until(read).await {
            Ok(Imported::Plan(plan)) => *plan,
            other => panic!("{other:?}"),
        }
    };
    let run = async |plan: ComparisonForm| {
        let other = Page::new();
        begin(&other, plan);
        done(&other).await.words.join("\n")
    };
    let plan = read_of(text.clone()).await;
    // The name and the measures do not belong to the identity of the crawls.
    let renamed = ComparisonForm { title: "another".into(), measures: vec![Measure::AverageRelevance], ..plan.clone() };
    let conclusions = run(renamed).await;
    assert!(conclusions.contains("fetched the same pages in the same order"), "{conclusions}");
    let shorter = ComparisonForm { title: "another".into(), pages: 10, ..plan };
    let conclusions = run(shorter).await;
    assert!(!conclusions.contains("original run of this plan"), "it is another plan: {conclusions}");
    // A plan without topics means all topics of the web, which the form then names.
    let strange = "{\"strategies\":[\"best-first\"],\"pages\":5,\"measures\":[\"average-relevance\"],\
        \"fingerprint\":\"0123456789abcdef\"}";
    let named = ComparisonForm { topics: vec!["asthma".into(), "jazz".into()], ..read_of(strange.into()).await };
    let conclusions = run(named).await;
    assert!(conclusions.contains("0123456789abcdef") && conclusions.contains("defaults have changed"), "{conclusions}");
}

#[wasm_bindgen_test]
async fn an_invalid_fingerprint_in_a_plan_is_refused() {
    let page = Page::new();
    let text = "{\"strategies\":[\"best-first\"],\"fingerprint\":\"<b>\"}";
    say(&page, CompareRequest::ReadText(text.into()));
    let reason = page.until(read).await.expect_err("no fingerprint");
    assert!(reason.contains("16 lowercase"), "{reason}");
}

#[wasm_bindgen_test]
async fn an_empty_invalid_or_newer_plan_is_refused() {
    for (text, expected) in [
        ("{}", "names no strategies"),
        ("{\"version\": 9, \"strategies\": [\"best-first\"]}", "version 9"),
        ("[", "not a valid plan"),
        ("{\n\"strateges\": []}", "line 2, strateges: unknown field"),
        (
            "{\"claim\": [{\"measure\": \"recall\", \"better\": 7}]}",
            "line 1, claim[0].better: invalid type: integer `7`",
        ),
    ] {
        let page = Page::new();
        say(&page, CompareRequest::ReadText(text.into()));
        let reason = page.until(read).await.expect_err(text);
        assert!(reason.contains(expected), "{text}: {reason}");
    }
}

#[wasm_bindgen_test]
async fn a_plan_in_toml_is_refused_with_the_command_that_converts_it() {
    let page = Page::new();
    let name = "mine.TOML".to_owned();
    let file = Blob::new().expect("a browser has blobs");
    say(&page, CompareRequest::ReadFile { name, file });
    let reason = page.until(read).await.expect_err("TOML");
    let command = "salticid-lab compare PLAN.toml --as-json > PLAN.json";
    assert!(reason.contains(command), "{reason}");
}

#[wasm_bindgen_test]
async fn problems_of_a_plan_are_reported_by_field_before_any_crawl() {
    let page = Page::new();
    let wrong = ComparisonForm { strategies: vec!["worst-first".into()], topics: vec!["nothing".into()], ..plan() };
    begin(&page, wrong);
    let problems = page.until(refused).await;
    let fields: Vec<&str> = problems.iter().map(|one| one.field.as_str()).collect();
    assert_eq!(fields, ["strategies", "topics"]);
    let page = Page::new();
    let typed = TopicForm { query: "spiders".into(), seeds: "http://".into(), ..TopicForm::default() };
    let wrong = ComparisonForm { typed: vec![typed], ..plan() };
    begin(&page, wrong);
    let problems = page.until(refused).await;
    assert_eq!(problems[0].field, "topic.0.seeds");
}

#[wasm_bindgen_test]
async fn the_requested_measure_and_trials_are_shown() {
    let page = Page::new();
    begin(&page, plan());
    let first = done(&page).await;
    let look = ComparisonView {
        measure: Some(Measure::WindowRelevance),
        axis: types::measures::Axis::Requests,
        mark: None,
        trials: true,
    };
    say(&page, CompareRequest::View(look));
    let wanted = |message: &ToPage| shown(message).filter(|shown| shown.look.trials);
    let shown = page.until(wanted).await;
    assert_eq!(shown.look.measure, Some(Measure::WindowRelevance));
    assert_eq!(shown.trials.len(), 6);
    assert_ne!(shown.chart, first.chart);
}

#[wasm_bindgen_test]
async fn an_exported_plan_is_imported_unchanged_and_a_deleted_comparison_can_be_restored() {
    let page = Page::new();
    begin(&page, plan());
    let shown = done(&page).await;
    let text = text_of(&page, ComparisonFormat::Plan).await;
    say(&page, CompareRequest::ReadText(text));
    let Ok(Imported::Plan(again)) = page.until(read).await else {
        panic!("a plan");
    };
    let (whole, untouched) = (again.whole.clone(), again.untouched.clone());
    assert!(!untouched.is_empty(), "the plan says what it came to");
    let again_by_hand = ComparisonForm { whole, untouched, ..plan() };
    assert_eq!(again_by_hand, *again);
    say(&page, CompareRequest::Delete(shown.card.id.clone()));
    let cards = page.until(kept).await;
    assert!(cards.iter().all(|card| card.id != shown.card.id));
    page.forget();
    say(&page, CompareRequest::Restore(shown.card.id.clone()));
    let cards = page.until(kept).await;
    let restored = cards.iter().find(|card| card.id == shown.card.id).expect("it is listed again");
    assert_eq!(*restored, shown.card);
}

#[wasm_bindgen_test]
async fn an_unavailable_demo_web_is_refused_without_substitution() {
    for web in ["demo:1+2", "demo:x"] {
        let page = Page::new();
        let web = web.to_owned();
        begin(&page, ComparisonForm { web, ..plan() });
        let problems = page.until(refused).await;
        assert_eq!(problems[0].field, "source");
        assert!(problems[0].message.contains("salticid-lab"));
    }
}

fn crawl_saved(message: &ToPage) -> Option<Result<String, String>> {
    match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::CrawlSaved(saved) => Some(saved.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Opens a trial as a crawl, runs it, and returns its id and its digest.
async fn crawl_of(page: &Page, at: u32) -> (String, String) {
    page.forget();
    say(page, CompareRequest::SaveCrawl(at));
    let id = page.until(crawl_saved).await.expect("it can be saved");
    page.open(&id, Vec::new());
    let pages = page.finished().await;
    let digest = pages.iter().fold(0_u64, |digest, page| {
        let url = &page.url.fingerprint().to_le_bytes()[..8];
        xxh3_64(&[&digest.to_le_bytes()[..], url].concat())
    });
    (id, format!("{digest:016x}"))
}

#[wasm_bindgen_test]
async fn a_crawl_of_a_comparison_opens_as_a_crawl_that_fetches_the_same_pages() {
    let page = Page::new();
    let strategies = ["breadth-first", "info-spiders-db"].map(str::to_owned);
    begin(&page, ComparisonForm { strategies: strategies.into(), past_pages: 20, ..plan() });
    done(&page).await;
    let look = ComparisonView { trials: true, ..ComparisonView::default() };
    page.forget();
    say(&page, CompareRequest::View(look));
    let listed = |message: &ToPage| shown(message).filter(|shown| !shown.trials.is_empty());
    let trials = page.until(listed).await.trials;
    for strategy in ["Breadth-first", "InfoSpiders"] {
        let trial =
            trials.iter().find(|trial| trial.contender.starts_with(strategy) && trial.topic == "jazz").expect("it ran");
        let (id, digest) = crawl_of(&page, trial.at).await;
        assert_eq!(digest, trial.digest, "{strategy}");
        // The same trial is the same crawl, which is not run again.
        assert_eq!(crawl_of(&page, trial.at).await, (id, digest));
    }
}

#[wasm_bindgen_test]
async fn a_crawl_of_another_demo_web_is_refused_with_the_reason() {
    let page = Page::new();
    let web = "demo:7".to_owned();
    begin(&page, ComparisonForm { web, ..plan() });
    done(&page).await;
    page.forget();
    say(&page, CompareRequest::SaveCrawl(0));
    let refused = page.until(crawl_saved).await.expect_err("another web");
    assert!(refused.contains("“demo:7”"), "{refused}");
}
