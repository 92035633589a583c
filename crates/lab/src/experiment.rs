//! Runs the crawls of a comparison on a web, with several threads.
//!
//! [`evaluation::compare`] selects the crawls and evaluates their outcomes.

use crate::web::Web;
use crate::{LabError, driver};
use engine::fetch::{FetchRequest, FetchResponse};
use engine::strategy::Assets;
use evaluation::compare::{CheckedComparison, Replay, TrialKey, TrialOutcome};
use evaluation::measures::{JudgingData, JudgingDataBuilder, WebMap, WebMapBuilder};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use types::url::CanonicalUrl;

/// Outcomes by key.
pub type FinishedTrials = BTreeMap<TrialKey, TrialOutcome>;

/// The data that all crawls share.
#[derive(Clone, Copy)]
pub struct ExperimentContext<'a> {
    /// The web.
    pub web: &'a dyn Web,
    /// The map of the web ([`survey`]), if there is one, which measures by links and ceilings need.
    pub map: Option<&'a Arc<WebMap>>,
    /// The assets of the strategies.
    pub assets: &'a Assets,
    /// Ends the run with [`LabError::Stopped`] when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Never stops a run.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// The most threads; more are of no use, and the system may refuse them.
const THREADS: usize = 256;

/// Runs all unfinished crawls on `threads` threads, and returns outcomes in the order of the trials. `each` is called
/// with every new outcome; its error ends the run.
///
/// # Panics
/// Never: the missing crawls are among all crawls.
pub fn run(
    checked: &CheckedComparison,
    context: &ExperimentContext<'_>,
    threads: usize,
    mut done: FinishedTrials,
    each: impl FnMut(&mut TrialOutcome) -> Result<(), LabError> + Send,
) -> Result<Vec<TrialOutcome>, LabError> {
    let missing = checked.trials().enumerate();
    let missing: Vec<usize> = missing.filter(|(_, trial)| !done.contains_key(&trial.key)).map(|(at, _)| at).collect();
    let known: Vec<Arc<JudgingData>> = if missing.is_empty() {
        Vec::new()
    } else {
        let topics = 0..checked.topics.len();
        topics.map(|topic| Arc::new(gather(checked, topic, context))).collect()
    };
    let one = |at: usize| -> Result<TrialOutcome, LabError> {
        let trial = checked.trial(missing[at]).expect("it is one of the counted crawls");
        let replay = Replay::new(&trial, known[trial.topic].clone(), context.assets);
        driver::replay(replay.map_err(LabError::Plan)?, context.web, context.stop)
    };
    for outcome in on_threads(threads, missing.len(), one, each)? {
        done.insert(outcome.key.clone(), outcome);
    }
    Ok(checked.trials().filter_map(|trial| done.remove(&trial.key)).collect())
}

/// Runs `n` tasks on this many threads, and passes each result to a callback; the first failure ends the run. Returns
/// the results in the order of the tasks.
pub fn on_threads<T: Send>(
    threads: usize,
    n: usize,
    one: impl Fn(usize) -> Result<T, LabError> + Sync,
    mut each: impl FnMut(&mut T) -> Result<(), LabError> + Send,
) -> Result<Vec<T>, LabError> {
    let next = AtomicUsize::new(0);
    let outcomes_so_far: Mutex<Result<Vec<(usize, T)>, LabError>> = Mutex::new(Ok(Vec::new()));
    let lock = || outcomes_so_far.lock().unwrap_or_else(PoisonError::into_inner);
    let each = Mutex::new(&mut each);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, n.max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= n || lock().is_err() {
                        break;
                    }
                    let shown = one(at).and_then(|mut outcome| {
                        let mut each = each.lock().unwrap_or_else(PoisonError::into_inner);
                        each(&mut outcome).map(|()| outcome)
                    });
                    let mut outcomes_so_far = lock();
                    match (&mut *outcomes_so_far, shown) {
                        (Ok(outcomes), Ok(outcome)) => outcomes.push((at, outcome)),
                        (Ok(_), Err(error)) => *outcomes_so_far = Err(error),
                        (Err(_), _) => {}
                    }
                }
            });
        }
    });
    let outcomes = outcomes_so_far.into_inner();
    let mut outcomes = outcomes.unwrap_or_else(PoisonError::into_inner)?;
    outcomes.sort_unstable_by_key(|(at, _)| *at);
    Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
}

/// Returns the number of threads, by default that of the processors, at most 256.
pub fn threads(asked: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
    asked.unwrap_or_else(all).min(THREADS)
}

/// Checks that every topic has a seed that the web contains.
pub fn check_seeds(checked: &CheckedComparison, web: &dyn Web) -> Result<(), LabError> {
    match checked.unreachable_start(|url| web.response(url.as_str()).is_some()) {
        None => Ok(()),
        Some((topic, url)) => Err(LabError::flag(
            "web",
            format!("it has no {url} and no other seed of {}: name seeds it has, or another web", topic.name),
        )),
    }
}

/// Gathers the data for judging crawls on a topic, with the words of the pages that the measures need.
pub fn gather(checked: &CheckedComparison, topic: usize, context: &ExperimentContext<'_>) -> JudgingData {
    let mut gathering = checked.gather(topic);
    bring(&mut gathering, context.web);
    if let Some(map) = context.map {
        gathering.map(map);
    }
    gathering.known()
}

/// Adds the requested pages.
pub(crate) fn bring(gathering: &mut JudgingDataBuilder, web: &dyn Web) {
    while let Some(url) = gathering.next_url().cloned() {
        gathering.read(&url, read(web, &url).as_ref());
    }
}

/// Returns the map of a web; `None` if the web cannot be listed. It reads every page once.
pub fn survey(web: &dyn Web) -> Option<Arc<WebMap>> {
    let mut survey = WebMapBuilder::new(web.urls());
    while let Some(url) = survey.next_url() {
        if let Some(response) = read(web, &url) {
            survey.add(&url, &response);
        }
    }
    let map = survey.map();
    (!map.is_empty()).then(|| Arc::new(map))
}

fn read(web: &dyn Web, url: &CanonicalUrl) -> Option<FetchResponse> {
    let request = FetchRequest::page(url.clone());
    driver::response(&request, web, 0).outcome.ok()
}

#[cfg(test)]
mod tests {
    use crate::topics;
    use engine::strategy::Assets;
    use evaluation::compare::{Comparison, Replay};
    use std::sync::Arc;

    #[test]
    fn only_a_strategy_that_begins_with_earlier_crawls_gets_one() {
        let web = crate::web::Demo::new(demo_web::DEFAULT_SEED);
        let topics = topics::of_demo(demo_web::DEFAULT_SEED);
        let comparison = Comparison {
            strategies: ["info-spiders", "info-spiders-db"].map(str::to_owned).to_vec(),
            topics: vec![topics[0].name.clone()],
            pages: 1,
            past_pages: 30,
            ..Comparison::default()
        };
        let checked = comparison.check(&topics).unwrap();
        let past = checked.trials().map(|trial| {
            let known = Arc::new(checked.gather(trial.topic).known());
            let mut replay = Replay::new(&trial, known, &Assets::default()).unwrap();
            while !replay.is_over() {
                for request in replay.pending_requests().to_vec() {
                    let response = crate::driver::response(&request, &web, replay.now());
                    replay.take(request.id, response);
                }
                replay.step();
            }
            replay.crawl().plan().past.len()
        });
        let past: Vec<usize> = past.collect();
        assert_eq!(past[0], 0);
        assert!((20..=30).contains(&past[1]), "{past:?}");
    }
}
