//! Tests strategies that learn from good pages and a link graph, without trails, against values computed by hand;
//! comments show the calculation.

use crate::bench::{Bench, close, url};
use engine::learning::trails::Backlinks;
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report::TrainingReport;
use types::spec::{ParamValue, StrategySpec};
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

/// A web with three pages about spiders. `garden-1`, `boat-2` and `boat-3` link to one of them each, `boat-1` and
/// `garden-2` to those. `far` is three links away; from `after` none can be reached.
const LINKS: &[(&str, &str)] = &[
    ("far", "boat-1"),
    ("boat-1", "garden-1"),
    ("garden-1", "s1"),
    ("garden-2", "boat-3"),
    ("boat-2", "s2"),
    ("boat-3", "s3"),
    ("s1", "after"),
    ("s3", "boat-3"),
];

/// The pages in the order of training: good pages, then each layer, in the order of the links above.
const ORDER: &[&str] = &["s1", "s2", "s3", "garden-1", "boat-2", "boat-3", "boat-1", "garden-2"];

fn page(path: &&str) -> TrailPage {
    TrailPage { url: url(path).to_string(), ..TrailPage::default() }
}

/// Returns the set of some good pages with its context graph.
fn set(links: &[(&str, &str)], good: &[&str], distance: usize) -> Trail {
    let links: Vec<(CanonicalUrl, CanonicalUrl)> = links.iter().map(|(from, to)| (url(from), url(to))).collect();
    let pages = links.iter().flat_map(|(from, to)| [from, to]);
    let graph = Backlinks::new(pages, links.iter().map(|(from, to)| (from, to)));
    let good: Vec<TrailPage> = good.iter().map(page).collect();
    graph.set("web", &good, distance)
}

fn plan(id: &str, trails: Vec<Trail>, params: &[(&str, f64)]) -> Plan {
    let entry = engine::strategy::find(id).expect("the strategy is in the list");
    let usual = [("terms", 0.0), ("words", 0.0), ("layers", 3.0)];
    let numbers = usual.iter().chain(params);
    let numbers = numbers.map(|(name, value)| (*name, ParamValue::Number(*value)));
    let idf = ("idf", ParamValue::Word("crawl".to_owned()));
    let has = |name: &str| entry.params.iter().any(|param| param.name == name);
    let all = numbers.chain([idf]).filter(|(name, _)| has(name));
    let params: BTreeMap<String, ParamValue> = all.map(|(name, value)| (name.to_owned(), value)).collect();
    Plan { strategy: StrategySpec::new(id, params), trails: Trails { trails }, ..Plan::default() }
}

/// Returns a trained strategy and its report; `text` returns the text of each page.
fn taught(id: &str, params: &[(&str, f64)], text: impl Fn(&str) -> &'static str) -> (Bench, TrainingReport) {
    let spiders = set(LINKS, &["s1", "s2", "s3"], 2);
    let mut bench = Bench::planned(plan(id, vec![spiders], params));
    let texts: Vec<&str> = ORDER.iter().map(|page| text(page)).collect();
    let report = bench.study(&texts);
    assert_eq!(report.trouble, None, "{id}");
    (bench, report)
}

fn words(page: &str) -> &'static str {
    match page.split('-').next() {
        Some("boat") => "<p>boat",
        Some("garden") => "<p>garden",
        _ => "<p>spider silk",
    }
}

/// P(word | layer) over spider, silk, boat, garden: layer 0 has 3, 3, 0, 0 of 6, so 4, 4, 1, 1 of 10; layer 1 has 0, 0,
/// 2, 1 of 3, so 1, 1, 3, 2 of 7; layer 2 has 0, 0, 1, 1 of 2, so 1, 1, 2, 2 of 6. The priors are equal. `boat`: 3/7
/// against 1/10 and 2/6. `garden`: 2/6 against 1/10 and 2/7. `spider`: 4/10 against 1/7 and 1/6.
#[test]
fn context_focused_learns_layers_from_in_links() {
    let (mut bench, _) = taught("context-focused", &[], words);
    for (text, queue, own, others) in [
        ("spider", 0.0, 0.4, 1.0 / 7.0 + 1.0 / 6.0),
        ("boat", 1.0, 3.0 / 7.0, 0.1 + 1.0 / 3.0),
        ("garden", 2.0, 1.0 / 3.0, 0.1 + 2.0 / 7.0),
    ] {
        let page = format!("<p>{text} <a href=behind-{text}>the</a>");
        let expected = 3.0 - queue + own / (own + others);
        close(&bench.read(text, &page), &[Some(expected)]);
    }
}

fn of_lengths(page: &str) -> &'static str {
    match page {
        "s3" => "<p>silk silk silk silk",
        "s1" | "s2" => "<p>spider",
        "garden-1" | "garden-2" => "<p>garden",
        _ => "<p>boat boat",
    }
}

/// The concatenated pages of layers 0 and 1 have silk and boat 4 times, spider 2, garden 1: the vocabulary is silk and
/// boat. Layer 0 has 4, 0 of them, so 5/6 and 1/6; layer 1 0, 4, so 1/6 and 5/6; layer 2 0, 2, so 1/4 and 3/4. `spider`
/// has a third each, less than .4.
#[test]
fn the_vocabulary_of_context_focused_comes_from_the_concatenated_pages() {
    let (mut bench, _) = taught("context-focused", &[("vocabulary", 2.0), ("threshold", 0.4)], of_lengths);
    let silk = (5.0 / 6.0) / (5.0 / 6.0 + 1.0 / 6.0 + 1.0 / 4.0);
    close(&bench.read("1", "<p>silk <a href=behind-1>the</a>"), &[Some(3.0 + silk)]);
    close(&bench.read("2", "<p>spider <a href=behind-2>the</a>"), &[Some(1.0 / 3.0)]);
}

fn linked(page: &str) -> &'static str {
    match page {
        "boat-1" => "<p>boat <a href=garden-1>rope</a>",
        "garden-1" => "<p>garden <a href=s1>thread</a>",
        "boat-2" => "<p>boat <a href=s2>thread line</a>",
        "garden-2" => "<p>garden <a href=boat-3>rope</a>",
        "boat-3" => "<p>boat <a href=s3>line</a>",
        _ => "<p>spider silk",
    }
}

/// `L_0` has thread, thread line and line: their mean cosine with `thread` is (1 + 1/√2) / 3. `L_1` has rope twice.
/// Over the seven words, layer 2 has rope 3, boat, garden 2, others 1, of 11. It is the most probable layer of the
/// page: 2/8 · 6/11⁴ against 3/8 · 4/13⁴ and 3/8 · 9/14⁴. In queue 2 `thread` has (3 + s) / 4 and `rope` (2 + 1) / 4;
/// `spider` is hot.
#[test]
fn hot_word_uses_the_link_sets_of_the_graph() {
    let (mut bench, _) = taught("hot-word", &[], linked);
    let page = "<p>boat <a href=x>thread</a> <a href=y>spider</a> <a href=z>rope</a>";
    let thread = (1.0 + 1.0 / 2.0_f64.sqrt()) / 3.0;
    close(&bench.read("1", page), &[Some(1.0 + (3.0 + thread) / 4.0), Some(3.0), Some(1.75)]);
}

fn links_alone(page: &str) -> &'static str {
    match page {
        "boat-1" => "<a href=garden-1>rope</a>",
        "garden-1" => "<a href=s1>thread</a>",
        "boat-2" => "<a href=s2>thread line</a>",
        "garden-2" => "<a href=boat-3>rope</a>",
        "boat-3" => "<a href=s3>line</a>",
        "s3" => "<p>spider <a href=boat-3>back</a>",
        _ => "<p>spider",
    }
}

/// γ = .5. Three links lead to a spider page and have the value 1, two to a page one link away and have .5; `back`
/// leads away. P(word | value) over rope, thread, line: .5 has 2, 0, 0, so 3, 1, 1 of 5; 1 has 0, 2, 2, so 1, 3, 3
/// of 7. The priors are 2/5 and 3/5.
#[test]
fn reinforcement_values_links_by_the_nearest_good_page() {
    let (mut bench, report) = taught("reinforcement", &[("bins", 20.0)], links_alone);
    for (text, half, one) in [("thread", 0.4 / 5.0, 0.6 * 3.0 / 7.0), ("rope", 0.4 * 3.0 / 5.0, 0.6 / 7.0)] {
        let page = format!("<a href=behind-{text}>{text}</a>");
        let expected = (half * 0.5 + one) / (half + one);
        close(&bench.read(text, &page), &[Some(expected)]);
    }
    // It classifies pages by the links to them, and no link led here.
    assert_eq!(report.accuracy, None);
}

/// A fold leaves out one of the three spider pages and the pages nearest to it. Each page is left out once: three
/// spider pages, three one link away and two that are two links away.
#[test]
fn a_held_out_good_page_leaves_out_its_context() {
    let (_, report) = taught("context-focused", &[], words);
    let pages: Vec<u32> = report.groups.iter().map(|group| group.read).collect();
    assert_eq!(pages, [3, 3, 2, 0]);
}

/// The trail consists of `far` and `hub`. In the link graph `hub` links to s1, and `boat` to s2, so `far` is in
/// layer 2. Vocabulary of layers 0 and 1: spider, silk, rope. Layer 0 has 2, 2, 0 of 4, so 3, 3, 1 of 7; layer 1 has
/// rope twice, so 1, 1, 3 of 5; layer 2 has none of them: 1/3 each. `rope`: 3/5 against 1/7 and 1/3.
#[test]
fn steps_of_trails_are_links_of_the_graph() {
    let trail = Trail { pages: ["far", "hub"].iter().map(page).collect(), ..Trail::default() };
    let spiders = set(&[("hub", "s1"), ("boat", "s2")], &["s1", "s2"], 2);
    let mut bench = Bench::planned(plan("context-focused", vec![trail, spiders], &[]));
    let texts = ["<p>moss", "<p>rope", "<p>spider silk", "<p>spider silk", "<p>rope"];
    assert_eq!(bench.study(&texts).trouble, None);
    let expected = 2.0 + 0.6 / (0.6 + 1.0 / 7.0 + 1.0 / 3.0);
    close(&bench.read("1", "<p>rope <a href=2>the</a>"), &[Some(expected)]);
}

fn leading(page: &str) -> &'static str {
    match page {
        "boat-1" => "<p>boat <a href=garden-1>the</a>",
        "garden-1" => "<p>garden <a href=s1>the</a>",
        "boat-2" => "<p>boat <a href=s2>the</a>",
        "garden-2" => "<p>garden <a href=boat-3>the</a>",
        "boat-3" => "<p>boat <a href=s3>the</a>",
        "s3" => "<p>spider silk <a href=boat-3>the</a>",
        _ => "<p>spider silk",
    }
}

/// The transitions are the links that lead closer: three from layer 1 to 0, two from 2 to 1; the link from s3 leads
/// away. With one added to each count: A has the rows (1, 1, 1) / 3, (4, 1, 1) / 6 and (1, 3, 1) / 5; π = (4, 4, 3) /
/// 11; B of the gardens is 1/6, 2/6, 2/5. π A = (4.6, 3.8, 2.6) / 11. A garden: α ∝ (4.6 / 6, 3.8 · 2 / 6, 2.6 · 2 / 5)
/// = (23, 38, 31.2) / 30. One step ahead: (23 / 3 + 38 · 4 / 6 + 31.2 / 5) / 92.2 = 39.24 / 92.2.
#[test]
fn hmm_learns_its_transitions_from_links_that_lead_closer() {
    let params = [("ties", 0.0), ("clusters", 3.0), ("neighbors", 1.0), ("model_smoothing", 1.0)];
    let (mut bench, _) = taught("hmm", &params, leading);
    let page = "<p>garden <a href=x>the</a>";
    close(&bench.read("1", page), &[Some(39.24 / 92.2)]);
}

#[test]
fn unlinked_pages_have_no_transitions() {
    let alone = set(&[], &["s1", "s2"], 2);
    let other = Trail { pages: vec![page(&"boat-1")], ..Trail::default() };
    let mut bench = Bench::planned(plan("hmm", vec![alone, other], &[]));
    let trouble = bench.study(&["<p>spider", "<p>silk", "<p>boat"]).trouble;
    let trouble = trouble.expect("there is nothing to learn");
    assert!(trouble.contains("record a path"), "{trouble}");
}
