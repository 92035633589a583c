//! Several strategies on several topics: which of the pages that each crawl fetched were relevant, and which were targets.
//!
//! Left out on purpose: significance of differences; five topics carry none.

use crate::driver;
use crate::past;
use crate::topics::{self, Topic};
use crate::web::Web;
use engine::plan::{Plan, PlanError};
use engine::strategy::{self, Assets};
use engine::url::{CanonicalUrl, Scope};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What crawls are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Measure {
    /// Share of relevant pages among the first ones.
    Harvest,
    /// Share of the targets that are among the first pages.
    TargetRecall,
}

/// How the seeds of a topic are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Seeds {
    /// One crawl a topic, from all its seeds.
    Together,
    /// One crawl a seed; the topic's figure is the mean of its crawls.
    Apart,
    /// One crawl a topic, from the home pages of the sites that have its targets, which it does not leave: only what stands on the way to a target
    /// can tell where it is.
    Sites,
}

impl Seeds {
    /// The seeds of each crawl for a topic.
    fn of(self, topic: &Topic) -> Vec<Vec<String>> {
        match self {
            Self::Together => vec![topic.seeds.clone()],
            Self::Apart => topic.seeds.iter().map(|seed| vec![seed.clone()]).collect(),
            Self::Sites => vec![homes(&topic.judged.targets)],
        }
    }

    /// Where crawls from these seeds may go.
    fn scope(self, seeds: &[String]) -> Scope {
        let rules = seeds.iter().filter_map(|seed| seed.parse().ok());
        match self {
            Self::Together | Self::Apart => Scope::default(),
            Self::Sites => Scope {
                allow: rules.collect(),
                deny: Vec::new(),
            },
        }
    }
}

/// The home pages of the sites of some pages, each once.
fn homes(pages: &BTreeSet<CanonicalUrl>) -> Vec<String> {
    let home = |url: &CanonicalUrl| format!("{}/", url.host_key());
    let homes: BTreeSet<String> = pages.iter().map(home).collect();
    homes.into_iter().collect()
}

/// A crawl to run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Index of its strategy.
    pub strategy: usize,
    /// Index of its topic.
    pub topic: usize,
    /// What to run.
    pub plan: Plan,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Index of its strategy.
    pub strategy: usize,
    /// Index of its topic.
    pub topic: usize,
    /// The seed of its random numbers.
    pub rng: u64,
    /// For each page, in the order of the crawl: was it relevant?
    pub relevant: Vec<bool>,
    /// For each page: was it a target?
    pub targets: Vec<bool>,
    /// Targets in all.
    pub targets_in_all: usize,
}

impl Outcome {
    /// The measure over the first `n` pages. A crawl that ended earlier found nothing beyond its end.
    pub fn share(&self, measure: Measure, n: usize) -> f64 {
        let (pages, all) = match measure {
            Measure::Harvest => (&self.relevant, n),
            Measure::TargetRecall => (&self.targets, self.targets_in_all),
        };
        let found = pages.iter().take(n).filter(|is_found| **is_found).count();
        found as f64 / all.max(1) as f64
    }
}

/// The trials of every plan (one a strategy) on every topic. A plan without a taxonomy gets the topics as one.
pub fn trials(plans: &[Plan], topics: &[Topic], seeds: Seeds) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (strategy, plan) in plans.iter().enumerate() {
        for (at, topic) in topics.iter().enumerate() {
            let taxonomy = match &plan.taxonomy {
                none if none.topics.is_empty() => topics::taxonomy(topics, at),
                given => given.clone(),
            };
            let trails = match &plan.trails {
                none if none.trails.is_empty() => &topic.trails,
                given => given,
            };
            trials.extend(seeds.of(topic).into_iter().map(|group| Trial {
                strategy,
                topic: at,
                plan: Plan {
                    query: topic.query.clone(),
                    taxonomy: taxonomy.clone(),
                    trails: trails.clone(),
                    scope: seeds.scope(&group),
                    seeds: group,
                    ..plan.clone()
                },
            }));
        }
    }
    trials
}

/// The plan of a crawl that begins with the pages of an earlier one gets them: those that the usual strategy reads first from the same seeds.
pub fn look_back(trials: &mut [Trial], pages: u32, web: &dyn Web) -> Result<(), Vec<PlanError>> {
    let begins_so =
        |trial: &&mut Trial| strategy::find(&trial.plan.strategy).is_some_and(|of| of.needs.past);
    for trial in trials.iter_mut().filter(begins_so).filter(|_| pages > 0) {
        let earlier = Plan {
            strategy: strategy::DEFAULT.id.to_owned(),
            params: BTreeMap::new(),
            pages,
            ..trial.plan.clone()
        };
        let crawl = driver::run(earlier.check(&Assets::default())?, web, |_| {});
        let read = crawl.pages().iter().filter(|page| page.outcome.is_read());
        let urls = read.map(|page| page.url.clone()).collect();
        trial.plan.past = past::of(&urls, web, &trial.plan.query);
    }
    Ok(())
}

/// Each trial with several seeds of the random numbers, its own first.
pub fn repeated(trials: Vec<Trial>, times: u64) -> Vec<Trial> {
    let each = |trial: Trial| {
        (0..times).map(move |more| {
            let mut trial = trial.clone();
            trial.plan.rng_seed = trial.plan.rng_seed.wrapping_add(more);
            trial
        })
    };
    trials.into_iter().flat_map(each).collect()
}

/// Runs all trials on `threads` threads; outcomes come in the order of the trials, whatever finished first.
pub fn run(
    trials: &[Trial],
    topics: &[Topic],
    web: &dyn Web,
    assets: &Assets,
    threads: usize,
) -> Result<Vec<Outcome>, Vec<PlanError>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(at) else { break };
                    let outcome = run_one(trial, &topics[trial.topic], web, assets);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((at, outcome));
                }
            });
        }
    });
    let mut outcomes = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(at, _)| *at);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

fn run_one(
    trial: &Trial,
    topic: &Topic,
    web: &dyn Web,
    assets: &Assets,
) -> Result<Outcome, Vec<PlanError>> {
    let crawl = driver::run(trial.plan.clone().check(assets)?, web, |_| {});
    if let Some(trouble) = crawl.lesson().and_then(|lesson| lesson.trouble.as_ref()) {
        eprintln!("{} on {}: {trouble}", trial.plan.strategy, topic.name);
    }
    let judged = topic.judged_beside(&trial.plan.trails);
    let urls = || crawl.pages().iter().map(|page| &page.url);
    Ok(Outcome {
        strategy: trial.strategy,
        topic: trial.topic,
        rng: trial.plan.rng_seed,
        relevant: urls().map(|url| judged.is_relevant(url)).collect(),
        targets: urls().map(|url| judged.targets.contains(url)).collect(),
        targets_in_all: judged.targets.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets;
    use engine::eval::Judged;
    use engine::trails::Trails;

    #[test]
    fn shares_count_the_first_pages_and_what_was_not_crawled_as_missed() {
        let outcome = Outcome {
            strategy: 0,
            topic: 0,
            rng: 1,
            relevant: vec![true, false, true, true],
            targets: vec![false, false, true, true],
            targets_in_all: 5,
        };
        for (n, harvest, recall) in [(1, 1.0, 0.0), (2, 0.5, 0.0), (4, 0.75, 0.4), (6, 0.5, 0.4)] {
            let share = |measure| outcome.share(measure, n);
            assert!((share(Measure::Harvest) - harvest).abs() < 1e-12, "{n}");
            assert!((share(Measure::TargetRecall) - recall).abs() < 1e-12, "{n}");
        }
    }

    #[test]
    fn a_trial_is_repeated_with_other_random_numbers_and_nothing_else() {
        let trial = Trial {
            strategy: 0,
            topic: 2,
            plan: Plan {
                rng_seed: 7,
                ..Plan::default()
            },
        };
        let trials = repeated(vec![trial], 3);
        let seeds: Vec<u64> = trials.iter().map(|trial| trial.plan.rng_seed).collect();
        assert_eq!(seeds, [7, 8, 9]);
        assert!(trials.iter().all(|trial| trial.topic == 2));
    }

    #[test]
    fn only_a_strategy_that_begins_with_earlier_crawls_gets_one() {
        let web = crate::web::Demo::new(demo_web::DEFAULT_SEED);
        let topics = topics::of_demo(demo_web::DEFAULT_SEED);
        let plans = ["info-spiders", "info-spiders-db"].map(|strategy| Plan {
            strategy: strategy.to_owned(),
            ..Plan::default()
        });
        let mut trials = trials(&plans, &topics[..1], Seeds::Together);
        look_back(&mut trials, 30, &web).unwrap();
        let past: Vec<usize> = trials.iter().map(|trial| trial.plan.past.len()).collect();
        assert_eq!(past[0], 0);
        assert!((20..=30).contains(&past[1]), "{past:?}");
    }

    #[test]
    fn a_crawl_on_the_sites_of_the_targets_starts_at_their_home_pages_and_stays_there() {
        let targets =
            ["http://a.test/x", "http://a.test/y/z", "http://b.test:81/"].map(str::to_owned);
        let topic = Topic {
            name: String::new(),
            query: "spider".to_owned(),
            seeds: vec!["http://portal.test/".to_owned()],
            examples: Vec::new(),
            trails: Trails::default(),
            judged: Judged {
                targets: sets::canonical(&targets).unwrap(),
                ..Judged::default()
            },
        };
        let trials = trials(&[Plan::default()], &[topic], Seeds::Sites);
        let [Trial { plan, .. }] = &trials[..] else {
            panic!("one crawl: {trials:?}")
        };
        assert_eq!(plan.seeds, ["http://a.test/", "http://b.test:81/"]);
        for (url, admitted) in [
            ("http://a.test/q?id=1", true),
            ("http://b.test:81/x", true),
            ("http://portal.test/", false),
            ("http://b.test/x", false),
        ] {
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(plan.scope.admits(&url).is_ok(), admitted, "{url}");
        }
    }
}
