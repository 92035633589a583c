//! Tests that run in a worker: requests through the proxy and without it, the reader, seed services, and language data.
#![cfg(feature = "crawler")]

mod charset;
mod direct;
mod frames;
mod lexicon;
mod proxy;
mod reader;
mod seeds;

#[path = "../fakes/worker.rs"]
mod fakes;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);
