//! Adaptive with trails: one more cue, the prediction of a hidden Markov model trained on the trails.
//!
//! It is an entry of its own because it is trained: comparisons list it with the strategies trained on the same trails.
//!
//! Source: as [`super::query`]; the model is that of Batsakis §3.4.1.

use super::query;
use crate::strategy::Entry;
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "adaptive-trails",
    title: "Adaptive, with trails",
    sentence: "Adaptive with one more feature: the prediction of a model trained on your trails.",
    family: Family::Adaptive,
    source: "Batsakis §2.3, §2.5 and §3.4.1, Pant §3",
    params: query::TRAIL_PARAMS,
    needs: Needs {
        trails: true,
        ..Needs::LEXICON
    },
    has_spiders: false,
    parts: query::TRAIL_PARTS,
    make: query::with_trails,
};
