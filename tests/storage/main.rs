//! Tests that run in a worker: saved crawls and everything else that the database keeps.
#![cfg(feature = "crawler")]

mod context_set;
mod judged_model;
mod kept;
mod library;
mod model_sources;
mod packs;
mod past;
mod store;
mod subjects;
mod topics;
mod trails;
mod update;

#[path = "../fakes/worker.rs"]
mod fakes;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);
