//! Adaptive with trails: it learns the topic from their pages too, and has more cues, the predictions of models trained
//! on the trails.
//!
//! It is a separate entry so that comparisons list it with the strategies that are trained on the same trails.
//!
//! Source: as [`super::query`]; the models are those of Batsakis §2.5 and §3.4 and of Pant §5.2.

use super::query;
use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "adaptive-trails",
    title: "Adaptive, with trails",
    description: "Adaptive that also learns the topic from the relevant pages of your trails, and uses six models \
        trained on them.",
    family: Family::Adaptive,
    source: "Batsakis §2.3, §2.5 and §3.4, Pant §3 and §5.2",
    params: query::TRAIL_PARAMS,
    needs: Needs { trails: true, ..Needs::LEXICON.with_vectors() },
    scores_pages_independently: false,
    parts: query::TRAIL_PARTS,
    make: query::with_trails,
};
