//! The hybrid of what the trails, the page and the link's own text say.
//!
//! Source: Batsakis §3.4.2, eq. 12.

use super::{Entry, Needs, hybrid_hmm};

pub(super) const ENTRY: Entry = Entry {
    id: "hybrid-hmm-anchor",
    title: "Hybrid of model, page and anchor",
    sentence: "The hybrid of model and page that reads the link's own text too: the best of the learning crawlers in the thesis.",
    source: "Batsakis §3.4.2 eq. 12",
    params: hybrid_hmm::PARAMS,
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[
        super::ONE_STEP_PART,
        super::TARGET_PART,
        super::TARGET_ANCHOR_PART,
        super::TWO_STEPS_PART,
    ],
    make: |materials| hybrid_hmm::make(true, materials),
};
