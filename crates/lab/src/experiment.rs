//! Runs the crawls of a comparison over a web, on several threads.
//!
//! Left out on purpose: which crawls they are and what their outcomes say, which is the engine's ([`engine::compare`]).

use crate::driver;
use crate::web::Web;
use engine::compare::{Checked, Outcome, Replay};
use engine::eval::Known;
use engine::fetch::{FetchId, Order, Purpose};
use engine::plan::PlanError;
use engine::strategy::Assets;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs all crawls on `threads` threads; outcomes come in the order of the trials, whatever finished first.
pub fn run(
    checked: &Checked,
    web: &dyn Web,
    assets: &Assets,
    threads: usize,
) -> Result<Vec<Outcome>, Vec<PlanError>> {
    let known: Vec<Arc<Known>> = (0..checked.topics.len())
        .map(|topic| Arc::new(gather(checked, topic, web)))
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
pub fn gather(checked: &Checked, topic: usize, web: &dyn Web) -> Known {
    let mut gathering = checked.gather(topic);
    for url in gathering.wants() {
        let order = Order {
            id: FetchId(0),
            url,
            exact: None,
            purpose: Purpose::Page,
        };
        if let Ok(answer) = driver::answer(&order, web, 0).outcome {
            gathering.read(&order.url, &answer);
        }
    }
    gathering.known()
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
