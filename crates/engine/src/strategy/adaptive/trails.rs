//! Adaptive with trails: the same, with one more sign, which is what the hidden Markov model of the trails expects behind a link.
//!
//! Its own entry, since it is trained: a comparison shows it beside those that learned from the same trails, and `adaptive` beside those that
//! learned from none.
//!
//! Source: as [`super::query`]; the model is that of Batsakis §3.4.1.

use super::query;
use crate::strategy::Entry;
use types::strategy::Needs;

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "adaptive-trails",
    title: "Adaptive, with trails",
    sentence: "Adaptive with one more feature: the prediction of a model trained on your trails.",
    source: "Batsakis §2.3, §2.5 and §3.4.1, Pant §3",
    params: query::GUIDED_PARAMS,
    needs: Needs {
        trails: true,
        ..Needs::LEXICON
    },
    has_spiders: false,
    parts: query::GUIDED_PARTS,
    make: query::guided,
};
