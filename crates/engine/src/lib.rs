//! The crawler.
