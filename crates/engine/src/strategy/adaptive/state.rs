//! The saved state of the adaptive strategy: history, learner and exploration.

use super::cues::{BLENDS, CUES, Scale};
use super::exploration::ExplorationPolicy;
use super::history::History;
use crate::learning::{Draw, Logistic};
use crate::strategy::prelude::*;
use crate::text::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Prior standard deviation of a cue's own weight, beyond its share in the blend.
const OWN_DEVIATION: f64 = 0.1;
/// Prior mean of the weight of each blend.
pub(super) const BLEND_MEAN: f64 = 0.4;
/// Prior standard deviation of each blend: narrow enough that words and trails stay positive. That of language data is
/// wider: on a site where all pages are about one subject, nearly all words are related, and the crawl must soon learn
/// that this tells nothing.
const BLEND_DEVIATIONS: [f64; BLENDS] = [0.2, 0.4, 0.2];
/// Prior mean and standard deviation of the bias, the log-odds of a mean link. It is wide, so that a series of
/// irrelevant pages lowers the bias and not the weights.
const BIAS: (f64, f64) = (-1.0, 10.0);
/// Number of weights of the learner: one for each cue, the bias, one for each blend.
pub(super) const WEIGHTS: usize = CUES + 1 + BLENDS;

/// The saved state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AdaptiveState {
    pub(super) history: History,
    pub(super) model: Logistic,
    /// The weights that score links: the most probable, or sampled ones.
    pub(super) weights: Vec<f64>,
    pub(super) draw: Draw,
    pub(super) exploration: ExplorationPolicy,
    pub(super) scale: Scale,
    pub(super) refresh: Refresh,
    /// True while pages are replayed after a restart.
    pub(super) is_catching_up: bool,
    /// The ratings of pages.
    pub(super) judged: BTreeMap<UrlId, bool>,
    /// The spellings of learned words.
    pub(super) spelled: BTreeMap<TermId, String>,
}

impl AdaptiveState {
    /// Creates the initial state.
    pub(super) fn new(exploration: ExplorationPolicy, draw: Draw) -> Self {
        let (mut prior, mut deviation) = ([0.0; WEIGHTS], [OWN_DEVIATION; WEIGHTS]);
        (prior[CUES], deviation[CUES]) = BIAS;
        prior[CUES + 1..].fill(BLEND_MEAN);
        deviation[CUES + 1..].copy_from_slice(&BLEND_DEVIATIONS);
        Self {
            history: History::default(),
            model: Logistic::new(&prior, &deviation),
            weights: prior.to_vec(),
            draw,
            exploration,
            scale: Scale::default(),
            refresh: Refresh::every(1),
            is_catching_up: false,
            judged: BTreeMap::new(),
            spelled: BTreeMap::new(),
        }
    }

    /// Returns true if this version could have written the state.
    pub(super) fn is_valid(&self) -> bool {
        let drawn = self.weights.len() == WEIGHTS && self.weights.iter().all(|x| x.is_finite());
        drawn && self.history.is_valid() && self.scale.is_valid() && self.model.is_valid(WEIGHTS)
    }
}
