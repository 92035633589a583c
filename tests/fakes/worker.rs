//! Stands in for the page and the web in tests of the worker.
#![allow(dead_code, reason = "three programs share it, and none asks for everything")]

pub(crate) mod comparison;
pub(crate) mod fetch;
pub(crate) mod record;
pub(crate) mod script;
pub(crate) mod session;
