//! Strategies that are trained before the crawl, on recorded trails or on folders of example pages.

pub(in crate::strategy) mod framework;

pub(in crate::strategy) mod alternating;
pub(in crate::strategy) mod apprentice;
pub(in crate::strategy) mod centroid;
pub(in crate::strategy) mod context_focused;
pub(in crate::strategy) mod focused;
pub(in crate::strategy) mod hmm;
pub(in crate::strategy) mod hmm_x;
pub(in crate::strategy) mod hot_word;
pub(in crate::strategy) mod hybrid_hmm;
pub(in crate::strategy) mod hybrid_hmm_anchor;
pub(in crate::strategy) mod naive_bayes;
pub(in crate::strategy) mod reinforcement;
pub(in crate::strategy) mod svm;

use crate::strategy::ScorePart;

/// The score part of the page's similarity to the relevant pages of the trails.
const TARGET_PART: ScorePart =
    ScorePart { name: "page", title: "Linking page", help: "similarity of the linking page to your relevant pages" };
/// The score part of the anchor's similarity to them.
const TARGET_ANCHOR_PART: ScorePart =
    ScorePart { name: "anchor", title: "Link text", help: "similarity of the link text to your relevant pages" };
/// The score part of the model's prediction.
pub(in crate::strategy) const ONE_STEP_PART: ScorePart =
    ScorePart { name: "model", title: "Model", help: "probability that the linked page is relevant, by your trails" };
/// The score part of the model's prediction for one link further.
const TWO_STEPS_PART: ScorePart = ScorePart {
    name: "two ahead",
    title: "Two links ahead",
    help: "probability that a page two links ahead is relevant; breaks ties",
};
/// The score part of a classifier's probability for the page.
const RELEVANT_PART: ScorePart =
    ScorePart { name: "relevant", title: "Linking page", help: "probability that the linking page is relevant" };
/// The score part of the queue.
const QUEUE_PART: ScorePart = ScorePart {
    name: "queue",
    title: "Queue",
    help: "queue of the link, 0 is first: distance of its page from a relevant one",
};
/// The score part of the probability of the page's layer.
const LAYER_PART: ScorePart = ScorePart { name: "layer", title: "Layer", help: "probability of this distance" };
/// The score part of the anchor's similarity to links of the trails.
const TRAIL_ANCHOR_PART: ScorePart = ScorePart {
    name: "anchor",
    title: "Link text",
    help: "similarity of the link text to links between your trails' pages",
};
/// The score part of the link's value.
const VALUE_PART: ScorePart = ScorePart {
    name: "value",
    title: "Expected pages",
    help: "expected number of relevant pages ahead, near ones counting more",
};
/// The score part of the apprentice's prediction.
const APPRENTICE_PART: ScorePart = ScorePart {
    name: "learned",
    title: "Similar links",
    help: "probability that the linked page is relevant, by similar links of this crawl",
};
