//! Tests the support vector machine: separating planes, rejected options, and probabilities that rise with the decision
//! value.

use super::*;

fn vector(entries: &[(TermId, f64)]) -> SparseVector {
    entries.iter().copied().collect()
}

/// Relevant pages have terms 0 and 2, irrelevant ones 1 and 2; a few have both.
fn pages() -> Vec<(bool, SparseVector)> {
    let mut draw = Draw::new(11);
    let mut page = |relevant: bool| {
        let own = TermId::from(!relevant);
        let strong = 1.0 + draw.share();
        (relevant, vector(&[(own, strong), (1 - own, draw.share()), (2, draw.share())]))
    };
    (0..60).map(|at| page(at % 4 == 0)).collect()
}

fn trained(pages: &[(bool, SparseVector)], options: SvmOptions) -> Result<Svm, SvmError> {
    Svm::train(pages.iter().map(|(class, page)| (*class, page)), options)
}

/// Two points at 1 and −1 on one axis, C large: w = 1, b = 0, both on the margin.
#[test]
fn two_points_have_the_plane_computed_by_hand() {
    let pages = [(true, vector(&[(0, 1.0)])), (false, vector(&[(0, -1.0)]))];
    let options = SvmOptions { cost: 1e6, tolerance: 1e-10, ..SvmOptions::default() };
    let svm = trained(&pages, options).unwrap();
    assert!((svm.weights().get(0) - 1.0).abs() < 1e-5, "{:?}", svm.weights());
    assert!(svm.bias().abs() < 1e-8);
}

#[test]
fn pages_are_separated_and_terms_have_the_expected_weights() {
    let svm = trained(&pages(), SvmOptions::default()).unwrap();
    for (relevant, page) in pages() {
        assert_eq!(svm.decision(&page) > 0.0, relevant);
        assert_eq!(svm.probability(&page) > 0.5, relevant);
    }
    assert_eq!(svm.terms_for(1)[0].0, 0);
    let (term, weight) = svm.terms_against(1)[0];
    assert!(term == 1 && weight < 0.0);
}

/// One relevant page in twenty has no term of its own: an unweighted machine would ignore it.
#[test]
fn balancing_gives_the_smaller_class_equal_influence() {
    let mut pages = vec![(false, vector(&[(0, 1.0)])); 19];
    pages.push((true, vector(&[(0, 1.0), (1, 0.3)])));
    let decision = |balanced| {
        let svm = trained(&pages, SvmOptions { balanced, ..SvmOptions::default() }).unwrap();
        svm.decision(&pages[19].1)
    };
    assert!(decision(false) < 0.0);
    assert!(decision(true) > decision(false) + 0.5);
}

#[test]
fn what_cannot_be_learned_is_said() {
    let error = |pages: &[(bool, SparseVector)], options| trained(pages, options).unwrap_err();
    let relevant: Vec<_> = pages().into_iter().filter(|(class, _)| *class).collect();
    for pages in [&[], &*relevant] {
        let error = error(pages, SvmOptions::default());
        assert!(matches!(error, SvmError::OneClass { .. }));
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let (mut cost, mut tolerance) = (SvmOptions::default(), SvmOptions::default());
        (cost.cost, tolerance.tolerance) = (bad, bad);
        for options in [cost, tolerance] {
            let error = error(&pages(), options);
            assert!(matches!(error, SvmError::Option { .. }));
        }
    }
}

#[test]
fn one_example_of_each_class_and_empty_pages_are_enough() {
    let svm = trained(&[(true, vector(&[(0, 1.0)])), (false, SparseVector::new())], SvmOptions::default()).unwrap();
    assert!(svm.decision(&vector(&[(0, 1.0)])) > svm.decision(&SparseVector::new()));
    assert!((0.0..=1.0).contains(&svm.probability(&vector(&[(9, 1.0)]))));
}

#[test]
fn a_saved_machine_is_restored_and_an_invalid_one_is_rejected() {
    let svm = trained(&pages(), SvmOptions::default()).unwrap();
    let bytes = postcard::to_stdvec(&svm).unwrap();
    assert_eq!(postcard::from_bytes::<Svm>(&bytes).unwrap(), svm);
    let forged = postcard::to_stdvec(&(SparseVector::new(), f64::NAN, 1.0, 1.0)).unwrap();
    assert!(postcard::from_bytes::<Svm>(&forged).is_err());
}
