//! Lists the numeric plan settings, from which form, address and plan are built.

use crate::page::dom::digits;
use crate::page::dom::digits::grouped;
use crate::protocol::Problem;
use types::limits;
use types::plan::Plan;
use types::to_u32;

/// A numeric setting of a plan; by default of a crawl's plan.
#[derive(Debug)]
pub struct Number<P = Plan> {
    /// The field's name in the plan and in addresses.
    pub name: &'static str,
    /// Its label.
    pub title: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// True if only whole numbers are valid.
    pub whole: bool,
    /// Returns the value in a plan.
    pub get: fn(&P) -> f64,
    /// Sets a value that is in range.
    pub set: fn(&mut P, f64),
}

/// The name of the random seed, which a model also sets.
pub const RNG_SEED: &str = "rng_seed";

/// The greatest random seed.
pub(crate) const SEED_MAX: f64 = limits::RNG_SEED as f64;

/// The number of pages to fetch, which is beside the query.
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

/// The other settings.
pub const MORE: [Number; 7] = [
    Number {
        name: "in_flight",
        title: "Parallel fetches",
        help: "Requests at the same time over all hosts; each host gets one at a time.",
        min: 1.0,
        max: limits::IN_FLIGHT_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.in_flight),
        set: |plan, value| plan.in_flight = to_u32(value),
    },
    Number {
        name: "depth",
        title: "Maximum depth",
        help: "Links that are more clicks away from every seed are skipped.",
        min: 0.0,
        max: limits::DEPTH_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.depth),
        set: |plan, value| plan.depth = to_u32(value),
    },
    Number {
        name: "host_window",
        title: "Site diversity",
        help: "Picks of other sites between two of one site, and lower priority for a site with over 40 pages; 0 turns both off.",
        min: 0.0,
        max: limits::HOST_WINDOW_MAX as f64,
        whole: true,
        get: |plan| plan.host_window as f64,
        set: |plan, value| plan.host_window = to_u32(value) as usize,
    },
    Number {
        name: "host_pages",
        title: "Pages per site",
        help: "At most this many pages from one site.",
        min: 1.0,
        max: limits::PAGES as f64,
        whole: true,
        get: |plan| f64::from(plan.host_pages),
        set: |plan, value| plan.host_pages = to_u32(value),
    },
    Number {
        name: "good",
        title: "Relevance threshold",
        help: "Pages with at least this relevance count as relevant.",
        min: 0.0,
        max: 1.0,
        whole: false,
        get: |plan| plan.good,
        set: |plan, value| plan.good = value,
    },
    Number {
        name: "unreadable",
        title: "Share of pages without content",
        help: "Walls and error pages beyond it do not count.",
        min: 0.0,
        max: 1.0,
        whole: false,
        get: |plan| plan.unreadable,
        set: |plan, value| plan.unreadable = value,
    },
    Number {
        name: RNG_SEED,
        title: "Random seed",
        help: "The same settings, seed and responses give the same pages.",
        min: 0.0,
        max: SEED_MAX,
        whole: true,
        get: |plan| plan.rng_seed as f64,
        set: |plan, value| plan.rng_seed = types::to_u64(value),
    },
];

impl Number {
    /// Parses a typed number. Only values that cannot be sent are rejected here. The worker checks the plan as a whole, so that it can
    /// report all problems at once.
    pub fn read(&self, text: &str) -> Result<f64, String> {
        let fits = |value: &f64| {
            (0.0..=self.max.max(f64::from(u32::MAX))).contains(value) && (!self.whole || value.fract() == 0.0)
        };
        digits::read(text).filter(fits).ok_or_else(|| range_text(self.min, self.max, self.whole))
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
