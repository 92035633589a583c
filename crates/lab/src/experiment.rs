//! Runs the crawls of a comparison over a web, on several threads.
//!
//! Left out on purpose: which crawls they are and what their outcomes say, which is the engine's ([`engine::compare`]).

use crate::driver;
use crate::web::Web;
use engine::compare::{Checked, Outcome, Replay};
use engine::eval::{Known, Survey, WebMap};
use engine::fetch::{Answer, FetchId, Order, Purpose};
use engine::plan::PlanError;
use engine::strategy::Assets;
use engine::url::CanonicalUrl;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs all crawls on `threads` threads; outcomes come in the order of the trials, whatever finished first. Where the web has a map, measures by
/// links can be taken, and outcomes say what crawls could have reached.
pub fn run(
    checked: &Checked,
    web: &dyn Web,
    map: Option<&Arc<WebMap>>,
    assets: &Assets,
    threads: usize,
) -> Result<Vec<Outcome>, Vec<PlanError>> {
    let known: Vec<Arc<Known>> = (0..checked.topics.len())
        .map(|topic| Arc::new(gather(checked, topic, web, map)))
        .collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = checked.trial(at) else {
                        break;
                    };
                    let replay = Replay::new(&trial, known[trial.topic].clone(), assets);
                    let outcome = replay.map(|replay| driver::replay(replay, web));
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

/// What crawls for a topic are judged by, with the words of the pages that the measures want.
pub fn gather(checked: &Checked, topic: usize, web: &dyn Web, map: Option<&Arc<WebMap>>) -> Known {
    let mut gathering = checked.gather(topic);
    for url in gathering.wants() {
        if let Some(answer) = read(web, &url) {
            gathering.read(&url, &answer);
        }
    }
    if let Some(map) = map {
        gathering.map(map);
    }
    gathering.known()
}

/// The map of a web; `None` where the web cannot be listed. It reads every page once.
pub fn survey(web: &dyn Web) -> Option<Arc<WebMap>> {
    let mut survey = Survey::default();
    add(&mut survey, web, web.urls());
    // What is linked and not listed, such as a redirect.
    let linked = survey.wants();
    add(&mut survey, web, linked);
    let map = survey.map();
    (!map.is_empty()).then(|| Arc::new(map))
}

fn add(survey: &mut Survey, web: &dyn Web, urls: Vec<CanonicalUrl>) {
    for url in urls {
        if let Some(answer) = read(web, &url) {
            survey.add(&url, &answer);
        }
    }
}

fn read(web: &dyn Web, url: &CanonicalUrl) -> Option<Answer> {
    let order = Order {
        id: FetchId(0),
        url: url.clone(),
        exact: None,
        purpose: Purpose::Page,
    };
    driver::answer(&order, web, 0).outcome.ok()
}

#[cfg(test)]
mod tests {
    use crate::topics;
    use engine::compare::{Comparison, Replay};
    use engine::strategy::Assets;
    use std::sync::Arc;

    #[test]
    fn only_a_strategy_that_begins_with_earlier_crawls_gets_one() {
        let web = crate::web::Demo::new(demo_web::DEFAULT_SEED);
        let topics = topics::of_demo(demo_web::DEFAULT_SEED);
        let comparison = Comparison {
            strategies: ["info-spiders", "info-spiders-db"]
                .map(str::to_owned)
                .to_vec(),
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
                for order in replay.wants().to_vec() {
                    let answer = crate::driver::answer(&order, &web, replay.now());
                    replay.take(order.id, answer);
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
