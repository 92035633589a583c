//! Computes the changes of the web over time: pages get new paragraphs, articles vanish, and home pages announce new
//! pages.
//!
//! Every page changes by a separate Poisson process. The mean time between two changes is drawn. It is twelve hours for
//! the busiest page of the busiest host. It doubles up to seven times for a quieter host and up to three times for a
//! quieter page. Articles vanish after two years on average. Everything follows from the seed and the time.

use std::time::{Duration, UNIX_EPOCH};

use crate::plan::{PageKind, Plan};
use crate::rng::{Purpose, Rng};

/// Milliseconds of a day.
const DAY_MS: f64 = 86_400_000.0;
/// The mean number of days between two changes of the busiest page.
const SHORTEST_DAYS: f64 = 0.5;
/// The mean number of days until an article vanishes.
const LIFE_DAYS: f64 = 730.0;

/// The age of the web, in milliseconds, after which nothing changes: a hundred years.
const LAST_CHANGE_MS: u64 = 36_525 * 86_400_000;
/// The last date that HTTP can write, in milliseconds since 1970: the end of the year 9999.
const LAST_DATE_MS: u64 = 253_402_300_799_000;

/// A time in the history of a demo web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WebTime {
    /// The start of the web, in milliseconds since 1970. Dates of changes are relative to it.
    pub began: u64,
    /// Milliseconds since the start. At 0 the web is the same as without time.
    pub age: u64,
}

/// Holds the changes of a page until an age of the web; ages are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Life {
    /// The ages at which it changes, ascending.
    pub changes: Vec<u64>,
    /// The age at which it vanishes, if it does.
    pub vanishes: Option<u64>,
}

impl WebTime {
    /// Returns the time of a change in the format of RFC 9110 §5.6.7.
    pub(crate) fn date(self, changed: u64) -> String {
        let at = self.began.saturating_add(changed).min(LAST_DATE_MS);
        httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(at))
    }
}

/// Returns the changes of a page per day.
pub(crate) fn changes_per_day(plan: &Plan, index: usize) -> f64 {
    let page = original(plan, index);
    let quiet_host = plan.rng(plan.pages[page].host, Purpose::HostChanges).below(8);
    let quiet_page = plan.rng(page, Purpose::Changes).below(4);
    1.0 / (SHORTEST_DAYS * f64::from(1_u32 << (quiet_host + quiet_page)))
}

/// Returns the changes of a page until an age of the web. A copy shares those of its original.
pub(crate) fn life(plan: &Plan, index: usize, until: u64) -> Life {
    let until = until.min(LAST_CHANGE_MS);
    let page = original(plan, index);
    let mut rng = plan.rng(page, Purpose::ChangeTimes);
    let is_article = matches!(plan.pages[page].kind, PageKind::Article | PageKind::Paper);
    let end = is_article.then(|| gap(&mut rng, LIFE_DAYS));
    let vanishes = end.filter(|end| *end <= until);
    let mean = 1.0 / changes_per_day(plan, page);
    let next = |at: &u64| Some(at + gap(&mut rng, mean));
    let ages = std::iter::successors(Some(0), next).skip(1);
    Life { changes: ages.take_while(|at| *at <= until && vanishes.is_none_or(|end| *at < end)).collect(), vanishes }
}

/// Returns the random numbers for the text of a change.
pub(crate) fn text(plan: &Plan, index: usize, number: usize) -> Rng {
    let seed = plan.seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Rng::for_page(seed, original(plan, index), Purpose::ChangeText)
}

/// Draws the milliseconds until the next event of a Poisson process, at least 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
fn gap(rng: &mut Rng, mean_days: f64) -> u64 {
    let share = (rng.below(1 << 24) as u32 + 1, 1_u32 << 24);
    let share = f64::from(share.0) / f64::from(share.1);
    ((-libm::log(share) * mean_days * DAY_MS) as u64).max(1)
}

/// Returns the original of a copy, or the page itself.
fn original(plan: &Plan, index: usize) -> usize {
    plan.pages[index].original.unwrap_or(index)
}
