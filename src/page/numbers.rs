//! The numbers of a plan that a person may set: one table, from which the form, the address and the plan are made.

use engine::limits;
use engine::plan::Plan;

/// A number of the plan.
#[derive(Debug)]
pub struct Number {
    /// The field's name in [`Plan`] and in addresses.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Least value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// True where only whole numbers are taken.
    pub whole: bool,
    /// Reads it.
    pub get: fn(&Plan) -> f64,
    /// Writes a value that is in range.
    pub set: fn(&mut Plan, f64),
}

/// Largest random seed: the largest whole number that a JavaScript number holds exactly is 2^53 - 1.
const SEED_MAX: f64 = 9_007_199_254_740_991.0;

/// Pages to fetch: the one number that stands beside the query.
pub const PAGES: Number = Number {
    name: "pages",
    title: "Pages to fetch",
    help: "The crawl ends when so many pages were fetched.",
    min: 1.0,
    max: limits::PAGES as f64,
    whole: true,
    get: |plan| f64::from(plan.pages),
    set: |plan, value| plan.pages = whole(value),
};

/// The other numbers.
pub const MORE: [Number; 6] = [
    Number {
        name: "in_flight",
        title: "Fetches at once",
        help: "Over all hosts together; each host is asked for one page at a time.",
        min: 1.0,
        max: limits::IN_FLIGHT_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.in_flight),
        set: |plan, value| plan.in_flight = whole(value),
    },
    Number {
        name: "depth",
        title: "Clicks from a seed",
        help: "Links that lie farther away are not followed.",
        min: 0.0,
        max: limits::DEPTH_MAX as f64,
        whole: true,
        get: |plan| f64::from(plan.depth),
        set: |plan, value| plan.depth = whole(value),
    },
    Number {
        name: "host_window",
        title: "Host diversity",
        help: "A host is picked at most once in so many picks while others are ready; 0 switches the rule off.",
        min: 0.0,
        max: limits::HOST_WINDOW_MAX as f64,
        whole: true,
        get: |plan| plan.host_window as f64,
        set: |plan, value| plan.host_window = whole(value) as usize,
    },
    Number {
        name: "host_pages",
        title: "Pages of one host",
        help: "A host gives at most so many pages.",
        min: 1.0,
        max: limits::PAGES as f64,
        whole: true,
        get: |plan| f64::from(plan.host_pages),
        set: |plan, value| plan.host_pages = whole(value),
    },
    Number {
        name: "good",
        title: "Relevant from",
        help: "A page of at least this relevance, from 0 to 1, counts as harvested.",
        min: 0.0,
        max: 1.0,
        whole: false,
        get: |plan| plan.good,
        set: |plan, value| plan.good = value,
    },
    Number {
        name: "rng_seed",
        title: "Random seed",
        help: "The same settings, seed and answers give the same crawl.",
        min: 0.0,
        max: SEED_MAX,
        whole: true,
        get: |plan| plan.rng_seed as f64,
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be whole and in 0..2^53"
        )]
        set: |plan, value| plan.rng_seed = value as u64,
    },
];

impl Number {
    /// Reads what was typed; where it is no number of the range, a sentence says what to give.
    pub fn read(&self, text: &str) -> Result<f64, String> {
        number(text, self.min, self.max, self.whole)
    }
}

/// Reads a number; commas and spaces between digits are let pass.
pub fn number(text: &str, min: f64, max: f64, whole: bool) -> Result<f64, String> {
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '_'))
        .collect();
    let read = plain
        .parse::<f64>()
        .ok()
        .filter(|value| (min..=max).contains(value) && (!whole || value.fract() == 0.0));
    read.ok_or_else(|| {
        let kind = if whole { "a whole number" } else { "a number" };
        format!("Give {kind} from {} to {}.", grouped(min), grouped(max))
    })
}

/// A number for people: thousands apart, no more decimals than it has.
pub fn grouped(value: f64) -> String {
    let text = value.to_string();
    let (digits, rest) = match text.find('.') {
        Some(point) => text.split_at(point),
        None => (text.as_str(), ""),
    };
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole and in range; the conversion saturates"
)]
fn whole(value: f64) -> u32 {
    value as u32
}
