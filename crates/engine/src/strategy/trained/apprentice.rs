//! The apprentice: a critic that was trained on the trails rates every page, and an apprentice learns from these
//! ratings during the crawl which links lead to good pages.
//!
//! A link's features are the words near it with their distance: the texts of the page are numbered in the order of the
//! tag tree, and a word of a text d positions before or after the link's is the feature (word, d). Each page trains the
//! apprentice on the link to it, with the critic's probability of “good” as the label's weight; the priority is then
//! the apprentice's probability. Until the apprentice has seen enough pages, the critic's rating of the linking page is
//! the priority. The frontier is scored again from time to time.
//!
//! Source: Batsakis §2.5; Chakrabarti, Punera and Subramanyam 2002, “Accelerated focused crawling through online
//! relevance feedback”.

use super::framework::prelude::*;
use crate::html::{Document, Link};
use crate::learning::{NaiveBayes, Priors};
use crate::text::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of features of a link, the nearest first; they are stored for the links in the frontier.
const FEATURES: usize = 24;
/// Maximum number of bytes of a text that are read for a link.
const TEXT_BYTES: usize = 200;
/// Minimum number of pages between two rescorings of the frontier.
const REFRESH_PAGES: usize = 20;

const ENOUGH: Param<usize> = Param::whole(
    "enough",
    "Pages before use",
    1..=10_000,
    50,
    "Until this many pages are judged, links get the critic's score of their page.",
);
const REACH: Param<usize> = Param::whole(
    "reach",
    "Context window",
    0..=10,
    3,
    "Number of text nodes before and after a link that count for it; 0 uses only the link text.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "apprentice",
    title: "Critic and apprentice",
    description: "Keeps learning during the crawl which words around links lead to pages that your trails mark as \
        relevant.",
    family: Family::Trained,
    source: "Batsakis §2.5",
    params: declare![ENOUGH, REACH, TERMS, WORDS, SMOOTHING, ON_REDISCOVERY,],
    needs: Needs::TRAILS,
    scores_pages_independently: false,
    parts: &[super::RELEVANT_PART, super::APPRENTICE_PART],
    make: |inputs| {
        let settings = inputs.settings;
        let learner = Apprentice {
            enough: settings.get(&ENOUGH),
            reach: settings.get(&REACH),
            alpha: settings.get(&SMOOTHING),
            critic: WordClassifier::new(settings, Priors::Estimated),
        };
        Trained::boxed(learner, inputs)
    },
};

struct Apprentice {
    enough: usize,
    reach: usize,
    alpha: f64,
    critic: WordClassifier,
}

/// A word and its distance from the link, in texts.
type Feature = (TermId, i8);

/// The apprentice's model.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Learned {
    judged: ClassProbabilities,
    /// For each feature, its counts at links to good pages and at links to other pages.
    seen: BTreeMap<Feature, [f64; 2]>,
    /// The sums of both counts.
    all: [f64; 2],
    /// The number of links by the class of their targets.
    links: [f64; 2],
    /// The features of the frontier's links, from the first linking page, and the critic's rating of that page.
    waiting: BTreeMap<UrlId, (Vec<Feature>, f64)>,
    refresh: Refresh,
}

impl Default for Learned {
    fn default() -> Self {
        Self {
            judged: ClassProbabilities::default(),
            seen: BTreeMap::new(),
            all: [0.0; 2],
            links: [0.0; 2],
            waiting: BTreeMap::new(),
            refresh: Refresh::every(REFRESH_PAGES),
        }
    }
}

impl Learned {
    /// Adds a link as an example of the class of its target; `good` is the target's probability of being relevant.
    fn learn(&mut self, page: UrlId, good: f64) {
        let Some((features, _)) = self.waiting.remove(&page) else {
            return;
        };
        for (side, share) in [good, 1.0 - good].into_iter().enumerate() {
            self.links[side] += share;
            for feature in &features {
                self.seen.entry(*feature).or_default()[side] += share;
                self.all[side] += share;
            }
        }
    }

    /// Returns the probability that a link with these features leads to a good page: naive Bayes over both sides,
    /// smoothed.
    fn probability(&self, features: &[Feature], alpha: f64) -> f64 {
        let vocabulary = alpha * (self.seen.len() as f64 + 1.0);
        let log = |side: usize| {
            let prior = libm::log(self.links[side] + alpha);
            features
                .iter()
                .filter_map(|feature| self.seen.get(feature))
                .fold(prior, |sum, seen| sum + libm::log((seen[side] + alpha) / (self.all[side] + vocabulary)))
        };
        1.0 / (1.0 + libm::exp(log(1) - log(0)))
    }
}

impl Apprentice {
    fn has_seen_enough(&self, crawl: &Learned) -> bool {
        crawl.links[0] + crawl.links[1] >= self.enough as f64
    }

    fn link_score(&self, crawl: &Learned, features: &[Feature], critic: f64) -> Score {
        if !self.has_seen_enough(crawl) {
            return Score::with_parts(critic, vec![critic, 0.0]);
        }
        let learned = crawl.probability(features, self.alpha);
        Score::with_parts(learned, vec![critic, learned])
    }

    /// Returns the words near a link, the nearest first.
    fn features(&self, document: &Document, link: &Link, context: &mut Context<'_>) -> Vec<Feature> {
        let mut found: Vec<Feature> = Vec::new();
        let mut add = |text: &str, distance: i8| {
            let counts = context.vectorizer.counts(text, context.language);
            found.extend(counts.iter().map(|(term, _)| (term, distance)));
        };
        add(&link.anchor, 0);
        let reach = i8::try_from(self.reach).unwrap_or(i8::MAX);
        for away in 1..=reach {
            for distance in [-away, away] {
                add(document.text_near(link, isize::from(distance), TEXT_BYTES), distance);
            }
        }
        found.truncate(FEATURES);
        found
    }
}

impl Learner for Apprentice {
    type Model = NaiveBayes;
    type State = Learned;

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<NaiveBayes, String> {
        self.critic.train(2, &data.pages(2))
    }

    fn classify(&self, model: &NaiveBayes, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        self.critic.sides(model, pages)
    }

    fn tables(&self, model: &NaiveBayes, data: TrainingFold<'_>) -> Vec<ModelTable> {
        WordClassifier::tables(model, &two_classes(), data)
    }

    fn score(
        &self,
        model: &NaiveBayes,
        crawl: &mut Learned,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.critic.shares(model, page.counts);
        let critic = shares[0];
        crawl.learn(page.id, critic);
        crawl.judged.insert(page.id, shares);
        let mut scores = Vec::with_capacity(links.len());
        for view in links {
            let features = self.features(page.document, view.link, context);
            scores.push(Some(self.link_score(crawl, &features, critic)));
            crawl.waiting.entry(view.id).or_insert((features, critic));
        }
        scores
    }

    fn revise(&self, crawl: &mut Learned, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        if !self.has_seen_enough(crawl) || !crawl.refresh.is_due(context.pages_read) {
            return Vec::new();
        }
        let mut waiting = std::mem::take(&mut crawl.waiting);
        waiting.retain(|link, _| frontier.get(*link).is_some());
        let scores =
            waiting.iter().map(|(link, (features, critic))| (*link, self.link_score(crawl, features, *critic)));
        let scores = scores.collect();
        crawl.waiting = waiting;
        scores
    }

    fn predictions(&self, _model: &NaiveBayes, crawl: &Learned, page: UrlId) -> Vec<PagePrediction> {
        crawl.judged.predictions(page, &two_classes())
    }

    fn model_tables(&self, crawl: &Learned, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        if !self.has_seen_enough(crawl) {
            return Vec::new();
        }
        let counts = [("good", crawl.links[0]), ("other", crawl.links[1])];
        let rows = counts.map(|(name, links)| vec![Cell::Text(name.to_owned()), Cell::Number(links)]);
        vec![ModelTable::new(
            "Apprentice's training data",
            "Followed links by the critic's verdict on their pages; each counts for both sides by its probability.",
            &["Pages", "Links"],
            rows,
        )]
    }

    fn fits(&self, model: &NaiveBayes) -> bool {
        model.classes() == 2
    }
}
