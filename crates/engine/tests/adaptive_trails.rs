//! Tests the adaptive strategy with trails: it learns the topic from their relevant pages, and the predictions of
//! models trained on them are more cues.

use crate::bench::{self, Bench};
use engine::strategy::{RestartMode, find};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report::Cell;
use types::spec::{ParamValue, StrategySpec};
use types::trails::{Trail, TrailPage, Trails};

/// Two trails through garden pages to pages about spiders.
const WAYS: [[&str; 3]; 2] = [["boat", "gate", "s1"], ["boat", "hedge", "s2"]];

/// The texts of these pages, in the order of the first visit. Links named `gate` and `hedge` lead on, `mud` and `sand`
/// do not.
const TEXTS: [&str; 5] = [
    "<p>boat sea</p><p><a href=gate>gate</a></p><p><a href=x>mud</a></p><p><a href=hedge>hedge</a></p>\
    <p><a href=y>sand</a></p>",
    "<p>garden wall</p><p><a href=s1>orb</a></p><p><a href=x>mud</a></p>",
    "<p>spider legs</p>",
    "<p>garden wall</p><p><a href=s2>web</a></p><p><a href=y>sand</a></p>",
    "<p>spider eyes</p>",
];

const PAGE: &str = "<p>garden</p><p><a href=/mud>mud</a></p><p><a href=/gate>gate</a></p><p><a href=/orb>orb</a></p>";

fn trails() -> Trails {
    let page = |path: &&str| TrailPage {
        url: bench::url(path).to_string(),
        relevant: path.starts_with('s'),
        ..TrailPage::default()
    };
    let trail = |way: &[&str; 3]| Trail { pages: way.iter().map(page).collect(), ..Trail::default() };
    Trails { trails: WAYS.iter().map(trail).collect() }
}

/// Returns an untrained strategy for these trails with these parameter values.
fn untaught(id: &str, choices: &[(&str, &str)]) -> Bench {
    let word = |(name, word): &(&str, &str)| {
        let number = word.parse().map(ParamValue::Number);
        let value = number.unwrap_or_else(|_| ParamValue::Word((*word).to_owned()));
        ((*name).to_owned(), value)
    };
    let ties = ("ties".to_owned(), ParamValue::Number(0.0));
    let has_ties = find(id).is_some_and(|entry| entry.params.iter().any(|p| p.name == "ties"));
    let params: BTreeMap<_, _> = choices.iter().map(word).collect();
    Bench::planned(Plan {
        strategy: StrategySpec::new(id, params.into_iter().chain(has_ties.then_some(ties))),
        trails: trails(),
        ..Plan::default()
    })
}

fn taught(id: &str, choices: &[(&str, &str)]) -> Bench {
    let mut bench = untaught(id, choices);
    assert_eq!(bench.study(&TEXTS).trouble, None, "{id}");
    bench
}

/// Returns the contribution of the hidden Markov model to the score of each link of [`PAGE`].
fn added(bench: &Bench) -> [f64; 3] {
    added_by(bench, "trails")
}

/// Returns a cue's contribution to the score of each link of [`PAGE`].
fn added_by(bench: &Bench, cue: &str) -> [f64; 3] {
    let entry = find("adaptive-trails").expect("it is in the list");
    let at = entry.parts.iter().position(|part| part.name == cue);
    let at = at.expect("the cue has its part");
    ["mud", "gate", "orb"].map(|path| {
        let id = bench.urls.find(&bench::url(path)).expect("it was found");
        bench.frontier.get(id).expect("it waits").score.parts[at]
    })
}

/// Returns the cue's contribution to the scores of three links, before any page was fetched by a link. Values are
/// centered on their mean and divided by the typical deviation above it (`Σ d² / Σ d`). At the start the blend has
/// weight .4, and the cue this weight in it.
fn expected(values: [f64; 3], weight: f64, trust: f64) -> [f64; 3] {
    let mean = (values[0] + values[1] + values[2]) / 3.0;
    let above = values.map(|x| (x - mean).max(0.0));
    let squares = above.iter().fold(0.0, |sum, d| sum + d * d);
    let spread = squares / above.iter().fold(0.0, |sum, d| sum + d);
    values.map(|x| 0.4 * weight * (x - mean) / spread * trust)
}

/// Returns the trust in a model of two trails, `2 / (2 + 20) · (1 + s)`: its skill `s` is `2 a − 1` where the model
/// alone ranks links to relevant pages above others with the probability `a`.
fn trust(id: &str, choices: &[(&str, &str)]) -> f64 {
    let area = untaught(id, choices).study(&TEXTS).link_ranking;
    let area = area.expect("two trails can be cross-validated");
    2.0 / 22.0 * (1.0 + (2.0 * area - 1.0).max(0.0))
}

const HMM: &[(&str, &str)] = &[("discount", "0.5"), ("emissions", "words"), ("links", "words")];

#[track_caller]
fn close(added: [f64; 3], expected: [f64; 3]) {
    for (is, should) in added.iter().zip(&expected) {
        assert!((is - should).abs() < 1e-9, "{added:?} is not {expected:?}");
    }
}

fn numbers(scores: &[Option<f64>]) -> [f64; 3] {
    let all: Vec<f64> = scores.iter().flatten().copied().collect();
    all.try_into().expect("three links")
}

#[test]
fn the_cue_is_the_prediction_of_the_hidden_markov_model() {
    let mut bench = taught("adaptive-trails", &[]);
    let scores = numbers(&bench.read("p", PAGE));
    assert!(scores[2] > scores[1] && scores[1] > scores[0], "{scores:?}");
    let model = taught("hmm", HMM).read("p", PAGE);
    close(added(&bench), expected(numbers(&model), 2.0, trust("hmm", HMM)));
}

#[test]
fn the_value_of_a_links_words_is_that_of_reinforcement_learning() {
    let mut bench = taught("adaptive-trails", &[]);
    bench.read("p", PAGE);
    let model = taught("reinforcement", &[]).read("p", PAGE);
    let trust = trust("reinforcement", &[]);
    close(added_by(&bench, "value"), expected(numbers(&model), 2.0, trust));
}

#[test]
fn links_of_one_page_differ_by_their_similarity_to_the_examples_but_not_by_the_class_of_the_page() {
    let mut bench = taught("adaptive-trails", &[]);
    let page = PAGE.replace(">orb<", ">spider<");
    bench.read("p", &page);
    let choices = [("idf", "training")];
    let model = numbers(&taught("centroid", &choices).read("p", &page));
    assert!(model[2] > model[1], "{model:?}");
    let trust = trust("centroid", &choices);
    close(added_by(&bench, "examples"), expected(model, 0.5, trust));
    close(added_by(&bench, "class"), [0.0; 3]);
}

#[test]
fn a_link_with_the_text_of_links_to_relevant_pages_is_near_whatever_its_page() {
    let mut bench = taught("adaptive-trails", &[]);
    bench.read("p", PAGE);
    // In hot-word, one more set of links comes before the last: four of the layers, and those that leave the trails'
    // pages. The text “orb” is that of one of two links to relevant pages, “gate” and “hedge” lead to the layer before,
    // “mud” is one of four links out.
    let half = 0.5_f64.sqrt();
    let near = [half / 6.0, (4.0 + half) / 6.0, (5.0 + half) / 6.0];
    let trust = trust("hot-word", &[]);
    close(added_by(&bench, "near"), expected(near, 2.0, trust));
}

#[test]
fn the_report_lists_each_model_with_its_ranking_and_trust() {
    let report = untaught("adaptive-trails", &[]).study(&TEXTS);
    let table = &report.tables[0];
    assert_eq!(table.title, "Models of your trails");
    let row = |row: &Vec<Cell>| match &row[..] {
        [Cell::Text(title), Cell::Number(area), Cell::Number(trust)] => (title.clone(), *area, *trust),
        other => panic!("{other:?}"),
    };
    let rows: Vec<_> = table.rows.iter().map(row).collect();
    let (title, area, trusted) = &rows[1];
    assert_eq!(title, "Reinforcement learning");
    let alone = untaught("reinforcement", &[]).study(&TEXTS).link_ranking;
    assert!(alone.is_some_and(|alone| (alone - area).abs() < 1e-12));
    assert!((trusted - trust("reinforcement", &[])).abs() < 1e-12);
    assert_eq!(rows.len(), 6);
}

#[test]
fn words_of_the_trails_relevant_pages_count_before_the_crawl_has_found_any() {
    let page = PAGE.replace(">orb<", ">legs<");
    let anchors = |mut bench: Bench| {
        bench.read("p", &page);
        added_by(&bench, "anchor")
    };
    let [mud, gate, spider] = anchors(taught("adaptive-trails", &[]));
    assert!(spider > 0.1 && spider > gate && spider > mud, "{spider} {gate} {mud}");
    let mut plain = untaught("adaptive", &[]);
    plain.read("p", &page);
    close(added_by(&plain, "anchor"), [0.0; 3]);
}

#[test]
fn a_link_on_several_pages_has_the_mean_prediction() {
    let pages = ["<p>boat", "<p>garden", "<p>spider"];
    let page = |start: &str| format!("{start} {}", &PAGE["<p>garden".len()..]);
    let (mut bench, mut model) = (taught("adaptive-trails", &[]), taught("hmm", HMM));
    let mut predictions = Vec::new();
    for (at, start) in pages.iter().enumerate() {
        let path = format!("p{at}");
        bench.read(&path, &page(start));
        predictions = model.read(&path, &page(start));
    }
    // The model's own scores are means as well.
    let trust = trust("hmm", HMM);
    close(added(&bench), expected(numbers(&predictions), 2.0, trust));
}

#[test]
fn unreadable_trails_do_not_raise_the_weight_of_the_cue() {
    let mut dead = trails();
    let page = |path: &str, relevant| TrailPage { url: bench::url(path).to_string(), relevant, ..TrailPage::default() };
    dead.trails.push(Trail { pages: vec![page("gone", false), page("gone-too", true)], ..Trail::default() });
    let mut bench = Bench::planned(Plan { strategy: "adaptive-trails".into(), trails: dead, ..Plan::default() });
    assert_eq!(bench.study(&TEXTS).trouble, None);
    bench.read("p", PAGE);
    let model = taught("hmm", HMM).read("p", PAGE);
    close(added(&bench), expected(numbers(&model), 2.0, trust("hmm", HMM)));
}

#[test]
fn a_link_that_occurs_twice_on_a_page_uses_its_better_anchor() {
    let mut bench = taught("adaptive-trails", &[]);
    let gate = "<p><a href=/gate>gate</a></p>";
    let page = PAGE.replace(gate, &format!("{gate}<p><a href=/gate></a></p>"));
    assert_ne!(page, PAGE);
    bench.read("p", &page);
    let mut model = taught("hmm", &[HMM, &[("on_rediscovery", "best")]].concat());
    let predictions = model.read("p", &page);
    assert!(predictions[1] < predictions[2], "{predictions:?}");
    close(added(&bench), expected(numbers(&[predictions[0], predictions[2], predictions[3]]), 2.0, trust("hmm", HMM)));
}

#[test]
fn an_excluded_cue_adds_nothing() {
    for cue in ["trails", "value", "examples", "near", "shape"] {
        let mut bench = taught("adaptive-trails", &[("without", cue)]);
        bench.read("p", PAGE);
        close(added_by(&bench, cue), [0.0; 3]);
    }
}

#[test]
fn each_page_shows_the_prediction_learned_from_trails() {
    let mut bench = taught("adaptive-trails", &[]);
    bench.read("p", PAGE);
    let (predictions, _) = bench.told();
    let titles: Vec<&str> = predictions.iter().flatten().map(|prediction| &*prediction.title).collect();
    assert!(titles.contains(&"Relevance as the strategy estimates it"), "{titles:?}");
    assert!(titles.contains(&"Layer of this page"), "{titles:?}");
}

#[test]
fn the_cue_table_lists_the_cue_only_with_trails() {
    for (id, has) in [("adaptive-trails", true), ("adaptive", false)] {
        let mut bench = if has { taught(id, &[]) } else { untaught(id, &[]) };
        bench.read("p", PAGE);
        bench.read("orb", "<p>spider silk");
        let (_, model_tables) = bench.told();
        let rows = model_tables.into_iter().flat_map(|table| table.rows);
        let first = |row: Vec<Cell>| match &row[..] {
            [Cell::Text(title), _, _, Cell::Number(first)] if title == "Trails: distance" => Some(*first),
            _ => None,
        };
        // The contribution of the cue to a score: .4 of the 2 in the blend, times the trust.
        let first = rows.into_iter().find_map(first);
        assert_eq!(first.is_some(), has, "{id}");
        assert!(first.is_none_or(|first| (first - 0.8 * trust("hmm", HMM)).abs() < 1e-12));
    }
}

#[test]
fn a_restored_strategy_continues_and_one_without_a_trail_model_is_rejected() {
    let mut bench = taught("adaptive-trails", &[]);
    bench.read("p", PAGE);
    let saved = bench.strategy.save();
    let mut other = taught("adaptive-trails", &[]);
    other.read("p", PAGE);
    other.strategy = untaught("adaptive-trails", &[]).strategy;
    assert!(other.strategy.restore(&saved));
    assert_eq!(other.strategy.save(), saved);
    let next = "<p>garden</p><p><a href=/hedge>hedge</a></p><p><a href=/web>web</a></p>";
    assert_eq!(bench.read("gate", next), other.read("gate", next));
    for cut in [0, 1, saved.len() / 2, saved.len() - 1] {
        assert!(!other.strategy.restore(&saved[..cut]), "{cut} bytes");
    }
    let plain = untaught("adaptive", &[]).strategy.save();
    assert!(!other.strategy.restore(&plain));
    assert!(!untaught("adaptive", &[]).strategy.restore(&saved));
}

#[test]
fn a_reset_forgets_the_pages_of_the_crawl_but_not_the_trails() {
    let mut bench = taught("adaptive-trails", &[]);
    let first = bench.read("p", PAGE);
    bench.read("gate", "<p>boat</p><p><a href=/x>sand</a></p>");
    let layers = |bench: &Bench| {
        let (predictions, _) = bench.told();
        let titles = predictions.into_iter().flatten().map(|prediction| prediction.title);
        titles.filter(|title| title == "Layer of this page").count()
    };
    assert_eq!(layers(&bench), 2);
    assert_eq!(bench.strategy.restart(), RestartMode::ReplayTrained);
    assert_eq!(layers(&bench), 0);
    let mut again = taught("adaptive-trails", &[]);
    again.strategy = bench.strategy;
    // Pages that are seen again are weighted again after all were seen.
    again.read("p", PAGE);
    let (first, again) = (numbers(&first), ["mud", "gate", "orb"].map(|path| again.waits(path)));
    for (first, again) in first.into_iter().zip(again) {
        assert!((first - again).abs() < 1e-12, "{first} is not {again}");
    }
}
