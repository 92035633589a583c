//! Pairs of nouns with the similarity that people see between them, and the correlation of a measure with it.

/// Two words and their rating, from 0 to 4.
pub(crate) type Pair = (&'static str, &'static str, f64);

/// The similarity of 65 pairs of nouns as rated by 51 people, from 0 to 4: Rubenstein and Goodenough, "Contextual
/// correlates of synonymy", Communications of the ACM 8(10), 1965.
pub(crate) const RUBENSTEIN_GOODENOUGH: [Pair; 65] = [
    ("gem", "jewel", 3.94),
    ("midday", "noon", 3.94),
    ("automobile", "car", 3.92),
    ("cemetery", "graveyard", 3.88),
    ("cushion", "pillow", 3.84),
    ("boy", "lad", 3.82),
    ("cock", "rooster", 3.68),
    ("implement", "tool", 3.66),
    ("forest", "woodland", 3.65),
    ("coast", "shore", 3.60),
    ("autograph", "signature", 3.59),
    ("journey", "voyage", 3.58),
    ("serf", "slave", 3.46),
    ("grin", "smile", 3.46),
    ("glass", "tumbler", 3.45),
    ("cord", "string", 3.41),
    ("hill", "mound", 3.29),
    ("magician", "wizard", 3.21),
    ("furnace", "stove", 3.11),
    ("asylum", "madhouse", 3.04),
    ("brother", "monk", 2.74),
    ("food", "fruit", 2.69),
    ("bird", "cock", 2.63),
    ("bird", "crane", 2.63),
    ("oracle", "sage", 2.61),
    ("sage", "wizard", 2.46),
    ("brother", "lad", 2.41),
    ("crane", "implement", 2.37),
    ("magician", "oracle", 1.82),
    ("glass", "jewel", 1.78),
    ("cemetery", "mound", 1.69),
    ("car", "journey", 1.55),
    ("hill", "woodland", 1.48),
    ("crane", "rooster", 1.41),
    ("furnace", "implement", 1.37),
    ("coast", "hill", 1.26),
    ("bird", "woodland", 1.24),
    ("shore", "voyage", 1.22),
    ("cemetery", "woodland", 1.18),
    ("food", "rooster", 1.09),
    ("forest", "graveyard", 1.00),
    ("lad", "wizard", 0.99),
    ("mound", "shore", 0.97),
    ("automobile", "cushion", 0.97),
    ("boy", "sage", 0.96),
    ("monk", "oracle", 0.91),
    ("shore", "woodland", 0.90),
    ("grin", "lad", 0.88),
    ("coast", "forest", 0.85),
    ("asylum", "cemetery", 0.79),
    ("monk", "slave", 0.57),
    ("cushion", "jewel", 0.45),
    ("boy", "rooster", 0.44),
    ("glass", "magician", 0.44),
    ("graveyard", "madhouse", 0.44),
    ("asylum", "monk", 0.39),
    ("asylum", "fruit", 0.19),
    ("grin", "implement", 0.18),
    ("mound", "stove", 0.14),
    ("automobile", "wizard", 0.11),
    ("autograph", "shore", 0.06),
    ("fruit", "furnace", 0.05),
    ("noon", "string", 0.04),
    ("rooster", "voyage", 0.04),
    ("chord", "smile", 0.02),
];

/// The similarity of 30 of these pairs as rated by 38 people: Miller and Charles, "Contextual correlates of semantic
/// similarity", Language and Cognitive Processes 6(1), 1991.
pub(crate) const MILLER_CHARLES: [Pair; 30] = [
    ("car", "automobile", 3.92),
    ("gem", "jewel", 3.84),
    ("journey", "voyage", 3.84),
    ("boy", "lad", 3.76),
    ("coast", "shore", 3.70),
    ("asylum", "madhouse", 3.61),
    ("magician", "wizard", 3.50),
    ("midday", "noon", 3.42),
    ("furnace", "stove", 3.11),
    ("food", "fruit", 3.08),
    ("bird", "cock", 3.05),
    ("bird", "crane", 2.97),
    ("tool", "implement", 2.95),
    ("brother", "monk", 2.82),
    ("lad", "brother", 1.66),
    ("crane", "implement", 1.68),
    ("journey", "car", 1.16),
    ("monk", "oracle", 1.10),
    ("cemetery", "woodland", 0.95),
    ("food", "rooster", 0.89),
    ("coast", "hill", 0.87),
    ("forest", "graveyard", 0.84),
    ("shore", "woodland", 0.63),
    ("monk", "slave", 0.55),
    ("coast", "forest", 0.42),
    ("lad", "wizard", 0.42),
    ("chord", "smile", 0.13),
    ("glass", "magician", 0.11),
    ("rooster", "voyage", 0.08),
    ("noon", "string", 0.08),
];

/// Returns the measure's values for the pairs, and the ratings.
fn values(pairs: &[Pair], measure: impl Fn(&str, &str) -> f64) -> [Vec<f64>; 2] {
    let ours = pairs.iter().map(|(a, b, _)| measure(a, b)).collect();
    [ours, pairs.iter().map(|&(_, _, rating)| rating).collect()]
}

/// Checks Pearson's correlation of a measure with the ratings.
#[track_caller]
pub(crate) fn check(pairs: &[Pair], measure: impl Fn(&str, &str) -> f64, expected: f64) {
    let [ours, theirs] = values(pairs, measure);
    let found = correlation(&ours, &theirs);
    assert!((found - expected).abs() < 1e-6, "{}: {found}", pairs.len());
}

/// Returns Pearson's correlation.
fn correlation(ours: &[f64], theirs: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (x, y) = (mean(ours), mean(theirs));
    let product = |a: &[f64], b: &[f64], x: f64, y: f64| a.iter().zip(b).map(|(a, b)| (a - x) * (b - y)).sum::<f64>();
    product(ours, theirs, x, y) / (product(ours, ours, x, x) * product(theirs, theirs, y, y)).sqrt()
}
