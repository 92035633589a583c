//! Tests strategies that learn from trails against values computed by hand; comments show the calculation.

use crate::bench::{Bench, close, url};
use engine::graph::SiteId;
use engine::learning::{Svm, SvmOptions};
use engine::text::{SparseVector, TermCounts, TermId};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::spec::{ParamValue, StrategySpec};
use types::trails::{Trail, TrailPage, Trails};

/// Trails by the paths of their pages; a page whose path begins with `s` is marked as relevant.
fn trails(paths: &[&[&str]]) -> Trails {
    let page =
        |path: &&str| TrailPage { url: url(path).to_string(), relevant: path.starts_with('s'), ..TrailPage::default() };
    let trail = |paths: &&[&str]| Trail { pages: paths.iter().map(page).collect(), ..Trail::default() };
    Trails { trails: paths.iter().map(trail).collect() }
}

/// Returns a strategy trained on these trails and the texts of their pages, in the order of the first visit. By default
/// words are weighted by their counts (`idf` crawl), no scores are tied, and nothing is truncated.
fn taught(id: &str, paths: &[&[&str]], texts: &[&str], params: &[(&str, f64)]) -> Bench {
    let asked = params.iter().map(|(name, value)| (*name, ParamValue::Number(*value)));
    taught_with(id, paths, texts, asked)
}

/// The same with parameters of any kind.
fn taught_with<'a>(
    id: &str,
    paths: &[&[&str]],
    texts: &[&str],
    asked: impl Iterator<Item = (&'a str, ParamValue)>,
) -> Bench {
    let entry = engine::strategy::find(id).expect("the strategy is in the list");
    let usual = [
        ("idf", ParamValue::Word("crawl".to_owned())),
        ("ties", ParamValue::Number(0.0)),
        ("terms", ParamValue::Number(0.0)),
        ("words", ParamValue::Number(0.0)),
        ("layers", ParamValue::Number(3.0)),
        ("clusters", ParamValue::Number(3.0)),
        ("neighbors", ParamValue::Number(1.0)),
        ("model_smoothing", ParamValue::Number(1.0)),
    ];
    let has = |name: &str| entry.params.iter().any(|param| param.name == name);
    let all = usual.into_iter().chain(asked);
    let params: BTreeMap<String, ParamValue> =
        all.filter(|(name, _)| has(name)).map(|(name, value)| (name.to_owned(), value)).collect();
    let mut bench =
        Bench::planned(Plan { strategy: StrategySpec::new(id, params), trails: trails(paths), ..Plan::default() });
    let report = bench.study(texts);
    assert_eq!(report.trouble, None, "{id}");
    bench
}

/// Three trails to a page about spiders. Layers: boat-1 is 2, garden-1 is 1; boat-2 is 1; garden-2 is 2, boat-3 is 1;
/// the spiders are 0.
const WAYS: &[&[&str]] = &[&["boat-1", "garden-1", "s1"], &["boat-2", "s2"], &["garden-2", "boat-3", "s3"]];

const TEXTS: &[&str] =
    &["<p>boat", "<p>garden", "<p>spider silk", "<p>boat", "<p>spider silk", "<p>garden", "<p>boat", "<p>spider silk"];

fn of_ways(id: &str, params: &[(&str, f64)]) -> Bench {
    taught(id, WAYS, TEXTS, params)
}

/// A: every count plus one. No transitions from layer 0, three from layer 1 to 0, two from layer 2 to 1.
const A: [[f64; 3]; 3] =
    [[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], [4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0], [1.0 / 5.0, 3.0 / 5.0, 1.0 / 5.0]];
/// π: three pages of layer 0, three of layer 1, two of layer 2.
const PI: [f64; 3] = [4.0 / 11.0, 4.0 / 11.0, 3.0 / 11.0];
/// B for the cluster of boats: none, two and one in layers of three, three and two pages, with three clusters.
const BOAT: [f64; 3] = [1.0 / 6.0, 3.0 / 6.0, 2.0 / 5.0];
/// B for the cluster of gardens: none, one and one.
const GARDEN: [f64; 3] = [1.0 / 6.0, 2.0 / 6.0, 2.0 / 5.0];

/// `Σ_i α_i A_ij` for each j.
fn predict(alpha: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|j| (0..3).map(|i| alpha[i] * A[i][j]).sum())
}

/// `B_j · Σ_i α_i A_ij`, scaled to sum to 1.
fn filter(before: [f64; 3], evidence: [f64; 3]) -> [f64; 3] {
    let next = predict(before);
    let alpha = [0, 1, 2].map(|j| next[j] * evidence[j]);
    alpha.map(|share| share / alpha.iter().sum::<f64>())
}

/// The first page: π A = (4.6, 3.8, 2.6) / 11. It is a garden: α ∝ (4.6 / 6, 3.8 · 2 / 6, 2.6 · 2 / 5) = (23, 38, 31.2)
/// / 30. One step ahead: (23 / 3 + 38 · 4 / 6 + 31.2 / 5) / 92.2 = 39.24 / 92.2. The page behind its link is a boat,
/// and its previous α is that of this page.
#[test]
fn hmm_scores_a_link_by_the_probability_that_its_page_is_a_target() {
    let mut bench = of_ways("hmm", &[]);
    let of_garden = bench.read("1", "<p>garden <a href=2>the</a> <a href=3>the</a>");
    close(&of_garden, &[Some(39.24 / 92.2); 2]);
    let garden = filter(PI, GARDEN);
    close(&of_garden, &[Some(predict(garden)[0]); 2]);
    let boat = filter(garden, BOAT);
    close(&bench.read("2", "<p>boat <a href=4>the</a>"), &[Some(predict(boat)[0])]);
}

/// Scores are those of the model; turns alternate with the pages read. First page: by discovery, 2. Second: by the
/// model, which expects more behind boats than behind gardens, so 4. Third: by discovery, 3.
#[test]
fn alternating_alternates_between_the_model_and_the_order_of_discovery() {
    let params = [("learned_pages", 1.0), ("breadth_pages", 1.0)];
    let mut bench = of_ways("alternating", &params);
    let mut model = of_ways("hmm", &[]);
    for (path, text, next) in [
        ("1", "<p>garden <a href=2>the</a> <a href=3>the</a>", "2"),
        ("2", "<p>boat <a href=4>the</a>", "4"),
        ("4", "<p>boat <a href=5>the</a>", "3"),
        ("3", "<p>garden <a href=6>the</a>", "5"),
    ] {
        let scores = bench.read(path, text);
        assert_eq!(scores, model.read(path, text), "{path}");
        bench.frontier.release(SiteId(0), 0);
        bench.frontier.wake(0);
        let chosen = bench.strategy.choose(&bench.frontier);
        assert_eq!(chosen, bench.urls.find(&url(next)), "after {path}");
        if path == "4" {
            // The model alone would have continued with the boats.
            assert!(model.waits("5") > model.waits("3"));
        }
    }
}

/// A hub on three trails has three visits. Layers: the hub is 1, the boat 2, the spiders 0. With one added to each
/// count, π = (4, 4, 2) / 10; A: 1 / 3 each from 0, (4, 1, 1) / 6 from 1, (1, 2, 1) / 4 from 2; B of the garden is
/// 1 / 6, 4 / 6, 1 / 4. π A = (9, 6, 5) / 20. A garden: α ∝ (9 / 6, 6 · 4 / 6, 5 / 4), so (6, 16, 5) / 27. One step
/// ahead: (6 / 3 + 16 · 4 / 6 + 5 / 4) / 27 = 167 / 324.
///
/// Each page counted once, as in the thesis: π = (4, 2, 2) / 8; B of the garden is 1 / 6, 2 / 4, 1 / 4. π A = (19, 16,
/// 13) / 48. A garden: α ∝ (19 / 6, 16 / 2, 13 / 4), so (38, 96, 39) / 173. One step ahead: (38 / 3 + 96 · 4 / 6 +
/// 39 / 4) / 173 = 1037 / 2076.
#[test]
fn pi_and_b_count_visits_or_pages() {
    let ways: &[&[&str]] = &[&["hub", "s1"], &["hub", "s2"], &["boat", "hub", "s3"]];
    let texts = ["<p>garden", "<p>spider silk", "<p>spider silk", "<p>boat", "<p>spider silk"];
    for (counted, expected) in [("visits", 167.0 / 324.0), ("pages", 1037.0 / 2076.0)] {
        let counted = ("counted", ParamValue::Word(counted.to_owned()));
        let mut bench = taught_with("hmm", ways, &texts, std::iter::once(counted));
        close(&bench.read("1", "<p>garden <a href=2>the</a>"), &[Some(expected)]);
    }
}

/// A page without any word of the trails is in no cluster: nothing was observed, and α is the prediction.
#[test]
fn hmm_without_a_cluster_uses_the_prediction() {
    let mut bench = of_ways("hmm", &[]);
    let unseen = predict(PI);
    close(&[Some(unseen[0])], &[Some(4.6 / 11.0)]);
    close(&bench.read("1", "<p>moss <a href=2>the</a>"), &[Some(predict(unseen)[0])]);
}

/// One step ahead a boat has .467 and a garden .426; two steps ahead .413 and .422. The first two differ by .0411, and
/// .45 lies between them.
#[test]
fn the_second_step_breaks_ties_within_the_threshold() {
    let (boat, garden) = (predict(filter(PI, BOAT)), predict(filter(PI, GARDEN)));
    assert!(boat[0] > garden[0] && predict(boat)[0] < predict(garden)[0]);
    assert!(boat[0] - garden[0] > 0.04 && boat[0] - garden[0] < 0.05);
    let next = |id, ties| {
        let mut bench = of_ways(id, &[("ties", ties)]);
        bench.read("1", "<p>boat <a href=behind-the-boat>the</a>");
        bench.read("2", "<p>garden <a href=behind-the-garden>the</a>");
        let next = bench.strategy.choose(&bench.frontier).expect("two wait");
        bench.urls.get(next).cloned()
    };
    for (ties, first) in
        [(0.0, "behind-the-boat"), (0.04, "behind-the-boat"), (0.05, "behind-the-garden"), (0.1, "behind-the-garden")]
    {
        assert_eq!(next("hmm", ties), Some(url(first)), "{ties}");
    }
    // Half of the probability and no similarity to spiders: a difference of .02, so the scores are not tied.
    assert_eq!(next("hybrid-hmm", 0.1), Some(url("behind-the-boat")));
}

/// A link on both pages has the mean of their probabilities, whatever the threshold.
#[test]
fn priorities_are_combined_before_they_are_compared() {
    let (boat, garden) = (predict(filter(PI, BOAT))[0], predict(filter(PI, GARDEN))[0]);
    let mut bench = of_ways("hmm", &[("ties", 0.1)]);
    bench.read("1", "<p>boat <a href=x>the</a>");
    let mean = bench.read("2", "<p>garden <a href=x>the</a>");
    close(&mean, &[Some(f64::midpoint(boat, garden))]);
}

/// `garden spider` against c = (1, 1) over spider, silk: 1 / (√2 · √2). The anchors: `spider` 1 / √2, a stop word 0.
const MIXED: &str = "<p>garden <a href=2>spider</a> <a href=3>the</a>";

fn likeness() -> (f64, [f64; 2]) {
    (0.5, [1.0 / 2.0_f64.sqrt(), 0.0])
}

#[test]
fn centroid_is_the_mean_of_page_and_anchor() {
    let (page, anchors) = likeness();
    let mut bench = of_ways("centroid", &[]);
    let expected = anchors.map(|anchor| Some(f64::midpoint(page, anchor)));
    close(&bench.read("1", MIXED), &expected);
}

/// The page is nearest to the garden cluster: cosine 1 / √2, against 1 / 2 with the spiders.
#[test]
fn hybrids_follow_equations_11_and_12() {
    let model = predict(filter(PI, GARDEN))[0];
    let (page, anchors) = likeness();
    let mut by_page = of_ways("hybrid-hmm", &[]);
    close(&by_page.read("1", MIXED), &[Some(f64::midpoint(page, model)); 2]);
    let mut by_anchor = of_ways("hybrid-hmm-anchor", &[]);
    let expected = anchors.map(|anchor| Some(f64::midpoint(model, f64::midpoint(page, anchor))));
    close(&by_anchor.read("1", MIXED), &expected);
    let mut weighed = of_ways("hybrid-hmm-anchor", &[("model_weight", 0.25)]);
    let expected = anchors.map(|anchor| Some(0.25 * model + 0.75 * f64::midpoint(page, anchor)));
    close(&weighed.read("1", MIXED), &expected);
}

/// P(word | layer) over spider, silk, boat, garden: layer 0 has 3, 3, 0, 0 of 6, so 4, 4, 1, 1 of 10; layer 1 has 0, 0,
/// 2, 1 of 3, so 1, 1, 3, 2 of 7; layer 2 has 0, 0, 1, 1 of 2, so 1, 1, 2, 2 of 6. The priors are equal. `spider`: 4/10
/// against 1/7 and 1/6. `boat`: 1/10, 3/7, 2/6. `garden`: 1/10, 2/7, 2/6. `moss`: a third each, less than .4.
#[test]
fn context_focused_empties_the_innermost_queue_first() {
    let mut bench = of_ways("context-focused", &[]);
    let (spider, boat, garden) = (0.4, 3.0 / 7.0, 1.0 / 3.0);
    let share = |own: f64, others: f64| own / (own + others);
    for (path, text, queue, of_layer) in [
        ("moss", "moss", 3.0, 1.0 / 3.0),
        ("garden", "garden", 2.0, share(garden, 0.1 + 2.0 / 7.0)),
        ("boat", "boat", 1.0, share(boat, 0.1 + 1.0 / 3.0)),
        ("one", "spider", 0.0, share(spider, 1.0 / 7.0 + 1.0 / 6.0)),
        ("two", "spider silk", 0.0, share(0.16, 1.0 / 49.0 + 1.0 / 36.0)),
    ] {
        let page = format!("<p>{text} <a href=behind-{path}>the</a>");
        close(&bench.read(path, &page), &[Some(3.0 - queue + of_layer)]);
    }
    let mut order = Vec::new();
    while let Some(next) = bench.strategy.choose(&bench.frontier) {
        order.push(bench.urls.get(next).expect("it is known").path_and_query());
        bench.frontier.take(next);
        bench.frontier.release(engine::graph::SiteId(0), 0);
        bench.frontier.wake(0);
    }
    assert_eq!(order, ["/behind-two", "/behind-one", "/behind-boat", "/behind-garden", "/behind-moss"]);
}

/// The texts of the same trails, with the links that were followed.
const LINKED: &[&str] = &[
    "<p>boat <a href=garden-1>rope</a>",
    "<p>garden <a href=s1>thread</a>",
    "<p>spider silk",
    "<p>boat <a href=s2>thread line</a>",
    "<p>spider silk",
    "<p>garden <a href=boat-3>rope</a>",
    "<p>boat <a href=s3>line</a>",
    "<p>spider silk",
];

/// Over the seven words, with one added to each count: layer 0 has spider 4, silk 4, others 1, of 13; layer 1 boat,
/// thread, line 3, garden 2, others 1, of 14; layer 2 rope 3, boat, garden 2, others 1, of 11. The page has boat,
/// thread, spider and rope once: 3/8 · 4/13⁴, 3/8 · 9/14⁴ and 2/8 · 6/11⁴. The last is largest, with a share of .42:
/// queue 2. Links into layer 0 have the anchors (1, 0), (1, 1)/√2, (0, 1) over thread, line: their mean cosine with
/// `thread` is (1 + 1/√2) / 3. Both links into layer 1 are `rope`: 1. Of the four classes (three layers, and links not
/// followed) `thread` is in the first, `rope` in the second: (3 + s) / 4 and (2 + 1) / 4, although the cosine of `rope`
/// is larger. `spider` is in none, and hot: sim(a, q) = 1/√2.
#[test]
fn hot_word_puts_hot_links_into_queue_0_and_orders_the_others_by_queue_and_anchor() {
    let mut bench = taught("hot-word", WAYS, LINKED, &[]);
    let page = "<p>boat <a href=x>thread</a> <a href=y>spider</a> <a href=z>rope</a>";
    let thread = (1.0 + 1.0 / 2.0_f64.sqrt()) / 3.0;
    close(&bench.read("1", page), &[Some(1.0 + (3.0 + thread) / 4.0), Some(3.0), Some(1.75)]);
}

/// With two layers, `rope` pages (2 links) and `moss` (3) are too far, and `fern` comes after the last spider page:
/// none has a layer or adds words to the vocabulary. Over spider, silk, thread: layer 0 has 2, 2, 0 of 4, so 3, 3, 1 of
/// 7; layer 1 has 0, 0, 2, so 1, 1, 3 of 5. `thread`: 1/7 and 3/5, with a share of 21/26. `rope` is a word of no layer:
/// a half each, which is less than .6.
#[test]
fn pages_beyond_the_layers_or_after_the_last_target_have_no_layer() {
    let ways: &[&[&str]] = &[&["a", "b", "c", "s1", "d"], &["e", "s2"]];
    let texts = ["<p>moss", "<p>rope", "<p>thread", "<p>spider silk", "<p>fern", "<p>thread", "<p>spider silk"];
    let params = [("layers", 2.0), ("threshold", 0.6)];
    let mut bench = taught("context-focused", ways, &texts, &params);
    close(&bench.read("1", "<p>thread <a href=2>the</a>"), &[Some(1.0 + 21.0 / 26.0)]);
    for (path, word) in [("3", "rope"), ("4", "moss"), ("5", "fern")] {
        let page = format!("<p>{word} <a href=behind-{path}>the</a>");
        close(&bench.read(path, &page), &[Some(0.5)]);
    }
    assert_eq!(bench.told().0[0][0].values.len(), 2);
}

/// No layer is certain enough, so all links are in the last queue and `(i, s)` decides, among four sets. The trail does
/// not follow `cord` from garden-2 to the spider s1: `L_0` has thread, thread line, line and cord, so s = 1/4 and (3 +
/// 1/4) / 4. `twine` leads from s3 to a page after the last spider, which has no layer: `L_3` has twine and the link
/// out of the trails, `moss`: s = 1/2 and (0 + 1/2) / 4.
#[test]
fn link_sets_contain_every_link_by_the_lowest_layer_of_its_target() {
    let mut ways = WAYS.to_vec();
    ways[2] = &["garden-2", "boat-3", "s3", "after"];
    let mut texts = LINKED.to_vec();
    texts[5] = "<p>garden <a href=boat-3>rope</a> <a href=s1>cord</a>";
    texts[7] = "<p>spider silk <a href=after>twine</a> <a href=elsewhere>moss</a>";
    texts.push("<p>fern");
    let mut bench = taught("hot-word", &ways, &texts, &[("threshold", 1.0)]);
    let page = "<p>boat <a href=x>cord</a> <a href=y>twine</a> <a href=z>rope</a>";
    close(&bench.read("1", page), &[Some(3.25 / 4.0), Some(0.5 / 4.0), Some(3.0 / 4.0)]);
}

/// The paper's own example: 研究所甄試 and 碩士班甄試 share one of four bigrams, so the cosine is 1/4, which exceeds θ.
#[test]
fn the_hot_link_of_the_paper_is_hot() {
    let entry = engine::strategy::find("hot-word").expect("it is in the list");
    let mut bench = Bench::planned(Plan {
        strategy: entry.id.into(),
        query: "碩士班甄試".to_owned(),
        trails: trails(WAYS),
        ..Plan::default()
    });
    assert_eq!(bench.study(LINKED).trouble, None);
    let page = "<p>moss <a href=x>研究所甄試</a> <a href=y>招生</a>";
    // Five layers: queue 0 begins at 5, and the page itself has no layer.
    close(&bench.read("1", page), &[Some(5.0), Some(0.0)]);
}

/// γ = .5. Links to a spider page have the value 1, links one step earlier .5, two steps earlier .25: two, two and one
/// links. P(word | value) over twig, rope, thread: .25 has 1, 0, 0, so 2, 1, 1 of 4; .5 has 0, 2, 0, so 1, 3, 1 of 5; 1
/// has 0, 0, 2, so 1, 1, 3 of 5. The priors are 1/5, 2/5, 2/5. `thread`: (.05, .08, .24) / .37.
#[test]
fn reinforcement_is_the_expected_value() {
    let ways: &[&[&str]] = &[&["a", "b", "s1"], &["c", "d", "e", "s2"]];
    let texts = [
        "<a href=b>rope</a>",
        "<a href=s1>thread</a>",
        "<p>spider",
        "<a href=d>twig</a>",
        "<a href=e>rope</a>",
        "<a href=s2>thread</a>",
        "<p>spider",
    ];
    let mut bench = taught("reinforcement", ways, &texts, &[("bins", 20.0)]);
    for (path, word, shares) in
        [("1", "thread", [0.05, 0.08, 0.24]), ("2", "rope", [0.05, 0.24, 0.08]), ("3", "twig", [0.1, 0.08, 0.08])]
    {
        let sum: f64 = shares.iter().sum();
        let expected = (shares[0] * 0.25 + shares[1] * 0.5 + shares[2]) / sum;
        let page = format!("<a href=behind-{path}>{word}</a>");
        close(&bench.read(path, &page), &[Some(expected)]);
    }
}

/// Returns P(relevant | words). Relevant pages have spider and silk three times each, so 4, 4, 1, 1 of 10; others boat
/// three times and garden twice, so 1, 1, 4, 3 of 9. The priors are 3/8 and 5/8.
fn relevant(words: &[usize]) -> f64 {
    let (own, other) = ([0.4, 0.4, 0.1, 0.1], [1.0, 1.0, 4.0, 3.0]);
    let of = |prior: f64, share: &dyn Fn(usize) -> f64| words.iter().fold(prior, |p, w| p * share(*w));
    let (own, other) = (of(0.375, &|w| own[w]), of(0.625, &|w| other[w] / 9.0));
    own / (own + other)
}

#[test]
fn naive_bayes_is_the_probability_that_the_page_is_relevant() {
    let mut bench = of_ways("naive-bayes", &[]);
    let page = "<p>spider boat <a href=2>the</a> <a href=3>the</a>";
    close(&bench.read("1", page), &[Some(relevant(&[0, 2])); 2]);
}

/// Another test compares the machine with scikit-learn. This one uses its decision value for the page's vector of
/// length 1.
#[test]
fn svm_is_the_probability_that_the_page_is_relevant() {
    let [boat, garden, spider, silk] = [0, 1, 2, 3_u32];
    let unit = |terms: &[TermId]| SparseVector::raw(&terms.iter().copied().collect::<TermCounts>()).unit();
    let texts = [
        vec![boat],
        vec![garden],
        vec![spider, silk],
        vec![boat],
        vec![spider, silk],
        vec![garden],
        vec![boat],
        vec![spider, silk],
    ];
    let examples = texts.map(|terms| (terms.len() == 2, unit(&terms)));
    let examples = examples.iter().map(|(relevant, vector)| (*relevant, vector));
    let machine = Svm::train(examples, SvmOptions::default()).expect("both classes are there");
    let mut bench = of_ways("svm", &[]);
    let expected = machine.probability(&unit(&[spider, boat]));
    let page = "<p>spider boat <a href=2>the</a> <a href=3>the</a>";
    close(&bench.read("1", page), &[Some(expected); 2]);
    assert!(expected > 0.0 && expected < 1.0);
}

/// Until two links were judged, a link's score is the critic's relevance of its page. `red` led to a page with
/// relevance g₁ and `blue` to one with g₂, so of two links g = g₁ + g₂ were good, 2 − g were not, and each had one
/// word. With α 1 and two known features: good ∝ (g + 1) · (g₁ + 1) / (g + 3), other ∝ (2 − g + 1) · (1 − g₁ + 1) / (2
/// − g + 3) for another `red`.
#[test]
fn the_apprentice_replaces_the_critic_after_enough_examples() {
    let params = [("enough", 2.0), ("reach", 0.0)];
    let mut bench = of_ways("apprentice", &params);
    let first = relevant(&[2]);
    let of_first = bench.read("1", "<p>boat <a href=2>red</a> <a href=3>blue</a>");
    close(&of_first, &[Some(first); 2]);
    let (good, other) = (relevant(&[0, 1]), relevant(&[3]));
    let of_second = bench.read("2", "<p>spider silk <a href=4>red</a>");
    close(&of_second, &[Some(good)]);
    let all = good + other;
    let of_red = [(all + 1.0) * (good + 1.0) / (all + 3.0), (3.0 - all) * (2.0 - good) / (5.0 - all)];
    let of_third = bench.read("3", "<p>garden <a href=5>red</a>");
    close(&of_third, &[Some(of_red[0] / (of_red[0] + of_red[1]))]);
}
