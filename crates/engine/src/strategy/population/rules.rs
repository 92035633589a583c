//! The parameters of spiders, and the rules derived from them.
//!
//! Names and meanings are the papers'. Evolving §4.1 leaves the cost of a page to the implementation. Three costs are
//! offered: a fixed one, by default half of the relevance threshold; the average gain of pages so far; and
//! `initial spiders · θ / (2 · pages)`, by which the initial energy of the first spiders, up to the population limit,
//! pays for the whole crawl (Degeratu, Pant and Menczer 2001). Activations that may be negative and small random
//! initial weights follow Menczer and Belew 2000. No source gives values for α, β, θ, μ, the learning rate and the
//! mutations: the defaults were chosen on the demo web and on an encyclopedia, as `docs/benchmarks/crawl-quality.md`
//! reports.
//!
//! Source: Pant §3.5, Evolving §4.1; Menczer and Belew 2000; Degeratu, Pant and Menczer 2001 (the cost); Menczer, Pant
//! and Srinivasan 2004.

use super::agent_frontier::{BETA_MAX, LinkChoice, LinkEstimate};
use super::net::{RATE_MAX, Unit};
use crate::strategy::prelude::*;
use types::limits;
use types::plan::Plan;

/// Maximum of the population parameter: more spiders than pages make no difference.
const POPULATION_MAX: u32 = 1_000;

const ALPHA: Param<f64> = Param::share(
    "alpha",
    "Net weight (α)",
    0.05,
    "Share of the neural net's estimate in a link's score; the rest is page similarity, and 0 turns the nets off.",
);
const BETA: Param<f64> = Param::real(
    "beta",
    "Greediness (β)",
    0.0..=BETA_MAX,
    200.0,
    "How strongly better links are preferred: 0 picks at random, large values always pick the best.",
);
const THETA: Param<f64> = Param::real(
    "theta",
    "Energy to breed (θ)",
    0.01..=100.0,
    1.0,
    "Energy at which a spider splits it with a child; the first spiders start with half of it.",
);
/// The rule for the cost of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CostModel {
    Fixed,
    Average,
    Budget,
}
const PRICE: Param<CostModel> = Param::choice(
    "price",
    "Cost model",
    &[("fixed", "Fixed"), ("average", "Average"), ("budget", "Budget")],
    &[CostModel::Fixed, CostModel::Average, CostModel::Budget],
    "Energy cost of a page: fixed, the average gain so far, or low enough for the first spiders to pay for the whole \
    crawl.",
);
/// In the papers energy selects the agents whose pages are worth more than they cost (Menczer and Belew 2000; Menczer,
/// Pant and Srinivasan 2004). This default selects less: a spider lives on one page at the relevance threshold in two.
const COST: Param<f64> = Param::real(
    "cost",
    "Cost per page",
    0.0..=1.0,
    limits::GOOD_RELEVANCE / 2.0,
    "Energy cost of a page in the fixed cost model.",
);
const RHO: Param<usize> = Param::whole(
    "rho",
    "Word window (ρ)",
    1..=50,
    5,
    "Distance in links up to which the spider's words count for a link.",
);
const MU: Param<f64> =
    Param::share("mu", "Discount (μ)", 0.5, "Weight of the page's best link when the net learns from a page.");
const RATE: Param<f64> = Param::real(
    "rate",
    "Learning rate",
    0.0..=RATE_MAX,
    1.0,
    "Step size of the net's weight updates; 0 turns learning off.",
);
const HIDDEN: Param<usize> = Param::whole(
    "hidden",
    "Hidden units",
    0..=16,
    0,
    "Hidden units of the net; 0 connects the words directly to the output.",
);
const UNIT: Param<Unit> = Param::choice(
    "unit",
    "Activation",
    &[("tanh", "Hyperbolic tangent"), ("logistic", "Logistic")],
    &[Unit::Tanh, Unit::Logistic],
    "Activation function: hyperbolic tangent (−1 to 1) or logistic (0 to 1).",
);
const BREEDING: Param<bool> = Param::switch("breeding", "Breeding", true, "Clone spiders that have enough energy.");
const MUTATED: Param<f64> =
    Param::share("mutated", "Mutation rate", 0.1, "Probability that a weight of a child's net mutates.");
const NOISE: Param<f64> = Param::real("noise", "Mutation size", 0.0..=10.0, 0.5, "Maximum change of a mutated weight.");
const WORD: Param<f64> = Param::real(
    "word",
    "New word weight",
    0.0..=10.0,
    1.0,
    "Weight of the word a child learns from the page of its birth, relative to your words; 0 turns word learning off.",
);
pub(in crate::strategy) const POPULATION: Param<usize> = Param::whole(
    "population",
    "Maximum spiders",
    1..=POPULATION_MAX,
    100,
    "Maximum number of living spiders; at the limit none is cloned, and new seeds go to the spider with the fewest \
    links.",
);
const LEGACY: Param<bool> = Param::choice(
    "legacy",
    "Links of dead spiders",
    &[("lost", "Dropped"), ("parent", "Passed to parent")],
    &[false, true],
    "Whether a starved spider's links are dropped or go to its living parent.",
);
const LINKS: Param<bool> = Param::choice(
    "links",
    "Links to pick from",
    &[("all", "All"), ("page", "Current page")],
    &[false, true],
    "Whether a spider picks among all of its links, or only those of its current page, as the first InfoSpiders did.",
);
/// In the papers all may starve. From the portals of the demo web's topics, 60 % of the families then have died out at
/// page 100. If the last spider of each family lives on, none has, and no harvest is lost: on the demo web .265 after
/// 100 pages and .318 after 200 instead of .255 and .303 (13 topics, two random seeds each, α .05 instead of .25), on
/// the encyclopedia .140, .165 and .116 after 100, 200 and 500 instead of .136, .172 and .119 (standard errors .015 to
/// .035). A lower cost keeps them alive as well, but loses harvest: .202 after 100 pages at a cost of .02.
const EXTINCTION: Param<bool> = Param::switch(
    "extinction",
    "Families may die out",
    false,
    "Let the last spider of a family starve; off, it lives on while it has links, but rarely fetches.",
);

/// The parameters of InfoSpiders, in the order of the form.
pub(in crate::strategy) const INFO_SPIDERS: &[ParamDeclaration] = declare![
    ALPHA, BETA, THETA, PRICE, COST, RHO, MU, RATE, HIDDEN, UNIT, BREEDING, MUTATED, NOISE, WORD, POPULATION, LINKS,
    LEGACY, EXTINCTION,
]
.declared();

/// The rules of a population.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::strategy) struct Rules {
    pub(super) pick: LinkChoice,
    /// Maximum number of living spiders, at least 1.
    pub(super) population: usize,
    /// True if a spider has only the links of its current page (Evolving Fig. 4.1).
    pub(super) current_page: bool,
    /// The rules of the nets; `None` if a link's score is its page's similarity.
    pub(super) estimation: Option<EstimationRules>,
    /// The energy rules; `None` if spiders neither starve nor breed.
    pub(super) energy: Option<EnergyRules>,
}

/// The rules by which spiders estimate links and learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EstimationRules {
    pub(super) alpha: f64,
    pub(super) rho: usize,
    pub(super) mu: f64,
    pub(super) rate: f64,
    pub(super) hidden: usize,
    pub(super) unit: Unit,
}

/// The cost of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CostRule {
    /// The average gain of pages so far.
    Average,
    /// A fixed amount.
    Fixed(f64),
}

/// The energy rules of spiders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EnergyRules {
    pub(super) theta: f64,
    pub(super) price: CostRule,
    pub(super) breeding: bool,
    pub(super) mutated: f64,
    pub(super) noise: f64,
    pub(super) word: f64,
    /// True if the links of a dead spider go to its parent.
    pub(super) inherit: bool,
    pub(super) extinction: bool,
}

impl Rules {
    /// Returns the rules of InfoSpiders. `founders` is the expected number of initial spiders, up to the population
    /// limit.
    pub(in crate::strategy) fn info_spiders(settings: &Settings, plan: &Plan, founders: usize) -> Self {
        let theta = settings.get(&THETA);
        let cost = settings.get(&COST);
        let population = settings.get(&POPULATION);
        let founders = founders.clamp(1, population.max(1));
        let budget = founders as f64 * theta / (2.0 * f64::from(plan.pages.max(1)));
        let estimation = EstimationRules {
            alpha: settings.get(&ALPHA),
            rho: settings.get(&RHO),
            mu: settings.get(&MU),
            rate: settings.get(&RATE),
            hidden: settings.get(&HIDDEN),
            unit: settings.get(&UNIT),
        };
        Self {
            pick: LinkChoice::Chance(settings.get(&BETA)),
            population,
            current_page: settings.get(&LINKS),
            estimation: (estimation.alpha > 0.0).then_some(estimation),
            energy: Some(EnergyRules {
                theta,
                price: match settings.get(&PRICE) {
                    CostModel::Fixed => CostRule::Fixed(cost),
                    CostModel::Average => CostRule::Average,
                    CostModel::Budget => CostRule::Fixed(budget),
                },
                breeding: settings.get(&BREEDING),
                mutated: settings.get(&MUTATED),
                noise: settings.get(&NOISE),
                word: settings.get(&WORD),
                inherit: settings.get(&LEGACY),
                extinction: settings.get(&EXTINCTION),
            }),
        }
    }

    /// Returns the score of a link with estimate λ on a page of this similarity.
    pub(super) fn estimate(&self, lambda: f64, similarity: f64) -> LinkEstimate {
        let sigma = |estimation: EstimationRules| estimation.alpha * lambda + (1.0 - estimation.alpha) * similarity;
        LinkEstimate { sigma: self.estimation.map_or(similarity, sigma), lambda, similarity }
    }

    /// Returns the score with its parts.
    pub(super) fn score(&self, estimate: LinkEstimate) -> Score {
        let parts = match self.estimation {
            Some(_) => vec![estimate.lambda, estimate.similarity],
            None => vec![estimate.similarity],
        };
        Score::with_parts(estimate.sigma, parts)
    }

    /// Returns the estimate behind a score.
    pub(super) fn read(&self, score: &Score) -> LinkEstimate {
        let (lambda, similarity) = match (self.estimation, &score.parts[..]) {
            (Some(_), [lambda, similarity]) => (*lambda, *similarity),
            (None, [similarity]) => (0.0, *similarity),
            _ => (0.0, 0.0),
        };
        LinkEstimate { sigma: score.first.clamp(-1.0, 1.0), lambda, similarity }
    }

    /// Returns the rules of spiders that crawl best-first concurrently, without births and deaths.
    pub(in crate::strategy) fn best_first(settings: &Settings) -> Self {
        let population = settings.get(&POPULATION);
        Self { pick: LinkChoice::Best, population, current_page: false, estimation: None, energy: None }
    }
}
