//! Limits and defaults of evaluations, each with its unit and reason. Those of crawls are in
//! [`types::limits`].

/// Maximum number of positions of a curve: as many as a chart shows, and few enough to store those of
/// thousands of crawls.
pub const CURVE_POINTS: usize = 100;
/// Maximum number of strategies, each with its parameters, in one comparison: twice the list.
pub const CONTENDERS: usize = 64;
/// Maximum number of parameters that a comparison gives to all its strategies.
pub const COMPARED_PARAMS: usize = 100;
/// Maximum number of claims of a comparison.
pub const CLAIMS: usize = 200;
/// Maximum number of names listed for an unknown one.
pub const LISTED_NAMES: usize = 20;
/// Maximum number of topics in one comparison; Pant Fig. 6 has 159.
pub const COMPARED_TOPICS: usize = 1_000;
/// Maximum number of repeats with other random numbers.
pub const REPEATS: u32 = 1_000;
/// Maximum number of crawls in one comparison.
pub const TRIALS: usize = 100_000;
/// Maximum number of marks of a comparison: the columns of a readable table.
pub const MARKS: usize = 20;
/// The default marks of a comparison, which are usual for crawls of these lengths.
pub const MARKS_DEFAULT: [u32; 3] = [100, 200, 500];
/// The probability below which a difference is significant (Pant Fig. 6 has .01; .05 is the usual
/// value).
pub const SIGNIFICANCE: f64 = 0.05;
/// The relative difference of two means up to which strategies without a significant difference count as tied. Beyond
/// it the comparison is undecided: a test that finds no difference does not show that there is none (Altman & Bland
/// 1995, “Absence of evidence is not evidence of absence”).
pub const TIE: f64 = 0.2;
/// The number of pairs below which a difference is never significant.
pub const MIN_PAIRS: u32 = types::compare::MIN_TOPICS;
/// The cosine with a known relevant page from which a page counts as harvested (Batsakis §4.2 a).
pub const LIKENESS: f64 = 0.75;
