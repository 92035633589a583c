//! Simulates revisits day by day: a policy selects pages, its visits see the current state of the web, and freshness is
//! measured at noon.

use super::plan::{Case, RevisitPlan};
use crate::LabError;
use crate::experiment::{on_threads, threads};
use demo_web::{DemoWeb, DemoWebSpec, GroundTruth, Life};
use engine::revisit::{RefreshPolicy, VisitedPage, change_rates, order};
use types::report::{Millis, Validators};
use types::revisit::{Visit, VisitOutcome};
use url::Url;

/// The time of the first crawl, in milliseconds since 1970: 1 January 2026.
const BEGAN: Millis = 1_767_225_600_000;
const DAY: Millis = 86_400_000;

/// A contender: a policy with its knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The policy.
    pub policy: RefreshPolicy,
    /// It knows each page's change rate, which gives an upper bound for estimates.
    pub knows_rates: bool,
}

/// All contenders, the bound last.
pub const CONTENDERS: [Contender; 4] = [
    Contender::estimating(RefreshPolicy::Optimal),
    Contender::estimating(RefreshPolicy::Uniform),
    Contender::estimating(RefreshPolicy::Proportional),
    Contender { policy: RefreshPolicy::Optimal, knows_rates: true },
];

impl Contender {
    const fn estimating(policy: RefreshPolicy) -> Self {
        Self { policy, knows_rates: false }
    }

    /// Returns its name.
    pub fn name(self) -> String {
        if self.knows_rates {
            return format!("{}, rates known", self.policy);
        }
        self.policy.to_string()
    }
}

/// The results of one contender on one web.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The share of pages that are up to date at noon of each day, weighted by relevance.
    pub freshness: Vec<f64>,
    /// The days since the first undetected change, at noon of each day, as a mean over pages weighted by relevance.
    pub age: Vec<f64>,
    /// The share of requests that found a page changed or gone.
    pub useful: f64,
}

/// Runs all contenders; returns their runs by case, contender and web.
pub fn simulate(plan: &RevisitPlan) -> Result<Vec<Vec<Vec<Run>>>, LabError> {
    let of_web = |web: usize| -> Result<Vec<Vec<Run>>, LabError> {
        let pages = pages(plan.webs[web], plan);
        let of_case = |case| {
            let run = |by: &Contender| Simulation::new(&pages, case, *by).run(plan.days);
            CONTENDERS.iter().map(run).collect()
        };
        Ok(plan.cases.iter().map(of_case).collect())
    };
    let n = plan.webs.len();
    let webs = on_threads(threads(None), n, of_web, |_| Ok(()))?;
    let of = |case: usize, by: usize| webs.iter().map(|web| web[case][by].clone()).collect();
    let by_contender = |case| (0..CONTENDERS.len()).map(|by| of(case, by)).collect();
    Ok((0..plan.cases.len()).map(by_contender).collect())
}

/// A page of the web.
struct Page {
    host: String,
    is_relevant: bool,
    /// The number of changes per day.
    rate: f64,
    life: Life,
}

/// Returns the pages of a web that exist at its start.
fn pages(spec: DemoWebSpec, plan: &RevisitPlan) -> Vec<Page> {
    let web = DemoWeb::sized(spec);
    let truth = GroundTruth::new(&web);
    let answers = |url: &&str| {
        let response = web.fetch(url).and_then(|response| response.result.ok());
        response.is_some_and(|response| response.status == 200)
    };
    let page = |url: &str| {
        let topic = truth.topic_of(url);
        Some(Page {
            host: Url::parse(url).ok()?.host_str()?.to_owned(),
            is_relevant: topic.is_some_and(|topic| plan.topics.iter().any(|one| one == topic)),
            rate: truth.changes_per_day(url)?,
            life: truth.life(url, (Millis::from(plan.days) + 1) * DAY)?,
        })
    };
    truth.pages().filter(answers).filter_map(page).collect()
}

impl Page {
    /// Returns the number of changes until an age of the web; the last change of a page is its end.
    fn events(&self, age: Millis) -> usize {
        let changes = self.life.changes.partition_point(|at| *at <= age);
        changes + usize::from(self.is_gone(age))
    }

    fn is_gone(&self, age: Millis) -> bool {
        self.life.vanishes.is_some_and(|end| end <= age)
    }

    /// Returns the age of the web at the change that follows `seen` others.
    fn event(&self, seen: usize) -> Option<Millis> {
        self.life.changes.get(seen).copied().or(self.life.vanishes)
    }
}

/// The revisits of one contender.
struct Simulation<'a> {
    pages: &'a [Page],
    case: &'a Case,
    by: Contender,
    visits: Vec<Vec<Visit>>,
    /// The number of changes of each page until its last visit.
    seen: Vec<usize>,
}

impl<'a> Simulation<'a> {
    fn new(pages: &'a [Page], case: &'a Case, by: Contender) -> Self {
        let first = Visit { at: BEGAN, found: BEGAN, outcome: VisitOutcome::Read, validators: Validators::default() };
        Self { pages, case, by, visits: vec![vec![first]; pages.len()], seen: vec![0; pages.len()] }
    }

    fn run(mut self, days: u32) -> Run {
        let (mut run, mut useful, mut requests) = (Run::default(), 0, 0);
        for day in 1..=Millis::from(days) {
            let chosen = self.choose(BEGAN + day * DAY);
            requests += chosen.len();
            for page in chosen {
                useful += usize::from(self.visit(page, day * DAY));
            }
            let (freshness, age) = self.measure(day * DAY + DAY / 2);
            run.freshness.push(freshness);
            run.age.push(age);
        }
        run.useful = share(useful, requests);
        run
    }

    fn choose(&self, now: Millis) -> Vec<usize> {
        let pages = self.pages.iter().zip(&self.visits);
        let visited: Vec<VisitedPage> = pages
            .map(|(page, visits)| VisitedPage { host: &page.host, relevance: self.relevance(page), visits })
            .collect();
        let rates = if self.by.knows_rates {
            self.pages.iter().map(|page| page.rate).collect()
        } else {
            change_rates(&visited)
        };
        order(self.by.policy, &visited, &rates, now, self.case.requests)
    }

    fn relevance(&self, page: &Page) -> f64 {
        if page.is_relevant { 1.0 } else { self.case.others }
    }

    /// Visits a page; returns whether it changed.
    fn visit(&mut self, at: usize, age: Millis) -> bool {
        let page = &self.pages[at];
        let events = page.events(age);
        let is_new = events > self.seen[at];
        let outcome = match (page.is_gone(age), is_new) {
            (true, _) => VisitOutcome::Gone,
            (_, true) => VisitOutcome::Changed,
            _ => VisitOutcome::Unchanged,
        };
        let changed = events.checked_sub(1).and_then(|last| page.event(last));
        self.seen[at] = events;
        self.visits[at].push(Visit {
            at: BEGAN + age,
            found: BEGAN + age,
            outcome,
            validators: Validators {
                etag: None,
                last_modified: changed.filter(|_| self.case.dates).map(|at| BEGAN + at),
            },
        });
        is_new
    }

    /// Returns freshness and age at an age of the web.
    fn measure(&self, age: Millis) -> (f64, f64) {
        let (mut all, mut fresh, mut ages) = (0.0, 0.0, 0.0);
        for (page, seen) in self.pages.iter().zip(&self.seen) {
            let weight = self.relevance(page);
            all += weight;
            match page.event(*seen).filter(|at| *at <= age && page.events(age) > *seen) {
                Some(at) => ages += weight * days(age - at),
                None => fresh += weight,
            }
        }
        (fresh / all, ages / all)
    }
}

fn share(part: usize, all: usize) -> f64 {
    f64::from(engine::count(part)) / f64::from(engine::count(all.max(1)))
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53 milliseconds")]
fn days(ms: Millis) -> f64 {
    ms as f64 / DAY as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(changes: &[Millis], vanishes: Option<Millis>) -> Page {
        Page { host: "a".to_owned(), is_relevant: true, rate: 1.0, life: Life { changes: changes.to_vec(), vanishes } }
    }

    /// Two pages, one request a day. The first changes at noon of day 0 and the second at noon of day 1; each is stale
    /// for a while. Uniform visits the first page on day 1 and the second on day 2. At noon of day 1 the second has
    /// just changed (age 0, stale); at noon of day 2 both are known.
    #[test]
    fn freshness_and_age_by_hand() {
        let pages = [page(&[DAY / 2], None), page(&[DAY / 2 * 3], None)];
        let case = Case { title: String::new(), requests: 1, dates: true, others: 1.0 };
        let by = Contender::estimating(RefreshPolicy::Uniform);
        let run = Simulation::new(&pages, &case, by).run(2);
        assert_eq!(run.freshness, [0.5, 1.0]);
        assert_eq!(run.age, [0.0, 0.0]);
        assert!((run.useful - 1.0).abs() < 1e-9);
    }

    /// Without a visit the page is stale from its change at day 1 on, a day and a half by noon of day 2.5; after a
    /// visit its end is known for good.
    #[test]
    fn the_end_of_a_page_is_a_change() {
        let gone = page(&[DAY], Some(2 * DAY));
        assert_eq!((gone.events(DAY), gone.events(2 * DAY)), (1, 2));
        let pages = [gone];
        let case = Case { title: String::new(), requests: 1, dates: false, others: 1.0 };
        let mut run = Simulation::new(&pages, &case, CONTENDERS[0]);
        assert_eq!(run.measure(DAY / 2 * 5), (0.0, 1.5));
        assert!(run.visit(0, 2 * DAY));
        assert_eq!(run.measure(9 * DAY), (1.0, 0.0));
        assert!(run.choose(BEGAN + 9 * DAY).is_empty());
    }
}
