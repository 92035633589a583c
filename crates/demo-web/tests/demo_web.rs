//! Tests the demo web by its public interface. One program, since each is linked by itself.

mod changes;
mod generated_web;
mod hosts;
mod pages;
mod search;
mod topical_locality;
mod trails;

mod reading;
