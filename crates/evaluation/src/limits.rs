//! Limits and defaults of evaluations, each with its unit and reason; those of crawls are the engine's.

/// Places of a curve at most: as many as a chart shows, and few enough to keep those of thousands of crawls.
pub const CURVE_POINTS: usize = 100;
/// Strategies, each with its parameters, in one comparison at most: twice the list.
pub const CONTENDERS: usize = 64;
/// Parameters that a comparison gives to all its strategies at most.
pub const COMPARED_PARAMS: usize = 100;
/// Claims that a comparison is judged by at most.
pub const CLAIMS: usize = 200;
/// Maximum number of names listed for an unknown one.
pub const NAMES_TOLD: usize = 20;
/// Topics in one comparison at most; Pant Fig. 6 has 159.
pub const COMPARED_TOPICS: usize = 1_000;
/// Crawls of each kind with other random numbers at most.
pub const REPEATS: u32 = 1_000;
/// Crawls in one comparison at most.
pub const TRIALS: usize = 100_000;
/// Marks of a comparison at most: columns of a table that can be read.
pub const MARKS: usize = 20;
/// Marks where a comparison names none: the usual ones of crawls of these lengths.
pub const MARKS_DEFAULT: [u32; 3] = [100, 200, 500];
/// Probability below which a difference is called one (Pant Fig. 6 has .01; .05 is what most take).
pub const SIGNIFICANCE: f64 = 0.05;
/// Pairs of crawls below which a difference is never called one.
pub const PAIRS_AT_LEAST: u32 = types::compare::TOPICS_AT_LEAST;
/// Cosine with a known relevant page over which a page counts as harvested (Batsakis §4.2 a).
pub const LIKENESS: f64 = 0.75;
