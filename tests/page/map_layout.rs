//! Tests the layout of the map: it spreads nodes, keeps linked ones together, converges, and handles any input.

use layout::Layout;
use layout::spiders::Geometry;
use protocol::map::SpiderMarker;
use wasm_bindgen_test::wasm_bindgen_test;

/// Returns the positions at which a graph converges, and the number of steps.
fn settled(starts: &[f32], links: &[u32], heat: f64) -> (Vec<[f32; 2]>, usize) {
    let radii = vec![3.0; starts.len() / 2];
    let mut layout = Layout::new(starts, &radii, links, heat);
    let mut steps = 0;
    while !layout.is_settled() && steps < 1_000 {
        layout.step();
        steps += 1;
    }
    let places = layout.places().chunks_exact(2).map(|place| [place[0], place[1]]).collect();
    (places, steps)
}

fn distance(one: [f32; 2], other: [f32; 2]) -> f32 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

#[wasm_bindgen_test]
fn linked_nodes_end_nearer_to_each_other_than_to_others() {
    // Two triangles, all from nearly the same position.
    let starts: Vec<f32> = (0..12).map(|at| at as f32 * 0.1).collect();
    let (places, _) = settled(&starts, &[0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3], 1.0);
    let within = distance(places[0], places[1]).max(distance(places[3], places[4]));
    let between = distance(places[0], places[3]).min(distance(places[2], places[5]));
    assert!(within > 6.0, "the discs cover each other: {within}");
    assert!(between > within, "{between} {within}");
}

#[wasm_bindgen_test]
fn every_layout_settles_and_a_cooler_one_sooner() {
    let starts: Vec<f32> = (0..200).map(|at| (at * 37 % 101) as f32).collect();
    let links: Vec<u32> = (1..100).flat_map(|at| [at / 3, at]).collect();
    let (hot, cool) = (settled(&starts, &links, 1.0).1, settled(&starts, &links, 0.2).1);
    assert!(cool < hot && hot < 300, "{cool} {hot}");
}

#[wasm_bindgen_test]
fn the_same_graph_is_laid_out_the_same_way() {
    let starts: Vec<f32> = (0..60).map(|at| (at * 7 % 11) as f32).collect();
    let links: Vec<u32> = (1..30).flat_map(|at| [at / 2, at]).collect();
    assert_eq!(settled(&starts, &links, 1.0), settled(&starts, &links, 1.0));
}

#[wasm_bindgen_test]
fn extreme_numbers_give_finite_positions() {
    let cases: [(&[f32], &[u32]); 5] = [
        (&[], &[]),
        (&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[0, 1, 1, 2]),
        (&[f32::NAN, f32::INFINITY, 1.0, 2.0], &[0, 1]),
        (&[0.0, 0.0, 1.0, 1.0], &[0, 0, 0, 9, 7, 1]),
        (&[1e30, -1e30, 1.0, 1.0], &[]),
    ];
    for (starts, links) in cases {
        let (places, _) = settled(starts, links, 1.0);
        assert_eq!(places.len(), starts.len() / 2);
        assert!(places.iter().flatten().all(|part| part.is_finite()), "{starts:?}: {places:?}");
    }
}

/// A spider that moved from node 1 to node 0, with its second page at node 0.
fn marker() -> SpiderMarker {
    SpiderMarker { trail: vec![0, 1, 9], place: 1, shape: 4, color: 2 }
}

fn geometry(zoom: f64) -> Geometry<'static> {
    Geometry { places: &[0.0, 0.0, 100.0, 0.0], sizes: &[6.0, 6.0], scale: 1.0, zoom, is_dark: false }
}

#[wasm_bindgen_test]
fn tails_fade_toward_earlier_pages_and_missing_nodes_have_none() {
    let tails = geometry(1.0).tails(&[marker()]);
    assert_eq!(tails.count(), 6, "one band of two triangles");
    let corner = |at: usize| [tails.positions[2 * at], tails.positions[2 * at + 1]];
    let opacity = |at: usize| tails.colors[4 * at + 3];
    let (near, far) = (distance(corner(0), corner(1)), distance(corner(2), corner(5)));
    assert!(near > far && far > 0.5, "{near} {far}");
    assert!(opacity(0) > opacity(2) && opacity(2) > 0);
}

#[wasm_bindgen_test]
fn spiders_at_the_same_node_stand_as_many_pixels_apart_at_any_zoom() {
    let mut first = marker();
    first.place = 0;
    for zoom in [0.1, 1.0, 4.0] {
        let marks = geometry(zoom).marks(&[first.clone(), marker()]);
        let far = distance([marks.positions[0], marks.positions[1]], [marks.positions[2], marks.positions[3]]);
        assert!((f64::from(far) * zoom - 14.0).abs() < 0.01, "{far} at {zoom}");
        assert_eq!(marks.kinds, [5.0, 5.0], "the fifth shape");
    }
}
