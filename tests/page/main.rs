//! Tests that run in a page: state, views, the drawn app, messages, and the layout of the map.
#![cfg(all(feature = "ui", feature = "layout"))]

mod app;
mod branches;
mod class;
mod compare;
mod confirm;
mod documents;
mod figures;
mod learning;
mod map;
mod map_layout;
mod map_spiders;
mod messages;
mod pace;
mod proxy;
mod related;
mod replay;
mod result_rows;
mod results;
mod revisit;
mod safety;
mod site_map;
mod spark;
mod spiders;
mod steering;
mod strategy;
mod subject;
mod topics;

#[path = "../fakes/page.rs"]
mod fakes;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
