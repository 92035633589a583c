//! Tests the order of the spiders' tree, and the drawing of the tree and of a story.

use crate::fakes::app::{
    count, counted, focused, hello, json, open_with, press, press_key, shown, strategy, text, wait_for_text,
};
use crate::fakes::spiders::{crawl, spider, story};
use crate::fakes::tree::drawn;
use page::views::crawl::spiders::families::Families;
use page::views::crawl::spiders::tree::Expanded;
use protocol::ToPage;
use std::rc::Rc;
use types::report::Spider;
use types::strategy::{Needs, StrategyInfo};
use wasm_bindgen_test::wasm_bindgen_test;

/// Returns spiders from “number, parent (0 for none), + or -”, where + means alive.
fn forest(told: &[(u32, u32, char)]) -> Families {
    let spiders: Vec<Rc<Spider>> = told
        .iter()
        .map(|(id, parent, sign)| Rc::new(spider(*id, (*parent > 0).then_some(*parent), *sign == '-')))
        .collect();
    Families::new(&spiders)
}

/// A living founder with a living and a dead child and a grandchild; a family that died out.
fn families() -> Families {
    forest(&[(1, 0, '+'), (2, 0, '-'), (3, 1, '-'), (4, 2, '-'), (5, 1, '-'), (6, 3, '+'), (7, 5, '-')])
}

#[wasm_bindgen_test]
fn families_stand_by_number_and_only_living_branches_are_unfolded() {
    let forest = families();
    let table = [
        (vec![], true, vec!["1", ".3", "..6", ".5*", "2*"]),
        (vec![(1, false)], true, vec!["1*", "2*"]),
        (vec![(2, true), (5, true)], true, vec!["1", ".3", "..6", ".5", "..7", "2", ".4"]),
        (vec![], false, vec!["1", ".3", "..6"]),
        (vec![(3, false)], false, vec!["1", ".3*"]),
    ];
    for (folds, with_dead, expected) in table {
        let folds: Expanded = folds.into_iter().collect();
        let seen = forest.lines(&folds, with_dead, 100);
        assert_eq!(drawn(&seen.lines), expected, "{folds:?} {with_dead}");
        assert_eq!(seen.all, expected.len());
    }
    assert_eq!(forest.living(), 2);
}

#[wasm_bindgen_test]
fn a_line_has_its_position_among_siblings_and_its_family() {
    let families = families();
    let seen = families.lines(&Expanded::new(), true, 100);
    let told: Vec<_> = seen
        .lines
        .iter()
        .map(|line| (line.id, line.place, line.goes_on.clone(), line.root, families.below(line.at)))
        .collect();
    assert_eq!(
        told,
        [
            (1, (1, 2), vec![true], 1, 4),
            (3, (1, 2), vec![true, true], 1, 1),
            (6, (1, 1), vec![true, true, false], 1, 0),
            (5, (2, 2), vec![true, false], 1, 1),
            (2, (2, 2), vec![false], 2, 1),
        ]
    );
}

#[wasm_bindgen_test]
fn of_a_large_population_only_the_first_lines_are_made_and_all_are_counted() {
    let told: Vec<(u32, u32, char)> = (1..=5_000).map(|id| (id, id / 3, if id % 4 == 0 { '+' } else { '-' })).collect();
    let seen = forest(&told).lines(&Expanded::new(), true, 60);
    assert_eq!(seen.lines.len(), 60);
    assert!(seen.all > 2_000, "{}", seen.all);
}

#[wasm_bindgen_test]
fn a_chain_of_descendants_of_any_length_is_walked() {
    let told: Vec<(u32, u32, char)> = (1..=3_000).map(|id| (id, id - 1, if id == 3_000 { '+' } else { '-' })).collect();
    let forest = forest(&told);
    assert_eq!(forest.lines(&Expanded::new(), true, 1).all, 3_000);
    assert_eq!(forest.founder(3_000), 1);
}

#[wasm_bindgen_test]
fn a_spider_with_an_unknown_or_later_parent_is_a_founder() {
    let seen = forest(&[(1, 1, '+'), (2, 9, '+'), (3, 4, '+'), (4, 3, '+')]).lines(&Expanded::new(), true, 10);
    assert_eq!(drawn(&seen.lines), ["1", "2", "3", ".4"]);
}

/// Opens the app with a crawl by this strategy; the worker sends the story of a watched spider.
fn open(id: &str) {
    let many = StrategyInfo { has_spiders: true, ..strategy("many", Needs::QUERY) };
    open_with(
        &format!("#/crawl?q=asthma&strategy={id}&source=demo&start=1"),
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Start) for (const m of [{}, {}]) postMessage(m); \
            if (data.Watch?.story === 3) postMessage({}); }}; postMessage({});",
            json(&ToPage::Started),
            json(&crawl()),
            json(&story()),
            json(&hello(vec![strategy("best-first", Needs::QUERY), many])),
        ),
    );
}

#[wasm_bindgen_test]
async fn the_tree_is_walked_by_keys_and_a_story_opens_and_gives_the_focus_back() {
    open("many");
    press("#tab-spiders").await;
    shown("#view #spider-1").await;
    assert_eq!(count("[role=treeitem]"), 3);
    assert_eq!(text("#spider-1"), "Spider 1, thinking, energy 50%, 2 pages, best page .50 Page 2");
    assert!(text("#spider-2").starts_with("Spider 2, dead since page 30, energy 50%, 0 pages"));
    press_key("#spider-1", "ArrowDown");
    focused("spider-2").await;
    press_key("#spider-2", "End");
    focused("spider-3").await;
    press_key("#spider-3", "Enter");
    wait_for_text(".story", "Spider 3").await;
    wait_for_text(".keywords", "pollensince page 2").await;
    assert!(text(".keywords").contains("asthmaof your query"));
    assert!(text(".keywords").contains("inhalerpage 1, by Spider 1"));
    assert_eq!(count(".visited li"), 2);
    assert_eq!((count(".weights .for"), count(".weights .against")), (1, 1));
    press_key(".story", "Escape");
    focused("spider-3").await;
    assert_eq!(count(".story"), 0);
}

#[wasm_bindgen_test]
async fn a_page_of_a_story_opens_its_details() {
    open("many");
    press("#tab-spiders").await;
    press("#view #spider-3").await;
    press(".visited button").await;
    wait_for_text(".details", "Page 2").await;
}

#[wasm_bindgen_test]
async fn the_dead_can_be_left_out_and_families_are_folded_by_keys() {
    open("many");
    press("#tab-spiders").await;
    press("#view .spiders-head input").await;
    counted("[role=treeitem]", 2).await;
    press_key("#spider-1", "ArrowLeft");
    shown("#spider-1[aria-expanded=false]").await;
    assert_eq!(count("[role=treeitem]"), 1);
}
