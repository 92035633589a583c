//! Adaptive with trails: the same, with one more sign, which is what the hidden Markov model of the trails expects behind a link.
//!
//! Its own entry, since it is trained: a comparison shows it beside those that learned from the same trails, and `adaptive` beside those that
//! learned from none.
//!
//! Source: as [`super::adaptive`]; the model is that of Batsakis §3.4.1.

use super::{Entry, Needs, adaptive};

pub(super) const ENTRY: Entry = Entry {
    id: "adaptive-trails",
    title: "Adaptive, with trails",
    sentence: "Adaptive with one more sign: where the way that your trails went leads on. It weighs that like all others, and learns while it crawls what it is worth.",
    source: "Batsakis §2.3, §2.5 and §3.4.1, Pant §3",
    params: adaptive::GUIDED_PARAMS,
    needs: Needs {
        trails: true,
        ..Needs::LEXICON
    },
    has_spiders: false,
    parts: adaptive::GUIDED_PARTS,
    make: adaptive::guided,
};
