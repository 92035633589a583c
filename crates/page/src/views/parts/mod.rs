//! Renders elements that several screens share.

pub(crate) mod article;
pub(crate) mod export;
pub mod import;
pub(crate) mod judging;
pub(crate) mod learned;
pub(crate) mod page_reader;
pub(crate) mod params;
pub(crate) mod saved;
pub(crate) mod source;
pub(crate) mod speed;
pub(crate) mod tour;
pub mod training;
