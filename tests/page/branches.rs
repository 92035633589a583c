//! Tests the branches of a crawl without spiders: their order and counts, their drawing, and their filter.

use crate::fakes::app::{
    self, count, focused, hello, press, press_key, shown, strategy, text, type_into, until, wait_for_text,
};
use crate::fakes::branches::{crawl, page, pages, state};
use crate::fakes::tree::drawn;
use page::views::crawl::spiders::branches::counts::{BranchCounts, Branches};
use page::views::crawl::spiders::tree::Expanded;
use page_state::Action;
use page_state::crawl::ranking::{Origin, ResultsAction};
use protocol::ToPage;
use std::rc::Rc;
use types::report::PageRecord;
use types::strategy::Needs;
use wasm_bindgen_test::wasm_bindgen_test;

/// The usual threshold of relevance.
const GOOD: f64 = types::limits::GOOD_RELEVANCE;

fn branches(pages: Vec<PageRecord>) -> Branches {
    let pages: Vec<Rc<PageRecord>> = pages.into_iter().map(Rc::new).collect();
    Branches::new(&pages, GOOD, false)
}

#[wasm_bindgen_test]
fn seeds_stand_in_crawl_order_and_below_them_the_pages_that_led_to_the_most() {
    let branches = branches(pages());
    let table = [
        (vec![], vec!["1*", "2*"]),
        (vec![(1, true)], vec!["1", ".4*", ".3*", "2*"]),
        (
            vec![(1, true), (4, true), (3, true), (2, true)],
            // Page 5 is off the topic and led to no page; so are 8 and 9.
            vec!["1", ".4", "..7", ".3", "..6", "2", ".10"],
        ),
    ];
    for (folds, expected) in table {
        let folds: Expanded = folds.into_iter().collect();
        let seen = branches.lines(&folds, 100);
        assert_eq!(drawn(&seen.lines), expected, "{folds:?}");
        assert_eq!(seen.all, expected.len());
    }
    let pages: Vec<Rc<PageRecord>> = pages().into_iter().map(Rc::new).collect();
    let growing = Branches::new(&pages, GOOD, true);
    let seen = growing.lines(&Expanded::from([(1, true)]), 100);
    let expected = ["1", ".3*", ".4*", "2*"];
    assert_eq!(drawn(&seen.lines), expected, "rows stay while pages come");
}

#[wasm_bindgen_test]
fn a_branch_counts_the_pages_that_the_filter_by_its_seed_shows() {
    let branches = branches(pages());
    let counts = |pages, relevant, depth, best| BranchCounts { pages, relevant, depth, best: Some(best) };
    assert_eq!(*branches.counts(0), counts(7, 2, 2, (6, 0.9)));
    assert_eq!(*branches.counts(1), counts(2, 1, 1, (10, 0.9)));
    assert_eq!(*branches.counts(3), counts(3, 1, 2, (7, 0.6)));
    assert!((branches.counts(1).harvest() - 0.5).abs() < 1e-9);
    let mut state = state();
    for (seed, place) in [(1, 0), (2, 1)] {
        state.apply(Action::Results(ResultsAction::ToggleOrigin(Origin::Seed(seed))));
        assert_eq!(state.crawl.ranking.len(), branches.counts(place).pages as usize);
    }
}

#[wasm_bindgen_test]
fn the_first_of_equal_pages_is_the_best_and_a_single_seed_is_unfolded() {
    let chain = vec![page(1, 0, 0, 0.7), page(2, 1, 1, 0.7), page(3, 2, 2, 0.0)];
    let branches = branches(chain);
    assert_eq!(branches.counts(0).best, Some((1, 0.7)));
    assert_eq!(drawn(&branches.lines(&Expanded::new(), 9).lines), ["1", ".2"]);
    let folded = Expanded::from([(1, false)]);
    assert_eq!(drawn(&branches.lines(&folded, 9).lines), ["1*"]);
}

#[wasm_bindgen_test]
fn of_a_large_crawl_only_the_first_lines_are_made_and_all_are_counted() {
    let pages = (1..=5_000).map(|n| page(n, n / 3, 1, 0.9));
    let branches = branches(pages.collect());
    assert_eq!(branches.seeds(), 2);
    let folds: Expanded = (1..=5_000).map(|n| (n, true)).collect();
    let seen = branches.lines(&folds, 60);
    assert_eq!((seen.lines.len(), seen.all), (60, 5_000));
    assert_eq!(branches.lines(&Expanded::new(), 60).all, 2);
}

/// Opens the app with a crawl from two seeds.
fn open() {
    let hello = hello(vec![strategy("best-first", Needs::QUERY)]);
    app::open("#/crawl?q=asthma&strategy=best-first&source=demo&start=1", &hello, &[ToPage::Started, crawl()]);
}

/// Waits until the list has this many results.
async fn listed(wanted: &str) {
    let count = || text(".results-head .count");
    until(|| count() == wanted, || format!("{} results, not {wanted}", count())).await;
}

#[wasm_bindgen_test]
async fn the_tree_is_walked_by_keys_and_a_seed_filters_the_results_until_it_is_pressed_again() {
    open();
    wait_for_text("#tab-spiders", "Branches").await;
    press("#tab-spiders").await;
    shown("#view #branch-1").await;
    assert_eq!(text("#branch-1"), "a.test/1, harvest rate 29%, 2 relevant of 7 pages, depth 2, best page .90 Page 6");
    assert_eq!(text(".spiders-head .fine"), "2 seeds");
    press_key("#branch-1", "ArrowRight");
    shown("#branch-1[aria-expanded=true]").await;
    assert_eq!(count("[role=treeitem]"), 4);
    press_key("#branch-1", "ArrowDown");
    focused("branch-4").await;
    press_key("#branch-4", "Enter");
    wait_for_text(".details", "Page 4").await;
    shown("#branch-4[aria-selected=true]").await;
    press_key("#branch-4", "End");
    focused("branch-2").await;
    press_key("#branch-2", "Enter");
    shown("#branch-2[aria-selected=true]").await;
    press("#tab-results").await;
    listed("2").await;
    press("#tab-spiders").await;
    press("#view #branch-2").await;
    shown("#branch-2[aria-selected=false]").await;
    press("#tab-results").await;
    listed("9").await;
}

#[wasm_bindgen_test]
async fn each_result_but_a_seed_names_its_seed_as_the_tree_does_and_a_press_filters_by_it() {
    open();
    listed("9").await;
    shown(".origin").await;
    assert_eq!(count(".origin") + 2, count("#results .row"));
    press(".origin").await;
    shown(".origin[aria-pressed=true]").await;
    let name = text(".origin");
    press("#tab-spiders").await;
    shown("[role=treeitem][aria-selected=true]").await;
    assert_eq!(text("[role=treeitem][aria-selected=true] .branch-name"), name);
    press("#tab-results").await;
    press(".origin").await;
    shown(".origin[aria-pressed=false]").await;
    listed("9").await;
    press(".layout-choice button:nth-child(2)").await;
    press(".result-table td button[aria-pressed]").await;
    shown(".result-table td button[aria-pressed=true]").await;
    press(".layout-choice button:nth-child(1)").await;
}

#[wasm_bindgen_test]
async fn a_replay_shows_the_branches_of_its_moment() {
    open();
    press("#tab-spiders").await;
    wait_for_text("#branch-1", "2 relevant of 7 pages").await;
    type_into(".timeline input", "6").await;
    wait_for_text("#branch-1", "1 relevant of 5 pages").await;
    press("#branch-1").await;
    shown("#branch-1[aria-selected=true]").await;
    press("#tab-results").await;
    listed("5").await;
}
