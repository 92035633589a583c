//! Defines the parameters of spiders and the rules derived from them.
//!
//! Names and meanings are the papers'. What a page costs is left to the implementation (Evolving §4.1), so there are three prices: a fixed one, by
//! default the likeness from which a page counts as harvested, so that a spider lives on good pages alone; what pages have given on average so
//! far; and `initial spiders · θ / (2 · pages)`, with which the first spiders, no more of them than may live at once, can pay for the whole
//! crawl out of what they are born with (Degeratu, Pant and Menczer 2001). Units whose activation may be negative, and first weights from a small
//! interval around 0, are those of Menczer and Belew 2000. No numbers were found for α, β, θ, μ, the rate of learning and the mutations that could
//! be checked: their defaults were chosen on the demo web, as `docs/benchmarks/populations.md` reports.
//!
//! Source: Pant §3.5, Evolving §4.1; Menczer and Belew 2000; Degeratu, Pant and Menczer 2001 (the cost).

use super::net::{RATE_MAX, Unit};
use super::own::{BETA_MAX, Judged, Pick};
use crate::frontier::Score;
use crate::strategy::{Param, ParamDeclaration, Settings, declare};
use types::limits;
use types::plan::Plan;

/// Greatest population that may be set: more spiders than pages make no difference.
const POPULATION_MAX: u32 = 1_000;

const ALPHA: Param<f64> = Param::share(
    "alpha",
    "Net weight (α)",
    0.5,
    "Share of the neural net's estimate in a link's score; the rest is page similarity. 0 turns the nets off.",
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
/// The rule by which a page is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PriceRule {
    Fixed,
    Average,
    Budget,
}
const PRICE: Param<PriceRule> = Param::choice(
    "price",
    "Cost model",
    &["fixed", "average", "budget"],
    &[PriceRule::Fixed, PriceRule::Average, PriceRule::Budget],
    "Energy cost of a page: fixed, the average gain so far, or low enough for the first spiders to pay for the whole crawl.",
);
const COST: Param<f64> = Param::real(
    "cost",
    "Cost per page",
    0.0..=1.0,
    limits::GOOD_RELEVANCE,
    "Energy cost of a page in the fixed cost model.",
);
const RHO: Param<usize> = Param::whole(
    "rho",
    "Word window (ρ)",
    1..=50,
    5,
    "Distance in links up to which the spider's words count for a link.",
);
const MU: Param<f64> = Param::share(
    "mu",
    "Discount (μ)",
    0.5,
    "Weight of the page's best link when the net learns from a page.",
);
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
    &["tanh", "logistic"],
    &[Unit::Tanh, Unit::Logistic],
    "Activation function: hyperbolic tangent (−1 to 1) or logistic (0 to 1).",
);
const BREEDING: Param<bool> = Param::switch(
    "breeding",
    "Breeding",
    true,
    "Clone spiders that have enough energy.",
);
const MUTATED: Param<f64> = Param::share(
    "mutated",
    "Mutation rate",
    0.1,
    "Probability that a weight of a child's net mutates.",
);
const NOISE: Param<f64> = Param::real(
    "noise",
    "Mutation size",
    0.0..=10.0,
    0.5,
    "Maximum change of a mutated weight.",
);
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
    "Maximum number of living spiders; at the limit none is cloned, and new seeds go to the spider with the fewest links.",
);
const LEGACY: Param<bool> = Param::choice(
    "legacy",
    "Links of dead spiders",
    &["lost", "parent"],
    &[false, true],
    "Whether a starved spider's links are dropped or go to its living parent.",
);
const EXTINCTION: Param<bool> = Param::switch(
    "extinction",
    "Last spider may starve",
    false,
    "End the crawl when all spiders have starved; off, the last one lives while it has links.",
);

/// The parameters of InfoSpiders, in the order of the form.
pub(in crate::strategy) const INFO_SPIDERS: &[ParamDeclaration] = declare![
    ALPHA, BETA, THETA, PRICE, COST, RHO, MU, RATE, HIDDEN, UNIT, BREEDING, MUTATED, NOISE, WORD,
    POPULATION, LEGACY, EXTINCTION,
];

/// The rules of a population.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::strategy) struct Rules {
    pub(super) pick: Pick,
    /// Spiders at once, at least 1.
    pub(super) population: usize,
    /// Their nets; none if links are worth what their page is.
    pub(super) mind: Option<Mind>,
    /// The energy rules; `None` if spiders neither starve nor breed.
    pub(super) life: Option<Life>,
}

/// The rules by which spiders estimate links and learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mind {
    pub(super) alpha: f64,
    pub(super) rho: usize,
    pub(super) mu: f64,
    pub(super) rate: f64,
    pub(super) hidden: usize,
    pub(super) unit: Unit,
}

/// The cost of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Price {
    /// The average gain of pages so far.
    Average,
    /// So much energy.
    Fixed(f64),
}

/// The energy rules of spiders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Life {
    pub(super) theta: f64,
    pub(super) price: Price,
    pub(super) breeding: bool,
    pub(super) mutated: f64,
    pub(super) noise: f64,
    pub(super) word: f64,
    /// The links of the dead go to their parents.
    pub(super) inherit: bool,
    pub(super) extinction: bool,
}

impl Rules {
    /// Returns the rules of InfoSpiders. At the start `founders` spiders are expected, as far as so many may live.
    pub(in crate::strategy) fn of(settings: &Settings, plan: &Plan, founders: usize) -> Self {
        let theta = settings.get(&THETA);
        let cost = settings.get(&COST);
        let population = settings.get(&POPULATION);
        let founders = founders.clamp(1, population.max(1));
        let budget = founders as f64 * theta / (2.0 * f64::from(plan.pages.max(1)));
        let mind = Mind {
            alpha: settings.get(&ALPHA),
            rho: settings.get(&RHO),
            mu: settings.get(&MU),
            rate: settings.get(&RATE),
            hidden: settings.get(&HIDDEN),
            unit: settings.get(&UNIT),
        };
        Self {
            pick: Pick::Chance(settings.get(&BETA)),
            population,
            mind: (mind.alpha > 0.0).then_some(mind),
            life: Some(Life {
                theta,
                price: match settings.get(&PRICE) {
                    PriceRule::Fixed => Price::Fixed(cost),
                    PriceRule::Average => Price::Average,
                    PriceRule::Budget => Price::Fixed(budget),
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

    /// Returns the judgment of a link with estimate λ on a page of this similarity.
    pub(super) fn judged(&self, lambda: f64, likeness: f64) -> Judged {
        let sigma = |mind: Mind| mind.alpha * lambda + (1.0 - mind.alpha) * likeness;
        Judged {
            sigma: self.mind.map_or(likeness, sigma),
            lambda,
            likeness,
        }
    }

    /// Returns its score with its parts.
    pub(super) fn score(&self, judged: Judged) -> Score {
        let parts = match self.mind {
            Some(_) => vec![judged.lambda, judged.likeness],
            None => vec![judged.likeness],
        };
        Score::with_parts(judged.sigma, parts)
    }

    /// Returns the judgment of a link with this score.
    pub(super) fn read(&self, score: &Score) -> Judged {
        let (lambda, likeness) = match (self.mind, &score.parts[..]) {
            (Some(_), [lambda, likeness]) => (*lambda, *likeness),
            (None, [likeness]) => (0.0, *likeness),
            _ => (0.0, 0.0),
        };
        Judged {
            sigma: score.first.clamp(-1.0, 1.0),
            lambda,
            likeness,
        }
    }

    /// Spiders that crawl best-first side by side, for good.
    pub(in crate::strategy) fn best_first(settings: &Settings) -> Self {
        Self {
            pick: Pick::Best,
            population: settings.get(&POPULATION),
            mind: None,
            life: None,
        }
    }
}
