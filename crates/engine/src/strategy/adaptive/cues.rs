//! The cues: numeric features of a link before its page is fetched, and their common scale.
//!
//! A cue is scaled over the links in the frontier: 0 is the mean, 1 the weighted mean distance of those above it (`Σ d²
//! / Σ d`). A weight therefore means the same on every web. [`super::history`] computes the cues.

use crate::strategy::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of cues without the predictions of the trail models.
pub(super) const CUES_WITHOUT_TRAILS: usize = 19;
/// The number of trail models, each with a cue ([`super::trail_models`]).
pub(super) const MODELS: usize = 6;
/// The number of cues. Those of the trail models are the last.
pub(super) const CUES: usize = CUES_WITHOUT_TRAILS + MODELS;
/// The cues from language data: by `WordNet` and by word vectors.
const LANGUAGE_CUES: std::ops::Range<usize> = 15..18;
/// The number of blends.
pub(super) const BLENDS: usize = 3;
/// Maximum absolute value of a scaled cue, so that an outlier does not dominate the learning.
const MAX_SCALED: f64 = 10.0;

/// The value of each cue, in the order of [`PARTS`].
pub(super) type Cues = [f64; CUES];
/// The prediction of each trail model, in 0..=1.
pub(super) type Predictions = [f64; MODELS];

/// Names, titles and descriptions of the cues, in the order of a score's parts.
pub(super) const PARTS: [ScorePart; CUES] = [
    part("page", "Linking pages", "relevance of the pages with the link"),
    part("asked", "Linking pages, query", "similarity of these pages to your query"),
    part("links", "Relevant linking pages", "share of relevant pages among those with the link, compared with chance"),
    part("anchor", "Link text, topic", "similarity of the link text to the learned topic"),
    part("query", "Link text, query", "similarity of the link text to your query"),
    part("context", "Nearby words", "similarity of the surrounding words to the learned topic"),
    part("heading", "Heading", "similarity of the heading above the link to the learned topic"),
    part("address", "URL", "similarity of the URL to the learned topic"),
    part("host", "Host", "relevance of pages on its host so far"),
    part("folder", "Folder", "relevance of pages in its folder so far"),
    part("siblings", "Neighboring links", "relevance of pages behind neighboring links"),
    part("hub", "Linking hubs", "relevance of pages that the pages with the link led to"),
    part("depth", "Depth", "closeness to a seed"),
    part("path", "Path", "closeness to the last relevant page on its path"),
    part("words", "Similar links", "relevance of pages behind links with similar words"),
    part("related", "WordNet", "similarity of the link text to your query by WordNet"),
    part(
        "meaning",
        "Word vectors, query",
        "similarity of the link text and the words around it to your query by word vectors",
    ),
    part(
        "topic",
        "Word vectors, topic",
        "similarity of the link text and the words around it to the learned topic by word vectors",
    ),
    part(
        "group",
        "Similar places",
        "relevance of pages behind links of the same shape on the same pages, and on the host",
    ),
    part("trails", "Trails: distance", "probability of relevant pages ahead, by your trails, discounted by distance"),
    part(
        "value",
        "Trails: link words",
        "relevant pages that links with such words led to on your trails, discounted by distance",
    ),
    part(
        "class",
        "Trails: linking page",
        "probability, learned from your trails, that the pages with the link are relevant",
    ),
    part("examples", "Trails: examples", "similarity of page and link text to the relevant pages of your trails"),
    part(
        "near",
        "Trails: links",
        "similarity of the link text to the links of your trails, highest for those that led to relevant pages",
    ),
    part(
        "shape",
        "Trails: link shape",
        "relevant pages that links of such place and form led to on your trails, discounted by distance",
    ),
];
/// The same without the trail models.
pub(super) const PARTS_WITHOUT_TRAILS: &[ScorePart] = PARTS.split_at(CUES_WITHOUT_TRAILS).0;

/// The initial weight of each cue, on the frontier's scale. The link's own text has the largest weights, by meaning and
/// by words, followed by its linking pages, as in best-first. Neighbors and records have small weights, since they
/// start empty; depth has none. The trail models have the largest weights if there are many trails and they predict
/// held-out ones well ([`super::trail_models`]), except those that compare whole pages (`class`, `examples`): good
/// pages of another site have other words, and the learned topic has the words of the examples already.
pub(super) const PRIOR: Cues = [
    0.5, 0.3, 0.2, 1.0, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.0, 0.2, 0.3, 1.5, 1.0, 1.0, 0.2, 2.0, 2.0, 0.5, 0.5,
    2.0, 2.0,
];

/// Returns the blend of a cue, whose weight all its cues share: 0 for words and records of pages, 1 for language data,
/// 2 for the trail models.
pub(super) fn blend_of(cue: usize) -> usize {
    match cue {
        _ if LANGUAGE_CUES.contains(&cue) => 1,
        CUES_WITHOUT_TRAILS.. => 2,
        _ => 0,
    }
}

/// The evidence that a cue needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    /// None: the query or the position.
    Nothing,
    /// Relevant pages of the crawl or of the trails: the learned topic.
    Topic,
    /// Relevant pages of the crawl.
    Pages,
    /// Trails: many, and models that proved to predict held-out ones.
    Trails,
}

/// The evidence that each cue needs, in the order of [`PARTS`].
const BASES: [Basis; CUES] = {
    use Basis::{Nothing, Pages, Topic, Trails};
    [
        Pages, Nothing, Pages, Topic, Nothing, Topic, Topic, Topic, Pages, Pages, Pages, Pages, Nothing, Pages, Pages,
        Nothing, Nothing, Topic, Pages, Trails, Trails, Trails, Trails, Trails, Trails,
    ]
};
/// The number of relevant pages at which cues that need them have half of their weight.
const HALF_TRUST_PAGES: f64 = 0.3;

/// The evidence so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// The sum of the similarities of the crawl's pages to the query.
    pub(super) pages: f64,
    /// The number of relevant pages of the trails.
    pub(super) examples: f64,
    /// The trust in each trail model, in 0..2.
    pub(super) trails: Predictions,
}

impl Evidence {
    /// Returns the trust in a cue: in 0..=1, or in 0..2 for that of a trail model.
    fn trust(self, cue: usize) -> f64 {
        let relevant = match BASES[cue] {
            Basis::Nothing => return 1.0,
            Basis::Trails => return self.trails[cue - CUES_WITHOUT_TRAILS],
            Basis::Topic => self.pages + self.examples,
            Basis::Pages => self.pages,
        };
        relevant / (relevant + HALF_TRUST_PAGES)
    }
}

/// The name of no cue.
const NOTHING: &str = "nothing";

/// The values of the parameter that excludes a cue: [`NOTHING`], then the names in the order of [`PARTS`].
pub(super) const EXCLUDABLE: [&str; CUES + 1] = {
    let mut all = [NOTHING; CUES + 1];
    let mut at = 0;
    while at < CUES {
        all[at + 1] = PARTS[at].name;
        at += 1;
    }
    all
};
/// The same with their titles.
pub(super) const EXCLUDABLE_CHOICES: [(&str, &str); CUES + 1] = {
    let mut all = [(NOTHING, "Nothing"); CUES + 1];
    let mut at = 0;
    while at < CUES {
        all[at + 1] = (PARTS[at].name, PARTS[at].title);
        at += 1;
    }
    all
};

/// The names of the cues without the trail models, in their order.
pub(super) const NAMES_WITHOUT_TRAILS: &[&str] = EXCLUDABLE.split_at(CUES_WITHOUT_TRAILS + 1).0.split_at(1).1;

const fn part(name: &'static str, title: &'static str, help: &'static str) -> ScorePart {
    ScorePart { name, title, help }
}

/// The positions of 0 and 1 for each cue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Scale {
    mean: Cues,
    spread: Cues,
}

impl Default for Scale {
    fn default() -> Self {
        Self { mean: [0.0; CUES], spread: [1.0; CUES] }
    }
}

impl Scale {
    /// Returns the scale of these links; none if there are fewer than two.
    pub(super) fn over(links: &[Cues]) -> Option<Self> {
        if links.len() < 2 {
            return None;
        }
        let over = |cue: usize| links.iter().map(move |link| link[cue]);
        let mean: Cues = std::array::from_fn(|cue| over(cue).fold(0.0, |sum, x| sum + x) / links.len() as f64);
        let spread = std::array::from_fn(|cue| {
            let above = over(cue).map(|x| x - mean[cue]).filter(|d| *d > 0.0);
            let (squares, sum) = above.fold((0.0, 0.0), |(squares, sum), d| (squares + d * d, sum + d));
            if sum > f64::EPSILON { squares / sum } else { 0.0 }
        });
        Some(Self { mean, spread })
    }

    /// Returns a link's cues on this scale; 0 for a cue that is constant over the frontier.
    pub(super) fn apply(&self, cues: &Cues) -> Cues {
        std::array::from_fn(|cue| {
            if self.spread[cue] > f64::EPSILON {
                ((cues[cue] - self.mean[cue]) / self.spread[cue]).clamp(-MAX_SCALED, MAX_SCALED)
            } else {
                0.0
            }
        })
    }

    /// Returns the scaled cues, each weighted by the trust in it.
    pub(super) fn trusted(&self, cues: &Cues, evidence: Evidence) -> Cues {
        let scaled = self.apply(cues);
        std::array::from_fn(|cue| scaled[cue] * evidence.trust(cue))
    }

    /// Returns true if all numbers are finite.
    pub(super) fn is_valid(&self) -> bool {
        self.mean.iter().chain(&self.spread).all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_the_mean_of_the_frontier_and_one_the_weighted_mean_distance_above_it() {
        let links = [0.0, 0.0, 0.0, 1.0, 3.0].map(|x| [x; CUES]);
        // Mean 0.8; above it 0.2 and 2.2: (0.04 + 4.84) / 2.4 = 61/30.
        let scale = Scale::over(&links).expect("five links");
        for (x, expected) in [(0.8, 0.0), (0.8 + 61.0 / 30.0, 1.0), (0.0, -24.0 / 61.0), (1e9, MAX_SCALED)] {
            let scaled = scale.apply(&[x; CUES]);
            assert!(scaled.iter().all(|cue| (cue - expected).abs() < 1e-12), "{x}: {scaled:?}");
        }
    }

    #[test]
    fn a_constant_cue_is_scaled_to_zero() {
        let scale = Scale::over(&[[0.5; CUES]; 3]).expect("three links");
        assert!(scale.apply(&[0.9; CUES]).iter().all(|cue| cue.abs() < f64::EPSILON));
        assert_eq!(Scale::over(&[[0.5; CUES]]), None);
    }

    #[test]
    fn cues_from_past_pages_have_half_their_weight_at_evidence_0_3_and_none_without_evidence() {
        let scale = Scale::default();
        for (pages, examples, of_topic) in [(0.0, 0.0, 0.0), (0.3, 0.0, 0.5), (2.7, 0.0, 0.9), (0.0, 2.7, 0.9)] {
            let evidence = Evidence { pages, examples, trails: [0.2, 0.4, 0.6, 0.8, 1.5, 1.7] };
            let of_pages = pages / (pages + 0.3);
            let trusted = scale.trusted(&[1.0; CUES], evidence);
            for (part, x) in PARTS.iter().zip(trusted) {
                let expected = match part.name {
                    "asked" | "query" | "depth" | "related" | "meaning" => 1.0,
                    "trails" => 0.2,
                    "value" => 0.4,
                    "class" => 0.6,
                    "examples" => 0.8,
                    "near" => 1.5,
                    "shape" => 1.7,
                    "anchor" | "context" | "heading" | "address" | "topic" => of_topic,
                    _ => of_pages,
                };
                assert!((x - expected).abs() < 1e-12, "{}: {x}", part.name);
            }
        }
    }

    #[test]
    fn the_blend_of_language_data_has_all_cues_of_it() {
        let of = |blend| PARTS.iter().enumerate().filter(move |(cue, _)| blend_of(*cue) == blend);
        let names: Vec<&str> = of(1).map(|(_, part)| part.name).collect();
        assert_eq!(names, ["related", "meaning", "topic"]);
        assert_eq!([of(0).count(), of(2).count()], [CUES_WITHOUT_TRAILS - 3, MODELS]);
    }

    #[test]
    fn each_cue_can_be_excluded_by_its_name() {
        assert_eq!(EXCLUDABLE[0], "nothing");
        let names: std::collections::BTreeSet<&str> = EXCLUDABLE.into_iter().collect();
        assert_eq!(names.len(), CUES + 1);
    }
}
