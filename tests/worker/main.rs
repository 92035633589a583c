//! Tests that run in a worker: crawls, steering, replays, revisits, and comparisons, each through messages as the page
//! sends them.
#![cfg(feature = "crawler")]

mod ahead;
mod compare;
mod compare_kept;
mod compare_live;
mod compare_map;
mod crawl;
mod replay;
mod revisit;
mod same_crawl;
mod spark;
mod steering;
mod watch;

#[path = "../fakes/worker.rs"]
mod fakes;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);
