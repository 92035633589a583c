//! Tests the validation of trails, and the layers of pages.

use super::*;
use types::trails::TrailsError;

fn errors(written: &[&str]) -> Vec<TrailsError> {
    trails(written).check().unwrap_err()
}

#[test]
fn invalid_trails_are_rejected() {
    assert_eq!(errors(&[]), [TrailsError::NoTrails]);
    assert_eq!(errors(&["", ""]), [TrailsError::NoTrails]);
    assert_eq!(errors(&["a b*", ""]), [TrailsError::OneTrail]);
    assert_eq!(errors(&["a b", "c"]), [TrailsError::NothingRelevant]);
    assert_eq!(errors(&["a b"]), [TrailsError::OneTrail, TrailsError::NothingRelevant]);
    let long: Vec<String> = (0..5_001).map(|at| format!("{at}*")).collect();
    assert_eq!(errors(&[&long.join(" "), "a"]), [TrailsError::TooManyPages(5_002)]);
    let endless = "a* b ".repeat(25_001);
    assert_eq!(errors(&[&endless, "a"]), [TrailsError::TooManyEntries(50_005)]);
}

#[test]
fn a_page_that_cannot_be_crawled_is_reported_with_its_position() {
    let mut given = trails(&["a b*", "c d*"]);
    given.trails[1].pages[0].url = "mailto:a@b".to_owned();
    given.trails[1].name = "Second".to_owned();
    let errors = given.check().unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].field(), "trails[1].pages[0].url");
    assert!(errors[0].to_string().starts_with("page 1 of “Second”: only http"), "{}", errors[0]);
}

#[test]
fn pages_are_stored_once_and_trails_are_steps_between_them() {
    let mut given = trails(&["a b c", "b* d"]);
    given.trails[0].pages[1].url = "https://EXAMPLE.org/a#part".to_owned();
    given.trails[0].pages.push(page("a", false));
    let checked = given.check().unwrap();
    let urls: Vec<&str> = checked.pages().iter().map(|page| page.url.as_str()).collect();
    assert_eq!(
        urls,
        ["c", "b", "d"].iter().fold(vec!["https://example.org/a".to_owned()], |mut all, path| {
            all.push(format!("https://example.org/{path}"));
            all
        })
    );
    // The second page of the first trail repeats the first, which is no step. The click back to it is one.
    assert_eq!(checked.trails()[0].steps, [0, 1, 0]);
    assert_eq!(checked.trails()[1].steps, [2, 3]);
}

#[test]
fn a_page_that_is_relevant_in_one_trail_is_relevant_in_all() {
    let checked = trails(&["a b* c d*", "c* a"]).check().unwrap();
    let both: Vec<bool> = checked.pages().iter().map(|page| page.marked_both).collect();
    assert_eq!(both, [false, false, true, false]);
    assert_eq!(checked.relevant(), 3);
    assert_eq!(checked.layers(4), [vec![1, 0, 0, 0], vec![0, 3]]);
}

/// In the first trail the fifth and the eighth step are targets; no step follows them.
#[test]
fn layers_are_the_distances_to_the_next_target_along_the_trail() {
    let checked = trails(&["a b c d T* e f T* g h", "x y a T2*"]).check().unwrap();
    assert_eq!(checked.layers(4)[0], [3, 3, 2, 1, 0, 2, 1, 0, 3, 3]);
    assert_eq!(checked.layers(9)[0], [4, 3, 2, 1, 0, 2, 1, 0, 8, 8]);
    assert_eq!(checked.layers(4)[1], [3, 2, 1, 0]);
    assert_eq!(checked.layers(1)[1], [0, 0, 0, 0]);
    // Page a is four steps from a target on one trail and one on the other.
    assert_eq!(checked.layer(0, 9), 1);
    assert_eq!(checked.layers(9)[0][0], 4);
}

#[test]
fn a_click_back_is_a_step_and_the_page_has_its_lowest_layer() {
    let checked = trails(&["a b a T*", "T"]).check().unwrap();
    assert_eq!(checked.layers(5)[0], [3, 2, 1, 0]);
    assert_eq!([0, 1, 2].map(|page| checked.layer(page, 5)), [1, 2, 0]);
}
