//! The hybrid of trails, page and link text.
//!
//! Source: Batsakis §3.4.2, eq. 12.

use super::hybrid_hmm;
use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "hybrid-hmm-anchor",
    title: "Hybrid of model, page and anchor",
    description: "Hybrid of model and page that also uses the link text: the best of the trained strategies in the \
        thesis of Batsakis.",
    family: Family::Trained,
    source: "Batsakis §3.4.2 eq. 12",
    params: hybrid_hmm::PARAMS,
    needs: Needs::TRAILS.with_background_idf(),
    scores_pages_independently: false,
    parts: &[super::ONE_STEP_PART, super::TARGET_PART, super::TARGET_ANCHOR_PART],
    make: |inputs| hybrid_hmm::make(true, inputs),
};
