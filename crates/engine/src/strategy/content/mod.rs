//! Strategies that compare the words of pages, links and URLs with the query, without training.

pub(in crate::strategy) mod best_first;
pub(in crate::strategy) mod best_first_anchor;
pub(in crate::strategy) mod best_first_page;
pub(in crate::strategy) mod best_n_first;
pub(in crate::strategy) mod fish_search;
pub(in crate::strategy) mod intelligent;
pub(in crate::strategy) mod shark_search;
pub(in crate::strategy) mod url_clusters;
