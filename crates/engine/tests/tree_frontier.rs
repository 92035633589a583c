//! Tests the tree frontier on small webs, by the links that it chooses.

use crate::bench::{Bench, close};
use engine::frontier::{Frontier, FrontierEntry, Score};
use engine::graph::{SiteId, UrlId};
use engine::strategy::UrlChange;
use types::plan::Plan;
use types::report::Cell;
use types::spec::{ParamValue, StrategySpec};

const GOOD: &str = "<p>spider silk spider silk";
const OTHER: &str = "<p>boat sail harbor wind";

fn bench(params: &[(&str, f64)]) -> Bench {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), ParamValue::Number(*value)));
    Bench::planned(Plan { strategy: StrategySpec::new("tree-frontier", params), ..Plan::default() })
}

/// Reads a page with `count` links of each kind: those named `silk` lead to irrelevant pages, the others to relevant
/// ones.
fn begun(count: usize, params: &[(&str, f64)]) -> Bench {
    let mut bench = bench(params);
    let link = |n| format!("<p><a href=/bad/{n}>silk</a></p><p><a href=/good/{n}>boat</a></p>");
    let links: Vec<String> = (0..count).map(link).collect();
    bench.read("start", &links.concat());
    bench
}

/// Ends a fetch of the only host.
fn free_host(bench: &mut Bench) {
    bench.frontier.release(SiteId(0), 0);
    bench.frontier.wake(0);
}

/// Fetches the links that the strategy chooses, and returns for each whether it was relevant.
fn follow(bench: &mut Bench, picks: usize) -> Vec<bool> {
    let one = |_| {
        free_host(bench);
        let id = bench.strategy.choose(&bench.frontier).expect("links wait");
        let path = bench.urls.url(id).path().trim_start_matches('/').to_owned();
        let is_good = path.starts_with("good");
        bench.read(&path, if is_good { GOOD } else { OTHER });
        is_good
    };
    (0..picks).map(one).collect()
}

/// The page has `spider` twice and `garden` once, the anchors one each: spider 3, garden 2, of which sim(p, q) is
/// 3 / √26. It is relevant: reciprocal distance and share of the path are 1. Anchor and context of the first link are
/// similar to the query, 1 / √2 each. The site is known and all of its pages were relevant: 1. The value is the mean.
#[test]
fn before_any_reward_the_priority_is_the_mean_of_the_features() {
    let scores =
        bench(&[]).read("p", "<p>spider spider garden</p><p><a href=/x>spider</a></p><p><a href=/y>garden</a></p>");
    let (page, word) = (3.0 / 26.0_f64.sqrt(), 1.0 / 2.0_f64.sqrt());
    close(&scores, &[Some((page + 3.0 + word) / 8.0), Some((page + 3.0) / 8.0)]);
}

/// The links with the query's words lead to irrelevant pages. Until the tree splits, links are random; then all of the
/// others are fetched before the rest.
#[test]
fn links_of_the_kind_that_leads_to_relevant_pages_are_exhausted_first() {
    let mut bench = begun(30, &[("exploration", 0.01), ("representatives", 1.0)]);
    let picks = follow(&mut bench, 60);
    let good = |picks: &[bool]| picks.iter().filter(|good| **good).count();
    assert_eq!(good(&picks), 30, "every link was fetched");
    let last = picks.iter().rposition(|good| *good).expect("there are good ones");
    assert!(last < 45, "the last good one is pick {last}: {picks:?}");
    let (_, tables) = bench.told();
    let weight = |title: &str| {
        let found = tables[1].rows.iter().find_map(|row| match &row[..] {
            [Cell::Text(name), _, Cell::Number(weight)] if name == title => Some(*weight),
            _ => None,
        });
        found.expect("the table has the feature")
    };
    assert!(weight("Link text") < 0.0, "{tables:?}");
    assert!(tables[0].rows.len() >= 2, "the tree has split: {tables:?}");
}

#[test]
fn a_person_decides_which_pages_are_relevant() {
    for (judged, reward) in [(None, 0.0), (Some(true), 1.0), (Some(false), 0.0)] {
        let mut bench = begun(3, &[]);
        bench.judge("bad/0", Some(true));
        bench.judge("bad/0", judged);
        bench.read("bad/0", OTHER);
        let (_, tables) = bench.told();
        assert_eq!(tables[0].rows[0][1..3], [Cell::Number(reward), Cell::Number(1.0)], "{judged:?}");
    }
}

#[test]
fn a_link_found_again_keeps_the_features_with_the_larger_value() {
    let mut bench = bench(&[]);
    let [first] = bench.read("p", "<p>spider</p><p><a href=/x>silk</a></p>")[..] else { panic!("one link") };
    assert_eq!(bench.read("q", "<p>boat</p><p><a href=/x>boat</a></p>").len(), 1);
    // All that fell is the share of relevant pages of the site, from 1 to 1/2.
    let kept = bench.waits("x");
    close(&[Some(kept)], &[first.map(|first| first - 0.5 / 8.0)]);
    // Page and path are as relevant as before, the link text is more similar, and the share of the site is 2/3.
    bench.read("r", "<p>spider silk</p><p><a href=/x>spider silk</a></p>");
    assert!(bench.waits("x") > kept);
}

#[test]
fn a_link_on_a_host_that_is_not_ready_is_not_chosen() {
    let mut bench = begun(4, &[]);
    let ids: Vec<UrlId> = bench.frontier.top(8).map(|(id, _)| id).collect();
    let mut frontier = Frontier::new(100, 2);
    for (at, id) in (0..).zip(&ids) {
        let waiting = FrontierEntry { parent: Some(UrlId(0)), ..FrontierEntry::new(SiteId(at), Score::default()) };
        frontier.push(*id, waiting);
    }
    (0..6).for_each(|site| frontier.hold(SiteId(site)));
    for _ in 0..20 {
        assert!(bench.strategy.choose(&frontier).is_some_and(|id| ids[6..].contains(&id)));
    }
    frontier.hold(SiteId(6));
    frontier.hold(SiteId(7));
    assert_eq!(bench.strategy.choose(&frontier), None);
}

/// The features of `silk` have a larger mean than those of `boat`. 64 draws miss one of two links with a probability of
/// 2⁻⁶⁴.
#[test]
fn without_exploration_the_first_choice_is_the_best_link() {
    let mut bench = begun(1, &[("exploration", 0.0), ("representatives", 64.0)]);
    for _ in 0..20 {
        let chosen = bench.strategy.choose(&bench.frontier).expect("links wait");
        assert_eq!(bench.urls.url(chosen).path(), "/bad/0");
    }
}

/// Returns the number of links in the only leaf of the tree.
fn in_tree(bench: &Bench) -> Cell {
    let (_, tables) = bench.told();
    let [leaf] = &tables[0].rows[..] else { panic!("one leaf: {tables:?}") };
    leaf[3].clone()
}

/// The links of the first page have a larger priority, but are not in the tree until that page is replayed.
#[test]
fn after_a_restart_the_links_of_a_new_page_are_in_the_tree() {
    let mut bench = begun(5, &[]);
    bench.strategy.restart();
    let links: Vec<String> = (0..4).map(|n| format!("<p><a href=/new/{n}>harbor</a></p>")).collect();
    bench.read("new", &links.concat());
    assert_eq!(in_tree(&bench), Cell::Number(4.0));
    for _ in 0..20 {
        let chosen = bench.strategy.choose(&bench.frontier).expect("links wait");
        assert!(bench.urls.url(chosen).path().starts_with("/new/"), "{}", bench.urls.url(chosen));
    }
}

/// The strategy is not told that the links left the frontier, as if a replayed page had put them back into the tree.
#[test]
fn links_that_are_not_in_the_frontier_leave_the_tree_at_the_next_refresh() {
    let mut bench = begun(3, &[]);
    let gone: Vec<UrlId> = bench.frontier.top(2).map(|(id, _)| id).collect();
    for id in gone {
        bench.frontier.take(id);
        free_host(&mut bench);
    }
    assert_eq!(in_tree(&bench), Cell::Number(6.0));
    for n in 0..30 {
        bench.read(&format!("other/{n}"), OTHER);
    }
    assert_eq!(in_tree(&bench), Cell::Number(4.0));
}

/// The fetch of the link ends after the refresh, and is an experience.
#[test]
fn a_link_that_is_being_fetched_stays_in_the_tree() {
    let mut bench = begun(1, &[]);
    let id = bench.strategy.choose(&bench.frontier).expect("links wait");
    bench.frontier.take(id);
    for n in 0..30 {
        bench.read(&format!("other/{n}"), OTHER);
    }
    assert_eq!(in_tree(&bench), Cell::Number(2.0));
    let path = bench.urls.url(id).path().trim_start_matches('/').to_owned();
    bench.read(&path, OTHER);
    let (_, tables) = bench.told();
    assert_eq!(tables[0].rows[0][2..], [Cell::Number(1.0), Cell::Number(1.0)], "one page, one link");
}

#[test]
fn a_restored_strategy_chooses_as_the_saved_one() {
    let mut bench = begun(20, &[]);
    follow(&mut bench, 15);
    let saved = bench.strategy.save();
    let mut restored = begun(1, &[]).strategy;
    assert!(restored.restore(&saved));
    assert_eq!(restored.save(), saved);
    for _ in 0..10 {
        free_host(&mut bench);
        let chosen = bench.strategy.choose(&bench.frontier);
        assert_eq!(restored.choose(&bench.frontier), chosen);
        let id = chosen.expect("links wait");
        bench.frontier.take(id);
        for strategy in [&mut bench.strategy, &mut restored] {
            strategy.on_url_change(UrlChange::Lost(id));
        }
    }
}
