//! How similar two terms are: the measures.
//!
//! - Path (Batsakis eq. 3): `0.5^L`, `L` the length in edges of the shortest way from one synset up to a common ancestor and down to the other;
//!   0 within a synset. A virtual root stands above the roots of each part of speech.
//! - Li (Batsakis eq. 4): `e^(-αL) · (e^(βH) - e^(-βH)) / (e^(βH) + e^(-βH))`, `H` the depth of the most specific common ancestor: the
//!   largest depth that one has, a depth being the longest way to a root, 0 for a root. The virtual root has depth 0 as well: what only it
//!   joins has similarity 0.
//! - Synonyms: 1 within a synset, otherwise 0.
//!
//! Of two terms the best pair of senses counts. Senses of different parts of speech have nothing in common. Two forms of one word have
//! similarity 1 in each measure, whatever the formula says of its synsets (Li's gives less than 1 to a synset and itself). Words that the
//! lexicon does not know have no [`Term`]: whether two of them are equal is for the caller to say.

use super::{Lexicon, Probe, Struck, Term};

/// A measure of similarity, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Half as similar for each edge between.
    Path,
    /// Less similar with each edge between, and more the deeper the common ancestor lies.
    Li {
        /// How much an edge takes, at least 0; Li et al. found 0.2.
        alpha: f64,
        /// How much depth gives, at least 0; Li et al. found 0.6.
        beta: f64,
    },
    /// Whether they mean the same.
    Synonyms,
}

impl Measure {
    /// The measure of Li et al. with the parameters that they found best.
    pub const LI: Self = Self::Li {
        alpha: 0.2,
        beta: 0.6,
    };

    /// The similarity of two synsets that are `length` edges apart and whose most specific common ancestor has this depth.
    pub(super) fn of(self, length: u8, depth: u8) -> f64 {
        match self {
            Self::Path => path(length),
            Self::Li { alpha, beta } => {
                libm::exp(-alpha * f64::from(length)) * libm::tanh(beta * f64::from(depth))
            }
            Self::Synonyms => f64::from(u8::from(length == 0)),
        }
    }
}

/// `0.5^length`, exactly.
pub(super) fn path(length: u8) -> f64 {
    libm::ldexp(1.0, -i32::from(length))
}

impl Lexicon {
    /// The edges between two terms, best over their senses; 0 for two forms of one word, `None` where nothing joins them. To compare one term
    /// with many, keep a [`Probe`].
    pub fn path_length(&self, a: Term, b: Term) -> Option<u8> {
        self.probe(a).path_length(self, b)
    }

    /// `0.5^d` of two terms, `d` as in [`Lexicon::path_length`]; 0 where nothing joins them.
    pub fn path(&self, a: Term, b: Term) -> f64 {
        self.similarity(a, b, Measure::Path)
    }

    /// The measure of Li et al. for two terms.
    pub fn li(&self, a: Term, b: Term, alpha: f64, beta: f64) -> f64 {
        self.similarity(a, b, Measure::Li { alpha, beta })
    }

    /// How similar two terms are, best over their senses.
    pub fn similarity(&self, a: Term, b: Term, measure: Measure) -> f64 {
        self.probe(a).similarity(self, b, measure)
    }

    fn probe(&self, term: Term) -> Probe {
        Probe::new(self, term, &Struck::default())
    }
}
