//! The page: draws, and speaks to the worker.

fn main() {}
