//! What the person may set about spiders, and the rules that come of it.
//!
//! Names and meanings are the papers'. What a page costs is left to the implementation (Evolving §4.1), so there are three prices: a fixed one, by
//! default the likeness from which a page counts as harvested, so that a spider lives on good pages alone; what pages have given on average so
//! far; and `initial spiders · θ / (2 · pages)`, with which the first spiders, no more of them than may live at once, can pay for the whole
//! crawl out of what they are born with (Degeratu, Pant and Menczer 2001). Units whose activation may be negative, and first weights from a small
//! interval around 0, are those of Menczer and Belew 2000. No numbers were found for α, β, θ, μ, the rate of learning and the mutations that could
//! be checked: their defaults were chosen on the demo web, as `BENCHMARKS.md` tells.
//!
//! Source: Pant §3.5, Evolving §4.1; Menczer and Belew 2000; Degeratu, Pant and Menczer 2001 (the cost).

use super::net::{RATE_MAX, Unit};
use super::own::{BETA_MAX, Judged, Pick};
use crate::frontier::Score;
use crate::limits;
use crate::plan::Plan;
use crate::strategy::{Param, Range, Settings};

/// Greatest population that may be set: more spiders than pages make no difference.
const POPULATION_MAX: i64 = 1_000;

const ALPHA: Param = share(
    "alpha",
    "Weight of the net (α)",
    0.5,
    "What the neural net's estimate counts in a link's score; the rest is the page's likeness to the spider's words. 0 switches the nets off.",
);
const BETA: Param = real(
    "beta",
    "Greediness (β)",
    BETA_MAX,
    200.0,
    "How much likelier a better link is picked: 0 picks blindly, a large number always the best.",
);
const THETA: Param = Param {
    name: "theta",
    title: "Energy to breed (θ)",
    range: Range::Real {
        min: 0.01,
        max: 100.0,
        default: 1.0,
    },
    help: "With so much energy a spider is cloned and shares it with its child; a new spider begins with half of it.",
};
const PRICE: Param = Param {
    name: "price",
    title: "Price of a page",
    range: Range::Choice(&["fixed", "average", "budget"]),
    help: "What a page costs a spider: a fixed energy, what pages gave on average so far, or so little that the first spiders can pay for the whole crawl.",
};
const COST: Param = real(
    "cost",
    "Cost of a page",
    1.0,
    limits::GOOD_RELEVANCE,
    "The energy that a page costs where its price is fixed.",
);
const RHO: Param = Param {
    name: "rho",
    title: "Reach of words (ρ)",
    range: Range::Whole {
        min: 1,
        max: 50,
        default: 5,
    },
    help: "How many links away from a link the spider's words still count for it.",
};
const MU: Param = share(
    "mu",
    "Weight of the future (μ)",
    0.5,
    "What the best link on a page adds to what the page itself is worth, when the net learns from it.",
);
const RATE: Param = real(
    "rate",
    "Rate of learning",
    RATE_MAX,
    1.0,
    "How far each page moves the weights of the net; 0 switches learning off.",
);
const HIDDEN: Param = Param {
    name: "hidden",
    title: "Hidden units",
    range: Range::Whole {
        min: 0,
        max: 16,
        default: 0,
    },
    help: "Units between the words and the output of the net; with 0 the words go straight to the output.",
};
const UNIT: Param = Param {
    name: "unit",
    title: "Kind of unit",
    range: Range::Choice(&["tanh", "logistic"]),
    help: "What a unit of the net makes of its input: the hyperbolic tangent, from −1 to 1, or the logistic function, from 0 to 1.",
};
const BREEDING: Param = Param {
    name: "breeding",
    title: "Breeding",
    range: Range::Switch { default: true },
    help: "Spiders with enough energy are cloned.",
};
const MUTATED: Param = share(
    "mutated",
    "Share of weights that mutate",
    0.1,
    "The probability that a weight of a child's net differs from its parent's.",
);
const NOISE: Param = real(
    "noise",
    "Size of mutations",
    10.0,
    0.5,
    "The most by which such a weight differs.",
);
const WORD: Param = real(
    "word",
    "Weight of a new word",
    10.0,
    1.0,
    "What the word counts that a child learns from the page of its birth, beside a word of yours; 0 switches the learning of words off.",
);
pub(in crate::strategy) const POPULATION: Param = Param {
    name: "population",
    title: "Spiders at most",
    range: Range::Whole {
        min: 1,
        max: POPULATION_MAX,
        default: 100,
    },
    help: "So many spiders live at once; while there are as many, none is cloned, and what would found a family goes to the spider with the fewest links.",
};
const LEGACY: Param = Param {
    name: "legacy",
    title: "Links of the dead",
    range: Range::Choice(&["lost", "parent"]),
    help: "The links of a spider that starves leave the queue, or go to its parent where that lives.",
};
const EXTINCTION: Param = Param {
    name: "extinction",
    title: "The last one may starve",
    range: Range::Switch { default: false },
    help: "The crawl ends when all spiders have starved; switched off, the last one lives on as long as it has links.",
};

/// What may be set about InfoSpiders, in the order of the form.
pub(in crate::strategy) const INFO_SPIDERS: [Param; 17] = [
    ALPHA, BETA, THETA, PRICE, COST, RHO, MU, RATE, HIDDEN, UNIT, BREEDING, MUTATED, NOISE, WORD,
    POPULATION, LEGACY, EXTINCTION,
];

const fn real(
    name: &'static str,
    title: &'static str,
    max: f64,
    default: f64,
    help: &'static str,
) -> Param {
    let range = Range::Real {
        min: 0.0,
        max,
        default,
    };
    Param {
        name,
        title,
        range,
        help,
    }
}

const fn share(name: &'static str, title: &'static str, default: f64, help: &'static str) -> Param {
    real(name, title, 1.0, default, help)
}

/// What a population lives by.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::strategy) struct Rules {
    pub(super) pick: Pick,
    /// Spiders at once, at least 1.
    pub(super) population: usize,
    /// Their nets; none where links are worth what their page is.
    pub(super) mind: Option<Mind>,
    /// What they live on; none where they neither starve nor breed.
    pub(super) life: Option<Life>,
}

/// How spiders estimate links, and learn to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mind {
    pub(super) alpha: f64,
    pub(super) rho: usize,
    pub(super) mu: f64,
    pub(super) rate: f64,
    pub(super) hidden: usize,
    pub(super) unit: Unit,
}

/// What a page costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Price {
    /// What pages have given on average so far.
    Average,
    /// So much energy.
    Fixed(f64),
}

/// What spiders live on.
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
    /// The rules of InfoSpiders. At the start `founders` spiders are expected, as far as so many may live.
    pub(in crate::strategy) fn of(settings: &Settings, plan: &Plan, founders: usize) -> Self {
        let theta = settings.real(THETA.name);
        let cost = settings.real(COST.name);
        let population = settings.whole(POPULATION.name);
        let founders = founders.clamp(1, population.max(1));
        let budget = founders as f64 * theta / (2.0 * f64::from(plan.pages.max(1)));
        let mind = Mind {
            alpha: settings.real(ALPHA.name),
            rho: settings.whole(RHO.name),
            mu: settings.real(MU.name),
            rate: settings.real(RATE.name),
            hidden: settings.whole(HIDDEN.name),
            unit: if settings.choice(UNIT.name) == "logistic" {
                Unit::Logistic
            } else {
                Unit::Tanh
            },
        };
        Self {
            pick: Pick::Chance(settings.real(BETA.name)),
            population,
            mind: (mind.alpha > 0.0).then_some(mind),
            life: Some(Life {
                theta,
                price: match settings.choice(PRICE.name) {
                    "average" => Price::Average,
                    "budget" => Price::Fixed(budget),
                    _ => Price::Fixed(cost),
                },
                breeding: settings.switch(BREEDING.name),
                mutated: settings.real(MUTATED.name),
                noise: settings.real(NOISE.name),
                word: settings.real(WORD.name),
                inherit: settings.choice(LEGACY.name) == "parent",
                extinction: settings.switch(EXTINCTION.name),
            }),
        }
    }

    /// What a link is worth of which the net says λ, on a page of this likeness.
    pub(super) fn judged(&self, lambda: f64, likeness: f64) -> Judged {
        let sigma = |mind: Mind| mind.alpha * lambda + (1.0 - mind.alpha) * likeness;
        Judged {
            sigma: self.mind.map_or(likeness, sigma),
            lambda,
            likeness,
        }
    }

    /// Its score with its parts.
    pub(super) fn score(&self, judged: Judged) -> Score {
        let parts = match self.mind {
            Some(_) => vec![judged.lambda, judged.likeness],
            None => vec![judged.likeness],
        };
        Score::with_parts(judged.sigma, parts)
    }

    /// What was made of a link that has this score.
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
            population: settings.whole(POPULATION.name),
            mind: None,
            life: None,
        }
    }
}
