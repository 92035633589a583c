//! Adaptive with trails: one more cue, the prediction of a hidden Markov model trained on the trails.
//!
//! It is a separate entry so that comparisons list it with the strategies that are trained on the same trails.
//!
//! Source: as [`super::query`]; the model is that of Batsakis §3.4.1.

use super::query;
use crate::strategy::{Declaration, Entry};
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "adaptive-trails",
    title: "Adaptive, with trails",
    description: "Adaptive with one more feature: the prediction of a model trained on your trails.",
    family: Family::Adaptive,
    source: "Batsakis §2.3, §2.5 and §3.4.1, Pant §3",
    params: query::TRAIL_PARAMS,
    needs: Needs {
        trails: true,
        ..Needs::LEXICON.with_vectors()
    },
    scores_pages_independently: false,
    parts: query::TRAIL_PARTS,
    make: query::with_trails,
};
