//! The tab.
