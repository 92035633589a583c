//! The table of numeric plan settings, from which form, address and plan are made.

use crate::page::dom::digits;
use crate::page::dom::digits::grouped;
use crate::protocol::Problem;
use types::limits;
use types::plan::Plan;
use types::to_u32;

/// A number of a plan; of a crawl's by default.
#[derive(Debug)]
pub struct Number<P = Plan> {
    /// The field's name in the plan and in addresses.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// Least value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// True if only whole numbers are valid.
    pub whole: bool,
    /// Reads it.
    pub get: fn(&P) -> f64,
    /// Writes a value that is in range.
    pub set: fn(&mut P, f64),
}

/// The name of the random seed, which a model brings with it.
pub const RNG_SEED: &str = "rng_seed";

/// Largest random seed.
pub(crate) const SEED_MAX: f64 = limits::RNG_SEED as f64;

/// Pages to fetch: the only number beside the query.
pub const PAGES: Number = Number {
    name: "pages",
    title: "Page limit",
    help: "The crawl ends after this many pages.",
    min: 1.0,
    max: limits::PAGES as f64,
    whole: true,
    get: |plan| f64::from(plan.pages),
    set: |plan, value| plan.pages = to_u32(value),
};

/// The other numbers.
pub const MORE: [Number; 6] = [
    Number {
        name: "in_flight",
        title: "Parallel fetches",
        help: "Over all hosts; each host gets one request at a time.",
        min: 1.0,
        max: limits::IN_FLIGHT_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.in_flight),
        set: |plan, value| plan.in_flight = to_u32(value),
    },
    Number {
        name: "depth",
        title: "Maximum depth",
        help: "Links more clicks away from a seed are skipped.",
        min: 0.0,
        max: limits::DEPTH_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.depth),
        set: |plan, value| plan.depth = to_u32(value),
    },
    Number {
        name: "host_window",
        title: "Host diversity",
        help: "At most one page per host in every N picks while others are ready; 0 turns it off.",
        min: 0.0,
        max: limits::HOST_WINDOW_MAX as f64,
        whole: true,
        get: |plan| plan.host_window as f64,
        set: |plan, value| plan.host_window = to_u32(value) as usize,
    },
    Number {
        name: "host_pages",
        title: "Pages per host",
        help: "At most this many pages from one host.",
        min: 1.0,
        max: limits::PAGES as f64,
        whole: true,
        get: |plan| f64::from(plan.host_pages),
        set: |plan, value| plan.host_pages = to_u32(value),
    },
    Number {
        name: "good",
        title: "Relevance threshold",
        help: "Pages with at least this relevance (0 to 1) count as relevant.",
        min: 0.0,
        max: 1.0,
        whole: false,
        get: |plan| plan.good,
        set: |plan, value| plan.good = value,
    },
    Number {
        name: RNG_SEED,
        title: "Random seed",
        help: "The same settings, seed and responses give the same crawl.",
        min: 0.0,
        max: SEED_MAX,
        whole: true,
        get: |plan| plan.rng_seed as f64,
        set: |plan, value| plan.rng_seed = types::to_u64(value),
    },
];

impl Number {
    /// Reads what was typed. Refused is only what cannot be sent; whether a number suits the plan is the worker's to say, which
    /// then says all that is wrong at once.
    pub fn read(&self, text: &str) -> Result<f64, String> {
        let fits = |value: &f64| {
            (0.0..=self.max.max(f64::from(u32::MAX))).contains(value)
                && (!self.whole || value.fract() == 0.0)
        };
        digits::read(text)
            .filter(fits)
            .ok_or_else(|| range_text(self.min, self.max, self.whole))
    }
}

/// Returns the numbers of a plan that are out of range.
pub fn problems(plan: &Plan) -> Vec<Problem> {
    let numbers = std::iter::once(&PAGES).chain(&MORE);
    let wrong = numbers.filter(|number| !(number.min..=number.max).contains(&(number.get)(plan)));
    wrong
        .map(|number| Problem {
            field: number.name.to_owned(),
            message: range_text(number.min, number.max, number.whole),
        })
        .collect()
}

/// Returns the valid range of a number, in a sentence.
pub fn range_text(min: f64, max: f64, whole: bool) -> String {
    let kind = if whole { "a whole number" } else { "a number" };
    format!("Enter {kind} from {} to {}.", grouped(min), grouped(max))
}
