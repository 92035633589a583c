//! Compares the hidden Markov model, K-means, the linear support vector machine, TF-IDF and naive Bayes on selected
//! terms with hmmlearn and scikit-learn, to 1e-6. `fixtures/learn_reference.py` generated the models, parameters and
//! results.

use engine::learning::{Hmm, NaiveBayes, Priors, Svm, SvmOptions, k_means_from};
use engine::text::{Idf, SparseVector, TermCounts};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    hmm: Vec<HmmNumbers>,
    k_means: KMeansNumbers,
    svm: SvmNumbers,
    counts: CountNumbers,
}

#[derive(Deserialize)]
struct HmmNumbers {
    pi: Vec<f64>,
    a: Vec<Vec<f64>>,
    b: Vec<Vec<f64>>,
    symbols: Vec<usize>,
    filtered: Vec<Vec<f64>>,
    next: Vec<Vec<f64>>,
    after_next: Vec<Vec<f64>>,
    path: Vec<usize>,
}

#[derive(Deserialize)]
struct KMeansNumbers {
    points: Vec<Vec<f64>>,
    fits: Vec<KMeansFit>,
}

#[derive(Deserialize)]
struct KMeansFit {
    unit: bool,
    k: usize,
    assignment: Vec<usize>,
    centers: Vec<Vec<f64>>,
    inertia: f64,
    iterations: u32,
}

#[derive(Deserialize)]
struct SvmNumbers {
    points: Vec<Vec<f64>>,
    relevant: Vec<bool>,
    fits: Vec<SvmFit>,
}

#[derive(Deserialize)]
struct SvmFit {
    cost: f64,
    balanced: bool,
    weights: Vec<f64>,
    bias: f64,
}

#[derive(Deserialize)]
struct CountNumbers {
    classes: Vec<usize>,
    table: Vec<Vec<u32>>,
    idf: Vec<f64>,
    chosen: Vec<u32>,
    naive_bayes_of_chosen: Vec<Vec<f64>>,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("fixtures/learn-reference.json")).expect("the fixture reads")
}

#[track_caller]
fn close(ours: impl IntoIterator<Item = f64>, theirs: &[f64]) {
    let ours: Vec<f64> = ours.into_iter().collect();
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert!((ours - theirs).abs() < 1e-6, "{ours} is not {theirs}");
    }
}

fn sparse(dense: &[f64]) -> SparseVector {
    (0..).zip(dense.iter().copied()).collect()
}

fn dense(vector: &SparseVector, width: usize) -> impl Iterator<Item = f64> {
    (0..).take(width).map(|term| vector.get(term))
}

#[test]
fn the_hidden_markov_model_equals_that_of_hmmlearn_started_one_step_later() {
    let models = reference().hmm;
    assert_eq!(models.len(), 3);
    for theirs in models {
        let hmm = Hmm::new(theirs.pi, theirs.a, theirs.b).expect("distributions");
        let mut before: Option<Vec<f64>> = None;
        for (at, symbol) in theirs.symbols.iter().enumerate() {
            let now = hmm.filter(before.as_deref(), *symbol);
            close(now.iter().copied(), &theirs.filtered[at]);
            let next = hmm.predict(&now);
            close(next.iter().copied(), &theirs.next[at]);
            close(hmm.predict(&next), &theirs.after_next[at]);
            before = Some(now);
        }
        assert_eq!(hmm.viterbi(&theirs.symbols), theirs.path);
    }
}

#[test]
fn k_means_equals_that_of_scikit_learn_from_the_same_centers() {
    let theirs = reference().k_means;
    let points: Vec<SparseVector> = theirs.points.iter().map(|point| sparse(point)).collect();
    let units: Vec<SparseVector> = points.iter().map(SparseVector::unit).collect();
    assert_eq!(theirs.fits.len(), 4);
    for fit in theirs.fits {
        let given = if fit.unit { &units } else { &points };
        let ours = k_means_from(given, &given[..fit.k], 300);
        assert_eq!(ours.assignment, fit.assignment);
        assert_eq!(ours.iterations, fit.iterations);
        close([ours.inertia], &[fit.inertia]);
        for (ours, theirs) in ours.centers.iter().zip(&fit.centers) {
            close(dense(ours, 12), theirs);
        }
    }
}

#[test]
fn the_support_vector_machine_equals_that_of_scikit_learn() {
    let theirs = reference().svm;
    let points: Vec<SparseVector> = theirs.points.iter().map(|point| sparse(point)).collect();
    assert!(!theirs.fits.is_empty());
    for fit in theirs.fits {
        let options = SvmOptions {
            cost: fit.cost,
            balanced: fit.balanced,
            tolerance: 1e-10,
            rounds: 100_000,
            ..SvmOptions::default()
        };
        let examples = theirs.relevant.iter().copied().zip(&points);
        let svm = Svm::train(examples, options).expect("two classes");
        close(dense(svm.weights(), 8), &fit.weights);
        close([svm.bias()], &[fit.bias]);
    }
}

fn texts(table: &[Vec<u32>]) -> Vec<TermCounts> {
    let text = |row: &Vec<u32>| (0..).zip(row.iter().copied()).collect();
    table.iter().map(text).collect()
}

#[test]
fn naive_bayes_on_selected_terms_equals_that_of_scikit_learn() {
    let theirs = reference().counts;
    let texts = texts(&theirs.table);
    let only: Vec<TermCounts> = texts.iter().map(|text| text.only(&theirs.chosen)).collect();
    let examples = theirs.classes.iter().copied().zip(&only);
    let bayes = NaiveBayes::train(3, examples, 1.0, Priors::Estimated).expect("examples");
    // The texts contain unselected terms, which are ignored.
    for (text, shares) in texts.iter().zip(&theirs.naive_bayes_of_chosen) {
        close(bayes.probabilities(text), shares);
    }
}

#[test]
fn the_idf_of_a_training_set_equals_that_of_scikit_learn_minus_one() {
    let theirs = reference().counts;
    let idf = Idf::new(&texts(&theirs.table));
    close((0..15).map(|term| idf.get(term)), &theirs.idf);
}
