//! Tests that the adaptive strategy learns, on small webs in which only one cue identifies the good pages.

use crate::bench::{self, Bench};
use engine::frontier::{Frontier, FrontierEntry, Score};
use engine::strategy::find;
use types::plan::Plan;
use types::report::Cell;
use types::spec::{ParamValue, StrategySpec};

const GOOD: &str = "<p>spider silk spider silk";
const OTHER: &str = "<p>boat sail harbor wind";

fn bench(without: &str) -> Bench {
    with("without", without, Plan::default())
}

/// Returns a strategy with this value of a parameter.
fn with(param: &str, choice: &str, plan: Plan) -> Bench {
    let choice = ParamValue::Word(choice.to_owned());
    Bench::planned(Plan { strategy: StrategySpec::new("adaptive", [(param.to_owned(), choice)]), ..plan })
}

/// Reads a page of links and then their targets, every second of which is good.
fn crawled(without: &str, link: impl Fn(usize, bool) -> (String, String)) -> Bench {
    let mut bench = bench(without);
    let links: Vec<(String, String)> = (0..30).map(|n| link(n, n % 2 == 0)).collect();
    let page: Vec<String> = links.iter().map(|(path, anchor)| format!("<p><a href=/{path}>{anchor}</a></p>")).collect();
    bench.read("start", &page.concat());
    for (n, (path, _)) in links.iter().enumerate() {
        bench.read(path, if n % 2 == 0 { GOOD } else { OTHER });
    }
    bench
}

/// Returns the current weight of a cue as the table displays it.
fn worth(bench: &Bench, sign: &str) -> f64 {
    let mut parts = find("adaptive").expect("it is in the list").parts.iter();
    let part = parts.find(|part| part.name == sign).expect("a part");
    let (_, model_tables) = bench.told();
    let rows = model_tables.into_iter().flat_map(|table| table.rows);
    let found = rows.into_iter().find_map(|row| match &row[..] {
        [Cell::Text(title), _, Cell::Number(worth), _] if title == part.title => Some(*worth),
        _ => None,
    });
    found.expect("the table has the sign")
}

#[test]
fn at_the_start_links_with_query_words_come_first() {
    let scores = bench("nothing").read("p", "<p>spider silk</p><p><a href=/x>silk</a></p><p><a href=/y>garden</a></p>");
    assert!(scores[0] > scores[1], "{scores:?}");
}

#[test]
fn at_the_start_links_with_related_words_come_first() {
    let plan = Plan { query: "cat".to_owned(), ..Plan::default() };
    let mut bench = with("without", "nothing", plan);
    let scores = bench.read("p", "<p>boat</p><p><a href=/x>garden</a></p><p><a href=/y>wolf</a></p>");
    assert!(scores[1] > scores[0], "{scores:?}");
}

#[test]
fn without_language_data_links_have_all_other_features() {
    for (data, related, meaning) in
        [("all", true, true), ("wordnet", true, false), ("vectors", false, true), ("none", false, false)]
    {
        let plan = Plan { query: "cat woman".to_owned(), ..Plan::default() };
        let mut bench = with("language_data", data, plan);
        let page = "<p>cat</p><p><a href=/x>cat girl</a></p><p><a href=/y>boat law</a></p>";
        let scores = bench.read("p", page);
        assert!(scores[0] > scores[1], "{data}: {scores:?}");
        let parts = find("adaptive").expect("it is in the list").parts;
        let id = bench.urls.find(&bench::url("x")).expect("it was found");
        let score = &bench.frontier.get(id).expect("it waits").score;
        let counts = |name: &str| {
            let at = parts.iter().position(|part| part.name == name);
            score.parts[at.expect("a part")] != 0.0
        };
        let of = ["related", "meaning", "anchor"].map(counts);
        assert_eq!(of, [related, meaning, true], "{data}");
    }
}

#[test]
fn an_excluded_word_has_no_similarity_by_word_vectors() {
    for (excluded, counts) in [(&[][..], true), (&["girl"], false)] {
        let plan = Plan {
            query: "woman".to_owned(),
            excluded: excluded.iter().map(|word: &&str| (*word).to_owned()).collect(),
            ..Plan::default()
        };
        let mut bench = with("without", "nothing", plan);
        bench.read("p", "<p><a href=/x>girls</a></p><p><a href=/y>boat</a></p>");
        let parts = find("adaptive").expect("it is in the list").parts;
        let meaning = parts.iter().position(|part| part.name == "meaning");
        let id = bench.urls.find(&bench::url("x")).expect("it was found");
        let score = &bench.frontier.get(id).expect("it waits").score;
        assert_eq!(score.parts[meaning.expect("a part")] > 0.0, counts, "{excluded:?}");
    }
}

#[test]
fn an_excluded_word_has_no_semantic_similarity() {
    let related = |excluded: &[&str]| {
        let plan = Plan {
            query: "cat".to_owned(),
            excluded: excluded.iter().map(|word| (*word).to_owned()).collect(),
            ..Plan::default()
        };
        let mut bench = with("without", "nothing", plan);
        let links = "<p><a href=/x>garden</a></p><p><a href=/y>wolf</a></p><p><a href=/z>dog</a></p>";
        bench.read("p", links);
        let at = find("adaptive").expect("it is in the list").parts;
        let at = at.iter().position(|part| part.name == "related");
        ["x", "y", "z"].map(|path| {
            let id = bench.urls.find(&bench::url(path)).expect("it was found");
            bench.frontier.get(id).expect("it waits").score.parts[at.expect("a part")]
        })
    };
    let [garden, wolf, dog] = related(&[]);
    assert!(wolf > garden && dog > garden, "{garden} {wolf} {dog}");
    let [garden, wolf, dog] = related(&["wolf"]);
    assert!((wolf - garden).abs() < 1e-12 && dog > garden, "{garden} {wolf} {dog}");
}

#[test]
fn links_similar_in_meaning_to_good_pages_rise() {
    let scores = ["nothing", "topic"].map(|without| {
        let mut bench = bench(without);
        for n in 0..15 {
            bench.read(&format!("good{n}"), &format!("{GOOD} girl"));
            bench.read(&format!("other{n}"), &format!("{OTHER} law"));
        }
        let page = "<p><a href=/new>government</a></p><p><a href=/newer>woman</a></p>";
        let scores = bench.read("next", page);
        let [government, woman] = [0, 1].map(|at| scores[at].expect("it is followed"));
        woman - government
    });
    assert!(scores[0] > 0.0 && scores[0] > scores[1], "{scores:?}");
}

#[test]
fn only_exploration_by_age_sometimes_chooses_another_link_than_the_best() {
    let turns = |explore: &str| {
        let mut bench = with("explore", explore, Plan::default());
        let page = "<p>boat</p><p><a href=/1>boat</a></p><p><a href=/2>garden</a></p>";
        bench.read("p", page);
        // In a crawl, entries contain the linking page.
        let mut frontier = Frontier::new(100, 0);
        for (path, score) in [("1", 0.2), ("2", 0.7)] {
            let id = bench.urls.find(&bench::url(path)).expect("it was found");
            let site = bench.urls.site_of(id);
            let parent = bench.urls.find(&bench::url("p"));
            let waiting = FrontierEntry::new(site, Score::new(score));
            frontier.push(id, FrontierEntry { parent, ..waiting });
        }
        let best = frontier.best();
        let next = |_| bench.strategy.choose(&frontier);
        let chosen: Vec<_> = (0..100).map(next).collect();
        chosen.iter().filter(|next| **next != best).count()
    };
    assert_eq!(turns("none"), 0);
    assert_eq!(turns("thompson"), 0);
    assert!((20..80).contains(&turns("oldest")));
}

#[test]
fn sampled_weights_depend_on_the_seed_number() {
    let page = "<p>spider</p><p><a href=/1>boat</a></p><p><a href=/2>silk</a></p>";
    let scores = |explore: &str, rng_seed: u64| {
        let plan = Plan { rng_seed, ..Plan::default() };
        with("explore", explore, plan).read("p", page)
    };
    assert_eq!(scores("thompson", 1), scores("thompson", 1));
    assert_ne!(scores("thompson", 1), scores("thompson", 2));
    assert_eq!(scores("none", 1), scores("none", 2));
}

#[test]
fn words_of_links_that_led_to_good_pages_raise_other_links() {
    let word = |n: usize, good: bool| (format!("{n}"), if good { "gold" } else { "mud" }.to_owned());
    let mut bench = crawled("nothing", word);
    let page = "<p><a href=/new>mud</a></p><p><a href=/newer>gold</a></p>";
    let scores = bench.read("next", page);
    assert!(scores[1] > scores[0], "{scores:?}");
    assert!(worth(&bench, "words") > worth(&crawled("nothing", |n, _| (n.to_string(), "x".to_owned())), "words"));
}

#[test]
fn folders_of_good_pages_raise_other_links() {
    let folder = |n: usize, good: bool| (format!("{}/{n}", if good { "1" } else { "2" }), "x".to_owned());
    let mut bench = crawled("nothing", folder);
    let page = "<p><a href=/2/new>x</a></p><p><a href=/1/new>x</a></p>";
    let scores = bench.read("next", page);
    assert!(scores[1] > scores[0], "{scores:?}");
}

#[test]
fn words_of_good_pages_become_part_of_the_topic() {
    let mut bench = bench("nothing");
    for n in 0..6 {
        bench.read(&format!("good{n}"), "<p>spider silk orb orb");
        bench.read(&format!("other{n}"), "<p>boat sail harbor");
    }
    let page = "<p><a href=/1>boat</a></p><p><a href=/2>orb</a></p>";
    let scores = bench.read("next", page);
    assert!(scores[1] > scores[0], "{scores:?}");
    bench.read("last", "<p>spider silk orb");
    let (_, model_tables) = bench.told();
    assert!(model_tables.is_empty(), "no page was fetched by a link: {model_tables:?}");
}

#[test]
fn an_omitted_cue_adds_nothing() {
    let page = "<p>garden</p><p><a href=/x>silk</a></p><p><a href=/y>garden</a></p>";
    for (without, counts) in [("nothing", true), ("anchor", false)] {
        let mut bench = bench(without);
        bench.read("p", page);
        let x = bench.urls.find(&bench::url("x")).expect("it was found");
        let parts = &bench.frontier.get(x).expect("it waits").score.parts;
        assert_eq!(parts[3].abs() > 1e-9, counts, "{without}: {parts:?}");
    }
}

#[test]
fn differences_of_parts_add_up_to_the_difference_of_log_odds() {
    let mut bench = crawled("nothing", |n, good| (format!("{n}"), if good { "gold" } else { "mud" }.to_owned()));
    bench.read("next", "<p><a href=/new>mud</a></p><p><a href=/newer>gold silk</a></p>");
    let score = |path: &str| {
        let id = bench.urls.find(&bench::url(path)).expect("it was found");
        let score = &bench.frontier.get(id).expect("it waits").score;
        let sum = score.parts.iter().fold(0.0, |sum, part| sum + part);
        libm::log(score.first / (1.0 - score.first)) - sum
    };
    assert!((score("new") - score("newer")).abs() < 1e-9);
}
