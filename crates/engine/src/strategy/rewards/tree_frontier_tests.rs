//! Tests of paths and of the report.

use super::*;

#[test]
fn a_path_knows_the_distance_from_its_closest_relevant_page() {
    let seed = Path::default().then(false);
    assert_eq!((seed.reciprocal_distance(), seed.share()), (0.0, 0.0));
    let relevant = seed.then(true);
    assert_eq!((relevant.reciprocal_distance(), relevant.share()), (1.0, 0.5));
    let further = relevant.then(false).then(false);
    assert_eq!((further.reciprocal_distance(), further.share()), (1.0 / 3.0, 0.25));
    assert_eq!(further.then(true), Path { pages: 5, relevant: 2, distance: 1 });
}

#[test]
fn the_conditions_of_a_leaf_name_its_features() {
    assert_eq!(described(&[(4, 0.25, true), (2, 0.5, false)]), "Link text > 0.25, Path ≤ 0.50");
    assert_eq!(described(&[]), "all");
}
