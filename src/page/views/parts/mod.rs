//! Renders elements that several screens share.

pub(crate) mod article;
pub(crate) mod export;
pub(crate) mod good_pages;
pub mod import;
pub(crate) mod learned;
pub(crate) mod learning_progress;
pub(crate) mod page_reader;
pub(crate) mod params;
pub(crate) mod proxy;
pub(crate) mod saved;
pub(crate) mod source;
pub(crate) mod spark;
pub(crate) mod speed;
pub(crate) mod tour;
pub mod training;
