//! Computes the similarity of two terms.
//!
//! - Path (Batsakis eq. 3): `0.5^L`, `L` the length in edges of the shortest path from one synset up to a common
//!   ancestor and down to the other; 0 within a synset. A virtual root connects the roots of the nouns, and another one
//!   those of the verbs.
//! - Li (Batsakis eq. 4): `e^(-αL) · (e^(βH) - e^(-βH)) / (e^(βH) + e^(-βH))`, `H` the largest depth of a common
//!   ancestor. Depth is the length of the longest path to a root. The virtual root has depth 0 too, so synsets with no
//!   other common ancestor have similarity 0.
//! - Path within a bound: as path, but 0 for longer paths, and without a virtual root (Batsakis §2.4 b, "using only
//!   IS-A relations").
//! - Synonyms: 1 within a synset, otherwise 0.
//!
//! WordNet has no is-a graph of adjectives and adverbs, so their synsets have neither a virtual root nor depths. In
//! each measure their similarity is 1 within a synset and otherwise 0. A virtual root would connect all adjectives at
//! the same distance, and by depth even synonyms would have similarity 0.
//!
//! The best pair of senses of two terms counts. Senses of different parts of speech have similarity 0. Two forms of one
//! word have similarity 1 in each measure, even if the formula gives less (as Li's does for a synset and itself). Not
//! covered: words that the lexicon does not contain, which the caller compares.

/// The similarity of senses within one synset of adjectives or adverbs, in each measure.
pub(super) const WITHIN_SYNSET: f64 = 1.0;

/// A measure of similarity, in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Halves with each edge of the path.
    Path,
    /// Halves with each edge, and is 0 for more edges than this; the virtual root is no ancestor.
    BoundedPath(u8),
    /// Falls with the path length and rises with the depth of the common ancestor.
    Li {
        /// The weight of the path length, at least 0; Li et al. found 0.2.
        alpha: f64,
        /// The weight of the depth, at least 0; Li et al. found 0.6.
        beta: f64,
    },
    /// 1 for synonyms, otherwise 0.
    Synonyms,
}

impl Measure {
    /// The measure of Li et al. with their best parameters.
    pub const LI: Self = Self::Li { alpha: 0.2, beta: 0.6 };

    /// Returns the similarity of two synsets of nouns or verbs, given the path length in edges and the depth of the
    /// most specific common ancestor.
    pub(super) fn similarity(self, length: u8, depth: u8) -> f64 {
        match self {
            Self::BoundedPath(edges) if length > edges => 0.0,
            Self::Path | Self::BoundedPath(_) => path(length),
            Self::Li { alpha, beta } => libm::exp(-alpha * f64::from(length)) * libm::tanh(beta * f64::from(depth)),
            Self::Synonyms => f64::from(u8::from(length == 0)),
        }
    }
}

/// Returns `0.5^length` exactly.
pub(super) fn path(length: u8) -> f64 {
    libm::ldexp(1.0, -i32::from(length))
}
