//! Tests the proxy over loopback, and its program. One test program, since each is linked by itself.

mod addresses;
mod admission;
mod app;
mod batch;
mod bounds;
mod callers;
mod client;
mod degenerate;
mod documents;
mod guard;
mod health;
mod lenient;
mod log;
mod lying;
mod memory;
mod secure;
mod spellings;

mod common;
