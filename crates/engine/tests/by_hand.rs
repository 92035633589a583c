//! Tests every strategy's priorities against values computed by hand from its formula; comments show the calculation.
//! Not covered: strategies that learn from trails.

use crate::bench::{Bench, close, url};
use std::collections::BTreeMap;
use types::plan::{IdfSource, PastPage, Plan};
use types::report::Cell;
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::{Taxonomy, Topic as Folder};

fn bench(id: &str, params: &[(&str, f64)]) -> Bench {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), ParamValue::Number(*value)));
    taught(id, params.collect(), Taxonomy::default())
}

fn taught(id: &str, params: BTreeMap<String, ParamValue>, taxonomy: Taxonomy) -> Bench {
    Bench::planned(Plan { strategy: StrategySpec::new(id, params), taxonomy, ..Plan::default() })
}

/// The text has `spider` twice and `garden` once, the anchors each once more: spider 3, garden 2. With q = (1, 1) over
/// spider, silk: dot = 3, norms √(9 + 4) = √13 and √2, so sim(p, q) = 3 / √26. Anchors: sim(spider, q) = 1 / √2,
/// sim(garden, q) = 0.
const PAGE: &str = "<p>spider spider garden <a href=/x>spider</a> <a href=/y>garden</a>";

fn page_sim() -> f64 {
    3.0 / 26.0_f64.sqrt()
}

fn anchor_sim() -> f64 {
    1.0 / 2.0_f64.sqrt()
}

#[test]
fn best_first_by_page_anchor_and_both() {
    let (p, a) = (page_sim(), anchor_sim());
    for (id, expected) in [
        ("breadth-first", [0.0, 0.0]),
        ("best-first-page", [p, p]),
        ("best-n-first", [p, p]),
        ("best-first-anchor", [a, 0.0]),
        ("best-first", [f64::midpoint(p, a), p / 2.0]),
    ] {
        close(&bench(id, &[]).read("p", PAGE), &expected.map(Some));
    }
}

#[test]
fn best_first_uses_the_mean_over_the_pages_that_contain_a_link() {
    let mut bench = bench("best-first-page", &[]);
    bench.read("p", PAGE);
    // A second page with spider 1, garden 0 and the anchor `silk`: counts spider 1, silk 1: sim = 1.
    let second = bench.read("r", "<p>spider <a href=/x>silk</a>");
    close(&second, &[Some(f64::midpoint(page_sim(), 1.0))]);
}

/// The table of general English has `spider` at 4.7, `garden` at 3.5 and `gardens` at 4.7; `silk` is not in it and gets
/// its largest, 4.9. A document contains neither `garden` nor `gardens` with probability (1 − e^−3.5)(1 − e^−4.7), so
/// that the stem has −ln(1 − that). Page: spider 1 · 4.7, garden 2/3 of its idf. Query: spider 4.7, silk 4.9 (Batsakis
/// eq. 1).
#[test]
fn the_idf_of_general_english_weighs_page_anchor_and_query() {
    let mut bench = Bench::planned(Plan { strategy: "best-first".into(), idf: IdfSource::General, ..Plan::default() });
    let (spider, silk) = (4.7_f64, 4.9_f64);
    let neither = (1.0 - libm::exp(-3.5)) * (1.0 - libm::exp(-4.7));
    let garden = -libm::log(1.0 - neither);
    let query = spider.hypot(silk);
    let page = spider * spider / (spider.hypot(2.0 / 3.0 * garden) * query);
    let anchor = spider / query;
    let expected = [f64::midpoint(page, anchor), page / 2.0];
    close(&bench.read("p", PAGE), &expected.map(Some));
}

#[test]
fn fish_search_scores_one_or_zero_and_decrements_its_bound() {
    let any = ("match".to_owned(), ParamValue::Word("any".into()));
    let depth = ("depth".to_owned(), ParamValue::Number(2.0));
    let mut bench = taught("fish-search", [any, depth].into(), Taxonomy::default());
    close(&bench.read("1", "<p>spider <a href=/2>on</a>"), &[Some(1.0)]);
    // /2 does not match and gets the full bound 2, so its links get bound 1 and score 0; /3 gets 1, so its links are
    // not followed.
    close(&bench.read("2", "<p>garden <a href=/3>go</a>"), &[Some(0.0)]);
    close(&bench.read("3", "<p>garden <a href=/4>go</a>"), &[None]);
    // A matching page gives its links the full bound, whatever its own bound was.
    close(&bench.read("3b", "<p>silk <a href=/4>go</a>"), &[Some(1.0)]);
}

/// The query is `spider silk`.
#[test]
fn fish_search_requires_all_words_the_phrase_or_any_word() {
    let pages = [
        "<p>spider <a href=/2>on</a>",
        "<p>silk of a garden spider <a href=/2>on</a>",
        "<p>garden spiders: silk <a href=/2>on</a>",
        "<title>Spider silk</title><p>garden <a href=/2>on</a>",
        "<p>garden <a href=/2>on</a>",
    ];
    for (matching, scores) in [
        (None, [0.0, 1.0, 1.0, 1.0, 0.0]),
        (Some("all"), [0.0, 1.0, 1.0, 1.0, 0.0]),
        (Some("phrase"), [0.0, 0.0, 1.0, 1.0, 0.0]),
        (Some("any"), [1.0, 1.0, 1.0, 1.0, 0.0]),
    ] {
        for (page, score) in pages.iter().zip(scores) {
            let value = |word: &str| ("match".to_owned(), ParamValue::Word(word.into()));
            let params = matching.map(value).into_iter().collect();
            let mut bench = taught("fish-search", params, Taxonomy::default());
            close(&bench.read("p", page), &[Some(score)]);
        }
    }
}

#[test]
fn shark_search_follows_equations_2_to_5() {
    let (p, a) = (page_sim(), anchor_sim());
    let mut bench = bench("shark-search", &[]);
    // inherited = δ · sim(q, p) = 0.5 p. /x: anchor a, context 1. /y: anchor 0, context = sim(q, `spider spider garden
    // … spider`) where the words around /y are spider 3, garden 1 (without its own anchor): 3 / (√10 · √2).
    let x = 0.5 * (0.5 * p) + 0.5 * (0.8 * a + 0.2 * 1.0);
    let y = 0.5 * (0.5 * p) + 0.5 * (0.8 * 0.0 + 0.2 * (3.0 / 20.0_f64.sqrt()));
    close(&bench.read("p", PAGE), &[Some(x), Some(y)]);
    // /y does not match the topic: its links inherit δ · inherited(y) = 0.5 · 0.5 p, and neither anchor nor context
    // adds anything.
    close(&bench.read("y", "<p>garden <a href=/z>garden</a>"), &[Some(0.5 * (0.5 * 0.5 * p))]);
}

#[test]
fn shark_search_stops_after_its_bound_of_pages_without_a_match() {
    let mut bench = bench("shark-search", &[("depth", 2.0)]);
    close(&bench.read("1", "<p>garden <a href=/2>go</a>"), &[Some(0.0)]);
    close(&bench.read("2", "<p>garden <a href=/3>go</a>"), &[None]);
}

#[test]
fn structural_strategies_score_links_by_their_counts() {
    // /x is linked from one page, then from two.
    let mut backlinks = bench("backlink-count", &[]);
    close(&backlinks.read("p", PAGE), &[Some(1.0), Some(1.0)]);
    close(&backlinks.read("r", "<a href=/x>go</a>"), &[Some(2.0)]);
    // Slashes of /x: 1, of /d/e/f: 3.
    let mut depth = bench("url-depth", &[]);
    close(&depth.read("p", "<a href=/x>go</a><a href=/d/e/f>go</a>"), &[Some(1.0 / 2.0), Some(1.0 / 4.0)]);
    // Three links to two pages: out-degree 2.
    let mut degree = bench("out-degree", &[]);
    let twice = degree.read("p", "<a href=/x>go</a><a href=/y>go</a><a href=/x>go</a>");
    close(&twice, &[Some(2.0); 3]);
}

#[test]
fn pagerank_propagates_and_is_computed_at_intervals() {
    // Before the first computation every page has rank 0.15 (relative to the average): /x gets 0.15 + 0.85 · 0.15 / 2.
    let mut bench = bench("pagerank", &[("every", 2.0)]);
    close(&bench.read("0", "<a href=/1>go</a><a href=/2>go</a>"), &[Some(0.15 + 0.85 * 0.15 / 2.0); 2]);
    // The second page links back: 0 ⇄ 1, 0 → 2, where 2 is queued. With t = 0.05 + 0.85 · c / 3 and b = c, a = t + 0.85
    // b, b = t + 0.425 a: b = 1.425 t / 0.63875; a + 2b = 1 gives t; relative to the average, 2 has 3 b.
    bench.read("1", "<a href=/0>go</a>");
    let b_of_t = 1.425 / 0.63875;
    let t = 1.0 / (1.0 + 0.85 * b_of_t + 2.0 * b_of_t);
    close(&[Some(bench.waits("2"))], &[Some(3.0 * b_of_t * t)]);
}

#[test]
fn intelligent_crawling_learns_interest_ratios() {
    let mut bench = bench("intelligent", &[("words", 0.0), ("address", 0.0)]);
    // Page 0 is relevant and has no linking page: the mean is 1, and all ratios are 1.
    close(&bench.read("0", "<p>spider <a href=/1>go</a><a href=/2>go</a>"), &[Some(0.0); 2]);
    // Page 1 is irrelevant, has a relevant linking page and no relevant sibling. Mean = 1/2. Its links have an
    // irrelevant linking page, which no page had so far: ratio 1, logarithm 0. They have no relevant sibling: 0 of 1
    // such pages were relevant, smoothed (0 + 1/2) / 2 = 1/4, over the mean 1/2: ln(1/2).
    close(&bench.read("1", "<p>garden <a href=/3>go</a>"), &[Some(libm::log(0.5))]);
    // Page 2 has the same predecessors and is relevant. Mean = 2/3. Its links have a relevant linking page: 1 of 2 such
    // pages were relevant, smoothed (1 + 2/3) / 3 = 5/9, over 2/3: ln(5/6). Without a relevant sibling 1 of 2: the same
    // ln(5/6).
    close(&bench.read("2", "<p>silk <a href=/4>go</a>"), &[Some(2.0 * libm::log(5.0 / 6.0))]);
}

/// Eight relevant pages are linked from a page with `alpha`, eight irrelevant ones from one with `beta`; these two are
/// irrelevant. With a third such page the mean is 8/19. `alpha`: 8 of 8, further from the mean than two standard errors
/// (8 · 11/19 = 4.6 against 2 √(8 · 8/19 · 11/19) = 2.8); smoothed (8 + 8/19) / 9, over 8/19. With a fourth the mean is
/// 8/20; `beta`: 0 of 8 (3.2 against 2.8), smoothed (8/20) / 9, over 8/20: 1/9.
#[test]
fn intelligent_crawling_learns_which_words_lead_to_relevant_pages() {
    let others = [("address", 0.0), ("link", 0.0), ("sibling", 0.0)];
    let mut bench = bench("intelligent", &others);
    let links = |name: &str| -> Vec<String> {
        let link = |n| format!("<a href=/{name}{n}>go</a>");
        (0..8).map(link).collect()
    };
    bench.read("a", &format!("<p>alpha {}", links("a").join(" ")));
    bench.read("b", &format!("<p>beta {}", links("b").join(" ")));
    for n in 0..8 {
        bench.read(&format!("a{n}"), "<p>spider silk");
        bench.read(&format!("b{n}"), "<p>garden");
    }
    let mean = 8.0 / 19.0;
    close(&bench.read("c", "<p>alpha <a href=/x>go</a>"), &[Some(libm::log((8.0 + mean) / 9.0 / mean))]);
    close(&bench.read("d", "<p>beta <a href=/y>go</a>"), &[Some(libm::log(1.0 / 9.0))]);
}

#[test]
fn url_clusters_adds_the_similarity_of_addresses_to_shark_search() {
    let mut bench = bench("url-clusters", &[("every", 3.0)]);
    let p = 1.0 / 2.0_f64.sqrt();
    // The anchor is a stop word, so shark's potential is 0.5 · 0.5 p + 0.5 · 0.2 · context; the context is `spider`: p.
    // There is no cluster yet. Of the parts a, silk, q of the second address only `silk` matches the query: p.
    let potential = 0.25 * p + 0.1 * p;
    let first = bench.read("k/1", "<p>spider <a href=/k/q>the</a> <a href=/silk/q>the</a>");
    close(&first, &[Some(0.45 * potential), Some(0.45 * potential + 0.55 * 0.3 * p)]);
    // The addresses {a, k, n} have length √3 and cosines of 2/3: one cluster with the centroid (1, 1, 1/3, 1/3, 1/3) of
    // length √(2 + 1/3). Its cosine with {a, k, q} is 2 / (√3 · √(7/3)) = 2 / √7, with {a, silk, q} 1 / √7. The links
    // of the last page have it as well.
    bench.read("k/2", "<p>spider");
    let last = bench.read("k/3", "<p>spider <a href=/k/r>the</a>");
    let near = 0.45 * potential + 0.55 * (0.7 * (2.0 / 7.0_f64.sqrt()));
    let far = 0.45 * potential + 0.55 * (0.7 / 7.0_f64.sqrt() + 0.3 * p);
    close(&[Some(bench.waits("k/q")), Some(bench.waits("silk/q"))], &[Some(near), Some(far)]);
    close(&last, &[Some(near)]);
}

/// The addresses of Fig. 2, 290 in place of 1,000 in cluster A: a, b and c are the values of F for the three new ones.
/// Cluster A is about (military, china, important, 11132797, 20140617) with 290 times 1/290, of length √(5 + 1/290); A
/// has the first four of its six parts, and one of them is the query. Cluster B is (news, 20140617) with ten times
/// 1/10, of length √2.1: B has one of its three parts, C one of its four.
#[test]
fn url_clusters_ranks_the_addresses_of_the_papers_figure() {
    let military = |n: u32| format!("http://military.china.com/important/11132797/20140617/18566{n:03}.html");
    let news = |n: u32| format!("http://news.qq/20140617/12{n:03}.html");
    let past = (0..290).map(military).chain((0..10).map(news));
    let params = ["every", "phi"].into_iter().zip([100.0, 0.0]);
    let params = params.map(|(name, value)| (name.to_owned(), ParamValue::Number(value)));
    let mut bench = Bench::planned(Plan {
        query: "military".to_owned(),
        strategy: StrategySpec::new("url-clusters", params),
        past: past.map(|url| PastPage { url, text: String::new(), language: None }).collect(),
        ..Plan::default()
    });
    let found = bench.read(
        "1",
        "<a href=http://military.china.com/important/11132797/20140715/18567725.html>the</a>
        <a href=http://news.qq/2014715/09489.html>the</a> <a href=http://news.sina.com/2014715/09445.html>the</a>",
    );
    let (of_a, of_b) = (0.7 * 290.0 / 300.0, 0.7 * 10.0 / 300.0);
    let a = of_a * 4.0 / ((5.0 + 1.0 / 290.0) * 6.0_f64).sqrt() + 0.3;
    let [b, c] = [3.0, 4.0].map(|parts: f64| of_b / (2.1 * parts).sqrt());
    close(&found, &[Some(a), Some(b), Some(c)]);
    assert!(a > b && b > c, "{a} {b} {c}");
}

/// As above, with four more addresses {a, m, n}: a second cluster, its centroid (1, 1) and four times 1/4, of length
/// √2.25. The cosine of {a, k, q} with the cluster of 3 is s₁ = 2 / √7 = .756, with that of 4 s₂ = 1 / (√3 · 1.5) =
/// .385. Largest: 3 · s₁ = 2.27 exceeds 4 · s₂ = 1.54 and is divided by 4. Mean: (3 · s₁ + 4 · s₂) / 7. Neither anchor
/// nor address match the query, and φ is 0.
#[test]
fn url_clusters_scales_by_all_clusters_or_by_the_largest() {
    let of_three = 2.0 / 7.0_f64.sqrt();
    let of_four = 1.0 / (3.0_f64.sqrt() * 1.5);
    for (scale, expected) in [("largest", 3.0 * of_three / 4.0), ("mean", (3.0 * of_three + 4.0 * of_four) / 7.0)] {
        let params = [
            ("every", ParamValue::Number(7.0)),
            ("phi", ParamValue::Number(0.0)),
            ("scale", ParamValue::Word(scale.to_owned())),
        ];
        let params = params.map(|(name, value)| (name.to_owned(), value));
        let mut bench = Bench::planned(Plan { strategy: StrategySpec::new("url-clusters", params), ..Plan::default() });
        bench.read("k/1", "<p>spider <a href=/k/q>the</a>");
        for path in ["k/2", "k/3", "m/4", "m/5", "m/6", "m/7"] {
            bench.read(path, "<p>spider");
        }
        close(&[Some(bench.waits("k/q"))], &[Some(0.7 * expected)]);
    }
}

/// The addresses {a, k, n} of three earlier pages are one cluster, as above, so the first page has the scores that it
/// would else have after the update. The fourth earlier page is about boats and does not count. Another page of the
/// folder k joins the cluster at the update: the centroid of four is (1, 1) and four times 1/4, of length √2.25.
/// The earlier page k/3 counts once, although this crawl reads it as well.
#[test]
fn url_clusters_starts_from_the_relevant_pages_of_earlier_crawls() {
    let past = |path: &str, text: &str| PastPage { url: url(path).to_string(), text: text.to_owned(), language: None };
    let params = [("every".to_owned(), ParamValue::Number(3.0)), ("phi".to_owned(), ParamValue::Number(0.0))];
    let mut bench = Bench::planned(Plan {
        strategy: StrategySpec::new("url-clusters", params),
        past: vec![
            past("k/1", ""),
            past("k/2", "spider silk"),
            past("k/3", ""),
            past("k/9", "boat sail"),
            past("k/1", ""),
        ],
        ..Plan::default()
    });
    let first = 2.0 / 7.0_f64.sqrt();
    close(&bench.read("go/x", "<p>spider <a href=/k/q>the</a>"), &[Some(0.7 * first)]);
    let (_, tables) = bench.told();
    assert_eq!(tables[0].rows[0][..2], [Cell::Text("a.test/k/*".to_owned()), Cell::Count(3)]);
    bench.read("k/3", "<p>spider");
    bench.read("k/4", "<p>spider");
    let updated = 2.0 / (3.0_f64.sqrt() * 1.5);
    close(&[Some(bench.waits("k/q"))], &[Some(0.7 * updated)]);
}

/// Returns a good folder about spiders and one about boats, with one example each.
fn folders() -> Taxonomy {
    let folder = |name: &str, good| Folder {
        name: name.to_owned(),
        good,
        examples: vec![format!("http://{name}.test/")],
        ..Folder::default()
    };
    Taxonomy { topics: vec![folder("spiders", true), folder("boats", false)] }
}

/// Returns the parameter for the interval of hub updates.
fn every(pages: f64) -> BTreeMap<String, ParamValue> {
    BTreeMap::from([("every".to_owned(), ParamValue::Number(pages))])
}

/// Words: spider, silk, boat. The spider example is `spider silk`: (1 + 1) / (2 + 3) = .4, .4, .2. The boat example is
/// `boat boat`: .2, .2, (2 + 1) / 5 = .6. Priors are one half. `spider silk`: .4 · .4 against .2 · .2, so R = .16 / .2
/// = .8. `spider boat`: .4 · .2 against .2 · .6, so R = .08 / .2 = .4. Unknown words are ignored.
#[test]
fn focused_scores_links_by_the_probability_of_the_good_topics() {
    let mut bench = taught("focused", every(0.0), folders());
    bench.study(&["<p>spider silk", "<p>boat boat"]);
    close(&bench.read("1", "<p>spider silk <a href=x>garden</a> <a href=y>garden</a>"), &[Some(0.8), Some(0.8)]);
    close(&bench.read("2", "<p>spider boat <a href=z>garden</a>"), &[Some(0.4)]);
}

/// R(1) = .8, R(2) = .4 as above. After two pages the distiller has one link between pages, 1 → 2: page 1 is the only
/// hub. Its queued link x is raised by .2 · 1 to 1; y, on page 2, keeps .4.
#[test]
fn focused_raises_the_links_of_the_best_hubs() {
    let params = [("every".to_owned(), ParamValue::Number(2.0)), ("same_host".to_owned(), ParamValue::Switch(true))];
    let mut bench = taught("focused", BTreeMap::from(params), folders());
    bench.study(&["<p>spider silk", "<p>boat boat"]);
    bench.read("1", "<p>spider silk <a href=2>garden</a> <a href=x>garden</a>");
    bench.read("2", "<p>spider boat <a href=y>garden</a>");
    for (link, worth) in [("x", 1.0), ("y", 0.4)] {
        let waits = bench.waits(link);
        assert!((waits - worth).abs() < 1e-9, "{link}: {waits}");
    }
}

/// The most probable leaf of `spider boat` is boats (.6), which is not good.
#[test]
fn focused_with_a_hard_focus_follows_only_good_pages() {
    let hard = ParamValue::Word("hard".to_owned());
    let params = BTreeMap::from([("focus".to_owned(), hard)]);
    let mut bench = taught("focused", params, folders());
    bench.study(&["<p>spider silk", "<p>boat boat"]);
    let (good, other) = ("<p>spider silk <a href=x>garden</a>", "<p>spider boat <a href=z>garden</a>");
    close(&bench.read("1", good), &[Some(0.8)]);
    close(&bench.read("2", other), &[None]);
}

/// Returns a semantic strategy for a query, with the small lexicon of the tests: dogs, cats and wolves are animals,
/// animals are entities.
fn semantic(id: &str, query: &str, excluded: &[&str]) -> Bench {
    Bench::planned(Plan {
        query: query.to_owned(),
        strategy: id.into(),
        excluded: excluded.iter().map(|word| (*word).to_owned()).collect(),
        ..Plan::default()
    })
}

/// path(cat, dog) = path(wolf, dog) = path(wolf, cat) = 0.5² through `animal`; a term and itself 1; `garden` is not in
/// the lexicon. `dog`: cat has tf 1 and wolf 1 / 2, so .25 · 1 + .25 · .5. `dog cat`: (.25 + 1) · 1.
#[test]
fn ehrig_sums_the_similarities_of_all_terms() {
    let mut bench = semantic("ehrig", "dog", &[]);
    let page = "<a href=x>cat cat wolf</a> <a href=y>Dogs</a> <a href=z>garden</a>";
    close(&bench.read("1", page), &[Some(0.375), Some(1.0), Some(0.0)]);
    let mut bench = semantic("ehrig", "dog cat", &[]);
    close(&bench.read("1", "<a href=x>cats</a>"), &[Some(1.25)]);
}

/// dog, cat and wolf are two edges from each other and one from `animal`. `cat cat wolf dog animal` has tf 1, 1/2, 1/2,
/// 1/2. `dog` and `animal` are within one edge of `dog`; all terms are within two.
#[test]
fn ehrig_counts_terms_within_a_distance_fully_under_its_other_relations() {
    for (relation, expected) in [
        ("taxonomic", 0.25 + 0.25 / 2.0 + 1.0 / 2.0 + 0.5 / 2.0),
        ("direct", 1.0 / 2.0 + 1.0 / 2.0),
        ("two-steps", 1.0 + 3.0 / 2.0),
    ] {
        let mut bench = with_words("ehrig", "dog", &[("relation", relation)]);
        let page = "<a href=x>cat cat wolf dog animal</a>";
        close(&bench.read("1", page), &[Some(expected)]);
    }
}

/// The verbs `move` and `chase` are roots: only the virtual root connects them, by two edges that are no is-a edges.
#[test]
fn ehrig_does_not_count_edges_through_the_virtual_root() {
    for (relation, expected) in [("taxonomic", 0.25), ("two-steps", 0.0)] {
        let mut bench = with_words("ehrig", "move", &[("relation", relation)]);
        close(&bench.read("1", "<a href=x>chase</a>"), &[Some(expected)]);
    }
}

/// Without `cat`, `cat cat wolf` keeps .25 · .5 of .375.
#[test]
fn excluded_words_are_related_to_nothing() {
    let mut bench = semantic("ehrig", "dog", &["cat"]);
    close(&bench.read("1", "<a href=x>cat cat wolf</a>"), &[Some(0.125)]);
}

/// Words outside the lexicon are similar only to themselves, by their stems: 1 · 1 of two query terms.
#[test]
fn words_outside_the_lexicon_match_by_their_stems() {
    let mut bench = semantic("ehrig", "garden dog", &[]);
    close(&bench.read("1", "<a href=x>gardens</a>"), &[Some(1.0)]);
}

/// Returns a semantic strategy with excluded words.
fn with_words(id: &str, query: &str, params: &[(&str, &str)]) -> Bench {
    let params = params.iter();
    let word = |(name, word): &(&str, &str)| ((*name).to_owned(), ParamValue::Word((*word).to_owned()));
    Bench::planned(Plan {
        query: query.to_owned(),
        strategy: StrategySpec::new(id, params.map(word)),
        ..Plan::default()
    })
}

/// s is the similarity of any two of dog, cat, wolf: .5² by path; the next test uses Li. For the page cat, wolf, garden
/// and the query `dog cat`, the page's best matches are 1, s, 0, the query's s, 1. For the link `cat wolf` they are 1,
/// s. All idf are 1, and repeated words count once. The page has a share of 0 by default, and one of a quarter here.
#[test]
fn mihalcea_uses_the_best_match_of_each_word() {
    for (measure, s) in [("path", 0.25), ("li", libm::exp(-0.4) * libm::tanh(0.6))] {
        let measure = ("measure".to_owned(), ParamValue::Word(measure.to_owned()));
        let page = "<p>cat cat <a href=x>cat wolf</a> <a href=y>garden</a>";
        let of_page = f64::midpoint((1.0 + s) / 3.0, f64::midpoint(1.0, s));
        let of_link = f64::midpoint(1.0, s);
        for share in [None, Some(0.25)] {
            let page_share = share.map(|share| ("page".to_owned(), ParamValue::Number(share)));
            let params = page_share.into_iter().chain([measure.clone()]);
            let strategy = StrategySpec::new("mihalcea", params);
            let mut bench = Bench::planned(Plan { query: "dog cat".to_owned(), strategy, ..Plan::default() });
            let share = share.unwrap_or(0.0);
            let expected = [of_link, 0.0].map(|of_link| Some(share * of_page + (1.0 - share) * of_link));
            close(&bench.read("1", page), &expected);
        }
    }
}

/// Of four pages three have `dog`, two `cat`, one `wolf`: idf ln 4/3, ln 2, ln 4. The last page consists of its link
/// `cat wolf`, whose best matches are 1 and .25; those of `dog cat` are .25 and 1.
#[test]
fn mihalcea_weighs_words_by_idf() {
    let mut bench = Bench::planned(Plan {
        query: "dog cat".to_owned(),
        strategy: "mihalcea".into(),
        idf: IdfSource::Crawl,
        ..Plan::default()
    });
    for (path, page) in [("1", "<p>dog"), ("2", "<p>dog"), ("3", "<p>dog cat")] {
        bench.read(path, page);
    }
    let ln = libm::log;
    let of_text = (ln(2.0) + 0.25 * ln(4.0)) / (ln(2.0) + ln(4.0));
    let of_query = (0.25 * ln(4.0 / 3.0) + ln(2.0)) / (ln(4.0 / 3.0) + ln(2.0));
    let expected = f64::midpoint(of_text, of_query);
    close(&bench.read("4", "<a href=x>cat wolf</a>"), &[Some(expected)]);
}

/// Of four pages two have `hot`, one `dogs`, three `cat`: idf ln 2 + ln 4 for `hot dog`, ln 4/3 for `cat`. From `hot
/// dog` to `cat` are three edges by way of `entity` and `animal`: .125. The query's only term has its best match.
#[test]
fn a_collocation_has_the_idf_of_all_its_words() {
    let mut bench = Bench::planned(Plan {
        query: "hot dog".to_owned(),
        strategy: "mihalcea".into(),
        idf: IdfSource::Crawl,
        ..Plan::default()
    });
    for (path, page) in [("1", "<p>hot cat"), ("2", "<p>cat"), ("3", "<p>moss")] {
        bench.read(path, page);
    }
    let (hot_dog, cat) = (libm::log(2.0) + libm::log(4.0), libm::log(4.0 / 3.0));
    let of_text = (hot_dog + 0.125 * cat) / (hot_dog + cat);
    close(&bench.read("4", "<a href=x>hot dogs, cats</a>"), &[Some(f64::midpoint(of_text, 1.0))]);
}

/// s = Li of any two of dog, cat, wolf: path length 2, depth of `animal` 1, so e^(−.2 · 2) · tanh(.6). The weights are
/// 1 (no idf), the lengths √2 each: (s + 1 + s + s) / 2 for `cat wolf` against `dog cat`.
#[test]
fn ssrm_divides_by_the_lengths() {
    let s = libm::exp(-0.4) * libm::tanh(0.6);
    let mut bench = semantic("ssrm", "dog cat", &[]);
    close(&bench.read("1", "<a href=x>cat wolf</a>"), &[Some(f64::midpoint(3.0 * s, 1.0))]);
}

/// `dog` is also `domestic dog`, `hot dog`, and as a verb `chase`, so q* has dog 3 and domestic, hot, chase 1: divided
/// by the largest, 1 and three times 1/3, of length √(4/3). The page has dog and cat once: sim(p, q*) = 1 / √(2 · 4/3).
/// The text `dog` becomes q* itself; `cat` has no synonym.
#[test]
fn synset_expands_the_query_and_the_text_of_links() {
    let mut bench = semantic("synset", "dog", &[]);
    let of_page = 1.0 / (8.0_f64 / 3.0).sqrt();
    close(
        &bench.read("1", "<a href=x>dog</a> <a href=y>cat</a>"),
        &[Some(f64::midpoint(of_page, 1.0)), Some(of_page / 2.0)],
    );
}

/// `sick` is also `ill`: q* has both once, of length √2, and so has `ill` with its synonym. The page is `ill`: 1 / √2.
#[test]
fn synset_expands_adjectives() {
    let mut bench = semantic("synset", "sick", &[]);
    close(&bench.read("1", "<a href=x>ill</a>"), &[Some(f64::midpoint(0.5_f64.sqrt(), 1.0))]);
}

/// Without the sense of hot dogs q* has dog 2, domestic 1, chase 1: 1, 1/2, 1/2, of length √(3/2). The page is `dog
/// wolf`: 1 / √(2 · 3/2).
#[test]
fn an_excluded_sense_adds_no_synonyms() {
    let mut bench = semantic("synset", "dog", &["dog#n#2"]);
    let of_page = 1.0 / 3.0_f64.sqrt();
    close(&bench.read("1", "<p>dog <a href=x>wolf</a>"), &[Some(of_page / 2.0)]);
}
