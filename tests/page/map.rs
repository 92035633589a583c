//! Tests the map: the drawn nodes and links of a crawl, their initial positions, search and lists, and the visible
//! part.

use page::views::crawl::map::camera::Camera;
use page::views::crawl::map::gesture::{Gesture, GestureEffect};
use page::views::crawl::map::map_state::MapState;
use page::views::crawl::map::scene::{GROUPED_ABOVE, Node, SPARSE_ABOVE, Scene, SceneOptions};
use page::views::crawl::map::table::{Column, rows};
use page::views::crawl::map::web::Web;
use page_state::crawl::ranking::Ranking;
use std::collections::BTreeSet;
use types::report::{FetchOutcome, PageRecord};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::record as fake;

/// A page on a host, with its parent and the earlier pages that link to it and that it links to.
fn page(n: u32, host: &str, parent: Option<u32>, from: &[u32], to: &[u32]) -> PageRecord {
    let mut record = fake::record(n, f64::from(n) / 10.0);
    record.host = format!("http://{host}");
    record.discovery.parent = parent;
    record.neighbors.linked_from = from.to_vec();
    record.neighbors.links_to = to.to_vec();
    record
}

/// Two hosts: 1 and 2 on a.test, 3 and 4 on b.test; 1 → 2, 1 → 3, 2 → 3, 3 → 4, 4 → 1.
fn crawl() -> Ranking {
    let mut ranking = Ranking::default();
    for record in [
        page(1, "a.test", None, &[], &[]),
        page(2, "a.test", Some(1), &[1], &[]),
        page(3, "b.test", Some(1), &[1, 2], &[]),
        page(4, "b.test", Some(3), &[3], &[1]),
    ] {
        ranking.push(record);
    }
    ranking
}

fn web() -> Web {
    let mut web = Web::default();
    web.follow(&crawl());
    web
}

/// The map of the crawl.
fn opened() -> MapState {
    let mut map_state = MapState::default();
    map_state.add_pages(&crawl());
    map_state
}

fn hosts(opened: &[usize]) -> SceneOptions {
    SceneOptions {
        hosts: Some(true),
        opened: opened.iter().copied().collect::<BTreeSet<_>>(),
        ..SceneOptions::default()
    }
}

fn only_pages() -> SceneOptions {
    SceneOptions { hosts: Some(false), ..SceneOptions::default() }
}

/// The pages, in-links and relevance in percent of each node.
fn facts(web: &Web, scene: &Scene) -> Vec<(usize, u32, f64)> {
    let percent = |node| (web.relevance(node) * 100.0).round();
    let fact = |node: &Node| (web.size(*node), web.linked(*node), percent(*node));
    scene.nodes.iter().map(fact).collect()
}

/// The links of a scene by its nodes.
fn links(scene: &Scene) -> Vec<(Node, Node)> {
    let node = |place: u32| scene.nodes[place as usize];
    let pairs = scene.links.chunks_exact(2);
    pairs.map(|link| (node(link[0]), node(link[1]))).collect()
}

#[wasm_bindgen_test]
fn every_page_that_was_read_is_a_node_and_every_link_between_two_is_drawn_and_counted() {
    let web = web();
    let scene = Scene::new(&web, &SceneOptions::default(), 1);
    assert_eq!(scene.nodes, [0, 1, 2, 3].map(Node::Page));
    let expected = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 0)];
    assert_eq!(links(&scene), expected.map(|(from, to)| (Node::Page(from), Node::Page(to))));
    let linked = scene.nodes.iter().map(|node| web.linked(*node));
    assert_eq!(linked.collect::<Vec<_>>(), [1, 1, 2, 1]);
}

#[wasm_bindgen_test]
fn pages_that_were_not_read_or_ask_not_to_be_shown_are_not_on_the_map_and_links_to_them_are_not_drawn() {
    for outcome in [FetchOutcome::Status(404), FetchOutcome::NoIndex] {
        let mut ranking = Ranking::default();
        ranking.push(PageRecord { outcome, ..page(1, "a.test", None, &[], &[]) });
        ranking.push(page(2, "a.test", Some(1), &[1], &[]));
        let mut web = Web::default();
        web.follow(&ranking);
        let scene = Scene::new(&web, &SceneOptions::default(), 1);
        assert_eq!((scene.nodes, scene.links), (vec![Node::Page(0)], vec![]));
    }
}

#[wasm_bindgen_test]
fn a_record_without_neighbors_is_linked_to_its_parent() {
    let mut ranking = Ranking::default();
    ranking.push(page(1, "a.test", None, &[], &[]));
    ranking.push(page(2, "a.test", Some(1), &[], &[]));
    let mut web = Web::default();
    web.follow(&ranking);
    assert_eq!(web.links(3).collect::<Vec<_>>(), [(0, 1)]);
}

#[wasm_bindgen_test]
fn three_links_of_a_page_are_drawn_and_all_are_counted() {
    let mut ranking = Ranking::default();
    (1..=6).for_each(|n| ranking.push(page(n, "a.test", None, &[], &[])));
    ranking.push(page(7, "a.test", Some(5), &[1, 2, 3, 4, 5, 6], &[]));
    let mut web = Web::default();
    web.follow(&ranking);
    assert_eq!(web.links(3).collect::<Vec<_>>(), [(4, 6), (0, 6), (1, 6)]);
    assert_eq!(web.links(1).collect::<Vec<_>>(), [(4, 6)]);
    assert_eq!(web.linked(Node::Page(6)), 6);
}

#[wasm_bindgen_test]
fn larger_maps_draw_fewer_links_and_finally_only_discovery_links() {
    let mut ranking = Ranking::default();
    let mut web = Web::default();
    let pages = only_pages();
    let mut next = 1;
    for (most, each) in [(GROUPED_ABOVE, 3), (SPARSE_ABOVE, 2), (SPARSE_ABOVE + 1, 1)] {
        while ranking.pages.records().len() < most {
            let from: Vec<u32> = (next.max(5) - 4..next).collect();
            ranking.push(page(next, "a.test", from.last().copied(), &from, &[]));
            next += 1;
        }
        while !web.follow(&ranking) {}
        let scene = Scene::new(&web, &pages, 1);
        let links = links(&scene);
        let last = Node::Page(most - 1);
        assert_eq!(links.iter().filter(|(_, to)| *to == last).count(), each, "{most}");
        assert!(links.contains(&(Node::Page(most - 2), last)), "not by its parent");
    }
}

#[wasm_bindgen_test]
fn new_pages_are_added_and_another_crawl_replaces_the_first() {
    let mut map_state = MapState::default();
    let mut ranking = crawl();
    map_state.add_pages(&ranking);
    let before = map_state.build_scene();
    ranking.push(page(5, "a.test", Some(4), &[4], &[]));
    map_state.add_pages(&ranking);
    let after = map_state.build_scene();
    assert_eq!((before.nodes.len(), after.nodes.len()), (4, 5));
    assert_ne!(before.number, after.number);
    let mut other = Ranking::default();
    other.push(page(1, "c.test", None, &[], &[]));
    map_state.add_pages(&other);
    assert_eq!(map_state.web.hosts()[0].name, "http://c.test");
    assert_eq!(map_state.web.pages().len(), 1);
}

#[wasm_bindgen_test]
fn hosts_have_their_pages_their_mean_relevance_and_the_links_of_others() {
    let web = web();
    let scene = Scene::new(&web, &hosts(&[]), 1);
    assert_eq!(scene.nodes, [Node::Host(0), Node::Host(1)]);
    assert_eq!(links(&scene), [(Node::Host(0), Node::Host(1)), (Node::Host(1), Node::Host(0))]);
    assert_eq!(facts(&web, &scene), [(2, 1, 15.0), (2, 2, 35.0)]);
}

#[wasm_bindgen_test]
fn discs_grow_with_in_links_whatever_else_a_node_has() {
    let web = web();
    let by_links = |nodes: &[Node]| {
        let mut sizes: Vec<(u32, f32)> = nodes.iter().map(|node| (web.linked(*node), web.radius(*node))).collect();
        sizes.sort_by_key(|(links, _)| *links);
        sizes
    };
    for nodes in [[0, 1, 2, 3].map(Node::Page).to_vec(), [0, 1].map(Node::Host).to_vec()] {
        let sizes = by_links(&nodes);
        for pair in sizes.windows(2) {
            let [(few, small), (many, large)] = [pair[0], pair[1]];
            assert_eq!(few < many, small < large, "{sizes:?}");
        }
        assert!(sizes.first().map(|one| one.0) < sizes.last().map(|one| one.0));
    }
}

#[wasm_bindgen_test]
fn an_opened_host_has_its_pages_around_it() {
    let web = web();
    let scene = Scene::new(&web, &hosts(&[1]), 1);
    assert_eq!(scene.nodes, [Node::Host(0), Node::Host(1), Node::Page(2), Node::Page(3)]);
    let own = links(&scene);
    for link in [(Node::Host(1), Node::Page(2)), (Node::Host(1), Node::Page(3)), (Node::Page(2), Node::Page(3))] {
        assert!(own.contains(&link), "{link:?} is not among {own:?}");
    }
}

#[wasm_bindgen_test]
fn above_the_limit_hosts_are_drawn_by_default() {
    let mut ranking = Ranking::default();
    let most = u32::try_from(GROUPED_ABOVE).expect("is small");
    let mut web = Web::default();
    (1..=most).for_each(|n| ranking.push(page(n, "a.test", None, &[], &[])));
    assert!(!web.follow(&ranking), "more than is taken in at a time");
    while !web.follow(&ranking) {}
    assert!(!Scene::new(&web, &SceneOptions::default(), 1).is_hosts);
    ranking.push(page(most + 1, "a.test", None, &[], &[]));
    web.follow(&ranking);
    assert_eq!(Scene::new(&web, &SceneOptions::default(), 2).nodes, [Node::Host(0)]);
    let pages = only_pages();
    assert_eq!(Scene::new(&web, &pages, 3).nodes.len(), GROUPED_ABOVE + 1);
}

#[wasm_bindgen_test]
fn new_pages_start_beside_their_parents_and_others_keep_their_positions() {
    let mut map_state = MapState::default();
    let mut ranking = crawl();
    map_state.add_pages(&ranking);
    let scene = map_state.build_scene();
    assert_eq!(map_state.positions(&scene).1, 4, "all are new");
    map_state.save_positions(&scene, &[0.0, 0.0, 100.0, 0.0, 0.0, 100.0, 500.0, 700.0]);
    ranking.push(page(5, "b.test", Some(4), &[4], &[]));
    map_state.add_pages(&ranking);
    let scene = map_state.build_scene();
    let (places, new) = map_state.positions(&scene);
    assert_eq!((&places[..8], new), (&[0.0, 0.0, 100.0, 0.0, 0.0, 100.0, 500.0, 700.0][..], 1));
    let far = (places[8] - 500.0).hypot(places[9] - 700.0);
    assert!(far > 1.0 && far < 20.0, "{far}");
}

#[wasm_bindgen_test]
fn a_past_moment_is_laid_out_until_its_pages_have_settled_once() {
    let mut map_state = opened();
    map_state.options.until = Some(2);
    let past = map_state.build_scene();
    assert!(past.is_past && !map_state.is_still(&past));
    map_state.record_settled(&past);
    assert!(map_state.is_still(&past));
    map_state.options.until = Some(3);
    let later = map_state.build_scene();
    assert!(!map_state.is_still(&later), "its last page was not there");
    map_state.options.until = None;
    let latest = map_state.build_scene();
    map_state.record_settled(&latest);
    assert!(map_state.is_still(&later));
    assert!(!map_state.is_still(&latest), "only the past stands still");
}

#[wasm_bindgen_test]
fn seeds_without_positions_start_apart() {
    let mut ranking = Ranking::default();
    (1..=50).for_each(|n| ranking.push(page(n, "a.test", None, &[], &[])));
    let mut map_state = MapState::default();
    map_state.add_pages(&ranking);
    let scene = Scene::new(&map_state.web, &only_pages(), 1);
    let (places, _) = map_state.positions(&scene);
    let places: Vec<&[f32]> = places.chunks_exact(2).collect();
    for (at, one) in places.iter().enumerate() {
        for other in &places[..at] {
            assert!((one[0] - other[0]).hypot(one[1] - other[1]) > 10.0);
        }
    }
}

#[wasm_bindgen_test]
fn a_search_finds_words_of_titles_and_addresses_in_any_order_and_case() {
    let web = web();
    for (words, found) in
        [(vec!["page"], 4), (vec!["a.test/3"], 1), (vec!["3", "page"], 1), (vec!["page", "nowhere"], 0)]
    {
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        let count = (0..4).filter(|page| web.matches(Node::Page(*page), &words)).count();
        assert_eq!(count, found, "{words:?}");
    }
    assert!(web.matches(Node::Host(1), &["b.te".to_owned()]));
}

#[wasm_bindgen_test]
fn the_table_lists_what_was_found_in_the_order_of_any_column() {
    let web = web();
    let scene = Scene::new(&web, &SceneOptions::default(), 1);
    for (by, down, expected) in [
        (Column::Relevance, true, vec![3, 2, 1, 0]),
        (Column::Relevance, false, vec![0, 1, 2, 3]),
        (Column::Linked, true, vec![2, 0, 1, 3]),
        (Column::Name, false, vec![0, 1, 2, 3]),
    ] {
        assert_eq!(rows(&web, &scene, None, by, down), expected, "{by:?} {down}");
    }
    let found = [true, false, false, true];
    assert_eq!(rows(&web, &scene, Some(&found), Column::Relevance, true), [3, 0]);
}

#[wasm_bindgen_test]
fn a_frozen_map_takes_new_pages_beside_their_parent_apart_from_each_other() {
    let mut map_state = MapState::default();
    let mut ranking = crawl();
    map_state.add_pages(&ranking);
    map_state.freeze(true);
    let scene = map_state.build_scene();
    assert!(map_state.is_still(&scene) && !scene.is_past);
    map_state.save_positions(&scene, &[0.0, 0.0, 300.0, 0.0, 0.0, 300.0, 500.0, 700.0]);
    for n in 5..=24 {
        ranking.push(page(n, "b.test", Some(4), &[4], &[]));
    }
    map_state.add_pages(&ranking);
    let scene = map_state.build_scene();
    let (places, new) = map_state.positions(&scene);
    assert_eq!(new, 20);
    let places: Vec<&[f32]> = places.chunks_exact(2).skip(3).collect();
    for (at, one) in places.iter().enumerate() {
        let far = (one[0] - 500.0).hypot(one[1] - 700.0);
        assert!(far < 60.0, "{far}");
        for other in &places[..at] {
            let apart = (one[0] - other[0]).hypot(one[1] - other[1]);
            assert!(apart > 6.0, "page {at} covers another: {apart}");
        }
    }
}

#[wasm_bindgen_test]
fn a_frozen_map_of_another_kind_is_laid_out_once() {
    let mut map_state = opened();
    map_state.freeze(true);
    map_state.options.hosts = Some(true);
    let hosts = map_state.build_scene();
    assert!(!map_state.is_still(&hosts), "its nodes were never laid out");
    map_state.record_settled(&hosts);
    assert!(map_state.is_still(&hosts));
    map_state.options.hosts = Some(false);
    let pages = map_state.build_scene();
    assert!(map_state.is_still(&pages), "it stays as it was frozen");
    map_state.freeze(false);
    let pages = map_state.build_scene();
    assert!(!map_state.is_still(&pages));
}

#[wasm_bindgen_test]
fn pages_of_an_opened_host_settle_apart_from_hosts() {
    let mut map_state = opened();
    map_state.options = SceneOptions { until: Some(2), ..hosts(&[0]) };
    let unfolded = map_state.build_scene();
    map_state.record_settled(&unfolded);
    assert!(map_state.is_still(&unfolded), "a host and its two pages");
    map_state.options = SceneOptions { until: Some(4), ..hosts(&[]) };
    let folded = map_state.build_scene();
    assert_eq!(folded.nodes.len(), 2);
    assert!(!map_state.is_still(&folded), "the second host is new");
}

#[wasm_bindgen_test]
fn in_a_replay_figures_and_links_are_those_of_the_moment() {
    let mut map_state = opened();
    let mut at = |until| {
        map_state.options = SceneOptions { until, ..hosts(&[]) };
        let scene = map_state.build_scene();
        let web = &map_state.web;
        (facts(web, &scene), scene.links, web.linked(Node::Page(0)))
    };
    let latest = at(None);
    assert_eq!(latest.0, [(2, 1, 15.0), (2, 2, 35.0)]);
    assert_eq!(at(Some(1)), (vec![(1, 0, 10.0)], vec![], 0));
    assert_eq!(at(Some(3)), (vec![(2, 0, 15.0), (1, 2, 30.0)], vec![0, 1], 0), "the link of page 4 is still to come");
    assert_eq!(at(None), latest);
}

#[wasm_bindgen_test]
fn zooming_keeps_the_point_under_the_pointer_and_fitting_shows_everything() {
    let mut camera = Camera { screen: (800.0, 600.0), ..Camera::default() };
    let held = camera.to_map((100.0, 50.0));
    camera.zoom_at((100.0, 50.0), 3.0);
    let (x, y) = camera.to_screen(held);
    assert!((x - 100.0).hypot(y - 50.0) < 1e-6);
    camera.fit(&[-5_000.0, 0.0, 3_000.0, 900.0, 0.0, -700.0]);
    for place in [(-5_000.0, 0.0), (3_000.0, 900.0), (0.0, -700.0)] {
        let (x, y) = camera.to_screen(place);
        assert!((0.0..=800.0).contains(&x) && (0.0..=600.0).contains(&y), "{x} {y}");
    }
    let [width, height, across, down] = camera.transform();
    let (x, y) = camera.to_screen((3_000.0, 900.0));
    assert!((3_000.0 * width + across - (x / 400.0 - 1.0)).abs() < 1e-9);
    assert!((900.0 * height + down - (1.0 - y / 300.0)).abs() < 1e-9);
}

#[wasm_bindgen_test]
fn one_pointer_pans_two_zoom_and_a_short_press_is_a_click() {
    let mut gesture = Gesture::default();
    gesture.press(1, (10.0, 10.0));
    assert_eq!(gesture.drag(1, (12.0, 10.0)), GestureEffect::Nothing);
    assert_eq!(gesture.release(1), GestureEffect::Click((12.0, 10.0)));
    gesture.press(1, (10.0, 10.0));
    assert_eq!(gesture.drag(1, (30.0, 10.0)), GestureEffect::Pan((20.0, 0.0)));
    assert_eq!(gesture.release(1), GestureEffect::Nothing);
    gesture.press(1, (0.0, 0.0));
    gesture.press(2, (10.0, 0.0));
    assert_eq!(gesture.drag(2, (20.0, 0.0)), GestureEffect::Zoom((10.0, 0.0), 2.0, (5.0, 0.0)));
    assert_eq!((gesture.release(2), gesture.release(1)), (GestureEffect::Nothing, GestureEffect::Nothing));
}
