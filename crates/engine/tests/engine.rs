//! Tests the engine by its public interface. One program, since each is linked by itself, and since its tests fill all
//! cores.

mod adaptive;
mod adaptive_trails;
mod by_examples;
mod by_hand;
mod by_hand_context_graph;
mod by_hand_trails;
mod conformance;
mod evolved;
mod hostile_models;
mod html5lib;
mod html_tree;
mod learn_reference;
mod lexicon;
mod main_text;
mod models;
mod page_classes;
mod positive_unlabeled;
mod reference;
mod rounds;
mod same_crawl;
mod saved_formats;
mod spiders;
mod steering;
mod stopping;
mod tree_frontier;
mod url_clusters;
mod word_vectors;

#[path = "support/bench.rs"]
mod bench;
mod english;
#[path = "support/fingerprint.rs"]
mod fingerprint;
mod ratings;
mod support;
#[path = "support/tree.rs"]
mod tree;
mod wordnet;
