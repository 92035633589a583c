//! Tests the curves, the log of refusals, and the counts of a crawl.

use page::widgets::chart::points::{decimated, round_up};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_curve_keeps_its_ends_and_has_no_more_points_than_allowed() {
    for (len, most) in [(0, 5), (1, 5), (5, 5), (6, 5), (10_000, 500), (10_000, 2), (3, 1)] {
        let places = decimated(len, most);
        assert_eq!(places.len(), len.min(most), "{len}");
        assert!(places.is_sorted() && places.windows(2).all(|pair| pair[0] < pair[1]), "{len}");
        assert_eq!(places.last().copied(), len.checked_sub(1), "{len}");
        assert!(most == 1 || places.first().is_none_or(|first| *first == 0), "{len}");
    }
}

#[wasm_bindgen_test]
fn an_axis_ends_at_a_round_number_beyond_the_data() {
    for (value, end) in [
        (0.0, 1.0),
        (f64::NAN, 1.0),
        (0.03, 0.04),
        (0.21, 0.4),
        (0.41, 0.6),
        (1.0, 1.0),
        (7.0, 8.0),
        (200.0, 200.0),
        (201.0, 400.0),
        (9_999.0, 10_000.0),
    ] {
        assert!((round_up(value) - end).abs() < 1e-9, "{value}: {}", round_up(value));
    }
}
