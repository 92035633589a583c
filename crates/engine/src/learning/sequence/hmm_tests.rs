//! Tests the hidden Markov model: rows that sum to one, filtering and Viterbi against values computed by hand, and
//! rejected matrices.

use super::*;

fn close(ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert!((ours - theirs).abs() < 1e-12, "{ours} is not {theirs}");
    }
}

fn model() -> Hmm {
    Hmm::new(vec![0.5, 0.5], vec![vec![0.75, 0.25], vec![0.5, 0.5]], vec![vec![0.8, 0.2, 0.0], vec![0.25, 0.75, 0.0]])
        .unwrap()
}

/// Two trails: layers 2 1 0 and 1 0 0. Transitions: 2→1, 1→0 twice, 0→0 once. Six pages: three in layer 0, two in 1,
/// one in 2. The clusters are 2, 2, 1 in layer 0, twice 0 in layer 1, and 1 in layer 2.
#[test]
fn estimated_matrices_have_values_computed_by_hand() {
    let pages = [(2, 1), (1, 0), (0, 2), (1, 0), (0, 2), (0, 1)];
    let trails = [vec![2, 1, 0], vec![1, 0, 0]];
    let given = || trails.iter().map(Vec::as_slice);
    let plain = Hmm::estimate(&pages, given(), (3, 3), 0.0).unwrap();
    close(plain.initial(), &[3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0]);
    close(&plain.transitions().concat(), &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let thirds = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    close(&plain.emissions().concat(), &thirds);
    let smooth = Hmm::estimate(&pages, given(), (3, 3), 1.0).unwrap();
    close(smooth.initial(), &[4.0 / 9.0, 3.0 / 9.0, 2.0 / 9.0]);
    close(&smooth.transitions()[1], &[3.0 / 5.0, 1.0 / 5.0, 1.0 / 5.0]);
    close(&smooth.emissions()[0], &[1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
}

/// A hub of layer 1 begins three trails, each to a different page of layer 0: four pages, so π = (3/4, 1/4), and three
/// transitions 1→0.
#[test]
fn transitions_count_visits_and_other_matrices_count_pages() {
    let pages = [(1, 0), (0, 1), (0, 1), (0, 0)];
    let trails = [[1, 0]; 3];
    let trails = trails.iter().map(<[usize; 2]>::as_slice);
    let hmm = Hmm::estimate(&pages, trails, (2, 2), 1.0).unwrap();
    close(hmm.initial(), &[4.0 / 6.0, 2.0 / 6.0]);
    close(&hmm.transitions()[1], &[4.0 / 5.0, 1.0 / 5.0]);
    close(&hmm.emissions().concat(), &[2.0 / 5.0, 3.0 / 5.0, 2.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn a_row_without_a_count_is_uniform() {
    let hmm = Hmm::estimate(&[(0, 0)], [[0].as_slice()], (2, 4), 0.0).unwrap();
    close(&hmm.transitions().concat(), &[0.5; 4]);
    close(&hmm.emissions()[1], &[0.25; 4]);
    close(hmm.initial(), &[1.0, 0.0]);
}

/// π A = (0.625, 0.375). Symbol 0: (0.5, 0.09375) → (16/19, 3/19).
#[test]
fn the_first_page_is_a_transition_away_from_pi() {
    let first = model().filter(None, 0);
    close(&first, &[16.0 / 19.0, 3.0 / 19.0]);
    let next = [13.5 / 19.0, 5.5 / 19.0];
    close(&model().predict(&first), &next);
    let second = model().filter(Some(&first), 1);
    let (a, b) = (next[0] * 0.2, next[1] * 0.75);
    close(&second, &[a / (a + b), b / (a + b)]);
}

#[test]
fn an_impossible_observation_is_ignored() {
    let (hmm, before) = (model(), [0.2, 0.8]);
    let predicted = hmm.predict(&before);
    for symbol in [Some(2), Some(99), None] {
        close(&hmm.filter(Some(&before), symbol), &predicted);
    }
    close(&hmm.filter_by(Some(&before), |_| f64::NAN), &predicted);
    assert_eq!(hmm.viterbi(&[0, 2, 99]).len(), 3);
}

#[test]
fn an_invalid_distribution_is_rejected_with_its_row() {
    let row = |pi: &[f64], a: &[f64], b: &[f64]| {
        let rows = |flat: &[f64]| flat.chunks(2).map(<[f64]>::to_vec).collect::<Vec<_>>();
        Hmm::new(pi.to_vec(), rows(a), rows(b)).unwrap_err()
    };
    let even = [0.5; 4];
    for (error, matrix, at) in [
        (row(&[0.5, 0.6], &even, &even), 'π', 0),
        (row(&[0.5, 0.5], &[0.5, 0.5, 2.0, -1.0], &even), 'A', 1),
        (row(&[0.5, 0.5], &[0.5, 0.5], &even), 'A', 1),
        (row(&[0.5, 0.5], &even, &[0.5, 0.5, f64::NAN, 0.5]), 'B', 1),
        (row(&[0.5, 0.5], &even, &[0.5, 0.5, 1.0]), 'B', 1),
    ] {
        assert_eq!(error, HmmError::Row { matrix, row: at });
    }
    assert!(matches!(row(&[], &[], &[]), HmmError::Size { .. }));
}

#[test]
fn invalid_counts_are_rejected() {
    let (pages, trail) = ([(0, 0), (1, 1)], [0, 1]);
    let estimate = |pages: &[_], size, alpha| {
        let hmm = Hmm::estimate(pages, [trail.as_slice()], size, alpha);
        hmm.unwrap_err()
    };
    let error = estimate(&pages, (0, 2), 0.0);
    assert!(matches!(error, HmmError::Size { .. }));
    for size in [(2, 1), (1, 2)] {
        let error = estimate(&pages, size, 0.0);
        assert!(matches!(error, HmmError::Page { .. }));
    }
    let error = estimate(&pages[..1], (1, 2), 0.0);
    assert!(matches!(error, HmmError::State(_)));
    for alpha in [-1.0, f64::NAN, f64::INFINITY] {
        let error = estimate(&pages, (2, 2), alpha);
        assert!(matches!(error, HmmError::Smoothing(_)));
    }
    assert_eq!(estimate(&[], (2, 2), 0.0), HmmError::NoPages);
}

#[test]
fn a_saved_model_is_restored_and_an_invalid_one_is_rejected() {
    let hmm = model();
    let bytes = postcard::to_stdvec(&hmm).unwrap();
    assert_eq!(postcard::from_bytes::<Hmm>(&bytes).unwrap(), hmm);
    let short = (hmm.pi, vec![vec![1.0]], hmm.b);
    let forged = postcard::to_stdvec(&short).unwrap();
    assert!(postcard::from_bytes::<Hmm>(&forged).is_err());
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(5),
            ..ProptestConfig::default()
        })]

        #[test]
        fn all_distributions_sum_to_one(
            pages in prop::collection::vec((0_usize..4, 0_usize..5), 1..40),
            trails in prop::collection::vec(prop::collection::vec(0_usize..4, 1..9), 0..9),
            alpha in 0.0..2.0_f64,
            symbols in prop::collection::vec(0_usize..6, 0..12),
        ) {
            let hmm = Hmm::estimate(&pages, trails.iter().map(Vec::as_slice), (4, 5), alpha).unwrap();
            prop_assert!(Hmm::new(hmm.pi.clone(), hmm.a.clone(), hmm.b.clone()).is_ok());
            let mut before = None;
            for symbol in &symbols {
                let filtered = hmm.filter(before.as_deref(), *symbol);
                for row in [&filtered, &hmm.predict(&filtered)] {
                    prop_assert!((total(row) - 1.0).abs() < 1e-9);
                    prop_assert!(row.iter().all(|share| (0.0..=1.0 + 1e-9).contains(share)));
                }
                before = Some(filtered);
            }
            let path = hmm.viterbi(&symbols);
            prop_assert_eq!(path.len(), symbols.len());
            prop_assert!(path.iter().all(|state| *state < 4));
        }

        #[test]
        fn arbitrary_saved_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(hmm) = postcard::from_bytes::<Hmm>(&bytes) {
                hmm.filter(Some(&[f64::NAN]), 0);
                hmm.viterbi(&[0, 1, 2]);
            }
        }
    }
}
