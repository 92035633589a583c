//! The demo web.
