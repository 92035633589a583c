//! The readers by tables.
