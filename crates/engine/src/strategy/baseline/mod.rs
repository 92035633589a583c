//! Strategies that ignore the topic: the baselines of all others.

pub(in crate::strategy) mod backlink_count;
pub(in crate::strategy) mod breadth_first;
pub(in crate::strategy) mod out_degree;
pub(in crate::strategy) mod pagerank;
pub(in crate::strategy) mod url_depth;
